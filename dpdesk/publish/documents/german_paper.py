"""The fixed words of what is printed, of the certificate and of the notice of a withdrawal, in German."""

from __future__ import annotations

from dpdesk.publish.languages import WATERMARK

PAPER: dict[str, str] = {
    "REHEARSAL": WATERMARK["de"],
    "Withdrawn: {title}": "Zurückgezogen: {title}",
    "This release of statistical tables was withdrawn. Its figures are not to be used. They stay as they were "
    "published, so that whoever used them can find out which; what their publication cost in privacy stays spent.": (
        "Diese Freigabe statistischer Tabellen wurde zurückgezogen. Ihre Zahlen sind nicht zu verwenden. Sie bleiben, "
        "wie sie veröffentlicht wurden, damit sich feststellen lässt, welche verwendet wurden; was ihre "
        "Veröffentlichung an Privatheit gekostet hat, bleibt ausgegeben."
    ),
    "Tables of this release": "Tabellen dieser Freigabe",
    "Release": "Freigabe",
    "Withdrawn on": "Zurückgezogen am",
    "Withdrawn by": "Zurückgezogen von",
    "Reason": "Grund",
    "Entry in the ledger": "Eintrag im Kontobuch",
    "Head of the ledger": "Prüfsumme der Kette",
    "Page {number} of {sheets}": "Seite {number} von {sheets}",
    "{title} (continued)": "{title} (Fortsetzung)",
    "± is the noise margin ({level})": "± ist die Rauschspanne ({level})",
    "In brackets the limits ({level})": "In Klammern die Grenzen ({level})",
    "Noise margins ({level}) are in the files of the release": (
        "Die Rauschspannen ({level}) stehen in den Dateien der Freigabe"
    ),
    "Unbiased values, protected by random noise.": "Unverzerrte Werte, geschützt durch zufälliges Rauschen.",
    "Estimates adjusted to add up, protected by random noise.": (
        "Schätzwerte, die aufgehen, geschützt durch zufälliges Rauschen."
    ),
    "see the notes at the end": "siehe die Anmerkungen am Ende",
    "A rehearsal on made-up records": "Ein Probelauf mit erfundenen Sätzen",
    "Ledger entry {entry}": "Kontobucheintrag {entry}",
}
