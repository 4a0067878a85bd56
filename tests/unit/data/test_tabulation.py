"""Every record in exactly one cell, counted twice, and nothing confidential in any message."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from microdata import (
    KEY,
    category,
    count_by_hand,
    csv_format,
    dictionary,
    id_unit,
    number,
    quantity,
    rows_by_stream,
    words,
)

from dpdesk.data.counting import one_pass as counting
from dpdesk.data.counting import streaming
from dpdesk.data.counting.checking import check
from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines import local
from dpdesk.data.sources import delimited
from dpdesk.data.sources.database import OutOfMemory
from dpdesk.data.sources.delimited import DelimitedSource
from dpdesk.data.sources.fingerprints import fingerprint
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput, Cancelled
from dpdesk.progress import silent
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.domain import GroupDomain

SEX = category("sex", ["m", "f"])
AGE = number("age", [0, 18, 65, 120], "nowhere")


def people(folder: Path, rows: Sequence[str] = ("m,1", "f,20", "f,70", "x,3", "m,200", "m,"), **more: Any) -> Path:
    path = folder / "people.csv"
    path.write_text("sex,age\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_every_record_is_in_one_cell_of_each_group(tmp_path: Path) -> None:
    """All groups of a release count the same records: nowhere in one variable is nowhere in all."""
    source = open_source(people(tmp_path), csv_format())
    both, sex, none = tabulate(
        source, dictionary([SEX, AGE]), [GroupDomain(("sex", "age")), GroupDomain(("sex",)), GroupDomain(())], KEY
    )
    assert both.counts.tolist() == [[1, 0, 0], [0, 1, 1]]
    assert (both.nowhere, both.rows) == (3, 6)
    assert sex.counts.tolist() == [1, 2]
    assert (sex.nowhere, sex.rows) == (3, 6)
    assert none.counts.tolist() == 3
    [alone] = tabulate(source, dictionary([SEX, AGE]), [GroupDomain(("sex",))], KEY)
    assert alone.counts.tolist() == [3, 2]
    assert both.counts.dtype == np.int64


def test_an_empty_file_gives_the_same_shape(tmp_path: Path) -> None:
    source = open_source(people(tmp_path, []), csv_format())
    [found] = tabulate(source, dictionary([SEX, AGE]), [GroupDomain(("sex", "age"))], KEY)
    assert found.counts.shape == (2, 3)
    assert (int(found.counts.sum()), found.nowhere, found.rows) == (0, 0, 0)


def test_an_impossible_cell_is_nowhere(tmp_path: Path) -> None:
    rule = {"when": {"sex": ["f"], "age": {"first": "0-17", "last": "0-17"}}, "reason": words("a rule")}
    described = dictionary([SEX, AGE])
    first = described.variable("age").codes[0]
    rule["when"]["age"] = [first]
    described = dictionary([SEX, AGE, quantity("years", 0, 100, column="age")], impossible=[rule])
    source = open_source(people(tmp_path, ["f,1", "m,1", "f,30"]), csv_format())
    [found] = tabulate(source, described, [GroupDomain(("sex", "age"), ("years",))], KEY)
    assert found.counts.tolist() == [[1, 0, 0], [0, 1, 0]]
    assert found.sums["years"].tolist() == [[1, 0, 0], [0, 30, 0]]
    assert (found.nowhere, found.rows) == (1, 3)


def test_fulton_counts_agree_with_a_loop(real_data: Path) -> None:
    source = open_source(real_data / "fulton_pums" / "FultonPUMS5full.csv", csv_format())
    rules = [
        {"when": {"latino": ["1"]}, "then": "latino"},
        {"when": {"black": ["1"]}, "then": "black"},
        {"when": {"asian": ["1"]}, "then": "asian"},
    ]
    described = dictionary(
        [
            category("sex", ["0", "1"]),
            {
                "name": "ethnic", "label": words("e"), "kind": "combination", "describes": "unit",
                "columns": ["latino", "black", "asian"],
                "codes": [{"code": c} for c in ("latino", "black", "asian", "other")],
                "rules": rules, "otherwise": {"code": "other"},
            },
            number("age", list(range(0, 101, 10)), "nowhere"),
            number("bins", [-50_000, 0, 1, 10_000, 50_000, 100_000, 1_000_000], column="income"),
            quantity("income", 0, 200_000, 100),
        ]
    )  # fmt: skip
    domains = [GroupDomain(("sex", "ethnic", "age")), GroupDomain(("ethnic", "bins"), ("income",))]
    found = tabulate(source, described, domains, KEY)
    rows = [dict(zip(source.columns, row, strict=True)) for row in rows_by_stream(source)]
    assert len(rows) == 25_766
    for one in found:
        counts, sums, nowhere = count_by_hand(described, rows, one.domain.variables, one.domain.quantities)
        assert np.array_equal(one.counts, counts)
        assert one.nowhere == nowhere
        for name, total in sums.items():
            assert np.array_equal(one.sums[name], total)
    assert int(found[1].counts[:, 5].sum()) > 0  # 1e+05 was read as a number


@pytest.mark.parametrize("failure", [OutOfMemory("file"), counting.TooManyTexts()])
def test_the_stream_takes_over_and_nothing_is_counted_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    source = open_source(people(tmp_path), csv_format())
    real = counting.EngineCount.rows

    def fails_after_some(self: Any, progress: Any) -> Any:
        yield from real(self, progress)
        raise failure

    monkeypatch.setattr(counting.EngineCount, "rows", fails_after_some)
    [found] = tabulate(source, dictionary([SEX, AGE]), [GroupDomain(("sex", "age"))], KEY)
    assert found.counts.tolist() == [[1, 0, 0], [0, 1, 1]]
    assert found.rows == 6


def test_an_engine_that_silently_returns_fewer_rows_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = open_source(people(tmp_path), csv_format())
    real = DelimitedSource.scan
    for clause in ("WHERE false", "LIMIT 5"):

        def loses(self: Any, engine: Any, wanted: Any, clause: str = clause) -> str:
            return f"(SELECT * FROM {real(self, engine, wanted)} {clause})"

        monkeypatch.setattr(DelimitedSource, "scan", loses)
        with pytest.raises(BadInput, match="two ways"):
            tabulate(source, dictionary([SEX, AGE]), [GroupDomain(("sex",))], KEY)


def test_a_stream_that_silently_returns_fewer_rows_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "wide.csv"
    path.write_bytes("sex,age\nm,1\nf,2\n".encode("utf-16-be"))
    source = open_source(path, csv_format(encoding="utf-16-be"))
    assert source.count() == 2
    monkeypatch.setattr(DelimitedSource, "batches", lambda self, wanted, size=9: iter([]))
    with pytest.raises(BadInput, match="two ways"):
        tabulate(source, dictionary([SEX, AGE]), [GroupDomain(("sex",))], KEY)


def test_more_rows_than_max_rows_are_refused(tmp_path: Path) -> None:
    source = open_source(people(tmp_path), csv_format())
    domains = [GroupDomain(("sex",))]
    tabulate(source, dictionary([SEX, AGE], max_rows=6), domains, KEY)
    with pytest.raises(BadInput, match="max_rows"):
        tabulate(source, dictionary([SEX, AGE], max_rows=5), domains, KEY)


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    source = open_source(people(tmp_path), csv_format())
    with pytest.raises(BadInput, match="no column named 'height'"):
        tabulate(source, dictionary([category("height", ["1"])]), [GroupDomain(("height",))], KEY)


def test_cancelling_stops_the_engine(tmp_path: Path) -> None:
    source = open_source(people(tmp_path), csv_format())

    def stop(stage: str, fraction: float | None = None) -> None:
        if stage.startswith("counting") and fraction is None:
            raise Cancelled

    with pytest.raises(Cancelled):
        tabulate(source, dictionary([SEX, AGE]), [GroupDomain(("sex",))], KEY, stop)


def test_a_contingency_shows_and_gives_away_nothing() -> None:
    domain = GroupDomain(("sex",))
    secret = Contingency(domain, np.array([7919, 104729]), {}, 1, 112649)
    for shown in (repr(secret), str(secret), f"{secret}", f"{[secret]}"):
        assert "7919" not in shown
    with pytest.raises(TypeError):
        _ = secret == secret
    for give_away in (pickle.dumps, copy.copy, copy.deepcopy, hash):
        with pytest.raises(TypeError):
            give_away(secret)  # type: ignore[operator]
    with pytest.raises(ValueError, match="exactly one cell"):
        Contingency(domain, np.array([1, 2]), {}, 0, 4)


def test_the_fingerprint_is_keyed_and_sees_every_byte(tmp_path: Path) -> None:
    import hashlib
    import hmac

    path = people(tmp_path)
    told: list[tuple[str, float | None]] = []
    first = fingerprint(path, KEY, lambda stage, fraction=None: told.append((stage, fraction)))
    assert first == hmac.new(KEY, path.read_bytes(), hashlib.sha256).hexdigest()
    assert list(dict.fromkeys(told)) == [("fingerprint", tenth / 10) for tenth in range(11)]
    assert fingerprint(path, bytes(32)) != first
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    path.write_bytes(content)
    assert fingerprint(path, KEY) != first
    with pytest.raises(BadInput):
        fingerprint(tmp_path / "none.csv", KEY)


def test_the_check_says_what_becomes_of_every_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "checked.csv"
    path.write_text("id,sex,age\n1,m,30\n1,f,-5\n1,q,200\n2,NA,na\n,f,999\n3,m,twelve\n", encoding="utf-8")
    not_stated = {"code": "ns", "kind": "not_stated", "numbers": [999], "texts": ["na"]}
    described = dictionary(
        [
            category("sex", ["m", "f"], missing=[{"code": "na", "kind": "not_applicable", "texts": ["NA"]}]),
            number("age", [0, 50, 100], missing=[not_stated]),
            quantity("years", 0, 100, column="age"),
        ],
        unit={"kind": "id", "describes": "person", "label": words("p"), "column": "id", "max_rows": 2,
              "rows_without_id": "refuse"},
    )  # fmt: skip
    for most in (1_000_000, -1):
        monkeypatch.setattr(counting, "MOST_LEFT_OVER", most)
        monkeypatch.setattr(local, "MOST_ALIKE", most)
        report = check(open_source(path, csv_format()), described)
        found = {
            v.name: (v.coded, v.not_stated, v.not_applicable, v.clamped, v.not_tabulated) for v in report.variables
        }
        assert found == {"sex": (4, 0, 1, 0, 1), "age": (1, 2, 0, 2, 1), "years": (1, 2, 0, 3, 0)}
        assert (report.rows, report.over_cap, report.without_id) == (6, 1, 1)
        assert report.units_over_cap == 1
    assert "rows" not in repr(report)
    assert "coded" not in repr(report.variables[0])


def test_the_check_tells_a_quantity_that_does_not_apply_from_one_that_is_not_stated(tmp_path: Path) -> None:
    path = tmp_path / "earned.csv"
    path.write_text("income\n100\nchild\n-8\n-8.0\nrefused\n-9\nillegible\n", encoding="utf-8")
    missing = [
        {"kind": "not_applicable", "texts": ["child"], "numbers": [-8]},
        {"kind": "not_stated", "texts": ["refused"], "numbers": [-9]},
    ]
    described = dictionary([quantity("income", 0, 1000, missing=missing, below="not_stated")])
    found = check(open_source(path, csv_format()), described).variables[0]
    assert (found.coded, found.not_stated, found.not_applicable, found.clamped, found.not_tabulated) == (1, 3, 3, 0, 0)


@pytest.mark.parametrize("most", [1_000_000, -1])
def test_the_check_counts_the_units_over_the_cap_and_their_rows_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(counting, "MOST_LEFT_OVER", most)
    path = tmp_path / "stays.csv"
    ids = ["a"] * 7 + ["b"] * 3 + ["c"] * 2 + ["d"] + [""] * 4
    path.write_text("id,sex\n" + "".join(f"{one},m\n" for one in ids), encoding="utf-8")
    for without, none in (("refuse", 4), ("drop", 4), ("own_unit", 4)):
        unit = {"kind": "id", "describes": "person", "label": words("p"), "column": "id", "max_rows": 2,
                "rows_without_id": without}  # fmt: skip
        report = check(open_source(path, csv_format()), dictionary([category("sex", ["m", "f"])], unit=unit))
        assert (report.rows, report.units_over_cap, report.over_cap, report.without_id) == (17, 2, 6, none)


def test_parquet_is_counted_as_its_texts(tmp_path: Path) -> None:
    from dpdesk.data.sources.database import connection

    path = tmp_path / "people.parquet"
    with connection("test") as engine:
        engine.execute(
            f"COPY (SELECT * FROM (VALUES ('m', 1, 2.5::DOUBLE, 1.10::DECIMAL(9,2), true, DATE '2000-04-01'), "
            f"('f', NULL, 1e300::DOUBLE, -0.05, NULL, NULL), (NULL, 9007199254740993, 'nan'::DOUBLE, 7, false, NULL)) "
            f"t(sex, age, \"a b\", price, yes, day)) TO '{path}' (FORMAT parquet)"
        )
    source = open_source(path, SourceFormat("parquet"))
    assert source.columns == ("sex", "age", "a b", "price", "yes", "day")
    assert source.count() == 3
    assert rows_by_stream(source) == [
        ("m", "1", "2.5", "1.10", "true", "2000-04-01"),
        ("f", "", "1e+300", "-0.05", "", ""),
        ("", "9007199254740993", "nan", "7.00", "false", ""),
    ]
    described = dictionary([SEX, number("price", [0, 1, 2], "nowhere")], source={"kind": "parquet"})
    [found] = tabulate(source, described, [GroupDomain(("sex", "price"))], KEY)
    assert found.counts.tolist() == [[0, 1], [0, 0]]
    assert found.nowhere == 2


def test_nothing_but_our_own_sentence_reaches_standard_error(tmp_path: Path) -> None:
    """A whole count in a fresh process, a failing one too: no chatter of the engine."""
    bad = tmp_path / "bad.csv"
    bad.write_text("sex,age\nm,1\nsecret7919,1,2\n", encoding="utf-8")
    good = people(tmp_path)
    code = (
        "import sys; sys.path[:0] = sys.argv[3:]\n"
        "from microdata import *\nfrom dpdesk.data.sources.open import open_source\n"
        "from dpdesk.data.counting.tabulation import tabulate\nfrom dpdesk.schema.domain import GroupDomain\n"
        "from dpdesk.errors import BadInput\n"
        "d = dictionary([category('sex', ['m', 'f'])])\n"
        "print(tabulate(open_source(sys.argv[1], csv_format()), d, [GroupDomain(('sex',))], KEY)[0].rows)\n"
        "try:\n    tabulate(open_source(sys.argv[2], csv_format()), d, [GroupDomain(('sex',))], KEY)\n"
        "except BadInput as error:\n    print(error, error.__cause__, error.__suppress_context__)\n"
    )
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code, str(good), str(bad), str(root), str(root / "tests" / "support")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.startswith("6\n")
    assert "more or fewer fields" in done.stdout
    assert "7919" not in done.stdout


def test_streams_hold_batches_not_files(tmp_path: Path) -> None:
    source = open_source(people(tmp_path), csv_format())
    assert [len(batch) for batch in source.batches(("sex",), size=4)] == [4, 2]
    plan = streaming.StreamCount(source, counting.Reading((), {}, {}), None, 6)
    assert sum(int(rows.records.sum()) for rows in plan.rows(silent)) == 6


@pytest.mark.parametrize("unit", [None, "pid"])
def test_progress_is_told_in_the_same_words_for_every_number_of_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unit: str | None
) -> None:
    """A fraction that jumps by a batch, or a number of passes, would tell how many records there are."""
    monkeypatch.setattr(streaming, "ROWS_IN_MEMORY", 40)
    told: list[list[tuple[str, float | None]]] = []
    batched = delimited.batched
    monkeypatch.setattr(delimited, "batched", lambda rows, where, size: batched(rows, where, 7))
    more = {} if unit is None else {"unit": id_unit(unit, 2, "refuse")}
    for rows in (13, 60, 61, 200):
        path = tmp_path / "people.csv"
        lines = ["pid,sex", *(f"p{row // 2},{'mf'[row % 2]}" for row in range(rows))]
        path.write_text("\n".join(lines) + "\n", encoding="utf-16-le")
        seen: list[tuple[str, float | None]] = []
        source = open_source(path, csv_format(encoding="utf-16-le"))
        fingerprint(path, KEY, lambda stage, fraction=None, seen=seen: seen.append((stage, fraction)))  # type: ignore[misc]
        tabulate(
            source,
            dictionary([SEX], **more),
            [GroupDomain(("sex",))],
            KEY,
            lambda stage, fraction=None, seen=seen: seen.append((stage, fraction)),  # type: ignore[misc]
        )
        told.append(list(dict.fromkeys(seen)))
    assert ("counting", 0.5) in told[0] and ("fingerprint", 0.3) in told[0]
    assert all(one == told[0] for one in told)
