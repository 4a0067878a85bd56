"""Limits of counts divide their error as the law of the drawn noise wants it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small import COUNT as COUNTED
from small import block, dictionary_json, plan, table

from dpdesk.planning.choosing.choose import COUNT, choose
from dpdesk.postprocess.limits.narrow_limits import NORMAL, OTHER, Splits, margin_levels
from dpdesk.release.reading.answers import Answers, printed_margins
from dpdesk.schema.dictionary import Dictionary


@pytest.mark.parametrize(("loss", "splits"), [({"rho": "1/200"}, NORMAL), ({"epsilon": "1"}, OTHER)])
def test_normal_noise_has_splits_of_its_own(loss: dict[str, Any], splits: Splits) -> None:
    given = table(stub=[block("sex")], boxhead=[block("colour")], measures=[COUNTED], group="a")
    dictionary = Dictionary.from_json(dictionary_json(neighbours="add_remove", budget_cap=dict.fromkeys(loss, "10")))
    chosen = choose(plan(given, dictionary=dictionary, loss=loss, groups=[{"name": "a", "part": "1"}]))
    (noises,) = chosen.noises
    noise = noises[COUNT]
    nothing = np.zeros(noise.std.size)
    answers = Answers(noise.own, nothing, 90, noise, nothing)
    assert answers.splits == splits
    rows = np.arange(nothing.size)
    wanted = [printed_margins(noise.margins(level, rows)) for level in margin_levels(90, splits)]
    assert np.array_equal(answers.margins_by_level(rows), wanted)
