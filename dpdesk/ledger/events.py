"""The vocabulary of the ledger: which events there are and what each one records.

An event completely describes what happened to an account. The vocabulary is append-only: logs are read years
later, so an event is never renamed, never loses a field and never changes what a field means. Amounts are
exact fractions written as strings ("1/10"). Events carry days, hashes, offices and roles; no hours and no names
of persons. Every event names the program that made it (`installation`); those written before programs were named
carry no such field, and stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

CREATED = "ledger created"
OPENED = "account opened"
CAP_RAISED = "cap raised"
RESERVED = "reserved"
DRAW_MARKED = "draw marked"
FIRST_SEALED = "first stage sealed"
SEALED = "sealed"
COMMITTED = "committed"
ABORTED = "aborted"
REFUSED = "refused"
TEXT_CORRECTED = "text corrected"
DATA_ACCEPTED = "changed data accepted"
FINGERPRINT_CONFIRMED = "known fingerprint confirmed"
CHECK_LOOKED = "check looked"
SESSION_OPENED = "session opened"
SESSION_ANSWERED = "session answered"
SESSION_CLOSED = "session closed"
APPROVAL_DEMANDED = "approval demanded"
APPROVAL_WAIVED = "approval no longer demanded"
SUBMITTED = "plan submitted"
APPROVED = "plan approved"
APPROVAL_WITHDRAWN = "approval withdrawn"
RELEASE_WITHDRAWN = "release withdrawn"
EMBARGO_SET = "embargo set"
EMBARGO_LIFTED = "embargo lifted"
KEY_NAMED = "signing key named"
OLDER_ACCEPTED = "older copy accepted"
SERIES_DECLARED = "series declared"


@dataclass(frozen=True, slots=True)
class Fields:
    """The names of the fields of one kind of event; each is a string unless listed otherwise."""

    required: frozenset[str]
    optional: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()  # {name: string}
    integers: frozenset[str] = frozenset()


COMMON = frozenset({"kind", "date", "salt"})
PROGRAM = "program"  # of any event: {"version", "kind", "build"}
WHO = frozenset({"office", "role"})
WAVE = frozenset({"wave", "waves", "wave_day"})  # number, of how many, day; where the account has a series
MOST = "most"  # of so many waves no unit is in more than this; where a public rule says so
RECORDS = "records"  # beside "fingerprint": that of the records, however they are written; none in older entries

FIELDS: dict[str, Fields] = {
    CREATED: Fields(frozenset({"format", "ledger", "key_check"}), integers=frozenset({"format"})),
    OPENED: Fields(
        frozenset({"dataset", "cap", "total", "unit", "rows_per_unit", "neighbours", "key_check"}),
        objects=frozenset({"cap", "total"}),
        integers=frozenset({"rows_per_unit"}),
    ),
    CAP_RAISED: Fields(frozenset({"dataset", "cap", "total", "reason"}), WHO, objects=frozenset({"cap", "total"})),
    RESERVED: Fields(
        frozenset({"dataset", "release", "lock", "meaning", "fingerprint", "loss", "charge", "plan", "dictionary"}),
        WHO | WAVE | {"title", "text", "figures", "approval", RECORDS, MOST},
        objects=frozenset({"loss", "charge"}),
        integers=frozenset({"wave", "waves", MOST}),
    ),
    DRAW_MARKED: Fields(frozenset({"dataset", "release"}), frozenset({"strategy"})),
    FIRST_SEALED: Fields(frozenset({"dataset", "release", "first"})),
    SEALED: Fields(frozenset({"dataset", "release", "sealed"})),
    COMMITTED: Fields(
        frozenset({"dataset", "release", "result", "summary", "loss", "charge", "remaining"}),
        objects=frozenset({"loss", "charge", "remaining"}),
    ),
    ABORTED: Fields(frozenset({"dataset", "release", "reason"})),
    REFUSED: Fields(
        frozenset({"dataset", "cause", "meaning", "fingerprint", "loss"}),
        WHO | {"title"},
        objects=frozenset({"loss"}),
    ),
    TEXT_CORRECTED: Fields(
        frozenset({"dataset", "release", "version", "texts", "reason"}),
        WHO,
        integers=frozenset({"version"}),
    ),
    DATA_ACCEPTED: Fields(frozenset({"dataset", "fingerprint", "reason"}), WHO | {RECORDS}),
    FINGERPRINT_CONFIRMED: Fields(frozenset({"dataset", "fingerprint", "reason"}), WHO | {RECORDS}),
    CHECK_LOOKED: Fields(frozenset({"dataset"}), WHO),
    SESSION_OPENED: Fields(
        frozenset(
            {
                "dataset",
                "session",
                "lock",
                "meaning",
                "fingerprint",
                "loss",
                "charge",
                "plan",
                "dictionary",
                "terms",
            }
        ),
        WHO | WAVE | {"title", "text", "approval", RECORDS, MOST},
        objects=frozenset({"loss", "charge"}),
        integers=frozenset({"wave", "waves", MOST}),
    ),
    SESSION_ANSWERED: Fields(frozenset({"dataset", "session", "number", "exchange"}), integers=frozenset({"number"})),
    SESSION_CLOSED: Fields(
        frozenset({"dataset", "session", "answers", "transcript", "reason"}),
        integers=frozenset({"answers"}),
    ),
    APPROVAL_DEMANDED: Fields(frozenset({"dataset", "reason"}), WHO),
    APPROVAL_WAIVED: Fields(frozenset({"dataset", "reason"}), WHO),
    SUBMITTED: Fields(
        WHO | {"dataset", "meaning", "plan", "dictionary"},
        frozenset({"title", "text", "figures", "note"}),
    ),
    APPROVED: Fields(WHO | {"dataset", "meaning", "number", "expires"}, frozenset({"conditions", "figures"})),
    APPROVAL_WITHDRAWN: Fields(WHO | {"dataset", "meaning", "number", "reason"}),
    RELEASE_WITHDRAWN: Fields(frozenset({"dataset", "release", "reason"}), WHO),
    EMBARGO_SET: Fields(frozenset({"dataset", "release", "until"}), WHO | {"reason"}),
    EMBARGO_LIFTED: Fields(frozenset({"dataset", "release", "reason"}), WHO),
    KEY_NAMED: Fields(frozenset({"public"}), WHO | {"reason"}),
    SERIES_DECLARED: Fields(
        frozenset({"dataset", "waves", "each"}),
        WHO | {"reason", "release", "wave_day", MOST},
        objects=frozenset({"each"}),
        integers=frozenset({"waves", MOST}),
    ),
    OLDER_ACCEPTED: Fields(frozenset({"seen", "seen_head", "reason"}), WHO, integers=frozenset({"seen"})),
}


_NAMES = COMMON.union({PROGRAM}, *(fields.required | fields.optional for fields in FIELDS.values()))


def known(body: dict[str, object]) -> bool:
    """Return whether the kind and the names of fields of `body` are in the vocabulary; a newer dpdesk may know more."""
    return not isinstance(body.get("kind"), str) or (body["kind"] in FIELDS and body.keys() <= _NAMES)


def well_formed(body: dict[str, object]) -> bool:
    """Return whether `body` is an event of the vocabulary with exactly its fields, of the right types."""
    kind = body.get("kind")
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        return False
    required = COMMON | fields.required
    if not required <= body.keys() <= required | fields.optional | {PROGRAM}:
        return False
    return all(_right_type(body[name], name, fields) for name in body)


def _right_type(value: object, name: str, fields: Fields) -> bool:
    if name in fields.objects or name == PROGRAM:
        return isinstance(value, dict) and all(isinstance(inner, str) for inner in value.values())
    if name in fields.integers:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str)
