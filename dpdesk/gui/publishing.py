"""Finished releases of an account: found in the ledger, opened, written to a folder, their texts corrected.

Qt-free, and to be called in threads. These are the calls the command line makes, so that the files are the same bytes;
nothing here opens a data file, draws or spends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.plan import Plan
    from dpdesk.release.result import Release


def prepare_to_show() -> None:
    """Load, in a thread, the code that shows a finished table, so that the window need not wait for it."""
    import dpdesk.gui.models.publish_values
    import dpdesk.publish.accessible  # noqa: F401  loaded for later


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A finished release as a list shows it."""

    release_id: str
    entry: int
    date: str
    title: str


def stored_lines(ledger: Path, dataset_id: str) -> list[StoredLine]:
    """The finished releases of an account, the newest first; none where there is no ledger yet.

    Raises:
        DpdeskError: the ledger cannot be read, or does not verify.
    """
    from dpdesk.ledger.events import COMMITTED, RESERVED
    from dpdesk.ledger.ledger import Ledger

    prepare_to_show()
    if not ledger.exists():
        return []
    titles: dict[str, str] = {}
    found: list[StoredLine] = []
    with Ledger.open(ledger) as opened:
        for entry in opened.entries(dataset_id):
            kind = entry.body["kind"]
            if kind == RESERVED:
                titles[entry.text("release")] = str(entry.body.get("title", ""))
            elif kind == COMMITTED:
                name = entry.text("release")
                found.append(StoredLine(name, entry.number, entry.date, titles.get(name, "")))
    return found[::-1]


def open_stored(ledger: Path, release_id: str) -> Release:
    """A finished release from the ledger, with its newest texts.

    Raises:
        DpdeskError: there is none of that number, or the ledger does not verify.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.stored import as_release

    with Ledger.open(ledger) as opened:
        return as_release(opened.release(release_id))


def export(
    release: Release, folder: Path, ledger: Path, *, language: str = "en", progress: Progress = silent
) -> list[Path]:
    """Write all files of a release or a rehearsal into a folder; the same bytes every time.

    Raises:
        DpdeskError: the folder cannot be written to, holds another release, or a file cannot be written.
    """
    from dpdesk.publish.write import write_release

    require_room(release, folder)
    if release.rehearsal:
        return write_release(release, folder, language=language, progress=progress)
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(ledger) as opened:
        lines = opened.release_lines(release.release_id)
    return write_release(release, folder, audit=lines, language=language, progress=progress)


def require_room(release: Release, folder: Path) -> None:
    """Refuse a folder that cannot be written to, or holds a release of another plan (or no rehearsal, for one).

    Raises:
        DpdeskError: one sentence about the folder.
    """
    from dpdesk.publish.outbox import REHEARSAL, check_writable

    check_writable(folder, REHEARSAL if release.rehearsal else release.plan.meaning)


def correct_texts(make: Callable[[], Plan], release_id: str, ledger: Path, reason: str) -> Release:
    """Give a finished release the texts of the plan on the desk; a new version, nothing drawn, nothing spent.

    Raises:
        DpdeskError: the plan is another one, no reason is given, or the correction would change numbers.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.run import correct

    with Ledger.open(ledger) as opened:
        return correct(make(), release_id, opened, reason).release


def other_texts(plan: Plan, release: Release) -> bool:
    """Whether a plan is the released one with other titles, labels or notes; where its dictionary lies is no text."""
    if plan.meaning != release.plan.meaning:
        return False
    return _texts(plan) != _texts(release.plan)


def _texts(plan: Plan) -> tuple[object, object]:
    tree = plan.to_json()
    return {name: value for name, value in tree.items() if name != "dictionary"}, plan.dictionary.to_json()
