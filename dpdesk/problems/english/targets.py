"""Why a target cannot be judged or met, in English, and what a target asks."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # What a target asks
    "planning.aim_margin": "noise margin ({level} %) at most {limit:,} on {counts} of table '{table}'{above}",
    "planning.aim_cv": "CV at most {limit:,} % on {counts} of table '{table}'{above}",
    "planning.aim_counts": "all counts",
    "planning.aim_above": " that the planning figures put above {above:,}",
    # Why it cannot be judged
    "planning.target_drawn": (
        "The quantiles of this table are drawn; it has no counts whose margin could meet a target."
    ),
    "planning.target_weighted": (
        "All figures of this table are weighted, expanded or rates; it has no counts of cases whose margin could "
        "meet a target."
    ),
    "planning.target_needs_figures": (
        "It needs planning figures (reference): without them nothing is known of how many people to expect."
    ),
    "planning.target_cells": "Its tables are answered on too many cells to spread planning figures over.",
    "planning.target_none_above": "The planning figures put no such cell of the table '{table}' above {above:,}.",
    "planning.target_figures_silent": (
        "The planning figures do not say how people are spread over {variables}; add their counts."
    ),
    "planning.target_not_judged": "The target cannot be judged: {aim}. {why}",
    # Why no budget meets it
    "planning.no_budget": "The account cannot pay for any budget of this plan.",
    "planning.target_not_met": (
        "This target cannot be met: {aim}. Even with {unit} {most}, the largest budget the account allows, for its "
        "tables alone {known}; choose a wider limit, fewer cells or coarser tables."
    ),
    "planning.target_unanswered": "it cannot be answered",
    "planning.target_comes_to": "it comes to {figure:,}",
    "planning.targets_too_dear": (
        "All tables together would take {unit} {total}, more than the {most} the account allows; the dearest target "
        "is: {aim}, which takes {needs}."
    ),
    "planning.targets_not_together": (
        "Each target can be met by itself, but not all of them together with epsilon {most}, the largest the account "
        "allows; widen the dearest of them."
    ),
    "planning.margin_not_had": (
        "Even at {unit} {most}, the largest budget the account allows this plan, the widest cell {known} at {level} "
        "%; choose a wider margin, fewer cells or a larger part for the group."
    ),
    "planning.margin_unanswered": "cannot be answered",
    "planning.margin_is": "has a noise margin of ±{margin:,}",
}
