"""The fixed words on corrections of text, in German."""

from __future__ import annotations

CORRECTIONS: dict[str, str] = {
    "{place}: “{new}”, before “{old}”": "{place}: „{new}“, vorher „{old}“",
    "{place}: “{new}” is new": "{place}: „{new}“ ist neu",
    "{place}: “{old}” is gone": "{place}: „{old}“ ist weggefallen",
    "Data": "Daten",
    "title": "Titel",
    "universe": "Grundgesamtheit",
    "label": "Bezeichnung",
    "measure": "Maßzahl",
    "rows": "Zeilen",
    "columns": "Spalten",
    "pages": "Seiten",
    "code": "Code",
    "note": "Anmerkung",
    "unit of protection": "Schutzeinheit",
}
