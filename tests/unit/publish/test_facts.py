"""What a reader is told promises no more than the release keeps, however much it spends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small import plan, small, table

from dpdesk.ledger.replaced import Other, OtherFile
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.documents import facts
from dpdesk.publish.methods import what
from dpdesk.release.rehearsal import rehearse


@pytest.mark.parametrize("neighbours", ["add_remove", "replace_one"])
def test_nothing_is_said_to_be_almost_nothing(neighbours: str) -> None:
    """At epsilon 10 the figures can tell a good deal about a person."""
    own = plan(table("sexes", stub="sex"), dictionary=small(neighbours=neighbours), loss={"epsilon": "10"})
    release = rehearse(own).release
    told = [facts.unit(release, "en"), *facts.standard_notes(release, "en")]
    assert not any("almost" in sentence for sentence in told)
    assert "no more than the privacy loss allows" in told[0]
    assert "limited by the privacy loss" in told[1]


def test_a_release_is_final_and_a_corrected_file_is_said_to_be_another() -> None:
    said = facts.revision(rehearse(plan(table("sexes", stub="sex"), dictionary=small())).release, "en")
    assert said == "Final: these figures are not revised; those of a corrected file are another release."


def test_a_release_of_a_corrected_file_says_which_it_replaces_and_why_on_cover_and_in_the_methods() -> None:
    """It said "Final", and of the other release nothing."""
    made = rehearse(plan(table("sexes", stub="sex"), dictionary=small())).release
    other = OtherFile("2026-11-27", "Sex was wrong in district 7.", 9, Other("ab12-4", "2026-11-22"))
    newer = replace(made, other_file=other)
    words = (
        "Revised: this release takes the place of release ab12-4 of 22 November 2026, which was made from another "
        "file. The file was accepted on 27 November 2026 (ledger entry 9): Sex was wrong in district 7."
    )
    assert dict(facts.cover(newer, "en"))["Revision status"] == words
    assert words in what(newer, "en") and "Final" not in what(newer, "en")
    assert "ab12-4 vom 22. November 2026" in dict(facts.cover(newer, "de"))["Revisionsstand"]
    record = made.plan.record.model_copy(update={"revision": {"en": "Second release"}})
    worded = replace(newer, plan=Plan(record, made.plan.dictionary, made.plan.file))
    assert facts.revision(worded, "en") == words, "the plan says the same of the release before"
    assert facts.revision(replace(worded, other_file=replace(other, reworded=True)), "en") == f"Second release. {words}"
    older = replace(made, replaced_by=Other("ab12-11", "2026-11-27"))
    told = dict(facts.cover(older, "en"))
    assert told["Replaced"].startswith("Release ab12-11 of 27 November 2026") and "Revision status" not in told
    assert told["Replaced"] in what(older, "en")


def test_a_file_in_whose_place_no_release_stands_is_said_to_be_another() -> None:
    made = rehearse(plan(table("sexes", stub="sex"), dictionary=small())).release
    said = facts.revision(replace(made, other_file=OtherFile("2026-11-27", "Register of 2026", 9)), "en")
    assert said == (
        "Made from another file than earlier releases of these data. The file was accepted on 27 November 2026 "
        "(ledger entry 9): Register of 2026."
    )
