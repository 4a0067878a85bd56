"""`dpdesk plan decimals`: as many decimals as the noise of each measure wants, written into the plan."""

from __future__ import annotations

import argparse

from dpdesk.cli.common import answer
from dpdesk.schema.editing.saving import write_json


def write_decimals(options: argparse.Namespace) -> int:
    """Write the decimals of measures that are printed more coarsely than their noise; those the plan names stay."""
    from dpdesk.planning.aids.decimals import fitting_decimals
    from dpdesk.planning.choosing.checks import check_plan
    from dpdesk.planning.document.plan import Plan

    plan = Plan.load(options.plan)
    tree, found = plan.to_json(), fitting_decimals(plan)
    lines, changed = [str(options.plan)], []
    for one in found:
        table = tree["tables"][one.table]
        table["measures"][one.measure]["decimals"] = one.wanted
        lines.append(f"{table['name']}, {one.label}: {one.wanted} decimals in the place of {one.usual}")
        changed.append({"table": table["name"], "measure": one.label, "usual": one.usual, "decimals": one.wanted})
    if found:
        check_plan(Plan.from_json(tree, plan.dictionary, plan.file))
        write_json(options.plan, tree)
    elif plan.reference is None:
        lines.append("How many decimals the noise wants needs planning figures; nothing was changed.")
    else:
        lines.append("No measure is printed more coarsely than its noise; nothing was changed.")
    return answer(options, {"file": str(options.plan), "changed": changed}, lines)
