"""The metadata of τ-ARGUS: `.rda` (variables), `.hrc` (a hierarchy), `.cdl` (codes with labels).

An `.rda` has a line for each variable, its name first, then its places (not with `<SEPARATOR>` or `<SPSS>`), its width
and its missing codes, then lines such as `<CODELIST> "region.cdl"`. Files that it names are looked for in its folder
alone. In an `.hrc` signs at the beginning of a line, mostly `@`, say how deep a code stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path, PureWindowsPath

from dpdesk.data.importing.listed import Hierarchy, Listed, Tree, inner, require_code, require_modest
from dpdesk.data.importing.tables import whole_text
from dpdesk.errors import BadInput
from dpdesk.limits import MOST_COLUMNS
from dpdesk.problems.problem import problem

_WORD = re.compile(r'"([^"]*)"|(\S+)')
_PLACED = ("<SEPARATOR>", "<SPSS>", "<NAMESINFRONT>")
_DEEPEST = 30


@dataclass(slots=True)
class _Variable:
    name: str
    missing: tuple[str, ...]
    lead: str = "@"
    codes: str = ""
    tree: str = ""
    levels: tuple[int, ...] = ()
    kinds: set[str] = field(default_factory=set)


def read_rda(path: Path, language: str) -> list[Listed]:
    """Read the variables of an `.rda`, with the code lists and hierarchies it names.

    Raises:
        BadInput: a line does not fit, or a file it names cannot be read.
    """
    variables: list[_Variable] = []
    placed = True
    for number, line in enumerate(whole_text(path).splitlines(), 1):
        words = [quoted or plain for quoted, plain in _WORD.findall(line)]
        if not words:
            continue
        if not words[0].startswith("<"):
            variables.append(_variable(words, placed, path.name, number))
        elif not variables and words[0].upper() in _PLACED:
            placed = False
        elif variables:
            _describe(variables[-1], words, path.name, number)
        else:
            raise BadInput(problem("data.import_rda_line", file=path.name, line=number))
        if len(variables) > MOST_COLUMNS:
            raise BadInput(problem("data.import_long", file=path.name, most=MOST_COLUMNS))
    return [_listed(variable, path, language) for variable in variables]


def _variable(words: list[str], placed: bool, file: str, line: int) -> _Variable:
    places = 2 if placed else 1
    if len(words) > 20 or not all(word.isdecimal() for word in words[1 : 1 + places]) or len(words) <= places:
        raise BadInput(problem("data.import_rda_line", file=file, line=line))
    missing = dict.fromkeys(require_code(word, file, line) for word in words[1 + places :] if word)
    return _Variable(words[0], tuple(missing))


def _describe(variable: _Variable, words: list[str], file: str, line: int) -> None:
    key, rest = words[0].upper(), words[1:]
    variable.kinds.add(key)
    if key in ("<CODELIST>", "<HIERCODELIST>", "<HIERLEADSTRING>", "<HIERLEVELS>") and not rest:
        raise BadInput(problem("data.import_rda_line", file=file, line=line))
    if key == "<CODELIST>":
        variable.codes = rest[0]
    elif key == "<HIERCODELIST>":
        variable.tree = rest[0]
    elif key == "<HIERLEADSTRING>":
        variable.lead = rest[0]
    elif key == "<HIERLEVELS>":
        if not all(word.isdecimal() and len(word) < 4 for word in rest):
            raise BadInput(problem("data.import_rda_line", file=file, line=line))
        variable.levels = tuple(int(word) for word in rest if int(word))


def _listed(variable: _Variable, rda: Path, language: str) -> Listed:
    codes: tuple[Tree, ...] | None = None
    hierarchies: tuple[Hierarchy, ...] = ()
    if variable.codes:
        codes = read_cdl(_beside(rda, variable.codes), language).codes
    if variable.tree:
        tree = read_hrc(_beside(rda, variable.tree), variable.lead)
        labels = {code["code"]: code for code in codes or ()}
        listed = tree.codes or ()
        named = {code["code"] for code in listed}
        more = [code for code in codes or () if code["code"] not in named]
        codes = (*(labels.get(code["code"], code) for code in listed), *more)
        hierarchies = tree.hierarchies
    elif len(variable.levels) > 1 and codes:
        codes, hierarchies = _by_digits(codes, variable.levels)
    absent = tuple({"code": code, "kind": None} for code in variable.missing)
    if codes:
        labels = {code["code"]: code for code in codes}
        absent = tuple({**labels.get(code["code"], {}), **code} for code in absent)
        codes = tuple(code for code in codes if code["code"] not in variable.missing)
        kept = (row for one_of in hierarchies for row in one_of.rows if row["code"] not in variable.missing)
        hierarchies = (Hierarchy("", tuple(kept)),) if hierarchies else ()
    languages = frozenset([language]) if variable.codes else frozenset[str]()
    return Listed(
        name=variable.name, label={}, codes=codes or None, missing=absent or None, hierarchies=hierarchies,
        languages=languages,
    )  # fmt: skip


def _by_digits(codes: tuple[Tree, ...], levels: tuple[int, ...]) -> tuple[tuple[Tree, ...], tuple[Hierarchy, ...]]:
    """Groups of codes by their first digits: `1 1` puts the code 23 below 2."""
    ends = list(accumulate(levels))
    known = {code["code"]: code for code in codes}
    parents: dict[str, str] = {}
    for code in known:
        above = ""
        for end in ends:
            if end >= len(code):
                break
            parents.setdefault(code[:end].strip() or code, above)
            above = code[:end].strip() or code
        parents[code] = above if above != code else ""
    every = tuple(known.get(code, {"code": code}) for code in parents)
    rows = tuple({"code": code, "parent": parent} for code, parent in parents.items())
    return every, (Hierarchy("", rows),) if inner([rows]) else ()


def _beside(rda: Path, name: str) -> Path:
    """A file that an `.rda` names, wherever it lay where that was written: in the same folder now."""
    path = rda.with_name(PureWindowsPath(name).name or "-")
    if not path.is_file():
        raise BadInput(problem("data.import_beside", file=rda.name, name=path.name))
    return path


def read_cdl(path: Path, language: str) -> Listed:
    """Read codes with their labels, a comma between them.

    Raises:
        BadInput: a line has none, or its code is none or was there before.
    """
    codes: dict[str, Tree] = {}
    for number, line in enumerate(whole_text(path).splitlines(), 1):
        if line.strip():
            code, mark, label = (part.strip() for part in line.partition(","))
            code, label = code.strip('"').strip(), label.strip('"').strip()
            require_code(code, path.name, number)
            if not mark:
                raise BadInput(problem("data.import_cdl_line", file=path.name, line=number))
            if code in codes:
                raise BadInput(problem("data.import_twice", file=path.name, line=number, code=code, variable=path.stem))
            codes[code] = {"code": code, "label": {language: label} if label else {}}
    require_modest(list(codes), path.name)
    return Listed(name="", label={}, codes=tuple(codes.values()) or None, languages=frozenset([language]))


def read_hrc(path: Path, lead: str = "@") -> Listed:
    """Read a hierarchy; each line is a code, with as many lead signs before it as groups stand above it.

    Raises:
        BadInput: a line stands too deep, or a code is none or was there before.
    """
    rows: dict[str, Tree] = {}
    above: list[str] = []
    for number, line in enumerate(whole_text(path).splitlines(), 1):
        code, depth = line.strip(), 0
        if not code:
            continue
        while code.startswith(lead) and depth <= _DEEPEST:
            code, depth = code[len(lead) :].strip(), depth + 1
        require_code(code, path.name, number)
        if depth > len(above) or depth > _DEEPEST:
            raise BadInput(problem("data.import_hrc_depth", file=path.name, line=number))
        if code in rows:
            raise BadInput(problem("data.import_twice", file=path.name, line=number, code=code, variable=path.stem))
        rows[code] = {"code": code, "parent": above[depth - 1] if depth else ""}
        above = [*above[:depth], code]
    require_modest(list(rows), path.name)
    codes = tuple({"code": code} for code in rows)
    flat = not inner([list(rows.values())])
    hierarchies = () if flat else (Hierarchy("", tuple(rows.values())),)
    return Listed(name="", label={}, codes=codes or None, hierarchies=hierarchies)
