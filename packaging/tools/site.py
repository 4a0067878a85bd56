"""What mkdocs is told beside mkdocs.yml: pages and pictures that lie outside docs/, and their links.

The notebook is a page, too. README, CONTRIBUTING, SECURITY and CHANGELOG lie at the top, where people look for them,
and the window's pictures with the help that shows them. The site has them, too, with links that fit their place there.
Formulas (fences of the language "math", in LaTeX) become MathML, which browsers show without a script.
"""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "CHANGELOG.md": "changelog.md",
}
WINDOW = "resources/help/pictures/"
"""The window's pictures, which are pictures/window/ on the site."""


def on_config(config: Any) -> Any:
    """Have formulas turned into MathML."""
    fence = {"name": "math", "class": "math", "format": formula}
    config.mdx_configs.setdefault("pymdownx.superfences", {})["custom_fences"] = [fence]
    return config


def formula(source: str, *_: Any, **__: Any) -> str:
    """A displayed formula as MathML."""
    from latex2mathml.converter import convert

    return str(convert(source.strip(), display="block"))


def on_files(files: Any, config: Any) -> Any:
    """Add the pages and pictures."""
    from mkdocs.structure.files import File

    for name, page in PAGES.items():
        files.append(File.generated(config, page, content=from_the_top((ROOT / name).read_text(encoding="utf-8"))))
    files.append(File.generated(config, "notebook.md", content=notebook()))
    for path in sorted((ROOT / WINDOW).glob("*.png")):
        files.append(File.generated(config, f"pictures/window/{path.name}", abs_src_path=str(path)))
    return files


def notebook() -> str:
    """The notebook as a page."""
    spec = importlib.util.spec_from_file_location("notebook_tool", ROOT / "packaging" / "tools" / "notebook.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError("packaging/tools/notebook.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return str(tool.page(json.loads((ROOT / "docs" / "tutorial.ipynb").read_text(encoding="utf-8"))))


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Turn links of a page in a folder of docs/ to what lies outside it."""
    for name, page in PAGES.items():
        markdown = markdown.replace(f"(../../{name})", f"(../{page})")
    return markdown.replace(f"(../../{WINDOW}", "(../pictures/window/")


def from_the_top(text: str) -> str:
    """Turn the links of a page at the top of the checkout to those of the site; what the site has not is plain text."""

    def turned(link: re.Match[str]) -> str:
        label, target = link[1], link[2]
        if "://" in target:
            return link[0]
        if target in PAGES:
            return f"[{label}]({PAGES[target]})"
        if target.startswith(WINDOW):
            return f"[{label}](pictures/window/{target.removeprefix(WINDOW)})"
        if target == "docs/decisions/":
            return f"[{label}](decisions/README.md)"
        return f"[{label}]({target.removeprefix('docs/')})" if target.startswith("docs/") else label

    return re.sub(r"\[([^\]]*)\]\(([^)]*)\)", turned, text)
