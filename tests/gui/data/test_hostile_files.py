"""Files made to exhaust the machine, opened by a person: the window stays, and says why in one sentence."""

from __future__ import annotations

import struct
import zipfile

import pytest
from PySide6.QtWidgets import QLabel
from watchdog import Turns

from dpdesk.gui.data.page import DataPage

CANARY = "quokka17"


def _sparse(path):
    with path.open("wb") as file:
        file.truncate(1 << 31)


def _record(path):
    path.write_text(f'a,b\n"{CANARY}\n",1\n' + f'"{CANARY}\n",' * 300_000, encoding="utf-8")


def _columns(path):
    path.write_text(",".join(f"{CANARY}{n}" for n in range(150_000)) + "\n", encoding="utf-8")


def _heading(path):
    path.write_text(";" * 1_000_000 + CANARY + "\n", encoding="utf-8")


def _entries(path):
    one = b"PK\1\2" + struct.pack("<HHHHHHLLLHHHHHLL", 20, 20, 0, 0, 0, 33, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0)
    names = b"".join(one + b"%08d" % n for n in range(50_000))
    path.write_bytes(b"PK\3\4" + names + b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, 50_000, 50_000, len(names), 4, 0))


def _bomb(path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 20_000_000)


def _footer(path):
    footer = b"\x15\x02\x19\xfc\xff\xff\xff\xff\x07"
    path.write_bytes(b"PAR1" + footer + struct.pack("<L", len(footer)) + b"PAR1")


FILES = {
    "line.csv": _sparse,
    "record.csv": _record,
    "columns.csv": _columns,
    "heading.csv": _heading,
    "entries.xlsx": _entries,
    "bomb.xlsx": _bomb,
    "footer.parquet": _footer,
}


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_neither_freezes_the_window_nor_gets_in(qtbot, desk, settings, settled, tmp_path, name):
    page = DataPage(desk, settings)
    qtbot.addWidget(page)
    page.open()
    page.show()
    path = tmp_path / name
    FILES[name](path)
    with Turns() as turns:
        page.open_data(path)
        qtbot.waitUntil(lambda: not desk.tasks.running(), timeout=60_000)
        settled()
    said = [one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page) and name in one.text()]
    assert (
        any("refused" in one or "is it a table" in one or "declared format" in one or "damaged" in one for one in said)
        or name == "record.csv"
    )  # how a long file is written is proposed from its beginning
    assert not any(CANARY in one for one in said)
    assert turns.own < 5  # squares; about 1 is usual: the page's own looks
    assert page.isVisible()
