"""The verifier that lies beside every release, against every change of what was published.

It shares no code with dpdesk, so each of the two is the other's control: on changes of an audit log both are asked, and
must agree.
"""

from __future__ import annotations

import ast
import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import openpyxl
import outsider
import published
import pytest
from outsider import SCRIPT, problems, repacked, verifier

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.chain import canonical
from dpdesk.ledger.export import verify_export
from dpdesk.ledger.ledger import Ledger
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof import verify
from dpdesk.publish.tables import tidy
from dpdesk.publish.workbook import workbook
from dpdesk.publish.write import write_release
from dpdesk.release.canonical import release_hashes
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.release.stored import as_release
from dpdesk.schema.dictionary import Dictionary


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("office")
    places = outsider.office(folder)
    with Ledger.open(places["ledger"]) as ledger:
        done = as_release(ledger.releases()[0])
    for layout in workbook.LAYOUTS:
        places[layout] = folder / f"{layout}.xlsx"
        with places[layout].open("wb") as stream:
            workbook.write(done, stream, layout=layout)
    return places


@pytest.fixture
def folder(office: dict[str, Path], tmp_path: Path) -> Path:
    """A copy of the first release, to be changed."""
    return Path(shutil.copytree(office["first"], tmp_path / "first"))


def both_accept(data: bytes) -> bool:
    """Whether dpdesk and the verifier accept an audit log; they must agree, and on what it says."""
    try:
        ours: object = verify_export(data).head
    except DpdeskError:
        ours = None
    try:
        heads, _ = verifier().log_of(data)
        theirs: object = heads[max(heads)]
    except Exception:
        theirs = None
    assert ours == theirs
    return ours is not None


def agreed_again(folder: Path) -> None:
    """What a forger does who knows how metadata.json is made: all checksums of the folder hold again."""
    path = folder / "proof" / "metadata.json"
    tree = json.loads(path.read_bytes())
    tree.pop("checksum")
    tree["files"] = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in tree["files"]}
    above = json.dumps(tree, ensure_ascii=False, indent=1)[:-2].encode() + b",\n"
    path.write_bytes(above + b' "checksum": "%s"\n}\n' % hashlib.sha256(above).hexdigest().encode())


# What it is ----------------------------------------------------------------------------------------------------------


def test_it_is_short_stands_alone_and_runs_on_old_pythons() -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    assert max(map(len, source.splitlines())) <= 120
    tree = ast.parse(source, feature_version=(3, 8))
    assert sum(isinstance(node, ast.stmt) for node in ast.walk(tree)) <= 470  # however its lines are broken
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names
    assert "from dpdesk" not in source and "import dpdesk" not in source
    newer = {"removeprefix", "removesuffix", "fromisoformat", "bit_count", "batched", "is_relative_to"}
    assert not newer & {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def test_it_lies_in_every_export_and_is_run_there(office: dict[str, Path]) -> None:
    """As an outsider runs it: in a Python without dpdesk, site packages or environment."""

    def run(*words: object) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", "-S", *map(str, words)],
            capture_output=True, text=True, check=False, timeout=60, cwd=office["first"],
        )  # fmt: skip
        assert done.stderr == ""
        return done.returncode, done.stdout

    for place in ("first", "second", "fork", "other"):
        assert (office[place] / "proof" / "verify.py").read_bytes() == SCRIPT.read_bytes()
    status, said = run(office["first"] / "proof" / "verify.py")
    head = json.loads((office["first"] / "proof" / "metadata.json").read_bytes())["ledger"]["head"]
    assert status == 0 and f"up to entry 6, head {head}." in said and said.endswith("Everything holds.\n")
    status, said = run(office["first"] / "proof" / "verify.py", *(office[name] for name in ("first", "second", "fork")))
    assert status == 1 and said.count("FORK") == 1 and "Do not rely" in said


def test_a_rehearsal_is_no_release(tmp_path: Path) -> None:
    write_release(rehearse(outsider.asked()).release, tmp_path)
    assert problems(tmp_path) == ["this is a rehearsal and no release: it stands in no ledger"]
    assert (tmp_path / "proof" / "verify.py").is_file()


# The audit log -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["first", "log"])
def test_every_byte_of_an_audit_log_counts(office: dict[str, Path], which: str) -> None:
    path = office[which] / "proof" / "audit.jsonl" if which == "first" else office[which]
    data = path.read_bytes()
    assert both_accept(data)
    log_of = verifier().log_of
    for offset in range(0, len(data), 1 if which == "first" else 3):
        edited = bytearray(data)
        edited[offset] ^= 0x01 if offset % 2 else 0x20
        with pytest.raises(Exception):  # noqa: B017  # whatever it raises, the file is called wrong
            log_of(bytes(edited))


def changed_lines(rows: list[bytes]) -> Iterator[list[bytes]]:
    """Lines removed, doubled, swapped, cut off, put at the end, and of no content."""
    for at in range(len(rows)):
        yield rows[:at] + rows[at + 1 :]
        yield rows[: at + 1] + rows[at:]
        yield [*rows[:at], *rows[at + 1 :], rows[at]] if at + 1 < len(rows) else rows[:-1]
        if at + 1 < len(rows):
            yield [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]
        yield [*rows[:at], b"\n", *rows[at:]]
        yield [*rows[:at], rows[at].replace(b":", b": ", 1), *rows[at + 1 :]]
        yield rows[:at]
        yield rows[at + 1 :]


def test_lines_removed_doubled_swapped_or_cut_are_refused_by_both(office: dict[str, Path]) -> None:
    for path in (office["log"], office["second"] / "proof" / "audit.jsonl"):
        rows = path.read_bytes().splitlines(keepends=True)
        for changed in changed_lines(rows):
            if changed != rows:
                assert not both_accept(b"".join(changed))


def test_lines_of_another_branch_do_not_fit(office: dict[str, Path]) -> None:
    """Each line is whole by itself; what comes before it is not what it was chained to."""
    here, there = (
        (office[name] / "proof" / "audit.jsonl").read_bytes().splitlines(keepends=True) for name in ("second", "fork")
    )
    same = next(number for number, (one, other) in enumerate(zip(here, there, strict=True)) if one != other)
    for at in range(len(here) + 1):
        assert both_accept(b"".join([*here[:at], *there[at:]])) == (at <= same or at == len(here))


def test_line_ends_and_byte_order_marks_are_undone_as_a_whole_or_refused(office: dict[str, Path]) -> None:
    mark = b"\xef\xbb\xbf"
    for path in (office["log"], office["first"] / "proof" / "audit.jsonl"):
        data = path.read_bytes()
        windows = data.replace(b"\n", b"\r\n")
        assert all(map(both_accept, (data, windows, mark + data, mark + windows)))
        half = data.replace(b"\n", b"\r\n", 1)
        others = [half, data.replace(b"\n", b"\r"), data[:-1], windows[:-1], data + b"\n", mark * 2 + data, b"", b"\n"]
        assert not any(map(both_accept, others))


def test_an_entry_shown_or_hidden_otherwise_than_it_was_is_refused_by_both(office: dict[str, Path]) -> None:
    """The closing line, the totals, and lines that are canonical JSON of something else."""
    rows = office["log"].read_bytes().splitlines()
    last = json.loads(rows[-1])
    spent = last["spent"]["small"]["epsilon"]
    forged = [
        {**last, "spent": {"small": {"epsilon": "1/2"}}},
        {**last, "spent": {}},
        {**last, "spent": {"small": {"epsilon": spent, "rho": "0"}}},
        {**last, "entries": last["entries"] - 1},
        {**last, "head": "0" * 64},
        {"end": "extract", "entries": last["entries"], "head": last["head"]},
        {**last, "end": "part"},
        [last],
        "end",
        7,
    ]
    for one in forged:
        data = b"\n".join([*rows[:-1], canonical(one), b""])
        # The whole log cut to an extract of its last release is a true statement: both must say the same of it.
        assert both_accept(data) == (isinstance(one, dict) and one["end"] == "extract")
    for number, row in enumerate(rows[:-1]):
        entry = json.loads(row)
        body_hash = hashlib.sha256(canonical(entry["body"])).hexdigest()
        for changed in (
            {**entry, "note": "x"},
            {**entry, "body_hash": body_hash},
            {**{key: entry[key] for key in ("entry", "head", "previous_head")}, "body_hash": body_hash.upper()},
            {key: entry[key] for key in ("entry", "head", "previous_head")},
        ):
            assert not both_accept(b"\n".join([*rows[:number], canonical(changed), *rows[number + 1 :], b""]))


def test_what_accounts_spent_is_added_up_anew(tmp_path: Path) -> None:
    """Releases, one given back, sessions, corrections, a raised cap, two accounts."""
    import ledger_world as world

    from dpdesk.privacy.accounting import Cap
    from dpdesk.privacy.loss import ZCDP

    accounts = (world.terms(), world.terms({"rho": "1"}, "other"))
    with world.office(tmp_path, *accounts) as ledger:
        one = world.release(ledger, world.request("one"))
        ledger.correct_text(one.release_id, b"texts", "spelling")
        held = ledger.reserve(world.request("two"))
        held.close()  # type: ignore[union-attr]
        world.release(
            ledger,
            world.request("r", ZCDP("1/2"), dataset_id="other", confirm_known="meant", actual=ZCDP("1/3")),
        )
        ledger.raise_cap(world.DATASET, Cap.from_json({"epsilon": "3"}), "more")
        data = ledger.export(tmp_path / "audit.jsonl").read_bytes()
    assert both_accept(data)
    _, bodies = verifier().log_of(data)
    assert verifier().spent(bodies) == {"survey 2020": {"epsilon": "1/10"}, "other": {"rho": "1/3"}}
    thirds = {n: {**body, "charge": {"rho": f"1/{10**61}"}} if "charge" in body and body["dataset"] == "other" else body
              for n, body in bodies.items()}  # fmt: skip
    assert verifier().spent(thirds)["other"] == {"rho": f"1/{10**60}"}  # rounded up


# A folder ------------------------------------------------------------------------------------------------------------


def test_a_changed_removed_or_added_file_is_found(folder: Path) -> None:
    assert problems(folder) == []
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        data, name = path.read_bytes(), path.relative_to(folder).as_posix()
        for changed in (data[:-1] + bytes([data[-1] ^ 1]), b"\xef\xbb\xbf" + data, data + b"\n", b""):
            path.write_bytes(changed)
            assert problems(folder), name
        path.unlink()
        assert problems(folder), name
        path.write_bytes(data)
    (folder / "publish" / "tables" / "more.csv").write_bytes((folder / "publish" / "tables" / "one.csv").read_bytes())
    assert problems(folder)


def test_every_line_of_the_metadata_counts(folder: Path) -> None:
    path = folder / "proof" / "metadata.json"
    rows = path.read_bytes().splitlines(keepends=True)
    for at in [*range(0, len(rows), len(rows) // 20), len(rows) - 2, len(rows) - 1]:
        for changed in ([], [rows[at], rows[at]], [b" " + rows[at]]):
            path.write_bytes(b"".join([*rows[:at], *changed, *rows[at + 1 :]]))
            assert problems(folder), at


@pytest.mark.parametrize("line_ends", [b"\r\n", b"\n"])
def test_a_folder_whose_line_ends_were_changed_is_refused(folder: Path, line_ends: bytes) -> None:
    for path in (
        folder / "proof" / "audit.jsonl",
        folder / "proof" / "metadata.json",
        folder / "publish" / "tables" / "one.csv",
    ):
        data = path.read_bytes()
        changed = data.replace(b"\r\n", b"\n").replace(b"\n", line_ends)
        if changed != data:
            path.write_bytes(changed)
            assert problems(folder)
            path.write_bytes(data)


def test_every_field_of_every_table_counts_even_if_the_checksums_were_made_to_agree(folder: Path) -> None:
    """A code, a value or a mark is covered by the ledger's own entry; a label or unit only by the checksums."""
    module, found = verifier(), sorted((folder / "publish" / "tables").glob("*.csv"))
    wanted = module.hashes(map(module.csv_table, found))
    for path in found:
        data = path.read_bytes()
        rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
        for at in range(len(rows)):
            for column, name in enumerate(rows[0]):
                changed = [list(row) for row in rows]
                changed[at][column] = {"": "0"}.get(rows[at][column], rows[at][column] + "1")
                out = io.StringIO(newline="")
                csv.writer(out).writerows(changed)
                path.write_text(out.getvalue(), encoding="utf-8", newline="")
                try:
                    covered = module.hashes(map(module.csv_table, found)) != wanted
                except module.Wrong:
                    covered = True
                ours = at == 0 and name in tidy.LAST
                assert covered == (ours or not (name == "unit" or name.endswith("_label"))), (at, name)
                if at == 3:
                    assert len(problems(folder)) == 1 + covered
        path.write_bytes(data)


def test_checksums_made_to_agree_do_not_hide_another_entry_loss_or_log(folder: Path, office: dict[str, Path]) -> None:
    path = folder / "proof" / "metadata.json"
    data = path.read_bytes()
    agreed_again(folder)
    assert problems(folder) == []

    def change(*keys: str, to: object) -> None:
        tree = json.loads(data)
        inner = tree
        for key in keys[:-1]:
            inner = inner[key]
        inner[keys[-1]] = to
        path.write_text(json.dumps(tree), encoding="utf-8")

    for keys, to in (
        (("ledger", "entry"), 5), (("ledger", "head"), "0" * 64), (("ledger", "previous_head"), "0" * 64),
        (("release",), "other-3"), (("result", "hash"), "0" * 64), (("loss", "epsilon"), "1/4"),
        (("loss", "rho"), "1"), (("remaining",), {"epsilon": "10"}),
    ):  # fmt: skip
        change(*keys, to=to)
        agreed_again(folder)
        assert any("metadata.json and the log differ" in problem for problem in problems(folder)), keys
    path.write_bytes(data)
    for name in ("fork", "other", "second"):
        shutil.copy(office[name] / "proof" / "audit.jsonl", folder / "proof" / "audit.jsonl")
        agreed_again(folder)
        assert any("another entry than the workbook quotes" in problem for problem in problems(folder)), name


# The workbook --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["accessible", "classic", "list"])
def test_every_cell_of_a_workbooks_tables_counts(office: dict[str, Path], tmp_path: Path, layout: str) -> None:
    """Values, printed margins, codes and marks, one after the other, in a workbook that comes without its folder."""
    source = office[layout]
    assert problems(source) == []
    book = openpyxl.load_workbook(source)
    changed = 0
    for number, sheet in enumerate(book.worksheets, 1):
        part = f"xl/worksheets/sheet{number}.xml"
        for row in sheet.iter_rows(min_row=6) if sheet.title[0].isdigit() else ():
            figures = [cell for cell in row if cell.data_type == "n" and cell.value is not None]
            codes = [cell for cell in row if figures and cell.column > figures[0].column and cell.data_type == "s"]
            for cell in [*figures, *codes][number % 2 :: 2]:
                name = cell.coordinate

                def edited(at: str, text: str, part: str = part, name: str = name) -> str:
                    if at != part:
                        return text
                    return re.sub(f'(<c r="{name}"[^>]*>(?:<v>|<is><t>))', r"\g<1>1", text)

                assert problems(repacked(source, tmp_path / "changed.xlsx", edited)), name
                changed += 1
    assert changed > 30


def test_a_sheet_codes_that_sends_programs_astray_is_refused(office: dict[str, Path], tmp_path: Path) -> None:
    """Rows without end, and one column named again and again."""
    for what, wrong in (("rows", "6 99999999999999 1 2"), ("rows", "6 8 99999999999999 2"), ("column", None)):
        book = openpyxl.load_workbook(workbook_in(office["first"]))
        first, second, *_ = [row for row in book["Codes"].iter_rows(min_row=4) if row[1].value == what]
        second[2].value = first[2].value
        first[2].value = wrong or first[2].value
        book.save(tmp_path / "astray.xlsx")
        assert problems(tmp_path / "astray.xlsx")
        try:
            assert verify.verify_hashes(tmp_path / "astray.xlsx") != verify.verify_hashes(office["first"])
        except BadInput as refused:
            assert what == "column" and "a column twice" in str(refused)


def test_figures_beside_those_that_are_read_are_found(office: dict[str, Path], tmp_path: Path) -> None:
    """True figures somewhere else, to which the sheet Codes points, would let the printed ones be changed."""
    book = openpyxl.load_workbook(workbook_in(office["first"]))
    codes, sheet = book["Codes"], book["1"]
    line = next(row for row in codes.iter_rows(min_row=4) if row[1].value == "column")
    estimate, *others = str(line[2].value).split()
    for row in range(6, 9):
        sheet[f"ZZ{row}"].value = sheet[f"{estimate}{row}"].value
        sheet[f"{estimate}{row}"].value = 7
    line[2].value = " ".join(["ZZ", *others])
    book.save(tmp_path / "moved.xlsx")
    assert any("knows of none" in problem for problem in problems(tmp_path / "moved.xlsx"))
    with pytest.raises(BadInput, match="knows of none"):
        verify.verify_result(tmp_path / "moved.xlsx")
    book = openpyxl.load_workbook(workbook_in(office["first"]))
    book.copy_worksheet(book["1"]).title = "1b"
    book.move_sheet("1b", offset=-4)
    book.save(tmp_path / "more.xlsx")
    assert any("other sheets" in problem for problem in problems(tmp_path / "more.xlsx"))
    with pytest.raises(BadInput, match="other sheets"):
        verify.verify_result(tmp_path / "more.xlsx")


def edits(part: str) -> dict[str, Callable[[str, str], str]]:
    """Changes of a table's sheet, and of what the other sheets say about it."""

    def inside(pattern: str, to: str) -> Callable[[str, str], str]:
        def edit(name: str, text: str) -> str:
            if name != part:
                return text
            changed, count = re.subn(pattern, to, text, count=1, flags=re.S)
            assert count == 1
            return changed

        return edit

    def anywhere(old: str, new: str) -> Callable[[str, str], str]:
        return lambda name, text: text.replace(old, new)

    return {
        "a row less": inside(r'<row r="8".*?</row>', ""),
        "two rows swapped": inside(r'"7"(.*?)</row><row r="8"(.*?)</row>', r'"7"\2</row><row r="8"\1</row>'),
        "a row more": inside("</sheetData>", '<row r="900"><c r="B900"><v>1</v></c></row></sheetData>'),
        "a formula": inside(r'(<c r="B8"[^>]*>)<v>', r"\1<f>1</f><v>"),
        "a formula with another result": inside(r'(<c r="D7"[^>]*)><v>', r"\1><f>2+2</f><v>"),
        "a text instead of a number": inside(r'(<c r="B7"[^>]*) t="n"', r'\1 t="str"'),
        "a code": anywhere(">on<", ">off<"),
        "declarations": inside("^", '<!DOCTYPE x [<!ENTITY e "1">]>'),
        "all hashes": lambda name, text: re.sub("[0-9a-f]{64}", lambda found: found[0][::-1], text),
        "a table not listed": anywhere(">shares<", ">one<"),
    }


@pytest.mark.parametrize("name", sorted(edits("")))
def test_other_changes_of_a_workbook_are_found(office: dict[str, Path], tmp_path: Path, name: str) -> None:
    source = workbook_in(office["first"])
    part = f"xl/worksheets/sheet{openpyxl.load_workbook(source).sheetnames.index('1') + 1}.xml"
    assert problems(repacked(source, tmp_path / "changed.xlsx", edits(part)[name]))


def test_a_bomb_is_not_unpacked(office: dict[str, Path], tmp_path: Path) -> None:
    bomb = repacked(
        workbook_in(office["first"]), tmp_path / "bomb.xlsx",
        lambda name, text: text + " " * 40_000_000 if name == "xl/styles.xml" else text,
    )  # fmt: skip
    assert problems(bomb) == ["the workbook unpacks to more than one of dpdesk does"]


def test_a_workbook_saved_again_still_has_its_tables(tmp_path: Path) -> None:
    write_release(published.full(), tmp_path)
    module = verifier()
    openpyxl.load_workbook(workbook_in(tmp_path)).save(tmp_path / "again.xlsx")
    assert module.workbook(tmp_path / "again.xlsx") == module.workbook(workbook_in(tmp_path))


def test_symbols_pages_long_numbers_and_odd_codes_are_read_as_dpdesk_reads_them(tmp_path: Path) -> None:
    release = published.full()
    write_release(release, tmp_path)
    wanted = verify.verify_hashes(tmp_path)
    module = verifier()
    ((tables, line),) = module.workbook(workbook_in(tmp_path))
    expected = [wanted.cells, wanted.unbiased, wanted.result]
    assert module.hashes(tables, wanted.unbiased) == expected == [*expected[:2], release.result_hash]
    assert module.hashes(map(module.csv_table, (tmp_path / "publish" / "tables").glob("*.csv"))) == expected
    assert line["Result hash"] == release.result_hash


def test_labels_and_codes_like_markup_are_read_back(tmp_path: Path) -> None:
    """`_x0041_`, a label that ends like a heading of codes, quotation marks, guards of formulas."""
    one = published.dictionary([
        published.category("sex", "Sex (code)", ["x005F_", "_x0041_", "'=a"], {"x005F_": '"; =1'}),
        published.category("none", "None", ["a\u00a0=b", '"', "''+1"]),
    ])  # fmt: skip
    table = published.table("t", stub=[published.block("sex")], boxhead=[published.block("none")])
    made = published.release(published.plan(one, [table]))
    write_release(made, tmp_path)
    module = verifier()
    assert module.hashes(map(module.csv_table, (tmp_path / "publish" / "tables").glob("*.csv")))[2] == made.result_hash
    ((tables, line),) = module.workbook(workbook_in(tmp_path))
    assert module.hashes(tables, line["Hash of the unbiased values"])[2] == made.result_hash


# Several places ------------------------------------------------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], *places: Path) -> tuple[int, str]:
    status = verifier().main([str(place) for place in places])
    return status, capsys.readouterr().out


def test_a_variable_may_be_called_none_and_a_table_have_no_variable(tmp_path: Path) -> None:
    tree = outsider.small(neighbours="add_remove").to_json()
    tree["variables"][0]["name"] = "none"
    asked = outsider.plan(
        outsider.table("t", stub=[outsider.block("none")]),
        outsider.table("total"),
        dictionary=Dictionary.from_json(tree),
        loss={"epsilon": "1/2"},
    )
    with Ledger.open(tmp_path / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        done = release(ReleaseRequest(asked, outsider.data_file(tmp_path / "data.csv")), ledger).release
        write_release(done, tmp_path / "out", audit=ledger.release_lines(done.release_id))
    book = workbook_in(tmp_path / "out")
    assert problems(tmp_path / "out", book) == []
    assert verify.verify_hashes(book) == release_hashes(done.tables)

    def renamed(name: str, text: str) -> str:
        return text.replace(">none<", ">some<")

    assert problems(repacked(book, tmp_path / "changed.xlsx", renamed))


def test_two_releases_of_copies_spent_from_separately_are_a_fork(
    office: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, fork, other = (office[name] for name in ("first", "second", "fork", "other"))
    assert said(capsys, first, second, office["log"])[0] == 0
    assert said(capsys, first, fork)[0] == 0
    for one, two in ((second, fork), (office["log"], fork), (fork, workbook_in(second))):
        status, text = said(capsys, first, one, two)
        assert status == 1 and "FORK" in text
    for one in (other, workbook_in(other)):
        status, text = said(capsys, first, one)
        assert status == 0 and "say nothing about each other" in text
    # Two workbooks without their logs: their entries are the same numbers with other heads.
    status, text = said(capsys, workbook_in(second), workbook_in(fork))
    assert status == 1 and "FORK" in text
    status, text = said(capsys, workbook_in(first), workbook_in(second))
    assert status == 0 and "say nothing" in text


def test_what_is_not_there_or_not_a_release_is_said_in_a_line(
    tmp_path: Path, office: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"[" * 50_000)
    (tmp_path / "x.xlsx").write_bytes(b"PK\x03\x04")
    for place in (tmp_path, tmp_path / "none", tmp_path / "x.jsonl", tmp_path / "x.xlsx"):
        status, text = said(capsys, office["first"], place)
        assert status == 1 and "Traceback" not in text and text.count("\n") == 3
