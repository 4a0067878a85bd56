"""An auditor plants figures and texts in the file and looks for them in everything dpdesk leaves behind.

Planted: a cell of 17,389 people, a total of 104,729 rows of which 12,007 fall outside the code lists, and a text
outside them. The loss is a billionth, so the noise has a scale of about 10^9 and a published number equals a planted
one by chance with probability below 10^-9 each; some four hundred numbers are published: false alarms below 1e-6.
Files, standard output, standard error, the ledger's columns and what is packed in them are all looked through.
"""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path

import canary
import commands
import openpyxl
import pytest
import town
from commands import dpdesk

pytestmark = [pytest.mark.story, pytest.mark.slow]

CELL, TOTAL, OUTSIDE, SECRET = 17389, 104729, 12007, "Quokka Island 5"
NUMBERS, TEXTS = [CELL, TOTAL, OUTSIDE, TOTAL - OUTSIDE], [SECRET, "quokka"]


def planted(path: Path) -> None:
    """17,389 women of region n aged 3; 12,007 people of a region that is on no list; the rest elsewhere."""
    woman = {"sex": "f", "region": "n", "age": "3", "income": "100"}
    rows = [woman] * CELL + [{**woman, "region": SECRET}] * OUTSIDE
    others = [p for p in town.people(3000) if p["region"] in "esw"]
    while len(rows) < TOTAL:
        rows.append(others[len(rows) % len(others)])
    town.write_people(path, rows)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> town.Town:
    place = town.Town(tmp_path_factory.mktemp("canary"), rows=1)
    planted(place.data)
    return place


def spoken(*answers: commands.Answer) -> list[tuple[str, bytes]]:
    return [(f"output {i}", (answer.out + "\n" + answer.err).encode()) for i, answer in enumerate(answers)]


def test_a_release_keeps_its_secrets(here: town.Town, tmp_path: Path) -> None:
    measures = [
        town.COUNT,
        {"kind": "percentage", "base": "row"},
        {"kind": "sum", "variable": "income"},
        {"kind": "mean", "variable": "income"},
        {"kind": "median", "variable": "age"},
    ]
    tables = [town.table("people", measures=measures), town.table("ages", stub=[town.block("age")], boxhead=[])]
    plan = here.plan("quiet", *tables, loss={"epsilon": "1e-9"})
    home, ledger = tmp_path / "home", tmp_path / "l.sqlite"
    words = ("release", plan, "--data", here.data, "--ledger", ledger)
    answers = [
        dpdesk("forecast", plan, "--json", home=home),
        dpdesk(*words, "--out", tmp_path / "out", home=home),
        dpdesk(*words, "--out", tmp_path / "again", "--json", home=home),
        dpdesk("ledger", "show", "--ledger", ledger, home=home),
        dpdesk("ledger", "export", "--ledger", ledger, home=home),
        dpdesk("ledger", "verify", "--ledger", ledger, "--json", home=home),
    ]
    assert [answer.status for answer in answers] == [0] * 6, [answer.err for answer in answers]
    found = [*spoken(*answers), *canary.left_in(tmp_path)]
    assert len(found) >= 6 + 2 * 6 + 1
    assert canary.leaks(found, NUMBERS, TEXTS) == []


@pytest.mark.parametrize("fault", ["changed", "budget", "ragged", "no column", "unbalanced", "max rows", "encoding"])
def test_a_refusal_keeps_them_too(here: town.Town, tmp_path: Path, fault: str) -> None:
    """The file is wrong in a line that holds the planted text; or the release is refused for another reason."""
    home, ledger, out, data = tmp_path / "home", tmp_path / "l.sqlite", tmp_path / "out", tmp_path / "town.csv"
    folder = tmp_path / "plans"
    changes = {"max_rows": 1000} if fault == "max rows" else {}
    place = town.Town(folder, rows=1, **changes)
    content = here.data.read_bytes()
    if fault == "ragged":
        content += f"f,{SECRET},1\nf,n,1,2,{CELL}\n".encode()
    elif fault == "unbalanced":
        content += f'f,"{SECRET},1,2\n'.encode()
    elif fault == "no column":
        content = content.replace(b"sex,region", b"sex,Quokka", 1)
    elif fault == "encoding":
        content += f"f,{SECRET}".encode() + b"\xff\xfe\xe9,1,2\n"
    data.write_bytes(content)
    first, second = (place.plan(name, town.table(name), loss={"epsilon": "1e-9"}) for name in ("first", "second"))
    costly = place.plan("costly", loss={"epsilon": "11"})
    words = ("--data", data, "--out", out, "--ledger", ledger)
    answers = [dpdesk("release", costly if fault == "budget" else first, *words, home=home)]
    if fault == "changed":
        data.write_bytes(content + f"f,{SECRET},1,2\n".encode())
        answers.append(
            dpdesk("release", second, "--data", data, "--out", tmp_path / "o2", "--ledger", ledger, home=home)
        )
    assert answers[-1].status in (2, 3) or fault in ("ragged", "encoding"), (answers[-1].status, answers[-1].err)
    if answers[-1].status:
        answers[-1].refused(answers[-1].status)
    found = [*spoken(*answers), *canary.left_in(out, home, tmp_path / "o2"), *canary.left_in_file(ledger)]
    assert canary.leaks(found, NUMBERS, ["Quokka Island"]) == []


def test_the_confidential_check_tells_its_reader_and_nobody_else(here: town.Town, tmp_path: Path) -> None:
    """Figures go to standard output, headed as confidential, and a look is logged without them; the text stays home."""
    home, ledger = tmp_path / "home", tmp_path / "l.sqlite"
    plan = here.plan("open", town.table("open"), loss={"epsilon": "1e-9"})
    words = ("--data", here.data, "--ledger", ledger)
    assert dpdesk("release", plan, *words, "--out", tmp_path / "out", home=home).status == 0
    shown = dpdesk("check", here.dictionary, *words, home=home)
    assert shown.status == 0, shown.err
    assert shown.out.startswith("CONFIDENTIAL") and f"{TOTAL:,}" in shown.out and f"{OUTSIDE:,}" in shown.out
    assert canary.leaks(spoken(shown), [], TEXTS) == []
    assert canary.leaks(canary.left_in(tmp_path), NUMBERS, TEXTS) == []
    assert any("look" in kind or "check" in kind for kind in commands.kinds(ledger, home))
    tree = dpdesk("check", here.dictionary, *words, "--json", home=home).json()
    (region,) = [one for one in tree["variables"] if one["name"] == "region"]
    assert tree["rows"] == TOTAL and region["not_tabulated"] == OUTSIDE


def test_a_planted_leak_is_found(tmp_path: Path) -> None:
    """The looking is worth something: figures in a workbook, a CSV, JSON, a packed ledger, a document's note."""
    book = openpyxl.Workbook()
    book.active["A1"] = CELL  # type: ignore[index]  # a new workbook has a sheet
    book.properties.description = SECRET
    book.save(tmp_path / "leak.xlsx")
    (tmp_path / "leak.csv").write_text(f"a,b\n1,{TOTAL}\n")
    (tmp_path / "leak.txt").write_text(f"Rows: {TOTAL:,}\n")
    (tmp_path / "leak.json").write_text(json.dumps({"n": float(OUTSIDE)}))
    (tmp_path / "leak.bin").write_bytes(b"head" + zlib.compress(CELL.to_bytes(8, "little") * 3))
    import sqlite3

    base = sqlite3.connect(tmp_path / "leak.sqlite")
    base.execute("CREATE TABLE payloads (data BLOB)")
    base.execute("INSERT INTO payloads VALUES (?)", (zlib.compress(f"x {SECRET} y".encode()),))
    base.commit()
    base.close()
    found = canary.leaks(canary.left_in(tmp_path), NUMBERS, TEXTS)
    for name in ("leak.csv", "leak.txt", "leak.json", "leak.bin", "leak.sqlite"):
        assert any(name in line for line in found), name
    assert any("leak.xlsx:xl" in line for line in found) and any("leak.xlsx:docProps" in line for line in found)
    assert canary.leaks([("hash", f"ab{CELL}cd 1{CELL} 0.{CELL} {CELL}0".encode())], NUMBERS, TEXTS) == []
    given = [f"/tmp/pytest-{CELL}/a", f"pipe:[{CELL}] socket:[{TOTAL}]", f"/state/{OUTSIDE}-0123456789ab.lock"]
    for name in given:  # the system gives it, whatever the data; the same number elsewhere is found
        assert canary.leaks([("name", name.encode())], NUMBERS, TEXTS) == []
        assert canary.leaks([("name", f"{name} {OUTSIDE}".encode())], NUMBERS, TEXTS) == [f"{OUTSIDE} in name"]
        assert canary.leaks([("name", f"/tmp/town-{CELL}/pipe-{TOTAL}".encode())], [CELL], []) == [f"{CELL} in name"]
    assert not re.search("quokka", "".join(canary.leaks([("clean", b"nothing")], NUMBERS, TEXTS)))
