"""What is wrong with a workbook, a database, a Parquet or a statistical file, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Workbooks
    "data.workbook_unreadable": (
        "{file} lässt sich nicht als Arbeitsmappe (.xlsx) lesen: Speichern Sie die Datei noch einmal als .xlsx."
    ),
    "data.sheet_unreadable": (
        "{file} hat ein Arbeitsblatt, das sich nicht lesen lässt: Speichern Sie die Datei noch einmal als .xlsx."
    ),
    "data.sheet_needed": "{file} hat {sheets} Arbeitsblätter: Im Format der Daten {some}.",
    "data.no_sheet": "{file} hat kein Arbeitsblatt namens {sheet!r}{near}; {some}.",
    "data.name_sheet": "nennen Sie das mit den Daten (sheet): {sheets:all}{more}",
    "data.no_sheet_has_data": "nennen Sie eines mit Daten; keines der Arbeitsblätter hat welche",
    "data.check_its_name": "prüfen Sie den Namen",
    "data.sheet_no_heading": "Das Arbeitsblatt {sheet!r} von {file} hat in Zeile {row} keine Kopfzeile.",
    "data.sheet_empty": "Das Arbeitsblatt {sheet!r} von {file} ist leer; {some}.",
    "data.sheet_is_chart": "Das Arbeitsblatt von {file} ist ein Diagramm, keine Tabelle.",
    "data.workbook_damaged": "{file} ist beschädigt: Speichern Sie die Datei noch einmal als .xlsx.",
    "data.too_many_cells": "{file} hat mehr als {most:,} Zellen: Speichern Sie die Daten als CSV oder Parquet.",
    "data.beyond_heading": (
        "Das Arbeitsblatt von {file} hat Werte rechts von der Kopfzeile: Prüfen Sie die Kopfzeile oder geben Sie "
        "jeder Spalte eine Überschrift."
    ),
    "data.no_sheets": "{file} hat keine Arbeitsblätter.",
    "data.sheet_has_nothing": "In {file} ist das Arbeitsblatt leer.",
    "data.sheets_have_nothing": "In {file} sind alle Arbeitsblätter leer.",
    "data.workbook_too_large": (
        "{file} ist größer als {most:,} Bytes: Speichern Sie das Arbeitsblatt als CSV oder Parquet."
    ),
    "data.workbook_parts": "{file} besteht aus mehr als {most:,} Teilen: Die Datei wird als unsicher abgelehnt.",
    "data.no_workbook": (
        "{file} ist keine Arbeitsmappe (.xlsx) oder beschädigt: Speichern Sie die Datei noch einmal als .xlsx."
    ),
    "data.workbook_encrypted": "{file} ist verschlüsselt: Speichern Sie die Datei ohne Kennwort.",
    "data.workbook_packing": (
        "{file} ist so gepackt wie keine Arbeitsmappe: Speichern Sie die Datei noch einmal als .xlsx."
    ),
    "data.workbook_names_leave": (
        "{file} hat Teile, deren Namen aus dem Archiv hinausführen: Die Datei wird als unsicher abgelehnt."
    ),
    "data.workbook_names_twice": "{file} hat zwei Teile mit demselben Namen: Die Datei wird als unsicher abgelehnt.",
    "data.workbook_unpacks_to": (
        "{file} ist entpackt größer als {most:,} Bytes: Speichern Sie das Arbeitsblatt als CSV oder Parquet."
    ),
    "data.workbook_ratio": "{file} ist entpackt mehr als {times}-mal so groß: Die Datei wird als unsicher abgelehnt.",
    "data.workbook_texts": (
        "{file} enthält mehr als {most:,} Bytes Text: Speichern Sie das Arbeitsblatt als CSV oder Parquet."
    ),
    "data.workbook_entities": "{file} deklariert XML-Entitäten: Die Datei wird als unsicher abgelehnt.",
    "data.excel_package": "Excel-Dateien werden nur gelesen, wenn das Paket defusedxml installiert ist; es fehlt.",
    "data.excel_switched_off": (
        "Excel-Dateien werden nur über defusedxml gelesen, das auf diesem Rechner abgeschaltet ist."
    ),
    "data.workbook_declares_less": (
        "{file} ist entpackt größer, als die Datei selbst angibt: Sie wird als unsicher abgelehnt."
    ),
    "data.workbook_rows": "{file} hat mehr oder längere Zeilen als ein Arbeitsblatt: Die Datei wird abgelehnt.",
    "data.formulas_unsolved": (
        "{file} enthält Formeln ohne gespeicherte Ergebnisse: Öffnen Sie die Datei in Excel oder LibreOffice, lassen "
        "Sie rechnen und speichern Sie sie."
    ),
    "data.workbook_unsafe": (
        "{file} enthält in einem Teil oder einer Zeile mehr, als ein Arbeitsblatt haben kann: Die Datei wird als "
        "unsicher abgelehnt."
    ),
    "data.rows_out_of_order": (
        "{file} hat Zeilen in falscher Reihenfolge oder nach der letzten, die ein Arbeitsblatt haben kann: Speichern "
        "Sie die Datei noch einmal."
    ),
    "data.cells_beyond": (
        "{file} hat Zellen nach der letzten Spalte, die ein Arbeitsblatt haben kann: Speichern Sie die Datei noch "
        "einmal."
    ),
    "data.too_many_sheets": "{file} hat mehr als {most:,} Arbeitsblätter.",
    # Databases
    "data.the_table": "Die Tabelle {name!r} von {file}",
    "data.the_view": "Die Sicht {name!r} von {file}",
    "data.table_needed": "{file} ist eine Datenbank: Das Format der Daten muss die Tabelle darin nennen.",
    "data.no_tables": "{file} hat keine Tabellen.",
    "data.no_table": "{file} hat keine Tabelle oder Sicht namens {table!r}; prüfen Sie den Namen.",
    "data.two_tables": (
        "{file} hat zwei Tabellen, die {table!r} bezeichnen kann, eine durch ihr Schema und eine durch einen Punkt in "
        "ihrem Namen: Benennen Sie eine um."
    ),
    "data.reads_outside": "{table} liest Dateien außerhalb der Datenbank: Kopieren Sie das Ergebnis in eine Tabelle.",
    "data.table_broken": "{table} lässt sich nicht lesen: Es fehlt etwas in der Datenbank, oder sie ist beschädigt.",
    "data.view_draws": (
        "Die Sicht {table!r} von {file} zieht Zufallszahlen oder eine Stichprobe und ist deshalb bei jedem Lesen eine "
        "andere Tabelle: Kopieren Sie das Ergebnis in eine Tabelle."
    ),
    "data.view_cannot_compute": (
        "{file} hat einen Wert, mit dem die Sicht nicht rechnen kann: Prüfen Sie die Sicht oder kopieren Sie ihr "
        "Ergebnis."
    ),
    "data.log_is_no_file": "{log} ist keine Datei, heißt aber wie das Protokoll von {file}: Entfernen Sie es.",
    "data.changes_in_log": (
        "{file} hat Änderungen, die noch nicht in der Datei stehen, sondern in {log}: Schließen Sie sie in dem "
        "Programm, das sie schreibt, und versuchen Sie es noch einmal."
    ),
    "data.open_elsewhere": (
        "{file} ist in einem anderen Programm zum Schreiben geöffnet: Schließen Sie die Datei dort und versuchen Sie "
        "es noch einmal."
    ),
    "data.encrypted": "{file} ist verschlüsselt: Schreiben Sie die Datei ohne Verschlüsselung.",
    "data.duckdb_version": (
        "{file} wurde von einer Version von DuckDB geschrieben, die nicht gelesen wird: Exportieren Sie die Tabelle "
        "daraus als Parquet."
    ),
    "data.no_duckdb": "{file} ist keine DuckDB-Datenbank oder beschädigt: Schreiben Sie die Datei noch einmal.",
    "data.no_sqlite": (
        "{file} ist keine SQLite-Datenbank oder verschlüsselt oder beschädigt: Schreiben Sie die Datei noch einmal."
    ),
    "data.table_out_of_memory": (
        "{file} braucht mehr Arbeitsspeicher, als es gibt: Verwenden Sie weniger Merkmale oder eine Tabelle mit "
        "kürzeren Werten."
    ),
    "data.being_written": (
        "{file} wird gerade von einem anderen Programm geschrieben: Schließen Sie die Datei dort und versuchen Sie es "
        "noch einmal."
    ),
    "data.text_not_valid": (
        "{file} hat einen Text, der nicht gültig ist: Reparieren Sie ihn oder lassen Sie seine Spalte weg."
    ),
    "data.value_too_long": "{file} hat einen Wert mit mehr als {most:,} Bytes: Lassen Sie seine Spalte weg.",
    "data.sqlite_damaged": "{file} ist beschädigt oder verschlüsselt: Schreiben Sie die Datei noch einmal.",
    "data.sqlite_unreadable": (
        "{file} lässt sich nicht als SQLite-Datenbank lesen; prüfen Sie die Datei und ihre Tabelle oder Sicht."
    ),
    "data.view_columns": "Die Sicht {table!r} von {file} hat zwei Spalten mit demselben Namen: Benennen Sie eine um.",
    "data.table_not_allowed": (
        "{table} braucht etwas, das nicht in der Datei steht oder dort nicht erlaubt ist, etwa Rekursion, "
        "Zufallszahlen oder Funktionen eines anderen Programms: Kopieren Sie das Ergebnis in eine Tabelle."
    ),
    "data.binary": "Die Spalte {column!r} von {file} enthält Binärwerte; sie lässt sich nicht tabellieren.",
    "data.nested": (
        "Die Spalte {column!r} von {file} enthält verschachtelte oder Binärwerte; sie lässt sich nicht tabellieren."
    ),
    # Parquet
    "data.part_of": "{part} von {file}",
    "data.no_parquet": "{file} ist keine Parquet-Datei oder beschädigt: Schreiben Sie die Datei noch einmal.",
    "data.parquet_too_wide": (
        "{file} beschreibt mehr Spalten und Zeilengruppen, als eine Tabelle hat: Schreiben Sie die Datei noch einmal "
        "mit weniger."
    ),
    "data.too_many_parts": "{file} hat mehr als {most:,} Teile: Schreiben Sie die Daten in weniger, größere.",
    "data.no_parts": "Der Ordner {file} enthält keine Datei, die auf .parquet endet.",
    "data.other_keys": (
        "{part} von {file} liegt in Ordnern mit anderen Schlüsseln als {first}: Die Teile einer Tabelle liegen in "
        "Ordnern mit denselben Schlüsseln."
    ),
    "data.key_twice": (
        "{file} hat einen Schlüssel zweimal in den Namen der Ordner: Schreiben Sie die Daten noch einmal."
    ),
    "data.folders_deep": "{file} hat Ordner in mehr als {most} Ebenen: Ist es eine einzige Tabelle?",
    "data.too_many_files": "{file} enthält mehr als {most:,} Dateien und Ordner: Ist es eine einzige Tabelle?",
    "data.delta_lake": (
        "{file} ist eine Delta-Lake-Tabelle, bei der nur das Protokoll sagt, welche Zeilen gelten: Exportieren Sie "
        "sie als gewöhnliches Parquet."
    ),
    "data.hudi": (
        "{file} ist eine Hudi-Tabelle, bei der nur das Protokoll sagt, welche Zeilen gelten: Exportieren Sie sie als "
        "gewöhnliches Parquet."
    ),
    "data.iceberg": (
        "{file} ist eine Iceberg-Tabelle, bei der nur das Protokoll sagt, welche Zeilen gelten: Exportieren Sie sie "
        "als gewöhnliches Parquet."
    ),
    "data.half_written": (
        "{file} wird noch geschrieben oder blieb halb geschrieben liegen: Warten Sie, bis das Programm fertig ist, "
        "oder schreiben Sie die Daten noch einmal."
    ),
    "data.part_no_file": (
        "{part} von {file} ist keine Datei: Weder eine Pipe noch ein Verweis auf einen Ordner kann ein Teil sein."
    ),
    "data.part_name": "{file} hat einen Teil, dessen Name kein Text ist: Benennen Sie ihn um.",
    "data.part_ending": "{part} von {file} ist eine Parquet-Datei, die nicht auf .parquet endet: Benennen Sie sie um.",
    "data.parts_differ": (
        "{part} von {file} hat andere Spalten oder Spalten anderer Typen als {first}: Schreiben Sie alle Teile gleich."
    ),
    "data.key_is_column": (
        "{key!r} ist ein Schlüssel der Ordner von {file} und zugleich der Name einer Spalte oder eines Ordners "
        "darüber: Benennen Sie eines um."
    ),
    "data.parts_changed": (
        "{file} hat sich geändert: Es sind andere Teile als beim Öffnen; versuchen Sie es noch einmal."
    ),
    # Statistical files
    "data.not_of_kind": (
        "{file} ist nicht {what} oder beschädigt: Speichern Sie die Datei noch einmal oder berichtigen Sie die Art."
    ),
    "data.cut_short": (
        "{file} ist unvollständig: Speichern Sie die Datei noch einmal in dem Programm, mit dem sie gemacht wurde."
    ),
    "data.damaged": (
        "{file} ist beschädigt, unvollständig oder verschlüsselt: Speichern Sie die Datei noch einmal in dem "
        "Programm, mit dem sie gemacht wurde."
    ),
    "data.statistical_package": "{file} wird nur gelesen, wenn das Paket pyreadstat installiert ist; es fehlt.",
    "data.statistical_memory": (
        "{file} braucht mehr Arbeitsspeicher, als es gibt: Verwenden Sie weniger Merkmale oder speichern Sie die "
        "Datei noch einmal, falls sie beschädigt ist."
    ),
    "data.statistical_characters": (
        "{file} hat Texte, die in der Zeichenkodierung der Datei nicht gültig sind: Geben Sie im Format der Daten an, "
        'in welcher sie geschrieben wurden ("characters").'
    ),
    "data.statistical_unsupported": (
        "{file} ist auf eine Weise geschrieben, die nicht gelesen wird: Speichern Sie die Datei noch einmal, notfalls "
        "als CSV."
    ),
    "data.no_process": "{file} wird von einem eigenen Prozess gelesen, und das System startet keinen ({reason}).",
    "data.process_refused": "verweigert",
    "data.no_way_to_process": "{file} wird von einem eigenen Prozess gelesen, und es führt kein Weg zu ihm.",
    "data.no_variables": "{file} hat keine Variablen: Die Datei enthält keine Tabelle.",
    "data.variable_names": (
        "{file} hat zwei Variablen mit demselben Namen oder eine ohne: Speichern Sie die Datei noch einmal."
    ),
}
