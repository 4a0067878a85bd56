"""House styles as files: those that come with the program, by name, and an office's own, with its picture.

An office keeps its styles in the user's data folder, beside the ledger: there every plan finds them by name.

A style that was read has its logo in it, so that whatever keeps the style keeps all of it.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.planning.document.style import FORMAT, LARGEST_LOGO, PICTURE, StyleRecord
from dpdesk.problems.problem import Document, Place, problem
from dpdesk.resources import resource
from dpdesk.schema.file.canonical import load_json, read_whole
from dpdesk.schema.file.formats import other_kind
from dpdesk.schema.file.problems import validated

ENDING = ".style.json"
LARGEST_SIDE = 5_000  # pixels
_ITS_LOGO = Document("style").whole.to("logo")
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it stands in its file, with its size in pixels; `kind` is "png" or "jpeg"."""

    kind: str
    data: bytes
    width: int
    height: int


def bundled() -> list[str]:
    """The names of the styles that come with the program."""
    return sorted(path.name.removesuffix(ENDING) for path in resource("styles").glob(f"*{ENDING}"))


def office_folder() -> Path:
    """Where the office keeps its own styles; nothing is made."""
    from platformdirs import user_data_path

    return user_data_path("dpdesk", appauthor=False) / "styles"


def kept() -> dict[str, Path]:
    """The styles the office keeps, by the name of their file without ending; none hides one of the program."""
    found = {path.name.removesuffix(ENDING): path for path in sorted(office_folder().glob(f"*{ENDING}"))}
    return {name: path for name, path in found.items() if name not in bundled()}


def style_of(wanted: str) -> StyleRecord:
    """A style by the name of one that comes with the program or that the office keeps, or by its file.

    Raises:
        BadInput: one sentence; there is neither, or the file is no style.
    """
    if wanted in bundled():
        return load_style(resource("styles") / f"{wanted}{ENDING}")
    own = kept()
    if wanted in own:
        return load_style(own[wanted])
    if not wanted.endswith(".json"):
        known = (*bundled(), *own)
        raise BadInput(problem("planning.no_such_style", name=wanted, known=known, ending=ENDING))
    return load_style(Path(wanted))


def load_style(path: Path) -> StyleRecord:
    """Read a `*.style.json` and the picture that it names beside itself.

    Raises:
        BadInput: one sentence with the file and the JSON path of the first thing that is wrong.
    """
    file = Document("style", str(path))
    tree = load_json(path, "style")
    if (other := other_kind(tree, FORMAT)) is not None:
        raise BadInput(problem("planning.not_a_style", file.whole, other=other))
    place = file.whole.to("logo")
    style = validated(StyleRecord, _with_picture(tree, path.parent, place), file)
    picture_of(style, place)
    return style


def _with_picture(tree: Any, folder: Path, place: Place) -> Any:
    """The tree with its logo in it, where it names one beside itself."""
    name = tree.get("logo") if isinstance(tree, dict) else None
    if not isinstance(name, str) or name.startswith("data:") or not re.fullmatch(r"[^/\\:\x00-\x1f]{1,255}", name):
        return tree
    return {**tree, "logo": picture_in(folder / name, place)}


def picture_in(path: Path, place: Place = _ITS_LOGO) -> str:
    """A file with a picture as a style carries it; `place` is where it is named.

    Raises:
        BadInput: it cannot be read, is too large, or is neither PNG nor JPEG.
    """
    name = path.name
    try:
        data = read_whole(path, LARGEST_LOGO)
    except OSError:
        raise BadInput(problem("planning.logo_unreadable", place, name=name)) from None
    if data is None:
        raise BadInput(problem("planning.logo_too_large", place, name=name, most=LARGEST_LOGO))
    kind = "png" if data.startswith(_PNG) else "jpeg" if data.startswith(_JPEG) else None
    if kind is None:
        raise BadInput(problem("planning.logo_kind", place, name=name))
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def picture_of(style: StyleRecord, place: Place = _ITS_LOGO) -> Picture | None:
    """The logo of a style; None where it has none.

    Raises:
        BadInput: what is there is no picture.
    """
    if style.logo is None:
        return None
    bad = BadInput(problem("planning.logo_broken", place, most=LARGEST_SIDE))
    if not re.fullmatch(PICTURE, style.logo):
        raise BadInput(problem("planning.logo_by_name", place))
    head, _, text = style.logo.partition(",")
    try:
        data = base64.b64decode(text, validate=True)
        kind = "png" if "png" in head else "jpeg"
        width, height = _size_of_png(data) if kind == "png" else _size_of_jpeg(data)
    except (ValueError, IndexError):
        raise bad from None
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE) or len(data) > LARGEST_LOGO:
        raise bad
    return Picture(kind, data, width, height)


def _size_of_png(data: bytes) -> tuple[int, int]:
    if not data.startswith(_PNG) or data[12:16] != b"IHDR" or data[-8:-4] != b"IEND":
        raise ValueError
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def _size_of_jpeg(data: bytes) -> tuple[int, int]:
    """The size stands in the frame, behind segments that each say how long they are."""
    if not data.startswith(_JPEG):
        raise ValueError
    at = 2
    while data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        at += 2 + length
    raise ValueError
