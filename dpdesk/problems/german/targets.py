"""Of targets, what they ask and why they cannot be judged or met, and of declared sampling errors, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # What a target asks
    "planning.aim_margin": "Rauschspanne ({level} %) höchstens {limit:,} bei {counts} der Tabelle '{table}'{above}",
    "planning.aim_cv": "CV höchstens {limit:,} % bei {counts} der Tabelle '{table}'{above}",
    "planning.aim_counts": "allen Häufigkeiten",
    "planning.aim_above": ", die nach den Planungszahlen über {above:,} liegen",
    # Why it cannot be judged
    "planning.target_drawn": (
        "Die Quantile dieser Tabelle werden gezogen; sie hat keine Häufigkeit, deren Spanne ein Ziel erreichen könnte."
    ),
    "planning.target_weighted": (
        "Alle Zahlen dieser Tabelle sind gewichtet, hochgerechnet oder Raten; sie hat keine Häufigkeit von Fällen, "
        "deren Spanne ein Ziel erreichen könnte."
    ),
    "planning.target_needs_figures": (
        "Es braucht Planungszahlen: Ohne sie ist nicht bekannt, wie viele Personen zu erwarten sind."
    ),
    "planning.target_cv_of_counts": "Ein CV gilt für Häufigkeiten: Für andere Zahlen lässt sich eine Spanne wünschen.",
    "planning.target_cells": (
        "Seine Tabellen werden auf zu vielen Zellen beantwortet, als dass sich Planungszahlen darauf verteilen ließen."
    ),
    "planning.target_none_above": (
        "Nach den Planungszahlen ist keine solche Zelle der Tabelle '{table}' größer als {above:,}."
    ),
    "planning.target_figures_silent": (
        "Die Planungszahlen sagen nicht, wie sich die Personen auf {variables} verteilen; fügen Sie deren "
        "Häufigkeiten hinzu."
    ),
    "planning.target_not_judged": "Das Ziel lässt sich nicht beurteilen: {aim}. {why}",
    # Why no budget meets it
    "planning.no_budget": "Das Konto kann kein Budget dieses Plans bezahlen.",
    "planning.target_not_met": (
        "Dieses Ziel lässt sich nicht erreichen: {aim}. Selbst mit {unit} {most}, dem größten Budget, das das Konto "
        "zulässt, {known}, und das für seine Tabellen allein; wählen Sie eine weitere Grenze, weniger Zellen oder "
        "gröbere Tabellen."
    ),
    "planning.target_unanswered": "lässt es sich nicht beantworten",
    "planning.target_comes_to": "ergibt sich {figure:,}",
    "planning.targets_too_dear": (
        "Alle Tabellen zusammen bräuchten {unit} {total}, mehr als die {most}, die das Konto zulässt; das teuerste "
        "Ziel ist: {aim}; es braucht {needs}."
    ),
    "planning.targets_not_together": (
        "Jedes Ziel lässt sich für sich erreichen, aber nicht alle zusammen mit Epsilon {most}, dem größten, das das "
        "Konto zulässt; erweitern Sie das teuerste."
    ),
    "planning.margin_not_had": (
        "Selbst bei {unit} {most}, dem größten Budget, das das Konto diesem Plan zulässt, {known} (Niveau {level} %); "
        "wählen Sie eine größere Spanne, weniger Zellen oder einen größeren Anteil für die Gruppe."
    ),
    "planning.margin_unanswered": "lässt sich die ungenaueste Zelle nicht beantworten",
    "planning.margin_is": "hat die ungenaueste Zelle eine Rauschspanne von ±{margin:,}",
    # What is wrong with a declared sampling error
    "planning.sample_above_population": (
        "{place}: Die Stichprobe kann nicht größer sein als die Grundgesamtheit; vertauschen Sie die beiden."
    ),
    "planning.cv_or_error": "{place} braucht cv oder error, und nur eines von beiden.",
    "planning.measure_without_table": (
        "{place} nennt eine Maßzahl und keine Tabelle; fügen Sie die Tabelle hinzu, zu der sie gehört."
    ),
    "planning.sampling_twice": (
        "{place} gibt einen Stichprobenfehler an, der schon angegeben ist; behalten Sie einen von beiden."
    ),
    "planning.sampling_unserved": (
        "{place}: {kind} sagt nichts über '{measure}'; geben Sie die Fehler Zelle für Zelle an (cell_errors) oder, für "
        "einen Mittelwert mit einem Designeffekt, die Standardabweichung (deviation)."
    ),
    "planning.classes_in_order": (
        "{place} muss bei 0 beginnen und aufsteigen; geben Sie die Klassen in der Reihenfolge ihrer Größe an."
    ),
    "planning.cell_errors_without_table": "{place} muss die Tabelle nennen, deren Zellen diese Fehler haben.",
    "planning.cell_errors_column": (
        "{place}: '{name}' ist kein Merkmal der Tabelle '{table}' oder steht dort zweimal{near}; nennen Sie Merkmale, "
        "und measure."
    ),
    "planning.cell_errors_row": (
        "{place} braucht {number} Felder: einen Code für jede Spalte, dann den Standardfehler."
    ),
    "planning.cell_errors_cell": (
        "{place} nennt keine Zelle der Tabelle '{table}' oder eine, die eine frühere Zeile nennt; geben Sie die Codes "
        "so an, wie die CSV-Datei der Tabelle sie hat."
    ),
    "planning.cell_errors_number": "{place} endet nicht mit einer Zahl: {why}",
    "planning.cell_errors_negative": ("{place} hat einen Standardfehler unter 0; geben Sie ihn ohne Vorzeichen an."),
    "planning.errors_unreadable": (
        "Die Datei {path} lässt sich nicht als CSV-Datei in UTF-8 lesen; speichern Sie sie noch einmal so."
    ),
    "planning.errors_without_column": (
        "Die Datei {path} hat keine Spalte standard_error neben Spalten mit Codes; nennen Sie die Spalte so."
    ),
    "planning.errors_empty": (
        "Die Datei {path} hat keine Zeile mit einem Standardfehler; füllen Sie die Spalte standard_error."
    ),
    "planning.errors_ragged": (
        "Die Datei {path} hat Zeilen verschiedener Länge; speichern Sie sie noch einmal als CSV-Datei."
    ),
    "planning.sampling_words": (
        "‚{words}‘ gibt keinen Stichprobenfehler an; schreiben Sie ‚design effect 1.6, 2000 of 100000‘, ‚relative "
        "variance -0.00002 + 2140/x‘ oder nach Größenklassen ‚0: 50 %, 1000: 12 %‘."
    ),
    "cli.sampling_source": (
        "Sagen Sie, wo die Fehler veröffentlicht sind: --source TEXT. Aus dieser Datei dürfen sie nicht stammen."
    ),
}
