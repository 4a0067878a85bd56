"""The hash chain: each entry's head covers everything recorded before it.

An entry is a number, a body (what happened) and two heads. With ‖ read as "in one canonical JSON object",

    body_hash = SHA-256(canonical(body))
    head      = SHA-256(canonical({"body_hash", "entry", "previous_head"}))

so a body, an order or a number changed anywhere changes every head after it, and a person who holds one head
(a workbook quotes the head of its release) holds a commitment to the whole history before it. Hashing the body
first lets an extract show the entries of one release in full and all the others as their hashes only: the chain
still verifies from the first entry to the last. Every body carries 16 random bytes of salt, so that a hidden
body cannot be confirmed by guessing it.

What a chain does not do: it proves that a history is whole, not that it is the latest one. An older copy of the
file verifies too; it is found out by comparison with a head that was noted elsewhere (`anchor`, `verify`).

Canonical JSON is UTF-8, keys sorted by code point, no white space, and contains objects, lists, integers and
strings only.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TypeAlias

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.problems.problem import problem

Json: TypeAlias = "dict[str, Json] | list[Json] | int | str"

FIRST_HEAD = "0" * 64
"""What stands as previous head of the first entry."""


def canonical(value: Json) -> bytes:
    """Return the one canonical JSON form of `value` in UTF-8.

    Raises:
        BadInput: if it holds anything but objects, lists, integers and strings, or text that is not Unicode.
    """
    _require_plain(value)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadInput(problem("ledger.text_not_unicode")) from None


def _require_plain(value: object) -> None:
    if isinstance(value, bool) or value is None or isinstance(value, float):
        raise BadInput(problem("ledger.integers_and_strings"))
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise BadInput(problem("ledger.keys_are_strings"))
            _require_plain(inner)
    elif isinstance(value, list):
        for inner in value:
            _require_plain(inner)
    elif not isinstance(value, int | str):
        raise BadInput(problem("ledger.known_kinds"))


def parse_canonical(data: bytes) -> Json:
    """Return the value whose canonical form is exactly `data`.

    Raises:
        ValueError: if `data` is not canonical JSON, so that two different byte strings never mean the same.
    """
    try:
        value: Json = json.loads(data.decode("utf-8"))
        if canonical(value) == data:
            return value
    except (ValueError, RecursionError, BadInput):
        pass
    raise ValueError("not canonical JSON")


def sha256(data: bytes) -> str:
    """Return the SHA-256 of `data` in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def next_head(previous_head: str, entry: int, body_hash: str) -> str:
    """The head after an entry: what makes the entries a chain.

    Args:
        previous_head: that of the entry before, or FIRST_HEAD.
        entry: the entry's number, from 1.
        body_hash: SHA-256 of its body.
    """
    return sha256(canonical({"body_hash": body_hash, "entry": entry, "previous_head": previous_head}))


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded event with its place in the chain; `body` holds kind, date, dataset and the rest."""

    number: int
    body: dict[str, Json]
    previous_head: str
    head: str

    @property
    def kind(self) -> str:
        """What happened, one of `events.FIELDS`."""
        return self.text("kind")

    @property
    def date(self) -> str:
        """The day (UTC) it was recorded on, YYYY-MM-DD; the ledger keeps no hours."""
        return self.text("date")

    @property
    def dataset_id(self) -> str:
        """The account it belongs to, or an empty string."""
        return self.text("dataset")

    @property
    def program(self) -> dict[str, str]:
        """The program that made it (version, kind, build), empty for an entry older than that field."""
        named = self.body.get("program")
        return {str(key): str(value) for key, value in named.items()} if isinstance(named, dict) else {}

    def text(self, key: str) -> str:
        """Return a text field of the body, or an empty string."""
        value = self.body.get(key, "")
        return value if isinstance(value, str) else ""

    def line(self) -> bytes:
        """Return the entry in full as one line of canonical JSON, without line end."""
        return canonical(
            {
                "body": self.body,
                "entry": self.number,
                "head": self.head,
                "previous_head": self.previous_head,
            }
        )

    def hidden_line(self) -> bytes:
        """Return the entry with its body replaced by the body's hash, without line end."""
        return canonical(
            {
                "body_hash": sha256(canonical(self.body)),
                "entry": self.number,
                "head": self.head,
                "previous_head": self.previous_head,
            }
        )


def make_entry(number: int, body: dict[str, Json], previous_head: str) -> Entry:
    """Make the entry that follows.

    Args:
        number: from 1.
        body: its fields, of which the canonical form is kept.
        previous_head: that of the entry before.
    """
    return Entry(number, body, previous_head, next_head(previous_head, number, sha256(canonical(body))))


def read_entry(number: int, body: bytes, head: str, previous_head: str) -> Entry:
    """Return a stored entry after checking that it follows.

    Args:
        number: from 1.
        body: its canonical form.
        head: stored with it.
        previous_head: that of the entry before.

    Raises:
        LedgerDamaged: if the body is not canonical or the head is not the one that belongs to it.
    """
    try:
        parsed = parse_canonical(body)
    except ValueError:
        parsed = ""
    if not isinstance(parsed, dict):
        raise LedgerDamaged(problem("ledger.entry_unreadable", entry=number))
    entry = make_entry(number, parsed, previous_head)
    if entry.head != head:
        raise LedgerDamaged(problem("ledger.chain_broken", entry=number))
    return entry
