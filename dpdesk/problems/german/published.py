"""What is wrong with published files that are checked, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Against the ledger
    "publish.not_recorded": "{path} wurde geändert: Die Tabellen sind nicht die, die der Eintrag des Kontobuchs nennt.",
    "publish.unknown_key": (
        "{path} ist mit einem Schlüssel unterschrieben, den kein Eintrag des Kontobuchs nennt; fragen Sie, wessen er "
        "ist."
    ),
    "publish.another_ledger": Variants(
        "{path} kommt aus einem anderen Kontobuch ({theirs}…) als {ledger} ({own}…): Nennen Sie mit --ledger das "
        "richtige.",
        "{path} kommt aus einem anderen Kontobuch ({theirs}…) als {ledger} ({own}…): Öffnen Sie das richtige.",
    ),
    "publish.is_rehearsal": "{path} ist ein Probelauf: Er steht in keinem Kontobuch.",
    "publish.fork": (
        "{one} und {other} geben den Eintrag {entry} eines Kontobuchs verschieden an (FORK): Von zwei Kopien wurde "
        "getrennt ausgegeben, oder eines der Dokumente ist erfunden."
    ),
    "publish.changed": "{path} wurde geändert: {why}; bitten Sie noch einmal um das Original.",
    "publish.why_other_file": "{file} ist nicht die veröffentlichte Datei",
    "publish.why_entries_differ": "Die Arbeitsmappen zitieren verschiedene Einträge des Kontobuchs",
    "publish.why_other_hash": "Die Tabellen haben nicht die Prüfsumme, die zitiert wird",
    "publish.why_named_differently": (
        "Arbeitsmappe, Prüfprotokoll und Metadaten nennen verschiedene Einträge des Kontobuchs"
    ),
    "publish.why_other_heads": "Das Prüfprotokoll hat andere Prüfsummen, als die Arbeitsmappe zitiert",
    "publish.why_other_program": "Die Metadaten nennen ein anderes Programm als das Prüfprotokoll",
    "publish.why_other_strategy": (
        "Die Strategie ist nicht die, die dem Kontobuch vor dem Ziehen des Rauschens genannt wurde"
    ),
    "publish.log_too_large": "Das Prüfprotokoll {path} ist größer als jedes, das dpdesk schreibt.",
    "publish.log_unreadable": "Das Prüfprotokoll {path} lässt sich nicht lesen ({reason}).",
    "publish.log_changed": "{path} wurde geändert: {why}",
    "publish.metadata_unreadable": (
        "{path} lässt sich nicht als Metadaten einer Freigabe lesen: Nennen Sie den Ordner, in den eine Freigabe "
        "geschrieben wurde."
    ),
    # A release that was written before
    "publish.of_another_plan": (
        "{folder} ist die Freigabe eines anderen Plans als dieses ({document}); nennen Sie den Plan, mit dem sie "
        "gemacht wurde."
    ),
    "publish.of_another_version": (
        "{folder} wurde von einer anderen Version von dpdesk freigegeben, die andere Verfahren wählte; verwenden Sie "
        "jene Version."
    ),
    "publish.table_unreadable": (
        "{path} lässt sich nicht als Tabelle einer Freigabe lesen; exportieren Sie die Freigabe noch einmal."
    ),
    "publish.other_cells": "{path} hat {cells:,} Zellen statt {wanted:,}; exportieren Sie die Freigabe noch einmal.",
    "publish.not_readable": "{path} ist nicht lesbar; nennen Sie den Ordner, in den eine Freigabe geschrieben wurde.",
    "publish.no_documents": (
        "{folder} wurde geschrieben, bevor eine Freigabe ihren Plan enthielt; exportieren Sie die Freigabe noch "
        "einmal, oder nennen Sie den Plan."
    ),
    "publish.changed_since": "Die Tabellen oder der Plan in {folder} sind nicht die freigegebenen.",
    "publish.no_metadata": (
        "{path} sind nicht die Metadaten einer Freigabe; nennen Sie den Ordner, in den eine Freigabe geschrieben wurde."
    ),
    # Tables
    "publish.no_tables": (
        "Der Ordner {folder} enthält keine Tabellen einer Freigabe: Nennen Sie den Ordner mit {part}/*.csv."
    ),
    "publish.no_quoted_hash": "Der Ordner {folder} hat keine Datei {file}, die eine Prüfsumme des Ergebnisses zitiert.",
    "publish.csv_unreadable": "Die Datei {path} lässt sich nicht als Tabelle einer Freigabe lesen.",
    "publish.csv_columns": "Die Datei {path} hat nicht die Spalten einer Tabelle einer Freigabe.",
    "publish.csv_ragged": "Die Datei {path} hat eine Zeile mit einer anderen Zahl von Feldern als die Kopfzeile.",
    "publish.csv_two_tables": "Die Datei {path} enthält mehr als eine Tabelle: Eine Freigabe hat für jede eine Datei.",
    "publish.csv_sampling": (
        "Die Datei {path} hat Spannen von Rauschen und Stichprobe zusammen, die nicht aus den beiden folgen."
    ),
    "publish.csv_symbol": "Die Datei {path} hat ein Zeichen, wo eine Zahl oder nichts steht.",
    "publish.workbook_unreadable": (
        "Die Datei {path} lässt sich nicht als Arbeitsmappe einer Freigabe lesen: Wählen Sie die Arbeitsmappe im "
        "Ordner {part}/ der Freigabe."
    ),
    "publish.not_published": "Die Arbeitsmappe {path} ist keine Freigabe, wie dpdesk sie veröffentlicht.",
    "publish.ledger_line": "Die Arbeitsmappe {path} hat ein unvollständiges Blatt 'Ledger line'.",
    "publish.names_no_tables": (
        "Die Arbeitsmappe {path} nennt auf ihrem Blatt 'Codes' keine Tabellen: Sie ist keine Freigabe dieser Version."
    ),
    "publish.sheet_missing": "Der Arbeitsmappe {path} fehlt das Blatt '{sheet}', das ihr Blatt Codes nennt.",
    "publish.other_picture": (
        "Die Arbeitsmappe {path} hat auf ihrem Blatt {sheet} ein Bild, das nicht die Zahlen seiner Tabelle zeigt; sie "
        "wurde verändert."
    ),
    "publish.languages_differ": "Die Arbeitsmappe {path} sagt in einer Sprache anderes als in der nächsten.",
    "publish.other_sheets": (
        "Die Arbeitsmappe {path} hat andere Blätter, als ihr Blatt Codes nennt; sie wurde geändert."
    ),
    "publish.column_twice": (
        "Ein Blatt 'Codes' nennt eine Spalte oder eine Zeile zweimal; die Arbeitsmappe wurde geändert."
    ),
    "publish.stray_figures": (
        "Das Blatt '{sheet}' von {path} hat Zahlen, wo das Blatt Codes keine kennt; es wurde geändert."
    ),
}
