"""Plans of office size, whose groups cross in every way: all that they print agrees, and is near what was measured."""

from __future__ import annotations

import json
from random import Random

import pytest
from random_plans.entangled import drawn, entangled, farthest, sample_file, sealed

from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.release.finish import finish, prepare
from dpdesk.release.population.cliques import Cliques
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary


@pytest.mark.parametrize("seed", [24])  # four groups' common table has 23 million cells; its cliques have 1,900
def test_a_plan_whose_groups_cross_is_adjusted(seed: int) -> None:
    dictionary = Dictionary.load(resource("sample/sample.dictionary.json"))
    plan = json.loads(resource("sample/plan.json").read_text("utf-8"))
    chosen = choose(Plan.from_json(entangled(Random(seed), plan), dictionary))
    prepared = prepare(chosen)
    assert any(isinstance(cells, Cliques) for cells in prepared.tables)
    with sample_file(dictionary) as source:
        found = finish(chosen, sealed(chosen, dictionary, source), prepared)
    assert drawn(found) == [] and not found.failed
    assert farthest(found)[-1][0] < 4  # margins, of some thousand numbers
