"""What a list of audits found: mechanisms that must not be accused, and planted errors that must be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from dpdesk.selftest.audits.verdicts import Claim, Verdict
from dpdesk.selftest.report import CheckResult


class Audited(Protocol):
    """Something to be run on two neighbouring inputs, what it states of them, and whether that is wrong on purpose."""

    @property
    def name(self) -> str:
        """What the report calls it."""

    @property
    def wrong(self) -> bool:
        """Whether it must be accused."""

    @property
    def claim(self) -> Claim:
        """The loss it states of the two inputs."""

    def verdict(self, runs: int) -> Verdict:
        """The audit's, of so many runs."""


def results(every: Iterable[Audited], runs: int) -> list[CheckResult]:
    """Run all of them; each with the loss that was shown beside the one that is stated."""
    checks = []
    for audited in every:
        verdict = audited.verdict(runs)
        shown = (
            f"at least {audited.claim.symbol} = {max(verdict.shown, 0.0):.2f} shown, {audited.claim.stated:.4g} stated"
        )
        accused = f": it must be accused, by {verdict.event}" if audited.wrong else ""
        detail = f"{shown} (2 × {verdict.runs} runs){accused}"
        checks.append(CheckResult(f"audit: {audited.name}", verdict.exceeds is audited.wrong, detail))
    return checks
