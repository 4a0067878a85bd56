"""The waves of a series as JSON, and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.ledger.terms import amount_to_json, in_short
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.ledger.ledger import Ledger


def series_tree(ledger: Ledger, names: Sequence[str]) -> dict[str, Any]:
    """For each account its waves: those begun with what they spent, and what every one may spend."""
    entries = []
    for name in names:
        series = ledger.series(name)
        if series is None:
            raise BadInput(problem("ledger.no_series", account=name))
        begun = [
            {
                "wave": number,
                "day": wave.day,
                "spent": in_short(series.spent(number), up=True),
                "left": in_short(series.left(number), up=False),
                "releases": list(wave.charges),
            }
            for number, wave in enumerate(series.begun, 1)
        ]
        remaining = {key: value for key, value in ledger.remaining(name).items() if not key.endswith("_float")}
        entries.append(
            {
                "dataset": name,
                "waves": series.waves,
                "each": amount_to_json(series.each),
                "most": series.most,
                "begun": begun,
                "remaining": remaining,
            }
        )
    return {"series": entries}


def series_lines(tree: Mapping[str, Any]) -> Iterator[str]:
    """What `series_tree` says."""
    if not tree["series"]:
        yield "No account has a series."
    for series in tree["series"]:
        begun, waves = len(series["begun"]), series["waves"]
        rule = f"; no unit is in more than {series['most']}" if series["most"] < waves else ""
        yield f"{series['dataset']}: {begun} of {waves} waves begun; each may spend {_amount(series['each'])}{rule}"
        for wave in series["begun"]:
            releases = ", ".join(wave["releases"])
            yield (
                f"{wave['wave']:>6}  {wave['day']}  spent {_amount(wave['spent'])}, left {_amount(wave['left'])}  "
                f"{releases}"
            )
        yield f"Left of the account: {_amount(series['remaining'])}."


def _amount(amount: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in amount.items())
