"""Proposals read from the data: valid, complete, marked, rounded outward, and the same on either way of reading."""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from microdata import csv_format, dictionary
from pace import Work

from dpdesk.data.proposing import finding
from dpdesk.data.proposing.contents import BOUNDS, First, Found
from dpdesk.data.proposing.judging import MISSING_TEXTS
from dpdesk.data.proposing.proposal import ProposedVariable, propose
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput, Cancelled
from dpdesk.schema.dictionary import Dictionary, SourceFormat
from dpdesk.schema.variables.numberformat import NumberFormat

NOT_STATED = {"code": "NS", "kind": "not_stated", "label": {"en": "Not stated"}, "texts": [""]}


def write(path: Path, heading: Sequence[str], rows: Sequence[Sequence[object]], delimiter: str = ",") -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
        writer.writerow(heading)
        writer.writerows(rows)
    return path


def opened(folder: Path, *columns: tuple[str, Sequence[object]], **form: Any) -> Source:
    names, cells = zip(*columns, strict=True)
    path = write(folder / "file.csv", names, list(zip(*cells, strict=True)), form.get("delimiter", ","))
    return open_source(path, csv_format(**form))


def one(folder: Path, cells: Sequence[object], name: str = "v", **form: Any) -> ProposedVariable:
    return propose(opened(folder, (name, cells), ("rest", ["x"] * len(cells)), **form), [name])[0]


def record(proposal: ProposedVariable) -> dict[str, Any]:
    assert proposal.record is not None, proposal.remark
    return proposal.record


def as_dictionary(proposals: Sequence[ProposedVariable], **more: Any) -> Dictionary:
    return dictionary([proposal.record for proposal in proposals if proposal.record is not None], **more)


def codes_of(proposal: ProposedVariable) -> list[str]:
    return [code["code"] for code in record(proposal)["codes"]]


# What is proposed


def test_few_texts_become_a_category_in_natural_order(tmp_path: Path) -> None:
    proposal = one(tmp_path, ["10-19", "2-9", "20 and over", "", "n/a", "2-9"] * 10, "Number of rooms")
    assert codes_of(proposal) == ["2-9", "10-19", "20 and over"]
    assert record(proposal)["name"] == "Number_of_rooms"
    assert record(proposal)["label"] == {"en": "Number of rooms"}
    assert record(proposal)["missing"][0]["texts"] == ["", "n/a"]
    assert record(proposal)["missing"][0]["kind"] == "not_stated"
    assert record(proposal)["codes"][0]["label"] == {"en": "2-9"}


def test_every_proposal_waits_for_a_confirmation(tmp_path: Path) -> None:
    made = as_dictionary(propose(opened(tmp_path, ("a", ["x", "y"] * 9), ("b", range(18)))))
    assert made.unconfirmed() == ("a", "b")
    with pytest.raises(BadInput, match="read from the data"):
        made.require_confirmed(["a"])


def test_numbers_as_codes_stand_in_numeric_order_and_once(tmp_path: Path) -> None:
    proposal = one(tmp_path, ["10", "9", "1.0", "1", "2.0"] * 10)
    assert codes_of(proposal) == ["1", "2", "9", "10"]
    assert record(proposal)["codes"][0]["texts"] == ["1", "1.0"]
    assert record(proposal)["codes"][1]["texts"] == ["2.0"]
    assert "several ways" in proposal.remark


def test_leading_zeros_stay_codes(tmp_path: Path) -> None:
    assert codes_of(one(tmp_path, ["01", "02", "11"] * 10)) == ["01", "02", "11"]


def test_moderate_whole_numbers_are_counted_one_by_one_with_round_ends(tmp_path: Path) -> None:
    proposal = one(tmp_path, [18 + at % 76 for at in range(500)])
    assert record(proposal)["bins"] == {"first": 15, "last": 95}
    assert (record(proposal)["below"], record(proposal)["above"]) == ("clamp", "clamp")
    assert record(proposal)["unreadable"] == {"code": "NS"}
    assert record(proposal)["missing"] == [NOT_STATED]


def test_wide_numbers_get_equal_bins_between_round_bounds(tmp_path: Path) -> None:
    draw = random.Random(5)
    cells = [f"{draw.lognormvariate(10, 0.8):.2f}" for _ in range(3000)]
    proposal = one(tmp_path, cells, "income")
    bins = {key: Fraction(value) for key, value in record(proposal)["bins"].items()}
    assert bins["lower"] == 0
    assert str(bins["upper"]).rstrip("0") in {"1", "2", "5"}
    assert 50 <= (bins["upper"] - bins["lower"]) / bins["width"] <= 200
    assert sum(Fraction(cell) <= bins["upper"] for cell in cells) >= 2970
    assert "quantity" in proposal.remark


@pytest.mark.parametrize(("least", "greatest"), [(18, 93), (0, 997), (123, 45_678), (-731, 8_123), (1943, 2011)])
def test_neither_the_smallest_nor_the_greatest_value_is_quoted(tmp_path: Path, least: int, greatest: int) -> None:
    draw = random.Random(least)
    cells = [least, greatest, *(draw.randint(least, greatest) for _ in range(2000))]
    bins = record(one(tmp_path, cells))["bins"]
    for key, value in bins.items():
        assert Fraction(value) not in (greatest, *([] if least == 0 else [least])), key
    assert Fraction(bins.get("first", bins.get("lower"))) <= least


def test_rare_far_values_do_not_widen_the_bounds(tmp_path: Path) -> None:
    cells = [at % 900 for at in range(5000)] + [10**9, -(10**9)]
    bins = record(one(tmp_path, cells))["bins"]
    assert (bins["lower"], bins["upper"]) == ("0", "1000")


def test_negative_codes_for_missing_values_are_not_stated(tmp_path: Path) -> None:
    wide = one(tmp_path, [*range(0, 60_000, 50), "-9", "-8", "NA"])
    assert record(wide)["missing"][0]["numbers"] == ["-8", "-9"]
    assert record(wide)["missing"][0]["texts"] == ["NA"]
    assert record(wide)["bins"]["lower"] == "0"
    few = one(tmp_path, ["1", "2", "-9"] * 10)
    assert codes_of(few) == ["1", "2"]
    assert record(few)["missing"][0]["texts"] == ["-9"]
    real = one(tmp_path, list(range(-30, 30)) * 3)
    assert record(real)["missing"] == [NOT_STATED]


def test_texts_among_numbers_are_not_stated_and_remarked(tmp_path: Path) -> None:
    proposal = one(tmp_path, [str(at % 80) for at in range(400)] + ["Canary7919"])
    assert record(proposal)["kind"] == "number"
    assert record(proposal)["unreadable"] == {"code": "NS"}
    assert "no numbers" in proposal.remark
    assert "Canary" not in str(proposal)


@pytest.mark.parametrize(
    ("cells", "name", "outcome"),
    [
        (range(1, 400), "v", "identifier"),
        ([f"{at}.1" for at in range(400)], "pid", "identifier"),
        ([at // 3 + 1000 for at in range(3000)], "v", "identifier"),
        ([f"person {at * 7919 % 1000}" for at in range(400)], "v", "identifier"),
        ([f"text {at * 7919 % 200}" for at in range(2000)], "v", "too_many"),
        ([f"{at * 7919 % 90000:05d}" for at in range(2000)], "zip", "too_many"),
        ([f"{at % 11 + 1:02d}/{at % 12 + 1:02d}/2001" for at in range(2000)], "v", "date"),
        ([f"{at % 28 + 1:02d}.{at % 12 + 1:02d}.{1900 + at % 131}" for at in range(9000)], "v", "date"),
        (["", "NA"] * 30, "v", "empty"),
        (["1.5", "0.7"] * 30, "pweight", "weight"),
        (["x"] * 5, "v" * 501, "unreadable"),
    ],
)
def test_columns_that_are_not_proposed_say_why(tmp_path: Path, cells: Any, name: str, outcome: str) -> None:
    proposal = one(tmp_path, list(cells), name)
    assert (proposal.record, proposal.outcome) == (None, outcome)
    assert proposal.remark.endswith(".")


def test_flags_are_recognised(tmp_path: Path) -> None:
    columns: list[tuple[str, list[str]]] = [
        ("a", ["0", "1", ""] * 10),
        ("b", ["Yes", "No", "No"] * 10),
        ("c", ["1", "2", "2"] * 10),
        ("d", ["1.0", "0.0", "1.0"] * 10),
        ("e", ["0", "0", "0"] * 10),
    ]
    proposals = propose(opened(tmp_path, *columns))
    assert [proposal.flag for proposal in proposals] == [("0", "1"), ("No", "Yes"), None, ("0.0", "1.0"), None]


def test_a_household_column_is_asked_about(tmp_path: Path) -> None:
    assert "household" in one(tmp_path, ["1", "2"] * 10, "hhsize").remark
    assert "household" not in one(tmp_path, ["1", "2"] * 10, "size").remark


def test_names_differ_from_each_other_and_from_those_taken(tmp_path: Path) -> None:
    cells = ["x", "y"] * 5
    proposals = propose(opened(tmp_path, ("a b", cells), ("a-b", cells), ("A_B", cells), ("7", cells)), taken=["a_b_2"])
    assert [record(proposal)["name"] for proposal in proposals] == ["a_b", "a_b_3", "A_B_4", "v_7"]


def test_the_declared_way_of_writing_numbers_is_used(tmp_path: Path) -> None:
    cells = [f"{at // 10}.{100 + at % 10 * 10},5" for at in range(10, 2000)]
    proposal = one(tmp_path, cells, decimal=",", thousands=".", delimiter=";")
    assert record(proposal)["kind"] == "number"
    assert Fraction(record(proposal)["bins"]["upper"]) >= 100_000
    assert one(tmp_path, cells, delimiter=";").record is None


def test_the_codes_of_a_strange_text_are_valid(tmp_path: Path) -> None:
    proposal = one(tmp_path, ["_T", "T", "a\nb", "a b", "\u00a0c", "NS", "", "\u00a0"] * 5)
    made = as_dictionary([proposal]).variable("v")
    assert made.size == 8
    assert len({made.encode((text,)) for text in ("_T", "T", "a\nb", "a b", "\u00a0c", "NS", "", "\u00a0")}) == 8


# Whatever the file


CELL = st.one_of(
    st.sampled_from(
        ["", "NA", "0", "1", "-9", "1.0", "01", "a", " a ", "_T", "NS", "1e3", "-0", "1e400", "1e-30", ".", "5."]
    ),
    st.integers(-(10**6), 10**6).map(str),
    st.decimals(-1000, 1000, places=2).map(str),
    st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0\r\n\"'"), max_size=6),
)


@st.composite
def tables(draw: st.DrawFn) -> list[list[str]]:
    """Columns of equal length, each from a few cells or from many, so that every kind of proposal occurs."""
    rows = draw(st.integers(1, 120))
    columns = []
    for _ in range(draw(st.integers(1, 4))):
        pool = draw(st.one_of(st.lists(CELL, min_size=1, max_size=6), st.just([])))
        if pool:
            columns.append(draw(st.lists(st.sampled_from(pool), min_size=rows, max_size=rows)))
        else:
            step, start = draw(st.sampled_from([1, 7, 1000, Fraction(1, 4)])), draw(st.integers(-500, 500))
            scrambled = [start + step * (at * 7919 % 1009) for at in range(rows - 1)]
            columns.append([str(float(value)) for value in scrambled] + [draw(CELL)])
    return columns


@given(tables())
@settings(max_examples=50)
def test_every_row_lands_in_a_code_of_what_is_proposed(tmp_path_factory: pytest.TempPathFactory, columns: Any) -> None:
    folder = tmp_path_factory.mktemp("table")
    source = opened(
        folder, *((f"c{number}", cells) for number, cells in enumerate(columns)), ("z", ["x"] * len(columns[0]))
    )
    proposals = propose(source)
    made = as_dictionary(proposals)
    assert len({variable.name for variable in made.variables}) == len(made.variables)
    for variable in made.variables:
        for batch in source.batches(variable.columns):
            assert all(variable.encode(cells) >= 0 for cells in batch)


@pytest.mark.parametrize("most", [1000, 5])
@given(columns=tables(), first=st.sampled_from([1, 20, 20_000]))
@example(columns=[["", "NA", "0", "1", "a", " a "]], first=20)
@settings(max_examples=30)
def test_engine_and_stream_find_the_same(
    tmp_path_factory: pytest.TempPathFactory, most: int, columns: Any, first: int
) -> None:
    folder = tmp_path_factory.mktemp("table")
    names = tuple(f"c{at}" for at in range(len(columns)))
    filled = [*zip(names, columns, strict=True), ("z", ["x"] * len(columns[0]))]
    source = opened(folder, *filled)
    total = source.count()
    beginning = [Found(NumberFormat(), most) for _ in names]
    for found, cells in zip(beginning, columns, strict=True):
        found.add(dict.fromkeys(cells[:first], 1))
    engine = finding._by_engine(source, names, lambda: beginning, total, lambda stage, fraction=None: None)
    skip = [None] * len(names)
    stream, _ = finding._by_stream(source, names, skip, MISSING_TEXTS, most, total, lambda stage, fraction=None: None)
    if engine is None:
        return
    for ours, theirs, seen in zip(engine, stream, beginning, strict=True):
        assert ours.many_texts == theirs.many_texts
        assert ours.texts == theirs.texts
        if theirs.texts is None and not theirs.many_texts and not seen.many_texts:
            assert (ours.numbers, ours.others) == (theirs.numbers, theirs.others)


def test_a_column_that_is_wide_only_further_down_is_still_summarised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "_FIRST_ROWS", 200)
    cells = ["7"] * 2000 + [str(at * 7919 % 50_000) for at in range(4000)]
    texts = ["a"] * 2000 + [f"n {at * 7919 % 3001}" for at in range(4000)]
    wide, many = propose(opened(tmp_path, ("v", cells), ("t", texts)))
    assert record(wide)["bins"] == {"lower": "0", "upper": "50000", "width": "500"}
    assert many.record is None


def test_bounds_are_symmetric_and_grow() -> None:
    assert list(BOUNDS) == sorted(BOUNDS)
    assert [-bound for bound in reversed(BOUNDS)] == list(BOUNDS)


def test_first_cells_leave_out_what_states_nothing() -> None:
    first = First.of(["", "1", " 2", "2", "NA", "10"], MISSING_TEXTS)
    assert (first.stated, first.distinct, first.whole, first.rising) == (4, 3, True, True)
    assert First.of(["2", "1"], ()).rising is False
    assert First.of(["1,5", "1,7"], ()).rising is True


# Other sources, cancelling, secrecy


def test_a_workbook_and_a_parquet_file_give_the_same_proposals(tmp_path: Path) -> None:
    from dpdesk.data.sources.database import path_literal

    columns: list[tuple[str, list[Any]]] = [
        ("sex", ["F", "M", None] * 40),
        ("age", [at % 77 + 18 for at in range(120)]),
    ]
    rows = list(zip(*(cells for _, cells in columns), strict=True))
    from_csv = propose(opened(tmp_path, *((name, ["" if c is None else c for c in cells]) for name, cells in columns)))
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append([name for name, _ in columns])
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "file.xlsx")
    assert propose(open_source(tmp_path / "file.xlsx", SourceFormat("xlsx"))) == from_csv
    import duckdb

    with duckdb.connect() as engine:
        target = path_literal(tmp_path / "file.parquet")
        engine.execute("CREATE TABLE t (sex VARCHAR, age INTEGER, parts INTEGER[])")
        engine.executemany("INSERT INTO t VALUES (?, ?, [1, 2])", [list(row) for row in rows])
        engine.execute(f"COPY t TO {target} (FORMAT parquet)")
    sex, age, parts = propose(open_source(tmp_path / "file.parquet", SourceFormat("parquet")))
    assert (sex, age) == from_csv
    assert (parts.record, parts.outcome) == (None, "unreadable")


def test_proposing_can_be_cancelled_at_every_report(tmp_path: Path) -> None:
    source = opened(tmp_path, ("a", ["x", "y"] * 500), ("b", range(1000)))
    stages: list[str] = []

    def note(stage: str, fraction: float | None = None) -> None:
        assert fraction is None or 0 <= fraction <= 1
        stages.append(stage)

    propose(source, progress=note)
    assert stages
    for stop in range(len(stages)):
        left = [stop]

        def cancel(stage: str, fraction: float | None = None, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] < 0:
                raise Cancelled

        with pytest.raises(Cancelled):
            propose(source, progress=cancel)


def test_a_broken_file_is_refused_without_its_content(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text("a,b\n" + "1,2\n" * 30_000 + "Canary7919\n", encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        propose(open_source(path, csv_format()))
    assert "Canary" not in str(refusal.value)
    assert refusal.value.__cause__ is None


def test_an_unknown_column_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no column named 'c'"):
        propose(opened(tmp_path, ("a", ["x"])), ["c"])


# Real files


def test_real_files_give_valid_dictionaries_in_which_no_row_is_lost(real_data: Path) -> None:
    names = ["fulton_pums/FultonPUMS5full.csv", "sd2011/SD2011.csv", "eusilc/eusilc13puf.csv", "adult/adult.csv"]
    for name in names:
        path = real_data / name
        source = open_source(path, sniff(path).format)
        proposals = propose(source)
        assert [proposal.column for proposal in proposals] == list(source.columns)
        weights = [{"column": p.column, "answer": "ignored"} for p in proposals if p.outcome == "weight"]
        made = as_dictionary(proposals, source=sniff(path).format.to_json(), weight_columns=weights)
        made.check_columns(source.columns, file=path.name, hint=source.hint)
        assert len(made.variables) >= 9
        columns = [variable.columns[0] for variable in made.variables]
        for batch in source.batches(columns):
            for variable, cells in zip(made.variables, zip(*batch, strict=True), strict=True):
                assert all(variable.encode((cell,)) >= 0 for cell in sorted(set(cells))[::9]), (name, variable.name)


def test_what_is_proposed_for_fulton(real_data: Path) -> None:
    source = open_source(real_data / "fulton_pums" / "FultonPUMS5full.csv", csv_format())
    proposals = {proposal.column: proposal for proposal in propose(source)}
    assert record(proposals["age"])["bins"] == {"first": 15, "last": 95}
    assert codes_of(proposals["educ"]) == [str(code) for code in range(1, 17)]
    assert record(proposals["income"])["bins"] == {"lower": "0", "upper": "500000", "width": "5000"}
    assert {"latino", "black", "asian"} <= {name for name, proposal in proposals.items() if proposal.flag}


def test_odd_files_are_proposed_or_refused_in_a_sentence(real_data: Path) -> None:
    done = 0
    for path in sorted((real_data / "odd").iterdir()):
        try:
            form = sniff(path).format
            proposals = propose(open_source(path, form))
        except BadInput as refusal:
            assert str(refusal).endswith(".")
            continue
        if any(proposal.record is not None for proposal in proposals):
            as_dictionary(proposals, source=form.to_json())
            done += 1
    assert done > 15


def test_a_large_file_is_streamed_in_seconds(tmp_path: Path) -> None:
    rows = "".join(f"{at},{at % 2},{at % 76 + 18},{at * 7919 % 4999},x{at % 7}\n" for at in range(20_000))
    path = tmp_path / "large.csv"
    path.write_text("id,sex,age,income,region\n" + rows * 15, encoding="utf-8")
    source = open_source(path, csv_format())
    with Work() as work:
        proposals = propose(source)
    assert work.squares < 60  # about 8 is usual
    assert [proposal.outcome for proposal in proposals] == ["identifier", *["proposed"] * 4]
