"""What is counted for a group of tables: which variables span its cells, which margins of them, which quantities."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DomainMargin:
    """A margin of a group's cells: positions of its variables, ascending, and for each the class of every code.

    Codes of one class are counted together; classes are numbered from 0.
    """

    axes: tuple[int, ...]
    classes: tuple[tuple[int, ...], ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of classes of each variable."""
        return tuple(max(labels) + 1 for labels in self.classes)


@dataclass(frozen=True, slots=True)
class GroupDomain:
    """Names of the variables that span a group's cells (C order) and of the quantities summed over them.

    `margins` are the margins that are counted where the product of all variables is not written down; none means that
    the product itself is counted, code by code. `units`: whether units are counted, each once, and not records;
    `once`: whether they are counted once in each cell in which they have a record. Then there is one margin, of all
    variables.
    """

    variables: tuple[str, ...]
    quantities: tuple[str, ...] = ()
    margins: tuple[DomainMargin, ...] = ()
    units: bool = False
    once: bool = False
