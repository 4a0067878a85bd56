"""A ledger verified, by itself and against what was published from it: workbooks, folders of releases, audit logs.

The chain vouches for an entry, the entry for the hash of the tables, and the tables are hashed again: so a file whose
cells were changed is found out even if it quotes a matching hash, and a ledger put back to an older copy even if it
is whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.verification import VerifyReport
from dpdesk.problems.problem import Phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.publish.proof.evidence import Document, compare, read_document


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verification that found no fault; `sentences` say what was checked."""

    report: VerifyReport
    sentences: tuple[Phrase, ...]


def verify_ledger(path: Path, against: Path | Sequence[Path] | None = None, progress: Progress = silent) -> Verdict:
    """Verify the ledger at `path`, and that what `against` names (any number of documents) is what it recorded.

    Raises:
        BadInput: there is no such ledger or document, or the published tables are not the recorded ones.
        LedgerDamaged: at the first thing that does not hold.
    """
    places = [against] if isinstance(against, Path) else list(against or ())
    documents = [read_document(place, progress) for place in places]
    compare(documents)
    progress("checking every entry")
    with Ledger.open(path) as ledger:
        for one in documents:
            _require_its_ledger(ledger, one)
        report = ledger.verify([one.last for one in documents])
        # The chain vouches for the entry, the entry for the hash: a file may quote any hash.
        keys = {entry.text("public") for entry in ledger.signing_keys()}
        recorded = {(entry.number, str(entry.body.get("result"))) for entry in ledger.entries()}
    for one in documents:
        if one.released is not None and one.released not in recorded:
            raise BadInput(problem("publish.not_recorded", path=str(one.path)))
        if one.signed_by is not None and one.signed_by not in keys:
            raise BadInput(problem("publish.unknown_key", path=str(one.path)))
    return Verdict(report, (*report.sentences, *(said for one in documents for said in one.sentences)))


def _require_its_ledger(ledger: Ledger, document: Document) -> None:
    own = ledger.entries()[0].text("ledger")
    if not own.startswith(document.ledger):
        raise BadInput(
            problem(
                "publish.another_ledger",
                path=str(document.path),
                theirs=document.ledger,
                ledger=str(ledger.path),
                own=own[:8],
            )
        )
