"""A unit keeps the same rows whatever happens to others, on every path, in any order."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
from five_forms import five_forms
from microdata import KEY, category, count_by_hand, csv_format, dictionary, id_unit, number, quantity
from random_plans.capping import few_places, order

from dpdesk.data.counting import one_pass as counting
from dpdesk.data.counting import row_cap, streaming
from dpdesk.data.counting.coding import reading
from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.row_cap import (
    PRIME,
    Cap,
    Order,
    canonical,
    cells_of,
    numbers_sql,
    place,
    place_sql,
    written_sql,
)
from dpdesk.data.counting.tabulation import pour, tabulate
from dpdesk.data.engines import local_cap, local_rows
from dpdesk.data.sources.database import connection
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.progress import silent
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.domain import GroupDomain

Rows = list[tuple[str, str, str]]
DOMAIN = GroupDomain(("sex", "age"), ("age_sum",))


def described(most: int, without: str = "refuse", **more: object):
    return dictionary(
        [
            category("sex", ["0", "1"]),
            number("age", [0, 10, 20, 40, 80], "nowhere"),
            quantity("age_sum", 0, 100, column="age"),
        ],
        unit=id_unit("pid", most, without, **more),
    )


def some_rows(seed: int = 1, units: int = 60) -> Rows:
    rng = random.Random(seed)
    rows = [
        (f"p{unit}", rng.choice("01"), str(rng.randint(0, 90)))
        for unit in range(units)
        for _ in range(rng.choice([1, 1, 2, 5, 9]))
    ]
    rng.shuffle(rows)
    return rows


def capped(folder: Path, rows: Rows, most: int, without: str = "refuse", key: bytes = KEY) -> Contingency:
    path = folder / "rows.csv"
    path.write_text("pid,sex,age\n" + "".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    described_as = described(most, without)
    return tabulate(open_source(path, csv_format()), described_as, [DOMAIN], key)[0]


def by_hand(rows: Rows, most: int, key: bytes = KEY) -> tuple[np.ndarray, np.ndarray]:
    """The rule of the cap written out: sort each unit's rows by the keyed hash, keep the first."""
    units: defaultdict[str, Rows] = defaultdict(list)
    for row in rows:
        units[row[0]].append(row)
    kept = [
        row
        for unit, own in units.items()
        for row in sorted(own, key=lambda r, unit=unit: order(key, unit, (r[2], r[1])))[:most]
    ]
    named = [dict(zip(("pid", "sex", "age"), row, strict=True)) for row in kept]
    counts, sums, _ = count_by_hand(described(most), named, DOMAIN.variables, DOMAIN.quantities)
    return counts, sums["age_sum"]


@pytest.fixture(params=["engine", "engine in passes", "stream", "stream in passes"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param.startswith("stream"):
        monkeypatch.setattr(counting, "MOST_LEFT_OVER", -1)
    else:
        monkeypatch.setattr(streaming.StreamCount, "rows", None)  # the engine may not fall back
    if request.param == "engine in passes":
        monkeypatch.setattr(local_rows, "PARTITION_MEMORY", 5_000)
    if request.param == "stream in passes":
        monkeypatch.setattr(streaming, "ROWS_IN_MEMORY", 50)
    return str(request.param)


def test_the_first_rows_by_keyed_hash_are_kept(tmp_path: Path, way: str) -> None:
    rows = some_rows()
    for most in (1, 3):
        found = capped(tmp_path, rows, most)
        counts, sums = by_hand(rows, most)
        assert np.array_equal(found.counts, counts)
        assert np.array_equal(found.sums["age_sum"], sums)
        assert found.rows == len(rows)


def test_removing_one_unit_changes_no_other_units_rows(tmp_path: Path, way: str) -> None:
    rows = some_rows(2, units=9)
    whole = capped(tmp_path, rows, 2)
    for unit in sorted({row[0] for row in rows}):
        own = [row for row in rows if row[0] == unit]
        without = capped(tmp_path, [row for row in rows if row[0] != unit], 2)
        alone = capped(tmp_path, own, 2)
        assert np.array_equal(whole.counts - without.counts, alone.counts)
        assert np.array_equal(whole.sums["age_sum"] - without.sums["age_sum"], alone.sums["age_sum"])


def test_the_order_of_the_file_does_not_matter_and_the_key_does(tmp_path: Path, way: str) -> None:
    rows = some_rows(3)
    first = capped(tmp_path, rows, 1)
    again = capped(tmp_path, sorted(rows), 1)
    assert np.array_equal(first.counts, again.counts)
    other = capped(tmp_path, rows, 1, key=bytes(32))
    assert not np.array_equal(first.counts, other.counts)  # would hold by chance once in thousands of keys


def test_a_stream_hashes_each_different_row_once_and_only_of_units_over_the_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MOST_LEFT_OVER", -1)
    hashed: Counter[str] = Counter()
    own = row_cap.numbers
    monkeypatch.setattr(row_cap, "numbers", lambda key, text: (hashed.update([text]), own(key, text))[1])
    rows = [("many", "0", str(number % 3)) for number in range(40)] + [("few", "1", "7"), ("few", "1", "8")]
    found = capped(tmp_path, rows, 2)
    assert np.array_equal(found.counts, by_hand(rows, 2)[0])
    assert {text: hashed[text] for text in hashed if "many" not in text} == {
        canonical((str(age), "0")): 1 for age in range(3)
    }


@pytest.mark.parametrize("prime", [3, 7])
def test_rows_of_one_place_are_kept_by_their_texts(
    tmp_path: Path, way: str, prime: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a field of so few elements most rows have the place of another, and some units have all rows in one."""
    few_places(monkeypatch, prime)
    rows = some_rows(4)
    for most in (1, 3):
        expected = by_hand(rows, most)
        for arranged in (rows, sorted(rows), sorted(rows, reverse=True)):
            found = capped(tmp_path, arranged, most)
            assert np.array_equal(found.counts, expected[0])
            assert np.array_equal(found.sums["age_sum"], expected[1])


def test_a_cap_by_position_would_be_caught(tmp_path: Path) -> None:
    """Wrong control: keeping the first row in file order fails the comparison above."""
    rows = some_rows(3)
    seen: Counter[str] = Counter()
    first_rows = []
    for row in rows:
        seen[row[0]] += 1
        if seen[row[0]] == 1:
            first_rows.append(row)
    by_position = capped(tmp_path, first_rows, 1)
    assert not np.array_equal(by_position.counts, by_hand(rows, 1)[0])


def test_rows_without_an_id(tmp_path: Path, way: str) -> None:
    rows = [("a", "0", "5"), ("", "1", "5"), ("a", "0", "6"), (" ", "1", "7"), ("b", "0", "15"), ("NULL", "0", "1")]
    with pytest.raises(BadInput, match="rows without an id"):
        capped(tmp_path, rows, 1)
    dropped = capped(tmp_path, rows, 1, "drop")
    assert (int(dropped.counts.sum()), dropped.nowhere) == (3, 3)
    assert int(dropped.counts[1].sum()) == 0
    own = capped(tmp_path, rows, 1, "own_unit")
    assert int(own.counts[1].sum()) == 2
    assert (int(own.counts.sum()), own.nowhere) == (5, 1)


def test_declared_missing_ids_are_no_ids(tmp_path: Path, way: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("pid,sex,age\n-1,0,1\n-1 ,0,2\n7,1,3\n", encoding="utf-8")
    [found] = tabulate(open_source(path, csv_format()), described(1, "drop", missing_ids=["-1"]), [DOMAIN], KEY)
    assert (int(found.counts.sum()), found.nowhere) == (1, 2)


@pytest.mark.parametrize("without", ["drop", "own_unit"])
def test_two_spellings_of_an_id_are_one_unit(tmp_path: Path, way: str, without: str) -> None:
    rows = [("p1", "0", "5"), (" p1", "0", "5"), ("p1 ", "0", "5"), ("\tp1\t", "1", "6"), ("p2", "0", "5")]
    for most in (1, 2):
        found = capped(tmp_path, rows, most, without)
        assert (int(found.counts.sum()), found.nowhere) == (most + 1, 4 - most)


def test_no_text_is_taken_for_null(tmp_path: Path, way: str) -> None:
    found = capped(tmp_path, [("a", "0", "5"), ("b", "\x01\x01", "5"), ("\x01\x01", "1", "5")], 1)
    assert (int(found.counts[0].sum()), int(found.counts[1].sum()), found.nowhere) == (1, 1, 1)


def test_the_cap_comes_before_every_filter(tmp_path: Path, way: str) -> None:
    """A row that is nowhere still uses up its unit's rows: what is kept does not depend on the tables."""
    rows = [("a", "0", "5"), ("a", "9", "5"), ("a", "9", "6"), ("a", "9", "7")]
    kept = sorted(rows, key=lambda r: order(KEY, "a", (r[2], r[1])))[:1]
    found = capped(tmp_path, rows, 1)
    assert int(found.counts.sum()) == sum(row[1] == "0" for row in kept)
    assert found.counts.sum() + found.nowhere == 4


@pytest.mark.parametrize("prime", [3, PRIME])
@pytest.mark.parametrize("sex", ["VARCHAR", "TINYINT"])
def test_a_table_of_types_is_cut_as_its_texts_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sex: str, prime: int
) -> None:
    """Numbers as ids, missing values, texts that no sample saw, quantities in blocks of their own, several parts.

    A table of numbers is put down as it is stored. In a field of nine elements many rows of a unit have one place.
    """
    few_places(monkeypatch, prime)
    monkeypatch.setattr(local_cap, "ROWS_IN_ORDER", 100)
    rng = random.Random(5)
    rows = [
        (str(rng.choice([-1, rng.randint(0, 40), rng.randint(0, 900)])), rng.choice(["0", "1", ""]), str(age))
        for age in [rng.randint(0, 99) for _ in range(1500)]
    ]
    rows += [("", "0", "5"), ("", "1", "")]
    text, stored = tmp_path / "rows.csv", tmp_path / "rows.parquet"
    text.write_text("pid,sex,age\n" + "".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    with connection("test") as engine:
        kinds = f"{{'pid': 'BIGINT', 'sex': '{sex}', 'age': 'TINYINT'}}"
        engine.execute(f"COPY (FROM read_csv('{text}', columns={kinds}, header=true)) TO '{stored}'")
    whole = described(2, "drop", missing_ids=["-1", "none"])
    monkeypatch.setattr(counting, "SAMPLE", 50)
    expected = None
    for path, kind, memory in ((text, "csv", 1 << 30), (stored, "parquet", 1 << 30), (stored, "parquet", 20_000)):
        monkeypatch.setattr(local_rows, "PARTITION_MEMORY", memory)
        with monkeypatch.context() as only:
            only.setattr(streaming.StreamCount, "rows", None)
            found = tabulate(open_source(path, SourceFormat(kind)), whole, [DOMAIN], KEY)[0]
        if expected is None:
            expected = by_hand([row for row in rows if row[0] not in ("-1", "")], 2)
        assert np.array_equal(found.counts, expected[0])
        assert np.array_equal(found.sums["age_sum"], expected[1])
        assert found.rows == len(rows)


@pytest.mark.parametrize(
    ("ids", "ordered", "without"), [(int, True, "own_unit"), (int, False, "drop"), (str, False, "own_unit")]
)
def test_every_form_is_cut_alike_in_several_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ids: type, ordered: bool, without: str
) -> None:
    """In the order of its ids or in none, with missing ids, and a unit that is larger than a part."""
    rng = random.Random(9)
    people = [rng.choice([None, -1, *range(-9, 200), *[7] * 20]) for _ in range(400)]
    rows = [(one if one is None else ids(one), rng.choice("01"), rng.randint(0, 79)) for one in people]
    if ordered:
        rows.sort(key=lambda row: (row[0] is None, row[0] or ids(0)))
    named = [("-1" if row[0] is None else str(row[0]), row[1], str(row[2])) for row in rows]
    counts, _ = by_hand([row for row in named if row[0] != "-1"], 3)
    if without == "own_unit":
        counts = counts + by_hand([(f"own{at}", *row[1:]) for at, row in enumerate(named) if row[0] == "-1"], 3)[0]
    monkeypatch.setattr(local_rows, "PARTITION_MEMORY", 3_000)
    monkeypatch.setattr(local_rows, "LARGE_PARTITION", 5_000)
    monkeypatch.setattr(local_rows, "MOST_SAMPLED", 300)
    conditions: list[list[str]] = []
    own = local_rows.Columns.parts
    monkeypatch.setattr(local_rows.Columns, "parts", lambda *given: (conditions.append(own(*given)), conditions[-1])[1])
    for form, source in five_forms(tmp_path, {"pid": ids, "sex": str, "age": int}, rows).items():
        [found] = tabulate(source, described(3, without, missing_ids=["-1"]), [DOMAIN], KEY)
        assert np.array_equal(found.counts, counts), form
        assert found.rows == len(rows)
    assert len(conditions) >= 4 and min(map(len, conditions)) > 3


@pytest.mark.parametrize("kind", ["TINYINT", "VARCHAR"])
def test_columns_that_only_other_tables_count_put_rows_in_order_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Among them one of a value that the tables do not know, which no sample saw."""
    monkeypatch.setattr(counting, "SAMPLE", 20)
    monkeypatch.setattr(streaming.StreamCount, "rows", None)
    rng = random.Random(8)
    rows = [(f"p{number // 5}", str(rng.choice([0, 1, 7])), str(rng.randint(0, 9))) for number in range(400)]
    path = tmp_path / "rows.parquet"
    with connection("test") as engine:
        engine.execute(f"CREATE TEMP TABLE own (pid VARCHAR, sex {kind}, other {kind})")
        engine.executemany("INSERT INTO own VALUES (?, ?, ?)", rows)
        engine.execute(f"COPY own TO '{path}'")
    source, sexes = open_source(path, SourceFormat("parquet")), Counter[int]()
    plan = reading([described(2).variable("sex")], [], source.numeric, ("other", "sex"))
    cap = Cap("pid", 2, "refuse", ("",), KEY)

    def add(found: counting.Counted) -> None:
        for code, many in zip(found.codes["sex"].tolist(), found.records.tolist(), strict=True):
            sexes[code] += many

    over, without = pour(source, plan, cap, len(rows), silent, sexes.clear, add)
    units = {unit: [row for row in rows if row[0] == unit] for unit, *_ in rows}
    kept = [sorted(own, key=lambda row: order(KEY, row[0], (row[2], row[1])))[:2] for own in units.values()]
    assert sexes == Counter({"0": 0, "1": 1}.get(row[1], -1) for own in kept for row in own)
    assert (over, without) == (len(rows) - 2 * len(units), 0)


def test_people_with_several_rows_in_a_real_file(real_data: Path) -> None:
    path = real_data / "pums_with_ids" / "PUMS_dup.csv"
    source = open_source(path, csv_format())
    everyone = dictionary(
        [category("sex", ["0", "1"]), number("age", [0, 30, 60, 100], "nowhere")], unit=id_unit("pid", 1, "drop")
    )
    [found] = tabulate(source, everyone, [GroupDomain(("sex", "age"))], KEY)
    assert int(found.counts.sum()) + found.nowhere == 1948
    ids = {row[0] for batch in source.batches(("pid",)) for row in batch if row[0].strip()}
    assert int(found.counts.sum()) <= len(ids) < 1948


def test_canonical_text_is_injective_and_the_same_in_the_engine() -> None:
    assert canonical(("1", "2:x")) != canonical(("1:2", "x"))
    cells = [("ab", ""), ("", "ab"), ("a", "b"), ("é", "2:é"), ("1:é", "€𝄞"), ("'", '"\n')]
    assert len({canonical(row) for row in cells}) == len(cells)
    assert [tuple(cells_of(canonical(row))) for row in cells] == cells
    with connection("test") as engine:
        places = place_sql(numbers_sql(written_sql(["u"])), numbers_sql(written_sql(["a", "b"])))
        for first, second in cells:
            row = engine.execute(
                f"SELECT {places} FROM (SELECT $u AS u, $a AS a, $b AS b)",
                {"u": "id:1", "a": first, "b": second, "key": KEY.hex()},
            ).fetchone()
            assert row is not None
            [(own, _)] = Order(KEY).of("id:1", [(first, second)])
            assert row[0] == own
            assert divmod(own, 1 << 31) == order(KEY, "id:1", (first, second))[:2]


def test_a_place_is_a_product_in_a_field_so_that_only_equal_hashes_tie() -> None:
    assert pow(-1, (PRIME - 1) // 2, PRIME) == PRIME - 1  # -1 has no root: no product of two but 0 is 0
    rng = random.Random(2)
    ends = [(0, 0), (0, 1), (1, 0), (PRIME - 1, PRIME - 1), (PRIME - 1, 0)]
    for unit in [*ends[1:], *((rng.randrange(PRIME), rng.randrange(1, PRIME)) for _ in range(20))]:
        rows = [*ends, *((rng.randrange(PRIME), rng.randrange(PRIME)) for _ in range(20))]
        assert len({place(unit, row) for row in rows}) == len(rows)
        assert all(0 <= place(unit, row) < 1 << 62 for row in rows)
        for row in rows:
            (a, b), (c, d) = unit, row
            assert divmod(place(unit, row), 1 << 31) == ((a * c - b * d) % PRIME, (a * d + b * c) % PRIME)


def test_each_row_is_kept_in_as_many_units_as_another() -> None:
    """Under one key, of units with the same five rows: false alarm below 1e-9 a row, and a fixed order would fail."""
    rows, units, most = [("f", str(age)) for age in range(5)], 4_000, 2
    kept = Counter(
        row
        for unit in range(units)
        for row in sorted(rows, key=lambda row, unit=unit: order(KEY, f"p{unit}", row))[:most]
    )
    share, spread = most / len(rows), (units * 0.4 * 0.6) ** 0.5
    assert all(abs(kept[row] - share * units) < 6.5 * spread for row in rows)
    assert abs(units - share * units) > 6.5 * spread


@pytest.mark.parametrize(
    ("rows", "texts", "numbers"), [(0, 1, 1), (5_000_000, 1, 1), (10_000_000, 2, 1), (10**8, 5, 3), (10**9, 50, 22)]
)
def test_a_large_file_is_read_for_few_parts(rows: int, texts: int, numbers: int) -> None:
    """The whole file is read for each, and none has more than some twenty million rows of texts, forty of numbers."""
    assert local_rows.parts_of(rows * 64, local_rows.LARGE_PARTITION) == texts
    assert local_rows.parts_of(rows * 28, local_rows.LARGE_PARTITION) == numbers


@pytest.mark.parametrize("arranged", ["in order", "about in order", "in no order", "two files in order"])
def test_a_file_in_the_order_of_its_ids_has_small_parts_and_is_read_about_once(arranged: str) -> None:
    ids = np.arange(100_000) * 10_000 - 7
    rng = np.random.default_rng(1)
    if arranged == "about in order":
        ids = ids[np.argsort(np.arange(ids.size) + rng.integers(0, 200, ids.size))]
    elif arranged == "in no order":
        rng.shuffle(ids)
    elif arranged == "two files in order":
        ids = np.concatenate([ids[::2], ids[1::2]])
    bounds = local_rows._bounds(ids, 22, 85)
    assert len(bounds) == (21 if arranged == "in no order" else 84)
    each = np.bincount(np.searchsorted(bounds, ids, "right"))
    assert each.max() - each.min() <= 1


def test_ids_that_are_alike_have_no_bounds_between_them() -> None:
    assert local_rows._bounds(np.array([], np.int64), 2, 3) == []
    assert local_rows._bounds(np.full(1000, 5), 2, 3) == [5]
    assert local_rows._bounds(np.array([1] * 900 + [2] * 100), 10, 20) == [1, 2]


def test_the_key_is_in_no_text_of_a_cap() -> None:
    """A cluster's worker writes the arguments of what fails into its log."""
    key = bytes(range(32, 64))
    cap = Cap("pid", 2, "drop", ("",), key)
    assert cap.key == key and repr(key) not in repr(cap) and key.hex() not in repr(cap)
