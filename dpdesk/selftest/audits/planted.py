"""Planted errors: mechanisms that reveal more than they say, each of which the audit must accuse.

An audit that accuses nobody proves nothing. Each of these is a mechanism of the catalogue with one mistake, of kinds
that have been made: a scale off by two, the sensitivity of another relation, a level forgotten, noise used twice, a
generator that starts anew, floating point, a release that is repeated until it looks good. They are run as often as
the real ones and on neighbours of the same kind. `caught_with` says how few runs are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dpdesk.mechanisms import Mechanism, SumRange, build
from dpdesk.mechanisms.core.scales import LAPLACE, NoiseScale
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.privacy.loss import ZCDP, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.noise_tables import random_words
from dpdesk.queries import Prefix
from dpdesk.selftest.audits.audit import Outcomes, audit
from dpdesk.selftest.audits.cases import Case
from dpdesk.selftest.audits.linear import RUNS, Neighbour, claim, neighbours, outcomes
from dpdesk.selftest.audits.verdicts import Claim, Floats, Int64, Verdict
from dpdesk.selftest.report import CheckResult

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
_WORD = 11  # bits of a 64-bit word that a float of 53 bits has no room for


@dataclass(frozen=True, slots=True)
class Planted:
    """A mistake: runs of a mechanism that makes it, and what the mechanism states."""

    name: str
    claim: Claim
    outcomes: Callable[[int], Outcomes]

    def verdict(self, runs: int = RUNS) -> Verdict:
        """The audit's, of so many runs."""
        return audit(self.outcomes(runs), self.claim)


def planted() -> Iterator[Planted]:
    """Every planted mistake, each of which an audit must find."""
    yield from _scales()
    yield from _sensitivities()
    yield from _draws()


def _wrong(name: str, honest: Mechanism, wrong: Mechanism, values: tuple[tuple[int, ...], ...] = ()) -> Planted:
    """`wrong` on the neighbours that are worst for it, held to what `honest` states."""
    granted = honest.loss or PureDP(1)
    case = Case(name, wrong, granted, values)
    held_to = claim(Case(name, honest, granted, values))
    return Planted(name, held_to, lambda runs: outcomes(case, neighbours(case)[0], runs))


def narrowed(mechanism: Mechanism, factor: Fraction) -> Mechanism:
    """The same with noise of `factor` times the width."""
    scale = mechanism.scale
    by = factor if scale.noise == LAPLACE else factor**2
    return replace(mechanism, scale=NoiseScale(scale.noise, (scale.parameter or 1) * by, scale.grid, scale.unit))


def _scales() -> Iterator[Planted]:
    """Noise that is too narrow."""
    for loss in (PureDP(1), ZCDP(2)):
        law = "Laplace" if isinstance(loss, PureDP) else "Gaussian"
        c = 1 if isinstance(loss, PureDP) else 4
        honest = build("histogram", Prefix(4), loss, ADD, rows_per_unit=c)
        yield _wrong(f"{law} noise of half the scale", honest, narrowed(honest, Fraction(1, 2)))
        tree = build("binary-tree", Prefix(4), PureDP(3) if c == 1 else loss, ADD, rows_per_unit=c)
        width = Fraction(2, 3) if c == 1 else Fraction(8165, 10000)  # two levels of three; its root
        yield _wrong(f"{law} noise for a tree of one level less", tree, narrowed(tree, width))
    honest = build("histogram", Prefix(4), PureDP(2), ADD, sums=[SumRange(-3, 5, Fraction(1, 2))])
    twice = replace(
        narrowed(honest, Fraction(1, 2)), sums=tuple(narrowed(block, Fraction(1, 2)) for block in honest.sums)
    )
    yield _wrong("count and sum given the whole loss each", honest, twice, ((-3, 5),))


def _sensitivities() -> Iterator[Planted]:
    """The right noise for other neighbours."""
    for loss in (PureDP(1), ZCDP(2)):
        law, c = ("Laplace", 1) if isinstance(loss, PureDP) else ("Gaussian", 4)
        honest = build("histogram", Prefix(4), loss, ADD, rows_per_unit=c)
        other = replace(honest, relation=Relation(REPLACE, c))
        yield _wrong(f"{law} noise for rows added or removed, where one replaces another", honest, other)
        known = build("binary-tree", Prefix(4), loss, REPLACE, exact_row=True)
        unknown = replace(known, relation=Relation(ADD, 1))
        yield _wrong(f"{law} noise for a known total that is not known", known, unknown)
    honest = build("tree", Prefix(8), ZCDP(Fraction(1, 2)), ADD)
    yield _wrong("units of three rows counted as one", honest, replace(honest, relation=Relation(ADD, 3)))


def _draws() -> Iterator[Planted]:
    """The right scale, drawn wrongly."""
    tree = Case("tree", build("binary-tree", Prefix(8), PureDP(2), ADD), PureDP(2))
    yield _drawn("noise used again on every level", tree, _used_again)
    honest = Case("histogram", build("histogram", Prefix(4), PureDP(1), ADD), PureDP(1))
    yield _drawn("a generator that starts with the same seed", honest, _seeded)
    yield _drawn(
        "noise in steps of two", honest, lambda mechanism, exact, runs: exact + 2 * _noise(mechanism, exact, runs)
    )
    yield _drawn("noise cut off at two", honest, _cut_off)
    yield _drawn("drawn again until it looks good", honest, _until_good)
    pair = neighbours(honest)[0]
    yield Planted("Laplace noise in floating point", claim(honest), lambda runs: _floating(honest, pair, runs))


def _drawn(name: str, case: Case, draw: Callable[[Mechanism, Int64, int], Int64]) -> Planted:
    """The integers of `case` with noise drawn by `draw`."""
    mechanism, pair = case.mechanism, neighbours(case)[0]

    def outcomes(runs: int) -> Outcomes:
        here, there = (draw(mechanism, mechanism._exact(vectors[0]), runs) for vectors in (pair.here, pair.there))
        return Outcomes(here, there)

    return Planted(name, claim(case), outcomes)


def _noise(mechanism: Mechanism, exact: Int64, runs: int) -> Int64:
    return mechanism._noisy(np.zeros_like(exact), runs)


def _used_again(mechanism: Mechanism, exact: Int64, runs: int) -> Int64:
    """The first nodes of every level get the same noise."""
    noise = mechanism.scale.draw(runs * 8).reshape(runs, 8)
    return np.asarray(exact + noise[:, np.arange(exact.size) % 8], dtype=np.int64)


def _seeded(mechanism: Mechanism, exact: Int64, runs: int) -> Int64:
    """The same noise at each release."""
    return np.repeat(mechanism._noisy(exact, 1), runs, axis=0)


def _cut_off(mechanism: Mechanism, exact: Int64, runs: int) -> Int64:
    """No noise larger than two in magnitude."""
    return exact + np.clip(_noise(mechanism, exact, runs), -2, 2)


def _until_good(mechanism: Mechanism, exact: Int64, runs: int) -> Int64:
    """Only releases whose first two numbers are off by at most one."""
    kept = np.empty((0, exact.size), dtype=np.int64)
    while kept.shape[0] < runs:
        noise = _noise(mechanism, exact, runs)
        kept = np.concatenate([kept, noise[(np.abs(noise[:, :2]) <= 1).all(axis=1)]])
    return exact + kept[:runs]


def _floating(case: Case, pair: Neighbour, runs: int) -> Outcomes:
    """Counts of 0 and 1 with the textbook's inverse of the distribution function, as numerical libraries draw it."""
    scale = float(case.mechanism.scale.parameter or 1)
    drawn: list[Floats] = []
    for vectors in (pair.there, pair.here):
        exact = case.mechanism._exact(vectors[0]) - case.mechanism._exact(pair.there[0])
        uniform = (random_words(runs * exact.size) >> np.uint64(_WORD)).astype(np.float64) * 2.0**-53
        with np.errstate(divide="ignore"):
            low, high = np.log(2 * uniform), -np.log(2 - 2 * uniform)
        drawn.append(exact + scale * np.where(uniform < 0.5, low, high).reshape(runs, exact.size))
    return Outcomes(drawn[0], drawn[1])


def caught_with(error: Planted, most: int = RUNS) -> int:
    """The fewest runs, halving from `most`, with which the audit still accuses it; 0 where it does not."""
    runs = 0
    while most >= 30 and error.verdict(most).exceeds:
        runs, most = most, most // 2
    return runs


def run(runs: int = RUNS) -> list[CheckResult]:
    """Accuse every one of them."""
    results = []
    for error in planted():
        verdict = error.verdict(runs)
        results.append(
            CheckResult(
                f"audit: planted error: {error.name}",
                verdict.exceeds,
                f"at least {error.claim.symbol} = {verdict.shown:.2f} shown, {error.claim.stated:.4g} stated "
                f"(2 × {runs} runs): it must be accused, by {verdict.event}",
            )
        )
    return results
