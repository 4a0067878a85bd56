"""The next wave from the last one's plan; what changed, with margins from the law of both noises; what is refused."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from random_plans.noiseless import without_noise
from small import block, dictionary_json, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import StoredRelease
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.noise_law import gaussian_pmf, laplace_pmf
from dpdesk.publish.changes.write import write_beside
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.release.series import margins
from dpdesk.release.series.change import change_between
from dpdesk.release.series.next_wave import plan_of_next, wave_before, with_day
from dpdesk.schema.dictionary import Dictionary

HEADER = "sex,colour,area,age,pay,state,kilos"
MEASURES = ({"kind": "count"}, {"kind": "sum", "variable": "pay"}, {"kind": "mean", "variable": "pay"})
OLD = {"text": {"en": "Old"}, "where": [{"variable": "age", "codes": ["7", "8"]}]}
DAYS = ("2025-01-31", "2025-02-28", "2025-03-31")


def asked(**more: Any) -> Plan:
    tree = {"loss": {"epsilon": "2"}, "title": {"en": "Wave of January 2025"}, **more}
    return plan(table("t", stub=[block("sex", "colour")], measures=MEASURES), **tree)


def data(folder: Path, month: int, cases: int) -> Path:
    rows = [f"{'fm'[i % 2]},{('red', 'green', 'blue')[i % 3]},n1a,{i % 10},{i * 7 % 900},on,70" for i in range(cases)]
    path = folder / f"{month}.csv"
    path.write_text("\n".join([HEADER, *rows]) + "\n")
    return path


@pytest.fixture(scope="module")
def waves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with a series of three months, released one after the other."""
    folder = tmp_path_factory.mktemp("waves")
    with Ledger.open(folder / "ledger.sqlite", create=True) as ledger:
        first = release(ReleaseRequest(asked(), data(folder, 0, 300)), ledger).release
        ledger.declare_series("small", 5, first=(first.release_id, DAYS[0]))
        for number, day in enumerate(DAYS[1:], 1):
            found = plan_of_next(ledger, "small", day)
            release(ReleaseRequest(found, data(folder, number, 300 + 60 * number), wave=day), ledger)
    return folder / "ledger.sqlite"


def test_the_next_wave_has_the_plan_of_the_last_and_its_own_day(waves: Path) -> None:
    with Ledger.open(waves) as ledger:
        found = ledger.releases("small")
        titles = [json.loads(one.plan_json)["title"]["en"] for one in found]
        assert titles == ["Wave of January 2025", "Wave of February 2025", "Wave of March 2025"]
        assert len({one.meaning for one in found}) == 1
        assert wave_before(ledger, found[2]).release_id == found[1].release_id
        with pytest.raises(BadInput, match="no wave before it"):
            wave_before(ledger, found[0])


def test_each_waves_release_sees_no_later_data(tmp_path: Path) -> None:
    """Without noise, February comes out the same beside a file of March as without; from that file it does not."""
    january, february = data(tmp_path, 0, 300), data(tmp_path, 1, 360)

    def second_wave(path: Path) -> str:
        with without_noise(), Ledger.open(tmp_path / f"{len(list(tmp_path.iterdir()))}.sqlite", create=True) as ledger:
            first = release(ReleaseRequest(asked(), january), ledger).release
            ledger.declare_series("small", 5, first=(first.release_id, DAYS[0]))
            wave = ReleaseRequest(plan_of_next(ledger, "small", DAYS[1]), path, wave=DAYS[1])
            return repr([one.estimate.tolist() for one in release(wave, ledger).release.tables])

    alone = second_wave(february)
    march = data(tmp_path, 2, 90)
    assert second_wave(february) == alone != second_wave(march)


def test_days_are_written_as_they_were_and_nothing_else_changes() -> None:
    title = {"en": "2025-01, 31 January 2025, x2025-01", "de": "31. Januar 2025 (Januar 2025), 2025-01-31"}
    made = with_day(asked(title=title), "2025-01-31", "2025-12-01")
    assert made.title.get("en") == "2025-12, 1 December 2025, x2025-01"
    assert made.title.get("de") == "1. Dezember 2025 (Dezember 2025), 2025-12-01"
    assert made.meaning == asked().meaning


def test_a_change_is_the_difference_of_what_was_published(waves: Path, tmp_path: Path) -> None:
    with Ledger.open(waves) as ledger:
        before, now = ledger.releases("small")[:2]
    found = change_between(now, before)
    (one,) = found.tables
    items = [item.code.split(":")[0] for item in one.shell.items]
    change, lower, upper, margin = (one.values[name] for name in ("change", "lower", "upper", "margin"))
    known = ~np.isnan(change)
    difference = found.release.tables[0].estimate - found.earlier[0].tables[0].estimate
    assert np.allclose(change[known], difference[known], atol=0.006)
    assert (lower[known] <= change[known]).all() and (change[known] <= upper[known]).all()
    sides = [release_.tables[0].margin for release_ in (found.release, *found.earlier)]
    for number, name in enumerate(items):
        own, both = margin[..., number], [side[..., number] for side in sides]
        assert (own >= np.maximum(*both) - 1e-9)[~np.isnan(own)].all()
        if name != "mean":  # the law of both is narrower than both laid end to end
            assert (own <= both[0] + both[1] + 1e-9).all() and (own < 0.99 * (both[0] + both[1])).any()
    paths = write_beside(found, tmp_path)
    assert sorted(path.name for path in paths) == ["Wave-of-February-2025-change.xlsx", "change.json", "t.csv"]
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == one.shell.cells
    for row in filter(lambda row: row["change"], rows):
        assert Fraction(row["now"]) - Fraction(row["before"]) == Fraction(row["change"])


def exact(noises: list[Noise]) -> np.ndarray:
    """The law of the sum of one integer of each noise, from −n to n."""
    places = np.arange(-400, 401)
    law = np.ones(1)
    for noise in noises:
        pmf = laplace_pmf if noise.own.scale.noise == "laplace" else gaussian_pmf
        assert noise.own.scale.parameter is not None
        law = np.convolve(law, pmf(places, noise.own.scale.parameter))
    return law


@pytest.mark.parametrize("losses", [({"epsilon": "1/4"}, {"epsilon": "1/3"}), ({"rho": "1/32"}, {"epsilon": "1/3"})])
@pytest.mark.parametrize("most", [margins.MOST_LAWS, 0])
def test_the_margin_of_a_change_is_a_quantile_of_the_law_of_both_noises(
    losses: tuple[dict[str, str], dict[str, str]], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(margins, "MOST_LAWS", most)
    wanted = {"neighbours": "add_remove"}
    noises = []
    for loss in losses:
        dictionary = small(**wanted, budget_cap={"rho": "10"})
        group = {"name": "all", "mechanism": "histogram", "part": "1"}
        made = plan(table("t", stub="colour", group="all"), dictionary=dictionary, loss=loss, groups=[group])
        noises.append(choose(made).noises[0]["count"])
    rows = np.array([int(np.argmin(noise.std)) for noise in noises])
    width = float(margins.margins_of_sum([(noises[0], rows[:1], 1.0), (noises[1], rows[1:], 1.0)], 90)[0])
    law = exact(noises)
    middle = law.size // 2

    def covered(reach: float) -> float:
        whole = int(reach + 1e-9)
        return float(law[middle - whole : middle + whole + 1].sum())

    assert covered(width) >= 0.9
    if most:
        assert covered(width - 2.001) < 0.9  # the smallest whole number that does, or the next
        alone = max(float(noise.margins(90, rows[number : number + 1])[0]) for number, noise in enumerate(noises))
        assert covered(alone) < 0.9  # a wrong margin: that of the noisier release


def refusal(now: StoredRelease, before: StoredRelease) -> str:
    with pytest.raises(BadInput) as caught:
        change_between(now, before)
    return str(caught.value)


def test_what_is_no_change_is_refused(tmp_path: Path) -> None:
    plans = [
        asked(),
        plan(table("t", stub=[block("sex", "area")], measures=MEASURES)),
        plan(
            table(
                "t",
                stub=[block("sex", "colour")],
                measures=MEASURES,
                universe=OLD,
            )
        ),
        plan(table("other", stub=[block("sex", "colour")])),
        asked(level=95),
    ]
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        path = data(tmp_path, 0, 300)
        found = [release(ReleaseRequest(one, path), ledger).release.release_id for one in plans[:4]]
        path = data(tmp_path, 1, 310)
        changed = release(ReleaseRequest(plans[4], path, accept_changed="a late form"), ledger).release.release_id
        stored = [ledger.release(one) for one in [*found, changed]]
        for other in stored[1:3]:
            assert "has other cells" in refusal(other, stored[0])
        assert "no table in common" in refusal(stored[3], stored[0])
        assert "another level" in refusal(stored[4], stored[0])
        assert "is not earlier" in refusal(stored[0], stored[1])
        ledger.withdraw(found[0], "the wrong file")
        assert "was withdrawn" in refusal(ledger.release(changed), ledger.release(found[0]))


def test_other_groups_of_codes_or_bounds_of_a_factor_are_another_question(tmp_path: Path) -> None:
    """Neither spans what the group counts by: the table has ages one by one as well, and products have names."""
    regrouped, wider = dictionary_json(), dictionary_json()
    named = {variable["name"]: variable for variable in regrouped["variables"]}
    named["ages"]["codes"][0]["members"]["last"], named["ages"]["codes"][1]["members"]["first"] = "3", "4"
    {variable["name"]: variable for variable in wider["variables"]}["years"]["upper"] = "20"
    weighted = {"kind": "sum", "variable": "pay", "weight": "years"}
    tables = table("t", stub=[block("ages"), block("age")], measures=[weighted])
    described = [dictionary_json(), regrouped, wider]
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        path = data(tmp_path, 0, 40)
        plans = [plan(tables, dictionary=Dictionary.from_json(one)) for one in described]
        first, *others = [
            ledger.release(release(ReleaseRequest(one, path), ledger).release.release_id) for one in plans
        ]
        for other in others:
            assert "has other cells" in refusal(other, first)


def test_rates_by_another_standard_of_the_same_name_have_no_change(tmp_path: Path) -> None:
    """The same standard may be written in other units; the population divided by is of its day, and may change."""

    def figures(name: str, variables: list[str], values: dict[str, int]) -> dict[str, Any]:
        rows = [{"codes": key.split(), "figure": str(value)} for key, value in values.items()]
        return {"name": name, "source": {"en": "x"}, "variables": variables, "rows": rows}

    rate = {"kind": "rate", "figures": "people", "standard": "standard"}
    people = {f"{sex} {age}": 100 for sex in "fm" for age in ("0-4", "5-9", "ns")}
    days = [(100, (3, 2, 0)), (90, (30, 20, 0)), (100, (1, 1, 0))]
    plans = [
        plan(
            table("t", stub=[block("sex")], measures=[rate]),
            public_figures=[
                figures("people", ["sex", "ages"], people | {"f 0-4": many}),
                figures("standard", ["ages"], dict(zip(("0-4", "5-9", "ns"), weights, strict=True))),
            ],
        )
        for many, weights in days
    ]
    with Ledger.open(tmp_path / "ledger.sqlite", create=True) as ledger:
        path = data(tmp_path, 0, 40)
        stored = [ledger.release(release(ReleaseRequest(one, path), ledger).release.release_id) for one in plans]
        assert np.isfinite(change_between(stored[1], stored[0]).tables[0].values["change"]).any()
        assert "other weights of 'standard'" in refusal(stored[2], stored[0])
