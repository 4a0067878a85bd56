"""The entries of a ledger as rows, each said in a sentence when its row comes into view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Qt

from dpdesk.gui.kit.rows import HeadedModel, Index
from dpdesk.gui.kit.words import SYMBOLS, amount_text, decimals_of
from dpdesk.gui.ledger.view import EntryRow, LedgerView
from dpdesk.ledger import events
from dpdesk.ledger.sessions import CLOSED_BY_USER, FINISHED, PROGRAM_ENDED
from dpdesk.ledger.terms import amount_from_json

NUMBER, DATE, WHAT, DATASET, TITLE, COST, LEFT = range(7)
_RIGHT = (NUMBER, COST, LEFT)


class LedgerWords(QObject):
    """Says entries in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sentences = {
            events.CREATED: self.tr("The ledger was begun."),
            events.OPENED: self.tr("Account opened with a budget of {total}."),
            events.CAP_RAISED: self.tr("Budget raised to {total}."),
            events.RESERVED: self.tr("{charge} reserved for a release."),
            events.DRAW_MARKED: self.tr("Noise drawn: spent from here on."),
            events.FIRST_SEALED: self.tr("Noisy sizes of areas stored."),
            events.SEALED: self.tr("Noisy figures stored."),
            events.COMMITTED: self.tr("Released, at a cost of {charge}."),
            events.ABORTED: self.tr("Ended before any noise was drawn: given back."),
            events.TEXT_CORRECTED: self.tr("Texts corrected (version {version}), at no cost."),
            events.DATA_ACCEPTED: self.tr("A changed data file was accepted."),
            events.FINGERPRINT_CONFIRMED: self.tr("Data known from another data set were confirmed."),
            events.CHECK_LOOKED: self.tr("Exact figures of the file were looked at."),
            events.SESSION_OPENED: self.tr("A session of questions was opened, at a cost of {charge}."),
            events.SESSION_ANSWERED: self.tr("Question {number} of the session was answered."),
            events.SESSION_CLOSED: self.tr("The session was closed ({why}); answers: {answers}."),
            events.APPROVAL_DEMANDED: self.tr("From here on nothing is released without an approval."),
            events.APPROVAL_WAIVED: self.tr("Approvals are no longer demanded."),
            events.SUBMITTED: self.tr("A plan was submitted for approval."),
            events.APPROVED: self.tr("Plan approved: no. {number}, until {expires}."),
            events.APPROVAL_WITHDRAWN: self.tr("Approval no. {number} was withdrawn."),
            events.RELEASE_WITHDRAWN: self.tr("The release was withdrawn."),
            events.EMBARGO_SET: self.tr("Under embargo until {until}."),
            events.EMBARGO_LIFTED: self.tr("The embargo was lifted."),
            events.KEY_NAMED: self.tr("A key for signatures was named."),
            events.SERIES_DECLARED: self.tr("Divided among {waves} waves; each may spend {each}."),
            events.OLDER_ACCEPTED: self.tr("An older copy was accepted: this machine had seen entry {seen}."),
        }
        self._closed = {
            FINISHED: self.tr("all that it may answer is answered"),
            CLOSED_BY_USER: self.tr("closed by its user"),
            PROGRAM_ENDED: self.tr("its program ended"),
        }
        self._refusals = {
            "budget": self.tr("Refused: the budget did not suffice."),
            "known fingerprint": self.tr("Refused: the data are recorded under another data set."),
            "changed data": self.tr("Refused: the data file had changed."),
            "kind of loss": self.tr("Refused: the account does not take this kind of budget."),
            "approval": self.tr("Refused: the plan was not approved."),
            "wave": self.tr("Refused: the file is of no wave that can be begun."),
        }
        self._refused = self.tr("Refused ({cause}).")
        self._unknown = self.tr("Something this version of dpdesk does not know: {kind}.")

    def sentence(self, row: EntryRow) -> str:
        """What happened at an entry, as a sentence in the window's language."""
        body = row.body
        cause = str(body.get("cause", ""))
        say = self._sentences.get(row.kind, self._unknown)
        if row.kind == events.REFUSED:
            say = self._refusals.get(cause, self._refused)
        return say.format(
            kind=row.kind,
            cause=cause,
            total=exact_amount(body.get("total")),
            charge=exact_amount(body.get("charge")),
            version=body.get("version", ""),
            number=body.get("number", ""),
            answers=body.get("answers", ""),
            expires=body.get("expires", ""),
            until=body.get("until", ""),
            seen=body.get("seen", ""),
            waves=body.get("waves", ""),
            each=exact_amount(body.get("each")),
            why=self._closed.get(str(body.get("reason", "")), str(body.get("reason", ""))),
        )

    def details(self, row: EntryRow) -> str:
        """Everything the entry records, a line each."""
        body, told = row.body, {"kind", "date", "salt", "dataset", "title", "office", "role", "reason"}
        told |= {"release", "session", "program"}
        who = ", ".join(str(body[name]) for name in ("office", "role") if body.get(name))
        pairs = [
            (self.tr("Budget account"), row.dataset),
            (self.tr("Session") if row.is_of_session else self.tr("Release"), row.release),
            (self.tr("Title"), row.title),
            (self.tr("Cost"), cost_text(row)),
            (self.tr("Left after it"), left_text(row)),
            (self.tr("Who"), who),
            (self.tr("Reason"), str(body.get("reason", ""))),
            (self.tr("Check value of the ledger"), row.head),
            (self.tr("Check value before it"), row.previous_head),
            (self.tr("Program"), self._program(body.get("program"))),
        ]
        names = {
            "cap": self.tr("Budget"), "total": self.tr("Budget in all"), "unit": self.tr("Unit of protection"),
            "rows_per_unit": self.tr("Most rows of a unit"), "neighbours": self.tr("One unit is"),
            "loss": self.tr("Loss"), "charge": self.tr("Charged"), "remaining": self.tr("Remaining"),
            "meaning": self.tr("Check value of what the plan means"), "text": self.tr("Check value of the texts"),
            "figures": self.tr("Check value of meaning, level and decimals"),
            "fingerprint": self.tr("Fingerprint of the data"), "records": self.tr("Fingerprint of the records"),
            "plan": self.tr("Check value of the plan"),
            "dictionary": self.tr("Check value of the dictionary"),
            "sealed": self.tr("Check value of the noisy integers"),
            "strategy": self.tr("Check value of what is measured"),
            "result": self.tr("Check value of the tables"), "summary": self.tr("Check value of the published cells"),
            "texts": self.tr("Check value of the new texts"), "version": self.tr("Version of the texts"),
            "cause": self.tr("Cause"), "lock": self.tr("Owner’s lock"), "ledger": self.tr("Ledger"),
            "exchange": self.tr("Check value of question and answer"),
            "transcript": self.tr("Check value of all answers"),
            "terms": self.tr("Check value of the method’s terms"), "number": self.tr("Question"),
            "expires": self.tr("Valid until"), "conditions": self.tr("Conditions"), "until": self.tr("Embargo until"),
            "approval": self.tr("Approval"), "note": self.tr("Note"), "public": self.tr("Public key"),
            "seen": self.tr("Entry seen before"), "seen_head": self.tr("Check value seen before"),
            "wave": self.tr("Wave"), "waves": self.tr("Waves"), "most": self.tr("Waves of a unit at most"),
            "wave_day": self.tr("Day of the wave"),
            "each": self.tr("Each wave may spend"),
            "answers": self.tr("Answers"), "format": self.tr("Format"), "key_check": self.tr("Check value of the key"),
        }  # fmt: skip
        if row.kind in (events.APPROVED, events.APPROVAL_WITHDRAWN):
            names["number"] = self.tr("Number")
        rest = [(names.get(key, key), _plain(value)) for key, value in body.items() if key not in told]
        lines = [self.sentence(row), *(f"{name}: {value}" for name, value in pairs if value)]
        return "\n".join([*lines, "", *(f"{name}: {value}" for name, value in rest)])

    def _program(self, named: object) -> str:
        if not isinstance(named, Mapping):
            return ""
        sentence = self.tr("dpdesk {version} ({kind}), SHA-256 of its list of files {build}")
        return sentence.format(**{"version": "", "kind": "", "build": "", **named})


def exact_amount(value: object) -> str:
    """An amount as an event records it, for people; empty if it is none."""
    if not isinstance(value, dict) or not value:
        return ""
    try:
        amount = amount_from_json(value)
        return amount_text({unit: amount[unit] for unit in sorted(amount, key=list(SYMBOLS).index)})
    except Exception:  # a field of another shape than this version knows
        return _plain(value)


def cost_text(row: EntryRow, decimals: Mapping[str, int] | None = None) -> str:
    """What an entry changed in the spending: given back is negative."""
    return "" if row.cost is None else amount_text(row.cost, decimals).replace("-", "−")


def left_text(row: EntryRow, decimals: Mapping[str, int] | None = None) -> str:
    """What was left of the account after an entry."""
    return "" if row.left is None else amount_text(row.left, decimals)


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    return str(value)


class LedgerEntriesModel(HeadedModel[EntryRow]):
    """The entries of one account or of all, with or without the steps within a release."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent, _RIGHT)
        self.words = LedgerWords(self)
        self._decimals: dict[int, dict[str, int]] = {}
        self.headings = [
            self.tr("No."), self.tr("Date"), self.tr("What happened"), self.tr("Budget account"), self.tr("Title"),
            self.tr("Cost"), self.tr("Left"),
        ]  # fmt: skip

    def show(self, view: LedgerView, dataset: str = "", *, steps: bool = True) -> None:
        """Show a ledger's entries: of one data set (those of no account too), or of all for an empty name."""
        self.beginResetModel()
        self._rows = [
            row for row in view.rows
            if (not dataset or row.dataset in ("", dataset)) and (steps or not row.is_step)
        ]  # fmt: skip
        self._decimals = {
            COST: decimals_of(row.cost for row in self._rows),
            LEFT: decimals_of(row.left for row in self._rows),
        }
        self.endResetModel()

    def entry(self, row: int) -> EntryRow | None:
        """The entry in a row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, number: int) -> int:
        """The row of an entry, -1 if it is not shown."""
        return next((at for at, row in enumerate(self._rows) if row.number == number), -1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            text = self._text(row, column)
            return text if role == Qt.ItemDataRole.DisplayRole or len(text) > 20 else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(column)
        return None

    def _text(self, row: EntryRow, column: int) -> str:
        if column == WHAT:
            return self.words.sentence(row)
        if column == COST:
            return cost_text(row, self._decimals.get(COST))
        if column == LEFT:
            return left_text(row, self._decimals.get(LEFT))
        return (str(row.number), row.date, "", row.dataset, row.title)[column]
