"""What a Linux desktop wants to know of dpdesk: its entry, icons, kinds of files, and a manual page.

A plan or a dictionary opens in the window from the file manager; a session of questions, which the command `ask` runs,
is a kind of its own too, and keeps other programs from guessing. The names of these files end in `.json`, whose own
rule is shorter and gives way. Icons are drawn from the one in `resources/icons`; the commands of
the manual page are those the program itself lists.
"""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from freeze.information import DESCRIPTION

ICON = "resources/icons/dpdesk.svg"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)

KINDS: tuple[tuple[str, str, str, str], ...] = (
    ("application/vnd.dpdesk.plan+json", "*.plan.json", "dpdesk plan of a release", "dpdesk-Veröffentlichungsplan"),
    ("application/vnd.dpdesk.dictionary+json", "*.dictionary.json", "dpdesk data dictionary", "dpdesk-Datenwörterbuch"),
    ("application/vnd.dpdesk.session+json", "*.session.json", "dpdesk session of questions", "dpdesk-Fragesitzung"),
)
"""MIME type, file names, and what the file manager calls such a file, in English and German."""
OPENED = KINDS[:2]
"""Those that the window opens."""


def entry() -> str:
    """The desktop entry."""
    return (
        "[Desktop Entry]\nType=Application\nVersion=1.0\nName=dpdesk\n"
        "GenericName=Publication of confidential statistics\nGenericName[de]=Veröffentlichung vertraulicher Statistik\n"
        f"Comment={DESCRIPTION}\n"
        "Comment[de]=Veröffentlichungsreife Tabellen aus vertraulichen Mikrodaten mit Differential Privacy\n"
        "Exec=/usr/bin/dpdesk window %f\nTryExec=/usr/bin/dpdesk\nIcon=dpdesk\nTerminal=false\n"
        "StartupNotify=true\nStartupWMClass=dpdesk\n"
        "Categories=Science;DataVisualization;Math;\nKeywords=statistics;tables;privacy;census;disclosure;\n"
        f"MimeType={''.join(f'{kind};' for kind, *_ in OPENED)}\n"
    )


def mime() -> str:
    """The kinds of files, for the shared MIME database."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append('<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">')
    for kind, names, english, german in KINDS:
        lines += [
            f'  <mime-type type="{escape(kind)}">',
            f"    <comment>{escape(english)}</comment>",
            f'    <comment xml:lang="de">{escape(german)}</comment>',
            '    <sub-class-of type="application/json"/>',
            '    <icon name="dpdesk"/>',
            f'    <glob weight="60" pattern="{escape(names)}"/>',
            "  </mime-type>",
        ]
    return "\n".join([*lines, "</mime-info>"]) + "\n"


def icons(root: Path, folder: Path) -> None:
    """Draw the icon at the usual sizes into a folder laid out as the theme `hicolor`."""
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    drawing = (root / ICON).read_bytes()
    renderer = QSvgRenderer(drawing)
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        path = folder / f"{size}x{size}" / "apps" / "dpdesk.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(str(path))
    scalable = folder / "scalable" / "apps" / "dpdesk.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    scalable.write_bytes(drawing)


# The manual page --------------------------------------------------------------------------------------------------


def commands(root: Path) -> list[tuple[str, str]]:
    """The program's commands, each with its sentence, as its own help lists them."""
    words = [sys.executable, "-m", "dpdesk", "--help"]
    help_text = subprocess.run(
        words, cwd=root, env={"COLUMNS": "400", "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, check=True
    ).stdout
    listed = help_text.partition("\ncommands:\n")[2]
    return re.findall(r"^ {4}(\w[\w-]*) {2,}(\S.*)$", listed, flags=re.MULTILINE)


def manual(version: str, day: str, listed: list[tuple[str, str]]) -> bytes:
    """The manual page, compressed."""
    lines = [
        f'.TH DPDESK 1 "{day}" "dpdesk {version}" "User Commands"',
        ".SH NAME",
        r"dpdesk \- publishable tables from confidential microdata, under differential privacy",
        ".SH SYNOPSIS",
        r".B dpdesk",
        ".br",
        r".B dpdesk window",
        r"[\fIFILE\fR]",
        ".br",
        r".B dpdesk",
        r"\fICOMMAND\fR [\fIOPTIONS\fR]",
        ".SH DESCRIPTION",
        "dpdesk turns confidential microdata into a finished set of tables that may be published.",
        "Without a command its window opens; the commands make the same calls.",
        "It never uses a network.",
        ".SH COMMANDS",
        r"Each command explains its options when called with \fB\-\-help\fR.",
    ]
    for name, sentence in listed:
        lines += [".TP", rf"\fB{_plain(name)}\fR", _plain(sentence)]
    lines += [
        ".SH EXIT STATUS",
        "0 done, 2 bad input, 3 refused, 4 damaged ledger, 1 anything else.",
        ".SH FILES",
        ".TP",
        r"\fI~/.local/share/dpdesk/\fR",
        "The ledger of what was spent, unless another is named. Removing the program leaves it.",
        ".TP",
        r"\fI~/.local/state/dpdesk/\fR",
        "What the program remembers of ledgers, and unsaved work of the window.",
    ]
    return gzip.compress(("\n".join(lines) + "\n").encode(), 9, mtime=0)


def _plain(text: str) -> str:
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped[:1] in ".'" else escaped
