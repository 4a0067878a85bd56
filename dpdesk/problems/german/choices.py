"""Why a plan cannot be carried out or helped on, in German: detail, mechanisms, display, approvals, the aids."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Adaptive detail
    "planning.detail_controlled": (
        "{start}Gruppe '{group}' hat eine angepasste Gliederung und eine an Eckwerte gebundene Anzahl, die für ganze "
        "Zellen gilt; nehmen Sie die Anzahl in einen Plan ohne angepasste Gliederung."
    ),
    "planning.detail_alone": (
        "{start}Die angepasste Gliederung in der Gruppe '{group}' stimmt ihre Zahlen nur innerhalb jedes Gebiets "
        "aufeinander ab; machen Sie für die anderen Gruppen einen eigenen Plan."
    ),
    "planning.detail_share": (
        "{start}In der angepassten Gliederung der Gruppe '{group}' muss first_share zwischen 0 und 1 liegen, beide "
        "ausgeschlossen; schreiben Sie einen Bruch wie 1/5."
    ),
    "planning.detail_first": (
        "{start}In der angepassten Gliederung der Gruppe '{group}' muss die erste Stufe bei 0 beginnen: Sie gilt für "
        "jedes Gebiet unterhalb der zweiten."
    ),
    "planning.detail_order": (
        "{start}In der angepassten Gliederung der Gruppe '{group}' muss levels[{at}].from größer sein als bei der "
        "Stufe davor; ordnen Sie die Stufen nach Größe."
    ),
    "planning.detail_cells": (
        "{start}Die angepasste Gliederung der Gruppe '{group}' zählt {cells:,} Zellen des Produkts ihrer Merkmale, "
        "mehr als {most:,}; lassen Sie ein Merkmal weg."
    ),
    "planning.detail_several_areas": (
        "{start}Die angepasste Gliederung der Gruppe '{group}' braucht Zellen je eines Gebiets, aber die Tabellen "
        "zählen '{statistic}' auch über mehrere Codes von '{variable}'; lassen Sie dort Summe und Ebenen weg oder "
        "machen Sie dafür einen eigenen Plan."
    ),
    "planning.detail_nested": (
        "{start}Die angepasste Gliederung der Gruppe '{group}' nennt '{variable}' so, dass es sich nicht nach Gebieten "
        "trennen lässt; verschachteln Sie es allein."
    ),
    "planning.detail_level_empty": (
        "{start}In der angepassten Gliederung der Gruppe '{group}' zeigt levels[{at}] keine Zelle der Tabellen; fügen "
        "Sie den Tabellen eine Summe oder den Zellen der Stufe ein Merkmal hinzu."
    ),
    "planning.detail_hidden": (
        "{start}Die angepasste Gliederung der Gruppe '{group}' zeigt manche Zellen von '{statistic}' auf keiner ihrer "
        "Stufen; nennen Sie in der letzten Stufe ein Merkmal für sie oder nehmen Sie sie aus der Tabelle."
    ),
    "planning.detail_variable": (
        "{start}Die angepasste Gliederung der Gruppe '{group}' nennt '{variable}', das die Datenbeschreibung nicht "
        "hat{near}."
    ),
    "planning.detail_divides": (
        "{start}Die angepasste Gliederung der Gruppe '{group}' nennt '{variable}' ({root}), das die Tabellen nicht "
        "gliedert; gezählt wird nach {known}."
    ),
    "planning.detail_beside": (
        "{start}Die angepasste Gliederung der Gruppe '{group}' braucht neben '{variable}' ein Merkmal in den Tabellen, "
        "von dem die Stufen weniger zeigen."
    ),
    "planning.detail_no_codes": (
        "{start}In der angepassten Gliederung der Gruppe '{group}' nennt levels[{at}].cells '{name}', das kein Merkmal "
        "mit Codes in der Datenbeschreibung ist{near}."
    ),
    "planning.detail_divides_area": (
        "{start}In der angepassten Gliederung der Gruppe '{group}' nennt levels[{at}].cells '{name}', das die Tabellen "
        "eines Gebiets nicht gliedert; nehmen Sie es heraus."
    ),
    "planning.detail_quantiles": (
        "{start}Die Gruppe '{group}' verlangt '{mechanism}', das Quantile zieht und sich nicht mit der angepassten "
        "Gliederung verträgt; nennen Sie ein anderes Verfahren oder keines."
    ),
    # Loss and mechanisms
    "planning.pays_epsilon": 'deren Obergrenze Epsilon summiert; geben Sie dem Plan {{"epsilon"}}',
    "planning.pays_rho": 'deren Obergrenze Rho summiert; geben Sie dem Plan {{"rho"}} oder {{"epsilon"}}',
    "planning.pays_sum": (
        'deren Obergrenze Epsilon und Delta summiert; geben Sie dem Plan {{"epsilon"}} oder {{"epsilon", "delta"}}'
    ),
    "planning.pays_rho_of_delta": (
        "deren Obergrenze Rho zu einem Delta summiert; geben Sie dem Plan einen Privatheitsverlust"
    ),
    "planning.not_payable": (
        "{start}Der Privatheitsverlust lässt sich nicht aus dem Budget der Datenbeschreibung {dictionary} bezahlen, "
        "{how}."
    ),
    "planning.quantiles_only": (
        "{start}Die Gruppe '{group}' verlangt '{mechanism}', das nur Quantile zieht; geben Sie diesen eine eigene "
        "Gruppe."
    ),
    "planning.no_noise": (
        "{start}Die Gruppe '{group}' verlangt '{mechanism}', das kein Rauschen addiert; lassen Sie die Angabe des "
        "Rauschens weg."
    ),
    "planning.mechanism_unknown": (
        "{start}Die Gruppe '{group}' verlangt das Verfahren '{mechanism}'{near}; wählen Sie \"best\" oder eines von "
        "{known}."
    ),
    "planning.unanswerable": "{start}Die Gruppe '{group}' lässt sich so nicht beantworten: {why}",
    "planning.mechanism_refuses": "{start}Das Verfahren der Gruppe '{group}' lässt sich nicht verwenden: {why}",
    "planning.not_at_this_loss": "Der Privatheitsverlust erlaubt es nicht.",
    "planning.noise_too_wide": (
        "Sein Rauschen wäre weiter, als sich auf seinem Gitter ziehen lässt; geben Sie der Gruppe einen größeren "
        "Anteil."
    ),
    "planning.integers_too_large": (
        "Seine ganzen Zahlen könnten bei {rows:,} Zeilen 64 Bit übersteigen; verringern Sie max_rows in der "
        "Datenbeschreibung."
    ),
    "planning.sum_integers_too_large": (
        "Seine ganzen Zahlen für die Summe von '{quantity}' könnten bei {rows:,} Zeilen 64 Bit übersteigen; verringern "
        "Sie max_rows in der Datenbeschreibung oder geben Sie der Messgröße einen größeren Schritt."
    ),
    "planning.scores_too_large": (
        "Seine Bewertungen könnten 62 Bit übersteigen; schreiben Sie die Quantile als kürzere Brüche oder verringern "
        "Sie max_rows."
    ),
    "planning.takes_long": (
        "Es wird durch eine Optimierung gefunden, die eine Weile dauert; wählen Sie es mit Namen, um es berechnen zu "
        "lassen."
    ),
    "planning.small_needs_figures": (
        "Wie falsch es wäre, wächst mit der Zahl der Menschen; es braucht öffentliche Planungszahlen."
    ),
    "planning.small_too_many": (
        "Die Datenbanken mit einem Datensatz über {cells:,} Zellen sind zu viele, um sie abzuwägen."
    ),
    "planning.small_expected": (
        "Würde man {weighed} {of} abwägen, wäre die schlechteste Zahl voraussichtlich um {error:,} falsch; mit dem "
        "gewählten Verfahren sind es höchstens {chosen:,}."
    ),
    "planning.small_bound": (
        "Würde man {weighed} {of} abwägen, wäre die schlechteste Zahl um bis zu {error:,} falsch ({level} %); mit dem "
        "gewählten Verfahren sind es höchstens {chosen:,}."
    ),
    "planning.one_database": "die eine Datenbank",
    "planning.all_databases": "alle {number:,} Datenbanken",
    "planning.of_one_record": "mit 1 Datensatz",
    "planning.of_records": "mit {records:,} Datensätzen",
    "planning.too_many_for_drawing": (
        "{start}Die Gruppe '{group}' nennt zu viele Merkmale zusammen für '{mechanism}', das mit all ihren "
        "Kombinationen arbeitet; verteilen Sie ihre Tabellen auf Gruppen."
    ),
    "planning.counts_more": (
        "{start}Das Verfahren {mechanism} zählt von der Gruppe '{group}' mehr, als ihre Tabellen brauchen, und das "
        "Produkt ihrer Merkmale ist dafür zu groß; verteilen Sie die Tabellen auf Gruppen."
    ),
    "planning.counts_or_sums": "Häufigkeiten oder Summen",
    "planning.noise_too_long": (
        "{start}Das Rauschen von {statistic} in der Gruppe '{group}' ist ein Bruch mit einigen Tausend Ziffern, zu "
        "vielen, um ihn aufzuschreiben; schreiben Sie die Aufteilung der Gruppe mit weniger Ziffern."
    ),
    "planning.noise_undrawable": (
        "{start}Das Rauschen von {statistic} in der Gruppe '{group}' wäre weiter, als sich ziehen lässt; geben Sie der "
        "Messgröße einen größeren Schritt oder engere Grenzen oder der Gruppe einen größeren Anteil."
    ),
    "planning.no_finite_rho": (
        "Die Gruppe '{group}' verwendet ein Verfahren ohne endliches Rho, und dieses Konto summiert Rho; wählen Sie "
        "ein anderes Verfahren für die Gruppe."
    ),
    "planning.beyond_its_loss": (
        "Die Gruppen des Plans würden mehr kosten als den Privatheitsverlust, den der Plan nennt; melden Sie das bitte."
    ),
    "planning.joint_too_large": (
        "{start}Die Gruppen {groups:all} haben so viele Merkmale gemeinsam, dass sich ihre Zahlen nicht aufeinander "
        "abstimmen lassen; verteilen Sie die Tabellen anders oder vergröbern Sie Merkmale."
    ),
    "planning.sum_too_large": (
        "{start}Die Summe von '{quantity}' in der Gruppe '{group}' könnte bei {rows:,} Zeilen 62 Bit übersteigen; "
        "geben Sie der Messgröße einen größeren Schritt oder engere Grenzen, oder verringern Sie max_rows in der "
        "Datenbeschreibung."
    ),
    "planning.rows_too_many": (
        "{start}Das Produkt von max_rows und den Zeilen einer Einheit übersteigt 62 Bit; verringern Sie max_rows."
    ),
    # What is printed
    "planning.release_without_title": (
        "{place} ist leer; geben Sie der Freigabe einen Titel oder entfernen Sie diese Sprache."
    ),
    "planning.table_without_title": (
        "{place} ist leer; geben Sie der Tabelle '{table}' einen Titel oder entfernen Sie diese Sprache."
    ),
    "planning.symbols_of_a_table": (
        "{place}: Zeichen sind in allen Tabellen einer Freigabe dieselben; geben Sie sie in der Darstellung des Plans "
        "an."
    ),
    "planning.too_many_decimals": (
        "{start}Vielfache von {base:,} in Einheiten von {scale:,} haben mehr Dezimalstellen als die {decimals} von "
        "tables[{at}]; erhöhen Sie display.decimals oder display.rounding_base."
    ),
    "planning.picture_curve": (
        '{place}: Eine Kurve zeigt kumulierte Häufigkeiten; geben Sie der Tabelle die Maßzahl "cdf", oder wählen Sie '
        "ein anderes Bild."
    ),
    "planning.picture_pyramid": (
        "{place}: Eine Pyramide zeigt Häufigkeiten, Anteile oder Summen nach einer Variablen mit zwei Zeilen wie dem "
        "Geschlecht und nach einer weiteren, mit Insgesamt für jede andere; wählen Sie für diese Tabelle ein anderes "
        "Bild."
    ),
    "planning.picture_of": (
        '{place}: Die Tabelle hat keine Maßzahl mit dem Code "{code}", etwa "count" oder "mean:income"; nennen Sie '
        "eine ihrer Maßzahlen, oder lassen Sie die Angabe weg."
    ),
    "planning.picture_pages": (
        "{place}: Jede Seite einer Tabelle hat ihr eigenes Bild, und diese Tabelle hat {pages:,} Seiten von höchstens "
        "{most}; lassen Sie das Bild weg."
    ),
    "planning.picture_large": (
        "{place}: Ein Bild hat höchstens {places} Stellen mit je {series} Werten und braucht ein Insgesamt für alles, "
        "was es nicht unterscheidet; geben Sie der Tabelle weniger Zeilen oder mehr Summen, oder lassen Sie das Bild "
        "weg."
    ),
    "planning.symbol": (
        '{place} hat ein Leerzeichen oder liest sich wie eine Zahl oder eine Anmerkung; wählen Sie Zeichen wie "(X)".'
    ),
    "planning.symbol_twice": (
        "{place} ist auch das Zeichen für etwas anderes; wählen Sie ein anderes, damit man beide unterscheiden kann."
    ),
    # House styles
    "planning.no_such_style": (
        "Einen Hausstil '{name}' gibt es nicht: Nennen Sie einen von {known} oder eine Datei, die auf {ending} endet."
    ),
    "planning.not_a_style": ('{start}{other}; nennen Sie einen Hausstil, der mit "format": "dpdesk-style" beginnt.'),
    "planning.logo_unreadable": "{place} nennt '{name}', das sich nicht lesen lässt; legen Sie es neben den Stil.",
    "planning.logo_too_large": "{place}: Das Bild '{name}' hat mehr als {most:,} Bytes; verkleinern Sie es.",
    "planning.logo_kind": "{place}: Das Bild '{name}' ist weder PNG noch JPEG; speichern Sie es als eines von beiden.",
    "planning.logo_broken": "{place} ist kein ganzes PNG- oder JPEG-Bild mit Seiten von höchstens {most:,} Pixeln.",
    "planning.logo_by_name": (
        "{place} nennt eine Datei; lesen Sie den Stil aus seiner eigenen Datei, damit das Bild darin ist."
    ),
    "planning.shares": "{place} braucht Anteile am Schätzwert wie 0.5 oder 1/2.",
    "planning.shares_in_order": Variants(
        "{place} braucht ein unreliable über 0 und ein caution zwischen 0 und diesem.",
        "{place}: Der Anteil mit Vorsicht muss über 0 liegen und der unzuverlässige darüber.",
    ),
    "planning.logo_without_publisher": (
        "{place} braucht einen Herausgeber neben dem Logo: Er wird denen vorgelesen, die es nicht sehen."
    ),
    "planning.too_many_rows": (
        "{place} braucht {rows:,} Zeilen auf einem Arbeitsblatt, und ein Arbeitsblatt fasst {most:,}; teilen Sie die "
        "Tabelle oder lassen Sie ein Merkmal weg."
    ),
    "planning.too_many_columns": (
        "{place} braucht {columns:,} Spalten auf einem Arbeitsblatt, und ein Arbeitsblatt fasst {most:,}; teilen Sie "
        "die Tabelle oder lassen Sie ein Merkmal weg."
    ),
    "planning.too_many_sheets": (
        "{start}Die Arbeitsmappe hätte {sheets:,} Blätter, mehr als {most:,}; machen Sie mehrere Pläne daraus."
    ),
    "planning.text_too_long": (
        "{place} ist länger als die {most:,} Zeichen, die in eine Zelle eines Arbeitsblatts passen; kürzen Sie den "
        "Text."
    ),
    "planning.text_with_controls": (
        "{place} hat ein Steuerzeichen, das in einem Arbeitsblatt nicht stehen kann; entfernen Sie es."
    ),
    "planning.label_too_long": (
        "{start}Eine Bezeichnung von '{name}' ist länger als die {most:,} Zeichen, die in eine Zelle eines "
        "Arbeitsblatts passen; kürzen Sie sie."
    ),
    "planning.label_with_controls": (
        "{start}Eine Bezeichnung von '{name}' hat ein Steuerzeichen, das in einem Arbeitsblatt nicht stehen kann; "
        "entfernen Sie es."
    ),
    "planning.title_too_long": (
        "{place} und die Bezeichnungen der Seiten sind zusammen länger als die {most:,} Zeichen, die in eine Zelle "
        "eines Arbeitsblatts passen; kürzen Sie sie."
    ),
    "planning.code_of_worksheets": (
        "{start}Ein Code von '{variable}' enthält '{sign}', womit Arbeitsblätter andere Zeichen schreiben; wählen Sie "
        "einen anderen Code."
    ),
    "planning.note_table": "{place} nennt '{table}', das keine Tabelle des Plans ist{near}.",
    "planning.note_line": (
        "{place} nennt keine Zeile oder Spalte der Tabelle '{table}'; geben Sie ihre Codes an, wie sie gedruckt sind."
    ),
    "planning.note_measure": "{place} nennt keine Maßzahl der Tabelle '{table}'{near}.",
    # Approvals
    "planning.one_line": "{place} muss eine druckbare Zeile sein.",
    "planning.printable": "{place} muss druckbarer Text sein.",
    "planning.day": "{place} muss ein Datum wie 2025-01-31 sein.",
    "planning.approval_past": Variants(
        "Der letzte Tag einer Genehmigung darf nicht vergangen sein; geben Sie einen späteren an (--expires "
        "YYYY-MM-DD).",
        "Der letzte Tag einer Genehmigung darf nicht vergangen sein; geben Sie einen späteren an.",
    ),
    "planning.submission_changed": (
        "{start}Der Plan darin ist nicht der, dessen Prüfsummen sie nennt, wurde also unterwegs geändert; lassen Sie "
        "ihn erneut einreichen."
    ),
    "planning.no_plan": (
        "{path} ist kein Plan, keine Sitzung und keine Einreichung (das Format ist ein anderes); prüfen Sie den Pfad."
    ),
    # Aids
    "planning.no_bins": "{start}'{variable}' ist kein Merkmal mit Klassen; nennen Sie eines der Datenbeschreibung.",
    "planning.no_widths": ("{start}'{variable}' hat keine Klassen von Zahlen, sodass es keine Breite zu wählen gibt."),
    "planning.unequal_bins": (
        "{start}Die Klassen von '{variable}' sind verschieden breit; geben Sie ihm gleich breite, schmale."
    ),
    "planning.no_figures": (
        "{start}Es gibt keine Planungszahlen über '{variable}', ohne die keine Breite besser ist als eine andere; "
        "fügen Sie öffentliche Planungszahlen mit seinen Häufigkeiten hinzu."
    ),
    "planning.figures_given": ("Planungszahlen sind Zahlen von mindestens 0, eine für jede Klasse, und nicht alle 0."),
    "planning.width_or_quantile": ("Die Breite einer Klasse liegt über 0, und ein Quantil liegt zwischen 0 und 1."),
    "planning.group_unknown": "{start}Es gibt keine Gruppe '{group}'{near}.",
    "planning.margin_wanted": "Die gewünschte Rauschspanne muss eine Zahl über 0 sein.",
    "planning.no_targets": (
        "{start}Es gibt keine Ziele; fügen Sie welche hinzu, um das Budget zu finden, das sie erreicht."
    ),
    "planning.no_such_cell": "Die Tabelle '{table}' hat {cells:,} Zellen; wählen Sie eine davon.",
    "planning.too_few_codes": ("Schwellen brauchen 2 bis {most:,} geordnete Codes: Wählen Sie ein anderes Merkmal."),
    "planning.thresholds_different": (
        "Es gibt 1 bis {points:,} verschiedene Schwellen auf {points:,} Codes: Schreiben Sie so viele."
    ),
    "planning.thresholds_by_number": (
        "Schwellen sind Codes nach ihrer Nummer, von 1 bis {points:,}: Schreiben Sie mindestens eine."
    ),
    # Units counted once in each cell
    "planning.once_without_id": (
        "{place}: Hier ist jeder Datensatz eine Einheit und zählt ohnehin einmal; schreiben Sie records, oder geben "
        "Sie der Einheit in der Datenbeschreibung eine Kennung."
    ),
    "planning.once_of_units": (
        "{place}: Merkmale ganzer Einheiten zählen jede Einheit ohnehin einmal; lassen Sie counts weg."
    ),
    "planning.once_counts": (
        "{place}: Eine Tabelle, die Einheiten in jeder Zelle einmal zählt, hat nur einfache Häufigkeiten; setzen Sie "
        "andere Kennzahlen in eine Tabelle der Datensätze."
    ),
    "planning.once_detail": (
        "{start}Die Gruppe '{group}' zählt Einheiten in jeder Zelle einmal, was mit angepasster Gliederung nicht geht; "
        "nehmen Sie eines von beiden heraus."
    ),
    "planning.once_mechanism": (
        "{start}Die Gruppe '{group}' zählt Einheiten in jeder Zelle einmal, jede Zelle für sich gemessen; ihr "
        "Verfahren ist {mechanism}, schreiben Sie also das oder best."
    ),
    "planning.once_too_large": (
        "{start}Die Gruppe '{group}' zählt Einheiten einmal in jeder von {cells:,} Zellen, und höchstens {most:,} "
        "lassen sich zählen; nehmen Sie ein Merkmal heraus oder nennen Sie gröbere."
    ),
    "planning.once_adds_up": (
        "{start}Die Gruppe '{group}' zählt Einheiten in jeder Zelle einmal, und eine ihrer Häufigkeiten besteht aus "
        "mehreren Zellen: Eine Einheit in zweien davon zählte doppelt. Nehmen Sie Summenzeilen heraus und geben Sie "
        "Tabellen mit anderen Zellen eine eigene Gruppe."
    ),
}
