"""What a session can ask about: the cells of its variables, and every code, recode and level as positions of them.

The cells are the product of the roots of the session's variables (a recode alone stands for itself). A question names
a variable of the session, another variable made of the same root that the session lists, or a level of its hierarchy
("county=7"), which all are sets of the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.problems.problem import Document, problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable


@dataclass(frozen=True, slots=True)
class Asked:
    """A name that a question may use: its codes, and for each the positions on one axis of the cells.

    `ordered` of the codes, the first ones, are in an order, so that ranges of them can be named; `edges` are their
    bins' edges, one more, or none.
    """

    name: str
    label: Text
    axis: int
    codes: tuple[str, ...]
    labels: tuple[Text, ...]
    positions: tuple[tuple[int, ...], ...]
    ordered: int
    edges: tuple[Fraction, ...]

    def place(self, code: str) -> int | None:
        """Return the position of a code in `codes`, None if it is not there."""
        try:
            return self.codes.index(code)
        except ValueError:
            return None


class SessionSpace:
    """The cells a session counts, and the names its questions may use."""

    def __init__(self, dictionary: Dictionary, names: Sequence[str], file: Document) -> None:
        """Work out the cells.

        Raises:
            BadInput: a name the dictionary lacks, twice the same, a quantity, or too many cells.
        """
        named: dict[str, list[Variable]] = {}
        for at, name in enumerate(names):
            here = file.whole.to("variables", at)
            if not dictionary.has(name):
                raise BadInput(problem("schema.input_unknown", here, name=name, near=meant(name, dictionary.names)))
            variable = dictionary.variable(name)
            if variable.is_quantity:
                raise BadInput(problem("planning.session_quantity", here, name=name))
            if variable.of_unit:
                raise BadInput(problem("planning.session_units", here, name=name))
            if name in names[:at]:
                raise BadInput(problem("planning.session_twice", here, name=name))
            named.setdefault(variable.root, []).append(variable)
        self.variables = tuple(_spanning(dictionary, root, own) for root, own in named.items())
        self.shape = tuple(variable.size for variable in self.variables)
        self.cells = prod(self.shape)
        if self.cells > LARGEST_PRODUCT:
            place = file.whole.to("variables")
            raise BadInput(problem("planning.session_cells", place, cells=self.cells, most=LARGEST_PRODUCT))
        self.asked = _names(self.variables, named)

    @property
    def domain(self) -> GroupDomain:
        """What is counted for the session: the product of its variables."""
        return GroupDomain(tuple(variable.name for variable in self.variables))


def _spanning(dictionary: Dictionary, root: str, named: Sequence[Variable]) -> Variable:
    """The variable that spans a root's axis: a recode that stands alone and holds every code, else the root."""
    whole = dictionary.variable(root)
    if len(named) == 1 and sum(len(own) for own in named[0].members) == whole.size:
        return named[0]
    return whole


def _names(variables: Sequence[Variable], named: dict[str, list[Variable]]) -> dict[str, Asked]:
    """Every variable, then every level of one whose name is not taken and is only one level's."""
    found: dict[str, Asked] = {}
    levels: dict[str, list[Asked]] = {}
    for axis, (spanning, own) in enumerate(zip(variables, named.values(), strict=True)):
        place = {root: at for at, members in enumerate(spanning.members) for root in members}
        for variable in own:
            positions = tuple(_placed(place, members) for members in variable.members)
            found[variable.name] = Asked(
                variable.name, variable.label, axis, variable.codes, variable.labels, positions, variable.ordered,
                variable.edges,
            )  # fmt: skip
            for level in variable.levels:
                inside = tuple(_placed(place, members) for members in level.members)
                levels.setdefault(level.name, []).append(
                    Asked(level.name, level.label, axis, level.codes, level.labels, inside, 0, ())
                )
    for name, ones in levels.items():
        if len(ones) == 1 and name not in found:
            found[name] = ones[0]
    return found


def _placed(place: dict[int, int], members: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted({place[member] for member in members}))
