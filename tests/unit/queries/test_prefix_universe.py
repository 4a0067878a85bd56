"""Offline prefix questions on the restricted universe: the same answers as on the codes themselves."""

from __future__ import annotations

import random

import numpy as np
from prefix_universe import PrefixUniverse, beginnings_of, begins

from dpdesk.mechanisms import build
from dpdesk.privacy import Neighbours, PureDP
from dpdesk.queries import CodePrefix

QUESTIONS = ["31", ("31", "32", "33"), "311", "4", ("9", "3112"), ""]


def ragged(chance: random.Random, how_many: int) -> list[str]:
    """Codes of many lengths over few digits, so that branches meet and end anywhere."""
    return ["".join(chance.choice("1234") for _ in range(chance.randint(0, 6))) for _ in range(how_many)]


def shortest(universe: PrefixUniverse, code: str) -> str:
    """The wrong replacement: the shortest listed prefix that is not empty."""
    return next((code[:n] for n in range(1, len(code) + 1) if code[:n] in universe.texts), "")


def test_every_answer_is_kept_by_the_longest_prefix_and_not_by_the_shortest() -> None:
    chance = random.Random(5)
    wrong = 0
    for _ in range(200):
        questions = [tuple(ragged(chance, chance.randint(1, 3))) for _ in range(chance.randint(1, 8))]
        universe = PrefixUniverse(questions)
        assert universe.size <= 1 + sum(map(len, questions))
        for code in ragged(chance, 30):
            kept = universe.longest(code)
            assert code.startswith(kept)
            for question in questions:
                assert begins(kept, question) == begins(code, question)
                wrong += begins(shortest(universe, code), question) != begins(code, question)
    assert wrong > 50  # the control: another member of the universe does not do


def test_the_workload_over_the_universe_counts_what_the_codes_say() -> None:
    chance = random.Random(6)
    codes = ["31", "311", "3111", "3112", "32", "33", "4", "41", "9", "x", "", *ragged(chance, 200)]
    universe = PrefixUniverse(QUESTIONS)
    rows = np.bincount(universe.positions(codes), minlength=universe.size)
    truth = [sum(begins(code, beginnings_of(question)) for code in codes) for question in QUESTIONS]
    assert universe.workload().answer(rows).tolist() == truth
    listed = sorted(set(codes))
    every = CodePrefix(listed, QUESTIONS)
    assert every.answer(np.array([codes.count(code) for code in listed])).tolist() == truth


def test_any_linear_mechanism_answers_it_on_the_smaller_universe() -> None:
    codes = [f"{number:04d}" for number in range(3000, 3400)]
    questions = ["30", "31", ("31", "32"), "3"]
    small = PrefixUniverse(questions).workload()
    assert small.shape == (4, 5)  # 3, 30, 31, 32 and all other codes
    for name in ("laplace", "histogram", "best"):
        on_codes = build(name, CodePrefix(codes, questions), PureDP("1"), Neighbours.ADD_REMOVE)
        on_prefixes = build(name, small, PureDP("1"), Neighbours.ADD_REMOVE)
        assert on_prefixes.rmse <= on_codes.rmse * (1 + 1e-9)
    # a question about 100 codes costs the noise of one cell, not of a hundred
    histogram = build("histogram", small, PureDP("1"), Neighbours.ADD_REMOVE)
    assert (
        histogram.std[0]
        < build("histogram", CodePrefix(codes, questions), PureDP("1"), Neighbours.ADD_REMOVE).std[0] / 9
    )


def test_neighbours_stay_neighbours() -> None:
    chance = random.Random(7)
    universe = PrefixUniverse(QUESTIONS)
    for _ in range(100):
        codes = ragged(chance, 20)
        before = np.bincount(universe.positions(codes), minlength=universe.size)
        after = np.bincount(universe.positions(codes[1:]), minlength=universe.size)
        assert np.abs(before - after).sum() == 1
