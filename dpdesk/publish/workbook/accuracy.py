"""The page *Accuracy*: what was promised before the data were read, a line for each table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.promised import detail_words, level_words, target_words
from dpdesk.publish.documents.sampling import adds_words, has_sampling
from dpdesk.publish.documents.words import number, said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.sheet import Cell
from dpdesk.publish.workbook.titles import Place
from dpdesk.release.result import UNRELIABLE, Release
from dpdesk.translation import translatable

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Item

_COUNTS = ("count", "interval", "cdf", "prefix")


def accuracy_rows(
    release: Release, places: Sequence[Place], language: str = "en"
) -> tuple[tuple[str, ...], list[list[Cell]]]:
    """Headings and one row a table, or a level of one; from `release.forecast`, the JSON of `dpdesk forecast`.

    Cells of a level are those it shows of one area. What no table has is not spoken of: targets, unreliable cells.
    """
    targets = release.forecast.get("targets", ())
    unreliable = any(flag == UNRELIABLE for flag, _, _ in facts.marks(release))
    widest = "Widest noise margin of a count ({level})" if _counts_alone(places) else "Widest noise margin ({level})"
    heads = [
        said(language, "Table"),
        said(language, "Title"),
        said(language, "Cells"),
        said(language, "Typical error"),
        said(language, widest, level=facts.level(release)),
        *([said(language, "Cells marked unreliable")] if unreliable else []),
        said(language, "In words"),
        *([said(language, "Noise beside sampling")] if has_sampling(release) else []),
        *([said(language, "Targets")] if targets else []),
    ]
    promised = {str(one.get("table")): one for one in release.forecast.get("tables", ())}
    rows: list[list[Cell]] = []
    for at, table in enumerate(dict.fromkeys(place.table for place in places), 1):
        shell = table.shell
        promise = promised.get(shell.name, {})
        detail = promise.get("detail")
        title = carried(shell.title.show(language) or shell.name)
        lines = [(title, shell.cells, chosen_row(promise), "")]
        if isinstance(detail, Mapping):  # a line for each level, since noisy sizes choose among them
            dictionary, said_of = release.dictionary, f" {detail_words(detail, release.dictionary, language)}"
            lines = [
                (f"{title}: {level_words(one, dictionary, language)}", int(one["shown"]), one, said_of)
                for one in detail["levels"]
            ]
        items = shell.items[:1000]
        marked = sum(UNRELIABLE in str(flag) for flag in table.flag.ravel().tolist())
        for name, cells, row, more in lines:
            rows.append(
                [
                    ("text", str(at), False),
                    ("text", name, False),
                    ("number0", str(cells), True),
                    _figure(row.get("rmse"), language),
                    _figure(_widest(row, items), language),
                    *([("number0", str(marked), True)] if unreliable else []),
                    ("text-after", carried(error_words(row, language, items) + more), False),
                    *([("text", carried(adds_words(table, language)), False)] if has_sampling(release) else []),
                    *(
                        [("text", carried(target_words(release.plan, targets, shell.name, language)), False)]
                        if targets
                        else []
                    ),
                ]
            )
    return tuple(heads), rows


def _counts_alone(places: Sequence[Place]) -> bool:
    """Whether a margin is promised of counts alone: every table has some, and one has figures of other kinds, too."""
    kinds = [{item.plain is None and item.kind in _COUNTS for item in place.table.shell.items} for place in places]
    return all(True in own for own in kinds) and any(False in own for own in kinds)


def error_words(row: Mapping[str, Any], language: str, items: Sequence[Item]) -> str:
    """What the errors of a table that shows such items come to, in words: of unweighted counts, where it has some."""
    rmse, margin = row.get("rmse"), _widest(row, items)
    if not isinstance(rmse, int | float) or not isinstance(margin, int | float) or not max(rmse, margin) < 1e15:
        return said(language, "This was not worked out before the release.")
    about = next((item.label.show(language) for item in items if item.code == row.get("errors_of")), "")
    if row.get("errors_of"):
        named = f"{carried(about or said(language, 'weighted counts'))}: "
        sentence = "Noise moves a figure by about {typical}; no margin is expected to be wider than {widest}."
        return named + said(language, sentence, typical=_rounded(rmse, language), widest=_rounded(margin, language))
    if any(item.plain is not None for item in items):
        sentence = (
            "Noise moves an unweighted count by about {typical}; no margin of one is expected to be wider than "
            "{widest}. Weighted figures have margins of their own."
        )
    elif any(item.kind in _COUNTS for item in items):
        sentence = "Noise moves a count by about {typical}; no margin of a count is expected to be wider than {widest}."
    else:
        sentence = "Noise moves a figure by about {typical}; no margin is expected to be wider than {widest}."
    words = said(language, sentence, typical=_rounded(rmse, language), widest=_rounded(margin, language))
    ranks = "" if row.get("rank_error") is None else f" {rank_words(row, language)}"
    return f"{words}{ranks}"


def _widest(row: Mapping[str, Any], items: Sequence[Item]) -> Any:
    """The widest margin, which counts have in whole numbers: as wide as it is printed beside one."""
    margin = row.get("margin_max")
    counted = not row.get("errors_of") and any(item.plain is None and item.kind in _COUNTS for item in items)
    return math.ceil(round(margin, 6)) if counted and isinstance(margin, int | float) and margin < 1e15 else margin


def _rounded(value: float, language: str) -> str:
    return number(language, *_above(value))


def _above(value: float) -> tuple[float, int]:
    """A figure rounded up, and its decimals: a promise is not made better by rounding, and needs few digits."""
    decimals = 0 if value >= 10 or isinstance(value, int) else 1 if value >= 1 else 2
    return math.ceil(round(value * 10**decimals, 6)) / 10**decimals, decimals


def chosen_row(promise: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row of the forecast for the method that was chosen; empty if the forecast does not say."""
    name, noise = promise.get("chosen"), promise.get("chosen_noise")
    fitting = [
        row
        for row in promise.get("mechanisms", ())
        if row.get("mechanism") == name and noise in (None, row.get("noise")) and row.get("available", True)
    ]
    return min(fitting, key=lambda row: row.get("objective") or float("inf"), default={})


def rank_words(row: Mapping[str, Any], language: str = "en") -> str:
    """How far off a quantile is in ranks, and how far its limits reach; rounded up."""
    limits, expected = row.get("limit_ranks"), row.get("expected_rank_error")
    off = said(language, "Quantiles are about {ranks} ranks off", ranks=_tenths(row["rank_error"], language))
    figures = ""
    if expected is not None:
        figures = f" ({said(language, '{ranks} expected on the planning figures', ranks=_tenths(expected, language))})"
    reach = said(language, "the limits are the ends of the variable")
    if limits is not None:
        reach = said(language, "limits reach {ranks} ranks", ranks=number(language, math.ceil(limits)))
    return f"{off}{figures}; {reach}."


def _tenths(value: float, language: str) -> str:
    tenths = math.ceil(value * 10)
    return number(language, tenths / 10, 0 if tenths % 10 == 0 else 1)


def method_words(row: Mapping[str, Any], language: str = "en") -> str:
    """A mechanism's name, its noise and its sentence from the catalogue."""
    name = row.get("mechanism")
    if not name:
        return said(language, "not stated")
    from dpdesk.mechanisms import catalogue
    from dpdesk.mechanisms.quantiles.mechanism import SENTENCES

    sentence = said(language, str({**catalogue(), **SENTENCES}.get(name, "")).strip())
    if row.get("rank_error") is not None:
        sentence = f"{sentence} {rank_words(row, language)}".strip()
    noise = translatable({"laplace": "discrete Laplace noise", "gaussian": "discrete Gaussian noise"}).get(
        str(row.get("noise")), ""
    )
    start = said(language, str(name))
    start = start.replace("-", " ") if start == name else start  # not as the plan spells it
    start = f"{start}, {said(language, noise)}" if noise else start
    return f"{start[:1].upper()}{start[1:]}. {sentence}".strip()


def _figure(value: object, language: str) -> Cell:
    """A promised figure, as the words beside it say it."""
    if not isinstance(value, int | float) or not value < 1e15:
        return ("symbol", said(language, "not stated"), False)
    rounded, decimals = _above(value)
    return (f"number{decimals}", f"{rounded:.{decimals}f}", True)
