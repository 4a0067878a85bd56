"""Columns named like survey weights, and what a draft of the dictionary answers about them.

Pure functions on the tree of the dictionary, without Qt: the page of the dictionary asks the question, and a release
waits for its answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dpdesk.gui.desk.trees import Tree, drop, put
from dpdesk.schema.weights import looks_like_weight


def columns_used(dictionary: Tree) -> list[str]:
    """The columns that the variables name, each once."""
    found: dict[str, None] = {}
    variables = dictionary.get("variables")
    for one in variables if isinstance(variables, list) else ():
        if isinstance(one.get("column"), str) and one["column"]:
            found[one["column"]] = None
        for column in one.get("columns") or ():
            found[column] = None
    return list(found)


def weight_answers(dictionary: Tree) -> dict[str, str]:
    """The answers to the question which columns are survey weights."""
    return {
        str(one.get("column")): str(one.get("answer"))
        for one in dictionary.get("weight_columns", ())
        if isinstance(one, Mapping)
    }


def weight_questions(dictionary: Tree, columns: Iterable[str]) -> list[str]:
    """Columns (of the file, or named by variables) about which the question is asked or was answered."""
    answered = weight_answers(dictionary)
    asked = [one for one in [*columns, *columns_used(dictionary)] if looks_like_weight(one)]
    return list(dict.fromkeys([*asked, *answered]))


def unanswered_weights(dictionary: Tree, columns: Iterable[str]) -> list[str]:
    """Columns (of the file, or named by variables) about which the question is still to be answered."""
    answered = weight_answers(dictionary)
    return [one for one in weight_questions(dictionary, columns) if one not in answered]


def answer_weights(dictionary: Tree, columns: Sequence[str], answer: str) -> Tree:
    """The dictionary with an answer ("weight", "ignored", "not_a_weight", or "" to take it back) for some columns."""
    answers = weight_answers(dictionary)
    for column in columns:
        answers.pop(column, None)
        if answer:
            answers[column] = answer
    rows = [{"column": column, "answer": given} for column, given in answers.items()]
    if not rows:
        return drop(dictionary, ["weight_columns"])
    return put(dictionary, ["weight_columns"], rows)
