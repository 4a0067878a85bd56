"""Files that were made to do harm are released from: each is refused in a sentence, and the ledger stands as it stood.

Sizes and times are measured elsewhere (`tests/unit/data/test_hostile_sizes.py`); here it is that nothing is drawn,
spent or written, and that the ledger verifies after all of them.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import commands
import pytest
import town
from commands import dpdesk

pytestmark = [pytest.mark.story, pytest.mark.slow]

HEAD = b"sex,region,age,income\n"
SECRET = b"Quokka7919"
PARQUET_FOOTER = b"\x15\x02\x19\xfc\x80\xad\xe2\x04\x15\x02\x25\x00\x18\x01a\x00"  # ten million columns, one described


def archive(path: Path, parts: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)


def sheet(inside: bytes) -> dict[str, bytes]:
    """A workbook of one sheet, with nothing in it that a reader could do without."""
    main = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = b"http://schemas.openxmlformats.org/package/2006/relationships"
    kinds = b"application/vnd.openxmlformats-officedocument.spreadsheetml."
    return {
        "[Content_Types].xml": b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        b'<Override PartName="/xl/workbook.xml" ContentType="%ssheet.main+xml"/>'
        b'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="%sworksheet+xml"/></Types>' % (kinds, kinds),
        "_rels/.rels": b'<Relationships xmlns="%s"><Relationship Id="a" Type="%s/officeDocument" '
        b'Target="xl/workbook.xml"/></Relationships>' % (package, office),
        "xl/_rels/workbook.xml.rels": b'<Relationships xmlns="%s"><Relationship Id="b" Type="%s/worksheet" '
        b'Target="worksheets/sheet1.xml"/></Relationships>' % (package, office),
        "xl/workbook.xml": b'<workbook %s xmlns:r="%s"><sheets><sheet name="s" sheetId="1" r:id="b"/></sheets>'
        b"</workbook>" % (main, office),
        "xl/worksheets/sheet1.xml": inside,
    }


TEXTS = {
    "a line without end": HEAD + SECRET * 250_000,
    "a quote never closed": HEAD + b'f,n,1,2\nf,"' + SECRET + b",1,2\nm,s,3,4\n" * 50,
    "a quoted field of many lines": HEAD + b'f,"' + (SECRET + b"\n") * 500_000 + b'",1,2\n',
    "twelve thousand columns": HEAD[:-1] + b"," + b",".join(b"c%d" % at for at in range(12_000)) + b"\nf,n,1,2\n",
    "another number of fields": HEAD + b"f,n,1,2\nf," + SECRET + b",1,2,3,4\n",
    "a heading twice": b"sex,region,age,income,sex\nf,n,1,2,f\n",
    "bytes of another encoding": HEAD + b"f,\xff\xfe" + SECRET + b",1,2\n",
    "nothing": b"",
}
BOOKS = {
    "zeros": sheet(b"<worksheet>" + bytes(30_000_000) + b"</worksheet>"),
    "entities": sheet(b'<!DOCTYPE a [<!ENTITY b "%s">]><worksheet>&b;</worksheet>' % (SECRET * 100)),
    "very many parts": sheet(b"<worksheet/>") | {f"{at}.xml": b"" for at in range(6_000)},
    "no workbook": {"../../etc/passwd": SECRET},
}
PLANS: dict[str, Callable[[str], str]] = {
    "a loss beyond all numbers": lambda plan: plan.replace('"epsilon": "1"', '"epsilon": "1e400"'),
    "a loss with a comma": lambda plan: plan.replace('"epsilon": "1"', '"epsilon": "0,5"'),
    "a loss that is no number": lambda plan: plan.replace('"epsilon": "1"', '"epsilon": NaN'),
    "a loss below nothing": lambda plan: plan.replace('"epsilon": "1"', '"epsilon": "-1"'),
    "a key twice": lambda plan: plan.replace('{"format"', '{"loss": {"epsilon": "1"}, "format"', 1),
    "depth": lambda plan: plan.replace('"tables": [', '"tables": [' + "[" * 100_000, 1),
}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """A folder, a ledger with one finished release in it, and a profile."""
    folder = tmp_path_factory.mktemp("office")
    ledger, home = folder / "l.sqlite", folder / "home"
    here = town.Town(folder / "town", rows=50)
    words = ("--data", here.data, "--out", folder / "first", "--ledger", ledger)
    done = dpdesk("release", here.plan("first"), *words, home=home)
    assert done.status == 0, done.err
    return folder, ledger, home


def test_nothing_is_spent_on_them(office: tuple[Path, Path, Path]) -> None:
    folder, ledger, home = office
    before = commands.kinds(ledger, home)
    runs: list[tuple[str, list[object]]] = []
    for kind, files in (("csv", TEXTS), ("xlsx", BOOKS), ("parquet", {"columns that are claimed": PARQUET_FOOTER})):
        here = town.Town(folder / kind, rows=1, source={"kind": kind})
        plan = here.plan("plan", town.table("other"))
        for what, content in files.items():
            data = folder / f"{what}.{kind}"
            if isinstance(content, dict):
                archive(data, content)
            elif kind == "parquet":
                data.write_bytes(b"PAR1" + content + len(content).to_bytes(4, "little") + b"PAR1")
            else:
                data.write_bytes(content)
            runs.append((what, ["release", plan, "--data", data, "--accept-changed-data", "Corrected"]))
    here = town.Town(folder / "plans", rows=50)
    whole = here.plan("whole", town.table("other")).read_text(encoding="utf-8")
    for number, (what, change) in enumerate(PLANS.items()):
        path = here.folder / f"{number}.plan.json"
        path.write_text(change(whole), encoding="utf-8")
        assert path.read_text(encoding="utf-8") != whole, what
        runs.append((what, ["release", path, "--data", here.data]))
    for number, (what, words) in enumerate(runs):
        out = folder / f"out{number}"
        done = dpdesk(*words, "--out", out, "--ledger", ledger, home=home)
        sentence = done.refused(2)
        assert SECRET.decode() not in sentence, what
        assert not [path for path in out.rglob("*") if path.is_file()], what
    after = commands.kinds(ledger, home)
    assert after[: len(before)] == before
    assert not {"draw marked", "sealed", "committed"} & set(after[len(before) :])
    told = dpdesk("ledger", "verify", "--ledger", ledger, "--json", home=home).json()
    assert told["spent"]["town"]["epsilon"] == "1" and not told["unfinished"]
    # The control: the plan as it was before the changes, on a file as it should be, is released and paid for.
    plan = here.folder / "whole.plan.json"
    words = ["--data", here.data, "--out", folder / "good", "--ledger", ledger]
    done = dpdesk("release", plan, *words, "--json", home=home)
    assert done.status == 0, done.err
    assert json.loads(done.out)["remaining"]["epsilon"] == "8"
