"""Adaptive detail in words, from a forecast's entry: alike in window and terminal; publications say it in theirs."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from dpdesk.translation import translatable

DETAIL = translatable(
    "How finely each of {areas} areas ({variable}) is shown depends on its number of records, measured first with "
    "{share} of the group's part and a noise margin of {margin}; the rest pays for what is shown, whatever the levels "
    "turn out to be."
)


def detail_words(entry: Mapping[str, Any]) -> str:
    """What decides the level of an area, and what that costs."""
    margin = ceil(float(entry["size_margin"]) - 1e-9)
    return DETAIL.format(
        areas=f"{entry['areas']:,}", variable=entry["variable"], share=entry["first_share"], margin=f"{margin:,}"
    )


def level_words(line: Mapping[str, Any]) -> str:
    """Which areas a level is for and what it shows: "from 500 (very likely from 527): sex by age4"."""
    likely = "" if line["from"] == "0" else f" (very likely from {line['likely_from']:,})"
    return f"from {line['from']}{likely}: {' by '.join(line['cells']) or 'totals only'}"
