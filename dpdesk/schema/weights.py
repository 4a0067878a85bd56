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
_WT = r"(wt|wts|wgt|wgts|wght|weight|weights|gew|gewicht|poids|peso)"
_OF = (
    r"(asec|per|pers|person|p|h|hh|hhd|house|household|fam|ind|indiv|i|final|fin|e|earn|supp|comp|sampl?e?|smp|nat|pop"
    r"|post|pst|psp|base|design|cal|calib|raked?|resp|non?resp|prob|exp|rep|repl|tot|stud|stu|sch|sen|fst|fstu|w|wf?stu|an"
    r"|long|cross|xs|survey|analysis|adj|trim|norm|std|rel)"
)
_JOINED = re.compile(
    rf"^{_OF}{_WT}(h|p|f|fin|finl?|final|supp|hh|per)?[0-9]*$"
    # CPS and IPUMS, NHANES, the Demographic and Health Surveys
    r"|^h?wt(finl|supp|per|hh|ssps|nta)[0-9]*$|^p?w(wgt|swgt|sswgt)$|^wt(int|mec|saf|dr|ph)[a-z0-9]*(yr|pr[pe])?$"
    r"|^[hm]?v005a?$|^d005$"
)
"""Names in which no sign parts the word from what it is a weight of: PERWT, HHWT, ASECWT, WTFINL."""
_PART = re.compile(r"^(wt|wts|wgt|wgts|weight|weights|weighting|gewicht|gewichtung|poids|peso|ponderation)$")
_EXPANSION = re.compile(r"(expansion|factor).*(expansion|factor)")


def looks_like_weight(column: str) -> bool:
    """Say whether a column's name is one that survey weights commonly have."""
    plain = unicodedata.normalize("NFKD", column).encode("ascii", "ignore").decode("ascii")
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain).lower()
    parts = [part for part in re.split(r"[^a-z0-9]+", spaced) if part]
    joined = "".join(parts)
    if _WHOLE.match(joined) or _JOINED.match(joined) or _EXPANSION.search(" ".join(parts)):
        return True
    return any(_PART.match(part) for part in parts)
