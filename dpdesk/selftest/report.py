"""The result of one check of the self-test, and the report of them all for the file of a security officer."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was checked, whether it holds, and the figures in a sentence."""

    name: str
    passed: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was found on this machine on one day. `parts` names what was checked; `all` says whether that is
    everything.
    """

    version: str
    day: str
    machine: dict[str, str]
    parts: tuple[str, ...]
    all: bool
    checks: tuple[CheckResult, ...]

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(check.passed for check in self.checks)

    @property
    def verdict(self) -> str:
        """What follows, in a sentence."""
        if not self.passed:
            return "Do not release anything on this machine."
        if not self.all:
            return f"What was checked ({', '.join(self.parts)}) holds on this machine."
        return "Everything holds on this machine."

    def lines(self) -> Iterator[str]:
        """The report as text."""
        yield f"dpdesk {self.version}, self-test of {self.day}"
        yield "; ".join(f"{name} {value}" for name, value in self.machine.items())
        yield ""
        for check in self.checks:
            yield line(check)
        failed = sum(not check.passed for check in self.checks)
        yield ""
        yield f"{len(self.checks)} checks, {failed} failed. {self.verdict}"

    def to_json(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "format": "dpdesk-selftest",
            "version": 1,
            "dpdesk": self.version,
            "day": self.day,
            "machine": self.machine,
            "parts": list(self.parts),
            "complete": self.all,
            "passed": self.passed,
            "verdict": self.verdict,
            "checks": [{"name": check.name, "passed": check.passed, "detail": check.detail} for check in self.checks],
        }

    def write(self, out: Path) -> list[Path]:
        """Write the report twice, as `out`.txt and `out`.json, whatever ending `out` has of these two.

        Raises BadInput where they cannot be written; then neither is left half.
        """
        stem = out.with_suffix("") if out.suffix in (".txt", ".json") else out
        text = "\n".join(self.lines()) + "\n"
        tree = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
        written = []
        for ending, content in ((".txt", text), (".json", tree)):
            path = stem.with_name(stem.name + ending)
            draft = path.with_name(f".{path.name}.part")
            try:
                with draft.open("w", encoding="utf-8", newline="\n") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                draft.replace(path)
            except OSError as error:
                draft.unlink(missing_ok=True)
                raise BadInput(
                    problem("selftest.report_unwritable", path=str(path), reason=str(error.strerror))
                ) from None
            written.append(path)
        return written


def line(check: CheckResult) -> str:
    """One check as a line."""
    return f"{'ok    ' if check.passed else 'FAILED'} {check.name}: {check.detail}"


def report(parts: Sequence[str], whole: bool, checks: Sequence[CheckResult]) -> Report:
    """The report of these checks on this machine today; the machine's name is not in it."""
    from dpdesk import __version__

    machine = {
        "Python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "processor": platform.machine() or "unknown",
        "program": "bundled" if getattr(sys, "frozen", False) else "installed",
    }
    day = datetime.now().astimezone().date().isoformat()
    return Report(__version__, day, machine, tuple(parts), whole, tuple(checks))
