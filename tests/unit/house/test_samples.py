"""The bundled samples: reproducible, coded without a remainder, and the figure they claim to be."""

from __future__ import annotations

import csv
import gzip
import hashlib
import importlib.util
import io
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from types import ModuleType

import pytest

from dpdesk.planning.document.plan import Plan
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

Person = dict[str, str]


@pytest.fixture(scope="module")
def maker(checkout: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("dpdesk_samples", checkout / "packaging" / "make_samples.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sample_bytes() -> bytes:
    return gzip.decompress(resource("sample/sample.csv.gz").read_bytes())


def test_the_script_writes_the_same_bytes_everywhere(maker: ModuleType, sample_bytes: bytes) -> None:
    assert hashlib.sha256(maker.sample_csv()).digest() == hashlib.sha256(sample_bytes).digest()
    for name, text in maker.code_files().items():
        assert resource(f"sample/{name}").read_text(encoding="utf-8") == text, name
    assert resource("seven/seven.csv").read_text(encoding="ascii") == maker.SEVEN


def test_another_seed_gives_other_persons(maker: ModuleType) -> None:
    assert list(maker.persons(20, maker.SEED)) == list(maker.persons(20, maker.SEED))
    assert list(maker.persons(20, maker.SEED)) != list(maker.persons(20, maker.SEED + 1))


def test_the_generator_gives_the_published_sequence(maker: ModuleType) -> None:
    """SplitMix64 from seed 1234567: the first values every implementation gives."""
    draws = maker.Draws(1234567)
    assert [draws.below(1 << 64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@pytest.mark.parametrize("name", ["sample", "seven"])
def test_the_plan_belongs_to_its_dictionary(name: str) -> None:
    dictionary = Dictionary.load(resource(f"{name}/{name}.dictionary.json"))
    plan = Plan.load(resource(f"{name}/plan.json"))
    assert plan.dictionary.meaning_hash == dictionary.meaning_hash


def test_every_person_has_a_code_in_every_variable(sample_bytes: bytes) -> None:
    dictionary = Dictionary.load(resource("sample/sample.dictionary.json"))
    rows = list(csv.DictReader(io.StringIO(sample_bytes.decode("ascii"))))
    assert len(rows) == 50_000
    for name in ("district", "age", "age_group", "sex", "ethnic_group", "marital_status", "schooling"):
        variable = dictionary.variable(name)
        cells = {tuple(row[column] for column in variable.columns) for row in rows}
        positions = {variable.encode(cell) for cell in cells}
        assert positions == set(range(variable.size)), name
    for name in ("industry", "income_band"):
        variable = dictionary.variable(name)
        assert all(variable.encode((row[variable.columns[0]],)) >= 0 for row in rows)


# Smith and Ullman, lecture 7, figure 1: every row printed there, by hand.
FIGURE_1: list[tuple[Callable[[Person], bool], int, float, float]] = [
    (lambda _: True, 7, 30, 38),
    (lambda p: p["sex"] == "F", 4, 30, 33.5),
    (lambda p: p["sex"] == "M", 3, 30, 44),
    (lambda p: p["race"] == "B", 4, 51, 48.5),
    (lambda p: p["race"] == "W", 3, 24, 24),
    (lambda p: p["status"] == "married" and int(p["age"]) >= 18, 4, 51, 54),
    (lambda p: p["race"] == "B" and p["sex"] == "F", 3, 36, 36.7),
]


@pytest.mark.parametrize(("belongs", "count", "middle", "average"), FIGURE_1)
def test_the_seven_persons_are_those_of_the_figure(
    belongs: Callable[[Person], bool], count: int, middle: float, average: float
) -> None:
    rows = list(csv.DictReader(io.StringIO(resource("seven/seven.csv").read_text(encoding="ascii"))))
    ages = [int(row["age"]) for row in rows if belongs(row)]
    assert len(ages) == count
    assert median(ages) == middle
    assert round(mean(ages), 1) == average
