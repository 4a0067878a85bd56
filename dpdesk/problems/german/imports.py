"""What is wrong with a file of code lists or other metadata, or a spreadsheet to be written, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Any file
    "data.import_too_large": "{file} ist größer als {most} MB: Importieren Sie die Datei in Teilen.",
    "data.import_long": "{file} hat mehr als {most:,} Einträge: Importieren Sie die Datei in Teilen.",
    "data.import_kind": (
        "{file} ist keine Datei, die sich importieren lässt: Verwenden Sie eine Tabelle (.csv, .xlsx), .rda, .hrc, "
        ".cdl, SDMX-ML, ein DDI-Codebuch, eine Domäne in JSON, .yaml von SmartNoise oder eine Datei von SPSS, Stata "
        "oder SAS."
    ),
    "data.import_nothing": "{file} sagt über kein Merkmal etwas.",
    "data.import_which": (
        "{file} sagt nicht, zu welchem Merkmal die Codes gehören: Nennen Sie das Merkmal oder nennen Sie die Datei "
        "wie das Merkmal."
    ),
    "data.import_made": (
        "'{name}' ist aus anderen Merkmalen gebildet und hat eigene Codes: Eine Datei kann ihnen Bezeichnungen "
        "geben; andere Gruppen werden in der Datenbeschreibung selbst gebildet."
    ),
    # Spreadsheets
    "data.import_not_csv": "{file} ist kein CSV: In Zeile {line} steht ein Anführungszeichen falsch.",
    "data.import_no_heading": (
        "{file} hat keine Spalte mit der Überschrift code: Die erste Zeile muss die Spalten nennen, etwa Merkmal, "
        "Code, Bezeichnung, Obergruppe, fehlend."
    ),
    "data.import_heading": (
        "{file} hat die unbekannte Überschrift '{heading}': Verwenden Sie {columns:all}, für eine Sprache label:de."
    ),
    "data.import_heading_twice": "{file} hat zwei Spalten, die {heading} bedeuten: Behalten Sie eine.",
    "data.import_beyond": "{file}, Zeile {line}: Eine Zelle steht rechts von der letzten Überschrift.",
    "data.import_no_variable": "{file}, Zeile {line}: Das Merkmal fehlt, auch in den Zeilen darüber.",
    "data.import_no_code": (
        "{file}, Zeile {line}: Eine Zeile ohne Code kann nur die Bezeichnung des Merkmals enthalten."
    ),
    "data.import_code": (
        "{file}, Zeile {line}: Ein Code muss ein Text aus 1 bis {most} Zeichen ohne Steuerzeichen sein und nicht "
        "_T, die Summe."
    ),
    "data.import_twice": (
        "{file}, Zeile {line}: Der Code '{code}' von '{variable}' steht schon in einer Zeile darüber."
    ),
    "data.import_quoted": (
        "{file}, Zeile {line}: Eine Zelle beginnt mit einem Anführungszeichen und ist kein Text in Anführungszeichen "
        "wie in JSON."
    ),
    "data.import_cell": (
        "{file}, Zeile {line}: Eine Zelle, die einen Code bedeutet, hat höchstens {most:,} Zeichen und keine "
        "Leerzeichen am Rand."
    ),
    "data.import_missing": (
        "{file}, Zeile {line}: fehlend muss not_stated (oder ja), not_applicable (oder trifft nicht zu) sein oder leer "
        "für einen Code, der nicht fehlt."
    ),
    "data.import_public": "{file}, Zeile {line}: public muss {words:all} sein oder leer.",
    # τ-ARGUS, SDMX, mbi
    "data.import_rda_line": (
        "{file}, Zeile {line}: nicht verstanden; ein Merkmal hat Namen, erste Stelle, Breite und Codes für "
        "fehlende Werte, und was folgt, beginnt mit <."
    ),
    "data.import_beside": "{file} nennt {name}, das nicht in seinem Ordner liegt: Legen Sie es dorthin.",
    "data.import_cdl_line": ("{file}, Zeile {line}: Eine Codeliste hat in jeder Zeile Code, Komma und Bezeichnung."),
    "data.import_hrc_depth": "{file}, Zeile {line}: Sie steht mehr als eine Ebene unter der Zeile darüber.",
    "data.import_no_codelist": "{file} enthält keine Codeliste (SDMX-ML 2.1 oder 3.0) und ist kein DDI-Codebuch.",
    "data.import_sdmx_code": (
        "{file}: Die Codeliste {name} hat einen Code, der keiner ist oder zweimal vorkommt, oder zu viele."
    ),
    "data.import_domain": (
        "{place} muss eine Domäne sein: zu jedem Attribut die Zahl seiner Werte, eine ganze Zahl ab 1."
    ),
    "data.import_yaml_line": (
        "{file}, Zeile {line}: Von YAML werden nur Zeilen 'Name:' und 'Name: Wert' gelesen, mit Leerzeichen "
        "eingerückt, wie SmartNoise sie hat; schreiben Sie die Zeile so oder verwenden Sie eine Tabelle."
    ),
    "data.import_yaml_tables": (
        "{file} beschreibt {tables:,} Tabellen mit Spalten, die einen Typ haben: Behalten Sie die dieser Daten."
    ),
    "data.import_yaml_bounds": "{file}: lower und upper von '{name}' müssen zwei Zahlen sein, die kleinere zuerst.",
    # Export
    "data.export_beyond_sheet": "{file} enthielte mehr, als ein Arbeitsblatt fasst: Exportieren Sie als .csv.",
}
