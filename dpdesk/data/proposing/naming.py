"""What the name of a column suggests: an identifier, a household's property, an age, or a code such as an area's."""

from __future__ import annotations

import re
import unicodedata

_ID = re.compile(
    r"(^|[^a-z])(id|ids|pid|hid|idno|uuid|guid|key|serial|nummer|recno|caseid|persid|hhid|record)([^a-z]|$)"
)
_ID_END = re.compile(r"(_id|Id|ID|_nr|serial)$")
_HOUSEHOLD = re.compile(r"^(hh|hsize|household|haushalt|hous|hogar|menage)|^h[bhsxy][0-9]{3}|household|haushalt", re.I)
_CODE = re.compile(
    r"^(cd|code|codes|typ|type|kind|class|category|status|gender|sex|race|religion|state|land|zip|plz|kreis|ort|gkz|ags"
    r"|fips|puma|tract|nuts[0-9]?|lau[0-9]?|isco|isced|nace|sic|soc|occ|naics|icd|canton|kanton|commune)[0-9]*$"
    r"|^(region|area|district|county|statefip|countyfip|zipcode|postcode|postal|postleit|munic|province|provinz"
    r"|department|bezirk|gemeinde|bundesland|country|nationality|neighbo|occupation|industr|schluessel|beruf|branche)"
)

_AGES = frozenset({"age", "alter", "edad", "idade"})
_GROUPED = re.compile(r"gr|kl|cat|class|band|code|kat|rec|stuf|[0-9]")


def is_id(column: str) -> bool:
    """Whether a column is named like an identifier."""
    return _ID.search(column.lower()) is not None or _ID_END.search(column) is not None


def is_of_household(column: str) -> bool:
    """Whether a column is named like a property of a household."""
    return _HOUSEHOLD.search(column) is not None


def is_code(column: str) -> bool:
    """Whether a column is named like a code, so that its numbers are no amounts.

    Example:
        >>> [is_code(name) for name in ("STATEFIP", "Station Area", "region2", "Zipcode of Incident", "income")]
        [True, True, True, True, False]
    """
    return any(_CODE.search(part) for part in _words(column))


def is_age(column: str) -> bool:
    """Whether a column is named like an age in years, and not like a group of ages.

    Example:
        >>> [is_age(name) for name in ("AGE", "age_at_entry", "Alter", "age_group", "agegr", "wage")]
        [True, True, True, False, False, False]
    """
    words = _words(column)
    return bool(_AGES.intersection(words)) and not any(_GROUPED.match(word) for word in words)


def _words(column: str) -> list[str]:
    """The words of a name, in plain small letters."""
    letters = unicodedata.normalize("NFKD", column.replace("ß", "ss").replace("ü", "ue"))
    plain = letters.encode("ascii", "ignore").decode("ascii")
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain).lower()
    return [word for word in re.split(r"[^a-z0-9]+", spaced) if word]
