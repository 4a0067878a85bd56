"""What is wrong with a dictionary, in German: its variables, their codes, and what must hold between them."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Names that are not known
    "schema.did_you_mean": " (meinten Sie '{name}'?)",
    "schema.check_spelling": "; prüfen Sie die Schreibweise",
    "schema.declare_or_choose": "; legen Sie ihn an oder wählen Sie einen anderen",
    "schema.add_row": "; fügen Sie eine Zeile für ihn hinzu",
    "schema.variable_unknown": "{subject} kennt kein Merkmal '{name}'{near}.",
    "schema.variable_stated": "'{name}' ist in jeder Zeile angegeben; seine Basis ist die Anzahl.",
    "schema.quantity_without_codes": "Die Messgröße '{name}' hat keine Codes; nennen Sie ein Merkmal, das welche hat.",
    "schema.code_unknown": "{place} nennt einen Code, den '{variable}' nicht hat: '{code}'{near}.",
    "schema.code_range": "{place} muss von einem Code von '{variable}' zum selben oder einem späteren reichen{near}.",
    "schema.code_is_none": ", und '{code}' ist keiner{near}",
    # The data's columns
    "schema.the_file": "der Datei",
    "schema.column_missing": (
        "Die Spalte '{column}' ist nicht in {file} enthalten; {document} braucht sie genau einmal{advice}."
    ),
    "schema.hint": ": {hint}",
    "schema.column_twice": (
        "Die Spalte '{column}' kommt in {file} mehrmals vor, und {document} braucht eine: Benennen Sie eine in der "
        "Datei um oder klären Sie, welche gemeint ist{advice}."
    ),
    "schema.write_name": ", und schreiben Sie deren Namen in die Datenbeschreibung, wie in '{name}'",
    "schema.weight_question": (
        "Ist die Spalte '{column}' ein Hochrechnungsfaktor? Unter weight_columns braucht {document} eine Antwort, "
        '"not_a_weight" (sie ist etwas anderes), "ignored" (die Tabellen zählen dann ungewichtete Fälle) oder "weight" '
        "(Tabellen können mit ihr gewichtet werden, sobald sie eine Messgröße mit öffentlichen Grenzen ist)."
    ),
    "schema.weight_twice": "{place} antwortet zweimal für eine Spalte; behalten Sie eine Antwort.",
    "schema.weight_used": (
        "{place} ('{name}') verwendet eine Spalte, die weight_columns einen Hochrechnungsfaktor nennt, der nicht "
        'verwendet wird; antworten Sie dort mit "weight", oder lassen Sie das Merkmal weg.'
    ),
    # What must hold in the whole
    "schema.own_unit": (
        '{place} darf nur dann "own_unit" sein, wenn neighbours "add_remove" ist; wählen Sie "refuse" oder "drop".'
    ),
    "schema.rows_of_no_id": (
        "Eine Höchstzahl von Zeilen, oder was aus Zeilen ohne Kennung wird, braucht die Einheit und deren Kennung."
    ),
    "schema.cap_kind": (
        '{place} muss genau eines von {{"epsilon"}}, {{"rho"}} oder {{"epsilon", "delta", "rule"}} sein, und rule '
        '"sum" oder "rho".'
    ),
    "schema.cap_delta": '{place} muss eine exakte Zahl zwischen 0 und 1 wie "1/2" oder "0.1" sein.',
    "schema.cap_loss": '{place} muss eine exakte Zahl über null wie "1/2" oder "0.1" sein.',
    "schema.household": (
        "{place} ('{name}') beschreibt den Haushalt, während die Schutzeinheit nicht der Haushalt ist; so änderte ein "
        "Mitglied, was über die anderen gezählt wird; schützen Sie den Haushalt (in unit: die Spalte seiner Kennung "
        'und "describes": "household") oder lassen Sie das Merkmal weg.'
    ),
    "schema.half_a_confirmation": "{place} muss confirmed_by und confirmed_on beide haben oder keines von beiden.",
    "schema.confirmation_day": "{place} muss ein Datum der Form Jahr-Monat-Tag sein.",
    "schema.unconfirmed": Variants(
        (
            "{start}Die Codes oder Grenzen von {names:all} wurden aus den Daten gelesen; bestätigen Sie, dass sie "
            "öffentlich bekannt sind (`dpdesk dictionary confirm`, in Python `Dictionary.confirm`), oder geben Sie "
            "öffentlich bekannte ein."
        ),
        (
            "{start}Die Codes oder Grenzen von {names:all} wurden aus den Daten gelesen; bestätigen Sie, dass sie "
            "öffentlich bekannt sind, oder geben Sie öffentlich bekannte ein."
        ),
    ),
    "schema.rule_variable": "{place} ist kein Merkmal mit Codes in dieser Datenbeschreibung{near}.",
    # Variables of a whole unit
    "schema.members_words": (
        "'{words}' ist nicht verständlich; schreiben Sie 'size count 6', 'persons number', "
        "'children count 1 where age=0..14', 'oldest last age' oder 'region first region where relation=ref else none'."
    ),
    "schema.members_of": ("{place} fehlt: das Merkmal einer Zeile, dessen erster oder letzter Code genommen wird."),
    "schema.members_field": '{place} hat keinen Sinn, wo "take" "{take}" ist; entfernen Sie es.',
    "schema.members_most": (
        "{place} muss mindestens {least} sein und höchstens {cap}, die Obergrenze der Zeilen einer Einheit."
    ),
    "schema.members_many": ('{place}: eine Anzahl hat höchstens {most} Codes; geben Sie ein kleineres "most" an.'),
    "schema.members_nobody": (
        '{place} braucht "nobody": den Code einer Einheit, in der keine Zeile gemeint ist oder keine einen Code hat.'
    ),
    "schema.members_somebody": (
        "{place} kann nie vorkommen: jede Zeile ist gemeint und hat einen Code; entfernen Sie es."
    ),
    "schema.members_mixed": (
        "{place} verbindet '{name}', das eine ganze Einheit beschreibt, mit etwas, das eine Zeile beschreibt;"
        " verbinden Sie nur Merkmale von Einheiten oder nur Spalten und Merkmale von Zeilen."
    ),
    "schema.members_of_members": (
        "{place} nennt '{name}', das eine ganze Einheit beschreibt; nennen Sie ein Merkmal einer Zeile."
    ),
    "schema.members_unit": (
        "{place} ('{name}') entsteht aus allen Zeilen einer Einheit, während jede Zeile für sich geschützt "
        "ist: eine Person mehr änderte, was über den ganzen Haushalt gezählt wird, und der genannte Verlust "
        "deckt das in dieser Version nicht; schützen Sie den Haushalt (in unit: die Spalte seiner Kennung und"
        " eine Obergrenze) oder lassen Sie das Merkmal weg."
    ),
    # Variables
    "schema.variable_twice": "{place} ist der Name eines anderen Merkmals; Namen müssen sich unterscheiden.",
    "schema.circle": (
        "{place} ist über andere Merkmale aus sich selbst gemacht (oder über zu viele nacheinander); lösen Sie den "
        "Kreis auf."
    ),
    "schema.input_unknown": "{place} nennt '{name}', das nicht in der Datenbeschreibung steht{near}.",
    "schema.input_quantity": (
        "{place} nennt eine Messgröße, die keine Codes hat; nennen Sie ein Merkmal, das welche hat."
    ),
    "schema.codes_not_read": "{place} nennt eine Datei, die nicht gelesen wurde.",
    "schema.code_twice": "{place} hat den Code '{code}' zweimal (unter seinen Codes und denen für fehlende Angaben).",
    "schema.too_many_codes": ("{place} hat mehr als {most} Codes; nehmen Sie breitere Klassen oder eine Umcodierung."),
    "schema.not_its_code": "{place} ist kein Code dieses Merkmals{near}.",
    "schema.cell_of_two": (
        "{place} gibt den Zellinhalt '{text}' zwei Codes; ein Zellinhalt bedeutet genau einen Code."
    ),
    "schema.number_of_two": "{place} gibt die Zahl {number} zwei Codes für fehlende Angaben.",
    "schema.missing_is_number": (
        '{place} ist eine Zahl; führen Sie sie unter "numbers" auf, damit sie als fehlende Angabe gilt, wie auch immer '
        "sie geschrieben ist."
    ),
    "schema.edges_grow": "{place} muss von einer Grenze zur nächsten wachsen.",
    "schema.one_a_bin": "{place} muss {bins} Einträge haben, einen für jede Klasse.",
    "schema.bins_upwards": "{place} muss aufwärts über höchstens {most} Zahlen laufen.",
    "schema.bins_width": (
        "{place} braucht eine obere Grenze, die um eine ganze Zahl positiver Breiten über der unteren liegt."
    ),
    "schema.too_many_bins": "{place} ergibt mehr als {most} Klassen; nehmen Sie eine größere Breite.",
    "schema.step_positive": "{place} muss über null liegen.",
    "schema.upper_above_lower": "{place} muss über der unteren Grenze liegen.",
    "schema.whole_steps": "{place} muss eine ganze Zahl von Schritten sein.",
    "schema.too_many_steps": "{place} ist zu viele Schritte von null entfernt; nehmen Sie einen größeren Schritt.",
    "schema.value_within": "{place} muss innerhalb der Grenzen auf einer ganzen Zahl von Schritten liegen.",
    "schema.input_twice": (
        "{place} nennt eine Eingabe zweimal; eine Spalte und ein Merkmal desselben Namens lassen sich nicht zugleich "
        "verwenden."
    ),
    "schema.no_input": "{place} muss die Spalten oder Merkmale nennen, die es verbindet.",
    "schema.rule_input": "{place} gehört nicht zu den Spalten und Merkmalen dieses Merkmals{near}.",
    "schema.rule_range": "{place} muss die Zellinhalte aufzählen; ein Bereich braucht ein Merkmal.",
    "schema.in_two_groups": "{place} ordnet den Code '{code}' von '{variable}' zwei Gruppen zu.",
    "schema.in_no_group": (
        "{place} lässt {left} der {size} Codes von '{variable}' in keiner Gruppe (der erste ist '{code}'); ergänzen "
        'Sie "otherwise": {{"code": ...}} oder "nowhere".'
    ),
    # Hierarchies
    "schema.hierarchy_twice": (
        "{place} ist der Name einer anderen Hierarchie dieses Merkmals; Namen müssen sich unterscheiden."
    ),
    "schema.level_twice": "{place} hat einen Namen zweimal; Namen müssen sich unterscheiden.",
    "schema.rows_or_file": "{place} braucht entweder Zeilen oder eine Datei.",
    "schema.rows_and_file": "{place} braucht entweder Zeilen oder eine Datei, nicht beides.",
    "schema.row_twice": "{place} führt den Code '{code}' zweimal auf; ein Code hat nur einen übergeordneten.",
    "schema.parent_unknown": "{place}: Der übergeordnete Code '{parent}' von '{code}' ist nicht aufgeführt{near}.",
    "schema.group_is_code": (
        "{place}: '{code}' ist ein Code des Merkmals, und unter ihm stehen Codes; benennen Sie die Gruppe um."
    ),
    "schema.leaf_unknown": "{place}: Unter '{code}' steht nichts, und es ist kein Code des Merkmals{near}.",
    "schema.stray_group": (
        "{place}: Kein Code des Merkmals gehört zu '{code}' (steht es in einem Kreis?); berichtigen Sie es."
    ),
    "schema.code_without_row": "{place} ordnet den Code '{code}' nicht ein; fügen Sie eine Zeile für ihn hinzu.",
    "schema.branch_long": (
        "{place}: Der Zweig von '{code}' läuft im Kreis oder hat mehr als die {levels} genannten Ebenen."
    ),
    "schema.branch_short": (
        "{place}: Der Zweig von '{code}' ist kürzer als die {levels} genannten Ebenen; vervollständigen Sie ihn, oder "
        'setzen Sie ragged auf "repeat", damit der Code auf den fehlenden Ebenen für sich selbst steht.'
    ),
    # First steps
    "schema.who_confirms": (
        "Sagen Sie in höchstens 200 Zeichen, wer bestätigt, dass die Codes öffentlich bekannt sind."
    ),
    "schema.day_confirmed": "Der Tag der Bestätigung muss die Form Jahr-Monat-Tag haben, etwa 2025-01-31.",
    "schema.quantity_grouped": (
        "'{name}' ist eine Messgröße und hat keine Codes zum Gruppieren; wählen Sie ein Merkmal, das welche hat."
    ),
    "schema.no_group": "Bilden Sie mindestens eine Gruppe.",
    "schema.code_in_two": "Der Code '{code}' ist in zwei Gruppen; lassen Sie ihn in einer.",
    "schema.way_to_combine": (
        "Spalten werden auf die Art all, first oder single_or_multiple verbunden; wählen Sie eine davon."
    ),
    "schema.how_many_columns": "Wählen Sie 1 bis {most} Ja-Nein-Spalten, um sie auf diese Art zu verbinden.",
    "schema.column_chosen_twice": "Eine Spalte ist zweimal gewählt; wählen Sie jede Spalte einmal.",
    "schema.yes_is_no": "In der Spalte '{column}' müssen Ja und Nein verschiedene Zellinhalte sein.",
    "schema.no_number_to_group": "'{name}' ist keine Zahl; nur eine Zahl hat Klassen, die sich gruppieren lassen.",
    "schema.no_number_with_bounds": "'{name}' ist keine Zahl; nur eine Zahl hat Klassen und Grenzen.",
    "schema.edge_not_exact": (
        'Eine Klassengrenze oder Breite muss eine ganze Zahl oder ein exakter Text wie "0.5" sein.'
    ),
    "schema.width_or_edges": ("Geben Sie entweder die Breite der Gruppen an oder die Zahl, mit der jede beginnt."),
    "schema.groups_grow": "Die Zahlen, mit denen Gruppen beginnen, müssen von einer zur nächsten wachsen.",
    "schema.group_outside": (
        "Eine Gruppe kann nicht außerhalb der Klassen von '{name}' beginnen; wählen Sie Zahlen innerhalb."
    ),
    "schema.group_width": (
        "Die Breite der Gruppen muss über null liegen und darf nicht so klein sein, dass es zu viele werden."
    ),
    "schema.group_inside_bin": (
        "Eine Gruppe begänne innerhalb einer Klasse von '{name}'; wählen Sie Grenzen ihrer Klassen."
    ),
}
