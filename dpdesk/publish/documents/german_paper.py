"""The fixed words of what is printed, of the certificate and of the notice of a withdrawal, in German."""

from __future__ import annotations

from dpdesk.publish.languages import WATERMARK

PAPER: dict[str, str] = {
    "REHEARSAL": WATERMARK["de"],
    "In English": "Auf Deutsch",
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
    "± is the noise margin ({level}), then, where declared, the sampling margin and that of both together": (
        "± ist die Rauschspanne ({level}), dann, wo angegeben, die Stichprobenspanne und die Spanne beider zusammen"
    ),
    "In brackets the limits ({level})": "In Klammern die Grenzen ({level})",
    "Noise margins ({level}) are in the files of the release": (
        "Die Rauschspannen ({level}) stehen in den Dateien der Freigabe"
    ),
    "Unbiased values, protected by random noise.": "Unverzerrte Werte, geschützt durch zufälliges Rauschen.",
    "Estimates adjusted to add up, protected by random noise.": (
        "Aufeinander abgestimmte Schätzwerte, geschützt durch zufälliges Rauschen."
    ),
    "see the notes at the end": "siehe die Anmerkungen am Ende",
    "A rehearsal on made-up records": "Ein Probelauf mit erfundenen Datensätzen",
    "Ledger entry {entry}": "Kontobucheintrag {entry}",
    "Certificate of disclosure avoidance": "Bescheinigung der statistischen Geheimhaltung",
    "Made from the entries of the ledger: this page says what the program did. Whoever signs it confirms that the "
    "release was made with it, from the file that it was meant for.": (
        "Aus den Einträgen des Kontobuchs gemacht: Dieses Blatt sagt, was das Programm getan hat. Wer unterschreibt, "
        "bestätigt, dass die Freigabe damit gemacht wurde, und aus der Datei, die dafür bestimmt war."
    ),
    "Name and signature": "Name und Unterschrift",
    "Number and entry": "Nummer und Eintrag",
    "{release}, entry {entry} of the ledger, released on {day}": (
        "{release}, Eintrag {entry} des Kontobuchs, freigegeben am {day}"
    ),
    "Tables": "Tabellen",
    "1 table with {cells} cells": "1 Tabelle mit {cells} Zellen",
    "{tables} tables with {cells} cells in all": "{tables} Tabellen mit zusammen {cells} Zellen",
    "table {numbers}": "Tabelle {numbers}",
    "tables {numbers}": "den Tabellen {numbers}",
    "Hash of the plan": "Prüfsumme des Plans",
    "Hash of the dictionary": "Prüfsumme des Verzeichnisses",
    "Two files are neighbours if one has the records of one unit of protection more than the other. How many units "
    "there are is not treated as known.": (
        "Zwei Dateien sind Nachbarn, wenn die eine die Datensätze einer Schutzeinheit mehr hat als die andere. Wie "
        "viele Einheiten es gibt, gilt nicht als bekannt."
    ),
    "Two files are neighbours if they differ in what the records of one unit of protection say. How many units there "
    "are is treated as known.": (
        "Zwei Dateien sind Nachbarn, wenn sie sich in dem unterscheiden, was die Datensätze einer Schutzeinheit sagen. "
        "Wie viele Einheiten es gibt, gilt als bekannt."
    ),
    "What it means": "Was das heißt",
    "Probabilities may differ by a factor above 10^15: this loss protects next to nothing.": (
        "Wahrscheinlichkeiten dürfen sich um einen Faktor über 10^15 unterscheiden: Dieser Verlust schützt fast nichts."
    ),
    "No published figures are more than {factor} times as likely from one file as from a neighbour.": (
        "Keine veröffentlichten Zahlen sind aus einer Datei mehr als {factor}-mal so wahrscheinlich wie aus einer"
        " benachbarten."
    ),
    "The probability that published figures have any property is from one file at most {factor} times that from a "
    "neighbour, plus {delta}.": (
        "Die Wahrscheinlichkeit, dass veröffentlichte Zahlen irgendeine Eigenschaft haben, ist aus einer Datei "
        "höchstens {factor}-mal so groß wie aus einem Nachbarn, zuzüglich {delta}."
    ),
    "At delta = {delta} this is epsilon = {epsilon}.": "Bei delta = {delta} ist das epsilon = {epsilon}.",
    "Cumulative loss of the account": "Gesamtverlust des Kontos",
    "{spent} of {limit} after this release; {left} is left. Account {account}.": (
        "{spent} von {limit} nach dieser Freigabe; es bleiben {left}. Konto {account}."
    ),
}
