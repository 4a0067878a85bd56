"""The result of one check of the self-test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was checked, whether it holds, and the figures in a sentence."""

    name: str
    passed: bool
    detail: str
