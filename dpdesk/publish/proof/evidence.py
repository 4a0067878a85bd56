"""What was published, read as evidence: a folder of a release, its workbook alone, or an audit log.

Each says how its ledger had come about when it was written: the heads of all entries (an audit log), or of two (a
workbook). A document is checked by itself first: every file of a folder has the bytes that its metadata.json lists, the
log follows on from its first entry, the tables have the hash that the log's entry names. Two documents of one ledger
with different heads at one entry prove a fork on any machine, without the ledger.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger import events
from dpdesk.ledger.export import ExportReport, verify_export
from dpdesk.ledger.verification import Quoted
from dpdesk.limits import LARGEST_LOG, LARGEST_METADATA
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.publish.folders import METADATA, PROOF, PUBLISH, TABLES, root, workbook_in, workbooks
from dpdesk.publish.proof.signing import signed_by
from dpdesk.release import strategy
from dpdesk.schema.file.canonical import read_whole

_PREFIX = 8  # digits of a ledger's identifier in the number of a release


@dataclass(frozen=True, slots=True)
class Document:
    """One document that holds by itself.

    `ledger` are the first digits of its ledger's identifier, `heads` the heads it states by entry number, `last` its
    last place in the chain, `released` the entry and the hash of the tables it contains, if it does, `signed_by` the
    public key (hex) that signed it.
    """

    path: Path
    ledger: str
    heads: Mapping[int, str]
    last: Quoted
    released: tuple[int, str] | None
    sentences: tuple[Phrase, ...]
    signed_by: str | None = None


def read_document(path: Path, progress: Progress = silent) -> Document:
    """Read and check a folder of a release, a workbook or an audit log.

    Raises:
        BadInput: it is none, was changed, or is a rehearsal.
    """
    if path.suffix == ".jsonl" and not path.is_dir():
        report = _log(path)
        return Document(
            path, _ledger_of(report), _heads(report), _last(report), None,
            (phrase("publish.log_follows", entries=report.entries, name=path.name),),
        )  # fmt: skip
    from dpdesk.publish.proof.verify import quoted_hash, read_ledger_line, verify_result

    progress("reading the published tables")
    path = root(path)
    listed = _metadata(path) if path.is_dir() else {}
    for changed in _changed_files(path, listed) if path.is_dir() else ():  # before anything in them is read
        raise _changed(path, phrase("publish.why_other_file", file=changed))
    workbook, books = (workbook_in(path), workbooks(path)) if path.is_dir() else (path, [path])
    line = read_ledger_line(workbook)
    if line.entry is None:
        raise BadInput(problem("publish.is_rehearsal", path=str(path)))
    if any(read_ledger_line(book) != line for book in books):
        raise _changed(path, phrase("publish.why_entries_differ"))
    computed = {verify_result(place) for place in {path, *books}}
    if computed != {quoted_hash(path)} or {line.result_hash} != computed:
        raise _changed(path, phrase("publish.why_other_hash"))
    quoted = Quoted(line.entry, line.head, line.previous_head)
    released = (line.entry, line.result_hash)
    sentences: tuple[Phrase, ...] = (phrase("publish.tables_released", name=path.name),)
    if not path.is_dir():
        heads = {line.entry - 1: line.previous_head, line.entry: line.head}
        return Document(path, line.release_id[:_PREFIX], heads, quoted, released, sentences)
    report = _log(path / PROOF / "audit.jsonl")
    named = [one for one in report.shown if one.number == line.entry and one.text("result") == line.result_hash]
    stated = listed.get("ledger")
    if stated != {"entry": line.entry, "head": line.head, "previous_head": line.previous_head} or not named:
        raise _changed(path, phrase("publish.why_named_differently"))
    if (named[0].head, named[0].previous_head) != (line.head, line.previous_head):
        raise _changed(path, phrase("publish.why_other_heads"))
    software = listed.get("software")
    if not isinstance(software, dict) or software | named[0].program != software:
        raise _changed(path, phrase("publish.why_other_program"))
    marks = [one.text("strategy") for one in report.shown if one.kind == events.DRAW_MARKED]
    if (drawn_for := listed.get("files", {}).get(f"{PROOF}/{strategy.NAME}")) is not None and drawn_for not in marks:
        raise _changed(path, phrase("publish.why_other_strategy"))
    signer = signed_by(path)
    if signer is not None:
        named = [one for one in report.shown if one.kind == events.KEY_NAMED and one.text("public") == signer]
        sentences += (
            phrase("publish.signed_by_entry", key=signer[:16], entry=named[0].number)
            if named
            else phrase("publish.signed_later", key=signer[:16]),
        )
    return Document(path, _ledger_of(report), _heads(report), _last(report), released, sentences, signer)


def compare(documents: Sequence[Document]) -> list[Phrase]:
    """Compare each document with each other one; returns what can be said.

    Raises:
        LedgerDamaged: FORK, if two of one ledger contradict each other.
    """
    sentences = []
    for one, two in combinations(documents, 2):
        here, there = str(one.path), str(two.path)
        common = sorted(one.heads.keys() & two.heads.keys())
        apart = [entry for entry in common if one.heads[entry] != two.heads[entry]]
        if one.ledger != two.ledger:
            sentences.append(phrase("publish.different_ledgers", one=here, other=there))
        elif apart:
            raise LedgerDamaged(problem("publish.fork", one=here, other=there, entry=apart[0]))
        elif not common:
            sentences.append(phrase("publish.no_common_entry", one=here, other=there))
        else:
            sentences.append(phrase("publish.agree_up_to", one=here, other=there, entry=common[-1]))
    return sentences


def _changed(path: Path, why: Phrase) -> BadInput:
    return BadInput(problem("publish.changed", path=str(path), why=why))


def _log(path: Path) -> ExportReport:
    try:
        data = read_whole(path, LARGEST_LOG)
        if data is None:
            raise BadInput(problem("publish.log_too_large", path=str(path)))
        return verify_export(data)
    except OSError as error:
        raise BadInput(problem("publish.log_unreadable", path=str(path), reason=str(error.strerror))) from None
    except LedgerDamaged as error:
        raise BadInput(problem("publish.log_changed", path=str(path), why=error.problem)) from None


def _ledger_of(report: ExportReport) -> str:
    return report.shown[0].text("ledger")[:_PREFIX] if report.shown else ""


def _heads(report: ExportReport) -> dict[int, str]:
    return dict(enumerate(report.heads, 1))


def _last(report: ExportReport) -> Quoted:
    return Quoted(report.entries, report.head)


def _metadata(folder: Path) -> dict[str, Any]:
    """The metadata of a release, whose last line covers all above it."""
    path = folder / METADATA
    try:
        data = read_whole(path, LARGEST_METADATA) or b""
        tree = json.loads(data)
    except (OSError, ValueError, RecursionError):
        raise BadInput(problem("publish.metadata_unreadable", path=str(path))) from None
    above, _, below = data.rpartition(b' "checksum": "')
    if not isinstance(tree, dict) or below != hashlib.sha256(above).hexdigest().encode() + b'"\n}\n':
        raise _changed(folder, phrase("publish.why_other_file", file=METADATA))
    return tree


def _changed_files(folder: Path, metadata: Mapping[str, Any]) -> Iterator[str]:
    """The files that are missing, were changed, or stand among tables, workbooks and PDFs without being listed."""
    listed = metadata.get("files")
    files = {str(name): str(digest) for name, digest in listed.items()} if isinstance(listed, dict) else {}
    public = folder / PUBLISH
    among = [
        *(folder / TABLES).glob("*.csv*"),
        *workbooks(folder),
        *public.glob("*.pdf"),
        *public.glob("microdata.csv*"),
        *public.glob("px/*"),
        *public.glob("sdmx/*"),
    ]
    found = {path.relative_to(folder).as_posix() for path in among}
    yield from sorted(found - set(files))
    for name, digest in files.items():
        path = folder / name
        if not path.is_file() or _sha256(path) != digest:
            yield name


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
