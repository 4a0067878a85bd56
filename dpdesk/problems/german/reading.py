"""What is wrong with a file of microdata as such, in German: its path, text, headings, layouts, what is not read."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # The file
    "data.no_file": "Es gibt keine Datei {path}; prüfen Sie den Pfad.",
    "data.pipe": (
        "{path} ist eine Pipe oder ein Gerät, das sich nur einmal lesen lässt, und eine Datei wird mehrmals gelesen: "
        "Schreiben Sie die Daten in eine Datei und nennen Sie diese."
    ),
    "data.is_folder": "{path} ist ein Ordner; nennen Sie die Datei mit den Mikrodaten darin.",
    "data.unreadable": "{file} lässt sich nicht lesen ({reason}).",
    "data.input_error": "Fehler beim Lesen",
    "data.ragged": (
        "{file} entspricht nicht dem angegebenen Format: Datensätze mit mehr oder weniger Feldern als die Kopfzeile "
        "oder ein Anführungszeichen an falscher Stelle; {advice} oder reparieren Sie die Datei."
    ),
    "data.check_delimiter": "{hint}: Prüfen Sie das Trennzeichen",
    "data.check_format": "prüfen Sie Trennzeichen, Anführungszeichen, Zeichenkodierung und Kopfzeile",
    "data.seems_separated": "die Datei scheint durch {seems} getrennt zu sein, nicht durch {declared}",
    "data.tabs": "Tabulatoren",
    "data.miscounted": (
        "{file} lässt sich nicht so lesen wie angegeben: Werden die Datensätze auf zwei Weisen gezählt, ergibt sich "
        "zweierlei; prüfen Sie Trennzeichen, Anführungszeichen, Zeichenkodierung und Kopfzeile."
    ),
    "data.not_as_declared": "{file} lässt sich nicht so lesen wie angegeben.",
    "data.engine_cannot_read": "{file} ließ sich von der Datenbank nicht lesen; prüfen Sie das Format.",
    "data.not_whole": "{file} lässt sich nicht lesen: Ist die Datei da, vollständig und lesbar?",
    "data.out_of_memory": (
        "{file} braucht mehr Arbeitsspeicher, als es gibt: Verwenden Sie weniger Merkmale oder eine Datei mit "
        "kürzeren Werten."
    ),
    # Kinds of files
    "data.other_kind": (
        "{file} ist {what}, was auch immer der Name sagt, und laut Datenbeschreibung {declared}: Geben Sie im Format "
        'der Daten die Art "{kind}" an oder speichern Sie die Datei als {declared}.'
    ),
    "data.is_database": '{file} ist {what}: Das Format der Daten muss die Art "{kind}" haben.',
    "data.delimited_text": "Text mit Trennzeichen",
    "data.fixed_text": "Text mit fester Spaltenbreite",
    "data.workbook_file": "eine Excel-Arbeitsmappe (.xlsx)",
    "data.named_file": "eine {name}-Datei",
    "data.sqlite_database": "eine SQLite-Datenbank",
    "data.duckdb_database": "eine DuckDB-Datenbank",
    "data.spss_file": "eine SPSS-Datei",
    "data.stata_file": "eine Stata-Datei",
    "data.sas_file": "eine SAS-Datei",
    "data.kind_unknown": "Die Art {kind!r} einer Datenquelle wird nicht gelesen; prüfen Sie das Format der Daten.",
    "data.kind_not_read": "{file} ist von keiner Art, die gelesen wird; speichern Sie sie als .xlsx, CSV oder Parquet.",
    # Kinds that are never read, and the way out of each
    "data.unread": "{file} ist {what}: {advice}.",
    "data.unread_by_name": "{file} ist dem Namen nach {what}: {advice}.",
    "data.ending_not_read": "{file}: Dateien der Art {ending} werden nicht gelesen. {advice}.",
    "data.save_it": "Speichern Sie sie als .xlsx, CSV oder Parquet",
    "data.unpack_it": "Entpacken Sie es und nennen Sie die Datei darin",
    "data.save_from_r": "Speichern Sie die Tabelle daraus in R als CSV (write.csv) oder Parquet",
    "data.export_table": "Exportieren Sie die Tabelle daraus als CSV oder .xlsx",
    "data.name_data_set": "Nennen Sie den Datenbestand (.sas7bdat) und lassen Sie diese Datei daneben liegen",
    "data.save_as_sas": "Speichern Sie sie als .sas7bdat oder als .xpt (XPORT)",
    "data.save_as_parquet": "Speichern Sie sie als Parquet",
    "data.save_as_csv": "Speichern Sie sie als CSV oder Parquet",
    "data.save_as_xlsx": "Speichern Sie sie als .xlsx oder CSV",
    "data.name_records": "Nennen Sie die Datei der Datensätze, die es beschreibt, und lassen Sie diese daneben liegen",
    "data.old_excel": "eine alte oder verschlüsselte Excel-Datei (.xls)",
    "data.archive": "ein {kind}-Archiv",
    "data.xz_archive": "ein xz-Archiv",
    "data.pickle": "eine Pickle-Datei von Python",
    "data.numpy": "eine numpy-Datei",
    "data.arrow": "eine Arrow-Datei (oder Feather)",
    "data.feather": "eine Feather-Datei",
    "data.orc": "eine ORC-Datei",
    "data.avro": "eine Avro-Datei",
    "data.r": "eine R-Datei",
    "data.access": "eine Datenbank von Microsoft Access",
    "data.sas_catalogue": "ein SAS-Katalog, der Bezeichnungen und keine Datensätze enthält",
    "data.cport": "eine Datei von SAS PROC CPORT",
    "data.hdf5": "eine HDF5-Datei",
    "data.matlab": "eine MATLAB-Datei",
    "data.pdf": "eine PDF-Datei",
    "data.rtf": "eine Textdatei im Format RTF",
    "data.json": "eine JSON-Datei",
    "data.xml": "eine XML-Datei oder Webseite",
    "data.ddi": "ein Codebuch (DDI)",
    "data.opendocument": "eine OpenDocument-Datei (.ods)",
    "data.xlsb": "eine binäre Excel-Arbeitsmappe (.xlsb)",
    # Text
    "data.encoding_unknown": (
        "Die Zeichenkodierung {encoding!r} ist nicht bekannt; nennen Sie eine wie utf-8, cp1252, latin-1 oder "
        "utf-16-le."
    ),
    "data.encoding_unusable": (
        "Die Zeichenkodierung {encoding!r} lässt sich nicht verwenden; nennen Sie eine wie utf-8 oder cp1252."
    ),
    "data.not_its_encoding": "{file} ist in der angegebenen Zeichenkodierung nicht gültig.",
    "data.not_encoded": (
        "{file} ist kein gültiges {encoding}: Geben Sie die Zeichenkodierung an, in der die Datei geschrieben wurde."
    ),
    "data.nul": (
        "{file} enthält NUL-Zeichen: Die Datei ist beschädigt oder in einer anderen Zeichenkodierung als angegeben."
    ),
    "data.line_too_long": "{file} hat eine Zeile mit mehr als {most:,} Zeichen: Ist es überhaupt eine Tabelle?",
    "data.delimiter": (
        "Das Trennzeichen muss ein einziges Zeichen sein, weder ein Zeilenende noch das Anführungszeichen."
    ),
    "data.quote": "Das Anführungszeichen muss ein einziges Zeichen oder leer sein.",
    "data.blank_lines": "{file} hat mehr als {most:,} leere Zeilen vor den Datensätzen.",
    "data.no_header_row": "{file} ist leer: Es gibt keine Kopfzeile.",
    "data.no_record_at": "{file} hat keinen Datensatz, der in Zeile {line} beginnt: Prüfen Sie die Kopfzeile.",
    "data.empty": "{file} ist leer.",
    # Headings
    "data.heading_too_long": "{file} hat eine Spaltenüberschrift mit mehr als {most:,} Zeichen: Ist es eine Tabelle?",
    "data.too_many_columns": "{file} hat mehr als {most:,} Spalten: Ist es eine Tabelle?",
    "data.column_ambiguous": (
        "{file} hat mehr als eine Spalte namens {column!r}; nennen Sie die gemeinte, zum Beispiel {example!r}."
    ),
    "data.column_missing": "{file} hat keine Spalte namens {column!r}; {advice}.",
    "data.check_heading": "prüfen Sie den Namen, die Kopfzeile und das Trennzeichen",
    # Layouts and codebooks of fixed width
    "data.line_short": (
        "Zeile {line} von {file} ist kürzer als die Satzbeschreibung, deren letzte Spalte bei {width} endet: Prüfen "
        "Sie Satzbeschreibung und Zeichenkodierung oder schreiben Sie jede Zeile in voller Länge, auch Leerzeichen am "
        "Ende."
    ),
    "data.packed_damaged": "{file} ist beschädigt oder unvollständig: Packen Sie die Datei noch einmal.",
    "data.layout_too_large": "{file} ist größer als {most} MB: Ist es eine Satzbeschreibung?",
    "data.layout_not_utf8": "{file} ist nicht UTF-8: Speichern Sie die Satzbeschreibung als CSV in UTF-8.",
    "data.layout_not_csv": "{file} ist keine lesbare CSV-Datei; prüfen Sie die Anführungszeichen.",
    "data.layout_heading": "Die erste Zeile von {file} muss die Spalten name, start und width oder end nennen.",
    "data.layout_line": (
        "Zeile {line} von {file} braucht einen Namen, eine erste Stelle ab 1 und eine Breite oder eine letzte Stelle."
    ),
    "data.codebook_no_places": "{file} gibt keiner Spalte eine Stelle (ein erstes Zeichen und eine Breite).",
    "data.codebook_columns": "{file} hat mehr als {most:,} Spalten: Ist es ein Codebuch?",
    "data.codebook_names": "{file} beschreibt zwei Spalten mit demselben Namen: Benennen Sie eine um.",
    "data.codebook_too_large": "{file} ist größer als {most} MB: Ist es ein Codebuch?",
    "data.no_ddi": "{file} ist kein DDI-Codebuch: Das äußerste Element ist ein anderes.",
    "data.codebook_entities": (
        "{file} enthält Deklarationen von Entitäten, die nicht gelesen werden: Speichern Sie die Datei ohne sie."
    ),
    "data.codebook_not_xml": "{file} ist kein lesbares XML oder unvollständig.",
    "data.codebook_kinds": "{file} beschreibt mehrere Satzarten: Schreiben Sie jede Satzart in eine eigene Datei.",
    "data.codebook_variable": "{file} hat eine Variable ohne Namen oder eine, deren Stelle keine ist.",
}
