"""A custodian rehearses: the whole path on made-up records, watermarked everywhere, with no ledger within reach."""

from __future__ import annotations

import json
from pathlib import Path

import commands
import pytest
import released_files
import town
import xlsx_checker
from commands import Tidy, dpdesk

from dpdesk.publish.folders import workbook_in

pytestmark = pytest.mark.story


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> town.Town:
    return town.Town(tmp_path_factory.mktemp("rehearsal"), rows=200)


def estimates(folder: Path, column: str = "estimate") -> list[str]:
    return [row[column] for row in Tidy.read(folder / "publish" / "tables" / "people.csv").rows]


def test_a_rehearsal_is_watermarked_and_touches_no_ledger(here: town.Town, tmp_path: Path) -> None:
    home, out, plan = tmp_path / "home", tmp_path / "out", here.plan("plan")
    # The user's own ledger lies at its default place and has one release in it.
    first = dpdesk("release", plan, "--data", here.data, "--out", tmp_path / "real", "--json", home=home).json()
    assert first["remaining"]["epsilon"] == "9"
    before = commands.files_in(home)
    assert any(name.endswith("ledger.sqlite") for name in before)
    done = dpdesk("rehearse", plan, "--out", out, home=home)
    assert done.status == 0 and done.err == "" and "nothing was spent" in done.out
    assert "on 10,000 made-up records" in done.out, "nobody has said how many people there are"
    assert commands.files_in(home) == before
    assert released_files.plain(commands.files_in(out)) == released_files.expected("people", rehearsal=True)
    metadata = json.loads((out / "proof" / "metadata.json").read_text(encoding="utf-8"))
    assert metadata["rehearsal"] is True
    assert all(
        row["table"].startswith("REHEARSAL") for row in Tidy.read(out / "publish" / "tables" / "people.csv").rows
    )
    book = xlsx_checker.Book(workbook_in(out))
    for name, rows in book.sheets.items():
        assert "REHEARSAL" in name or any("REHEARSAL" in str(cell) for cell in rows[0]), name
    real = xlsx_checker.Book(workbook_in(tmp_path / "real"))
    assert not any("REHEARSAL" in str(cell) for rows in real.sheets.values() for row in rows for cell in row)
    # It cannot be taken for a release, nor may a release be written over it.
    dpdesk("ledger", "verify", "--against", workbook_in(out), home=home).refused(2)
    dpdesk("release", plan, "--data", here.data, "--out", out, home=home).refused(3)


def test_its_tables_are_set_out_as_asked(here: town.Town, tmp_path: Path) -> None:
    plan = here.plan("set-out")
    heads = {}
    for layout in ("accessible", "list"):
        dpdesk("rehearse", plan, "--out", tmp_path / layout, "--layout", layout, home=tmp_path / "home")
        heads[layout] = xlsx_checker.Book(workbook_in(tmp_path / layout)).sheets["1"][4]
    assert "Estimate" in heads["list"] and "Estimate" not in heads["accessible"]
    dpdesk("rehearse", plan, "--out", tmp_path / "other", "--layout", "other", home=tmp_path / "home").refused(2)


def test_it_is_printed_in_the_house_style_that_is_named(here: town.Town, tmp_path: Path) -> None:
    plan, home = here.plan("in-style"), tmp_path / "home"
    own = tmp_path / "ours.style.json"
    style = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "publisher": {"en": "Town Statistics"}}
    own.write_text(json.dumps(style | {"display": {"layout": "list"}}), encoding="utf-8")
    for named in ("us", own):
        assert dpdesk("rehearse", plan, "--out", tmp_path / Path(named).stem, "--style", named, home=home).status == 0
    told = json.loads((tmp_path / "us" / "proof" / "metadata.json").read_text(encoding="utf-8"))
    assert told["style"]["name"]["en"] == "US Census" and told["style"]["reliability"]["caution"] == "0.12"
    assert "Estimate" in xlsx_checker.Book(workbook_in(tmp_path / "ours.style")).sheets["1"][4]
    dpdesk("rehearse", plan, "--out", tmp_path / "other", "--style", "other", home=home).refused(2)
    assert not (tmp_path / "other").exists()


def test_the_seed_draws_the_people_and_not_the_noise(here: town.Town, tmp_path: Path) -> None:
    """At a loss of 300 all noise is 0 (chance of any other below exp(-40)); at 1/1000 no two runs agree."""
    plans = {
        "loud": here.plan("loud", loss={"epsilon": "1/1000"}),
        "still": here.plan("still", loss={"epsilon": "300"}),
    }
    found = {}
    for name, seed, run in (("still", 5, 1), ("still", 5, 2), ("still", 6, 1), ("loud", 5, 1), ("loud", 5, 2)):
        out = tmp_path / f"{name}-{seed}-{run}"
        done = dpdesk("rehearse", plans[name], "--out", out, "--seed", seed, home=tmp_path / "home")
        assert done.status == 0, done.err
        found[name, seed, run] = estimates(out, "unbiased")
    assert found["still", 5, 1] == found["still", 5, 2] != found["still", 6, 1]
    assert found["loud", 5, 1] != found["loud", 5, 2]


def test_it_keeps_to_the_row_limit_and_needs_no_file(tmp_path: Path) -> None:
    """A dictionary for at most fifty rows is rehearsed with fifty."""
    here = town.Town(tmp_path / "town", rows=1, max_rows=50)
    here.data.unlink()
    table = town.table("people", stub=[], boxhead=[town.block("sex")])
    plan = here.plan("still", table, loss={"epsilon": "300"})
    assert dpdesk("rehearse", plan, "--out", tmp_path / "out", home=tmp_path / "home").status == 0
    assert estimates(tmp_path / "out")[0] == "50"
