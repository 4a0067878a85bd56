"""The fixed texts of publications, read from the program: what `said` is given, and what is marked `translatable`.

A text stands in the call, or in what the function or its file assigns to the name that the call is given. What comes
from elsewhere (a table of sentences, another function) is marked where it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from translations.catalogues import Text

from dpdesk.mechanisms import catalogue
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES

TOLD = {"said": (1,), "translatable": (0,), "_page": (3, 4, 5), "words": (0,)}
"""Functions that are given texts, and at which places: `_page` sets out a sheet, `words` is `said` in one language."""
Names = Mapping[str, list[ast.expr]]


def texts(root: Path) -> Iterator[Text]:
    """Each text with the first file that has it, in the order of files and lines."""
    found: dict[str, str] = {}
    for path in sorted((root / "dpdesk").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "said(" in source or "translatable(" in source:
            for text in texts_of(ast.parse(source)):
                found.setdefault(text, path.relative_to(root).as_posix())
    for named in (catalogue(), SENTENCES):
        for text in (*named, *named.values()):
            found.setdefault(text, "dpdesk/mechanisms")
    return (Text(text, file=file) for text, file in found.items())


def texts_of(module: ast.Module) -> Iterator[str]:
    """The texts of one file."""
    yield from _told(module, assigned(module))


def _told(scope: ast.AST, names: Names) -> Iterator[str]:
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for place in TOLD.get(node.func.id, ()):
                yield from (text for given in node.args[place : place + 1] for text in constants(given, names))
        inner = {**names, **assigned(node)} if isinstance(node, ast.FunctionDef) else names
        yield from _told(node, inner)


def assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """What a function, or a file outside its functions, assigns to each name, also in the head of a loop."""
    found: dict[str, list[ast.expr]] = {}
    for node in _of_scope(scope):
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.For | ast.comprehension):
            pairs = [(node.target, node.iter)]
        else:
            continue
        for target, value in pairs:
            if isinstance(target, ast.Name):
                found.setdefault(target.id, []).append(value)
    return found


def _of_scope(scope: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef):
            yield from _of_scope(node)


def constants(node: ast.expr | None, names: Names) -> Iterator[str]:
    """The texts that an expression may be: itself, one of two, one of a table, or what its name was given."""
    match node:
        case ast.Constant(value=str() as text) if text:
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*constants(one, names), *constants(other, names))
        case ast.Tuple(elts=several) | ast.List(elts=several) | ast.Dict(values=several):
            for inner in several:
                yield from constants(inner, names)
        case ast.Subscript(value=inner) | ast.Starred(value=inner):
            yield from constants(inner, names)
        case ast.Name(id=name):
            rest = {other: values for other, values in names.items() if other != name}
            for value in names.get(name, ()):
                yield from constants(value, rest)
