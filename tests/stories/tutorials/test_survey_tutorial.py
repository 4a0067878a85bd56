"""The page docs/tutorial/weighted-survey.md, line by line: a made-up survey from its file to a workbook."""

from __future__ import annotations

import csv
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import openpyxl
import pytest
from commands import dpdesk

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.open import open_source
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan

pytestmark = pytest.mark.story

PAGE = Path(__file__).resolve().parents[3] / "docs" / "tutorial" / "weighted-survey.md"
BLOCK = re.compile(r"^```(python)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where every command of the page was run."""
    place = tmp_path_factory.mktemp("survey")
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind:
            (place / "make_survey.py").write_text(text, encoding="utf-8")
            continue
        for program, *words in map(shlex.split, text.splitlines()):
            if program == "python":
                done = subprocess.run([sys.executable, *words], cwd=place, capture_output=True, text=True, check=False)
                assert done.returncode == 0, done.stdout + done.stderr
            else:
                named = [
                    words[0],
                    *(place / one if (place / one).exists() or one in WRITTEN else one for one in words[1:]),
                ]
                said = dpdesk(*named, home=place / "home")
                assert said.status == 0, (words, said.err)
                (place / f"said-{words[0]}.txt").write_text(said.out, encoding="utf-8")
    return place


WRITTEN = ("survey.dictionary.json", "survey.plan.json", "rehearsal", "release", "survey.sqlite")


def test_the_forecast_says_what_noise_adds(folder: Path) -> None:
    assert (folder / "said-forecast.txt").read_text(encoding="utf-8").count("to your sampling error") == 2


def test_the_workbook_has_three_margins(folder: Path) -> None:
    (path,) = (folder / "release" / "publish").glob("*.xlsx")
    heads = [str(cell) for cell in next(openpyxl.load_workbook(path)["2"].iter_rows(min_row=5, values_only=True))]
    for ending in ("", ": noise margin (90 %)", ": sampling margin (90 %)", ": noise and sampling margin (90 %)"):
        assert f"Count, weighted{ending}" in heads
    with (folder / "release" / "publish" / "tables" / "work.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["measure"] == "count:weighted:weight"]
    for row in rows:  # by the classes of size
        size = float(row["estimate"])
        share = 0.4 if size < 10_000 else 0.12 if size < 100_000 else 0.03
        assert float(row["sampling_margin"]) == pytest.approx(1.644854 * share * size, abs=2e-4)


def test_who_did_not_answer_stays_in_the_tables_that_do_not_ask(folder: Path) -> None:
    """Before noise: everybody is in every table; those without work stated are told apart in that table alone."""
    plan = Plan.load(folder / "survey.plan.json")
    chosen = choose(plan)
    (counted,) = tabulate(
        open_source(folder / "survey.csv", plan.dictionary.source), plan.dictionary, chosen.domains, b""
    )
    with (folder / "survey.csv").open(encoding="utf-8", newline="") as stream:
        people = list(csv.DictReader(stream))
    silent = Counter(one["work"] for one in people)[""]
    assert counted.nowhere == 0 and silent > 100
    names = list(counted.domain.variables)
    others = tuple(at for at, name in enumerate(names) if name != "work")
    by_work = counted.counts.sum(axis=others)
    assert by_work[plan.dictionary.variable("work").codes.index("NS")] == silent
    regions = counted.counts.sum(axis=tuple(at for at, name in enumerate(names) if name != "region"))
    told = Counter(one["region"] for one in people)
    codes = plan.dictionary.variable("region").codes
    assert {code: int(number) for code, number in zip(codes, regions, strict=True) if number} == dict(told)
