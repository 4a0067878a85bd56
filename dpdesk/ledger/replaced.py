"""Releases made from another file than those before it, and which of these they take the place of.

That a file takes the place of the one before was accepted in writing; whether a release takes the place of another one,
only what it is about can say: both have the same title and reference period, and belong to the same wave. A release of
other tables, or of the next year's file of a register, takes the place of none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dpdesk.ledger import events
from dpdesk.ledger.states import AccountState, ReservationState, State, prints_of

if TYPE_CHECKING:
    from dpdesk.ledger.chain import Entry
    from dpdesk.ledger.store import Store


@dataclass(frozen=True, slots=True)
class Other:
    """Another release, and its day."""

    release: str
    date: str


@dataclass(frozen=True, slots=True)
class OtherFile:
    """That a release was made from another file than those before it: accepted when, why, and by which entry.

    `replaces` is the release whose place it takes, None where there is none; `reworded` says whether what the plan
    itself says of revisions has been written anew since that one ("First release" is not true of both).
    """

    date: str
    reason: str
    entry: int
    replaces: Other | None = None
    reworded: bool = False


@dataclass(frozen=True, slots=True)
class Replacements:
    """Of the finished releases of an account, by their identifiers: from which other file, and replaced by which."""

    files: dict[str, OtherFile] = field(default_factory=dict)
    by: dict[str, Other] = field(default_factory=dict)


def replacements(store: Store, history: State, dataset_id: str) -> Replacements:
    """Look through the finished releases of an account; where no other file was ever accepted there is nothing."""
    found, account = Replacements(), history.accounts[dataset_id]
    if not account.accepted:
        return found
    mine = (one for one in history.reservations.values() if one.reserved.dataset_id == dataset_id)
    earlier: dict[str, list[ReservationState]] = {}
    for release in sorted((one for one in mine if one.state == events.COMMITTED), key=lambda one: _end(one).number):
        about = earlier.setdefault(_about(store, release), [])
        accepted = _acceptance(account, release)
        if accepted is not None:
            former = _former(about, release, accepted)
            replaces = None if former is None else Other(former.release_id, _end(former).date)
            reworded = former is not None and _words(store, former) != _words(store, release)
            other = OtherFile(accepted.date, accepted.text("reason"), accepted.number, replaces, reworded)
            found.files[release.release_id] = other
            if replaces is not None:
                found.by[replaces.release] = Other(release.release_id, _end(release).date)
        about.append(release)
    return found


def _acceptance(account: AccountState, release: ReservationState) -> Entry | None:
    """The last entry that accepted the file of a release before it was charged."""
    reserved = release.reserved
    before = (entry for entry in reversed(account.accepted) if entry.number < reserved.number)
    return next((entry for entry in before if prints_of(entry) & prints_of(reserved)), None)


def _former(about: list[ReservationState], release: ReservationState, accepted: Entry) -> ReservationState | None:
    """The newest of the releases about the same that was finished before, from another file."""
    prints = prints_of(release.reserved)
    before = (one for one in reversed(about) if _end(one).number < accepted.number)
    return next((one for one in before if not prints & prints_of(one.reserved)), None)


def _end(release: ReservationState) -> Entry:
    return release.step(events.COMMITTED)


def _about(store: Store, release: ReservationState) -> str:
    """Title, reference period and wave, as one text; of a plan that cannot be read its own identifier."""
    plan = _plan(store, release)
    if not plan:
        return release.release_id
    about = plan.get("title"), plan.get("reference_period"), release.reserved.body.get("wave")
    return json.dumps(about, sort_keys=True)


def _words(store: Store, release: ReservationState) -> Any:
    """What a plan says of revisions."""
    return _plan(store, release).get("revision")


def _plan(store: Store, release: ReservationState) -> Mapping[str, Any]:
    """The plan of a release, empty where it cannot be read."""
    try:
        plan = json.loads(store.get(release.reserved.text("plan")))
    except ValueError:
        return {}
    return plan if isinstance(plan, dict) else {}
