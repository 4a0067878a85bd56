"""A release becomes files: in `publish/` the workbook and the CSV files, which go to the public unchanged, in `proof/`
measurements, strategy, audit log, metadata, and two programs that check all of it without dpdesk; all of them or none.

Everything is post-processing of the sealed integers, so this may be done as often as anyone likes, costs nothing,
and gives the same files every time, on every machine; of the workbook the same parts, which another machine may pack
in other bytes. In another layout or language, or with corrected texts, an export takes the place of an earlier one of
the same release.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from dpdesk.errors import DpdeskError
from dpdesk.planning.document.formats import file_stems
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent
from dpdesk.publish import folders, methods, registry
from dpdesk.publish.documents.metadata import metadata, metadata_bytes
from dpdesk.publish.documents.revised import revised
from dpdesk.publish.languages import chosen, published
from dpdesk.publish.outbox import Outbox
from dpdesk.publish.tables import csvw, measurements, tidy
from dpdesk.publish.workbook import workbook
from dpdesk.release import strategy
from dpdesk.release.canonical import release_hashes
from dpdesk.release.result import Release
from dpdesk.resources import resource

if TYPE_CHECKING:
    from dpdesk.release.microdata import Microdata

Extra = Callable[[Release, Sequence[str], Progress], Mapping[str, bytes]]
"""Makes further files of a release in some languages, by name: those that need more than this package, like paper."""


def write_release(
    release: Release,
    out_dir: Path | str,
    *,
    audit: Sequence[str | bytes] = (),
    layout: str | None = None,
    languages: Sequence[str] | None = None,
    also: Collection[str] = (),
    microdata: Microdata | None = None,
    extra: Sequence[Extra] = (),
    progress: Progress = silent,
) -> list[Path]:
    """Write all files of a release into a folder, which is made if it is missing; returns their paths.

    `audit` is the ledger's own account of this release, one JSON text a line, up to and including its commit (later
    entries would make a second export differ from the first). `languages` are those written, all of the release where
    none are named; workbooks and PDFs that an earlier export wrote in others stay, as long as they are true. `also`
    names further formats in which each table is written, "px" and "sdmx"; `microdata` are the release's records, where
    they are to go with it.

    Raises:
        BadInput: if the release is not published in one of the languages.
        DpdeskError: if a file cannot be written, or if the release does not have the hash it was committed with.
        Refused: if a file of the same name with other contents stands there, which is not as an earlier export of this
            release left it; nothing is overwritten.
    """
    folder = Path(out_dir)
    hashes = release_hashes(release.tables)
    if hashes.result != release.result_hash:
        raise DpdeskError(problem("publish.other_hash"))
    made = chosen(release.plan, languages)
    told = metadata(release, hashes, {})
    kept, stems = folders.kept(release, folder, told), folders.stems(release)
    written = [one for one in stems if one in made or _workbook(stems[one]) in kept]
    sums, printed = dict[str, str](), revised(release)
    with Outbox(folder, folders.files_of(release, folder)) as outbox:
        paths: list[Path] = []

        def add(name: str, pieces: Iterable[bytes]) -> None:
            digest = hashlib.sha256()

            def write(stream: BinaryIO) -> None:
                for piece in pieces:
                    digest.update(piece)
                    stream.write(piece)

            paths.append(outbox.add(name, write))
            sums[name] = digest.hexdigest()

        names = file_stems([table.shell.name for table in release.tables])
        for i, (name, table) in enumerate(zip(names, release.tables, strict=True)):
            progress("writing the CSV files", i / len(names))
            for language, place in folders.tables_in(release, written).items():
                add(f"{place}/{name}.csv", tidy.lines(release, table, language=language))
                described = csvw.document(release, table, f"{name}.csv", language)
                add(f"{place}/{name}.csv{csvw.ENDING}", [described])
            if "px" in also:
                from dpdesk.publish.tables import px

                add(f"{folders.PX}/{name}.px", px.lines(release, table, name, i + 1, written))
            if "sdmx" in also:
                from dpdesk.publish.tables import sdmx, sdmx_structure

                add(f"{folders.SDMX}/{name}.csv", sdmx.lines(release, table, language=written[0]))
                add(f"{folders.SDMX}/{name}{sdmx_structure.ENDING}", [sdmx_structure.document(release, table, written)])
        if microdata is not None:
            from dpdesk.publish.tables import records

            progress("writing the microdata", None)
            add(f"{folders.PUBLISH}/{records.NAME}", records.lines(microdata, rehearsal=release.rehearsal))
            add(f"{folders.PUBLISH}/{records.NAME}{csvw.ENDING}", [records.document(release, microdata)])
        add(f"{folders.PUBLISH}/{methods.NAME}", [methods.page(release, written, microdata)])
        if entry := registry.page(release):
            add(f"{folders.PUBLISH}/{registry.NAME}", [entry])
        progress("writing the measurements", None)
        add(_proof("measurements.csv"), measurements.lines(release.groups, rehearsal=release.rehearsal))
        add(_proof("audit.jsonl"), (_line(entry) for entry in audit))
        add(_proof("verify.py"), [resource("verify.py").read_bytes()])  # so that whoever has the files can check them
        if release.strategy:  # kept since strategies are part of the draw mark
            add(_proof(strategy.NAME), [release.strategy])
            add(_proof("check_strategy.py"), [resource("check_strategy.py").read_bytes()])
        if release.withdrawn is not None:
            from dpdesk.publish.documents import notice

            add(f"{folders.PUBLISH}/{notice.NAME}", [notice.page(release, published(release.plan))])
        for make in extra:
            for name, content in make(printed, written, progress).items():
                add(name, [content])
        workbooks = []
        for inside in [made] if release.plan.record.house.workbook == "together" else [[one] for one in made]:

            def write_book(stream: BinaryIO, inside: Sequence[str] = inside) -> None:
                first, *others = inside
                workbook.write(
                    release,
                    stream,
                    layout=layout,
                    language=first,
                    beside=others,
                    hashes=hashes,
                    progress=progress,
                )

            name = _workbook(stems[inside[0]])
            workbooks.append(outbox.add(name, write_book))
            digest = hashlib.sha256()
            for block in outbox.read(workbooks[-1]):
                digest.update(block)
            sums[name] = digest.hexdigest()
        for name in kept.keys() - sums.keys():
            outbox.keep(name)
            sums[name] = kept[name]
        add(folders.METADATA, [metadata_bytes(told | {"files": dict(sorted(sums.items()))})])
        outbox.publish()
    return [*workbooks, *paths]


def _workbook(stem: str) -> str:
    return f"{folders.PUBLISH}/{stem}.xlsx"


def _proof(name: str) -> str:
    return f"{folders.PROOF}/{name}"


def _line(entry: str | bytes) -> bytes:
    data = entry.encode() if isinstance(entry, str) else entry
    return data.rstrip(b"\r\n") + b"\n"
