"""`dpdesk widths`: rounding against noise by the width of bins, on public planning figures."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli.common import Add, answer


def add_to(add: Add) -> None:
    """What may be written after `dpdesk widths`."""
    widths = add("widths", _widths, "Rounding against noise by the width of bins, on public planning figures.")
    widths.add_argument("plan", type=Path, metavar="PLAN")
    widths.add_argument("--variable", required=True, metavar="NAME", help="a variable with narrow bins of equal width")
    widths.add_argument("--group", metavar="NAME", help="at this group's part of the loss; default: all of it")
    widths.add_argument("--quantile", default="1/2", metavar="Q", help="whose error is given beside; default: 1/2")
    widths.add_argument("--json", action="store_true")


def _widths(options: argparse.Namespace) -> int:
    from dpdesk.planning.aids.bin_widths import widths_for_plan
    from dpdesk.planning.document.plan import Plan
    from dpdesk.privacy.exact import parse_exact

    plan = Plan.load(options.plan)
    comparison = widths_for_plan(plan, options.variable, group=options.group, quantile=parse_exact(options.quantile))
    from dpdesk.cli.lines import width_lines

    return answer(options, comparison.to_json(), width_lines(comparison.to_json(), options.variable))
