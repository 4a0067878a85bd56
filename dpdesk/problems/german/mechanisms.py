"""Why a mechanism cannot serve, and what is wrong with what it was asked or given, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Why a mechanism cannot serve
    "mechanisms.unknown": "Ein Verfahren namens {name!r} gibt es nicht; wählen Sie eines von {known}.",
    "mechanisms.one_noise": "Das Verfahren {name} verwendet nur {noise}.",
    "mechanisms.laplace": "Laplace-Rauschen",
    "mechanisms.gaussian": "Gauß-Rauschen",
    "mechanisms.no_queries": "Es gibt keine Abfragen zu beantworten.",
    "mechanisms.rho_is_gaussian": (
        "Ein Budget in Rho wird für Gauß-Rauschen ausgegeben; Laplace-Rauschen braucht ein Budget in Epsilon."
    ),
    "mechanisms.no_pure_epsilon": (
        "Gauß-Rauschen hat kein reines Epsilon; geben Sie ein Budget in Rho an oder ein Epsilon mit einem Delta."
    ),
    "mechanisms.two_noises": "Das Rauschen ist laplace oder gaussian.",
    "mechanisms.every_cell": (
        "Es arbeitet mit jeder Zelle des Produkts aller Merkmale, {cells:,} und damit mehr als {most:,}; das "
        "Verfahren marginals arbeitet mit den Randtabellen, die gebraucht werden."
    ),
    "mechanisms.many_parts": (
        "Eine Tabelle über so viele Merkmale hat zu viele Teile, um sie zu messen; lassen Sie ein Merkmal weg oder "
        "machen Sie mehrere Tabellen daraus."
    ),
    "mechanisms.counted_together": (
        "Mit Laplace-Rauschen werden Tabellen mit gemeinsamen Merkmalen zusammen gezählt, hier über {cells:,} Zellen, "
        "was nicht geht, wo alle Merkmale zusammen zu viele sind; verwenden Sie Gauß-Rauschen."
    ),
    "mechanisms.bumps": (
        "P-identity hat Buckel für bis zu {most:,} Codes eines Merkmals, und hier sind es {codes:,}; wählen Sie ein "
        "anderes Verfahren."
    ),
    "mechanisms.factorization_cells": (
        "Die Faktorisierung wird für höchstens {most:,} Zellen gesucht; diese Tabellen unterscheiden {cells:,}."
    ),
    "mechanisms.factorization_values": (
        "Die Werte einer Summe sind zu groß für das Gitter der Faktorisierung; geben Sie der Messgröße einen größeren "
        "Schritt."
    ),
    # Losses, noise and shares
    "mechanisms.loss": "Der Privatheitsverlust ist ein PureDP, ZCDP oder ApproxDP.",
    "mechanisms.shares": "Die Anteile der Summen lassen nichts für die Häufigkeiten übrig; verkleinern Sie sie.",
    "mechanisms.too_many_blocks": (
        "Eine Gruppe hat höchstens {most} Häufigkeiten und Summen zusammen; verteilen Sie ihre Tabellen auf Gruppen."
    ),
    "mechanisms.laplace_needs": "Laplace-Rauschen braucht ein Budget in Epsilon.",
    "mechanisms.gaussian_needs": "Gauß-Rauschen braucht ein Budget in Rho oder ein Epsilon mit einem Delta.",
    "mechanisms.relation": (
        "Die Nachbarschaft ist Neighbours.ADD_REMOVE oder Neighbours.REPLACE_ONE; nennen Sie eine davon."
    ),
    "mechanisms.rows_per_unit": "rows_per_unit muss eine ganze Zahl von mindestens 1 sein.",
    "mechanisms.exact_row": "exact_row kann nur bei REPLACE_ONE mit rows_per_unit=1 gelten; lassen Sie es sonst weg.",
    "mechanisms.once": ("Eine Einheit mit genau einer Zeile zählt ohnehin einmal; lassen Sie once oder exact_row weg."),
    "mechanisms.cells_alone": (
        "Einheiten, die in jeder Zelle einmal zählen, werden Zelle für Zelle gemessen, ohne Summen: Nur {other} tut "
        "das."
    ),
    "mechanisms.sum_bounds": "Die Grenzen einer Summe sind ganze Zahlen von Schritten.",
    "mechanisms.sum_order": "Die untere Grenze einer Summe darf nicht über ihrer oberen liegen.",
    "mechanisms.sum_share": "Der Anteil einer Summe ist ein Fraction über 0 und unter 1.",
    "mechanisms.detail_noise": (
        "Alle Stufen einer angepassten Gliederung brauchen dasselbe Rauschen; nennen Sie eines für die Gruppe."
    ),
    "mechanisms.detail_blocks": (
        "Die Stufen einer angepassten Gliederung haben zusammen höchstens {most} Häufigkeiten und Summen; lassen Sie "
        "einige weg."
    ),
    # What is asked
    "mechanisms.weights": "Gewichte sind je eine positive Zahl für jeden Teil der Abfragen; es gibt {groups} Teile.",
    "mechanisms.objective": "Das Ziel ist eines von {known}.",
    "mechanisms.pieces_differ": (
        "Die Teile der Abfragen müssen dieselben Merkmale mit denselben Zahlen von Codes nennen."
    ),
    "mechanisms.workload_type": (
        "Abfragen vom Typ {kind} lassen sich nicht freigeben; bilden Sie sie aus dpdesk.queries."
    ),
    "mechanisms.whole_domain": (
        "Dieses Verfahren misst den ganzen Definitionsbereich; nur marginals kann Randtabellen der Häufigkeiten "
        "bekommen."
    ),
    "mechanisms.choose_among": "Die Abfragen haben {answers} Antworten; wählen Sie aus diesen.",
    "mechanisms.choose_one_answer": "Die Abfragen haben {answers} Antworten; wählen Sie eine davon.",
    "mechanisms.chance_above": "Die Wahrscheinlichkeit eines Fehlers über t braucht ein t von mindestens 0.",
    "mechanisms.level": "Das Niveau einer Rauschspanne ist ein Prozentwert über 0 und unter 100.",
    "mechanisms.no_quantile_mechanism": (
        "Ein Quantilverfahren namens {name!r} gibt es nicht; wählen Sie exponential-quantile oder "
        "approximate-quantiles."
    ),
    "mechanisms.no_lines": "Quantile brauchen mindestens eine Zeile mit mindestens einer Klasse und einem Quantil.",
    "mechanisms.quantile_between": "Ein Quantil liegt zwischen 0 und 1.",
    "mechanisms.no_limits": "Dieses Verfahren zieht keine Grenzen.",
    "mechanisms.small_records": (
        "Eine kleine Datenbank hat mindestens einen Datensatz, der für mindestens einige der Menschen steht."
    ),
    "mechanisms.too_many_databases": (
        "Es gibt {databases} Datenbanken von {records} Datensätzen über {cells} Zellen, zu viele, um sie einzeln "
        "abzuwägen; wählen Sie ein anderes Verfahren."
    ),
    # What is counted and measured
    "mechanisms.margins_differ": (
        "Die Randtabellen sind nicht die einer einzigen Tabelle: Ihre Summen sind verschieden."
    ),
    "mechanisms.margin_positions": "Eine Randtabelle nennt Merkmale nach ihrer Stelle, aufsteigend, von 0 bis {most}.",
    "mechanisms.counts_whole": "Die Häufigkeiten müssen ganze Zahlen in einem Feld von ganzen Zahlen sein.",
    "mechanisms.counts_too_large": "Die Häufigkeiten sind zu groß für exaktes Rechnen mit 64 Bit.",
    "mechanisms.counts_too_large_quantiles": (
        "Die Häufigkeiten sind bei diesen Quantilen zu groß für exaktes Rechnen mit 64 Bit."
    ),
    "mechanisms.measurements": "Es gibt {rows} Messungen, aber {shape} Zahlen wurden angegeben.",
    "mechanisms.detail_integers": "{given} ganze Zahlen sind nicht die von {areas} Gebieten auf diesen Stufen.",
    "mechanisms.margin_missing": (
        "Gebraucht werden die Häufigkeiten über die Merkmale {variables}, und keine der angegebenen Randtabellen "
        "enthält sie."
    ),
    "mechanisms.stored_strategy": (
        "Eine gespeicherte Strategie hat Spalten, die nichts für die Codes übrig lassen; installieren Sie dpdesk neu."
    ),
    # Queries
    "queries.kronecker_factor": (
        "Ein Faktor eines Kronecker-Produkts stellt Abfragen über ein einziges Merkmal; stapeln Sie die Produkte."
    ),
    "queries.kronecker_empty": "Ein Kronecker-Produkt braucht mindestens einen Faktor.",
    "queries.stack_empty": "Ein Stapel braucht mindestens einen Teil.",
    "queries.stack_domains": "Die Teile eines Stapels haben verschiedene Definitionsbereiche, {first} und {other}.",
    "queries.one_number": "Es gibt {queries} Abfragen, aber {given} Zahlen; geben Sie für jede Abfrage eine Zahl.",
    "queries.group_code": (
        "Die Gruppe {group} nennt einen Code außerhalb von 0 … {most}; berichtigen Sie ihre Liste von Codes."
    ),
    "queries.codes_are_texts": "Codes und Codeanfänge sind Texte; schreiben Sie sie in Anführungszeichen.",
    "queries.number_of_codes": "Ein Merkmal braucht eine ganze Zahl von Codes, mindestens 1.",
    "queries.interval": (
        "Das Intervall ({first}, {last}) erfüllt nicht 1 ≤ s ≤ t ≤ {size}; berichtigen Sie seine Enden."
    ),
    "queries.counts_shape": (
        "Die Häufigkeiten haben die Form {shape}, aber der Definitionsbereich {domain} braucht {cells} davon in "
        "C-Reihenfolge; geben Sie für jede Zelle eine Zahl."
    ),
    "queries.counts_too_large": (
        "Die Häufigkeiten übersteigen die 63 Bit einer ganzen Zahl mit Vorzeichen; übergeben Sie kleinere."
    ),
    "queries.dense_too_large": (
        "Eine dichte Matrix mit {rows} × {cells} Einträgen ist zu groß; verwenden Sie answer() und adjoint()."
    ),
    "queries.gram_too_large": "Eine dichte Gram-Matrix mit {cells} × {cells} Einträgen ist zu groß.",
}
