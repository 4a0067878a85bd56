"""The product domain a group of tables is answered on: which variables span it, which quantities are summed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GroupDomain:
    """Names of the variables that span a group's cells (C order) and of the quantities summed over them."""

    variables: tuple[str, ...]
    quantities: tuple[str, ...] = ()
