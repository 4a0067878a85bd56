"""Columns named like individual survey weights: a question is asked, never a guess made.

Weighted counts under differential privacy need weights within public bounds, which somebody must declare. So a weight
column must be acknowledged in words, so that nobody publishes unweighted cases believing that they are population
figures.
"""

from __future__ import annotations

import re
import unicodedata

_WHOLE = re.compile(
    r"^(w|wt|wts|wgt|wgts|weight|weights|weighting|gewicht|gewichte|gewichtung|hochrechnungsfaktor"
    r"|hochrechnung|poids|ponderation|peso|pesos|ponderacion|fexp|waga|vikt|vaegt|gewichtsfactor"
    r"|pwgtp[0-9]*|wgtp[0-9]*|perwt|hhwt|fnlwgt|finalwgt|wtss\w*|repwt\w*|pspwght|dweight|pweight|iweight"
    r"|[rp]b0[456]0|db090|anweight)$"
)
_PART = re.compile(r"^(wt|wts|wgt|wgts|weight|weights|weighting|gewicht|gewichtung|poids|peso|ponderation)$")
_EXPANSION = re.compile(r"(expansion|factor).*(expansion|factor)")


def looks_like_weight(column: str) -> bool:
    """Say whether a column's name is one that survey weights commonly have."""
    plain = unicodedata.normalize("NFKD", column).encode("ascii", "ignore").decode("ascii")
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain).lower()
    parts = [part for part in re.split(r"[^a-z0-9]+", spaced) if part]
    if _WHOLE.match("".join(parts)) or _EXPANSION.search(" ".join(parts)):
        return True
    return any(_PART.match(part) for part in parts)
