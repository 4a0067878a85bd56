"""`dpdesk forecast`: the error of each method for a plan; reads no data."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli.common import Add, add_style, style_named
from dpdesk.printing import print_json, print_lines


def add_to(add: Add) -> None:
    """What may be written after `dpdesk forecast`."""
    forecast = add("forecast", _forecast, "The error of each method for a plan; reads no data.")
    forecast.add_argument("plan", type=Path, metavar="PLAN")
    forecast.add_argument("--numerical", action="store_true", help="also methods found by optimisation; takes a while")
    forecast.add_argument("--least-budget", action="store_true", help="the least budget that meets the plan's targets")
    add_style(forecast)
    forecast.add_argument("--json", action="store_true")


def _forecast(options: argparse.Namespace) -> int:
    from dpdesk.cli.lines import forecast_lines, least_budget_lines
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.forecast.forecast import Forecaster

    plan, forecaster = Plan.load(options.plan).in_style(style_named(options)), Forecaster()
    result = forecaster.forecast(plan, numerical=options.numerical)
    if options.numerical or not options.json:  # plain JSON is the window's forecast, key by key
        gammas = forecaster.gammas(plan)
        for group in result["groups"]:
            gamma = gammas[group["group"]]
            group["gamma"], group["gamma_bound"] = gamma if gamma is not None else (None, None)
    if options.least_budget:
        from dpdesk.planning.aids.least_budget import fitted_budget, least_budget

        least = least_budget(plan, forecaster=forecaster)
        fitted = fitted_budget(plan, least, forecaster=forecaster)
        result["least_budget"] = least.to_json()
        result["fitted_budget"] = None if fitted is None else fitted.to_json()
    if options.json:
        print_json(result)
        return 0
    if options.least_budget:
        print_lines(least_budget_lines(result["least_budget"], result["fitted_budget"]))
        print()
    print_lines(forecast_lines(result))
    return 0
