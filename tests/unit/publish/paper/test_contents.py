"""What stands where on paper: a page of contents, bookmarks, and each picture behind its table."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import published
import pytest

from dpdesk.gui.paper.bookmarks import with_bookmarks
from dpdesk.gui.paper.contents import ContentsPaper, Entry
from dpdesk.gui.paper.devices import as_pdf
from dpdesk.gui.paper.printing import Document, Options, pdf_bytes
from dpdesk.gui.paper.typography import LONG, MARGIN, ROW, SHORT
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.workbook.drawing import drawings
from dpdesk.release.result import Release
from dpdesk.resources import resource


def release(*kinds: str) -> Release:
    tables = [
        published.table(f"t{at}", title={"en": f"Persons, part {at}"}, display={"picture": kind})
        for at, kind in enumerate(kinds, 1)
    ]
    return published.release(published.plan(tables=tables))


def pages_of(content: bytes, folder: Path) -> list[str]:
    """The words of each page."""
    if (reader := shutil.which("pdftotext")) is None:
        pytest.skip("pdftotext is not installed")
    (folder / "paper.pdf").write_bytes(content)
    done = subprocess.run(
        [reader, "-layout", str(folder / "paper.pdf"), "-"], check=True, capture_output=True, timeout=60
    )
    return done.stdout.decode().split("\f")


def only(pattern: bytes, text: bytes) -> bytes:
    """What the pattern's group stands for where it is first found."""
    found = re.search(pattern, text)
    assert found is not None, pattern
    return bytes(found[1])


def outline(content: bytes) -> list[tuple[str, int, int]]:
    """Title, page and level of each bookmark, followed from the catalogue as a viewer does."""
    start = int(content.rpartition(b"startxref\n")[2].split()[0])
    places = [int(one) for one in re.findall(rb"(?m)^(\d{10}) 00000 n", content[start:])]

    def read(number: int) -> bytes:
        text = content[places[number - 1] :]
        assert text.startswith(b"%d 0 obj\n" % number)
        return text.partition(b"endobj")[0]

    def ref(text: bytes, name: bytes) -> int:
        found = re.search(rb"/%b (\d+) 0 R" % name, text)
        return int(found[1]) if found else 0

    catalogue = read(int(only(rb"/Root (\d+)", content[start:])))
    kids = [
        int(one)
        for one in re.findall(rb"(\d+) 0 R", read(ref(catalogue, b"Pages")).partition(b"/Kids")[2].split(b"]")[0])
    ]
    found: list[tuple[str, int, int]] = []

    def follow(number: int, level: int) -> None:
        while number:
            item = read(number)
            title = bytes.fromhex(only(rb"/Title <([0-9a-f]+)>", item).decode())
            page = kids.index(int(only(rb"/Dest \[(\d+) 0 R", item))) + 1
            found.append((title.decode("utf-16"), page, level))
            follow(ref(item, b"First"), level + 1)
            number = ref(item, b"Next")

    follow(ref(read(ref(catalogue, b"Outlines")), b"First"), 0)
    return found


def test_contents_and_bookmarks_name_the_page_on_which_each_thing_is(tmp_path: Path, qapp: object) -> None:
    made = release("bars", "none", "bars")
    content = pdf_bytes(made, Options())
    pages, marks = pages_of(content, tmp_path), outline(content)
    assert [(title, level) for title, _, level in marks] == [
        ("Table 1: Persons, part 1", 0), ("Picture", 1), ("Table 2: Persons, part 2", 0),
        ("Table 3: Persons, part 3", 0), ("Picture", 1), ("Notes", 0),
    ]  # fmt: skip
    contents = next(page for page in pages if page.startswith("Contents"))
    for title, page, level in marks:
        own = pages[page - 1]
        assert re.search(rf"^{re.escape(title)}", own, re.M) if level == 0 else ": picture" in own.splitlines()[0]
        assert re.search(rf"{re.escape(title)} +{page}$", contents, re.M)
    assert b"/Lang (en)" in content and b"/DisplayDocTitle true" in content


def test_a_wrong_page_would_be_found(tmp_path: Path, qapp: object) -> None:
    content = as_pdf(Document(release("none", "none"), Options()), "Persons", "one", "2026-02-03")
    moved = with_bookmarks(content, [Entry("Table 1: Persons, part 1", 1)], "en")
    pages = pages_of(moved, tmp_path)
    assert [title in pages[page - 1] for title, page, _ in outline(moved)] == [False]


def test_every_object_of_a_file_with_bookmarks_is_where_its_table_says(qapp: object) -> None:
    content = pdf_bytes(release("bars", "bars"), Options(language="de"))
    start = int(content.rpartition(b"startxref\n")[2].split()[0])
    places = re.findall(rb"(?m)^(\d{10}) 00000 n", content[start:])
    wrong = [at for at, one in enumerate(places, 1) if not content[int(one) :].startswith(b"%d 0 obj" % at)]
    assert wrong == [] and b"/Size %d " % (len(places) + 1) in content[start:]
    assert content.count(b"startxref") == 1 and content.endswith(b"%%EOF\n")


def test_one_table_needs_no_contents(tmp_path: Path, qapp: object) -> None:
    one = Document(release("none"), Options())
    assert [entry.title for entry in one.entries] == ["Table 1: Persons, part 1", "Notes"]
    assert not any(page.startswith("Contents") for page in pages_of(pdf_bytes(release("none"), Options()), tmp_path))


def test_short_tables_and_the_notes_share_a_sheet_and_long_ones_do_not(tmp_path: Path, qapp: object) -> None:
    made = Document(release("none", "none", "none"), Options())
    assert [entry.sheet for entry in made.entries] == [3, 3, 3, 3]
    whole = next(page for page in pages_of(pdf_bytes(made.release, Options()), tmp_path) if "Table 2: Persons" in page)
    places = [whole.index(words) for words in ("Table 1: Persons", "Table 2: Persons", "Table 3: Persons", "Notes")]
    assert places == sorted(places)
    pictured = Document(release("bars", "none"), Options())  # a table follows its picture on a sheet of its own
    assert [entry.sheet for entry in pictured.entries] == [3, 4, 5, 5]
    sample = Document(published.release(Plan.load(resource("sample/plan.json"))), Options())
    assert [entry.sheet for entry in sample.entries] == [3, 4, 6, 7, 8, 10, 10]  # the first on one


def test_nothing_on_a_sheet_reaches_its_foot_or_what_stands_below(qapp: object) -> None:
    for made in (
        release("none", "none", "none", "none", "none"),
        published.release(Plan.load(resource("sample/plan.json"))),
    ):
        for sheet in Document(made, Options())._inside:
            assert all(one.end < other.top + MARGIN for one, other in pairwise(sheet.blocks))
            assert sheet.blocks[-1].end <= (SHORT if sheet.landscape else LONG) - MARGIN - ROW + 1


def test_long_contents_go_on(qapp: object) -> None:
    titles = [(f"Table {at}: " + "a title of many words " * 8, 0) for at in range(60)]
    assert ContentsPaper("Contents", titles).sheets > 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_a_picture_has_its_figures_and_its_words(language: str, tmp_path: Path, qapp: object) -> None:
    made = published.release(
        release("bars").plan, value=lambda codes, measure: 1000.0 + 7 * sum(map(ord, "".join(codes)))
    )
    (drawing,) = drawings(made, made.tables[0], language)
    pages = pages_of(pdf_bytes(made, Options(language=language)), tmp_path)
    (page,) = [one for one in pages if {"en": "Bar chart", "de": "Balkendiagramm"}[language] in one]
    figures = [drawing.number(point.value or 0.0) for point in drawing.points]
    assert all(re.search(rf"(?<![\d.,]){re.escape(one)}(?![\d])", page) for one in figures)
    assert " ".join(drawing.words.split()) in " ".join(page.split())
    assert drawing.number(1234.0) == {"en": "1,234", "de": "1.234"}[language]
