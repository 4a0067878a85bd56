"""Make the program that lies beside every release: `python packaging/tools/checker.py [--check]`.

resources/check_strategy.py is one file, so that nobody needs more than it to check a release. It is made of the modules
of packaging/check_strategy, in the order below; what the head of a module says becomes a comment. With --check nothing
is written; the exit status says whether the file is current.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "packaging" / "check_strategy"
PROGRAM = ROOT / "resources" / "check_strategy.py"
MODULES = (
    "claims", "fixed_point", "frontier", "matrices/base", "matrices/total", "matrices/identity", "matrices/prefixes",
    "matrices/intervals", "matrices/sets", "matrices/blocks", "matrices/weighted_tree", "matrices/rest",
    "matrices/siblings", "matrices/bumps", "matrices/toeplitz", "matrices/listed", "matrices/sine_waves",
    "matrices/cosine_waves", "matrices/bridge_waves", "matrices/kinds", "columns", "gaussian", "together", "loss",
    "stages", "audit_log", "workbook", "release", "command",
)  # fmt: skip
"""In the order in which the file is read; each imports only from those before it."""
_WIDTH = 120


class Module:
    """One module of the package, taken apart."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = (PACKAGE / f"{name}.py").read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        statements = self.tree.body
        self.imports = [one for one in statements if isinstance(one, ast.Import | ast.ImportFrom)]

    def names(self) -> set[str]:
        """What the module defines."""
        found = set()
        for one in self.tree.body:
            if isinstance(one, ast.FunctionDef | ast.ClassDef):
                found.add(one.name)
            elif isinstance(one, ast.Assign | ast.AnnAssign):
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
        return found

    def inner(self) -> dict[str, str]:
        """What it takes from other modules of the package: the name, and the module."""
        return {
            alias.name: one.module.removeprefix("check_strategy.").replace(".", "/")
            for one in self.imports
            if isinstance(one, ast.ImportFrom) and one.module and one.module.startswith("check_strategy.")
            for alias in one.names
        }

    def outer(self) -> set[tuple[str, str]]:
        """What it takes from Python: module and name, "" for the module itself."""
        plain = {(alias.name, "") for one in self.imports if isinstance(one, ast.Import) for alias in one.names}
        named = [one for one in self.imports if isinstance(one, ast.ImportFrom) and one.module]
        return plain | {
            (str(one.module), alias.name)
            for one in named
            if one.module and not one.module.startswith(("check_strategy.", "__future__"))
            for alias in one.names
        }

    def section(self) -> str:
        """Its head as a comment, and its text without head and imports."""
        head = ast.get_docstring(self.tree) or ""
        rule = f"# {self.name}.py ".ljust(_WIDTH, "-")
        comment = [f"# {line}".rstrip() for line in head.splitlines()]
        last = max([one.end_lineno or 0 for one in self.imports], default=0)
        body = "\n".join(self.text.splitlines()[last:]).strip("\n")
        return "\n".join([rule, "#", *comment]) + "\n\n\n" + body


def whole() -> str:
    """The text of the program.

    Raises:
        ValueError: a module is not listed, imports one that comes later, or defines a name that another one has.
    """
    modules = [Module(name) for name in MODULES]
    paths = (path.relative_to(PACKAGE).with_suffix("").as_posix() for path in PACKAGE.rglob("*.py"))
    if {name for name in paths if not name.endswith("__init__")} != {*MODULES}:
        raise ValueError("MODULES does not name the modules of packaging/check_strategy.")
    known: dict[str, str] = {}
    for module in modules:
        for name, source in module.inner().items():
            if known.get(name) != source:
                raise ValueError(f"{module.name}.py takes {name} from {source}.py, which does not come before it.")
        if twice := known.keys() & module.names():
            raise ValueError(f"{module.name}.py defines {', '.join(sorted(twice))}, which another module has.")
        known |= dict.fromkeys(module.names(), module.name)
    head = ast.get_docstring(ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8")))
    top = f'"""{head}\n"""\n\nfrom __future__ import annotations\n\n{_imports(modules)}\n\n'
    return top + "\n\n\n".join(module.section() for module in modules) + "\n"


def _imports(modules: list[Module]) -> str:
    taken = set().union(*(module.outer() for module in modules))
    plain = sorted(module for module, name in taken if not name)
    sources = sorted({module for module, name in taken if name})
    lines = [f"import {module}" for module in plain]
    lines += [f"from {one} import {', '.join(sorted(name for own, name in taken if own == one and name))}"
              for one in sources]  # fmt: skip
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Write the program, or compare it; return the exit status."""
    text = whole()
    if "--check" in arguments:
        return int(not PROGRAM.exists() or PROGRAM.read_text(encoding="utf-8") != text)
    PROGRAM.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
