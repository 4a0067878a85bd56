"""Several yes-or-no columns made into one variable: the record of a combination, written out in rules.

Three ways: every combination of answers has its code (three columns, eight codes); the first column that says
yes decides, in an order of precedence; or each column alone has a code, and rows with several share one. A
row in which a column that matters holds neither its "yes" nor its "no" goes where `otherwise` says; no
answer is ever guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any, Literal

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.editing.starting import friendly_id
from dpdesk.schema.variables.numberformat import clean

Flag = tuple[str, str, str, str]
"""A yes-or-no column: its name, the cell that means yes, the cell that means no, and its label."""
How = Literal["all", "first", "single_or_multiple"]

MOST_COMBINED = 6
MOST_FLAGS = 30
NONE, SEVERAL, NOT_STATED = "none", "several", "NS"
_WORDS = {
    "en": {
        "only": "{} only",
        "and": " and ",
        "not": "{}, not {}",
        "or": " or ",
        "none": "None of these",
        "several": "More than one of these",
        "missing": "Not stated",
    },
    "de": {
        "only": "nur {}",
        "and": " und ",
        "not": "{}, nicht {}",
        "or": " oder ",
        "none": "nichts davon",
        "several": "mehreres davon",
        "missing": "keine Angabe",
    },
}


def combine_flags(
    name: str,
    label: str,
    flags: Sequence[Flag],
    *,
    how: How = "all",
    otherwise: str | dict[str, str] = "nowhere",
    language: str = "en",
    describes: str = "unit",
) -> dict[str, Any]:
    """Return the record of a combination of yes-or-no columns.

    Args:
        name: the name of the new variable.
        label: its label, in `language`.
        flags: the columns, each with the cells that mean yes and no, and a label.
        how: "all": one code for each of the 2^k combinations, k at most 6, none of them first; "first": one
            code for each column in order of precedence, and none; "single_or_multiple": each column alone,
            more than one, and none.
        otherwise: where rows with another cell go: "nowhere", "not_stated" (adds a missing code), or
            {"code": one of the codes}.
        language: of the labels; the joining words are English except in German.
        describes: "unit", "household" or "area".

    Raises:
        BadInput: no column or too many, a column twice, or the same cell for yes and no.
    """
    if how not in ("all", "first", "single_or_multiple"):
        raise BadInput(problem("schema.way_to_combine"))
    most = MOST_COMBINED if how == "all" else MOST_FLAGS
    if not 1 <= len(flags) <= most:
        raise BadInput(problem("schema.how_many_columns", most=most))
    if len({column for column, _, _, _ in flags}) != len(flags):
        raise BadInput(problem("schema.column_chosen_twice"))
    for column, yes, no, _ in flags:
        if clean(yes) == clean(no):
            raise BadInput(problem("schema.yes_is_no", column=column))
    words = _WORDS.get(language.split("-")[0], _WORDS["en"])
    codes, rules = {"all": _all, "first": _first, "single_or_multiple": _single}[how](flags, words)
    record: dict[str, Any] = {
        "name": name,
        "kind": "combination",
        "label": {language: label},
        "columns": [column for column, _, _, _ in flags],
        "describes": describes,
        "codes": [{"code": code, "label": {language: text}} for code, text in codes],
        "rules": rules,
        "otherwise": otherwise,
    }
    if otherwise == "not_stated":
        record["missing"] = [{"code": NOT_STATED, "kind": "not_stated", "label": {language: words["missing"]}}]
        record["otherwise"] = {"code": NOT_STATED}
    return record


Codes = list[tuple[str, str]]
Rules = list[dict[str, Any]]


def _names(flags: Sequence[Flag]) -> list[str]:
    """A short code for each column, none of them one that has another use."""
    taken = [NONE, SEVERAL, NOT_STATED]
    for column, _, _, _ in flags:
        taken.append(friendly_id(column, taken, longest=24))
    return taken[3:]


def _when(flags: Sequence[Flag], yes: Sequence[int], no: Sequence[int]) -> dict[str, list[str]]:
    """The condition that some columns say yes and others no, in the order of the columns."""
    answers = {**dict.fromkeys(yes, 1), **dict.fromkeys(no, 2)}
    return {flags[flag][0]: [clean(flags[flag][answers[flag]])] for flag in sorted(answers)}


def _all(flags: Sequence[Flag], words: dict[str, str]) -> tuple[Codes, Rules]:
    names, every = _names(flags), range(len(flags))
    chosen = [tuple(flag for flag in every if answer[flag]) for answer in product((True, False), repeat=len(flags))]
    chosen.sort(key=len)
    codes: Codes = []
    rules: Rules = []
    for yes in chosen:
        labels = [flags[flag][3] for flag in yes]
        code = "+".join(names[flag] for flag in yes) or NONE
        if len(labels) > 1:
            text = _joined(labels, words["and"])
        elif labels:
            text = words["only"].format(labels[0]) if len(flags) > 1 else labels[0]
        else:
            text = words["none"]
        codes.append((code, text))
        rules.append({"when": _when(flags, yes, [flag for flag in every if flag not in yes]), "then": code})
    return codes, rules


def _first(flags: Sequence[Flag], words: dict[str, str]) -> tuple[Codes, Rules]:
    codes: Codes = []
    rules: Rules = []
    for flag, code in enumerate(_names(flags)):
        before = [flags[other][3] for other in range(flag)]
        label = flags[flag][3]
        codes.append((code, words["not"].format(label, _joined(before, words["or"])) if before else label))
        rules.append({"when": _when(flags, [flag], range(flag)), "then": code})
    codes.append((NONE, words["none"]))
    rules.append({"when": _when(flags, [], range(len(flags))), "then": NONE})
    return codes, rules


def _single(flags: Sequence[Flag], words: dict[str, str]) -> tuple[Codes, Rules]:
    every = range(len(flags))
    codes: Codes = []
    rules: Rules = []
    for flag, code in enumerate(_names(flags)):
        label = flags[flag][3]
        codes.append((code, words["only"].format(label) if len(flags) > 1 else label))
        rules.append({"when": _when(flags, [flag], [other for other in every if other != flag]), "then": code})
    if len(flags) > 1:
        codes.append((SEVERAL, words["several"]))
        rules += [{"when": _when(flags, pair, []), "then": SEVERAL} for pair in combinations(every, 2)]
    codes.append((NONE, words["none"]))
    rules.append({"when": _when(flags, [], every), "then": NONE})
    return codes, rules


def _joined(labels: Sequence[str], last: str) -> str:
    """Join labels as a sentence does: "Latino, Black and Asian"."""
    return last.join([", ".join(labels[:-1]), labels[-1]]) if len(labels) > 1 else labels[0]
