"""Where the files of a release stand: `publish/` goes to the public unchanged, `proof/` shows that it is true.

Nothing else stands in the two, so that an office can put the one on its site and the other beside it. The workbook and
the PDF are named after the release, since readers keep them under that name; `proof/metadata.json` lists all files that
were written together, each with its SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_METADATA
from dpdesk.planning.document.formats import file_stems
from dpdesk.problems.problem import problem
from dpdesk.publish.languages import WATERMARK, published
from dpdesk.schema.file.canonical import read_whole
from dpdesk.translation import PUBLICATIONS, translated

if TYPE_CHECKING:
    from dpdesk.release.result import Release

PUBLISH, PROOF = "publish", "proof"
TABLES = f"{PUBLISH}/tables"
PX, SDMX = f"{PUBLISH}/px", f"{PUBLISH}/sdmx"
MICRODATA = f"{PUBLISH}/microdata.csv"
CHARTS = f"{PUBLISH}/charts"
ALSO = {"charts": CHARTS, "microdata": MICRODATA, "px": PX, "sdmx": SDMX}
"""What is published beside workbook and CSV files where it is asked for, and where it stands."""
METADATA = f"{PROOF}/metadata.json"
CERTIFICATE = f"{PROOF}/certificate.pdf"
PDF = {"consistent": ".pdf", "unbiased": "-unbiased.pdf"}
"""How the PDF of each kind of values ends."""
_SAID = ("plan", "corrections", "embargo", "withdrawn", "replaced_by")
"""What of the metadata is told in workbooks and PDFs, and may change after the release."""
_LONGEST = 160  # bytes of a name, which the draft of the file has room for (255 in all)


def root(place: Path) -> Path:
    """The folder of a release, where that folder or one of its two is named."""
    if (place / METADATA).is_file():
        return place
    whole = place.resolve()
    inside = whole.name in (PUBLISH, PROOF) and (whole.parent / METADATA).is_file()
    return whole.parent if inside else place


def require_apart(folder: Path, confidential: Iterable[Path]) -> None:
    """Refuse data and ledgers that lie in one of the two folders, from where they would go to the public.

    Raises:
        BadInput: one sentence about the first of them.
    """
    for place in confidential:
        for name in (PUBLISH, PROOF):
            if place.resolve().is_relative_to((folder / name).resolve()):
                raise BadInput(problem("publish.confidential", path=str(place), folder=str(folder / name)))


def stem(release: Release, language: str) -> str:
    """What the workbook and the PDF are called, without ending: the words of the title, joined by hyphens."""
    mark = translated(PUBLICATIONS, WATERMARK, language) if release.rehearsal else ""
    title = f"{mark} {release.plan.title.show(language)}"
    spaced = "".join(one if one.isalnum() or unicodedata.category(one)[0] == "M" else " " for one in title)
    name = file_stems(["-".join(spaced.split()) or "release"])[0]
    while len(name.encode()) > _LONGEST:
        name = name[:-1]
    return name.rstrip("-")


def stems(release: Release) -> dict[str, str]:
    """What they are called in each language of the title; a name that two languages share has the second one's tag."""
    found: dict[str, str] = {}
    for language in published(release.plan):
        own = stem(release, language)
        taken = own.casefold() in (one.casefold() for one in found.values())
        found[language] = f"{own}-{language}" if taken else own
    return found


def tables_in(release: Release, languages: Sequence[str]) -> dict[str, str]:
    """Where the CSV files with labels in each language stand: those in the first with the tables, others below them.

    A house style may ask for the first language alone.
    """
    first, *others = languages
    more = others if release.plan.record.house.csv == "each" else ()
    return {first: TABLES, **{language: f"{TABLES}/{language}" for language in more}}


def workbooks(folder: Path) -> list[Path]:
    """The workbooks in the folder of a release; a spreadsheet program lays a file `~$NAME` beside one that is open."""
    return sorted(path for path in (folder / PUBLISH).glob("*.xlsx") if not path.name.startswith("~$"))


def workbook_in(folder: Path) -> Path:
    """The workbook of the release in a folder, the first by name where there is one a language.

    Raises:
        BadInput: if there is none.
    """
    found = workbooks(root(folder))
    if not found:
        raise BadInput(problem("publish.no_workbook", folder=str(folder), part=PUBLISH))
    return found[0]


def read_metadata(folder: Path) -> Any:
    """The JSON of the metadata in the folder of a release, whatever it holds.

    Raises:
        OSError, ValueError: it cannot be read, is too large, or is not JSON.
    """
    content = read_whole(folder / METADATA, LARGEST_METADATA)
    if content is None:
        raise ValueError("larger than any metadata")
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("nested deeper than any metadata") from None


def release_in(folder: Path) -> str | None:
    """The number of the release that a folder holds; None where it holds none."""
    try:
        return str(read_metadata(folder)["release"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def files_of(release: Release, folder: Path) -> dict[str, str]:
    """The files of this very release that stand in a folder from an earlier export, with their SHA-256.

    Nothing where the folder holds another release or none, or where it was signed: a signature is for the files as
    they are.
    """
    tree, files = _earlier(folder)
    ledger = {"entry": release.entry, "head": release.head, "previous_head": release.previous_head}
    result = tree.get("result")
    digest = result.get("hash") if isinstance(result, dict) else None
    named = [tree.get("release"), tree.get("ledger"), digest]
    return files if named == [release.release_id, ledger, release.result_hash] else {}


def kept(release: Release, folder: Path, told: Mapping[str, Any]) -> dict[str, str]:
    """What an export in another language, or one that prints less, leaves as it is: workbooks, PDFs and certificate.

    They are names with their SHA-256. `told` are the metadata now: where they tell another version of the texts, or
    another standing, than the earlier ones, what was written then is not true any more, and nothing is kept.
    """
    tree, _ = _earlier(folder)
    if any(tree.get(one) != told[one] for one in _SAID):
        return {}
    names = {f"{PUBLISH}/{one}{ending}" for one in stems(release).values() for ending in (".xlsx", *PDF.values())}
    files = files_of(release, folder)
    return {name: files[name] for name in files if name in names | {CERTIFICATE} and has(folder / name, files[name])}


def holds_unchanged(folder: Path, release_id: str) -> bool:
    """Whether a folder holds a release as an export left it, so that another export of it can take its place."""
    tree, files = _earlier(folder)
    whole = all(has(folder / name, digest) for name, digest in files.items() if (folder / name).exists())
    return bool(files) and tree.get("release") == release_id and whole


def also_in(folder: Path) -> list[str]:
    """What of this the folder of a release has, which another export is to keep."""
    places = {what: folder / place for what, place in ALSO.items()}
    return [what for what, place in places.items() if place.is_file() or any(place.glob("*"))]


def has(path: Path, digest: str) -> bool:
    """Whether an ordinary file stands there and has this SHA-256."""
    try:
        with path.open("rb") as stream:
            return path.is_file() and hashlib.file_digest(stream, "sha256").hexdigest() == digest
    except OSError:
        return False


def _earlier(folder: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The metadata of an export and its files with their SHA-256; nothing where it was changed or signed."""
    try:
        data = read_whole(folder / METADATA, LARGEST_METADATA) or b""
        tree = dict(json.loads(data))
        listed = {str(name): str(digest) for name, digest in tree["files"].items() if _is_ours(str(name))}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}, {}
    above, _, below = data.rpartition(b' "checksum": "')
    whole = below == hashlib.sha256(above).hexdigest().encode() + b'"\n}\n'
    if not whole or (folder / PROOF / "statement.json").exists():
        return {}, {}
    return tree, listed | {METADATA: hashlib.sha256(data).hexdigest()}


def _is_ours(name: str) -> bool:
    """Whether a name that metadata list lies below one of the two folders, on every system."""
    first, *below = name.split("/")
    plain = all(part not in ("", ".", "..") for part in below) and not set(name) & set("\\:")
    return first in (PUBLISH, PROOF) and bool(below) and plain
