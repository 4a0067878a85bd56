"""What stands on `proof/certificate.pdf`: one page about a release for those who answer for it, to be signed.

Everything is computed from the release and from the ledger's entries that are published with it, up to its own: so the
page is the same whenever it is made.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpdesk.errors import DpdeskError
from dpdesk.ledger import events
from dpdesk.ledger.export import verify_export
from dpdesk.ledger.terms import Amount, amount_from_json, charged, subtract
from dpdesk.planning.compiler.budgets import short_text
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.odds import odds
from dpdesk.problems.problem import problem
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import day, grouped, number, said
from dpdesk.release.result import Release
from dpdesk.translation import translatable

TITLE = translatable("Certificate of disclosure avoidance")
STATEMENT = translatable(
    "Made from the entries of the ledger: this page says what the program did. Whoever signs it confirms that the "
    "release was made with it, from the file that it was meant for."
)
SIGNED = translatable(("Name and signature", "Date"))
"""What is written on each of the two lines."""
_LONGEST = 700  # characters of one fact
_HUGE = 1e15
_DIGITS = 24  # of an exact amount


@dataclass(frozen=True, slots=True)
class Account:
    """What an account had and has spent after a release, in its units; releases under way then are in it."""

    limit: Amount
    spent: Amount
    left: Amount


def account_of(release: Release, audit: Sequence[str | bytes]) -> Account | None:
    """The account as the published entries tell it; None where they do not.

    Raises:
        DpdeskError: the entries contradict each other.
    """
    lines = [one.encode() if isinstance(one, str) else one for one in audit]
    if not lines:
        return None
    shown = verify_export(b"".join(line.rstrip(b"\r\n") + b"\n" for line in lines)).shown
    before = [one for one in shown if one.number <= release.entry]
    name = release.dictionary.dataset_id
    terms = [one for one in before if one.kind in (events.OPENED, events.CAP_RAISED) and one.dataset_id == name]
    if not terms or before[-1].number != release.entry or before[-1].kind != events.COMMITTED:
        raise DpdeskError(problem("publish.not_in_entries"))
    limit = amount_from_json(terms[-1].body["total"])
    left = amount_from_json(before[-1].body["remaining"])
    return Account(limit, charged(subtract(limit, left)), left)


def certificate_facts(release: Release, account: Account | None, language: str) -> facts.Facts:
    """What is certified, a name and a text each."""
    exact = " ".join(facts.exact_words(release, language))
    found = [
        *facts.standing(release, language),
        (said(language, "Release"), facts.title(release, language)),
        (said(language, "Number and entry"), _number(release, language)),
        (said(language, "Tables"), _tables(release, language)),
        (said(language, "Check value of the tables"), release.result_hash),
        (said(language, "Check value of the ledger"), release.head),
        (said(language, "Check value of the plan"), release.plan.meaning),
        (said(language, "Check value of the dictionary"), release.dictionary.meaning_hash),
        (said(language, "Unit of protection"), facts.unit_words(release, language)),
        (said(language, "Neighbours"), _neighbours(release, language)),
        (said(language, "Privacy loss of this release"), facts.loss_words(release.loss, language)),
        (said(language, "What it means"), _meaning(release, language)),
        (said(language, "What is exact"), exact or said(language, facts.NOTHING_EXACT)),
        (said(language, "Cumulative loss of the account"), _cumulative(release, account, language)),
        *((said(language, role), office) for role, office in release.offices.items()),
        (said(language, "Approval"), release.approval),
        (said(language, "Program"), facts.program_words(release, language)),
    ]
    return [(name, _short(text)) for name, text in found if text]


def _number(release: Release, language: str) -> str:
    words = "{release}, entry {entry} of the ledger, released on {day}"
    return said(language, words, release=release.release_id, entry=release.entry, day=day(language, release.date))


def _tables(release: Release, language: str) -> str:
    cells = number(language, sum(table.shell.cells for table in release.tables))
    if len(release.tables) == 1:
        return said(language, "1 table with {cells} cells", cells=cells)
    tables = number(language, len(release.tables))
    return said(language, "{tables} tables with {cells} cells in all", tables=tables, cells=cells)


def _neighbours(release: Release, language: str) -> str:
    if release.dictionary.neighbours is Neighbours.ADD_REMOVE:
        words = (
            "Two files are neighbours if one has the records of one unit of protection more than the other. How many "
            "units there are is not treated as known."
        )
    else:
        words = (
            "Two files are neighbours if they differ in what the records of one unit of protection say. How many units "
            "there are is treated as known."
        )
    return said(language, words)


def _meaning(release: Release, language: str) -> str:
    """The loss in probabilities; one in rho converted at the account's delta, or at a usual one."""
    found = odds(release.loss, release.dictionary.cap.delta)
    if found.factor >= _HUGE:
        words = "Probabilities may differ by a factor above 10^15: this loss protects next to nothing."
        return said(language, words)
    factor = _up(found.factor, language)
    if found.delta is None:
        words = "No published figures are more than {factor} times as likely from one file as from a neighbour."
        return said(language, words, factor=factor)
    delta = grouped(language, short_text(found.delta))
    words = (
        "The probability that published figures have any property is from one file at most {factor} times that from a "
        "neighbour, plus {delta}."
    )
    told = said(language, words, factor=factor, delta=delta)
    if not found.converted:
        return told
    epsilon = _up(found.epsilon, language)
    converted = said(language, "At delta = {delta} this is epsilon = {epsilon}.", delta=delta, epsilon=epsilon)
    return f"{converted} {told}"


def _cumulative(release: Release, account: Account | None, language: str) -> str:
    if account is None:
        return ""
    return said(
        language,
        "{spent} of {limit} after this release; {left} is left. Account {account}.",
        spent=_amount(account.spent, language, up=True),
        limit=_amount(account.limit, language, up=False),
        left=_amount(account.left, language, up=False),
        account=release.dictionary.dataset_id,
    )


def _amount(amount: Amount, language: str, *, up: bool) -> str:
    """An amount, exact where that is short; else what is spent rounded up, and what is left rounded down."""
    order = sorted(amount, key=lambda unit: (unit == "delta", unit))
    return ", ".join(f"{unit} = {_exact(amount[unit], language, up=up)}" for unit in order)


def _exact(value: Fraction, language: str, *, up: bool) -> str:
    if len(str(value)) <= _DIGITS:
        return grouped(language, short_text(value))  # as the loss of a release is written
    places = 6
    while value * 10**places < 10**5:
        places += 3
    scaled = value * 10**places
    return grouped(language, short_text(Fraction(math.ceil(scaled) if up else math.floor(scaled), 10**places)))


def _up(value: float, language: str) -> str:
    """A figure in three digits or in whole numbers, rounded up: a promise is not made better by rounding."""
    if value <= 0:
        return "0"
    places = max(0, 2 - math.floor(math.log10(value)))
    rounded = math.ceil(value * 10**places * (1 - 1e-12)) / 10**places
    return number(language, rounded, places)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
