"""What a reader is told promises no more than the release keeps, however much it spends."""

from __future__ import annotations

import pytest
from small import plan, small, table

from dpdesk.publish.documents import facts
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
