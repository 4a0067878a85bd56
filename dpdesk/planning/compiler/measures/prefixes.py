"""Counts of codes by how they begin: "31", or any of several beginnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.blocks import coded_variable
from dpdesk.planning.compiler.measures.base import Place
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets
from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems.problem import problem
from dpdesk.schema.text import Text


@dataclass(frozen=True, slots=True, eq=False)
class Prefixes(Limited, Counts):
    """How many have a code that begins with one of the beginnings of each item."""

    codes: CodeSets
    asked: tuple[tuple[str, ...], ...]
    label: dict[str, str] | None
    decimals: int

    kind: ClassVar[str] = "prefix"

    @classmethod
    def of(cls, measure: document.CodePrefixes, place: Place) -> Prefixes:
        where = place.where
        variable = coded_variable(place.dictionary, measure.variable, where.to("variable"))
        stated = [code for code, kind in zip(variable.codes, variable.missing, strict=True) if kind is None]
        asked = tuple((one,) if isinstance(one, str) else tuple(dict.fromkeys(one)) for one in measure.prefixes)
        sets = tuple(tuple(at for at, code in enumerate(stated) if code.startswith(own)) for own in asked)
        for at, own in enumerate(sets):
            here = where.to("prefixes", at)
            if not own:
                raise BadInput(problem("planning.prefixes_of_none", here, variable=variable.name))
            for prefix in asked[at]:
                if not any(code.startswith(prefix) for code in stated):
                    raise BadInput(problem("planning.prefix_of_none", here, prefix=prefix, variable=variable.name))
        return cls(
            CodeSets(variable, sets), asked, measure.label, measure.decimals or 0, limit=Limit.of(measure, place)
        )

    @property
    def size(self) -> int:
        return len(self.asked)

    def item(self, at: int) -> Item:
        name, own = self.codes.variable.name, self.asked[at]
        label = Text(self.label) if self.label and len(self.asked) == 1 else _beginnings(own)
        return self.limited(Item(f"prefix:{name}:{'+'.join(own)}", label, self.kind, self.decimals, name))

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells:
        return self.met(self.codes)


def _beginnings(prefixes: tuple[str, ...]) -> Text:
    """In words: "31…", "31…, 32… or 33…", or all codes."""
    if "" in prefixes:
        return Text({"en": "All codes", "de": "Alle Codes"})
    *others, last = (f"{prefix}…" for prefix in prefixes)
    if not others:
        return Text.plain(last)
    return Text({tag: f"{', '.join(others)} {word} {last}" for tag, word in (("en", "or"), ("de", "oder"))})
