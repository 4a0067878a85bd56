"""PX and SDMX-CSV hold the numbers of the CSV files: read back by small readers that know nothing of dpdesk."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import german_plans
import numpy as np
import published
import px_reader
import pytest
from random_plans.case import case

from dpdesk.planning.document.plan import Plan
from dpdesk.publish import folders
from dpdesk.publish.documents import facts
from dpdesk.publish.tables import px, sdmx, sdmx_structure, tidy
from dpdesk.publish.tables.text import csv_plain
from dpdesk.publish.write import write_release
from dpdesk.release.result import Release, TableResult
from dpdesk.schema.dictionary import Dictionary

ROOT = Path(__file__).resolve().parents[3]
FLAGS = ("", "", "u", "z", "", "n", "w", "x", "a", "ur")
DOTS = {"z": '"."', "n": '".."', "d": '"..."'}
STATUS = {"z": "M", "n": "O", "d": "K", "u": "U", "w": "U"}


def sample() -> Plan:
    return Plan.load(ROOT / "resources" / "sample" / "plan.json")


def drawn(seed: int) -> Plan:
    made = case(seed)
    return Plan.from_json(made.plan, Dictionary.from_json(made.dictionary))


PLANS = {
    "one table": published.plan,
    "the sample": sample,
    "detail": german_plans.detail,
    "every measure": german_plans.mixed,
    **{f"drawn {seed}": (lambda seed=seed: drawn(seed)) for seed in (0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15)},
}


@cache
def released(name: str) -> Release:
    """Invented numbers, with each mark somewhere."""
    return marked(published.release(PLANS[name](), value=lambda codes, measure: len("".join(codes)) * 1.5))


def marked(release: Release) -> Release:
    for table in release.tables:
        table.flag[:] = np.resize(np.array(FLAGS, dtype=object), table.flag.size).reshape(table.flag.shape)
        nothing = np.isin(table.flag, ["z", "n"])
        for values in (table.estimate, table.lower, table.upper, table.margin, table.unbiased):
            values[nothing] = np.nan
        table.estimate[~nothing] += np.arange((~nothing).sum())
    return release


def even(release: Release) -> Release:
    """As in a true release, a cell in which two blocks meet has the same numbers on both of its lines."""
    for table in release.tables:
        table.unbiased[:] = table.estimate + 0.25
        table.lower[:], table.upper[:] = table.estimate - 3, table.estimate + 3
    return release


def rows(pieces: Iterator[bytes]) -> list[dict[str, str]]:
    text = b"".join(pieces).decode("utf-8")
    head, *lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert text.count("\n") == text.count("\r\n") == len(lines) + 1
    assert all(len(line) == len(head) for line in lines)
    return [dict(zip(head, map(csv_plain, line), strict=True)) for line in lines]


def px_of(release: Release, number: int, *languages: str) -> bytes:
    return b"".join(px.lines(release, release.tables[number], "name", number + 1, languages or ("en",)))


def missing_or(row: dict[str, str], column: str) -> str:
    return row[column] or next(DOTS[flag] for flag in "zdn" if flag in row["flag"])


# --- PX ---------------------------------------------------------------------------------------------------------------


def wrong_px(release: Release, number: int, content: bytes) -> list[str]:
    """Cells of a PX file that are not those of the CSV file, in whose order they stand."""
    table = release.tables[number]
    expected = rows(tidy.lines(release, table))
    found = px_reader.read(content)
    given = list(zip(found.data[::2], found.data[1::2], strict=True))
    assert len(given) == len(expected)
    wanted = [(missing_or(row, "estimate"), missing_or(row, "margin")) for row in expected]
    return [str(row) for row, own, other in zip(expected, wanted, given, strict=True) if own != other]


@pytest.mark.parametrize("name", PLANS)
def test_a_px_file_has_the_numbers_of_the_csv_file(name: str) -> None:
    release = released(name)
    for number in range(len(release.tables)):
        assert wrong_px(release, number, px_of(release, number)) == []


def test_another_number_in_a_px_file_is_found() -> None:
    release = released("the sample")
    content = px_of(release, 1)
    head, word, data = content.partition(b"DATA=\r\n")
    first = data.split(b" ")[0]
    other = head + word + data.replace(first, first + b"1", 1)
    assert len(wrong_px(release, 1, other)) == 1


def test_a_cell_of_a_px_file_stands_at_its_codes() -> None:
    """By the codes of its variables, where each is a dimension of its own; and by its labels in each language."""
    release = marked(published.release(german_plans.mixed(), value=lambda codes, measure: 1.0))
    number = next(position for position, table in enumerate(release.tables) if table.shell.name == "shares")
    found = px_reader.read(px_of(release, number, "en", "de"))
    cells = found.cells()
    expected = rows(tidy.lines(release, release.tables[number]))
    assert len(cells) == 2 * len(expected)
    for row in expected:
        key = row["sex"], row["state"], row["colour"], row["measure"]
        assert cells[key] == missing_or(row, "estimate")
        assert cells[*key[:3], f"{row['measure']}:margin"] == missing_or(row, "margin")
    for language, own in (("en", ""), ("de", "de")):
        labelled = found.cells("VALUES", own)
        for row in rows(tidy.lines(release, release.tables[number], language=language)):
            label = row["sex_label"], row["state_label"], row["colour_label"], row["measure_label"]
            assert labelled[label] == missing_or(row, "estimate")


def test_what_a_px_file_says_of_its_table() -> None:
    release = released("every measure")
    number = next(position for position, table in enumerate(release.tables) if table.shell.name == "shares")
    content = px_of(release, number, "en", "de")
    found = px_reader.read(content)
    title = release.tables[number].shell.title
    assert found.of("CHARSET") == ["ANSI"]
    assert found.of("CODEPAGE") == ["utf-8"]
    assert found.of("LANGUAGES") == ["en", "de"]
    assert found.of("TITLE") == [title.get("en")]
    assert found.of("TITLE", language="de") == [title.get("de")]
    *others, last = found.dimensions()
    assert found.of("CONTVARIABLE") == [last] == ["Measure"]
    measures = found.of("VALUES", "Measure")
    assert [found.of("UNITS", measure) for measure in measures] == [["records"], ["records"], ["%"], ["%"]]
    assert found.of("SHOWDECIMALS") == ["0"]
    assert int(found.of("DECIMALS")[0]) == max(len(one.partition(".")[2]) for one in found.data if one[0] != '"')
    assert found.of("PRECISION", "Measure", measures[2]) == ["1"]
    assert all(found.of("ELIMINATION", other) == found.of("VALUES", other)[:1] for other in others)
    signs = facts.symbols(release)
    assert [found.of(f"DATASYMBOL{at}") for at in (1, 2)] == [[signs["z"]], [signs["n"]]]
    flagged = [row for row in rows(tidy.lines(release, release.tables[number])) if set(row["flag"]) - set("znd")]
    assert flagged
    for row in flagged:
        key = row["sex"], row["state"], row["colour"], row["measure"]
        assert found.of("DATANOTECELL", *key) == [" ".join(signs[letter] for letter in row["flag"])]
    assert sum(word == "DATANOTECELL" for word, _, _ in found.entries) == len(flagged)


def test_a_measure_of_no_known_unit_is_no_number_of_cases() -> None:
    release = released("every measure")
    number = next(position for position, table in enumerate(release.tables) if table.shell.name == "means")
    found = px_reader.read(px_of(release, number))
    assert found.of("UNITS", "Count") == ["records"]
    assert found.of("UNITS", "Mean: Pay") == ["–"]


def test_lines_of_a_px_file_are_short_and_texts_have_no_quotation_marks() -> None:
    long = {f"{at}": f'A "very" long; label = {at} {"x" * 300}' for at in range(3)}
    variables = [published.category("sex", "Sex of the person, " * 30, list(long), long)]
    variables += [published.category(f"v{at}", f'Variable "{at}", ' + "y" * 80, ["1", "2"]) for at in range(4)]
    table = published.table(
        title={"en": 'On "one"\nline; and = more ' + "words " * 200},
        stub=[published.block("sex")],
        boxhead=[published.block(*(f"v{at}" for at in range(4)))],
    )
    note = {"text": {"en": "A note " * 100}, "table": "people", "row": {"sex": "1"}}
    release = marked(
        published.release(published.plan(published.dictionary(variables), [table], notes=[note]), value=lambda *_: 1)
    )
    content = px_of(release, 0)  # the reader refuses lines above 256 characters
    found = px_reader.read(content)
    assert wrong_px(release, 0, content) == []
    assert "".join(found.of("TITLE")) == release.tables[0].shell.title.get("en").replace('"', "'").replace("\n", "#")
    labels = found.of("VALUES", found.dimensions()[0])
    assert len(labels) == 4
    assert all(len(label) <= 110 for label in labels)
    notes = [about for word, _, about in found.entries if word == "CELLNOTE"]
    assert notes == [(labels[2], "*", "*", "*", "*", "*")]


def test_stacked_blocks_are_one_dimension_of_a_px_file() -> None:
    table = published.table(stub=[published.block("sex"), published.block("school")], boxhead=[])
    release = published.release(published.plan(tables=[table]), value=lambda codes, measure: float(len(codes)))
    found = px_reader.read(px_of(release, 0))
    assert found.of("STUB") == ["Sex, Schooling"]
    assert found.of("VALUES", "Sex, Schooling") == [
        "Sex: Total",
        "Sex: Sex M",
        "Sex: Sex F",
        "Schooling: Total",
        "Schooling: Schooling 1",
        "Schooling: Schooling 2",
        "Schooling: Schooling 3",
    ]
    assert found.of("CODES", "Sex, Schooling")[1] == "M.-"


# --- sampling errors --------------------------------------------------------------------------------------------------


def sampled() -> Release:
    """The sample's first table with sampling errors, of which two cells have none."""
    release = published.release(sample(), value=lambda codes, measure: float(len("".join(codes))))
    first = release.tables[0]
    sampling, combined = first.estimate / 8 + 1, first.estimate / 4 + 2
    sampling[0, :2, 0, 0] = combined[0, :2, 0, 0] = np.nan
    return replace(release, tables=(replace(first, sampling=sampling, combined=combined), *release.tables[1:]))


def wrong_errors(release: Release, content: bytes, observations: bytes) -> int:
    """Cells whose three margins differ between the CSV file and a PX file, or SDMX."""
    expected = rows(tidy.lines(release, release.tables[0]))
    margins = ("margin", "sampling_margin", "combined_margin")
    data = px_reader.read(content).data
    cells = [tuple("" if one == DOTS["n"] else one for one in data[at + 1 : at + 4]) for at in range(0, len(data), 4)]
    wrong = sum(cell != tuple(row[margin] for margin in margins) for cell, row in zip(cells, expected, strict=True))
    names = ("NOISE_MARGIN", "SAMPLING_MARGIN", "COMBINED_MARGIN")
    found = {tuple(values[name] for name in names) for _, values in sdmx_rows(iter([observations]))}
    return wrong + len(found ^ {tuple(row[margin] for margin in margins) for row in expected})


def test_sampling_errors_are_in_px_and_sdmx_and_another_number_is_found() -> None:
    release = sampled()
    content, observations = px_of(release, 0), b"".join(sdmx.lines(release, release.tables[0]))
    assert wrong_errors(release, content, observations) == 0
    *_, last = px_reader.read(content).dimensions()
    assert px_reader.read(content).of("CODES", last)[1:] == [
        "count:margin", "count:sampling_margin", "count:combined_margin"
    ]  # fmt: skip
    head, word, data = content.partition(b"DATA=\r\n")
    assert wrong_errors(release, head + word + data.replace(b" ", b"1 ", 2), observations) > 0
    assert wrong_errors(release, content, observations.replace(b"\r\n", b"9\r\n", 5)) > 0
    structure = json.loads(sdmx_structure.document(release, release.tables[0], ("en", "de")))
    (described,) = structure["data"]["dataStructures"]
    ids = [attribute["id"] for attribute in described["dataStructureComponents"]["attributeList"]["attributes"]]
    assert ids[-2:] == ["SAMPLING_MARGIN", "COMBINED_MARGIN"]


# --- written with a release -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("also", [(), ("px",), ("sdmx", "px")])
def test_files_asked_for_are_written_and_listed_with_their_hashes(also: tuple[str, ...], tmp_path: Path) -> None:
    release = published.full()
    write_release(release, tmp_path, also=also)
    listed = json.loads((tmp_path / "proof" / "metadata.json").read_text("utf-8"))["files"]
    names = [table.shell.name for table in release.tables]
    wanted = {
        "px": {f"publish/px/{name}.px" for name in names},
        "sdmx": {f"publish/sdmx/{name}{ending}" for name in names for ending in (".csv", ".structure.json")},
    }
    there = {
        one.relative_to(tmp_path).as_posix() for place in wanted for one in (tmp_path / "publish" / place).glob("*")
    }
    assert there == {name for place in also for name in wanted[place]}
    assert all(listed[name] == hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() for name in there)
    assert folders.also_in(tmp_path) == sorted(also)
    write_release(release, tmp_path)  # asked for no more: they go
    assert not list((tmp_path / "publish").glob("px/*")) + list((tmp_path / "publish").glob("sdmx/*"))


def test_a_file_of_a_rehearsal_says_so() -> None:
    release = published.release(rehearsal=True)
    assert px_reader.read(px_of(release, 0)).of("TITLE")[0].startswith("REHEARSAL ")
    (row, *_) = rows(sdmx.lines(release, release.tables[0]))
    assert ":REHEARSAL_" in row["STRUCTURE_ID"]


# --- SDMX-CSV ---------------------------------------------------------------------------------------------------------

ID = re.compile(r"[A-Za-z0-9_@$\-]+")
COLUMN = re.compile(r"[A-Z][A-Z0-9_]*")
VALUES = {
    "OBS_VALUE": "estimate",
    "LOWER_LIMIT": "lower",
    "UPPER_LIMIT": "upper",
    "LEVEL": "level",
    "NOISE_MARGIN": "margin",
    "UNBIASED_VALUE": "unbiased",
    "UNIT_MEASURE": "unit",
    "MARK": "flag",
}


def sdmx_rows(pieces: Iterator[bytes]) -> list[tuple[tuple[str, ...], dict[str, str]]]:
    """Key (codes with labels) and components of each observation; a file that breaks a rule fails."""
    found = []
    for number, row in enumerate(rows(pieces)):
        names = list(row)
        ids = [name.split(": ", 1)[0] for name in names]
        assert ids[:3] == names[:3] == ["STRUCTURE", "STRUCTURE_ID", "ACTION"]
        assert len(set(ids)) == len(ids)
        assert all(COLUMN.fullmatch(one) for one in ids)
        assert all(": " in name for name in names[3:])
        assert (row["STRUCTURE"], row["ACTION"]) == ("datastructure", "I")
        assert number or re.match(r"[A-Za-z]+:[A-Z][A-Z0-9_]*\(1\.0\.0\): ", row["STRUCTURE_ID"])
        dimensions = ids.index("MEASURE") + 1
        fields = list(row.values())
        keys = fields[3:dimensions]
        assert all(ID.fullmatch(one.split(": ", 1)[0]) for one in keys)
        found.append((tuple(keys), dict(zip(ids[dimensions:], fields[dimensions:], strict=True))))
    keys = [tuple(one.split(": ", 1)[0] for one in key) for key, _ in found]
    assert len(set(keys)) == len(keys)  # no observation has two lines
    return found


def wrong_sdmx(release: Release, table: TableResult, pieces: Iterator[bytes]) -> list[str]:
    """Lines of the CSV file that have no observation with their labels and numbers."""
    observations = sdmx_rows(pieces)
    there = {tuple(one.split(": ", 1)[1] for one in key): values for key, values in observations}
    result = []
    for row in rows(tidy.lines(release, table)):
        names = [one.header for one in tidy.columns(table) if one.variable is not None and not one.is_code]
        total = "Total"
        key = (*(row[name] or total for name in names), row["measure_label"])
        own = there.get(key)
        status = next((STATUS[flag] for flag in "zdnuw" if flag in row["flag"]), "A")
        wanted = {name: row[column] for name, column in VALUES.items()}
        if own is None or own["OBS_STATUS"].split(": ")[0] != status or any(own[n] != v for n, v in wanted.items()):
            result.append(str(row))
    return result


@pytest.mark.parametrize("name", PLANS)
def test_sdmx_has_the_numbers_of_the_csv_file(name: str) -> None:
    release = even(published.release(PLANS[name](), value=lambda codes, measure: float(len(measure))))
    for table in release.tables:
        assert wrong_sdmx(release, table, sdmx.lines(release, table)) == []


def test_another_number_in_sdmx_is_found() -> None:
    release = published.release(sample())
    table = release.tables[1]
    content = b"".join(sdmx.lines(release, table))
    estimate = f",{table.estimate[0, 1, 0, 0]:.0f},".encode()
    assert wrong_sdmx(release, table, iter([content.replace(estimate, b",7,", 1)])) != []


def test_marks_have_the_codes_all_offices_share() -> None:
    release = marked(published.release(german_plans.mixed(), value=lambda codes, measure: 1.0))
    table = next(one for one in release.tables if one.shell.name == "shares")
    assert wrong_sdmx(release, table, sdmx.lines(release, table)) == []
    found = {values["MARK"]: values["OBS_STATUS"] for _, values in sdmx_rows(sdmx.lines(release, table))}
    assert found["z"] == "M: Missing value; data cannot exist"
    assert found["x"] == found["a"] == found[""] == "A: Normal value"
    german = {values["OBS_STATUS"] for _, values in sdmx_rows(sdmx.lines(release, table, language="de"))}
    assert "U: Geringe Zuverlässigkeit" in german


def test_codes_that_the_standard_does_not_allow_stay_apart_and_are_no_formulas() -> None:
    release = published.full()
    table = release.tables[0]
    content = b"".join(sdmx.lines(release, table)).decode("utf-8")
    fields = [field for line in csv.reader(io.StringIO(content, newline="")) for field in line]
    assert not [one for one in fields if one[:1] in ("=", "+", "@", "\t") or re.match("-[^0-9]", one)]
    keys = {key[0] for key, _ in sdmx_rows(iter([content.encode()]))}
    assert {one.split(": ")[0] for one in keys} == {"_T", "_1", "_x"}


def test_cells_in_which_blocks_meet_are_one_observation() -> None:
    table = published.table(stub=[published.block("sex"), published.block("school")], boxhead=[])
    release = even(published.release(published.plan(tables=[table]), value=lambda codes, measure: 1.0))
    found = [
        tuple(one.split(": ")[0] for one in key[:2]) for key, _ in sdmx_rows(sdmx.lines(release, release.tables[0]))
    ]
    assert found == [("_T", "_T"), ("M", "_T"), ("F", "_T"), ("_T", "1"), ("_T", "2"), ("_T", "3")]


def test_a_code_that_counts_others_in_another_block_is_another_code() -> None:
    """Levels of two hierarchies may be spelled alike."""

    def hierarchy(name: str, low: str, high: str) -> dict[str, object]:
        rows = [{"code": "low", "parent": ""}, {"code": "high", "parent": ""}]
        rows += [{"code": code, "parent": parent} for parent, codes in (("low", low), ("high", high)) for code in codes]
        return {"name": name, "levels": [{"name": "part"}], "rows": rows}

    school = published.category("school", "Schooling", ["1", "2", "3"])
    school["hierarchies"] = [hierarchy("a", "12", "3"), hierarchy("b", "1", "23")]
    one = published.dictionary([published.category("sex", "Sex", ["M", "F"]), school])
    first, second = (
        {"variable": "school", "hierarchy": name, "levels": ["part"], "total": "none"} for name in ("a", "b")
    )
    table = published.table(stub=[{"variables": [first]}, {"variables": [second, {"variable": "sex"}]}], boxhead=[])
    release = published.release(published.plan(one, [table]), value=lambda codes, measure: 1.0)
    keys = [
        tuple(one.split(": ")[0] for one in key[:2]) for key, _ in sdmx_rows(sdmx.lines(release, release.tables[0]))
    ]
    assert keys[:2] == [("low", "_T"), ("high", "_T")]
    assert keys[2:5] == [("low_2", "_T"), ("low_2", "M"), ("low_2", "F")]
    assert len(keys) == release.tables[0].shell.cells
