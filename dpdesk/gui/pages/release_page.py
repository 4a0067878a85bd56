"""Step 5: the sheet to sign, and the release.

One page like a contract: what is published about whom, what one person's presence can change, what it costs and what
cannot be taken back. It is signed by typing the release's title; the button is there only when nothing is missing.
Then the true stages are shown, with a way to stop until the first random byte. Nothing here opens the data file before
the button is pressed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QScrollArea, QWidget

from dpdesk.gui.account import price
from dpdesk.gui.edits.trees import put, shown
from dpdesk.gui.pages.page import Action, Page, State
from dpdesk.gui.releasing import STAGES, releasing, start_release
from dpdesk.gui.theme import UNIT
from dpdesk.gui.widgets.release_contract import Contract, Section
from dpdesk.gui.widgets.release_missing import Missing, MissingList
from dpdesk.gui.widgets.release_stages import StageList
from dpdesk.gui.widgets.text import column, field, form, label, named, panel, row, show_if
from dpdesk.gui.words import (
    amount_text,
    day_text,
    factor_text,
    few,
    in_hundred,
    loss_text,
    number_text,
    without_options,
)

if TYPE_CHECKING:
    from dpdesk.gui.release_sheet import Sheet
    from dpdesk.progress import Progress

SHEET = "release-sheet"
"""The owner of the task that works the sheet out."""
_MOST_TABLES = 60
_SIDE = 440


class ReleasePage(Page):
    """See the module."""

    name = "Release"
    help_topic = "release"
    # What `state` asks for before the page is built.
    _sheet: Sheet | None = None
    _sheet_of: tuple[Any, ...] = ()
    _sheet_problem = ""
    _stale = False  # the ledger may say something else than the sheet

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Release")

    def state(self) -> State:
        """Complete once there is a release."""
        if self.desk.release is not None:
            return State(True)
        found = self.missing()
        return State(False, found[0].sentence if found else self.tr("Nothing has been signed yet."))

    def action(self) -> Action | None:
        """On to the finished tables."""
        ready = self.desk.release is not None
        return Action(
            self.tr("Publish ▸"), lambda: self.go.emit("Publish"), ready, self.tr("Nothing has been released yet.")
        )

    # Building -------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the contract and, beside it, what is missing, the signature, and the stages."""
        self.releasing = releasing(self.desk)
        self.contract = Contract(self.tr("The sheet to sign"))
        both: QHBoxLayout = row(spacing=UNIT * 2)
        both.addWidget(self.contract, 3)
        both.addWidget(self._side(), 2)
        both.addStretch(0)
        self.body.addLayout(both, 1)
        desk = self.desk
        self.follow(desk.documents_changed, self._refresh)
        self.follow(desk.snapshot_changed, self._refresh)
        self.follow(desk.account_changed, self._refresh)
        self.follow(desk.data_changed, self._refresh)
        self.follow(desk.release_changed, self._refresh)
        self.releasing.changed.connect(self._show_progress)
        self.releasing.finished.connect(self._on_finished)

    def _side(self) -> QWidget:
        holder = QWidget()
        layout = column(holder, spacing=UNIT * 2)
        layout.addWidget(self._refusal_panel())
        layout.addWidget(self._progress_panel())
        layout.addWidget(self._release_panel())
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumWidth(_SIDE - 60)
        area.setMaximumWidth(_SIDE + 120)
        area.setWidget(holder)
        area.setAccessibleName(self.tr("Signature and progress"))
        return area

    def _release_panel(self) -> QFrame:
        self.sign_panel = panel()
        layout = column(self.sign_panel, margin=UNIT * 2, spacing=UNIT)
        fields = form()
        self.title_field = QLineEdit()
        self.title_field.textEdited.connect(self._on_title)
        field(
            fields,
            self.tr("&Title of the release"),
            self.title_field,
            self.tr("Stands on the cover of the workbook; it is typed once more below, to sign."),
        )
        self.office_field, self.role_field = QLineEdit(), QLineEdit()
        self.office_field.setPlaceholderText(self.tr("optional"))
        self.role_field.setPlaceholderText(self.tr("optional"))
        text = self.tr("Written into the ledger and the workbook. An office or a role, not the name of a person.")
        field(fields, self.tr("&Office"), self.office_field, text)
        field(fields, self.tr("&Role"), self.role_field, text)
        layout.addLayout(fields)
        self.missing_head = label(self.tr("Still missing"), "heading")
        self.missing_list = MissingList()
        self.missing_list.wanted.connect(self._lead)
        layout.addSpacing(UNIT)
        layout.addWidget(self.missing_head)
        layout.addWidget(self.missing_list)
        layout.addSpacing(UNIT)
        self.sign_label = label()
        self.sign_field = QLineEdit()
        self.sign_label.setBuddy(self.sign_field)
        named(
            self.sign_field,
            self.tr("Type the release's title to sign"),
            self.tr("The button Release opens when this is exactly the title of the release."),
        )
        self.sign_field.textChanged.connect(self._show_button)
        self.release_button = QPushButton(self.tr("Release", "button"))
        self.release_button.setProperty("danger", True)
        self.release_button.setAccessibleDescription(
            self.tr("Counts the data, draws the noise once and spends the budget. This cannot be taken back.")
        )
        self.release_button.clicked.connect(self._release)
        self.sign_field.returnPressed.connect(self.release_button.setFocus)
        self.why_label = label(role="caption")
        below = row()
        below.addWidget(self.why_label, 1)
        below.addWidget(self.release_button)
        layout.addWidget(self.sign_label)
        layout.addWidget(self.sign_field)
        layout.addLayout(below)
        return self.sign_panel

    def _refusal_panel(self) -> QFrame:
        self.refusal_panel = panel()
        layout = column(self.refusal_panel, margin=UNIT * 2, spacing=UNIT)
        self.refusal_head = label(self.tr("The release was refused"), "irreversible")
        self.refusal_text = label()
        self.reason_label = label(self.tr("Reason, for the ledger"), wrap=False)
        self.reason_field = QLineEdit()
        self.reason_label.setBuddy(self.reason_field)
        named(
            self.reason_field,
            self.tr("Reason, for the ledger"),
            self.tr("Why the release may go on all the same; it is kept in the ledger for good."),
        )
        self.accept_button = QPushButton(self.tr("Accept and release"))
        self.accept_button.setProperty("danger", True)
        self.accept_button.clicked.connect(self._accept)
        self.reason_field.textChanged.connect(self._show_button)
        self.reason_field.returnPressed.connect(self.accept_button.setFocus)
        self.lead_button = QPushButton(self.tr("Lower the budget of this plan"))
        self.lead_button.clicked.connect(lambda: self.go.emit("Accuracy"))
        layout.addWidget(self.refusal_head)
        layout.addWidget(self.refusal_text)
        layout.addWidget(self.reason_label)
        layout.addWidget(self.reason_field)
        below = row()
        below.addStretch(1)
        below.addWidget(self.lead_button)
        below.addWidget(self.accept_button)
        layout.addLayout(below)
        self.refusal_panel.hide()
        return self.refusal_panel

    def _progress_panel(self) -> QFrame:
        self.progress_panel = panel()
        layout = column(self.progress_panel, margin=UNIT * 2, spacing=UNIT)
        self.progress_head = label(role="heading")
        names = {
            "plan": self.tr("Check the plan"),
            "fingerprint": self.tr("Take the file's fingerprint"),
            "reserve": self.tr("Reserve the budget"),
            "count": self.tr("Read and count"),
            "compare": self.tr("Compare the fingerprint: has the file changed?"),
            "draw": self.tr("Draw the noise"),
            "seal": self.tr("Seal the noisy numbers"),
            "add": self.tr("Make the figures add up"),
            "enter": self.tr("Enter the release in the ledger"),
        }
        self.stages = StageList([names[one] for one in STAGES])
        self.stop_note = label(role="caption")
        self.stop_button = QPushButton(self.tr("Cancel"))
        self.stop_button.setAccessibleDescription(self.tr("Stops before any noise is drawn; nothing is spent then."))
        self.stop_button.clicked.connect(self.releasing.stop)
        self.result_text = label()
        self.head_label = label(self.tr("Head of the ledger"), "caption", wrap=False)
        self.head_field = QLineEdit()
        self.head_field.setReadOnly(True)
        self.head_label.setBuddy(self.head_field)
        named(
            self.head_field,
            self.tr("Head of the ledger"),
            self.tr("The workbook quotes it: with it the release can be found in the ledger and checked."),
        )
        self.publish_button = QPushButton(self.tr("Publish ▸"))
        self.publish_button.clicked.connect(lambda: self.go.emit("Publish"))
        below = row()
        below.addWidget(self.stop_note, 1)
        below.addWidget(self.stop_button)
        below.addWidget(self.publish_button)
        layout.addWidget(self.progress_head)
        layout.addWidget(self.stages)
        layout.addWidget(self.result_text)
        layout.addWidget(self.head_label)
        layout.addWidget(self.head_field)
        layout.addLayout(below)
        self.progress_panel.hide()
        return self.progress_panel

    # Showing --------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        """Work the sheet out anew: the ledger may have another entry. Until then the one in view stays."""
        self._stale = True
        self._refresh()

    def _refresh(self) -> None:
        desk = self.desk
        title = self._title()
        if self.title_field.text() != title:
            self.title_field.setText(title)
            self.title_field.setCursorPosition(0)
        if self.isVisible():
            self._read_sheet()
        self.contract.show_contract(title or self.tr("A release without a title"), self._sections())
        self.missing_list.show_missing(self.missing())
        show_if(self.missing_head, bool(self.missing_list.sentences))
        self.sign_label.setText(
            self.tr("Type the release's title to sign: {title}").format(title=title)
            if title
            else self.tr("Type the release's title to sign.")
        )
        self._show_button()
        self._show_progress()
        if desk.release is None and not self.releasing.running and self.releasing.ended is None:
            self.progress_panel.hide()
        self.changed.emit()

    def _title(self) -> str:
        return shown(self.desk.plan.get("title"), self.desk.language)

    def _on_title(self, text: str) -> None:
        plan = put(self.desk.plan, ["title", self.desk.language], text)
        self.desk.edit_plan(self.tr("title of the release"), plan, "release-title")

    def _lead(self, page: str) -> None:
        if page:
            self.go.emit(page)
        else:
            self.title_field.setFocus()

    def missing(self) -> list[Missing]:
        """What stands between the documents and a release, in the order of the path."""
        desk, shot = self.desk, self.desk.snapshot
        found: list[Missing] = []
        if desk.data_path is None:
            found.append(Missing(self.tr("No data file is chosen."), self.tr("Choose it"), "Data"))
        if shot.missing or not desk.dictionary.get("variables"):
            found += self._missing_fields()
        elif shot.dictionary_problem:
            found.append(Missing(without_options(shot.dictionary_problem), self.tr("Mend it"), "Dictionary"))
        elif not desk.plan.get("tables"):
            found.append(Missing(self.tr("There is no table yet."), self.tr("Build one"), "Tables"))
        elif shot.plan_problem:
            found.append(Missing(without_options(shot.plan_problem), self.tr("Mend it"), "Tables"))
        else:
            found += self._missing_in_plan()
        if not self._title().strip():
            found.append(Missing(self.tr("The release has no title."), self.tr("Give it one"), ""))
        return found

    def _missing_fields(self) -> list[Missing]:
        shot, found = self.desk.snapshot, []
        names = {
            "dataset_id": self.tr("the short name of the data set"),
            "title": self.tr("the title of the data set"),
            "source": self.tr("how the file is written"),
            "data_kind": self.tr("whether it is a complete count or a sample"),
            "unit": self.tr("who is protected"),
            "neighbours": self.tr("what neighbours are"),
            "budget_cap": self.tr("what may be spent in all"),
        }
        if shot.missing:
            listed = ", ".join(names.get(one, one) for one in shot.missing)
            found.append(Missing(self.tr("Not said yet: {fields}.").format(fields=listed), self.tr("Say it"), "Data"))
        if not self.desk.dictionary.get("variables"):
            found.append(Missing(self.tr("There is no variable yet."), self.tr("Add variables"), "Dictionary"))
        return found

    def _missing_in_plan(self) -> list[Missing]:
        desk, shot, found = self.desk, self.desk.snapshot, []
        if shot.unconfirmed and not (self._current() and not self._known().unconfirmed):
            labels = self._known().unconfirmed if self._current() else shot.unconfirmed
            found.append(
                Missing(
                    self.tr("Read from the data and not confirmed as public knowledge: {names}.").format(
                        names=few(labels)
                    ),
                    self.tr("Confirm"),
                    "Dictionary",
                )
            )
        if desk.account_problem:
            found.append(Missing(without_options(desk.account_problem), self.tr("Look at the ledger"), "Ledger"))
        if not desk.checked and not self._current():
            found.append(Missing(self.tr("The plan is still being checked.")))
        elif shot.forecast is None and not self._current():
            found.append(Missing(self.tr("The accuracy of the plan is not known."), self.tr("Look"), "Accuracy"))
        elif self._sheet_problem or (self._current() and self._known().problem):
            sentence = self._sheet_problem or self._known().problem
            found.append(Missing(without_options(sentence), self.tr("Mend it"), "Accuracy"))
        elif self._over_budget():
            found.append(
                Missing(self.tr("The plan asks for more than is left of the budget."), self.tr("Lower it"), "Accuracy")
            )
        elif self.built and not self._current():
            found.append(Missing(self.tr("The sheet is being worked out.")))
        return found

    def _over_budget(self) -> bool:
        if self._current():
            sheet = self._known()
            return not sheet.before and not sheet.affordable
        account, plan = self.desk.account, self.desk.snapshot.plan
        asked = price(plan) if plan is not None else None
        return (
            account is not None
            and asked is not None
            and any(asked.get(unit, 0) > left for unit, left in account.left.items())
        )

    # The sheet ------------------------------------------------------------------------------------------------

    def _key(self) -> tuple[Any, ...]:
        desk = self.desk
        return (desk.dictionary, desk.plan, desk.account, desk.ledger_path)

    def _current(self) -> bool:
        """Whether the sheet is about what stands on the desk."""
        if not self.built or self._sheet is None or not self._sheet_of:
            return False
        return _same(self._sheet_of, self._key())

    def _known(self) -> Sheet:
        if self._sheet is None:
            raise LookupError("the sheet is not there yet")
        return self._sheet

    def _read_sheet(self) -> None:
        desk, key = self.desk, self._key()
        unchanged = bool(self._sheet_of) and _same(self._sheet_of, key)
        if unchanged and not self._stale:
            return
        if not desk.checked or desk.snapshot.forecast is None or desk.snapshot.missing:
            return
        make, ledger, language = desk.plan_maker(), desk.ledger_path, desk.language
        self._stale = False
        self._sheet_of, self._sheet_problem = key, ""
        if not unchanged:
            self._sheet = None

        def work(progress: Progress) -> Sheet:
            from dpdesk.gui.release_sheet import read_sheet

            return read_sheet(make(), ledger, language)

        desk.tasks.start(SHEET, work, self._on_sheet, self._on_sheet_problem)

    def _on_sheet(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._refresh()

    def _on_sheet_problem(self, sentence: str) -> None:
        self._sheet_problem = sentence
        self._refresh()

    def _sections(self) -> list[Section]:
        desk = self.desk
        sections: list[Section] = []
        if self._current():
            sheet = self._known()
            sections += [
                self._what(sheet), self._whom(sheet), self._odds(sheet), self._cost(sheet), self._exact(sheet)
            ]  # fmt: skip
        else:
            waiting = self.tr("This sheet is filled in when the data, the dictionary and the tables are complete.")
            sections.append(Section(self.tr("What will be published"), (waiting,)))
        sections.append(
            Section(
                self.tr("What cannot be taken back"),
                (
                    self.tr("One release, once: the noise is drawn a single time, and there is no “draw again”."),
                    self.tr("The budget that is spent does not come back, whatever becomes of the tables."),
                    self.tr(
                        "Exporting again, correcting titles, labels and notes, and opening the release cost nothing."
                    ),
                ),
                "irreversible",
            )
        )
        places = [
            self.tr("Data file: {path}").format(path=desk.data_path or self.tr("not chosen")),
            self.tr("Ledger: {path}").format(path=desk.ledger_path),
        ]
        if self._current():
            places += self._record(self._known())
        sections.append(Section(self.tr("Files and confirmations"), tuple(places)))
        return sections

    def _what(self, sheet: Sheet) -> Section:
        count = len(sheet.tables)
        head = (
            self.tr("One table with {cells} cells, each with a noise margin:")
            if count == 1
            else self.tr("{tables} tables with {cells} cells, each with a noise margin:")
        )
        lines = [
            self.tr("•  {title} ({cells} cells)").format(title=one.title, cells=f"{one.cells:,}")
            for one in sheet.tables[:_MOST_TABLES]
        ]
        if count > _MOST_TABLES:
            lines.append(self.tr("and {more} more").format(more=count - _MOST_TABLES))
        return Section(
            self.tr("What will be published"),
            (head.format(tables=count, cells=f"{sheet.cells:,}"), "\n".join(lines)),
        )

    def _whom(self, sheet: Sheet) -> Section:
        unit = self.desk.dictionary.get("unit", {})
        who = shown(unit.get("label"), self.desk.language)
        if unit.get("kind") == "id":
            protected = self.tr(
                "Protected is {who}: all rows with the same {column} together, of which at most {rows} are counted."
            ).format(who=who, column=unit.get("column", ""), rows=unit.get("max_rows", 1))
        else:
            protected = self.tr("Protected is {who}: each row of the file stands for one.").format(who=who)
        known = (
            self.tr("The total number is not treated as known.")
            if self.desk.dictionary.get("neighbours") == "add_remove"
            else self.tr("The total number is treated as known and is not protected.")
        )
        universes = list(dict.fromkeys(one.universe for one in sheet.tables if one.universe))
        about = [self.tr("Universe: {text}").format(text=text) for text in universes]
        return Section(self.tr("About whom"), (f"{protected} {known}", *about))

    def _odds(self, sheet: Sheet) -> Section:
        odds = sheet.odds
        removed = self.desk.dictionary.get("neighbours") == "add_remove"
        event = (
            self.tr("whether one of them is in the file at all") if removed
            else self.tr("what the file says about one of them")
        )  # fmt: skip
        if odds.factor < 1e6:
            change = self.tr(
                "The tables can multiply the odds of any conclusion about {event} by at most {factor} "
                "(ε {epsilon}): odds of 1 to 1 become at most {factor} to 1"
            ).format(event=event, factor=factor_text(odds.factor), epsilon=f"{odds.epsilon:.3g}")
        else:
            change = self.tr("The tables can multiply the odds of a conclusion about {event} by more than a million")
            change = change.format(event=event)
        if odds.delta is not None:
            change += self.tr(", apart from a chance of {delta} (δ)").format(delta=_chance(odds.delta))
        guess = self.tr(
            "Somebody who knows everything else and guesses {event} is right at most {right} times in 100; by mere "
            "chance it would be 50."
        ).format(event=event, right=in_hundred(odds.right, 1))
        paragraphs = [f"{change}.", guess]
        if odds.converted:
            paragraphs.append(self.tr("The budget is counted in ρ; the odds are those it converts to at this δ."))
        return Section(self.tr("What one person's presence can change"), tuple(paragraphs))

    def _cost(self, sheet: Sheet) -> Section:
        if sheet.before:
            entry, date = sheet.before[-1]
            return Section(
                self.tr("What it costs"),
                (
                    self.tr(
                        "This very plan was released before on this account, on {date} (entry {entry}). On the same "
                        "file, releasing it again returns the stored release and costs nothing; nothing is drawn."
                    ).format(date=day_text(date, self.desk.language), entry=entry),
                ),
            )
        asked = self.tr("This release spends {cost}.").format(cost=amount_text(sheet.cost))
        if sheet.affordable:
            left = self.tr("Afterwards {left} remains of the budget of these data.").format(
                left=amount_text(sheet.left)
            )
            return Section(self.tr("What it costs"), (asked, left))
        over = amount_text({unit: -value for unit, value in sheet.left.items() if value < 0})
        left = self.tr("That is {over} more than is left of the budget of these data.").format(over=over)
        return Section(self.tr("What it costs"), (asked, left), "irreversible")

    def _exact(self, sheet: Sheet) -> Section:
        found = []
        if sheet.exact:
            found.append(
                self.tr(
                    "Published exactly and without protection, because no neighbour changes it: counts marked x in "
                    "{tables}."
                ).format(tables=few(sheet.exact))
            )
        if sheet.impossible:
            found.append(self.tr("Cells that are impossible by public rule are empty by that rule."))
        if not sheet.exact:
            found.insert(0, self.tr("Nothing is published exactly: every count bears noise."))
        return Section(self.tr("What is exact and unprotected"), tuple(found))

    def _record(self, sheet: Sheet) -> list[str]:
        language, lines = self.desk.language, []
        if sheet.unconfirmed:
            lines.append(self.tr("Not confirmed as public knowledge: {names}.").format(names=few(sheet.unconfirmed)))
        for said in dict.fromkeys(words for _, words in sheet.confirmed):
            names = [name for name, words in sheet.confirmed if words == said]
            lines.append(self.tr("Domain of {names}: {said}.").format(names=few(names), said=said))
        if not sheet.confirmed and not sheet.unconfirmed:
            lines.append(self.tr("No domain was read from the data."))
        if sheet.looked:
            date, entry = sheet.looked[-1]
            lines.append(
                self.tr(
                    "Somebody looked at exact figures of the file on {date} (entry {entry}): what was changed after "
                    "that lies outside the guarantee."
                ).format(date=day_text(date, language), entry=entry)
            )
        else:
            lines.append(self.tr("Nobody has looked at exact figures of the file (by this ledger)."))
        return lines

    # Signing and releasing ------------------------------------------------------------------------------------

    def _show_button(self) -> None:
        title, running = self._title(), self.releasing.running
        signed = bool(title.strip()) and self.sign_field.text() == title
        ready = not self.missing_list.sentences and not running
        self.sign_field.setEnabled(not running)
        self.release_button.setEnabled(signed and ready)
        if running:
            self.why_label.setText(self.tr("A release is under way."))
        elif not ready:
            self.why_label.setText(self.tr("Something is missing, see above."))
        else:
            self.why_label.setText("" if signed else self.tr("Not signed yet."))
        self.accept_button.setEnabled(signed and bool(self.reason_field.text().strip()) and not running)

    def _release(self) -> None:
        if not self.release_button.isEnabled():
            return
        self._begin("", "")

    def _accept(self) -> None:
        if not self.accept_button.isEnabled():
            return
        ended, reason = self.releasing.ended, self.reason_field.text().strip()
        cause = ended.cause if ended is not None else ""
        changed = reason if cause == "changed data" else self._accepted[0]
        known = reason if cause == "known fingerprint" else self._accepted[1]
        self._begin(changed, known)

    def _begin(self, changed: str, known: str) -> None:
        self._accepted = (changed, known)
        self.reason_field.clear()
        start_release(
            self.desk,
            accept_changed=changed,
            confirm_known=known,
            office=self.office_field.text(),
            role=self.role_field.text(),
        )

    def _on_finished(self) -> None:
        ended = self.releasing.ended
        if ended is not None and ended.outcome is not None:
            self.sign_field.clear()
        self._stale = True
        self._refresh()

    def _show_progress(self) -> None:
        now, ended = self.releasing, self.releasing.ended
        running = now.running
        show_if(self.progress_panel, running or (ended is not None and not ended.sentence))
        show_if(self.refusal_panel, not running and ended is not None and bool(ended.sentence))
        show_if(self.stop_button, running)
        self.stop_button.setEnabled(running and not now.drawing and not now.stopping)
        finished = not running and ended is not None and ended.outcome is not None
        for one in (self.publish_button, self.head_label, self.head_field):
            show_if(one, finished)
        show_if(self.result_text, not running)
        if running:
            self.progress_head.setText(self.tr("Releasing"))
            self.stages.show_stage(now.stage, now.fraction)
            if now.drawing:
                self.stop_note.setText(self.tr("Noise is being drawn: this can no longer be stopped."))
            elif now.stopping:
                self.stop_note.setText(self.tr("Stopping; if noise is drawn already, the release is finished."))
            else:
                self.stop_note.setText(self.tr("Until noise is drawn, nothing is spent."))
        elif ended is not None:
            self.stop_note.setText("")
            self._show_end()
        self._show_button()

    def _show_end(self) -> None:
        now, ended = self.releasing, self.releasing.ended
        if ended is None:
            return
        if ended.outcome is not None:
            made, again = ended.outcome.release, ended.outcome.again
            self.stages.show_stage(now.stage if again else len(STAGES) - 1, None, over=True, skipped=again)
            self.progress_head.setText(self.tr("Released before; shown again") if again else self.tr("Released"))
            spent = (
                self.tr("Nothing was spent this time.") if again
                else self.tr("Spent: {loss}.").format(loss=loss_text(made.loss.to_json()))
            )  # fmt: skip
            lines = [
                spent,
                self.tr("Entry {entry} of the ledger, {date}.").format(
                    entry=made.entry, date=day_text(made.date, self.desk.language)
                ),
            ]
            if ended.outcome.notice:
                lines.append(without_options(ended.outcome.notice))
            self.result_text.setText("\n".join(lines))
            self.head_field.setText(made.head)
            self.head_field.setCursorPosition(0)
        elif ended.stopped:
            self.stages.show_stage(now.stage, None, over=True, skipped=True)
            self.progress_head.setText(self.tr("Stopped"))
            self.result_text.setText(self.tr("Nothing was drawn, nothing was spent."))
        else:
            acceptable = ended.cause in ("changed data", "known fingerprint")
            self.refusal_text.setText(self._refusal(ended.cause) or ended.sentence)
            for one in (self.reason_label, self.reason_field, self.accept_button):
                show_if(one, acceptable)
            show_if(self.lead_button, ended.cause == "budget")

    def _refusal(self, cause: str) -> str:
        return {
            "changed data": self.tr(
                "The data file is not the one these data were released from before. If it is a corrected file of the "
                "same people, give the reason and release: it goes on spending the same budget."
            ),
            "known fingerprint": self.tr(
                "This very file is already recorded under another data set of the ledger. Spending on both adds up for "
                "the same people: give the reason why that is meant, or correct the name of the data set."
            ),
        }.get(cause, "")

    _accepted: tuple[str, str] = ("", "")


def _same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two keys name the same things, the plan's title apart: typing it changes nothing else on the sheet."""
    plan, now = one[1], other[1]
    rest = (*one[:1], *one[2:]), (*other[:1], *other[2:])
    return (
        all(left is right for left, right in zip(*rest, strict=True))
        and plan.keys() == now.keys()
        and all(plan[name] is now[name] for name in plan if name != "title")
    )


def _chance(delta: Any) -> str:
    """A small chance in words: 1 in 1,000,000."""
    return f"1 : {int(1 / delta):,}" if delta < 0.01 else number_text(delta)
