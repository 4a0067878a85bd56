"""The fixed words on numbers put together from cells, in German."""

from __future__ import annotations

DERIVED: dict[str, str] = {
    "Nothing has been read from the data; values are the plan's public planning figures.": (
        "Aus den Daten wurde nichts gelesen; die Werte sind die öffentlichen Planungszahlen des Plans."
    ),
    "not estimable: what is divided by is not clearly above zero": (
        "nicht schätzbar: Wodurch geteilt wird, liegt nicht deutlich über null"
    ),
    "raw value {value}": "Rohwert {value}",
    "expected {value}": "erwartet {value}",
    "limits {lower} to {upper}": "Grenzen {lower} bis {upper}",
    "as a whole number between {first} and {last}": "als ganze Zahl zwischen {first} und {last}",
    "noise margin ({level}) ±{margin}": "Rauschspanne ({level}) ±{margin}",
    "typical error {error}": "typischer Fehler {error}",
    "{n} in 100 chance of being more than {far} off": "in {n} von 100 Fällen um mehr als {far} daneben",
    "{n} in a million chance of being more than {far} off": "in {n} von einer Million Fällen um mehr als {far} daneben",
    "no chance of being more than {far} off": "in keinem Fall um mehr als {far} daneben",
}
