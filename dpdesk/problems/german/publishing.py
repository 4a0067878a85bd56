"""What keeps a release from being published, in German: folders, languages, the workbook, keys and signatures."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Folders
    "publish.confidential": Variants(
        "{path} ist vertraulich und liegt in {folder}, von wo Dateien weitergegeben werden: Bewahren Sie die Datei "
        "anderswo auf oder wählen Sie mit --out einen anderen Ordner.",
        "{path} ist vertraulich und liegt in {folder}, von wo Dateien weitergegeben werden: Bewahren Sie die Datei "
        "anderswo auf oder wählen Sie einen anderen Ordner.",
    ),
    "publish.no_workbook": "Der Ordner {folder} enthält keine Arbeitsmappe einer Freigabe in {part}/.",
    "publish.holds_another": (
        "Der Ordner {folder} enthält schon eine andere Datei {file}: Nichts wurde überschrieben; wählen Sie einen "
        "leeren Ordner und exportieren Sie noch einmal, was nichts kostet."
    ),
    "publish.holds_rehearsal": Variants(
        "Der Ordner {folder} enthält schon einen Probelauf: Wählen Sie mit --out einen leeren Ordner.",
        "Der Ordner {folder} enthält schon einen Probelauf: Wählen Sie einen leeren Ordner.",
    ),
    "publish.holds_other_plan": Variants(
        "Der Ordner {folder} enthält schon die Freigabe eines anderen Plans: Wählen Sie mit --out einen leeren Ordner.",
        "Der Ordner {folder} enthält schon die Freigabe eines anderen Plans: Wählen Sie einen leeren Ordner.",
    ),
    "publish.folder_unwritable": Variants(
        "In den Ordner {folder} lässt sich nicht schreiben ({reason}): Wählen Sie mit --out einen anderen.",
        "In den Ordner {folder} lässt sich nicht schreiben ({reason}): Wählen Sie einen anderen.",
    ),
    "publish.file_unwritten": (
        "Die Datei {path} ließ sich nicht schreiben ({reason}): Von der Freigabe ist nichts verloren, und sie noch "
        "einmal zu exportieren kostet nichts."
    ),
    "publish.disk_full": "der Datenträger ist voll",
    "publish.no_permission": "keine Berechtigung, oder ein anderes Programm hält sie offen",
    "publish.read_only": "der Datenträger ist schreibgeschützt",
    "publish.file_for_folder": "eine Datei steht, wo ein Ordner gebraucht wird",
    "publish.system_refused": "das System verweigerte es",
    "publish.in_other_ledger": Variants(
        "Der Ordner {folder} enthält eine Freigabe dieses Plans, die in einem anderen Kontobuch steht; noch einmal "
        "freizugeben würde noch einmal ausgeben: Nennen Sie jenes Kontobuch mit --ledger oder mit --out einen leeren "
        "Ordner.",
        "Der Ordner {folder} enthält eine Freigabe dieses Plans, die in einem anderen Kontobuch steht; noch einmal "
        "freizugeben würde noch einmal ausgeben: Nennen Sie jenes Kontobuch oder einen leeren Ordner.",
    ),
    "publish.on_other_data": Variants(
        "Der Ordner {folder} enthält die Freigabe dieses Plans aus einer anderen Datei: Wählen Sie mit --out einen "
        "leeren Ordner.",
        "Der Ordner {folder} enthält die Freigabe dieses Plans aus einer anderen Datei: Wählen Sie einen leeren "
        "Ordner.",
    ),
    # Languages, layouts, sizes
    "publish.not_in_language": Variants(
        "{subject} wird nicht in '{language}' veröffentlicht (der Titel liegt in {titles} vor, und Sätze gibt es in "
        "{known}): Nennen Sie mit --language eine andere Sprache.",
        "{subject} wird nicht in '{language}' veröffentlicht (der Titel liegt in {titles} vor, und Sätze gibt es in "
        "{known}): Nennen Sie eine andere Sprache.",
    ),
    "publish.no_pictures": Variants(
        "Keine der Tabellen hat ein Bild: Verlangen Sie eines mit `picture` in ihrem display, oder lassen Sie "
        "--also charts weg.",
        "Keine der Tabellen hat ein Bild: Wählen Sie erst eines für eine Tabelle, oder lassen Sie die Diagramme weg.",
    ),
    "publish.no_layout": "Die Arbeitsmappe kennt keine Darstellung '{layout}': Wählen Sie eine von {known}.",
    "publish.workbook_too_large": (
        "Die Arbeitsmappe wäre größer als 2 GiB: Veröffentlichen Sie ihre größte Tabelle als CSV oder teilen Sie sie."
    ),
    "publish.other_hash": Variants(
        "Die Tabellen dieser Freigabe haben nicht die Prüfsumme, mit der sie eingetragen wurde: Nichts wurde "
        "geschrieben; prüfen Sie das Kontobuch mit 'dpdesk ledger verify'.",
        "Die Tabellen dieser Freigabe haben nicht die Prüfsumme, mit der sie eingetragen wurde: Nichts wurde "
        "geschrieben; prüfen Sie das Kontobuch.",
    ),
    "publish.not_in_entries": Variants(
        "Die Einträge des Kontobuchs sagen nichts von dieser Freigabe: Prüfen Sie es mit 'dpdesk ledger verify'.",
        "Die Einträge des Kontobuchs sagen nichts von dieser Freigabe: Prüfen Sie das Kontobuch.",
    ),
    # Keys and signatures
    "publish.passphrase_weak": (
        "Die Passphrase muss mindestens {least} druckbare Zeichen haben, darunter {different} verschiedene: Nehmen "
        "Sie mehrere Wörter."
    ),
    "publish.key_exists": "Die Datei {path} gibt es schon; wählen Sie einen anderen Namen für den neuen Schlüssel.",
    "publish.key_unwritten": (
        "Der Schlüssel lässt sich nicht nach {path} schreiben ({reason}); wählen Sie einen anderen Ort."
    ),
    "publish.no_passphrase": Variants(
        "{path} ist kein Schlüssel mit Passphrase; erzeugen Sie einen mit `dpdesk ledger key --new FILE`.",
        "{path} ist kein Schlüssel mit Passphrase; die Befehlszeile erzeugt einen.",
    ),
    "publish.other_passphrase": "{path} lässt sich mit dieser Passphrase nicht öffnen.",
    "publish.no_ed25519": Variants(
        "{path} ist kein Ed25519-Schlüssel; erzeugen Sie einen mit `dpdesk ledger key --new FILE`.",
        "{path} ist kein Ed25519-Schlüssel; die Befehlszeile erzeugt einen.",
    ),
    "publish.nothing_to_sign": (
        "Der Ordner {folder} enthält keine Freigabe, die zu unterschreiben wäre; schreiben Sie sie zuerst dorthin."
    ),
    "publish.not_its_signature": "{folder} wurde geändert: {statement} hat nicht die Unterschrift, die daneben liegt.",
    "publish.signed_for_others": (
        "{folder} wurde geändert: {statement} wurde für andere Dateien unterschrieben als diese."
    ),
    "publish.key_unreadable": "Der Schlüssel {path} lässt sich nicht lesen ({reason}).",
    "publish.signature_unreadable": "Die Unterschrift {path} lässt sich nicht lesen ({reason}).",
}
