"""What is wrong with a number, a loss, a cap or noise, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Exact numbers
    "privacy.not_text": 'An exact number is needed, not a {kind}: write it as text, like "0.1" or "1/10".',
    "privacy.too_many_digits": "The number {text!r} has more than {most} digits: write fewer.",
    "privacy.divides_by_zero": "The number {text!r} divides by zero: write another denominator.",
    "privacy.decimal_comma": "{text!r} has a decimal comma: write a decimal point, {meant!r}.",
    "privacy.not_exact": '{text!r} is not an exact number: write it like "0.1", "1/10" or "1e-6".',
    "privacy.exponent": "The exponent of {text!r} is beyond ±{most}: write a number of ordinary size.",
    # Losses
    "privacy.not_above_zero": ('The privacy parameter {name} must be above 0: write a positive number such as "1/2".'),
    "privacy.not_positive": "The privacy parameter {name} must be above 0: write a positive number.",
    "privacy.part": 'A part of a budget must be above 0 and at most 1: write it like "1/3".',
    "privacy.delta_below_one": ('The privacy parameter delta must be below 1: write a small number such as "1e-6".'),
    "privacy.delta_between": (
        'The privacy parameter delta must lie between 0 and 1: write a small number such as "1e-6".'
    ),
    "privacy.loss_field": "A loss has no field {name!r}: write epsilon, rho, or epsilon and delta.",
    "privacy.loss_not_text": ('The loss parameter {name} must be text such as "0.1": put it between quotation marks.'),
    "privacy.loss_kind": "A loss is exactly one of epsilon, rho, or epsilon with delta: write one of these.",
    # Caps and accounts
    "privacy.cap_kind": "A budget cap is exactly one of epsilon, rho, or epsilon with delta: write one of these.",
    "privacy.cap_range": "The cap's {name} is out of range: it must be above 0, and delta below 1.",
    "privacy.cap_field": "A budget cap has no field {name!r}: write epsilon, rho, or epsilon, delta and rule.",
    "privacy.cap_not_text": 'The cap\'s {name} must be text such as "1/2": put it between quotation marks.',
    "privacy.cap_rule": 'A cap with epsilon and delta needs a rule: write "rule": "sum" or "rule": "rho".',
    "privacy.cap_without_rule": "Only a cap with epsilon and delta has a rule to choose: leave the rule out.",
    "privacy.cap_lacks": "A budget cap lacks a parameter of its rule: write epsilon, rho, or epsilon with delta.",
    "privacy.account_epsilon": "This account has a cap in pure epsilon: give the plan a loss in epsilon alone.",
    "privacy.account_sum": (
        "This account adds epsilon and delta: give the plan a loss in epsilon, or in epsilon and delta."
    ),
    "privacy.account_rho": (
        "This account adds rho, and this loss has no finite rho: choose a mechanism whose rho is known."
    ),
    "privacy.amount": "{unit} {amount}",
    "privacy.about": "about {amount}",
    "privacy.not_enough": ("The budget does not suffice: the plan asks for {asked}, and {left} is left; ask for less."),
    # Noise
    "privacy.weight": "The weight of a part of the noise must be above 0: write a positive number.",
    "privacy.sensitivity": ("A sensitivity of 0 needs no noise: publish the value as exact and unprotected."),
    "privacy.hardly_any_noise": "This epsilon and delta allow hardly any noise: choose smaller ones.",
    "privacy.promises_nothing": "An epsilon above {most} promises nothing: choose a smaller one.",
    "privacy.out_of_reach": ("This epsilon and delta are out of reach for Gaussian noise: choose ordinary values."),
    "privacy.too_small_for_rho": (
        "Epsilon and delta are too small to be reached through rho: choose a larger epsilon."
    ),
    "privacy.noise_not_exact": ("The noise parameter {name} must be exact, a Fraction or an int: a {kind} is not."),
    "privacy.noise_range": (
        "The noise parameter {name} must be above 0 and at most 2^{power}: choose a larger budget or ask fewer "
        "questions."
    ),
    "privacy.noise_values": "The number of noise values must not be negative: ask for 0 or more.",
}
