"""What a command loads: its own module, and no library that it has no work for; loading is half of a forecast."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dpdesk.planning.document import model, sampling, style
from dpdesk.schema.file import model as schema
from dpdesk.schema.file import sources

LOADED = """
import sys
from dpdesk.cli.commands import run
print(run(sys.argv[1:]), *sys.modules, file=sys.stderr)
"""
HEAVY = {"PySide6", "cryptography", "duckdb", "narwhals", "openpyxl", "pandas", "pyarrow", "scipy"}

OF_A_RELEASE = (
    "dpdesk.cli.release", "dpdesk.data.engines.open", "dpdesk.gui.paper.certificate", "dpdesk.publish.write",
    "dpdesk.release.run",
)  # fmt: skip
ASKED_FOR = {
    "dpdesk.data.sources.statistical.source", "dpdesk.gui.paper.layout", "dpdesk.gui.paper.picture",
    "dpdesk.gui.paper.printing", "dpdesk.publish.documents.notice", "dpdesk.publish.tables.px",
    "dpdesk.publish.tables.records", "dpdesk.publish.tables.sdmx", "dpdesk.publish.workbook.chart",
    "dpdesk.publish.workbook.classic", "dpdesk.publish.workbook.drawing_sheet", "dpdesk.publish.workbook.listed",
    "dpdesk.publish.workbook.logo", "dpdesk.release.microdata", "dpdesk.release.population.listed",
}  # fmt: skip


def printed_by(*options: str) -> list[str]:
    done = subprocess.run([sys.executable, *options], capture_output=True, text=True, check=True)
    return done.stdout.split()


def loaded(*words: object) -> set[str]:
    code = [sys.executable, "-c", LOADED, *map(str, words)]
    done = subprocess.run(code, capture_output=True, text=True, check=True)
    status, *modules = done.stderr.split()
    assert status == "0"
    return set(modules)


def test_a_forecast_loads_no_library_of_data_screens_or_optimisation(checkout: Path) -> None:
    modules = loaded("forecast", checkout / "tests" / "plans" / "fulton_rho.plan.json")
    assert "numpy" in modules and not {module.partition(".")[0] for module in modules} & HEAVY


def test_a_forecast_loads_nothing_that_only_a_release_does(checkout: Path) -> None:
    modules = loaded("forecast", checkout / "tests" / "plans" / "fulton_rho.plan.json")
    assert not {"dpdesk.planning.choosing.choose", "dpdesk.release", "dpdesk.publish"} & modules


def test_help_loads_what_it_prints_alone() -> None:
    code = "import sys; from dpdesk.cli.commands import _parser; _parser().format_help(); print(*sys.modules)"
    modules = set(printed_by("-c", code))
    assert "dpdesk.cli.release" in modules and not modules & {"numpy", "pydantic", *HEAVY}


def test_a_release_loads_other_layouts_formats_and_papers_where_they_are_asked_for() -> None:
    code = f"import sys, {', '.join(OF_A_RELEASE)}; print(*sys.modules)"
    modules = set(printed_by("-c", code))
    assert "dpdesk.release.finish" in modules and not modules & ASKED_FOR


def test_a_release_of_few_records_loads_no_engine(tmp_path: Path) -> None:
    modules = loaded("demo", "--out", tmp_path / "demo")
    assert "dpdesk.data.counting.streaming" in modules
    assert {module.partition(".")[0] for module in modules} & HEAVY == {"PySide6", "openpyxl", "scipy"}


def test_the_process_that_is_replaced_loads_little(checkout: Path) -> None:
    """The first of the two processes of every command, which only starts the other, in isolated mode."""
    code = f"import sys; sys.path.insert(0, {str(checkout)!r}); import dpdesk.cli.door; print(*sys.modules)"
    modules = set(printed_by("-I", "-S", "-c", code))
    assert {name for name in modules if name.startswith("dpdesk")} == {
        "dpdesk", "dpdesk.cli", "dpdesk.cli.door", "dpdesk.isolation",
    }  # fmt: skip
    assert not modules & {"contextlib", "dataclasses", "enum", "pathlib", "re", "threading", "typing"}


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


@pytest.mark.parametrize("name", ["plan", "dictionary", "session"])
def test_patterns_of_fields_are_compiled_at_once(checkout: Path, name: str) -> None:
    """One that counts nearly all signs is unrolled, which took milliseconds of every command; a logo's is the last."""
    text = (checkout / "resources" / "schemas" / f"{name}.schema.json").read_text()
    patterns = [pattern for pattern in re.findall(r'"pattern": "(.*)"', text) if "data:image" not in pattern]
    assert patterns and not [pattern for pattern in patterns if re.search(r"\[\^[^]]*\]\{\d", pattern)]
