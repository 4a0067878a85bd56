"""Online is easier than adaptive: the separation of Bun, Steinke and Ullman, section 4, shown on made-up data.

Three figures about n made-up signs x, each with exact noise:
1. Questions fixed in advance: one randomised y answers them all, however many, for one loss.
2. Questions that depend on the answers: the second one names the first answer, and the same y misses it by n − α⟨x, y⟩,
   hundreds of times what is allowed. One answer for everything cannot serve who may choose after having seen it.
3. A fresh y for each question answers adaptive questions too, but the majority of k such answers is the data itself:
   the share of places it gets right, beside what the exact law expects, and what the answers have cost by then.
   100/α² answers are sure to rebuild the data (Lemma 4.3, Theorem 4.2); far fewer do.

Nothing confidential is touched: x is drawn from the operating system's entropy. `python -m
dpdesk.sequential.demonstration` prints it; `--rows`, `--alpha` and `--answers` choose the size.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.privacy.exact import float_up, format_exact, parse_exact
from dpdesk.privacy.noise_tables import random_words
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent
from dpdesk.sequential.correlated_vectors import CorrelatedVectors, Signs, dot, lemma, majority, odd

ROWS = 1 << 23
ALPHA = Fraction(2, 5)
ANSWERS = 33
FIXED = 12
"""How many questions fixed in advance are tried, each about one vector."""
LEAST_ROWS = 64
MOST_ANSWERS = 999

Bits = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What the majority of so many fresh answers knows.

    `right`: share of places; `expected`: by the exact law; `epsilon`: what the answers have cost; `accurate`: whether
    the last of them answered its question, which named all earlier ones.
    """

    answers: int
    right: Fraction
    expected: Fraction
    epsilon: Fraction
    accurate: bool


@dataclass(frozen=True, slots=True)
class Demonstration:
    """The three figures. Deviations are in multiples of what is allowed, α²n/100: 1 or less is accurate.

    `fixed_failure`: how likely, at most, the first figure is above 1; with few rows chance alone exceeds it.
    """

    rows: int
    alpha: Fraction
    epsilon: Fraction
    stated_epsilon: Fraction
    fixed: int
    fixed_worst: Fraction
    fixed_failure: float
    adaptive: Fraction
    rebuilt: tuple[Rebuilt, ...]

    @property
    def sure_after(self) -> int:
        """100/α² answers: then Lemma 4.3 promises a correlation of `sure_correlation` with the data."""
        return -(-100 * self.alpha.denominator**2 // self.alpha.numerator**2)

    @property
    def sure_correlation(self) -> Fraction:
        """What Theorem 4.2 draws from Lemma 4.3, with a = 99α/100 and b = 51α²/50."""
        return lemma(99 * self.alpha / 100, 51 * self.alpha**2 / 50, self.sure_after)

    def to_json(self) -> dict[str, Any]:
        """All figures; exact ones as texts."""
        return {
            "rows": self.rows,
            "alpha": format_exact(self.alpha),
            "loss": {"epsilon": float_up(self.epsilon), "stated": format_exact(self.stated_epsilon)},
            "fixed": {
                "questions": self.fixed,
                "worst": float(self.fixed_worst),
                "failure": self.fixed_failure,
            },
            "adaptive": {"worst": float(self.adaptive)},
            "rebuilt": [
                {
                    "answers": attempt.answers,
                    "right": float(attempt.right),
                    "expected": float(attempt.expected),
                    "epsilon": float_up(attempt.epsilon),
                    "accurate": attempt.accurate,
                }
                for attempt in self.rebuilt
            ],
            "sure": {"answers": self.sure_after, "correlation": float(self.sure_correlation)},
        }

    def lines(self) -> list[str]:
        """The figures in words, for a terminal or a page."""
        each = float_up(self.epsilon)
        text = [
            f"{self.rows:,} made-up signs; correlation alpha = {format_exact(self.alpha)}; one answer costs "
            f"epsilon = {each:.4g} (the source states {format_exact(self.stated_epsilon)}).",
            f"Fixed in advance: {self.fixed} questions, one answer for all of them: {_times(self.fixed_worst)} what is "
            f"allowed, more than once in at most {self.fixed_failure:.2g} of runs; epsilon {each:.4g} in all.",
            f"Chosen after seeing that answer: the same answer misses by {_times(self.adaptive)} what is allowed.",
            "A fresh answer for each question; the majority of the answers against the data:",
            "  answers  epsilon so far  places right  expected  question answered",
        ]
        for attempt in self.rebuilt:
            text.append(
                f"  {attempt.answers:7d}  {float_up(attempt.epsilon):14.4g}  {100 * float(attempt.right):10.2f} %"
                f"  {100 * float(attempt.expected):6.2f} %  {'yes' if attempt.accurate else 'no'}"
            )
        text.append(
            f"After {self.sure_after} accurate answers the lemma promises a correlation of "
            f"{float(self.sure_correlation):.2f} with the data."
        )
        return text


def demonstrate(
    rows: int = ROWS, alpha: Fraction = ALPHA, answers: int = ANSWERS, progress: Progress = silent
) -> Demonstration:
    """Draw made-up signs and the answers; BadInput for sizes that show nothing."""
    if rows < LEAST_ROWS:
        raise BadInput(problem("sequential.demonstration_rows", least=LEAST_ROWS))
    if odd(answers) > MOST_ANSWERS:
        raise BadInput(problem("sequential.demonstration_answers", most=MOST_ANSWERS))
    mechanism = CorrelatedVectors(alpha)
    tolerance = mechanism.tolerance(rows)
    x = made_up(rows)
    y = mechanism.randomise(x)
    fixed = [made_up(rows) for _ in range(FIXED)]
    worst = max(mechanism.deviation(x, y, v) for v in (x, *fixed)) / tolerance
    adaptive = mechanism.deviation(x, y, y) / tolerance
    epsilon = mechanism.exact_loss.epsilon
    total = np.zeros(rows, dtype=np.int16)
    held = _packed(x)
    named: list[tuple[Bits, Fraction]] = [(held, alpha * rows)]  # each vector v with α⟨x, v⟩
    rebuilt: list[Rebuilt] = []
    for asked in range(1, answers + 1):
        fresh = mechanism.randomise(x)
        total += fresh
        bits = _packed(fresh)
        accurate = all(abs(_dot(bits, v, rows) - wanted) <= tolerance for v, wanted in named)
        named.append((bits, alpha * _dot(held, bits, rows)))
        if asked % 2:
            right = Fraction(rows + dot(majority(total), x), 2 * rows)
            rebuilt.append(Rebuilt(asked, right, mechanism.majority_share(asked), asked * epsilon, accurate))
        progress("answering", asked / answers)
    failure = mechanism.failure(rows, FIXED)
    stated = mechanism.stated_loss.epsilon
    return Demonstration(rows, alpha, epsilon, stated, FIXED, worst, failure, adaptive, tuple(rebuilt))


def _packed(x: Signs) -> Bits:
    """Eight signs a byte."""
    return np.packbits(x > 0)


def _dot(x: Bits, y: Bits, rows: int) -> int:
    """⟨x, y⟩ of packed signs."""
    return rows - 2 * int(np.bitwise_count(x ^ y).sum(dtype=np.int64))


def made_up(rows: int) -> Signs:
    """Fair signs from the operating system's entropy."""
    bits = np.unpackbits(random_words(-(-rows // 64)).view(np.uint8))[:rows]
    return np.where(bits == 1, np.int8(1), np.int8(-1)).astype(np.int8)


def _times(share: Fraction) -> str:
    return f"{float(share):.3g} times"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the demonstration; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m dpdesk.sequential.demonstration", description="Made-up data only.")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--alpha", default=format_exact(ALPHA))
    parser.add_argument("--answers", type=int, default=ANSWERS)
    given = parser.parse_args(arguments)
    try:
        shown = demonstrate(given.rows, parse_exact(given.alpha), given.answers)
    except DpdeskError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    print("\n".join(shown.lines()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
