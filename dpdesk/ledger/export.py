"""The audit log: the entries as lines of canonical JSON that anybody can check without the ledger.

A full export has every entry in full; the extract that goes with one release or session has its entries and
its account's opening and caps in full and only the hashes of all others. The last line names the number of entries and
the head, and in a full export what each account has spent, so that a file cut short is noticed.

Checking is strict: every line must be the canonical form of what it says, byte for byte. Two changes that a mail
program or an editor makes to a whole file are undone first: a byte-order mark at the beginning, and CR LF at the
end of every line. Anything else is refused. Plans, noisy integers, answers and keys are not in the log, only their
hashes (of the keys, nothing but a check value of 256 random bits).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged
from dpdesk.ledger import events
from dpdesk.ledger.chain import FIRST_HEAD, Entry, Json, canonical, make_entry, next_head, parse_canonical
from dpdesk.ledger.drafts import Drafts
from dpdesk.ledger.history import History
from dpdesk.ledger.place import sync_directory
from dpdesk.ledger.terms import in_short
from dpdesk.problems.problem import Phrase, phrase, problem

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OF_THE_ACCOUNT = frozenset({events.OPENED, events.CAP_RAISED, events.SERIES_DECLARED})
_OF_EVERYBODY = frozenset({events.CREATED, events.OLDER_ACCEPTED, events.KEY_NAMED})
_AFTERWARDS = frozenset({events.RELEASE_WITHDRAWN, events.EMBARGO_SET, events.EMBARGO_LIFTED})


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What a checked audit log says: how many entries, the last head and all, those shown in full, and the spends."""

    entries: int
    head: str
    shown: tuple[Entry, ...]
    spent: dict[str, dict[str, str]]
    heads: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether no entry is hidden."""
        return len(self.shown) == self.entries


def export_lines(history: History) -> list[str]:
    """Return the full audit log, without line ends."""
    return [entry.line().decode("utf-8") for entry in history.entries] + [_end(history).decode("utf-8")]


def release_lines(history: History, release_id: str) -> list[str]:
    """Return the extract for one finished release, up to the last entry that concerns it, without line ends."""
    reservation = history.reservations[release_id]
    since = (entry for entry in history.entries if entry.kind in _AFTERWARDS and entry.text("release") == release_id)
    steps = (*reservation.steps, *reservation.corrections, *since)
    return _extract(history, reservation.reserved.dataset_id, {entry.number for entry in steps})


def session_lines(history: History, session_id: str) -> list[str]:
    """Return the extract for one session, up to its closing or its last answer, without line ends."""
    session = history.sessions[session_id]
    steps = (session.opened, *session.answered, *((session.closed,) if session.closed else ()))
    return _extract(history, session.opened.dataset_id, {entry.number for entry in steps})


def _extract(history: History, dataset_id: str, numbers: set[int]) -> list[str]:
    last = max(numbers)
    lines = []
    for entry in history.entries[:last]:
        mine = entry.dataset_id == dataset_id and entry.kind in _OF_THE_ACCOUNT
        full = entry.number in numbers or mine or entry.kind in _OF_EVERYBODY
        lines.append((entry.line() if full else entry.hidden_line()).decode("utf-8"))
    final: Json = {"end": "extract", "entries": last, "head": history.entries[last - 1].head}
    return [*lines, canonical(final).decode("utf-8")]


def _end(history: History) -> bytes:
    spent: dict[str, Json] = {name: {**amounts} for name, amounts in _spent(history).items()}
    return canonical({"end": "all", "entries": history.count, "head": history.head, "spent": spent})


def _spent(history: History) -> dict[str, dict[str, str]]:
    return {name: in_short(account.spent, up=True) for name, account in history.accounts.items()}


def write_export(path: Path, lines: Sequence[str]) -> Path:
    """Write the lines to `path` as a whole or not at all.

    Raises:
        DpdeskError: if the folder or the disk does not take it; an older file then stays as it was.
    """
    drafts = Drafts(path.parent)
    draft = drafts.name(path)
    drafts.begin()
    drafts.sweep(path.parent)
    try:
        with draft.open("xb") as file:
            file.write("".join(line + "\n" for line in lines).encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
        sync_directory(path.parent)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise DpdeskError(problem("ledger.log_unwritten", path=str(path), reason=str(error.strerror))) from None
    finally:
        drafts.end()
    return path


def verify_export(data: bytes) -> ExportReport:
    """Check the bytes of an audit log, full or extract.

    Raises:
        LedgerDamaged: if any byte is not as it was written.
        BadInput: if it is whole and has events that only a newer dpdesk knows.
    """
    rows = _rows(data)
    head, heads, shown = FIRST_HEAD, [], []
    history: History | None = History()
    for number, row in enumerate(rows[:-1], start=1):
        record = _record(row, number)
        if record.get("entry") != number or record.get("previous_head") != head:
            raise _broken(number, phrase("ledger.why_line_order"))
        if record.keys() == {"body", "entry", "head", "previous_head"}:
            body = record["body"]
            if not isinstance(body, dict):
                raise _broken(number, phrase("ledger.why_no_entry"))
            entry = make_entry(number, body, head)
            head = entry.head
            shown.append(entry)
        elif record.keys() == {"body_hash", "entry", "head", "previous_head"}:
            body_hash, history = record["body_hash"], None
            head = next_head(head, number, body_hash) if isinstance(body_hash, str) else ""
        else:
            raise _broken(number, phrase("ledger.why_other_fields"))
        if record["head"] != head:
            raise _broken(number, phrase("ledger.why_other_head"))
        heads.append(head)
        if "body" in record:
            _require_known(shown[-1])
        if history is not None:
            history.apply(shown[-1])
    last = _record(rows[-1], len(rows))
    expected: dict[str, Json] = {"entries": len(rows) - 1, "head": head}
    spent: dict[str, dict[str, str]] = {}
    if last.get("end") == "extract":
        expected["end"] = "extract"
        if not shown or shown[-1].number != len(rows) - 1:
            raise _broken(len(rows), phrase("ledger.why_extract_end"))
    else:
        if history is None or history.count == 0:
            raise _broken(len(rows), phrase("ledger.why_no_end"))
        expected = _record(_end(history), len(rows))
        spent = _spent(history)
    if last != expected:
        raise _broken(len(rows), phrase("ledger.why_other_totals"))
    return ExportReport(len(rows) - 1, head, tuple(shown), spent, tuple(heads))


def _require_known(entry: Entry) -> None:
    """Refuse an entry, whole as it is, that is none of this version's events."""
    body: dict[str, object] = dict(entry.body)
    if not events.known(body):
        raise BadInput(problem("ledger.log_newer", line=entry.number))
    if not events.well_formed(body):
        raise _broken(entry.number, phrase("ledger.why_incomplete"))


def _rows(data: bytes) -> list[bytes]:
    text = data.removeprefix(_BYTE_ORDER_MARK)
    if text.count(b"\r\n") == text.count(b"\n") == text.count(b"\r"):
        text = text.replace(b"\r\n", b"\n")
    rows = text.split(b"\n")
    if rows.pop() != b"" or len(rows) < 2:
        raise LedgerDamaged(problem("ledger.log_cut"))
    return rows


def _record(row: bytes, number: int) -> dict[str, Json]:
    try:
        record = parse_canonical(row)
    except ValueError:
        raise _broken(number, phrase("ledger.why_other_hand")) from None
    if not isinstance(record, dict):
        raise _broken(number, phrase("ledger.why_no_entry"))
    return record


def _broken(number: int, why: Phrase) -> LedgerDamaged:
    return LedgerDamaged(problem("ledger.log_changed", line=number, why=why))
