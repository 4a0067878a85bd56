"""Edits of a plan's notes: on the release, a table, a row, a column or a cell. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping

from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, drop, ordered, put_text

NOTE_ORDER = ("text", "table", "page", "row", "column", "measure")


def add_note(
    plan: Tree,
    text: str,
    language: str = "en",
    *,
    table: str | None = None,
    page: Mapping[str, str] | None = None,
    row: Mapping[str, str] | None = None,
    column: Mapping[str, str] | None = None,
    measure: str | None = None,
) -> Tree:
    """The plan with one more note; lines are named by the codes of their variables."""
    where = {"table": table, "page": page, "row": row, "column": column, "measure": measure}
    note: Tree = {"text": {language: text}, **{key: value for key, value in where.items() if value}}
    return ordered({**plan, "notes": [*plan.get("notes", []), note]}, PLAN_ORDER)


def set_note_text(plan: Tree, n: int, text: str, language: str = "en") -> Tree:
    """The plan with a note's text in one language."""
    notes = list(plan.get("notes", []))
    if not 0 <= n < len(notes):
        return plan
    changed = put_text(notes[n], ["text"], text, language)
    notes[n] = ordered(changed if "text" in changed else {**changed, "text": {language: ""}}, NOTE_ORDER)
    return {**plan, "notes": notes}


def remove_note(plan: Tree, n: int) -> Tree:
    """The plan without a note."""
    notes = [note for at, note in enumerate(plan.get("notes", [])) if at != n]
    return {**plan, "notes": notes} if notes else drop(plan, ["notes"])


def notes_of(plan: Tree, table: str | None) -> list[tuple[int, Tree]]:
    """The notes on a table (None: on the release) with their places in the plan."""
    return [(n, note) for n, note in enumerate(plan.get("notes", [])) if note.get("table") == table]
