"""`dpdesk derive`: sums, differences and ratios of cells with their error; reads no data."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli.common import Add
from dpdesk.printing import print_json, print_lines
from dpdesk.translation import languages


def add_to(add: Add) -> None:
    """What may be written after `dpdesk derive`."""
    derive = add("derive", _derive, "Sums, differences and ratios of cells with their error; reads no data.")
    derive.add_argument("plan", type=Path, metavar="PLAN")
    derive.add_argument(
        "expressions",
        nargs="+",
        metavar="EXPRESSION",
        help="cells joined by + and -, at most one /: 'people[f,0-17] + people[m,0-17]', 'people#3 / people#1'",
    )
    derive.add_argument("--release", type=Path, metavar="DIR", help="folder of a release of this plan: with its values")
    derive.add_argument("--more-than", type=float, metavar="T", help="the chance of being more than T off")
    derive.add_argument("--language", choices=languages(), default="en", help="of what is printed; default: en")
    derive.add_argument("--json", action="store_true", help="with the covariance of all sums")


def _derive(options: argparse.Namespace) -> int:
    from dataclasses import asdict

    from dpdesk.planning.choosing.candidates import Bench
    from dpdesk.planning.choosing.choose import choose
    from dpdesk.planning.document.plan import Plan
    from dpdesk.publish.proof.released import drawn_for, unbiased_cells
    from dpdesk.release.derivation import Derivation

    chosen = choose(Plan.load(options.plan), None if options.release is None else Bench(drawn_for(options.release)))
    derivation = Derivation(chosen)
    asked = [derivation.parse(text) for text in options.expressions]
    values = None if options.release is None else unbiased_cells(options.release, chosen)
    derived = [derivation.evaluate(expression, values, more_than=options.more_than) for expression in asked]
    if options.json:
        sums = [expression for expression in asked if not expression.bottom]
        print_json(
            {
                "derived": [asdict(result) for result in derived],
                "sums": [expression.text for expression in sums],
                "covariance": derivation.covariance(sums).tolist(),
            }
        )
    else:
        from dpdesk.cli.lines import derived_lines

        print_lines(derived_lines(derived, released=values is not None, language=options.language))
    return 0
