"""Neighbours: which two datasets must look alike.

Under ADD_REMOVE one unit is added or removed; under REPLACE_ONE one unit is exchanged for another, so that the
number of units is public. There is no default: whoever promises something says which of the two it is.
"""

from __future__ import annotations

from enum import Enum


class Neighbours(Enum):
    """The neighbour relation; the value is the text used in files."""

    ADD_REMOVE = "add_remove"
    REPLACE_ONE = "replace_one"
