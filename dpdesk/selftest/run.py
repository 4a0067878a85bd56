"""Every part of the self-test, in order: what it is called, what it checks, and how it is run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dpdesk.selftest.report import CheckResult

Checks = Callable[[], list[CheckResult]]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the self-test: what it checks in a sentence, and its functions."""

    sentence: str
    load: Callable[[], list[Checks]]


def _samplers() -> list[Checks]:
    from dpdesk.selftest import freshness, samplers

    return [samplers.run, freshness.run]


def _audit() -> list[Checks]:
    from dpdesk.selftest.audits import detail, drawn, linear, planted, sequential

    return [module.run for module in (linear, detail, drawn, sequential, planted)]


def _accounting() -> list[Checks]:
    from dpdesk.selftest import accounting

    return [accounting.run]


def _ledger() -> list[Checks]:
    from dpdesk.selftest.drills import board, ledger, session

    return [ledger.run, session.run, board.run]


def _offline() -> list[Checks]:
    from dpdesk.selftest import offline

    return [offline.run]


def _files() -> list[Checks]:
    from dpdesk.selftest import installed

    return [installed.run]


PARTS: dict[str, Part] = {
    "samplers": Part(
        "the noise drawn follows the stated laws and never comes twice; laws a tenth off are rejected", _samplers
    ),
    "audit": Part(
        "each mechanism run thousands of times on the worst neighbours shows no more loss than it states, its columns "
        "and its noise are as stated; planted errors are accused",
        _audit,
    ),
    "accounting": Part("conversions, calibrations and accounts against known figures", _accounting),
    "ledger": Part("faults, altered bytes, older copies, sessions and approvals, in a temporary folder", _ledger),
    "offline": Part("files are read without the network, the database engine fetches nothing", _offline),
    "files": Part("checksums of the installed files and of the packages needed", _files),
}
"""The parts by name; the offline check comes after those that load most of the program."""


def checks(parts: Sequence[str] = tuple(PARTS)) -> Iterator[CheckResult]:
    """Run these parts and yield each result as it is found; all of them take about a minute."""
    for name in PARTS:
        if name in parts:
            for check in PARTS[name].load():
                yield from check()
