"""Two hundred files of every usual make read back equal, by either reader, and are counted alike."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from microdata import (
    KEY,
    category,
    count_by_hand,
    csv_format,
    dictionary,
    number,
    quantity,
    rows_by_engine,
    rows_by_stream,
)

from dpdesk.data.counting import one_pass as counting
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines import local
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.open import open_source
from dpdesk.schema.domain import GroupDomain

ENCODINGS = ["utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "iso8859-15"]
DELIMITERS = [",", ";", "\t", "|"]
QUOTING = ["where needed", "everywhere", "single"]
DECIMALS = [".", ","]
LINE_ENDS = ["\n", "\r\n", "\r"]
MAKES = random.Random(2).sample(list(itertools.product(ENCODINGS, DELIMITERS, QUOTING, DECIMALS, LINE_ENDS)), 200)
COLUMNS = ("name", "group", "income", "note")
TEXTS = ["Zoë", "naïve; or, not", 'say "yes"', "it's", "a\nb", "tab\there", "x|y", "  ", "", "NULL", "007", "ß,é"]


def table(seed: int) -> list[tuple[str, ...]]:
    rng = random.Random(seed)
    rows = []
    for _ in range(40):
        value = rng.choice(["12.5", "-3", "1e+05", "99.999", "", "1000", "NA"])
        rows.append((rng.choice(TEXTS), rng.choice(["a", "b", "c", "d"]), value, rng.choice(TEXTS)))
    return [("Ünal", "a", "0", "end"), *rows, ("last", "b", "1", "")]


def written(make: tuple[str, ...], rows: list[tuple[str, ...]], end_at_end: bool) -> bytes:
    encoding, delimiter, quoting, _, line_end = make
    quote = "'" if quoting == "single" else '"'

    def field(text: str) -> str:
        needed = any(sign in text for sign in (delimiter, quote, "\n", "\r"))
        return f"{quote}{text.replace(quote, quote * 2)}{quote}" if needed or quoting == "everywhere" else text

    lines = [delimiter.join(field(text) for text in row) for row in [COLUMNS, *rows]]
    text = line_end.join(lines) + (line_end if end_at_end else "")
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") and len(text) % 2 else ""
    return (mark + text).encode(encoding)


@pytest.mark.parametrize("number_of", range(200))
def test_a_generated_file_reads_back_equal(tmp_path: Path, number_of: int) -> None:
    make = MAKES[number_of]
    encoding, delimiter, quoting, decimal, _ = make
    rows = [(a, b, c.replace(".", decimal), d) for a, b, c, d in table(number_of)]
    path = tmp_path / "file.csv"
    path.write_bytes(written(make, rows, number_of % 3 > 0))
    quote = "'" if quoting == "single" else '"'
    form = csv_format(delimiter=delimiter, encoding=encoding, quote=quote, decimal=decimal)
    source = open_source(path, form)
    assert source.columns == COLUMNS
    assert rows_by_stream(source) == rows
    assert source.count() == len(rows)
    by_engine = rows_by_engine(source)
    assert by_engine is None or Counter(by_engine) == Counter(rows)

    described = dictionary(
        [
            category("group", ["a", "b", "c"]),
            number("bin", [-5, 0, 50, 2000], column="income"),
            quantity("income", -10, 5000, "0.5"),
        ],
        source=form.to_json(),
    )
    [found] = tabulate(source, described, [GroupDomain(("group", "bin"), ("income",))], KEY)
    named = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    counts, sums, nowhere = count_by_hand(described, named, ("group", "bin"), ("income",))
    assert np.array_equal(found.counts, counts)
    assert np.array_equal(found.sums["income"], sums["income"])
    assert found.nowhere == nowhere

    proposal = sniff(path).format
    assert proposal.delimiter == delimiter
    assert open_source(path, proposal).columns == COLUMNS


def test_regular_utf8_goes_through_the_engine(tmp_path: Path) -> None:
    """The comparison above is not empty: files with line feeds and double quotes are the engine's."""
    for number_of, line_end in enumerate(["\n", "\r\n"]):
        rows = [tuple(cell.replace("\n", " ") for cell in row) for row in table(number_of)]
        path = tmp_path / f"{number_of}.csv"
        path.write_bytes(written(("utf-8", ";", "everywhere", ".", line_end), rows, True))
        assert Counter(rows_by_engine(open_source(path, csv_format(delimiter=";"))) or []) == Counter(rows)


def test_a_number_in_any_dress_is_counted_as_the_dictionary_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every text, seen in the sample or not, gets the code `Variable.encode` gives it."""
    rng = random.Random(5)
    shapes = ["{}", "{}.0", "+{}", "0{}", "{}e0", "{}E+1", " {}", "{} ", "{}.", ".{}", "{}e-1", "-{}"]
    odd = [
        "1e400",
        "-1e400",
        "nan",
        "NaN",
        "inf",
        "-inf",
        "NA",
        "None",
        "",
        " ",
        "0x10",
        "1_000",
        "٣",
        "1,5",
        "--1",
        "9007199254740993",
        "9007199254740992.99999999999999999999",
        "1e-999",
        "1e5.0",
        "e5",
        "+",
        "³",
        "1" * 70,
    ]
    texts = odd + [rng.choice(shapes).format(rng.randint(0, 130)) for _ in range(3000)]
    path = tmp_path / "numbers.csv"
    path.write_text("x;y\n" + "".join(f'"{text}";{rng.choice("ab")}\n' for text in texts), encoding="utf-8")
    described = dictionary(
        [
            number(
                "age",
                [0, 1, "9.5", 18, 65, 100, 9007199254740993],
                "nowhere",
                column="x",
                missing=[{"code": "ns", "kind": "not_stated", "texts": ["NA", ""], "numbers": [99]}],
            ),
            quantity("amount", -50, 120, "0.25", column="x"),
            category("y", ["a"], {"code": "a"}),
        ]
    )
    form = csv_format(delimiter=";")
    rows = [dict(zip("xy", row, strict=True)) for row in rows_by_stream(open_source(path, form))]
    assert [row["x"] for row in rows] == texts
    counts, sums, nowhere = count_by_hand(described, rows, ("age", "y"), ("amount",))
    for sample in (60_000, 7):
        monkeypatch.setattr(counting, "SAMPLE", sample)
        [found] = tabulate(open_source(path, form), described, [GroupDomain(("age", "y"), ("amount",))], KEY)
        assert np.array_equal(found.counts, counts)
        assert np.array_equal(found.sums["amount"], sums["amount"])
        assert (found.nowhere, found.rows) == (nowhere, len(texts))
    monkeypatch.setattr(counting, "MOST_LEFT_OVER", -1)  # the stream's turn
    monkeypatch.setattr(local, "MOST_ALIKE", -1)
    [found] = tabulate(open_source(path, form), described, [GroupDomain(("age", "y"), ("amount",))], KEY)
    assert np.array_equal(found.counts, counts)
    assert np.array_equal(found.sums["amount"], sums["amount"])
