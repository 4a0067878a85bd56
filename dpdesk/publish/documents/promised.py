"""What was promised of targets and adaptive detail, in words: from the forecast that is kept with a release."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from dpdesk.planning.document.names import statistic_words
from dpdesk.planning.forecast.detail_words import DETAIL
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import from_json
from dpdesk.problems.readers import Window
from dpdesk.problems.render import render
from dpdesk.publish.documents.words import grouped, number, said
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.planning.document.model import TargetRecord
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.dictionary import Dictionary

_OTHER = "This target could not be judged."


def detail_words(entry: Mapping[str, Any], dictionary: Dictionary, language: str) -> str:
    """What decides the level of an area, and what that costs."""
    return said(
        language,
        DETAIL,
        areas=number(language, entry["areas"]),
        variable=statistic_words(dictionary, str(entry["variable"])).show(language),
        share=entry["first_share"],
        margin=number(language, ceil(float(entry["size_margin"]) - 1e-9)),
    )


def level_words(line: Mapping[str, Any], dictionary: Dictionary, language: str) -> str:
    """Which areas a level is for and what it shows: "areas from 500 (very likely from 527): Sex by Age"."""
    names = [statistic_words(dictionary, str(one)).show(language) for one in line["cells"]]
    shown = _by(names, language) if names else said(language, "totals only")
    start = grouped(language, str(line["from"]))
    if line["from"] == "0":
        return said(language, "areas from {start}: {cells}", start=start, cells=shown)
    likely = number(language, line["likely_from"])
    words = "areas from {start} (very likely from {likely}): {cells}"
    return said(language, words, start=start, likely=likely, cells=shown)


def _by(names: list[str], language: str) -> str:
    found = names[0]
    for name in names[1:]:
        found = said(language, "{first} by {second}", first=found, second=name)
    return found


def target_words(plan: Plan, targets: Any, table: str, language: str) -> str:
    """The targets for a table and what they come to; "none" where it has none."""
    found = []
    for one in targets:
        if one.get("table") != table:
            continue
        at = one.get("target")
        known = isinstance(at, int) and 0 <= at < len(plan.targets)
        about = Text(one["about"]).show(language) if one.get("about") else None
        aim = aim_words(plan, plan.targets[at], language, about) if known else str(one.get("words"))
        if one.get("why_not"):
            found.append(f"{aim}: {_reason(one, language)}")
        else:
            come = said(language, "{shown}, met" if one.get("met") else "{shown}, not met", shown=_shown(one, language))
            found.append(f"{aim}: {come}")
    return "; ".join(found) or said(language, "no target")


def aim_words(plan: Plan, record: TargetRecord, language: str, about: str | None = None) -> str:
    """A target in words: "noise margin (90 %) at most 50 on Sex by Age"; `about` what a figure is called."""
    if record.margin is not None:
        limit = _limit(parse_exact(record.margin), language)
        what = said(language, "noise margin ({level} %) at most {limit}", level=plan.level, limit=limit)
    else:
        what = said(language, "CV at most {limit} %", limit=_limit(parse_exact(record.cv or "0") * 100, language))
    on = said(language, "all counts")
    if record.cells is not None:
        on = about or ", ".join(statistic_words(plan.dictionary, name).show(language) for name in record.cells)
    if record.above is None:
        return said(language, "{what} on {counts}", what=what, counts=on)
    words = "{what} on {counts} that the planning figures put above {above}"
    return said(language, words, what=what, counts=on, above=number(language, record.above))


def _reason(one: Mapping[str, Any], language: str) -> str:
    """Why a target cannot be judged; in general where only an English sentence was kept."""
    if one.get("refused"):
        return render(from_json(one["refused"]), Window(), language)
    return str(one["why_not"]) if language.split("-")[0] == "en" else said(language, _OTHER)


def _limit(value: Fraction, language: str) -> str:
    digits = f"{float(value):.6g}" if value < 1_000_000 else f"{float(value):.0f}"
    return grouped(language, digits)


def _shown(one: Mapping[str, Any], language: str) -> str:
    """What is reached, "±1,234.5" or "12.5 %", with the marks of the language."""
    digits = re.sub(r"[^0-9.]", "", shown := str(one.get("shown")))
    return f"{'≈ ' * ('≈' in shown)}{'±' * ('±' in shown)}{grouped(language, digits)}{' %' * ('%' in shown)}"
