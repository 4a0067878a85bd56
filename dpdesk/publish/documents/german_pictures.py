"""The fixed words of pictures, in German."""

from __future__ import annotations

PICTURES: dict[str, str] = {
    "Bar chart": "Balkendiagramm",
    "Pyramid": "Pyramide",
    "Cumulative curve": "Summenkurve",
    "Line chart": "Liniendiagramm",
    "Cumulative count": "Kumulierte Häufigkeit",
    "Count": "Anzahl",
    "{measure}, weighted": "{measure}, gewichtet",
    "line": "Zeile",
    "{kind}: {measure}, “{first}”.": "{kind}: {measure}, „{first}“.",
    "{kind}: {measure} by {along}, {count} values from “{first}” to “{last}”": (
        "{kind}: {measure} nach {along}, {count} Werte von „{first}“ bis „{last}“"
    ),
    "“{name}”": "„{name}“",
    "each for {series}.": "jeweils für {series}.",
    "on the left and on the right {series}.": "links und rechts {series}.",
    "largest {one} ({here}), smallest {other} ({there}).": (
        "größter Wert {one} ({here}), kleinster {other} ({there})."
    ),
    "from {one} ({here}) to {other} ({there}).": "von {one} ({here}) bis {other} ({there}).",
    "Lower and upper limit ({level}) are {least} to {most} apart.": (
        "Untere und obere Grenze ({level}) liegen {least} bis {most} auseinander."
    ),
    "Lower and upper limit ({level}) are {least} apart.": (
        "Untere und obere Grenze ({level}) liegen {least} auseinander."
    ),
    "1 value is not drawn.": "1 Wert ist nicht gezeichnet.",
    "{count} values are not drawn.": "{count} Werte sind nicht gezeichnet.",
    "1 value is marked, as in the table.": "1 Wert ist wie in der Tabelle gekennzeichnet.",
    "{count} values are marked, as in the table.": "{count} Werte sind wie in der Tabelle gekennzeichnet.",
    "Band: from lower to upper limit ({level}).": "Band: von der unteren bis zur oberen Grenze ({level}).",
    "Thin lines: from lower to upper limit ({level}).": (
        "Dünne Linien: von der unteren bis zur oberen Grenze ({level})."
    ),
    "Hollow: marked in the table ({marks}).": "Hohl: in der Tabelle gekennzeichnet ({marks}).",
    "Gaps: no figure to draw.": "Lücken: keine Zahl zu zeichnen.",
    "Gaps: no figure to draw ({marks}).": "Lücken: keine Zahl zu zeichnen ({marks}).",
    "{name} picture": "{name} Bild",
    "picture": "Bild",
    "Picture": "Bild",
    "place on the axis": "Stelle auf der Achse",
    "drawn to the left": "nach links gezeichnet",
    "from estimate to upper limit": "vom Schätzwert zur oberen Grenze",
    "from lower limit to estimate": "von der unteren Grenze zum Schätzwert",
    "The picture shows the figures of the table below it, which stand in table {number}, too.": (
        "Das Bild zeigt die Zahlen der Tabelle darunter, die auch in Tabelle {number} stehen."
    ),
}
