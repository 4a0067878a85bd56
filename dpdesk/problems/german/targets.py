"""Why a target cannot be judged or met, in German, and what a target asks."""

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
}
