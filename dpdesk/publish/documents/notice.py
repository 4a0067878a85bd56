"""The notice page of a withdrawn release: what an office puts where the tables were.

One page of plain HTML, without scripts, pictures or links to anywhere, in which every text is escaped. Like all files
of a release it is made from the ledger's entries alone, and is the same bytes every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import day, said
from dpdesk.release.result import Release
from dpdesk.translation import translatable

if TYPE_CHECKING:
    from dpdesk.ledger.board import Withdrawal

NAME = "withdrawn.html"


def page(release: Release, languages: Sequence[str]) -> bytes:
    """The notice of a withdrawn release, as UTF-8, a part a language; nothing for one that was not withdrawn."""
    gone = release.withdrawn
    if gone is None:
        return b""
    title = "; ".join(_heading(release, language) for language in languages)
    parts = "\n".join(_part(release, gone, language) for language in languages)
    return f"""<!DOCTYPE html>
<html lang="{escape(languages[0])}">
<head>
<meta charset="utf-8">
<title>{escape(title)}</title>
</head>
<body>
{parts}
</body>
</html>
""".encode()


def _heading(release: Release, language: str) -> str:
    return said(language, "Withdrawn: {title}", title=facts.title(release, language))


def _part(release: Release, gone: Withdrawal, language: str) -> str:
    by = ", ".join(filter(None, (gone.role, gone.office)))
    contact = facts.contact(release, language)
    rows = translatable(
        [
            ("Release", release.release_id),
            ("Released on", day(language, release.date)),
            ("Withdrawn on", day(language, gone.date)),
            *([("Withdrawn by", by)] if by else []),
            ("Reason", gone.reason),
            ("Entry in the ledger", str(gone.entry)),
            ("Check value of the tables", release.result_hash),
            *([("Contact", contact)] if contact else []),
        ]
    )
    listed = "\n".join(f"<dt>{escape(said(language, name))}</dt>\n<dd>{_lines(value)}</dd>" for name, value in rows)
    tables = "\n".join(
        f"<li>{escape(table.shell.title.show(language) or table.shell.name)}</li>" for table in release.tables
    )
    words = said(
        language,
        "This release of statistical tables was withdrawn. Its figures are not to be used. They stay as they were "
        "published, so that whoever used them can find out which; what their publication cost in privacy stays spent.",
    )
    return f"""<section lang="{escape(language)}">
<h1>{escape(_heading(release, language))}</h1>
<p>{escape(words)}</p>
<dl>
{listed}
</dl>
<h2>{escape(said(language, "Tables of this release"))}</h2>
<ul>
{tables}
</ul>
</section>"""


def _lines(text: str) -> str:
    return "<br>\n".join(escape(line) for line in text.split("\n"))
