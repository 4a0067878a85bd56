"""What is wrong where one question is asked at a time, in English: numbers, losses, methods that do not serve."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Numbers
    "sequential.whole": "A {what} must be a whole number, not a {kind}: give an int.",
    "sequential.too_large": "A {what} must be at most 2^62 in magnitude: nothing that large can be counted here.",
    "sequential.at_least": "The {what} must be at least {least}: write {least} or more.",
    "sequential.at_most": "The {what} must be at most 2^48: write a smaller number.",
    "sequential.probability": "The {what} must be an exact number above 0 and below 1: give a Fraction such as 1/20.",
    "sequential.position": "position",
    "sequential.count": "count",
    "sequential.threshold": "threshold",
    "sequential.lower_threshold": "lower threshold",
    "sequential.upper_threshold": "upper threshold",
    "sequential.accuracy": "accuracy",
    "sequential.failure_probability": "failure probability",
    "sequential.correlation_alpha": "correlation alpha",
    "sequential.share_of_the_budget_for_values": "share of the budget for values",
    "sequential.number_of_points": "number of points",
    "sequential.number_of_rows": "number of rows",
    "sequential.number_of_rows_per_unit": "number of rows per unit",
    "sequential.number_of_items": "number of items",
    "sequential.number_of_questions": "number of questions",
    "sequential.number_of_signs": "number of signs",
    "sequential.number_of_vectors": "number of vectors",
    "sequential.number_of_answers": "number of answers",
    "sequential.number_of_hits": "number of hits",
    "sequential.number_of_codes": "number of codes",
    "sequential.number_of_units": "number of units",
    "sequential.noise_too_large": "The noise would be larger than any count: choose a larger budget, or ask for less.",
    "sequential.noise_too_large_accuracy": (
        "The noise would be larger than any count: choose a larger budget or a coarser accuracy."
    ),
    "sequential.noise_too_large_less": "The noise would be larger than any count: choose a larger budget or ask less.",
    "sequential.finished": "This run is finished and answers no further question: open another session to ask more.",
    # Adaptive thresholds, two thresholds, interior points
    "sequential.thresholds_rows": (
        "Adaptive thresholds at {loss} need at least {needed} rows to be accurate to {accuracy} of them, and there "
        "are {size}: allow a coarser accuracy, ask fewer questions, or choose a larger budget."
    ),
    "sequential.thresholds_position": "Adaptive thresholds are asked with a position alone: use ask_at(position).",
    "sequential.position_range": "A position is the number of first codes, 1 to {most}: {position} is not.",
    "sequential.thresholds_epsilon": (
        "Adaptive thresholds are proven for epsilon below {most} under this relation, and this is {given}: choose a "
        "smaller one."
    ),
    "sequential.accuracy_too_fine": (
        "An accuracy below 4/{chunks} takes more chunks than can be held: choose a coarser."
    ),
    "sequential.counts_of_codes": (
        "The counts must be whole numbers of rows, one for each ordered code: give an array of int64."
    ),
    "sequential.thresholds_apart": (
        "Two thresholds must be at least {needed} apart at {loss}, and these are {given} apart: choose them further "
        "apart, or a larger budget."
    ),
    "sequential.two_epsilon": (
        "Two thresholds are proven for epsilon below 1 alone, and this is {given}: choose a smaller one."
    ),
    "sequential.interior_items": (
        "An interior point at {loss} needs at least {needed} items for {questions} questions, and there are {size}: "
        "ask fewer questions, allow a larger failure probability, or choose a larger budget."
    ),
    "sequential.interior_position": (
        "An interior point is asked with a position and its count: use ask_at(position, exact_count)."
    ),
    # Correlated vectors
    "sequential.alpha": "The correlation alpha must be below 1/2: that is where the loss is at most 3·alpha.",
    "sequential.vector": "A vector must be one int8 array of +1 and -1.",
    "sequential.vectors_alike": "Two vectors must be of one length.",
    "sequential.odd_majority": "A majority is taken of an odd number of answers: write 1, 3, 5 …",
    "sequential.demonstration_rows": "The demonstration needs at least {least} rows: write more.",
    "sequential.demonstration_answers": "The demonstration draws at most {most} answers: write fewer.",
    # Randomized response
    "sequential.too_many_codes": "Randomized response serves at most 2^24 codes: choose fewer variables.",
    "sequential.epsilon_alone": 'Randomized response takes a loss in epsilon alone: write {{"epsilon": "1"}}.',
    "sequential.needs_replacement": (
        "Randomized response shows one told code for every row, so the number of rows is seen: it needs neighbours "
        "that replace one unit by another."
    ),
    "sequential.one_row": "Where every unit has exactly one row, rows_per_unit is 1: write 1.",
    "sequential.pure_chance": (
        "At {loss} for {rows} rows of {places} codes the told codes would be pure chance: choose a larger epsilon or "
        "fewer codes."
    ),
    "sequential.drawn_once": "Randomized response is drawn once for the whole column and then answers every question.",
    "sequential.column_array": "The column must be one array of whole numbers, one code a row.",
    "sequential.column_codes": "The codes of the column must be numbers from 0 to {most}.",
    "sequential.rows_of_units": "The number of rows is no multiple of the rows of a unit: give the number of units.",
    "sequential.counts_array": "The counts must be {codes} whole numbers, one for each code.",
    "sequential.counts_and_units": (
        "The counts do not fit the number of units: each unit fills its own places and no more."
    ),
    "sequential.query_array": "A query on a randomised column is {codes} whole numbers, one for each code.",
    "sequential.variants": "Variants codes are {places} counts, one for each code that can be told.",
    "sequential.units_needed": "How wrong randomized response is depends on the number of units: give it.",
}
