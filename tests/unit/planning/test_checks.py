"""What is refused before anything is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.checks import check_plan, lines_named, require_confirmed
from dpdesk.planning.compiler import compile as compilation
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.reference import expected_counts
from dpdesk.schema.dictionary import Dictionary


def refusal(*tables: dict[str, Any], **more: Any) -> str:
    with pytest.raises(BadInput) as problem:
        check_plan(plan(*(tables or (table(stub="sex"),)), **more))
    assert "\n" not in str(problem.value)
    return str(problem.value)


def test_good_plans_pass(checkout: Path) -> None:
    for path in sorted((checkout / "tests/plans").glob("*.plan.json")):
        assert check_plan(Plan.load(path)).tables


@pytest.mark.parametrize(
    ("cap", "loss", "pays"),
    [
        ({"epsilon": "1"}, {"epsilon": "1"}, True),
        ({"epsilon": "1"}, {"rho": "1"}, False),
        ({"epsilon": "1"}, {"epsilon": "1", "delta": "1e-6"}, False),
        ({"rho": "1"}, {"epsilon": "1"}, True),
        ({"rho": "1"}, {"rho": "1"}, True),
        ({"rho": "1"}, {"epsilon": "1", "delta": "1e-6"}, False),
        ({"epsilon": "1", "delta": "1e-6", "rule": "sum"}, {"epsilon": "1"}, True),
        ({"epsilon": "1", "delta": "1e-6", "rule": "sum"}, {"rho": "1"}, False),
        ({"epsilon": "1", "delta": "1e-6", "rule": "sum"}, {"epsilon": "1", "delta": "1e-6"}, True),
        ({"epsilon": "1", "delta": "1e-6", "rule": "rho"}, {"rho": "1"}, True),
        ({"epsilon": "1", "delta": "1e-6", "rule": "rho"}, {"epsilon": "1", "delta": "1e-7"}, True),
    ],
)
def test_a_loss_is_paid_from_a_cap_of_its_kind(cap: dict[str, str], loss: dict[str, str], pays: bool) -> None:
    made = plan(table(stub="sex"), dictionary=small(budget_cap=cap), loss=loss)
    if pays:
        assert check_plan(made)
    else:
        with pytest.raises(BadInput, match="cannot be paid"):
            check_plan(made)


def group(**more: Any) -> list[dict[str, Any]]:
    return [{"name": "main", "part": "1", **more}]


def test_mechanisms_must_exist_and_serve_the_loss() -> None:
    assert 'choose "best" or one of laplace' in refusal(groups=group(mechanism="magic"))
    assert "gaussian" in refusal(groups=group(mechanism="gaussian")).lower()
    assert "'main'" in refusal(groups=group(noise="gaussian"))
    assert "'main'" in refusal(groups=group(mechanism="laplace", noise="gaussian"))
    assert check_plan(plan(table(stub="sex"), groups=group(mechanism="laplace", noise="laplace")))


def test_sums_must_fit_62_bits() -> None:
    measures = [{"kind": "sum", "variable": "pay"}]
    most = 2**62 // 100_000
    check_plan(plan(table(stub="sex", measures=measures), dictionary=small(max_rows=most)))
    assert "exceed 62 bits" in refusal(table(stub="sex", measures=measures), dictionary=small(max_rows=most + 1))
    unit = {
        "kind": "id",
        "describes": "person",
        "label": {"en": "p"},
        "column": "id",
        "max_rows": 2,
        "rows_without_id": "drop",
    }
    d = small(max_rows=most, unit=unit)
    assert "exceed 62 bits" in refusal(table(stub="sex", measures=measures), dictionary=d)


def test_a_release_has_a_million_cells_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [table(stub=[block("age", "colour")], measures=[COUNT, {"kind": "cdf", "variable": "weight"}])]
    cells = check_plan(plan(*tables)).shells[0].cells
    monkeypatch.setattr(compilation, "LARGEST_RELEASE", cells)
    check_plan(plan(*tables))
    monkeypatch.setattr(compilation, "LARGEST_RELEASE", cells - 1)
    assert f"{cells:,} cells" in refusal(*tables)
    monkeypatch.setattr(compilation, "LARGEST_COUNTED", 100)
    monkeypatch.setattr(compilation, "LARGEST_RELEASE", 10**6)
    assert "behind its quantiles" in refusal(*tables)


def test_worksheets_are_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    from dpdesk.planning.choosing import checks
    from dpdesk.planning.document import formats

    monkeypatch.setattr(formats, "SHEET_ROWS", 7)
    assert "tables[0] needs" in refusal()
    monkeypatch.setattr(checks, "WORKBOOK_SHEETS", 6)
    monkeypatch.setattr(formats, "SHEET_ROWS", 100)
    assert "sheets" in refusal()


def test_texts_fit_a_cell() -> None:
    check_plan(plan(table(stub="sex"), title={"en": "x" * 30_000}))
    assert "title.en" in refusal(title={"en": "x" * 30_001})
    assert "title.de" in refusal(title={"en": "x", "de": "𝄞" * 15_001})
    assert "notes[0].text.en" in refusal(notes=[{"text": {"en": "bell \x07"}}])
    tree = dictionary_json()
    tree["variables"][0]["codes"][0]["label"] = {"en": "\x01"}
    assert "a label of 'sex'" in refusal(dictionary=Dictionary.from_json(tree))


@pytest.mark.parametrize(
    ("note", "place"),
    [
        ({"table": "u"}, "notes[0].table"),
        ({"table": "t", "row": {"sex": "x"}}, "notes[0].row"),
        ({"table": "t", "row": {"colour": "red"}}, "notes[0].row"),
        ({"table": "t", "column": {"sex": "f"}}, "notes[0].column"),
        ({"table": "t", "measure": "mean:pay"}, "notes[0].measure"),
    ],
)
def test_notes_are_about_something(note: dict[str, Any], place: str) -> None:
    assert place in refusal(notes=[{"text": {"en": "n"}, **note}])


def test_notes_find_their_lines() -> None:
    note = {"text": {"en": "n"}, "table": "t", "row": {"sex": "f"}, "measure": "count"}
    made = check_plan(plan(table(stub=[block("sex", "colour")]), notes=[note]))
    assert lines_named(made.shells[0].stub, {"sex": "f"}) == (4, 5, 6, 7)
    assert lines_named(made.shells[0].stub, {"sex": "_T", "colour": "red"}) == (1,)
    assert lines_named(made.shells[0].stub, {"age": "1"}) == ()


def test_a_domain_read_from_data_must_be_confirmed_for_a_release() -> None:
    tree = dictionary_json()
    tree["variables"][0]["public"] = {"how": "read_from_data"}
    d = Dictionary.from_json(tree)
    used, unused = (plan(table(stub=name), dictionary=d) for name in ("sex", "colour"))
    check_plan(used)
    require_confirmed(unused)
    with pytest.raises(BadInput, match="confirm"):
        require_confirmed(used)


def test_a_rule_that_empties_cells_must_rest_on_confirmed_domains_too() -> None:
    tree = dictionary_json(
        impossible=[{"when": {"ages": ["0-4"], "sex": ["m"]}, "reason": {"en": "by a rule that is public"}}]
    )
    groups = next(one for one in tree["variables"] if one["name"] == "ages")
    groups["public"] = {"how": "read_from_data"}
    d = Dictionary.from_json(tree)
    both, alone = plan(table(stub=[block("age", "sex")]), dictionary=d), plan(table(stub="age"), dictionary=d)
    assert check_plan(both).groups[0].impossible is not None
    require_confirmed(alone)  # the rule says nothing about ages alone
    with pytest.raises(BadInput, match="'ages' were read from the data; confirm"):
        require_confirmed(both)


# Planning figures


def reference(*marginals: dict[str, Any]) -> dict[str, Any]:
    return {"source": {"en": "last year"}, "total": 100, "marginals": list(marginals)}


@pytest.mark.parametrize(
    ("marginals", "place"),
    [
        ([{"variables": ["pay"], "counts": [1]}], "marginals[0].variables"),
        ([{"variables": ["sex"], "counts": [1, 2, 3]}], "marginals[0].counts"),
        ([{"variables": ["sex"], "counts": [0, 0]}], "marginals[0].counts"),
        (
            [{"variables": ["sex"], "counts": [1, 2]}, {"variables": ["sex"], "counts": [1, 2]}],
            "marginals[1].variables",
        ),
        ([{"variables": ["age"], "counts": [1] * 11}, {"variables": ["ages"], "counts": [1] * 3}], "marginals[1]"),
    ],
)
def test_planning_figures_fit_the_dictionary(marginals: list[dict[str, Any]], place: str) -> None:
    assert place in refusal(reference=reference(*marginals))


def test_planning_figures_become_expected_counts() -> None:
    ages = {"variables": ["age"], "counts": [10] * 10 + [0]}
    both = {"variables": ["colour", "sex"], "counts": [1, 1, 2, 2, 7, 7]}
    made = plan(table(stub="sex"), reference=reference(ages, both))
    check_plan(made)
    d = made.dictionary
    assert expected_counts(made.reference, d, ("sex",)).tolist() == [50, 50]
    found = expected_counts(made.reference, d, ("sex", "ages", "colour"))
    assert found.shape == (2, 3, 3)
    assert np.isclose(found.sum(), 100)
    assert np.allclose(found.sum(axis=(0, 1)), [10, 20, 70])
    assert np.allclose(found.sum(axis=(0, 2)), [50, 50, 0])
    assert expected_counts(made.reference, d, ("sex", "area")) is None
    assert expected_counts(None, d, ("sex",)) is None


def test_a_rounding_base_that_the_decimals_cannot_show_is_refused() -> None:
    said = refusal(display={"scale": 1000, "rounding_base": 500, "decimals": 0})
    assert "multiples of 500 in units of 1,000 have more decimals than the 0 of tables[0]" in said
    own = table(stub="sex", display={"rounding_base": 500})
    assert "tables[0]; raise display.decimals" in refusal(own, display={"scale": 1000, "decimals": 0})
    for display in ({"scale": 1000, "rounding_base": 500}, {"scale": 1000, "rounding_base": 500, "decimals": 1}):
        assert check_plan(plan(table(stub="sex"), display=display)).tables


def test_symbols_of_the_house_are_printed_and_not_refused() -> None:
    assert check_plan(plan(table(stub="sex"), display={"symbols": {"impossible": "(X)"}, "scale": 1})).tables
    assert check_plan(plan(table(stub="sex", display={"layout": "list"}), display={"layout": "classic"})).tables
    assert "tables[0].display.symbols" in refusal(table(stub="sex", display={"symbols": {"impossible": "(X)"}}))


@pytest.mark.parametrize(
    ("symbols", "said"),
    [
        ({"impossible": "-", "not_estimable": "-"}, "also the symbol"),
        ({"impossible": "[u]"}, "also the symbol"),
        ({"unreliable": "not sure"}, "reads like"),
        ({"unreliable": "[note 5]"}, "reads like"),
        ({"impossible": "0"}, "reads like"),
        ({"impossible": "-1.5"}, "reads like"),
        ({"revised": "\u2028"}, "reads like"),
    ],
)
def test_symbols_that_cannot_be_told_apart_are_refused_before_a_release(symbols: dict[str, str], said: str) -> None:
    """Else the workbook would not be read back as what was released, when it is too late."""
    assert said in refusal(table(stub="sex"), display={"symbols": symbols})
    assert check_plan(plan(table(stub="sex"), display={"symbols": {"impossible": "-", "not_estimable": "[z]"}})).tables


def test_what_a_worksheet_would_show_otherwise_is_refused() -> None:
    tree = dictionary_json()
    tree["variables"][0]["codes"][0]["label"] = {"en": "y" * 2_000}
    one = table(stub="sex", title={"en": "x" * 29_000})
    one["pages"] = one.pop("stub")
    assert "labels of its pages" in refusal(one, dictionary=Dictionary.from_json(tree))
    assert "control character" in refusal(title={"en": "\x9b31m"})
    tree = dictionary_json()
    tree["unit"]["label"] = {"en": "\x1b[2J"}
    assert "a label of 'unit'" in refusal(dictionary=Dictionary.from_json(tree))
    tree = dictionary_json()
    tree["variables"][0]["codes"][0]["code"] = "ax005F_"
    assert "x005F_" in refusal(dictionary=Dictionary.from_json(tree))
