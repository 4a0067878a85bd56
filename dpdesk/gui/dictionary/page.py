"""Step 2: what is public about the file: variables, codes, bounds, bins.

At the left the variables, at the right the chosen one, or a tool in its place: proposing variables from the file,
combining columns, grouping codes, confirming what was read. Every edit is a step that can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLineEdit, QStackedWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.read import Read
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.dictionary.editor.editor import VariableEditor
from dpdesk.gui.dictionary.edits import variables as edits
from dpdesk.gui.dictionary.edits.codes import all_codes, rename_code
from dpdesk.gui.dictionary.language import LabelLanguage
from dpdesk.gui.dictionary.list import VariableList
from dpdesk.gui.dictionary.problem import ProblemBar
from dpdesk.gui.dictionary.proposing import Proposing
from dpdesk.gui.dictionary.reading_bar import ReadingBar
from dpdesk.gui.dictionary.start import StartSheet
from dpdesk.gui.dictionary.toolbar import Toolbar
from dpdesk.gui.dictionary.tools.combine import CombineTool
from dpdesk.gui.dictionary.tools.confirm import ConfirmTool, NewTool
from dpdesk.gui.dictionary.tools.group import Codes, GroupTool
from dpdesk.gui.dictionary.tools.importing import ImportTool
from dpdesk.gui.dictionary.tools.propose import ProposedTool
from dpdesk.gui.dictionary.tools.rules import ImpossibleTool, WeightsTool
from dpdesk.gui.dictionary.tools.tool import Tool
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import label, row, set_role, splitter
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.page import Action, Page, PageName, State
from dpdesk.gui.shared.weights import unanswered_weights, weight_questions

if TYPE_CHECKING:
    from dpdesk.data.proposing.proposal import ProposedVariable


class PageEditing:
    """What the parts of the editor know of the page."""

    def __init__(self, page: DictionaryPage) -> None:
        self._page = page

    @property
    def record(self) -> Tree:
        """The record of the variable in view."""
        return self._page.record

    @property
    def language(self) -> str:
        """The language labels are shown and typed in."""
        return self._page.language

    @property
    def dictionary(self) -> Tree:
        """The whole dictionary."""
        return self._page.desk.dictionary

    @property
    def bound_cost(self) -> Mapping[str, Any] | None:
        """What the upper bound of the variable in view costs by the forecast; None where it says nothing of it."""
        forecast, name = self._page.desk.snapshot.forecast, self._page.record.get("name")
        return next((one for one in (forecast or {}).get("bounds", ()) if one["quantity"] == name), None)

    def columns(self) -> Sequence[str]:
        """The columns of the file, as far as they are known."""
        proposal = self._page.desk.proposal
        return () if proposal is None else proposal.columns

    def edit(self, text: str, record: Tree, merge: str = "") -> None:
        """Replace the record as one undo step."""
        self._page.edit_record(text, record, merge)

    def edit_code(self, text: str, record: Tree, old: str, new: str) -> None:
        """Replace the record after a code got another name, which what refers to it follows."""
        self._page.edit_code(text, record, old, new)

    def refuse(self, sentence: str) -> None:
        """Say why something was not done."""
        self._page.message.say("red", sentence)


class DictionaryPage(Page):
    """The page Dictionary: the list of variables beside the editor of the chosen one, or a tool."""

    name = PageName.DICTIONARY
    help_topic = "dictionary"

    def __init__(self, *arguments: Any, **named_arguments: Any) -> None:
        super().__init__(*arguments, **named_arguments)
        self.language = self._first_language = self.desk.language
        self._at = -1
        self._shown: tuple[str, str] | None = None
        self._weights: tuple[tuple[Any, ...], list[str]] = ((), [])

    def find_field(self) -> QLineEdit:
        """The filter of the variables."""
        return self.list.filter

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Dictionary")

    # Building --------------------------------------------------------------------------------------------------

    def build(self) -> Iterator[None]:
        """Make the widgets and connect them to the desk."""
        self.editing = PageEditing(self)
        self.proposing = Proposing(self.desk, self)
        self.body.setSpacing(UNIT)
        head = row()
        head.addWidget(label(self.tr("Dictionary"), "title", wrap=False))
        head.addStretch(1)
        self.languages = LabelLanguage(self.language)
        self.tools, self.reading, self.problem = Toolbar(), ReadingBar(), ProblemBar()
        head.addWidget(self.tools.questions)
        head.addWidget(self.languages)
        self.body.addLayout(head)
        for bar in (self.tools, self.reading, self.problem):
            self.body.addWidget(bar)
        yield
        split = splitter(Qt.Orientation.Horizontal)
        self.list = VariableList()
        self.list.setMinimumWidth(300)
        self.stack = QStackedWidget()
        self.stack.setMinimumWidth(584)
        self.editor = VariableEditor(self.editing)
        yield
        self.editor.prepare()
        yield
        self.nothing = StartSheet()
        self.stack.addWidget(self.nothing)
        self.stack.addWidget(self.editor)
        split.addWidget(self.list)
        split.addWidget(self.stack)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        split.setSizes([580, 644])
        self.body.addWidget(split, 1)
        self.list.chosen.connect(self.choose)
        self.list.entered.connect(self._enter)
        self.list.filtered.connect(self._show_list)
        self.list.duplicate.connect(self.duplicate)
        self.list.delete.connect(self.delete)
        self.list.moved.connect(self.move_chosen)
        self.editor.renamed.connect(self._rename)
        self._connect_bars()
        self.follow(self.desk.documents_changed, self._on_documents)
        self.follow(self.desk.snapshot_changed, self._on_snapshot)
        self.follow(self.desk.data_changed, self._on_documents)
        yield
        self._on_documents()

    def _connect_bars(self) -> None:
        self.languages.chosen.connect(self._choose_language)
        self.languages.refused.connect(lambda sentence: self.message.say("red", sentence))
        tools = self.tools
        tools.propose.connect(self.propose)
        tools.new.connect(self.start_new)
        tools.combine.connect(self.start_combining)
        tools.group.connect(self.start_grouping)
        tools.take_in.connect(self.start_importing)
        tools.quantity.connect(self.add_quantity)
        tools.confirm.connect(self.start_confirming)
        tools.rules.connect(self.start_rules)
        tools.weights.connect(self.start_weights)
        self.nothing.begun.connect(self._begin)
        self.proposing.began.connect(self.reading.begin)
        self.proposing.progressed.connect(self.reading.show_fraction)
        self.proposing.ended.connect(self._on_end)
        self.proposing.said.connect(self.message.say)
        self.proposing.found.connect(self._on_proposals)
        self.reading.cancelled.connect(self.cancel)
        self.problem.show_wanted.connect(self.show_problem)
        self.problem.unit_wanted.connect(lambda: self.go.emit(PageName.DATA))

    # The tools, each made when it is first wanted --------------------------------------------------------------

    def _take(self, tool: Tool) -> None:
        theme.dress(tool)
        self.stack.addWidget(tool)
        tool.closed.connect(self._close_tool)
        tool.made.connect(self._add)

    @cached_property
    def proposed(self) -> ProposedTool:
        """What was proposed from the file, and what was not."""
        tool = ProposedTool(self.editing)
        self._take(tool)
        tool.confirm.connect(self.start_confirming)
        return tool

    @cached_property
    def importing(self) -> ImportTool:
        """What files of labels and codes say."""
        tool = ImportTool(self.editing, self.desk.tasks)
        self._take(tool)
        tool.imported.connect(lambda tree, text: self.desk.edit_dictionary(text, tree))
        return tool

    @cached_property
    def confirming(self) -> ConfirmTool:
        """Confirming what was read from the data."""
        tool = ConfirmTool(self.editing)
        self._take(tool)
        tool.confirmed.connect(self._confirm)
        return tool

    @cached_property
    def new_variable(self) -> NewTool:
        """A variable described by hand."""
        tool = NewTool(self.editing)
        self._take(tool)
        return tool

    @cached_property
    def combining(self) -> CombineTool:
        """Several yes-or-no columns made one variable."""
        tool = CombineTool(self.editing)
        self._take(tool)
        return tool

    @cached_property
    def grouping(self) -> GroupTool:
        """The codes of a variable in groups."""
        tool = GroupTool(self.editing)
        self._take(tool)
        return tool

    @cached_property
    def rules(self) -> ImpossibleTool:
        """Combinations that are impossible by public rule."""
        tool = ImpossibleTool(self.editing)
        self._take(tool)
        tool.edited.connect(lambda tree, text: self.desk.edit_dictionary(text, tree))
        return tool

    @cached_property
    def weights(self) -> WeightsTool:
        """What columns named like survey weights are."""
        tool = WeightsTool(self.editing)
        self._take(tool)
        tool.edited.connect(lambda tree, text: self.desk.edit_dictionary(text, tree))
        return tool

    # What the desk holds ---------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The place of the variable in view, -1 if there is none."""
        return self._at

    @property
    def record(self) -> Tree:
        """The record of the variable in view."""
        present = edits.variables(self.desk.dictionary)
        return present[self._at] if 0 <= self._at < len(present) else {}

    def state(self) -> State:
        """Done when there are variables, all of them right and confirmed."""
        dictionary = self.desk.dictionary
        present = edits.variables(dictionary)
        if not present:
            return State(False, self.tr("No variable is described yet."))
        if self.desk.snapshot.dictionary_problem:
            return State(False, self.desk.snapshot.dictionary_problem)
        waiting = edits.unconfirmed(dictionary)
        if waiting:
            names = [edits.title_of(present[at], self.language) for at in waiting]
            more = f" + {len(names) - 3}" if len(names) > 3 else ""
            return State(
                False,
                self.tr("Read from the data and not confirmed to be public: {names}.").format(
                    names=", ".join(names[:3]) + more
                ),
            )
        asked = self._unanswered_weights()
        if asked:
            return State(
                False,
                self.tr("Say what the column ‘{column}’ is, which is named like a survey weight.").format(
                    column=asked[0]
                ),
            )
        return State(True)

    def _unanswered_weights(self) -> list[str]:
        """Columns about which the question is still to be answered."""
        proposal, dictionary = self.desk.proposal, self.desk.dictionary
        columns = () if proposal is None else proposal.columns
        seen = (columns, dictionary.get("variables"), dictionary.get("weight_columns"))
        if not self._weights[0] or any(a is not b for a, b in zip(self._weights[0], seen, strict=True)):
            self._weights = (seen, unanswered_weights(dictionary, columns))
        return self._weights[1]

    def action(self) -> Action | None:
        """On to the tables."""
        ready = bool(edits.variables(self.desk.dictionary))
        return Action(
            self.tr("Next: Tables ▸"),
            lambda: self.go.emit(PageName.TABLES),
            ready,
            self.tr("No variable is described yet."),
        )

    def shown(self) -> None:
        """The page has come into view."""
        if self._at < 0 and edits.variables(self.desk.dictionary):
            self.choose(0)
        if edits.variables(self.desk.dictionary):
            self.list.view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.nothing.take_focus()

    def _on_documents(self) -> None:
        count = len(edits.variables(self.desk.dictionary))
        self._at = min(self._at, count - 1)
        if self._at < 0 and count:
            self._at = 0
        if self.desk.language != self._first_language:
            self.language = self._first_language = self.desk.language
        self.languages.show_languages(edits.languages(self.desk.dictionary, self.desk.language), self.language)
        self._show_list()
        self._show_record()
        self._show_state()
        tool = self.stack.currentWidget()
        if isinstance(tool, Tool):
            tool.refresh()

    def _on_snapshot(self) -> None:
        self._show_list()
        self._show_state()
        self.editor.take_snapshot()

    def _show_list(self) -> None:
        snapshot = self.desk.snapshot
        at = edits.variable_of(snapshot.dictionary_wrong)
        found = None if at is None else (at, snapshot.dictionary_problem)
        self.list.show_variables(edits.variables(self.desk.dictionary), self.language, self._at, found)

    def _show_record(self) -> None:
        record = self.record
        if not record:
            self._shown = None
            if not isinstance(self.stack.currentWidget(), Tool):
                self.stack.setCurrentWidget(self.nothing)
            return
        key = (str(self._at), str(record.get("name")))
        another, self._shown = key != self._shown, key
        if self.stack.currentWidget() is self.nothing:
            self.stack.setCurrentWidget(self.editor)
        self.editor.show_record(record, another=another)

    def _show_state(self) -> None:
        dictionary, has_file = self.desk.dictionary, self.desk.data_path is not None
        self.problem.show_problem(self.desk.snapshot)
        self.tools.show_state(
            self.record.get("kind"),
            variables=len(edits.variables(dictionary)),
            unconfirmed=bool(edits.unconfirmed(dictionary)),
            weights=bool(weight_questions(dictionary, self.editing.columns())),
            has_file=has_file,
            reading=self.proposing.running,
        )
        self.nothing.show_way(has_file=has_file)

    def _choose_language(self, language: str) -> None:
        self.language = language
        self._shown = None
        self._on_documents()

    # Choosing and editing --------------------------------------------------------------------------------------

    def choose(self, at: int) -> None:
        """Show the variable at a place."""
        self._at = at
        if isinstance(self.stack.currentWidget(), Tool):
            self.list.view.setFocus()
            self.stack.setCurrentWidget(self.editor)
        self.list.choose(at)
        self._show_record()
        self._show_state()

    def show_problem(self) -> None:
        """Show the variable the problem is about."""
        at = edits.variable_of(self.desk.snapshot.dictionary_wrong)
        if at is not None and at < len(edits.variables(self.desk.dictionary)):
            self.list.filter.clear()
            self.choose(at)

    def _enter(self) -> None:
        if self.record:
            self.stack.setCurrentWidget(self.editor)
            self.editor.name.setFocus()

    def edit_record(self, text: str, record: Tree, merge: str = "") -> None:
        """Replace the record of the variable in view as one undo step."""
        tree = edits.replace(self.desk.dictionary, self._at, record)
        self.desk.edit_dictionary(text, tree, merge and f"variable-{self._at}-{merge}")

    def edit_code(self, text: str, record: Tree, old: str, new: str) -> None:
        """Replace the record after one of its codes got another name."""
        tree = edits.replace(self.desk.dictionary, self._at, record)
        self.desk.edit_dictionary(text, rename_code(tree, self._at, old, new))

    def _rename(self, name: str) -> None:
        try:
            dictionary, plan = edits.rename(self.desk.dictionary, self.desk.plan, self._at, name)
        except DpdeskError as problem:
            set_role(self.editor.name, "invalid", True)
            self.message.say("red", sentence_of(problem))
            return
        set_role(self.editor.name, "invalid", False)
        self.message.clear()
        self._shown = (str(self._at), name)
        self.desk.edit_both(self.tr("Rename a variable"), dictionary, plan)

    def _add(self, records: list[Tree], text: str) -> None:
        """Add what a tool made below the variable in view and show it."""
        present = edits.variables(self.desk.dictionary)
        at = self._at + 1 if present else 0
        if isinstance(self.stack.currentWidget(), CombineTool):
            at = len(present)
        self.stack.setCurrentWidget(self.editor)
        self._at = at
        self.list.filter.clear()
        self.desk.edit_dictionary(text, edits.add(self.desk.dictionary, records, at))
        self.choose(at)
        self.list.view.setFocus()

    def duplicate(self) -> None:
        """Copy the variable in view under another name."""
        if self.record:
            tree, at = edits.duplicate(self.desk.dictionary, self._at)
            self._at = at
            self.desk.edit_dictionary(self.tr("Duplicate a variable"), tree)

    def delete(self) -> None:
        """Delete the chosen variables; what used them is said, and undo brings them back."""
        places = self.list.places() or ([self._at] if self.record else [])
        present = edits.variables(self.desk.dictionary)
        places = [at for at in places if at < len(present)]
        if not places:
            return
        names = [str(present[at].get("name")) for at in places]
        used = [use for name in names for use in edits.uses(self.desk.dictionary, self.desk.plan, name, self.language)]
        self._at = min(places[0], len(present) - len(places) - 1)
        self._shown = None
        self.desk.edit_dictionary(self.tr("Delete variables"), edits.delete(self.desk.dictionary, places))
        if used:
            self.message.say(
                "amber",
                self.tr("{names} was used in: {uses}. Undo brings it back.").format(
                    names=", ".join(names[:3]), uses="; ".join(dict.fromkeys(used))
                ),
            )

    def move_chosen(self, by: int) -> None:
        """Move the variable in view up or down."""
        if self.record and not self.list.filter.text():
            tree, at = edits.move(self.desk.dictionary, self._at, by)
            if at != self._at:
                self._shown = (str(at), str(self.record.get("name")))
                self._at = at
                self.desk.edit_dictionary(self.tr("Move a variable"), tree)

    # Tools -----------------------------------------------------------------------------------------------------

    def _open_tool(self, tool: Tool) -> None:
        self.message.clear()
        self.stack.setCurrentWidget(tool)
        tool.start()

    def forget(self) -> None:
        """A tool was opened for the documents before."""
        super().forget()
        if isinstance(self.stack.currentWidget(), Tool):
            self.stack.setCurrentWidget(self.editor if self.record else self.nothing)

    def _close_tool(self) -> None:
        self.stack.setCurrentWidget(self.editor if self.record else self.nothing)
        self.list.view.setFocus()

    def start_new(self, kind: str) -> None:
        """Begin a variable by hand."""
        self.new_variable.choose(kind)
        self._open_tool(self.new_variable)

    def start_combining(self) -> None:
        """Begin to combine columns."""
        self.combining.offer(self.list.places())
        self._open_tool(self.combining)

    def start_grouping(self) -> None:
        """Begin to group the variable in view."""
        if self.record and self.record.get("kind") != "quantity":
            self.grouping.offer(self.record, self._codes())
            self._open_tool(self.grouping)

    def _codes(self) -> Codes:
        """The codes of the variable in view: as checked, or as the tree states them."""
        name, made = str(self.record.get("name")), self.desk.snapshot.dictionary
        if (
            made is not None
            and self.desk.snapshot.serial
            and made.has(name)
            and not self.desk.tasks.running("forecast")
        ):
            one = made.variable(name)
            return [
                (code, text.show(self.language), kind is not None)
                for code, text, kind in zip(one.codes, one.labels, one.missing, strict=True)
            ]
        missing = {str(one.get("code")) for one in self.record.get("missing", ())}
        return [(code, shown(text, self.language) or code, code in missing) for code, text in all_codes(self.record)]

    def start_importing(self) -> None:
        """Begin to take labels and codes from a file."""
        path = self.desk.dictionary_path
        self.importing.begin(None if path is None else path.parent)
        self._open_tool(self.importing)

    def start_confirming(self) -> None:
        """Begin to confirm what was read from the data."""
        self._open_tool(self.confirming)

    def start_rules(self) -> None:
        """Begin to edit impossible combinations."""
        self._open_tool(self.rules)

    def start_weights(self) -> None:
        """Begin to answer for columns named like survey weights."""
        self._open_tool(self.weights)

    def _confirm(self, tree: Tree, text: str) -> None:
        self.desk.edit_dictionary(text, tree)
        self.desk.say_read(Read.CONFIRMED)
        self._close_tool()
        if self._unanswered_weights():
            self.start_weights()  # the last question of the step, which nobody looks for by themselves

    def add_quantity(self) -> None:
        """Add the quantity of the number in view: its sums and means."""
        from dpdesk.schema.editing.grouping import quantity_of

        try:
            made = quantity_of(self.record, taken=edits.names(self.desk.dictionary), language=self.language)
        except DpdeskError as problem:
            self.message.say("red", sentence_of(problem))
            return
        self._add([made], self.tr("Add a quantity"))

    # Proposing from the file -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self.desk.data_path is None:
            self.go.emit(PageName.DATA)
        else:
            self.propose()

    def propose(self) -> None:
        """Read the columns that no variable uses yet, and propose a variable for each."""
        self.proposing.begin(self.language)
        self._show_state()

    def cancel(self) -> None:
        """Stop reading; nothing is kept of what was read."""
        self.proposing.cancel()

    def _on_end(self) -> None:
        self.reading.hide()
        self._show_state()

    def _on_proposals(self, proposals: tuple[ProposedVariable, ...], records: list[Tree]) -> None:
        self.combining.flags = {**self.combining.flags, **{one.column: one.flag for one in proposals if one.flag}}
        if records:
            dictionary = self.desk.dictionary
            self._at = len(edits.variables(dictionary))  # the first of them is in view
            self.desk.edit_dictionary(self.tr("Propose variables from the file"), edits.add(dictionary, records))
        QTimer.singleShot(0, self, lambda: self._show_proposals(proposals))  # in a turn of its own: it is a second page

    def _show_proposals(self, proposals: tuple[ProposedVariable, ...]) -> None:
        self.proposed.offer(proposals)
        self._open_tool(self.proposed)
