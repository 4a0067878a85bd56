"""What is wrong with a file as such, in German: JSON, the form of its fields, code lists beside it."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # A task that the user stopped
    "errors.stopped": "Angehalten; nichts wurde ausgegeben.",
    "errors.stopped_sealed": (
        "Angehalten; das Rauschen ist gezogen und versiegelt. Machen Sie dieselbe Freigabe noch einmal, um sie "
        "abzuschließen: Mehr wird nicht ausgegeben."
    ),
    # Files that come with the program
    "resources.outside": "Der Name '{name}' muss ein relativer Pfad innerhalb der mitgelieferten Dateien sein.",
    "resources.missing": "Die Datei '{name}', die zu dpdesk gehört, fehlt; installieren Sie dpdesk neu.",
    # Files that are written
    "schema.unwritable": "{path} lässt sich nicht schreiben ({reason}); wählen Sie einen anderen Ordner.",
    # Strict JSON
    "schema.json_too_large": "{subject} ist größer als {most} MiB; ist es die richtige Datei?",
    "schema.json_unreadable": "{subject} lässt sich nicht lesen ({reason}); prüfen Sie den Pfad.",
    "schema.no_ordinary_file": "es ist keine gewöhnliche Datei",
    "schema.unreadable": "die Datei ist nicht lesbar",
    "schema.too_many_objects": "{start}Es gibt mehr als {most} Objekte; ist es die richtige Datei?",
    "schema.too_many_lists": "{start}Es gibt mehr als {most} Listen; ist es die richtige Datei?",
    "schema.too_many_fields": "{start}Es gibt mehr als {most} Felder; ist es die richtige Datei?",
    "schema.too_many_values": "{start}Es gibt mehr als {most} Werte; ist es die richtige Datei?",
    "schema.json_not_utf8": "{start}Die Datei ist kein Text in UTF-8; speichern Sie sie in UTF-8.",
    "schema.not_json": "{start}Das ist kein JSON (Zeile {line}, Spalte {column}); berichtigen Sie es dort.",
    "schema.object_too_wide": "{start}Ein Objekt hat mehr als {most} Felder; ist es die richtige Datei?",
    "schema.number_or_nesting": (
        "{start}Eine Zahl ist zu lang oder die Verschachtelung zu tief; berichtigen Sie die Datei."
    ),
    "schema.nesting_too_deep": "{start}Die Verschachtelung ist zu tief; berichtigen Sie die Datei.",
    "schema.decimal_point": (
        '{place} ist eine Zahl mit Dezimalpunkt oder Exponent; schreiben Sie sie als exakten Text wie "0.5" oder "1/2".'
    ),
    "schema.key_twice": "{place} ist zweimal angegeben; behalten Sie eine der Angaben.",
    "schema.half_a_pair": "{place} enthält die Hälfte eines Surrogatpaars, die kein Zeichen ist; berichtigen Sie es.",
    "schema.null": "{place} ist null; lassen Sie das Feld weg.",
    # The form of a field
    "schema.unknown_field": (
        "{place} ist ein Feld, das diese Version nicht kennt; prüfen Sie die Schreibweise oder entfernen Sie es."
    ),
    "schema.must_be_text": "{place} muss ein Text sein.",
    "schema.must_be_whole_number": "{place} muss eine ganze Zahl sein.",
    "schema.must_be_true_or_false": "{place} muss true oder false sein.",
    "schema.must_be_list": "{place} muss eine Liste sein.",
    "schema.must_be_object": "{place} muss ein Objekt sein.",
    "schema.required": "{place} fehlt und ist erforderlich.",
    "schema.must_be_left_out": "{place} muss wegbleiben.",
    "schema.must_be_one_of": "{place} muss {choices:or} sein.",
    "schema.must_have_kind": "{place} braucht für {key} einen dieser Werte: {choices:all}.",
    "schema.must_have_known_kind": "{place} braucht für {key} einen bekannten Wert.",
    "schema.empty": "{place} darf nicht leer sein.",
    "schema.too_few_entries": "{place} muss mindestens {least} Einträge haben.",
    "schema.too_many_entries": "{place} darf höchstens {most} Einträge haben.",
    "schema.text_too_long": "{place} darf höchstens {most} Zeichen lang sein.",
    "schema.too_small": "{place} muss mindestens {least} sein.",
    "schema.too_great": "{place} darf höchstens {most} sein.",
    "schema.must_be_name": (
        "{place} muss ein Name sein: ein Buchstabe, dann höchstens 63 Buchstaben (a bis z), Ziffern, '_', '.' oder '-'."
    ),
    "schema.must_be_identifier": (
        "{place} muss ein Name aus höchstens 128 Buchstaben (a bis z), Ziffern, '_', '.' oder '-' sein."
    ),
    "schema.must_be_exact": '{place} muss eine exakte Zahl wie "1", "1/2" oder "0.5" sein.',
    "schema.must_be_hash": "{place} muss eine Prüfsumme sein: 64 der Zeichen 0-9 und a-f.",
    "schema.must_be_day": "{place} muss ein Datum wie 2025-01-31 sein.",
    "schema.must_match": "{place} muss dem Muster {pattern} entsprechen.",
    "schema.not_right": "{place} ist nicht, was es sein muss.",
    "schema.must_be_number": '{place} muss eine ganze Zahl oder ein exakter Text wie "0.5" oder "1/3" sein.',
    "schema.decimal_comma": '{place} hat ein Dezimalkomma; schreiben Sie einen Dezimalpunkt, wie in "0.5".',
    "schema.code_with_spaces": "{place} muss ein Code ohne Leerzeichen am Rand und ohne Steuerzeichen sein.",
    "schema.code_of_totals": "{place} ist der Code, der für Summen vorbehalten ist; wählen Sie einen anderen.",
    "schema.cell_with_spaces": (
        "{place} muss ohne Leerzeichen am Rand stehen: Leerzeichen um den Inhalt einer Zelle zählen nicht."
    ),
    "schema.text_not_map": 'ein Text muss nach Sprachen angegeben sein, etwa {{"en": "Age"}}.',
    "schema.text_not_languages": (
        'ein Text muss zu Sprachkürzeln wie "en" oder "de-AT" den Wortlaut in dieser Sprache angeben.'
    ),
    # How the data are written
    "schema.marks_alike": "{place} muss sich vom Dezimalzeichen unterscheiden.",
    "schema.delimiter": "{place} darf weder ein Zeilenende noch das Anführungszeichen sein.",
    "schema.encoding": (
        '{place} ist keine Zeichenkodierung, die dieses Programm kennt, wie etwa "utf-8" oder "latin-1".'
    ),
    "schema.columns_alike": "{place} muss lauter verschiedene Namen haben.",
    # Which file it is
    "schema.not_a_dictionary": (
        '{start}Das ist keine Datenbeschreibung von dpdesk; sie muss mit "format": "dpdesk-dictionary" beginnen.'
    ),
    "schema.other_format": (
        '{start}{other}; nennen Sie die zugehörige Datenbeschreibung; sie muss mit "format": "dpdesk-dictionary" '
        "beginnen."
    ),
    "schema.this_is": "Das ist {found}, nicht {wanted}",
    "schema.version": "{start}version muss {version} sein, die Version, die dieses Programm liest.",
    "schema.a_dictionary": "eine Datenbeschreibung",
    "schema.a_plan": "ein Freigabeplan",
    "schema.a_session": "eine Sitzung",
    "schema.a_submission": "eine Einreichung",
    "schema.an_approval": "eine Genehmigung",
    "schema.a_style": "ein Hausstil",
    # Code lists in files of their own
    "schema.code_list_not_imported": "Die Codeliste lässt sich nicht importieren",
    "schema.hierarchy_not_imported": "Die Hierarchie lässt sich nicht importieren",
    "schema.no_folder": (
        "{lead} nennt die Datei '{name}', aber die Datenbeschreibung wurde nicht aus einem Ordner gelesen."
    ),
    "schema.list_unreadable": "{lead}: Die Datei '{name}' lässt sich nicht lesen; {advice}.",
    "schema.put_beside": "legen Sie sie neben die Datenbeschreibung",
    "schema.check_path": "prüfen Sie den Pfad",
    "schema.list_too_large": "{lead}: Die Datei '{name}' ist zu groß für eine Codeliste.",
    "schema.list_not_utf8": "{lead}: Die Datei '{name}' ist kein Text in UTF-8; speichern Sie sie in UTF-8.",
    "schema.list_not_csv": "{lead}: Die Datei '{name}' ist nahe Zeile {line} kein wohlgeformtes CSV.",
    "schema.list_heading": (
        "{lead}: Die erste Zeile von '{name}' muss die Spalten {columns} nennen (oder label:de und so weiter)."
    ),
    "schema.list_line": "{lead}: Zeile {line} von '{name}' hat nicht {fields} Felder.",
    "schema.list_empty": "{lead}: Die Datei '{name}' hat unter der ersten Zeile keine Codes.",
    "schema.list_code_long": "{lead}: Ein Code in '{name}' ist leer oder länger als {most} Zeichen.",
    "schema.list_code_reserved": "{lead}: Ein Code in '{name}' hat Steuerzeichen oder ist für Summen vorbehalten.",
    "schema.list_code_twice": "{lead}: Der Code '{code}' steht zweimal in '{name}'; behalten Sie eine der Zeilen.",
    "schema.list_parent": (
        "{lead}: Der übergeordnete Code '{parent}' ist nicht als Code aufgeführt; fügen Sie eine Zeile für ihn hinzu."
    ),
}
