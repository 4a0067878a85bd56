"""What a command loads: its own module, and no library that it has no work for; loading is half of a forecast."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from dpdesk.planning.document import model, sampling, style
from dpdesk.schema.file import model as schema
from dpdesk.schema.file import sources

LOADED = """
import sys
from dpdesk.cli.commands import run
print(run(sys.argv[1:]), *sys.modules, file=sys.stderr)
"""
HEAVY = {"PySide6", "cryptography", "duckdb", "narwhals", "openpyxl", "pandas", "pyarrow", "scipy"}


def loaded(*words: object) -> set[str]:
    code = [sys.executable, "-c", LOADED, *map(str, words)]
    done = subprocess.run(code, capture_output=True, text=True, check=True)
    status, *modules = done.stderr.split()
    assert status == "0"
    return set(modules)


def test_a_forecast_loads_no_library_of_data_screens_or_optimisation(checkout: Path) -> None:
    modules = loaded("forecast", checkout / "tests" / "plans" / "fulton_rho.plan.json")
    assert "numpy" in modules and not {module.partition(".")[0] for module in modules} & HEAVY


def test_a_command_loads_no_other_one(checkout: Path) -> None:
    modules = loaded("explain", checkout / "tests" / "plans" / "fulton_rho.plan.json")
    assert "dpdesk.cli.documents.explain" in modules
    assert not modules & {f"dpdesk.cli.{name}" for name in ("ask", "forecast", "ledger", "release", "series.actions")}
    assert "dpdesk.cli.ledger" in loaded("completion", "bash")


def test_no_text_is_evaluated_to_know_what_plans_and_dictionaries_are_made_of() -> None:
    for module in (model, sampling, style, schema, sources):
        records = [record for record in vars(module).values() if getattr(record, "__module__", "") == module.__name__]
        kinds = [kind for record in records for kind in vars(record).get("__annotations__", {}).values()]
        assert kinds and not any(isinstance(kind, str) for kind in kinds)
