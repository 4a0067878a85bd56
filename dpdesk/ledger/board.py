"""Four eyes: what a board decided about plans, and what a release is marked with afterwards.

    draft ──> submitted ──> approved (number, conditions, expiry) ──> released
                  ^             └──> expired, or withdrawn ──┐
                  └──────────────────────────────────────────┘

An approval is of one meaning, the hash of everything in plan and dictionary that a number depends on, and of a plan's
figures: the hash of that meaning with the level and the decimals, which decide what is drawn and printed besides. A
plan that is edited in anything but its texts has other hashes, and so no approval. Entries from before figures were
hashed, and those of sessions, name none: such an approval of a plan covers what was submitted before it, texts and all,
if nothing else of that meaning was. An approval needs a submission of that very plan by another office or role, and
ends with its last day or when it is withdrawn. Days are compared with the later of the clock's day and the newest day
in the ledger, so that a clock put back does not revive an approval.

Offices and roles are typed, not authenticated. This is a record, and a brake against accidents; it is no wall against
a custodian who means to deceive.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from dpdesk.errors import BadInput
from dpdesk.ledger.chain import Entry
from dpdesk.problems.problem import Phrase, phrase, problem

DRAFT, SUBMITTED, APPROVED = "draft", "submitted", "approved"
EXPIRED, WITHDRAWN, RELEASED = "expired", "withdrawn", "released"

MOST_WORDS = 2000
"""The most characters of a reason, a note or conditions."""
MOST_NAME = 200
"""The most characters of an office, a role or an approval's number."""

SAME_PERSON = phrase("ledger.why_same_person")
_OFFICE, _ROLE = phrase("ledger.the_office"), phrase("ledger.the_role")

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(slots=True)
class Board:
    """What was decided on one account; `ended` are the withdrawals, by the entry number of the approval."""

    demanded: Entry | None = None
    submissions: list[Entry] = field(default_factory=list)
    approvals: list[Entry] = field(default_factory=list)
    ended: dict[int, Entry] = field(default_factory=dict)

    def submitted(self, meaning: str, figures: str | None = None, text: str = "") -> list[Entry]:
        """The submissions of that meaning, oldest first; of these figures only, where they are given.

        One that names no figures is of those whose texts it was submitted with.
        """
        submissions = [entry for entry in self.submissions if entry.text("meaning") == meaning]
        return [entry for entry in submissions if figures is None or _is_of(entry, figures, text)]

    def approved(self, meaning: str, figures: str | None = None, text: str = "") -> list[Entry]:
        """The approvals of that meaning, oldest first, ended ones included; those alone that cover these figures."""
        approvals = [entry for entry in self.approvals if entry.text("meaning") == meaning]
        return [entry for entry in approvals if figures is None or self.covers(entry, figures, text)]

    def covers(self, approval: Entry, figures: str, text: str) -> bool:
        """Whether an approval of a plan's meaning is of these figures too ("" for those of a session)."""
        if approval.text("figures") or not figures:
            return approval.text("figures") == figures
        before = [
            submission for submission in self.submitted(approval.text("meaning")) if submission.number < approval.number
        ]
        return bool(before) and all(_is_of(submission, figures, text) for submission in before)

    def numbered(self, meaning: str, number: str) -> Entry | None:
        """The approval of that meaning and number, ended or not."""
        return next((entry for entry in self.approved(meaning) if entry.text("number") == number), None)

    def alive(self, approval: Entry, today: str) -> bool:
        """Whether an approval is neither withdrawn nor past its last day."""
        return approval.number not in self.ended and today <= approval.text("expires")

    def live(self, meaning: str, figures: str, text: str, today: str) -> Entry | None:
        """The newest approval of that plan that is alive on the day `today` (YYYY-MM-DD)."""
        given = self.approved(meaning, figures, text)
        return next((entry for entry in reversed(given) if self.alive(entry, today)), None)


def _is_of(entry: Entry, figures: str, text: str) -> bool:
    """Whether a submission is of these figures."""
    if entry.text("figures") or not figures:
        return entry.text("figures") == figures
    return bool(text) and entry.text("text") == text


@dataclass(frozen=True, slots=True)
class Approval:
    """An approval as the board gave it; `expires` is its last day (YYYY-MM-DD), `entry` its number in the ledger."""

    number: str
    expires: str
    conditions: str
    office: str
    role: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Standing:
    """How a plan stands before the board; `sentence` says it in words.

    `approval` is the one that counts: the living one, else the newest.
    """

    state: str
    demanded: bool
    submitted: Entry | None
    approval: Approval | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The withdrawal of a finished release."""

    date: str
    reason: str
    office: str
    role: str
    entry: int


def approval_of(entry: Entry) -> Approval:
    """The approval that an entry records."""
    return Approval(
        entry.text("number"), entry.text("expires"), entry.text("conditions"), entry.text("office"), entry.text("role"),
        entry,
    )  # fmt: skip


def withdrawal_of(entry: Entry) -> Withdrawal:
    """The withdrawal that an entry records."""
    return Withdrawal(entry.date, entry.text("reason"), entry.text("office"), entry.text("role"), entry.number)


def same_person(left: Entry, office: str, role: str) -> bool:
    """Whether an entry was made by that office and role, whatever their case and spacing."""
    return (folded(left.text("office")), folded(left.text("role"))) == (folded(office), folded(role))


def folded(name: str) -> str:
    """A name as it is compared: without case, outer space and repeated space."""
    return " ".join(name.casefold().split())


# Rules: each says why something cannot be, or nothing; the ledger asks before it writes, and when it replays ---------


def why_not_approved(
    board: Board, meaning: str, number: str, office: str, role: str, figures: str = ""
) -> Phrase | None:
    """Why such an approval cannot be entered."""
    made = board.submitted(meaning, figures or None)
    if not made:
        return phrase("ledger.why_other_figures" if board.submitted(meaning) else "ledger.why_not_submitted")
    if all(same_person(entry, office, role) for entry in made):
        return SAME_PERSON
    if board.numbered(meaning, number) is not None:
        return phrase("ledger.why_number_taken")
    return None


def why_not_ended(board: Board, meaning: str, number: str) -> Phrase | None:
    """Why such an approval cannot be withdrawn."""
    decision = board.numbered(meaning, number)
    if decision is None:
        return phrase("ledger.why_no_approval")
    if decision.number in board.ended:
        return phrase("ledger.why_withdrawn_before")
    return None


def why_not_used(board: Board, charged: Entry, today: str) -> Phrase | None:
    """Why the entry of a release or session cannot name the approval that it names, or none."""
    number, figures = charged.text("approval"), charged.text("figures")
    if not number:
        return None if board.demanded is None else phrase("ledger.why_approval_demanded")
    approval = board.numbered(charged.text("meaning"), number)
    if approval is None:
        return phrase("ledger.why_approval_not_given")
    if not board.covers(approval, figures, charged.text("text")):
        return phrase("ledger.why_approval_of_others")
    return None if board.alive(approval, today) else phrase("ledger.why_approval_ended")


# How a plan stands -------------------------------------------------------------------------------------------------


def standing_of(board: Board, meaning: str, today: str, released: str, figures: str = "", text: str = "") -> Standing:
    """How a plan stands on the day `today`; `released` is its finished release in words, or empty."""
    submitted = next(reversed(board.submitted(meaning, figures, text)), None)
    given = board.approved(meaning, figures, text)
    counts = board.live(meaning, figures, text, today) or next(reversed(given), None)
    before = _state(board, submitted, counts, today)
    state = RELEASED if released else before
    approval = None if counts is None else approval_of(counts)
    demanded = board.demanded is not None
    words = " ".join(_words(board, before, submitted, approval, released, demanded))
    return Standing(state, demanded, submitted, approval, words)


def _state(board: Board, submitted: Entry | None, counts: Entry | None, today: str) -> str:
    """The state but for releases."""
    if counts is not None and board.alive(counts, today):
        return APPROVED
    ended = None if counts is None else board.ended.get(counts.number, counts)
    if submitted is not None and (ended is None or submitted.number > ended.number):
        return SUBMITTED
    if counts is None:
        return DRAFT
    return WITHDRAWN if counts.number in board.ended else EXPIRED


def _words(
    board: Board, state: str, submitted: Entry | None, approval: Approval | None, released: str, demanded: bool
) -> Iterator[str]:
    if released:
        yield f"Released as {released}."
    if state == DRAFT and not released:
        yield "Draft: this plan was not submitted in its present meaning."
    if state == SUBMITTED and not released and submitted is not None:
        yield f"Submitted on {submitted.date} by {by(submitted)} (entry {submitted.number}), not approved yet."
    if approval is not None and state in (APPROVED, EXPIRED, WITHDRAWN):
        given = f"approval {approval.number} of {approval.entry.date} by {by(approval.entry)}"
        if state == APPROVED:
            yield f"Approved: {given}, good to the end of {approval.expires}."
        elif state == EXPIRED:
            yield f"Expired: {given} ended with {approval.expires}."
        else:
            end = board.ended[approval.entry.number]
            yield f"Withdrawn: {given} was withdrawn on {end.date}."
        if state == APPROVED and approval.conditions:
            yield f"Conditions: {approval.conditions}"
    if demanded and not released and state in (DRAFT, SUBMITTED, EXPIRED, WITHDRAWN):
        yield "This account releases nothing without an approval."


def by(entry: Entry) -> str:
    """Who acted, in words."""
    return ", ".join(name for name in (entry.text("role"), entry.text("office")) if name) or "an unnamed office"


# What people write ------------------------------------------------------------------------------------------------


def words(value: str, what: Phrase, *, needed: bool = True) -> str:
    """A text for people, tidied; BadInput if it is missing, too long or not printable."""
    text = unicodedata.normalize("NFC", value).strip()
    if (needed and not text) or len(text) > MOST_WORDS:
        raise BadInput(problem("ledger.in_writing", what=what, most=MOST_WORDS))
    if not all(sign.isprintable() or sign == "\n" for sign in text):
        raise BadInput(problem("ledger.printable", what=what))
    return text


def name(value: str, what: Phrase) -> str:
    """An office, a role or a number, tidied; BadInput if it is missing, too long or not printable."""
    text = unicodedata.normalize("NFC", value).strip()
    if not text or len(text) > MOST_NAME or not text.isprintable():
        raise BadInput(problem("ledger.one_line", what=what, most=MOST_NAME))
    return text


def both(office: str, role: str) -> dict[str, str]:
    """Office and role where both are needed."""
    return {
        "office": name(office, _OFFICE),
        "role": name(role, _ROLE),
    }


def either(office: str, role: str) -> dict[str, str]:
    """Office and role where they may be left out."""
    return {
        key: name(value, what)
        for key, value, what in (("office", office, _OFFICE), ("role", role, _ROLE)) if value.strip()
    }  # fmt: skip


def clock() -> str:
    """The day of the clock (UTC), YYYY-MM-DD."""
    return datetime.now(UTC).date().isoformat()


def day(value: str) -> str:
    """A day as the ledger writes it; ValueError if it is not YYYY-MM-DD."""
    if len(value) != 10 or not value.isascii() or date.fromisoformat(value).isoformat() != value:
        raise ValueError("not a day")
    return value


def is_hash(value: str) -> bool:
    """Whether a text is a SHA-256 in lower-case hexadecimal (or another 32 bytes written so)."""
    return _HASH.fullmatch(value) is not None
