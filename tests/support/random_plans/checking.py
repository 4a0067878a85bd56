"""All checks on one seed."""

from __future__ import annotations

import traceback
from collections.abc import Iterator

from random_plans.case import Case
from random_plans.invariants import Finding, agrees, is_adjusted, is_decoded, is_true, is_whole, is_within, read
from random_plans.noiseless import released


def check(made: Case, *, within: bool = True) -> list[Finding]:
    """What is wrong with a release of a case without noise, and one with it, and with what it is made of."""
    return [*is_decoded(made), *without(made), *with_noise(made, within=within)]


def without(made: Case) -> Iterator[Finding]:
    """What is wrong with a release without noise."""
    known = read(made)
    try:
        found = released(made, noise=False)
    except Exception as problem:
        yield Finding("raises without noise", _place(problem))
        return
    yield from (*is_adjusted(found), *is_true(known, found), *is_whole(known, found), *agrees(known, found))


def with_noise(made: Case, *, within: bool = True) -> Iterator[Finding]:
    """What is wrong with a release as it is made."""
    known = read(made)
    try:
        found = released(made, noise=True)
    except Exception as problem:
        yield Finding("raises with noise", _place(problem))
        return
    for one in (*is_adjusted(found), *is_whole(known, found), *agrees(known, found)):
        yield Finding(f"{one.kind}, with noise", one.where)
    if within:
        yield from is_within(known, found)


def _place(problem: Exception) -> str:
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__} at {last.filename.rpartition('/')[2]}:{last.lineno}: {problem}"
