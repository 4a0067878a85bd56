"""The next wave of a series in one step: the plan of the last one, with its day in the texts, for another file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.planning.document.plan import Plan
from dpdesk.problems.problem import problem
from dpdesk.release.stored import current_plan
from dpdesk.translation import MONTHS, PUBLICATIONS, translated

if TYPE_CHECKING:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.reservation import StoredRelease
    from dpdesk.ledger.series import Wave


def plan_of_next(ledger: Ledger, dataset_id: str, day: str, like: str = "") -> Plan:
    """The plan of the last finished wave of an account, with the texts of the wave of a day (YYYY-MM-DD).

    like: the release whose plan goes on, where the last wave has several.

    Raises:
        BadInput: no wave is finished, or the last one has several releases and none of them is named.
    """
    last = ledger.release(like) if like else _last(ledger, dataset_id)
    series, plan = ledger.series(dataset_id), current_plan(last)
    begun = [] if series is None else series.begun
    before = next((wave.day for wave in begun if last.release_id in wave.charges), day)
    return with_day(plan, before, day)


def _last(ledger: Ledger, dataset_id: str) -> StoredRelease:
    """The release of the last wave that has a finished one."""
    series = ledger.series(dataset_id)
    for number in range(0 if series is None else len(series.begun), 0, -1):
        charged = [] if series is None else series.begun[number - 1].charges
        releases = [
            release
            for release in ledger.releases(dataset_id)
            if release.release_id in charged and release.withdrawn is None
        ]
        if len({release.meaning for release in releases}) > 1:
            names = tuple(release.release_id for release in releases)
            raise BadInput(problem("release.several_last", wave=number, account=dataset_id, releases=names))
        if releases:
            return releases[-1]
    raise BadInput(problem("release.no_last_wave", account=dataset_id))


def with_day(plan: Plan, old: str, new: str) -> Plan:
    """A plan in whose texts one day, or its month, stands for another; its meaning stays what it was."""
    made = Plan.from_json(_replaced(plan.to_json(), old, new), plan.dictionary, plan.file)
    return made if made.meaning == plan.meaning else plan


def _replaced(tree: Any, old: str, new: str, language: str = "") -> Any:
    if isinstance(tree, dict):
        return {key: _replaced(value, old, new, key if re.fullmatch("[a-z]{2}(-.+)?", key) else "") for key, value in
                tree.items()}  # fmt: skip
    if isinstance(tree, list):
        return [_replaced(entry, old, new, language) for entry in tree]
    if not language or not isinstance(tree, str):
        return tree
    for before, after in zip(_spellings(old, language), _spellings(new, language), strict=True):
        tree = re.sub(rf"(?<!\w){re.escape(before)}(?!\w)", after, tree)
    return tree


def _spellings(day: str, language: str) -> list[str]:
    """How a text may write a day or its month, the longer ones first."""
    year, month, number = day.split("-")
    name = translated(PUBLICATIONS, MONTHS[int(month) - 1], language)
    return [day, f"{int(number)} {name} {year}", f"{int(number)}. {name} {year}", f"{name} {year}", f"{year}-{month}"]


def wave_before(ledger: Ledger, now: StoredRelease) -> StoredRelease:
    """The newest release of the nearest wave before that of a release, of the same plan where there is one.

    Raises:
        BadInput: no wave before it has a finished release.
    """
    series = ledger.series(now.dataset_id)
    begun = [] if series is None else series.begun
    number = next((position for position, wave in enumerate(begun) if now.release_id in wave.charges), 0)
    for wave in reversed(begun[:number]):
        if (release := _of_wave(ledger, now.dataset_id, wave, now.meaning)) is not None:
            return release
    raise BadInput(problem("release.no_earlier_wave", release=now.release_id))


def every_wave(ledger: Ledger, dataset_id: str) -> list[StoredRelease]:
    """A release of each wave that was begun, in their order: of the last one's plan where there is one.

    Raises:
        BadInput: a wave has no finished release.
    """
    last = _last(ledger, dataset_id)
    releases = []
    series = ledger.series(dataset_id)
    for number, wave in enumerate([] if series is None else series.begun, 1):
        release = _of_wave(ledger, dataset_id, wave, last.meaning)
        if release is None:
            raise BadInput(problem("release.wave_missing", wave=number, account=dataset_id))
        releases.append(release)
    return releases


def _of_wave(ledger: Ledger, dataset_id: str, wave: Wave, meaning: str) -> StoredRelease | None:
    """The newest finished release of a wave that was not withdrawn, of a plan where there is one."""
    finished = [
        release
        for release in ledger.releases(dataset_id)
        if release.withdrawn is None and release.release_id in wave.charges
    ]
    releases = [release for release in finished if release.meaning == meaning] or finished
    return releases[-1] if releases else None
