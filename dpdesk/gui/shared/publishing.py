"""Finished releases of an account: found in the ledger, opened, written to a folder, their texts corrected.

Qt-free, and to be called in threads. These are the calls the command line makes, so that the files are the same bytes;
nothing here opens a data file, draws or spends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.gui.paper.printing import Options
    from dpdesk.ledger.board import Withdrawal
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.document.style import StyleRecord
    from dpdesk.release.result import Release


def prepare_to_show() -> None:
    """Load, in a thread, the code that shows a finished table, so that the window need not wait for it."""
    import dpdesk.gui.paper.values
    import dpdesk.publish.workbook.accessible  # noqa: F401 -- nothing here names it: `publish.table` finds it loaded


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A finished release as a list shows it, and what became of it: withdrawn, or under embargo until a day."""

    release_id: str
    entry: int
    date: str
    title: str
    withdrawn: Withdrawal | None = None
    embargo: str = ""
    approval: str = ""


def stored_lines(ledger: Path, dataset_id: str) -> list[StoredLine]:
    """The finished releases of an account, the newest first; none where there is no ledger yet.

    Raises:
        DpdeskError: the ledger cannot be read, or does not verify.
    """
    from dpdesk.ledger import events
    from dpdesk.ledger.board import withdrawal_of
    from dpdesk.ledger.ledger import Ledger

    prepare_to_show()
    if not ledger.exists():
        return []
    titles: dict[str, tuple[str, str]] = {}
    done: dict[str, tuple[int, str]] = {}
    embargoes: dict[str, str] = {}
    withdrawn: dict[str, Withdrawal] = {}
    with Ledger.open(ledger) as opened:
        for entry in opened.entries(dataset_id):
            name = entry.text("release")
            if entry.kind == events.RESERVED:
                titles[name] = (entry.text("title"), entry.text("approval"))
            elif entry.kind == events.COMMITTED:
                done[name] = (entry.number, entry.date)
            elif entry.kind in (events.EMBARGO_SET, events.EMBARGO_LIFTED):
                embargoes[name] = entry.text("until")
            elif entry.kind == events.RELEASE_WITHDRAWN:
                withdrawn[name] = withdrawal_of(entry)
    found = []
    for name, (number, day) in done.items():
        title, approval = titles.get(name, ("", ""))
        found.append(StoredLine(name, number, day, title, withdrawn.get(name), embargoes.get(name, ""), approval))
    return found[::-1]


def as_it_stands(release: Release, ledger: Path) -> Release:
    """A release with what became of it since it was read: withdrawn, or under embargo; a rehearsal as it is.

    Raises:
        DpdeskError: the ledger cannot be read, or does not verify.
    """
    return release if release.rehearsal else open_stored(ledger, release.release_id)


def line_of(release: Release) -> StoredLine:
    """A release in view as a list shows it."""
    title, embargo = release.plan.title.get("en"), release.embargo or ""
    return StoredLine(
        release.release_id, release.entry, release.date, title, release.withdrawn, embargo, release.approval
    )


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
    release: Release,
    folder: Path,
    ledger: Path,
    *,
    layout: str | None = None,
    style: StyleRecord | None = None,
    pdf: Options | None = None,
    also: Collection[str] = (),
    progress: Progress = silent,
) -> list[Path]:
    """Write all files of a release or a rehearsal into a folder, in all its languages; the same bytes every time.

    `pdf` says what stands in the PDFs, where there are to be some; `also` names what is written beside workbook and CSV
    files: "charts", "microdata", "px", "sdmx". A release is read from the ledger again: whether it is withdrawn or
    under embargo stands there.

    Raises:
        DpdeskError: the folder cannot be written to, holds another release, or a file cannot be written; or there are
            no records with the numbers of this release, or no pictures.
    """
    from dpdesk.gui.paper import certificate, charts
    from dpdesk.gui.paper.printing import papers
    from dpdesk.publish.folders import require_apart
    from dpdesk.publish.languages import published
    from dpdesk.publish.workbook.drawing import require_pictures
    from dpdesk.publish.write import Extra, write_release
    from dpdesk.release.microdata import microdata
    from dpdesk.release.reliability import in_style

    if "charts" in also:
        require_pictures(release.plan)
    require_apart(folder, [ledger])
    require_room(release, folder)
    extra: list[Extra] = [] if pdf is None else [papers(published(release.plan), pdf)]
    extra += [charts.papers] if "charts" in also else []
    records = microdata(release, progress) if "microdata" in also else None
    if release.rehearsal:
        printed = in_style(release, style)
        return write_release(
            printed, folder, layout=layout, also=also, microdata=records, extra=extra, progress=progress
        )
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(ledger) as opened:
        lines = opened.release_lines(release.release_id)
    release = in_style(as_it_stands(release, ledger), style)
    return write_release(
        release,
        folder,
        audit=lines,
        layout=layout,
        also=also,
        microdata=records,
        extra=[*extra, certificate.papers(lines)],
        progress=progress,
    )


def withdraw(ledger: Path, release_id: str, answers: Mapping[str, str]) -> Release:
    """Enter that a release is withdrawn; its numbers stay what they are, and its budget stays spent.

    Raises:
        DpdeskError: it was withdrawn before, or no reason is given.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.stored import as_release

    with Ledger.open(ledger) as opened:
        return as_release(opened.withdraw(release_id, answers["reason"], **_who(answers)))


def write_notice(release: Release, folder: Path) -> Path:
    """Write the notice of a withdrawn release beside what was published of it; returns its path.

    Raises:
        DpdeskError: it cannot be written, or the folder holds another release.
    """
    from dpdesk.publish.documents import notice
    from dpdesk.publish.folders import PUBLISH
    from dpdesk.publish.languages import published
    from dpdesk.publish.outbox import Outbox

    require_room(release, folder)
    page = notice.page(release, published(release.plan))

    def write(stream: BinaryIO) -> None:
        stream.write(page)

    with Outbox(folder) as outbox:
        path = outbox.add(f"{PUBLISH}/{notice.NAME}", write)
        outbox.publish()
    return path


def set_embargo(ledger: Path, release_id: str, answers: Mapping[str, str]) -> Release:
    """Enter that a release is not to be published before a day.

    Raises:
        DpdeskError: it was withdrawn.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.stored import as_release

    with Ledger.open(ledger) as opened:
        until = date.fromisoformat(answers["until"])
        return as_release(opened.embargo(release_id, until, reason=answers["reason"], **_who(answers)))


def lift_embargo(ledger: Path, release_id: str, answers: Mapping[str, str]) -> Release:
    """Enter that a release may be published now.

    Raises:
        DpdeskError: it is under no embargo, or no reason is given.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.stored import as_release

    with Ledger.open(ledger) as opened:
        return as_release(opened.lift_embargo(release_id, answers["reason"], **_who(answers)))


def sign(ledger: Path, release_id: str, folder: Path, key: Path, passphrase: str) -> list[Path]:
    """Sign the files of a release in a folder with a key that the ledger names; returns what was written.

    Raises:
        DpdeskError: the folder holds another release, the key cannot be opened, or the ledger does not name it.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.publish.proof.evidence import read_document
    from dpdesk.publish.proof.signing import load_key, public_half, sign_folder

    with Ledger.open(ledger) as opened:
        stored, named = opened.release(release_id), {entry.text("public") for entry in opened.signing_keys()}
    document = read_document(folder)
    if document.released != (stored.entry, stored.result_hash) or document.heads[stored.entry] != stored.head:
        raise BadInput(problem("gui.another_release", folder=str(folder)))
    opened_key = load_key(key, passphrase)
    if public_half(opened_key).hex() not in named:
        raise BadInput(problem("gui.key_not_named", key=str(key)))
    return sign_folder(folder, opened_key)


def _who(answers: Mapping[str, str]) -> dict[str, str]:
    return {name: answers.get(name, "") for name in ("office", "role")}


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
    """Whether a plan is the released one with other titles, labels or notes.

    Neither where its dictionary lies is one, nor the house style.
    """
    if plan.meaning != release.plan.meaning:
        return False
    return _texts(plan) != _texts(release.plan)


def _texts(plan: Plan) -> tuple[object, object]:
    tree = plan.to_json()
    return {
        name: value for name, value in tree.items() if name not in ("dictionary", "style")
    }, plan.dictionary.to_json()
