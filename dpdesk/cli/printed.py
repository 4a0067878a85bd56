"""The options that say how the files of a release are written, and the writing: alike in all commands that do."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput
from dpdesk.problems.problem import phrase, problem

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.publish.write import Extra
    from dpdesk.release.microdata import Microdata
    from dpdesk.release.result import Release


def add_to(parser: argparse.ArgumentParser) -> None:
    """The options for layout, languages and PDF."""
    parser.add_argument(
        "--layout",
        choices=["accessible", "classic", "list"],
        help="of all tables in the workbook; else as the plan's display says",
    )
    add_languages(parser)
    parser.add_argument("--pdf", action="store_true", help="writes the tables as pages for print, too")
    parser.add_argument(
        "--also",
        action="append",
        choices=["charts", "microdata", "px", "sdmx"],
        default=[],
        help="charts: the pictures of tables as SVG files; microdata: synthetic records whose tables are the published "
        "ones; px, sdmx: each table as a PX file or as SDMX-CSV, too; may be given several times",
    )


def add_languages(parser: argparse.ArgumentParser) -> None:
    """The option for the languages of files."""
    parser.add_argument(
        "--language",
        action="extend",
        type=_tags,
        metavar="TAG",
        help="of the files: en or de, or both with a comma between them; default: all in which the plan has a title",
    )


def _tags(text: str) -> list[str]:
    return [tag.strip() for tag in text.split(",") if tag.strip()]


@dataclass(frozen=True, slots=True)
class Files:
    """How the files of a release are written."""

    layout: str | None = None
    languages: Sequence[str] | None = None
    pdf: bool = False
    also: Sequence[str] = ()
    certificate: bool = True

    @classmethod
    def asked(cls, options: argparse.Namespace) -> Files:
        """As the options say."""
        return cls(options.layout, options.language, options.pdf, options.also)

    @property
    def microdata(self) -> bool:
        """Whether synthetic records are to go with the tables."""
        return "microdata" in self.also

    def keeping(self, out: Path) -> Files:
        """The same, with what an earlier export has put into the folder beside its tables."""
        from dpdesk.publish.folders import also_in

        return replace(self, also=[*self.also, *also_in(out)])

    def require(self, plan: Plan) -> None:
        """Find out, before anything is spent, whether files can be written so.

        Raises:
            BadInput: the plan has no title in one of the languages, nothing can be printed on this system, or charts
                are wanted and no table has a picture.
        """
        from dpdesk.publish.languages import chosen

        chosen(plan, self.languages)
        if self.pdf:
            require_printing("cli.the_pdf")
        if "charts" in self.also:
            from dpdesk.publish.workbook.drawing import require_pictures

            require_printing("cli.the_charts")
            require_pictures(plan)

    def write(
        self, release: Release, out: Path, audit: Sequence[str | bytes] = (), records: Microdata | None = None
    ) -> list[Path]:
        """Write all files of a release into a folder, its records among them if there are any; returns their paths."""
        from dpdesk.publish.write import write_release

        return write_release(
            release,
            out,
            audit=audit,
            layout=self.layout,
            languages=self.languages,
            also=self.also,
            microdata=records,
            extra=self._papers(release, audit),
        )

    def _papers(self, release: Release, audit: Sequence[str | bytes]) -> list[Extra]:
        """The certificate, and the PDF where one is wanted; a release is not held up by a certificate."""
        from dpdesk.publish.languages import chosen

        made: list[Extra] = []
        if self.pdf:
            require_printing("cli.the_pdf")
            from dpdesk.gui.paper.printing import Options, papers

            made.append(papers(chosen(release.plan, self.languages), Options()))
        if "charts" in self.also:
            require_printing("cli.the_charts")
            from dpdesk.gui.paper import charts

            made.append(charts.papers)
        if audit and self.certificate:
            try:
                require_printing("cli.the_certificate")
            except BadInput as why:
                print(why, file=sys.stderr)
                return made
            from dpdesk.gui.paper import certificate

            made.append(certificate.papers(audit))
        return made


AS_PLANNED = Files()
"""In all languages, set out as the plan says, without PDF."""


def require_printing(what: str) -> None:
    """Load what paints pages, without a screen; `what` is the code of what shall be printed.

    Raises:
        BadInput: the system lacks a library of the window.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        import dpdesk.gui.paper.offscreen  # noqa: F401 -- to find out whether it can be loaded
    except ImportError as error:
        raise BadInput(problem("cli.no_printing", what=phrase(what), library=error.name or "Qt")) from None
