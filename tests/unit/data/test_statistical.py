"""Files of SPSS, Stata and SAS as sources: rows, texts, missing codes, and the counts of the CSV of the records."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest
from microdata import KEY, category, dictionary, id_unit, quantity, rows_by_engine, rows_by_stream
from statistical import COLUMN_LABELS, COLUMNS, KINDS, as_csv, opened, people, written

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.frames.source import FrameSource
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.preview import preview
from dpdesk.data.sources.statistical import source as reading
from dpdesk.data.sources.statistical.source import StatisticalSource
from dpdesk.data.sources.statistical.values import number_text, text_of
from dpdesk.errors import BadInput
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

WRITTEN = ("sav", "zsav", "por", "dta", "xpt")
SAMPLE = [
    ("a", "1.1", "2018-05-06", "2018-05-06 10:10:10", "1", "1", "10:10:10"),
    ("b", "1.2", "1880-05-06", "1880-05-06 10:10:10", "2", "2", "23:10:10"),
    ("c", "-1000.3", "1960-01-01", "1960-01-01 00:00:00", "1", "3", "00:00:00"),
    ("d", "-1.4", "1583-01-01", "1583-01-01 00:00:00", "2", "1", "16:10:10"),
    ("e", "1000.3", "", "", "1", "1", ""),
]
"""The table that pyreadstat's own sample files hold, worked out by hand."""


@pytest.fixture
def files(real_data: Path) -> Path:
    folder = real_data / "statfiles"
    if not folder.is_dir():
        pytest.skip("the samples of statistical files are not on this machine")
    return folder


@pytest.mark.parametrize("ending", WRITTEN)
def test_records_and_counts_are_those_of_the_csv_file_to_the_row_under_a_cap(tmp_path: Path, ending: str) -> None:
    rows = people("Koeln" if ending == "por" else "Köln")  # portable files have the letters of English
    csv = as_csv(tmp_path / "people.csv", rows)
    source = opened(written(tmp_path / f"people.{ending}", random.Random(1).sample(rows, len(rows))))
    assert isinstance(source, StatisticalSource) and source.columns == csv.columns == COLUMNS
    assert Counter(rows_by_stream(source)) == Counter(rows_by_stream(csv))
    assert source.count() == csv.count() == len(rows) and rows_by_engine(source) is None
    assert source.fingerprint(KEY) != csv.fingerprint(KEY) and source.records_fingerprint(KEY) == ""
    described = dictionary(
        [
            category("place", ["Lodz", "a,b"], {"code": "Lodz"}, column="PLACE"),
            category("sex", ["1", "2", "9"], column="SEX"),
            quantity("paid", 0, 400, "0.01", column="PAID"),
        ],
        unit=id_unit("ID", 2),
    )
    domain = GroupDomain(("place", "sex"), ("paid",))
    one, other = (tabulate(each, described, [domain], KEY)[0] for each in (csv, source))
    assert np.array_equal(one.counts, other.counts) and 0 < one.counts.sum() < len(rows)
    assert np.array_equal(one.sums["paid"], other.sums["paid"])
    fewer = tabulate(as_csv(tmp_path / "fewer.csv", rows[9:]), described, [domain], KEY)[0]
    assert not np.array_equal(one.counts, fewer.counts)  # the comparison can fail


@pytest.mark.parametrize("ending", ["sav", "zsav", "por", "dta", "xpt", "sas7bdat"])
def test_the_sample_of_each_format_holds_one_table(files: Path, ending: str) -> None:
    source = opened(files / f"sample.{ending}")
    assert [name.lower() for name in source.columns] == [
        "mychar", "mynum", "mydate", "dtime", "mylabl", "myord", "mytime",
    ]  # fmt: skip
    assert rows_by_stream(source) == SAMPLE and source.count() == 5
    assert preview(source, 2) == tuple(SAMPLE[:2])


SHAPES = {
    "sample100.sav": (100, 11), "sample100.por": (100, 11), "pbc.sav": (418, 20), "mval_bug.sav": (600, 10),
    "electric.sav": (240, 13), "auto8.dta": (74, 13), "MLLabelsWithNotesChar.dta": (0, 1),
    "sample_missing.sav": (7, 7), "missing_test.sav": (2, 1), "missing_test.dta": (1, 9),
    "missing_test.sas7bdat": (1, 9), "test_data_linux.sas7bdat": (3, 3), "labelled-num-na.sav": (2, 1),
    "umlauts.sav": (4, 1), "tagged-na-double.dta": (8, 1),
}  # fmt: skip
FREQUENCIES = {
    "electric.sav": {
        "FIRSTCHD": {"1": 120, "2": 36, "3": 72, "5": 9, "6": 3}, "VITAL10": {"0": 179, "1": 61},
        "DAYOFWK": {"1": 19, "2": 11, "3": 19, "4": 17, "5": 15, "6": 13, "7": 16, "9": 130},
        "FAMHXCVR": {"N": 178, "Y": 62},
    },
    "sample100.sav": {
        "YEAR": {"94": 19, "95": 19, "96": 16, "97": 15, "98": 15, "99": 15, "2000": 1},
        "SEX": {"F": 62, "M": 34, "": 4}, "ETHNICTY": {"WHITE": 91, "HISPANIC": 3, "OTHER": 2, "": 4},
        "DNAME": {"MESQUITE ISD": 96, "SUNNYVALE ISD": 2, "DALLAS ISD": 1, "HARMONY ISD": 1},
    },
    "pbc.sav": {
        "STATUS": {"0": 257, "1": 161}, "TRT": {"1": 158, "2": 154, "-9": 106}, "SEX": {"0": 36, "1": 276, "-9": 106},
        "EDTRT": {"0": 354, "0.5": 44, "1": 20}, "STAGE": {"1": 16, "2": 67, "3": 120, "4": 109, "-9": 106},
    },
}  # fmt: skip
"""Counted in a data frame of pyreadstat's own; those of `pbc` are also the published ones of the trial's 312 patients
(36 men; 158 and 154 by treatment) and of all 418 (161 deaths; edema 354, 44, 20)."""


@pytest.mark.parametrize("name", [*FREQUENCIES, "sample100.por"])
def test_the_true_frequencies(files: Path, name: str) -> None:
    expected = FREQUENCIES[name.replace(".por", ".sav")]
    rows = [row for batch in opened(files / name).batches(tuple(expected)) for row in batch]
    for column, cells in zip(expected, zip(*rows, strict=True), strict=True):
        assert Counter(cells) == expected[column], column


def test_every_file_has_a_verdict(files: Path) -> None:
    """What holds no records is called what it is."""
    refused = {"missing_formats.sas7bcat": "SAS catalogue", "test_formats_linux.sas7bcat": "SAS catalogue",
               "cps_00157.xml": "codebook"}  # fmt: skip
    others = {"cps_00157.dat.gz", "SOURCE.csv", *(path.name for path in files.glob("sample.*"))}
    assert {path.name for path in files.iterdir()} == {*SHAPES, *refused, *others}
    for name, what in refused.items():
        with pytest.raises(BadInput, match=what) as caught:
            sniff(files / name)
        assert name in str(caught.value) and "\n" not in str(caught.value)
    assert sniff(files / "SOURCE.csv").columns == ("file", "repository", "commit", "path", "licence", "what it is")


@pytest.mark.parametrize("name", SHAPES)
def test_every_sample_has_its_rows_and_columns(files: Path, name: str) -> None:
    rows, columns = SHAPES[name]
    found = sniff(files / name)
    source = open_source(files / name, found.format)
    assert found.format.kind == KINDS[name.rsplit(".")[-1]] and found.columns == source.columns
    assert (source.count(), len(source.columns), len(rows_by_stream(source))) == (rows, columns, rows)
    assert source.has_records() == bool(rows)


def test_extended_missing_values_keep_their_letters(files: Path) -> None:
    assert rows_by_stream(opened(files / "missing_test.dta")) == [(".a", ".b", ".c", ".x", ".y", ".z", "", "", "1")]
    assert rows_by_stream(opened(files / "missing_test.sas7bdat")) == [
        (".A", ".B", ".C", ".X", ".Y", ".Z", "._", "", "1")
    ]
    tagged = opened(files / "tagged-na-double.dta")
    assert [row[0] for row in rows_by_stream(tagged)] == ["1", "2", "3", "4", "5", ".a", ".h", ".z"]
    assert isinstance(tagged, StatisticalSource)
    known = tagged.known()["x"]
    # What is in the records alone, .h, is not among what the file says.
    assert known.values == ((".a", "apple"), (".z", ".zebra")) and known.missing == (".a", ".z")
    auto = opened(files / "auto8.dta")
    assert {row[0] for batch in auto.batches(("testmiss",)) for row in batch} == {".r"}
    assert [row[0] for batch in auto.batches(("gear_ratio",)) for row in batch][:3] == ["3.58", "2.53", "3.08"]


def test_user_missing_values_keep_their_codes(files: Path) -> None:
    source = opened(files / "sample_missing.sav")
    assert isinstance(source, StatisticalSource)
    assert [row for batch in source.batches(("mynum", "mylabl", "myord")) for row in batch][5:] == [
        ("-1", "-1", "-1"), ("2500", "", "-3"),
    ]  # fmt: skip
    known = source.known()
    assert known["mynum"].ranges == ((Fraction(2000), Fraction(3000)),) and known["mynum"].missing == ("-1",)
    assert known["mynum"].is_missing("2500") and known["mynum"].is_missing("-1")
    assert not known["mynum"].is_missing("1999.9") and not known["mynum"].is_missing("x")
    assert known["myord"].missing == ("-1", "-2", "-3")
    bug = opened(files / "mval_bug.sav")
    assert isinstance(bug, StatisticalSource)
    said = bug.known()
    assert said["Q1_MISSING_LOW"].ranges == ((None, Fraction(-1)),)
    assert said["Q1_MISSING_HIGH"].ranges == ((Fraction(97), None),)
    assert said["Q1_MISSING_RANGE_1"].ranges == ((Fraction(-3), Fraction(-1)),)
    assert said["Q1_MISSING_RANGE_1"].missing == ("99",) and said["Q1_MISSING_NONE"].missing == ()


def test_labels_are_those_of_the_file_or_of_the_catalogue_beside_it(files: Path) -> None:
    electric = opened(files / "electric.sav")
    sas, letters = opened(files / "test_data_linux.sas7bdat"), opened(files / "umlauts.sav")
    assert isinstance(electric, StatisticalSource) and isinstance(sas, StatisticalSource)
    assert isinstance(letters, StatisticalSource)
    known = electric.known()
    assert known["DAYOFWK"].label == "DAY OF DEATH" and known["DAYOFWK"].missing == ("9",)
    assert known["DAYOFWK"].values[0] == ("1", "SUNDAY") and known["DAYOFWK"].values[-1] == ("9", "MISSING")
    assert known["FAMHXCVR"].values == (("Y", "YES"), ("N", "NO"))
    assert dict(sas.known()["SEXB"].values) == {"1": "Male", "2": "Female"}
    assert "test_formats_linux.sas7bcat" in sas.known()["SEXB"].origin["en"]
    assert letters.known()["var1"].values[0] == ("1", "the ä umlaut")
    missing = opened(files / "missing_test.sas7bdat")
    assert isinstance(missing, StatisticalSource) and missing.known()["var1"].values == ((".A", "missing"),)


@pytest.mark.parametrize(
    ("program", "stored", "display", "value", "text"),
    [
        ("spss", "double", "F8.2", 1.0, "1"), ("spss", "double", "F8.2", -0.0, "0"),
        ("spss", "double", "F8.2", 0.1, "0.1"), ("spss", "double", "F8.2", 1e300, "1e+300"),
        ("spss", "double", "F8.2", 2.0**53 - 1, "9007199254740991"), ("spss", "string", "A8", "007", "007"),
        ("stata", "float", "%9.0g", 3.5799999237060547, "3.58"), ("stata", "int16", "%8.0g", 7, "7"),
        ("stata", "double", "%td", 21310.0, "2018-05-06"), ("stata", "int32", "%-tdD_m_Y", 21310, "2018-05-06"),
        ("stata", "double", "%tc", 1841220610500.0, "2018-05-06 10:10:10.5"), ("stata", "double", "%tm", 700.0, "700"),
        ("stata", "double", "%td", "a", ".a"), ("stata", "double", "%td", 1e9, "1000000000"),
        ("spss", "double", "DATE11", 13744944000.0, "2018-05-06"),
        ("spss", "double", "MOYR8", 13744944000.0, "2018-05-06"),
        ("spss", "double", "ADATE10", 13744944060.0, "2018-05-06 00:01:00"),
        ("spss", "double", "TIME8", 360000.0, "100:00:00"), ("spss", "double", "DTIME13", -61.25, "-00:01:01.25"),
        ("spss", "double", "WKDAY9", 2.0, "2"), ("spss", "double", "MONTH9", 2.0, "2"),
        ("sas", "double", "DATE9", 21310.0, "2018-05-06"), ("sas", "double", "MMDDYY10", 21310.0, "2018-05-06"),
        ("sas", "double", "E8601DA10", 21310.0, "2018-05-06"), ("sas", "double", "YEAR4", 21310.0, "21310"),
        ("sas", "double", "DATETIME20", 1841220610.0, "2018-05-06 10:10:10"), ("sas", "double", "DATEX", 3.0, "3"),
        ("sas", "double", "TIME20.3", 36610.0, "10:10:10"), ("sas", "double", "", "_", "._"),
    ],
)  # fmt: skip
def test_the_text_of_a_value(program: str, stored: str, display: str, value: Any, text: str) -> None:
    assert text_of(program, stored, display)(value) == text


def test_equal_numbers_have_equal_texts() -> None:
    assert number_text(3) == number_text(3.0) == "3" and number_text(float("inf")) == "inf"
    assert number_text(2.0**60) == "1.152921504606847e+18"  # its digits would promise what is not stored


def test_only_the_columns_asked_for_are_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = people()
    source = opened(written(tmp_path / "people.sav", rows))
    asked = []
    real = reading.StatisticalFile.pieces

    def watched(self: Any, names: Any, first: int, most: int) -> Any:
        asked.append((tuple(names), first, most))
        return real(self, names, first, most)

    monkeypatch.setattr(reading.StatisticalFile, "pieces", watched)
    monkeypatch.setattr(reading, "_PIECE", 160 * 50)
    found = [row for batch in source.batches(("SEX", "AGE"), 7) for row in batch]
    assert found == [row[1:3] for row in rows_by_stream(as_csv(tmp_path / "people.csv", rows))]
    assert asked == [(("SEX", "AGE"), 7, 50)]
    assert next(len(batch) for batch in source.batches((), 100)) == 100 and asked[-1][0] == ("SEX",)
    with pytest.raises(BadInput, match="has no column named 'Sex'"):
        next(source.batches(("Sex",)))


def test_a_file_is_what_its_first_bytes_say(tmp_path: Path) -> None:
    rows = people("Koeln", 5)
    whose = {"sav": "an SPSS file", "por": "an SPSS file", "dta": "a Stata file", "xpt": "a SAS file"}
    for ending, what in whose.items():
        path = written(tmp_path / f"p.{ending}", rows).rename(tmp_path / f"{ending}.csv")
        kind = KINDS[ending]
        with pytest.raises(BadInput) as caught:
            open_source(path, SourceFormat("csv"))
        assert f"{path.name} is {what} whatever its name says" in str(caught.value)
        assert f'the kind "{kind}"' in str(caught.value)
        assert sniff(path).format.to_json() == {"kind": kind}
    text = tmp_path / "text.sav"
    text.write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"text\.sav is not an SPSS file, or is damaged"):
        open_source(text, SourceFormat("spss"))
    assert sniff(text).format.kind == "csv"


def test_a_declared_encoding_takes_the_place_of_the_stated_one(tmp_path: Path) -> None:
    path = written(tmp_path / "people.sav", [("p1", 1.0, 1.0, "Köln", 1.0)])
    assert rows_by_stream(opened(path))[0][3] == "Köln"
    assert rows_by_stream(opened(path, characters="latin-1"))[0][3] == "KÃ¶ln"
    with pytest.raises(BadInput, match="is not known"):
        opened(path, characters="klingon")


@pytest.mark.parametrize("ending", WRITTEN)
def test_labels_of_variables_are_known_in_every_format(tmp_path: Path, ending: str) -> None:
    source = opened(written(tmp_path / f"people.{ending}", people("Koeln", 3)))
    assert isinstance(source, StatisticalSource)
    assert [known.label for known in source.known().values()] == list(COLUMN_LABELS.values())
    sex = source.known()["SEX"].values
    assert sex == (() if ending in ("por", "xpt") else (("1", "Female"), ("2", "Male"), ("9", "Refused")))


@pytest.mark.parametrize("name", ["mit Umlaut ö.sav", "quote ' and \" .sav", "*[?].sav", "na\udce4me.sav"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    plain = written(tmp_path / "plain.sav", people(units=3))
    source = opened(plain.rename(tmp_path / name))
    assert source.count() == len(rows_by_stream(source)) > 2


def as_frame(rows: list[tuple[str, ...]], names: tuple[str, ...]) -> pandas.DataFrame:
    """With numbers and days as pandas has them."""
    frame = pandas.DataFrame(rows, columns=list(names))
    frame["mynum"] = frame["mynum"].astype(float)
    return frame.astype({"mylabl": int, "myord": "int8", "mychar": "category"})


def test_the_sample_tables_are_counted_alike_in_every_format(files: Path, tmp_path: Path) -> None:
    """One of each program, the CSV of the same records and a data frame, cell by cell; some write names in capitals."""
    csv = tmp_path / "sample.csv"
    names = ("mychar", "mynum", "mydate", "dtime", "mylabl", "myord", "mytime")
    csv.write_text("\n".join([",".join(names), *(",".join(row) for row in SAMPLE), ""]), encoding="utf-8")
    found = []
    for source in (
        open_source(csv, SourceFormat("csv")), opened(files / "sample.sav"), opened(files / "sample.zsav"),
        opened(files / "sample.dta"), opened(files / "sample.sas7bdat"), opened(files / "sample.xpt"),
        opened(files / "sample.por"), FrameSource(as_frame(SAMPLE, names)),
    ):  # fmt: skip
        own = dict(zip(names, source.columns, strict=True))
        described = dictionary(
            [
                category("label", ["1", "2"], column=own["mylabl"]),
                category("order", ["1", "2", "3"], column=own["myord"]),
                category("day", ["2018-05-06", "1583-01-01"], {"code": "1583-01-01"}, column=own["mydate"]),
                quantity("sum", -2000, 2000, "0.1", column=own["mynum"]),
            ]
        )
        made = tabulate(source, described, [GroupDomain(("label", "order"), ("sum",)), GroupDomain(("day",))], KEY)
        found.append([made[0].counts.tolist(), made[0].sums["sum"].tolist(), made[1].counts.tolist()])
    assert found[0][0] == [[2, 0, 1], [1, 1, 0]] and found[0][2] == [1, 4]
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("ending", ["sav", "zsav"])
def test_records_are_counted_where_the_file_does_not_say_how_many_there_are(tmp_path: Path, ending: str) -> None:
    """Programs that write as they go leave -1 in the header; a header that promises more than there is is refused."""
    rows = people()
    path = written(tmp_path / f"people.{ending}", rows)
    whole = path.read_bytes()
    assert int.from_bytes(whole[80:84], "little") == len(rows)
    path.write_bytes(whole[:80] + b"\xff" * 4 + whole[84:])
    source = opened(path)
    assert source.count() == source.count() == len(rows) == len(rows_by_stream(source))
    assert preview(source, 3) == tuple(rows_by_stream(as_csv(tmp_path / "people.csv", rows))[:3])
    path.write_bytes(whole[:80] + (len(rows) + 1).to_bytes(4, "little") + whole[84:])
    with pytest.raises(BadInput, match="is damaged, cut short or encrypted"):
        rows_by_stream(opened(path))
