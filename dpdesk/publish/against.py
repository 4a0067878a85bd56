"""A ledger verified, by itself and against what was published from it: the workbook, or the folder of a release.

The chain vouches for an entry, the entry for the hash of the tables, and the tables are hashed again: so a file whose
cells were changed is found out even if it quotes a matching hash, and a ledger put back to an older copy even if it
is whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.verification import Quoted, VerifyReport
from dpdesk.progress import Progress, silent


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verification that found no fault; `sentences` say in words what was checked."""

    report: VerifyReport
    sentences: tuple[str, ...]


def verify_ledger(path: Path, against: Path | None = None, progress: Progress = silent) -> Verdict:
    """Verify the ledger at `path`, and that `against` (a workbook, or a release's folder) is what it recorded.

    Raises:
        BadInput: there is no such ledger or release, or the published tables are not the recorded ones.
        LedgerDamaged: at the first thing that does not hold.
    """
    quoted: list[Quoted] = []
    sentences: list[str] = []
    released: tuple[int, str] | None = None
    if against is not None:
        from dpdesk.publish.verify import quoted_hash, read_ledger_line, verify_result

        progress("reading the published tables")
        line = read_ledger_line(against / "release.xlsx" if against.is_dir() else against)
        computed = verify_result(against)
        if computed != quoted_hash(against):
            raise BadInput(f"{against} was changed: its tables do not have the hash it quotes.")
        if line.entry is None:
            raise BadInput(f"{against} is a rehearsal: it stands in no ledger.")
        quoted = [Quoted(line.entry, line.head, line.previous_head)]
        released = (line.entry, computed)
        sentences = [f"The tables in {against.name} are the ones that were released."]
    progress("checking every entry")
    with Ledger.open(path) as ledger:
        report = ledger.verify(quoted)
        # The chain vouches for the entry, the entry for the hash: a file may quote any hash.
        if released is not None and released not in [(one.number, one.body.get("result")) for one in ledger.entries()]:
            raise BadInput(f"{against} was changed: its tables are not the ones the ledger's entry names.")
    return Verdict(report, (*report.sentences, *sentences))
