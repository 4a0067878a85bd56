"""What the panels of the page Tables share: which table is being edited, what is chosen in it, and the way to edit.

A panel reads the plan's tree and the variables from here and edits through `edit`, which keeps an automatic title
automatic. It also remembers the last tables that could be drawn, so that a slip does not empty the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import Tree, get, shown
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.edits.plan import Place

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Shell
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.variables.variable import Variable


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen in the form: a variable at a place, a measure or a condition by number."""

    kind: str  # "variable" | "measure" | "condition" | ""
    place: Place | None = None
    at: int = -1


NOTHING = Chosen("")


class TableBench(QObject):
    """The table in view over the desk."""

    plan_changed = Signal()  # the plan's tree is new, or another table is in view
    table_chosen = Signal(int)
    chosen_changed = Signal()  # another variable, measure or condition is chosen
    checked = Signal()  # the desk's snapshot is new
    variables_changed = Signal()  # the dictionary's variables are new
    focus_wanted = Signal(object)  # put the focus on a Chosen, once drawn
    options_wanted = Signal()  # put the focus on the options of what is chosen

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.t = 0
        self.chosen = NOTHING
        self._dictionary: Dictionary | None = None
        self.variables: dict[str, Variable] = {}
        self.take_variables()

    # The table ------------------------------------------------------------------------------------------------

    @property
    def language(self) -> str:
        """The language titles and labels are edited in."""
        return self.desk.language

    @property
    def table(self) -> Tree:
        """The table's tree, empty if there is none."""
        return edits.table_of(self.desk.plan, self.t)

    @property
    def count(self) -> int:
        """Number of tables."""
        return len(self.desk.plan.get("tables", []))

    def choose_table(self, t: int) -> None:
        """Bring another table into view."""
        if t != self.t and 0 <= t < self.count:
            self.t = t
            self.chosen = NOTHING
            self.table_chosen.emit(t)
            self.plan_changed.emit()
            self.chosen_changed.emit()

    def forget(self) -> None:
        """Begin with the first of other tables."""
        self.choose_table(0)
        self.choose(NOTHING)

    def choose(self, chosen: Chosen) -> None:
        """Choose a variable, measure or condition: its options are shown."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.chosen_changed.emit()

    def edit(
        self, text: str, plan: Tree, merge: str = "", *, t: int | None = None, chosen: Chosen | None = None
    ) -> None:
        """Edit the plan as one undo step; an automatic title follows. `t` and `chosen` are in view afterwards."""
        made = edits.retitled(self.desk.plan, plan, self.t, self.labels, self.language)
        if t is not None:
            self.t, self.chosen = t, NOTHING
        if chosen is not None:
            self.chosen = chosen
        before = self.desk.plan
        self.desk.edit_plan(text, made, f"{merge}:{self.t}" if merge else "")
        if self.desk.plan is before:
            self.plan_changed.emit()
        if t is not None:
            self.table_chosen.emit(t)
        if chosen is not None or t is not None:
            self.chosen_changed.emit()
        if chosen is not None and chosen.kind:
            self.focus_wanted.emit(chosen)

    def take_documents(self) -> None:
        """The documents on the desk are new: the page that owns the bench says so while it is in view."""
        last = max(self.count - 1, 0)
        self.t = min(self.t, last)
        if self.record(self.chosen) is None and self.chosen.kind:
            self.chosen = NOTHING
        self.plan_changed.emit()
        self.chosen_changed.emit()

    def record(self, chosen: Chosen) -> Any:
        """What is chosen as it stands in the tree, None if it is not there."""
        if chosen.kind == "variable" and chosen.place is not None:
            return edits.nested_at(self.table, chosen.place)
        if chosen.kind == "measure":
            return get(self.table, ["measures", chosen.at]) if chosen.at >= 0 else None
        if chosen.kind == "condition":
            return get(self.table, ["universe", "where", chosen.at]) if chosen.at >= 0 else None
        return None

    @property
    def chosen_record(self) -> Tree:
        """The record of what is chosen, empty if there is none."""
        found = self.record(self.chosen)
        return found if isinstance(found, dict) else {}

    # Variables ------------------------------------------------------------------------------------------------

    def take_variables(self) -> None:
        """Read the variables of the last dictionary that could be checked."""
        dictionary = self.desk.snapshot.dictionary
        if dictionary is not None and dictionary is not self._dictionary:
            self._dictionary = dictionary
            names = [variable["name"] for variable in self.desk.dictionary.get("variables", [])]
            self.variables = {name: dictionary.variable(name) for name in names if dictionary.has(name)}
            self.variables_changed.emit()
        elif not self.desk.dictionary.get("variables") and self.variables:
            self._dictionary, self.variables = None, {}
            self.variables_changed.emit()

    @property
    def labels(self) -> Mapping[str, Mapping[str, str]]:
        """The labels of the variables."""
        found = self.desk.dictionary.get("variables", [])
        return {variable.get("name", ""): variable.get("label", {}) for variable in found}

    def label(self, name: str) -> str:
        """A variable's label in the language in view; its name where it has none."""
        if name in self.variables:
            return self.variables[name].label.show(self.language)
        return shown(self.labels.get(name), self.language) or name

    # What is drawn --------------------------------------------------------------------------------------------

    def problem_at(self) -> int | None:
        """The table the plan's problem is about, None where it is about none or there is no problem."""
        found = self.desk.snapshot.plan_wrong
        if found is None:
            return None
        path = () if found.where is None else found.where.path
        if len(path) > 1 and path[0] == "tables" and isinstance(path[1], int):
            return path[1]
        names = list(edits.names_of(self.desk.plan))
        named = found.values.get("table")
        return names.index(named) if named in names else None

    def shell(self) -> Shell | None:
        """The shell of the table in view, from the snapshot; None where it could not be compiled."""
        compiled = self.desk.snapshot.compiled
        if compiled is None:
            return None
        name = self.table.get("name")
        return next((shell for shell in compiled.shells if shell.name == name), None)
