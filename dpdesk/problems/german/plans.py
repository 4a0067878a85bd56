"""What is wrong with a plan as it is written, in German: its groups, tables, measures, and planning figures."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Names that are not known
    "planning.it_has": "; es gibt: {names}",
    "planning.has_none": ", das keine hat",
    "planning.add_there": "; fügen Sie sie dort hinzu",
    "planning.choose_one": "; wählen Sie eine, die der Plan hat",
    "planning.remove_it": "; entfernen Sie es",
    "planning.like_an_item": "; schreiben Sie es wie 'mean:income'",
    # Tables in words
    "planning.table_words": (
        "'{words}' nennt keine Tabelle; nennen Sie Merkmale der Zeilen, dann der Spalten: 'area by sex, age'."
    ),
    "planning.statistic_words": (
        "'{words}' nennt keine Statistik{near}; schreiben Sie count, percentage row, oder eines von {known} mit "
        "einem Merkmal: 'median income', 'quantiles income 1/4,3/4', 'share income "
        "below 9000', 'rate per 1000 of population'; jede kann gewichtet sein, und manche nur diese "
        "zählen: 'mean income weighted by weight where work=employed'."
    ),
    "planning.statistic_base": (
        "Ein Prozentsatz ist einer der Tabelle, Seite, Zeile oder Spalte (table, page, row, column), nicht von "
        "'{base}'{near}."
    ),
    # The document
    "planning.not_a_plan": '{start}{other}; nennen Sie einen Plan, der mit "format": "dpdesk-plan" beginnt.',
    "planning.dictionary_outside": "{place} muss vom Ordner des Plans aus angegeben sein.",
    "planning.other_meaning": (
        "{place} passt nicht zur Datenbeschreibung {dictionary}, die sich geändert hat, seit der Plan entstand; prüfen "
        "Sie die Tabellen und schreiben Sie dann {meaning} dorthin."
    ),
    "planning.meaning_wanted": (
        "{place} muss die Prüfsumme der Datenbeschreibung {dictionary} sein; wenn Sie gesehen haben, dass die Tabellen "
        "zu ihr passen, schreiben Sie {meaning} dorthin."
    ),
    "planning.loss": "{start}Beim Privatheitsverlust: {why}",
    "planning.one_kind": (
        "{place} braucht Codes, oder from und to, oder at_least und below, und nur eine dieser Arten."
    ),
    "planning.one_kind_of_range": "{place} braucht from und to, oder at_least und below, und nur eine dieser Arten.",
    "planning.hierarchy_and_levels": "{place} braucht Hierarchie und Ebenen beide oder keines von beiden.",
    "planning.note_without_table": (
        "{place} muss die Tabelle nennen, in der die Seite, Zeile, Spalte oder Maßzahl steht."
    ),
    "planning.margin_or_cv": "{place} braucht margin oder cv, und nur eines von beiden.",
    # Groups
    "planning.groups_alike": "{start}Zwei Gruppen heißen gleich; geben Sie jeder einen eigenen Namen.",
    "planning.group_unlisted": "{place} nennt eine Gruppe, die unter groups nicht steht: '{group}'{near}.",
    "planning.group_empty": (
        "{place} hat keine Tabelle; entfernen Sie die Gruppe oder nennen Sie sie bei einer Tabelle."
    ),
    "planning.parts_sum": "{start}Die Anteile der Gruppen ergeben zusammen {sum}; es darf höchstens 1 sein.",
    "planning.nothing_left": (
        "{start}Die Tabelle '{table}' nennt keine Gruppe, und die Anteile der Gruppen lassen nichts für sie übrig; "
        "verringern Sie einen Anteil oder nennen Sie eine Gruppe."
    ),
    "planning.above_zero": "{place} muss über 0 liegen.",
    "planning.weight_unknown": (
        "{start}Die Gewichte der Gruppe '{group}' nennen die Statistik '{statistic}', die ihre Tabellen nicht "
        "haben{near}; sie haben: {known}."
    ),
    "planning.sum_unknown": (
        "{start}Die Aufteilung (split.sums) der Gruppe '{group}' nennt '{quantity}', was ihre Tabellen nicht "
        "summieren{near}."
    ),
    # Planning figures
    "planning.figures_variable": (
        "{place} nennt '{name}', das kein Merkmal mit Codes in der Datenbeschreibung ist{near}."
    ),
    "planning.figures_weight": "{place} nennt '{name}', das keine Messgröße der Datenbeschreibung ist{near}.",
    "planning.figures_twice": "{place} nennt '{name}' ein zweites Mal; behalten Sie eine Randverteilung je Merkmal.",
    "planning.figures_number": "{place} hat {given} Zahlen; die Merkmale ergeben {cells} Zellen.",
    "planning.figures_zero": ("{place} sind alle 0; geben Sie die Zahlen an oder lassen Sie die Randverteilung weg."),
    # Public figures
    "planning.add_figures": "; fügen Sie sie zu public_figures hinzu",
    "planning.public_unknown": "{place} nennt '{name}', was keine öffentlichen Zahlen des Plans sind{near}.",
    "planning.public_twice": (
        "{place} ist zum zweiten Mal '{name}'; geben Sie öffentlichen Zahlen je einen eigenen Namen."
    ),
    "planning.public_root": "{place} nennt zwei Merkmale einer Art; behalten Sie eines davon.",
    "planning.public_row_twice": "{place} gibt die Zahl von {codes} zum zweiten Mal; behalten Sie eine.",
    "planning.public_width": "{place} nennt {given} Codes; es sind {wanted} Merkmale.",
    "planning.public_no_table": (
        "'{file}' hat keine Tabelle: eine Kopfzeile mit Namen von Merkmalen, die Zahl zuletzt, und je eine Zeile."
    ),
    "planning.public_column": (
        "'{file}': Die Spalte '{name}' ist kein Merkmal des Wörterbuchs{near}; nennen Sie über jeder eines, "
        "die Zahl zuletzt."
    ),
    "planning.public_line": "'{file}', Zeile {line}: Es sind weniger als {wanted} Felder.",
    "planning.public_number": (
        "'{file}', Zeile {line}: Die Zahl ist keine von mindestens 0; schreiben Sie sie wie 51230, 12.5 oder 5/2."
    ),
    "planning.public_code": "'{file}', Zeile {line}: '{code}' ist kein Code von '{variable}'{near}.",
    "planning.index_variable": (
        "{place}: '{variable}' steht auf keiner Achse der Tabelle; ein Index hat seine Basis bei einem Code von einer."
    ),
    "planning.ratio_of_one": "{place} ist, was darüber steht; nehmen Sie eine andere Summe oder Anzahl.",
    "planning.bins_below_0": (
        "{place}: Die Klassen von '{variable}' beginnen unter 0; Ungleichheit ist eine von nie Negativem."
    ),
    "planning.part_of_median": "{place} muss über 0 und höchstens 1 sein.",
    "planning.figure_missing": (
        "{place}: in den öffentlichen Zahlen '{name}' fehlt {codes}; ergänzen Sie es (0, wo niemand ist)."
    ),
    "planning.figures_finer": (
        "{place}: Die Tabelle hat nur einen Teil des Codes '{code}' von '{variable}'; geben Sie "
        "öffentliche Zahlen nach feineren Codes."
    ),
    "planning.factors_of_one": (
        "{place}: '{name}' sind Zahlen nach mehreren Merkmalen; Faktoren und Standards sind nach einem."
    ),
    "planning.factors_zero": (
        "{place}: Alle Zahlen von '{name}', die die Tabelle braucht, sind 0; geben Sie welche über 0."
    ),
    "planning.not_expanded": (
        "{place}: Hochgerechnet werden nur Anzahlen, Summen und Raten; nehmen Sie es weg, oder wählen Sie eine davon."
    ),
    "planning.standard_expanded": (
        "{place}: Eine standardisierte Rate wird nicht auch hochgerechnet; nehmen Sie eines der beiden weg."
    ),
    "planning.where_alone": (
        "{place}: Eine Maßzahl mit eigener Grundgesamtheit wird weder hochgerechnet noch an Eckwerte gebunden; nehmen "
        "Sie eines der beiden weg."
    ),
    "planning.where_nobody": "{place}: Ihre Bedingungen lassen niemanden übrig.",
    "planning.not_controlled": (
        "{place}: An Eckwerte gebunden werden nur Anzahlen; nehmen Sie es weg, oder wählen Sie eine Anzahl."
    ),
    "planning.control_zero": (
        "{place}: Alle Zahlen von '{name}', die die Tabelle braucht, sind 0; nach ihnen gibt es niemanden zu zählen."
    ),
    "planning.control_gap": (
        "{place}: Den öffentlichen Zahlen '{name}' fehlt der Schlüssel '{code}' von '{variable}', den die Tabelle "
        "zählt; geben Sie Zahlen, die alle zählen, oder nehmen Sie diese Menschen aus der Tabelle."
    ),
    "planning.control_all": "alle zusammen",
    "planning.controls_contradict": (
        "{place}: '{name}' und '{other}' sagen Verschiedenes für {codes}; Tabellen, die an beide gebunden sind, "
        "widersprächen einander. Geben Sie Zahlen, die übereinstimmen."
    ),
    "planning.standard_unknown": (
        "{place}: Die Zahlen '{name}' sind nicht nach '{variable}', nach dem der Standard ist; geben "
        "Sie Zahlen nach beiden."
    ),
    "planning.standard_on_axis": (
        "{place}: '{variable}' steht in der Tabelle selbst; standardisiert wird für ein Merkmal, das nicht darin steht."
    ),
    # Tables
    "planning.table_twice": "{place} ist der Name einer anderen Tabelle; geben Sie ihr einen eigenen.",
    "planning.no_variable": (
        "{start}Die Tabellen der Gruppe '{group}' nennen kein Merkmal; setzen Sie eines in Vorspalte, Tabellenkopf "
        "oder Grundgesamtheit."
    ),
    "planning.too_many_cells": (
        "{start}Die Tabellen haben zusammen {cells:,} Zellen, mehr als {most:,}; lassen Sie ein Merkmal weg oder "
        "machen Sie mehrere Pläne daraus."
    ),
    "planning.too_many_counts": (
        "{place} braucht {counts:,} Häufigkeiten für die Quantile, mehr als {most:,}; machen Sie die Klassen breiter "
        "oder lassen Sie ein Merkmal weg."
    ),
    "planning.product_too_large": (
        "{start}Die Tabellen der Gruppe '{group}' brauchen {cells:,} Zellen, die meisten für {product}, mehr als "
        "{most:,}; verteilen Sie die Tabellen auf Gruppen oder vergröbern Sie Merkmale."
    ),
    "planning.no_cell": (
        "{place} hat keine Zelle in der Grundgesamtheit; berichtigen Sie die Grundgesamtheit oder die Codes."
    ),
    "planning.nobody": "{place} lässt niemanden übrig: Kein Code erfüllt die Bedingungen; berichtigen Sie sie.",
    "planning.table_unknown": "{start}Es gibt keine Tabelle mit dem Namen '{name}'{near}.",
    "planning.statistic_unknown": (
        "{start}Die Tabelle '{table}' hat keine Statistik '{statistic}'{near}; sie hat: {known}."
    ),
    # Stub, boxhead and pages
    "planning.quantity_named": (
        "{place} nennt '{name}', eine Messgröße: Sie lässt sich summieren, hat aber keine Codes; nennen Sie ein "
        "Merkmal, das welche hat."
    ),
    "planning.one_on_two_axes": (
        "{place} ist nicht möglich: '{name}' steht in {one} und in {other}; verschachteln oder stapeln Sie beides in "
        "einem."
    ),
    "planning.two_on_two_axes": (
        "{place} ist nicht möglich: '{first}' und '{second}', beide aus '{root}' gemacht, stehen in {one} und in "
        "{other}; verschachteln oder stapeln Sie sie in einem."
    ),
    "planning.too_many_lines": (
        "{place} hat {lines:,} Zeilen oder Spalten, mehr als {most:,}; lassen Sie ein Merkmal weg oder vergröbern Sie "
        "es."
    ),
    "planning.lines_alike": (
        "{place} hat zwei Zeilen oder Spalten mit denselben Codes in verschiedenen Blöcken; lassen Sie die Summe oder "
        "den Code in einem davon weg."
    ),
    "planning.variable_twice": (
        "{place} nennt ein Merkmal zweimal; führen Sie mehrere Ebenen davon an einer Stelle auf."
    ),
    "planning.no_line": "{place} hat keine Zeile oder Spalte; geben Sie Codes oder eine Summe an.",
    "planning.nested_across": (
        "{place} verschachtelt '{inner}' in '{outer}', aber der Code '{code}' liegt in mehr als einem der äußeren "
        "Codes; setzen Sie das gröbere Merkmal nach außen oder stapeln Sie beide."
    ),
    "planning.code_twice": (
        "{place} hat den Code '{code}' in zwei Zeilen oder Spalten; nennen Sie eine Ebene oder jeden Code einmal."
    ),
    "planning.code_lacking": "{place} nennt '{code}', das '{variable}' hier nicht hat{near}.",
    "planning.code_unknown": "{place} nennt '{code}', das '{variable}' nicht hat{near}.",
    "planning.hierarchy_unknown": "{place} nennt '{name}', das keine Hierarchie von '{variable}' ist{near}.",
    "planning.level_unknown": (
        "{place} nennt '{name}', das keine Ebene der Hierarchie '{hierarchy}' von '{variable}' ist{near}."
    ),
    "planning.levels_downwards": "{place} muss in der Hierarchie '{hierarchy}' abwärts gehen: {levels}.",
    "planning.pages": "den Seiten",
    "planning.stub": "der Vorspalte",
    "planning.boxhead": "dem Tabellenkopf",
    # Measures
    "planning.item_twice": "{place} verlangt, was die Tabelle schon zeigt; entfernen Sie eines davon.",
    "planning.a_quantile": "ein Quantil",
    "planning.ranges": "kumulierte Häufigkeiten oder Häufigkeiten nach Intervallen",
    "planning.no_order": "{place} verlangt {what} von '{variable}', dessen Codes keine Reihenfolge haben.",
    "planning.range_without_order": (
        "{place} verlangt einen Bereich von '{variable}', dessen Codes keine Reihenfolge haben; führen Sie die Codes "
        "einzeln auf."
    ),
    "planning.backwards": "{place} läuft rückwärts: from darf nicht nach to kommen.",
    "planning.codes_only": "{place} nennt Werte, aber '{variable}' hat nur Codes; verwenden Sie from und to.",
    "planning.empty_range": (
        "{place} ist leer: at_least muss kleiner als below sein und unter der letzten Klassengrenze liegen."
    ),
    "planning.not_ordered": (
        "{place} nennt '{code}', das nicht zu den geordneten Codes von '{variable}' gehört{near}."
    ),
    "planning.no_edge": "{place} ist keine Klassengrenze von '{variable}'; die nächste ist {edge}.",
    "planning.keep_unknown": (
        "{place} nennt '{name}', das weder in den Seiten noch in Vorspalte oder Tabellenkopf steht{near}."
    ),
    "planning.base_empty": (
        "{place} ist '{base}', aber in {axis} der Tabelle steht kein Merkmal; wählen Sie eine andere Basis."
    ),
    "planning.base_without_variable": (
        "{place} gilt einem Prozentwert in einer Tabelle ohne Merkmal, in der alle 100 wären; geben Sie ihr Zeilen "
        "oder Spalten."
    ),
    "planning.base_keeps_all": (
        "{place} behält jedes Merkmal der Tabelle, sodass alle Werte 100 wären; lassen Sie eines weg."
    ),
    "planning.prefixes_of_none": (
        "{place} ist von keinem Code von '{variable}' der Anfang; prüfen Sie die Schreibweise."
    ),
    "planning.prefix_of_none": "{place} hat '{prefix}', mit dem kein Code von '{variable}' beginnt.",
    "planning.no_numbers": "{place} verlangt ein Quantil von '{variable}', dessen Codes keine Zahlen sind.",
    "planning.quantile_between": "{place} muss zwischen 0 und 1 liegen.",
    "planning.no_quantity": (
        "{place} nennt '{name}', das keine Messgröße ist; Summen brauchen eine mit Grenzen und einem Schritt."
    ),
    "planning.products_too_large": (
        "{place} nennt '{name}', dessen Grenzen und die des Gewichts '{weight}' für Produkte zu viele Schritte "
        "auseinanderliegen; geben Sie einem von beiden einen größeren Schritt."
    ),
    "planning.weight_negative": (
        "{place} nennt '{name}', das unter 0 liegen kann; ein Gewicht braucht eine untere Grenze von 0 oder mehr."
    ),
    "planning.squares_too_large": (
        "{place} nennt '{name}', dessen Grenzen für Quadrate zu viele Schritte auseinanderliegen; geben Sie einen "
        "größeren Schritt an."
    ),
    "planning.two_populations": (
        "{start}'{unit}' beschreibt eine ganze Einheit und '{row}' eine Zeile: Eine Tabelle zählt Einheiten "
        "oder Zeilen; machen Sie zwei Tabellen daraus, jede in ihrer eigenen Gruppe, oder leiten Sie aus "
        "'{row}' ein Merkmal der Einheit ab."
    ),
    "planning.group_of_two_populations": (
        "{start}Die Gruppe '{group}' enthält '{table}' und '{other}', von denen die eine Einheiten zählt und "
        "die andere Zeilen; geben Sie ihnen zwei Gruppen, jede mit ihrem Anteil."
    ),
    "planning.session_units": (
        "{place} ('{name}') beschreibt eine ganze Einheit; eine Sitzung zählt Zeilen, nennen Sie also ein "
        "Merkmal einer Zeile."
    ),
    "planning.weight_of_unit": (
        "{place} ('{name}') beschreibt eine ganze Einheit; Tabellen von Einheiten werden nicht gewichtet: "
        "Fragen Sie nach der Summe."
    ),
}
