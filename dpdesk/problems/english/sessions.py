"""What is wrong with a session of questions, in English: its file, its method, and the questions asked."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    "planning.session_dictionary_outside": "{place} must be relative to the session's own folder.",
    "planning.session_other_meaning": (
        "{place} is not the meaning of the dictionary {dictionary}, which has changed since the session was made; "
        "check it, then write {meaning} there."
    ),
    "planning.failure": '{place} must be above 0 and below 1; it is a chance such as "1/20".',
    "planning.session_size_seen": (
        "{place} is needed: in a workbook a row of empty cells looks like no record, and the number of lines would "
        "tell whether there is one; state a public number of records."
    ),
    "planning.loss_with_delta": ('{place} must be {{"epsilon", "delta"}}: that is what {method} can promise.'),
    "planning.loss_without_delta": '{place} must be {{"epsilon"}} alone: that is what {method} can promise.',
    "planning.session_not_payable": (
        "{place} cannot be paid: the account of {account} adds up {adds}, and {method} promises epsilon with delta; "
        "choose a method that promises epsilon alone."
    ),
    "planning.one_variable": "{place} must name one variable: {method} asks along its order.",
    "planning.along_no_order": (
        "{place}: '{variable}' has no order of codes, along which {method} asks; name another."
    ),
    "planning.lower_upper": "{place} must be less than upper.",
    "planning.accuracy": '{place} must be above 0 and below 1; it is a share of size such as "1/20".',
    "planning.needs_replacement": (
        "{place}: randomized-response publishes a line for every record, so it needs a dictionary in which one unit is "
        "replaced by another; choose another method."
    ),
    "planning.size_needed": (
        "{place} is needed: randomized-response publishes as many lines for one unit as for another, so the number of "
        "units must be public; state it."
    ),
    "planning.session_quantity": ("{place} names '{name}', a quantity without codes; name a variable that has codes."),
    "planning.session_twice": "{place} names '{name}' a second time; leave it out.",
    "planning.session_cells": (
        "{place} have {cells:,} combinations of codes, more than {most:,}; leave one out or take a coarser one."
    ),
    # Questions
    "planning.not_asked_about": "This session does not ask about '{name}'; it knows {known}.",
    "planning.each_related": ("Ask for each code of variables that are not made of one another; leave one out."),
    "planning.each_along": "This session asks along '{variable}' only; ask for each of its codes.",
    "planning.question_along": (
        "This session asks along '{variable}' only; name one code of it, as in {variable}<=CODE."
    ),
    "planning.question_upwards": ("This session asks from the lowest code of '{variable}' up; write {variable}<=CODE."),
    "planning.question_long": "The question is too long; ask for a range, or for a level of a hierarchy.",
    "planning.question_object": ('A question must be an object such as {{"age": {{"from": "18", "to": "64"}}}}.'),
    "planning.question_codes": "The codes of '{name}' in a question must be texts.",
    "planning.question_list": ('The question must give \'{name}\' a list of codes, or {{"from": …, "to": …}}.'),
    "planning.question_twice": "The question names '{name}' twice; put its codes into one list.",
    "planning.question_excludes": ("The question counts nobody: its conditions on '{variable}' exclude each other."),
    "planning.question_quotes": "The question has a quotation mark without its partner; close it.",
    "planning.question_empty": "A question needs something to ask for, for example {example}.",
    "planning.no_question": "'{part}' is not a question; write for example {example}.",
    "planning.one_code_after": "'{part}' is not a question: after {sign} comes one code.",
    "planning.between_commas": ("'{part}' is not a question: between commas stands one code or FIRST..LAST."),
    "planning.no_code_there": "The question counts nobody: '{variable}' has no code there.",
    "planning.no_boundary": "{text} is not a boundary of the bins of '{variable}'; name one of its codes.",
    "planning.range_backwards": "The range {first}..{last} of '{variable}' runs backwards; turn it round.",
    "planning.question_no_order": ("The codes of '{variable}' have no order; list them, as in {variable}=CODE,CODE."),
    "planning.question_not_ordered": ("'{code}' is not among the ordered codes of '{variable}'; list it by itself."),
    "planning.question_code": "'{code}' is not a code of '{variable}'; its codes are {known}.",
}
