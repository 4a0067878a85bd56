"""The code lists of a dictionary as rows of the spreadsheet that `sheet` reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dpdesk.data.importing.listed import Tree
from dpdesk.data.importing.notation import NONE, written
from dpdesk.data.importing.numbers import as_texts

_FIRST, _LAST = ("variable", "code"), ("missing", "cell", "hierarchy", "parent", "public")


def rows(variables: Sequence[Tree]) -> list[list[str]]:
    """The rows of some variables, the heading first; their code lists stand in the records, not in files.

    For each variable a row with its label, one for each code (more where several cells mean it), one for each missing
    code, and one for each node of each hierarchy.
    """
    made = [row for record in variables for row in _rows(record)]
    languages = sorted({key for row in made for key in row if key.startswith("label:")})
    heading = [*_FIRST, *languages, *_LAST]
    return [heading, *([row.get(key, "") for key in heading] for row in made)]


def _rows(record: Tree) -> Iterator[dict[str, str]]:
    head = {"variable": written(record["name"])}
    how = (record.get("public") or {}).get("how", "typed")
    yield {**head, **_labels(record["label"]), "public": how}
    if record["kind"] == "quantity":
        return  # what it does not count has no codes
    number = record["kind"] == "number"
    for code in record.get("codes", ()):
        yield from _code({**head, **_of(code)}, code.get("texts", [code["code"]]))
    for code in record.get("missing", ()):
        texts = (as_texts(code) if number else code).get("texts", [])
        yield from _code({**head, **_of(code), "missing": code["kind"]}, texts)
    if number:
        return  # groups of its bins stay with the bins
    for hierarchy in record.get("hierarchies", ()):
        for row in hierarchy.get("rows") or ():
            parent = {"parent": written(row["parent"])} if row["parent"] else {}
            yield {**head, **_of(row), "hierarchy": written(hierarchy["name"]), **parent}


def _of(code: Mapping[str, Any]) -> dict[str, str]:
    return {"code": written(code["code"]), **_labels(code.get("label", {}))}


def _code(row: dict[str, str], texts: Sequence[str]) -> Iterator[dict[str, str]]:
    cells = list(map(written, texts)) or [NONE]
    yield {**row, "cell": cells[0]}
    rest = {key: row[key] for key in ("variable", "code", "missing") if key in row}
    yield from ({**rest, "cell": cell} for cell in cells[1:])


def _labels(label: Mapping[str, str]) -> dict[str, str]:
    return {f"label:{tag}": written(text) for tag, text in label.items()}
