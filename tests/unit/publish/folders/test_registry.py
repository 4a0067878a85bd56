"""The record for the registry of deployments: valid by the registry's own schema, and true of the release."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import published
import pytest
import yaml

from dpdesk.ledger.series import WaveOf
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.publish import registry
from dpdesk.publish.documents import facts
from dpdesk.publish.write import write_release
from dpdesk.release.result import Release

SUPPORT = Path(__file__).parents[3] / "support" / "files"


@pytest.fixture(scope="module")
def faults() -> Callable[[bytes], list[str]]:
    """What the registry's own check of a record says is wrong: its schema, and how texts are written."""
    schema = yaml.safe_load((SUPPORT / "deployments-schema.yaml").read_text(encoding="utf-8"))
    validator = jsonschema.Draft7Validator(schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)

    def check(data: bytes) -> list[str]:
        found = [error.message for error in validator.iter_errors(yaml.safe_load(data))]
        styles = {token.style for token in yaml.scan(data) if hasattr(token, "style")}
        return found + [f"a text in {one}" for one in styles - {None, '"', "'", "|"}]

    return check


def record(release: Release) -> Any:
    return yaml.safe_load(registry.page(release))


@pytest.mark.parametrize("make", [published.release, published.full])
def test_a_record_is_valid_and_reads_back_as_what_was_meant(make: Callable[[], Release], faults: Any) -> None:
    release = make()
    assert faults(registry.page(release)) == []
    assert record(release) == registry.record(release)


@pytest.mark.parametrize(
    ("loss", "variant", "parameters"),
    [
        (PureDP("1/3"), "Pure DP", {"epsilon": 0.33333333333333337}),
        (ZCDP("1/1000000000"), "Zero-concentrated DP", {"rho": 1.0000000000000001e-09}),
        (ApproxDP("2", "1e-12"), "Approximate DP", {"epsilon": 2, "delta": 1e-12}),
    ],
)
def test_parameters_are_numbers_and_rounded_up(
    loss: Loss, variant: str, parameters: dict[str, float], faults: Any
) -> None:
    release = replace(published.release(), loss=loss)
    found = record(release)["deployment"]
    assert faults(registry.page(release)) == []
    assert found["dp_variant"]["variant_name"] == variant
    stated = found["privacy_loss"]["privacy_parameters"]
    assert stated.keys() == parameters.keys()
    for name, value in stated.items():
        exact = getattr(loss, name)
        assert isinstance(value, int | float) and exact <= value <= exact * (1 + 1e-15)
    assert str(loss) in found["privacy_loss"]["privacy_parameters_details"]


def test_what_the_release_does_not_know_is_left_to_the_office() -> None:
    release = published.release()
    text = registry.page(release).decode()
    assert text.count('""  # to be filled in') == 2  # purpose and region
    found = record(release)
    assert (found["status"], found["deployment"]["basic"]["publication_date"]) == ("Draft", "2026-02-03")
    assert found["deployment"]["basic"]["data_curators"] == ["Census Office, Dissemination, office@example.org"]
    named = replace(release, offices={"Released by": "Census Office"})
    assert record(named)["deployment"]["basic"]["data_curators"] == ["Census Office"]


def test_what_the_plan_says_leaves_nothing_to_be_filled_in(faults: Any) -> None:
    """The region is the plan's, else the house style's; who publishes is the curator, who released it the author."""
    style = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "publisher": {"en": "Statistics Norland"}}
    use, region = {"en": "Planning of schools", "de": "Schulplanung"}, {"en": "Norland", "de": "Nordland"}
    said = published.release(published.plan(intended_use=use, style=style | {"region": region}))
    text, found = registry.page(said), record(replace(said, offices={"Released by": "Unit 3"}))["deployment"]
    assert faults(text) == [] and b"to be filled in" not in text
    basic = found["basic"]
    assert (basic["intended_use"], basic["data_product_region"]) == ("Planning of schools", "Norland")
    assert (basic["data_curators"], found["administrative"]["registry_authors"]) == (["Statistics Norland"], ["Unit 3"])
    own = published.release(published.plan(region={"en": "Two towns"}, style=style | {"region": region}))
    assert record(own)["deployment"]["basic"]["data_product_region"] == "Two towns"
    cover = dict(facts.cover(said, "de"))
    assert (cover["Erfasstes Gebiet"], cover["Verwendungszweck"]) == ("Nordland", "Schulplanung")


def test_a_wave_is_one_of_many_releases(faults: Any) -> None:
    one = replace(published.release(), wave=WaveOf(2, 12, "2026-01-01", 12))
    model = record(one)["deployment"]["deployment_model"]
    assert faults(registry.page(one)) == []
    assert (model["release_type"], model["data_source_type"]) == ("Many releases", "Dynamic")
    assert model["release_type_details"] == "2 of 12: 1 January 2026"


@pytest.mark.parametrize(
    "text", ["yes", "2025", "a: b # c", '"quoted" \\ back', "two\nlines", "\u2028\x85 \x07🜲", "- x", "{y}"]
)
def test_a_text_of_the_plan_is_nothing_but_text(text: str, faults: Any) -> None:
    release = published.release(published.plan(title={"en": text}, contact={"en": text}))
    data = registry.page(release)
    assert faults(data) == []
    found = record(release)["deployment"]["basic"]
    plain = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    assert found["name"].replace("\ufffd", "") == plain.strip() and found["data_curators"][0] == found["name"]


def test_a_rehearsal_is_no_deployment(tmp_path: Path) -> None:
    write_release(published.release(rehearsal=True), tmp_path / "rehearsal")
    write_release(published.release(), tmp_path / "release")
    assert not (tmp_path / "rehearsal" / "publish" / "registry.yaml").exists()
    assert (tmp_path / "release" / "publish" / "registry.yaml").read_bytes() == registry.page(published.release())


FAULTS: dict[str, Callable[[Any], object]] = {
    "'tier' is a required property": lambda tree: tree.pop("tier"),
    "is not one of": lambda tree: tree.update(status="Finished"),
    "is not a 'date'": lambda tree: tree["deployment"]["basic"].update(publication_date="2026"),
    "is not of type 'number'": lambda tree: tree["deployment"]["privacy_loss"]["privacy_parameters"].update(rho="1/2"),
    "Additional properties": lambda tree: tree["deployment"].update(offices=[]),
    "non-empty": lambda tree: tree["deployment"]["administrative"].update(registry_authors=[]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_finds_a_fault(fault: str, faults: Any) -> None:
    tree = record(published.release())
    FAULTS[fault](tree)
    assert any(fault in one for one in faults(json.dumps(tree).encode()))
