"""What is wrong with a number, a loss, a cap or noise, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Exact numbers
    "privacy.not_text": ('Nötig ist eine exakte Zahl, kein {kind}: Schreiben Sie sie als Text, wie "0.1" oder "1/10".'),
    "privacy.too_many_digits": "Die Zahl {text!r} hat mehr als {most} Ziffern: Schreiben Sie weniger.",
    "privacy.divides_by_zero": "Die Zahl {text!r} teilt durch null: Schreiben Sie einen anderen Nenner.",
    "privacy.decimal_comma": "{text!r} hat ein Dezimalkomma: Schreiben Sie einen Dezimalpunkt, {meant!r}.",
    "privacy.not_exact": '{text!r} ist keine exakte Zahl: Schreiben Sie sie wie "0.1", "1/10" oder "1e-6".',
    "privacy.exponent": (
        "Der Exponent von {text!r} liegt jenseits von ±{most}: Schreiben Sie eine Zahl gewöhnlicher Größe."
    ),
    # Losses
    "privacy.not_above_zero": (
        'Der Privatheitsparameter {name} muss über 0 liegen: Schreiben Sie eine positive Zahl wie "1/2".'
    ),
    "privacy.not_positive": ("Der Privatheitsparameter {name} muss über 0 liegen: Schreiben Sie eine positive Zahl."),
    "privacy.part": ('Ein Anteil am Budget muss über 0 liegen und darf höchstens 1 sein: Schreiben Sie ihn wie "1/3".'),
    "privacy.delta_below_one": (
        'Der Privatheitsparameter delta muss unter 1 liegen: Schreiben Sie eine kleine Zahl wie "1e-6".'
    ),
    "privacy.delta_between": (
        'Der Privatheitsparameter delta muss zwischen 0 und 1 liegen: Schreiben Sie eine kleine Zahl wie "1e-6".'
    ),
    "privacy.loss_field": (
        "Ein Privatheitsverlust hat kein Feld {name!r}: Schreiben Sie epsilon, rho oder epsilon und delta."
    ),
    "privacy.loss_not_text": (
        'Der Parameter {name} des Privatheitsverlusts muss Text wie "0.1" sein: Setzen Sie ihn in Anführungszeichen.'
    ),
    "privacy.loss_kind": (
        "Ein Privatheitsverlust ist genau eines von epsilon, rho oder epsilon mit delta: Schreiben Sie eines davon."
    ),
    # Caps and accounts
    "privacy.cap_kind": (
        "Eine Obergrenze des Budgets ist genau eines von epsilon, rho oder epsilon mit delta: Schreiben Sie eines "
        "davon."
    ),
    "privacy.cap_range": (
        "Bei der Obergrenze liegt {name} außerhalb des Erlaubten: Es muss über 0 liegen, und delta unter 1."
    ),
    "privacy.cap_field": (
        "Eine Obergrenze des Budgets hat kein Feld {name!r}: Schreiben Sie epsilon, rho oder epsilon, delta und rule."
    ),
    "privacy.cap_not_text": (
        'Bei der Obergrenze muss {name} Text wie "1/2" sein: Setzen Sie ihn in Anführungszeichen.'
    ),
    "privacy.cap_rule": (
        'Eine Obergrenze mit epsilon und delta braucht eine Regel: Schreiben Sie "rule": "sum" oder "rule": "rho".'
    ),
    "privacy.cap_without_rule": (
        "Nur bei einer Obergrenze mit epsilon und delta ist eine Regel zu wählen: Lassen Sie die Regel weg."
    ),
    "privacy.cap_lacks": (
        "Der Obergrenze des Budgets fehlt ein Parameter ihrer Regel: Schreiben Sie epsilon, rho oder epsilon mit delta."
    ),
    "privacy.account_epsilon": (
        "Dieses Konto hat eine Obergrenze in reinem Epsilon: Geben Sie dem Plan einen Privatheitsverlust in Epsilon "
        "allein."
    ),
    "privacy.account_sum": (
        "Dieses Konto summiert Epsilon und Delta: Geben Sie dem Plan einen Privatheitsverlust in Epsilon oder in "
        "Epsilon und Delta."
    ),
    "privacy.account_rho": (
        "Dieses Konto summiert Rho, und dieser Privatheitsverlust hat kein endliches Rho: Wählen Sie ein Verfahren, "
        "dessen Rho bekannt ist."
    ),
    "privacy.amount": "{unit} = {amount}",
    "privacy.about": "etwa {amount}",
    "privacy.not_enough": (
        "Das Budget reicht nicht: Der Plan verlangt {asked}, und übrig ist {left}; verlangen Sie weniger."
    ),
    # Noise
    "privacy.weight": ("Das Gewicht eines Teils des Rauschens muss über 0 liegen: Schreiben Sie eine positive Zahl."),
    "privacy.sensitivity": (
        "Eine Empfindlichkeit von 0 braucht kein Rauschen: Veröffentlichen Sie den Wert als exakt und ungeschützt."
    ),
    "privacy.hardly_any_noise": ("Dieses Epsilon und dieses Delta lassen kaum Rauschen zu: Wählen Sie kleinere."),
    "privacy.promises_nothing": "Ein Epsilon über {most} sichert nichts zu: Wählen Sie ein kleineres.",
    "privacy.out_of_reach": (
        "Dieses Epsilon und dieses Delta sind für Gauß-Rauschen unerreichbar: Wählen Sie gewöhnliche Werte."
    ),
    "privacy.too_small_for_rho": (
        "Epsilon und Delta sind zu klein, um über Rho erreicht zu werden: Wählen Sie ein größeres Epsilon."
    ),
    "privacy.noise_not_exact": (
        "Der Parameter {name} des Rauschens muss exakt sein, Fraction oder int: {kind} ist es nicht."
    ),
    "privacy.noise_range": (
        "Der Parameter {name} des Rauschens muss über 0 liegen und darf höchstens 2^{power} sein: Wählen Sie ein "
        "größeres Budget oder stellen Sie weniger Fragen."
    ),
    "privacy.noise_values": "Die Zahl der Rauschwerte darf nicht negativ sein: Verlangen Sie 0 oder mehr.",
}
