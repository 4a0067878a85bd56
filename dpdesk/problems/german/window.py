"""What is wrong with an edit or a file in the window, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Files
    "gui.unreadable": "{name} lässt sich nicht lesen ({reason}); prüfen Sie, ob Sie die Datei lesen dürfen.",
    "gui.folder_not_made": "Der Ordner {folder} lässt sich nicht anlegen ({reason}).",
    "gui.folder_without_locks": "Im Ordner {folder} lassen sich Dateien nicht sperren.",
    "gui.is_a_session": Variants(
        "{name} ist eine Sitzung mit Fragen; `dpdesk ask` führt sie durch, die Seite Fragen bereitet eine vor.",
        "{name} ist eine Sitzung mit Fragen; die Befehlszeile führt sie durch, die Seite Fragen bereitet eine vor.",
    ),
    "gui.not_a_document": (
        "{name} ist weder ein Plan noch eine Datenbeschreibung von dpdesk; Daten öffnen Sie auf der Seite Daten."
    ),
    "gui.session_submitted": Variants(
        "{name} ist eine Sitzung mit Fragen; solche genehmigt `dpdesk plan` auf der Befehlszeile.",
        "{name} ist eine Sitzung mit Fragen; solche werden auf der Befehlszeile genehmigt.",
    ),
    # Codes and names
    "gui.code_empty": "Ein Code darf nicht leer sein; löschen Sie stattdessen die Zeile.",
    "gui.code_there": "Den Code '{code}' gibt es schon; ein Code steht nur einmal in der Liste.",
    "gui.line_without_code": "Zeile {line} hat keinen Code in der ersten Spalte; nichts wurde eingefügt.",
    "gui.code_in_two_lines": "Der Code '{code}' steht in zwei der Zeilen; nichts wurde eingefügt.",
    "gui.quotation_open": "Schließen Sie das Anführungszeichen, und trennen Sie Texte durch Semikolons.",
    "gui.range_or_codes": ("Schreiben Sie entweder einen Bereich wie 18 … 24 oder Codes, durch Semikolons getrennt."),
    "gui.no_name": ("Ein Name ist ein Buchstabe, dann höchstens 63 Buchstaben (a bis z), Ziffern, '_', '.' oder '-'."),
    "gui.name_taken": "Ein anderes Merkmal heißt schon '{name}'; Namen müssen sich unterscheiden.",
    "gui.numbers_listed": "Führen Sie Zahlen durch Semikolons getrennt auf, etwa -8; -9.",
    "gui.group_numbers": "Geben Sie die Zahl ein, mit der jede Gruppe beginnt, durch Semikolons getrennt.",
    "gui.group_labels": "Geben Sie neben den Codes die Bezeichnung der Gruppe ein, zu der sie gehören.",
    # Planning figures
    "gui.published_unreadable": "{file} kann nicht gelesen werden; prüfen Sie den Pfad und ob Sie es öffnen dürfen.",
    "gui.published_too_large": (
        "{file} ist zu groß für eine veröffentlichte Tabelle: Planungszahlen werden aus Dateien bis 64 MB gelesen."
    ),
    "gui.published_is_data": (
        "{file} ist die Datendatei: Planungszahlen stammen aus Veröffentlichtem, nie aus den Daten."
    ),
    "gui.published_nothing": (
        "In {file} wurde keines der Merkmale gefunden: Codes oder Bezeichnungen müssen in einer "
        "Spalte oder Zeile stehen."
    ),
    # Approvals and signatures
    "gui.approval_of_another": (
        "Die Genehmigung {name} gilt einem anderen Plan als dem geöffneten, oder der Plan wurde seither geändert; "
        "lassen Sie ihn so genehmigen, wie er jetzt ist."
    ),
    "gui.same_person": (
        "Die Stelle und Funktion, die einen Plan eingereicht hat, kann ihn nicht genehmigen: Das muss eine andere tun."
    ),
    "gui.another_release": "{folder} enthält diese Freigabe nicht; exportieren Sie sie zuerst dorthin.",
    "gui.not_added_up": (
        "Gewählte Zellen werden nicht addiert: Eine andere Version von dpdesk hat diese Freigabe mit anderen Verfahren "
        "gemacht."
    ),
    "gui.key_not_named": Variants(
        "Kein Eintrag des Kontobuchs nennt den Schlüssel {key}; `dpdesk ledger key --existing` tut das.",
        "Kein Eintrag des Kontobuchs nennt den Schlüssel {key}; die Befehlszeile trägt ihn dort ein.",
    ),
}
