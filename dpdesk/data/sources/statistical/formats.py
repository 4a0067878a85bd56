"""The files of statistical programs as formats: how they are recognised, proposed and opened.

A file is what its first bytes say, and each program has two or three kinds of them.
"""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.data.sources import encodings
from dpdesk.data.sources.format import Format, Proposal
from dpdesk.errors import BadInput
from dpdesk.problems.problem import phrase, problem
from dpdesk.schema.dictionary import SourceFormat

if TYPE_CHECKING:
    from dpdesk.data.sources.statistical.source import StatisticalSource

_SAS = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
_XPORT = (b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!", b"HEADER RECORD*******LIBV8   HEADER RECORD!!!!!!!")
_RECORD = 80  # bytes; a transport file is made of such records
_STATA_NOW, _STATA_END = b"<stata_dta>", b"</stata_dta>"
_STATA_BEFORE = frozenset({104, 105, 108, *range(110, 116)})  # versions that begin with their number
_PORTABLE = 600  # bytes from the start within which a portable file says what it is


class StatisticalFormat(Format):
    """A format of a statistical program."""

    @abstractmethod
    def layout(self, path: Path, head: bytes) -> str:
        """The library's name of the kind of file, "" for none of this program's; BadInput if it is plainly cut."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """Say whether a file is one of this program's."""
        return bool(self.layout(path, head))

    def open(self, path: Path, form: SourceFormat) -> StatisticalSource:
        """Open a file as its first bytes say."""
        from dpdesk.data.sources.statistical.source import StatisticalSource

        with path.open("rb") as file:
            layout = self.layout(path, file.read(_PORTABLE))
        if not layout:
            raise BadInput(problem("data.not_of_kind", file=path.name, what=self.what))
        self.require_whole(path, layout)
        characters = str(form.own.get("characters") or "")
        return StatisticalSource(path, self.kind, layout, encodings.codec_name(characters) if characters else "")

    def require_whole(self, path: Path, layout: str) -> None:
        """Refuse a file that is cut short, where its reader would not see it."""

    def propose(self, path: Path, head: bytes) -> Proposal | None:
        """Propose a file with the names of its variables."""
        if not self.recognises(path, head):
            return None
        form = SourceFormat(self.kind)
        return Proposal(form, self.open(path, form).columns, 0)


class SpssFormat(StatisticalFormat):
    """System files of SPSS, compressed or not, and its portable files."""

    kind = "spss"
    what = phrase("data.spss_file")
    endings = (".sav", ".zsav", ".por")

    def layout(self, path: Path, head: bytes) -> str:
        """The kind of an SPSS file."""
        if head.startswith((b"$FL2", b"$FL3")):
            return "sav/zsav"
        if b"PORT FILE" in b"".join(head.split(b"\n")).replace(b"\r", b""):
            with path.open("rb") as file:
                beginning = file.read(_PORTABLE).replace(b"\n", b"").replace(b"\r", b"")
            return "por" if b"SPSSPORT" in beginning else ""
        return ""


class StataFormat(StatisticalFormat):
    """Data sets of Stata, of any version."""

    kind = "stata"
    what = phrase("data.stata_file")
    endings = (".dta",)

    def layout(self, path: Path, head: bytes) -> str:
        """The kind of a Stata file."""
        before = len(head) > 3 and head[0] in _STATA_BEFORE and head[1] in (1, 2) and head[2:4] == b"\1\0"
        return "dta" if before or head.startswith(_STATA_NOW) else ""

    def require_whole(self, path: Path, layout: str) -> None:
        """A file of a present version ends as it says."""
        with path.open("rb") as file:
            if not file.read(len(_STATA_NOW)).startswith(_STATA_NOW):
                return
            file.seek(max(0, path.stat().st_size - len(_STATA_END)))
            if file.read() != _STATA_END:
                raise BadInput(problem("data.cut_short", file=path.name))


class SasFormat(StatisticalFormat):
    """Data sets of SAS, and its transport files."""

    kind = "sas"
    what = phrase("data.sas_file")
    endings = (".sas7bdat", ".xpt")

    def layout(self, path: Path, head: bytes) -> str:
        """The kind of a SAS file."""
        if head.startswith(_XPORT):
            return "xport"
        return "sas7bdat" if head.startswith(_SAS) else ""

    def require_whole(self, path: Path, layout: str) -> None:
        """A transport file consists of whole records."""
        if layout == "xport" and path.stat().st_size % _RECORD:
            raise BadInput(problem("data.cut_short", file=path.name))
