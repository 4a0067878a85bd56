"""Run the notebook of the documentation and keep what it shows: `python packaging/tools/notebook.py`.

docs/tutorial.ipynb is run cell by cell, as Jupyter does, with nothing but Python; the site has it as a page. Numbers of
a release differ from run to run, since noise is never drawn twice alike.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
NOTEBOOK = ROOT / "docs" / "tutorial.ipynb"
_SHOWN = (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_"))


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with what its cells show; what a cell raises is raised."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell = cell | {"execution_count": count, "outputs": list(_outputs("".join(cell["source"]), names, count))}
        cells.append(cell)
    return notebook | {"cells": cells}


def _outputs(source: str, names: dict[str, Any], count: int) -> Iterator[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value, printed = None, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {count}", "exec"), names)  # noqa: S102 -- the notebook of this checkout
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names)  # noqa: S307 -- as above
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        data = {kind: getattr(value, way)() for kind, way in _SHOWN if hasattr(value, way)} | {
            "text/plain": repr(value)
        }
        kept = {kind: text.splitlines(keepends=True) for kind, text in data.items() if text}
        yield {"data": kept, "execution_count": count, "metadata": {}, "output_type": "execute_result"}


def page(notebook: dict[str, Any]) -> str:
    """The notebook as a page of the site: code in fences, what it shows below."""
    parts = ["*This page is [a notebook](tutorial.ipynb): download it and run it yourself.*"]
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [_shown(output) for output in cell.get("outputs", ())]
    title = parts.pop(1)
    return "\n\n".join([title, *parts]) + "\n"


def _shown(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return f"```text\n{''.join(output['text']).rstrip()}\n```"
    for kind, _ in _SHOWN:
        if kind in output["data"]:
            lines = (line.strip() for line in "".join(output["data"][kind]).splitlines())
            return "<div>\n" + "\n".join(line for line in lines if line) + "\n</div>"
    return f"```text\n{''.join(output['data']['text/plain'])}\n```"


def main() -> int:
    """Run it and write it; return the exit status."""
    made = run(json.loads(NOTEBOOK.read_text(encoding="utf-8")))
    NOTEBOOK.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
