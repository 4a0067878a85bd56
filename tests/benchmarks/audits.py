"""The audits at full size: `python tests/benchmarks/audits.py [--runs N] [--only WORD]`.

Every case of the self-test's audit of linear mechanisms and of adaptive detail, of every cell as neighbour (of pairs
of cells the worst and others, at most `--pairs`), 150,000 runs on either input of which 100,000 judge, prints what is
shown of what is stated. Beside each the same with noise a tenth too narrow, on the worst neighbours.
Then how few runs catch each planted error. Takes about a quarter of an hour.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from dpdesk.mechanisms.catalogue import ROWS
from dpdesk.selftest.audits import detail as audit_detail
from dpdesk.selftest.audits import planted as audit_planted
from dpdesk.selftest.audits.cases import Case, cases, further_cases
from dpdesk.selftest.audits.linear import audits, claim, neighbours, outcomes, some
from dpdesk.selftest.audits.planted import narrowed
from dpdesk.selftest.audits.verdicts import Verdict

RUNS = 150_000
PAIRS = 8


def narrower(case: Case, factor: Fraction) -> Case:
    """The case with all its noise `factor` times as wide, held to nothing."""
    own = narrowed(case.mechanism, factor)
    return replace(case, mechanism=replace(own, sums=tuple(narrowed(one, factor) for one in own.sums)))


def control(case: Case, factor: Fraction, runs: int) -> Verdict:
    """The verdict on noise that is `factor` times as wide as it must be, on the worst neighbours."""
    from dpdesk.selftest.audits.audit import audit

    wrong = narrower(case, factor)
    return audit(outcomes(wrong, neighbours(case)[0], runs), claim(case))


def lines(runs: int, most: int, only: str = "") -> Sequence[str]:
    """Print a line a case, and return them."""
    told = []
    every = [case for name in ROWS for case in cases(name)] + list(further_cases())
    for case in every:
        if only not in case.name:
            continue
        pairs = some(neighbours(case), most - 1)
        found = audits(case, pairs, runs)
        shown, own = max(one.shown for one in found), claim(case)
        wrong = control(case, Fraction(9, 10), runs)
        told.append(
            f"{case.name}: {own.symbol} {shown:.3f} of {own.stated:.4g} shown, {len(pairs)} neighbours, "
            f"{sum(one.exceeds for one in found)} accused; a tenth narrower: {wrong.shown:.3f}, "
            f"{'caught' if wrong.exceeds else 'not caught'}"
        )
        print(told[-1], flush=True)
    for trial in audit_detail.trials():
        if only in trial.name:
            one = trial.verdict(runs)
            told.append(f"{trial.name}: {trial.claim.symbol} {one.shown:.3f} of {trial.claim.stated:.4g} shown")
            print(told[-1], flush=True)
    for error in audit_planted.planted():
        if only in error.name:
            told.append(f"planted: {error.name}: caught with 2 × {audit_planted.caught_with(error)} runs")
            print(told[-1], flush=True)
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python tests/benchmarks/audits.py", description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N")
    parser.add_argument("--pairs", type=int, default=PAIRS, metavar="N")
    parser.add_argument("--only", default="", metavar="WORD", help="only cases whose name has this in it")
    options = parser.parse_args(arguments)
    lines(options.runs, options.pairs, options.only)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
