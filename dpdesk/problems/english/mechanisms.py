"""Why a mechanism cannot serve, and what is wrong with what it was asked or given, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Why a mechanism cannot serve
    "mechanisms.unknown": "There is no mechanism named {name!r}; choose one of {known}.",
    "mechanisms.one_noise": "The mechanism {name} uses {noise} noise only.",
    "mechanisms.laplace": "laplace",
    "mechanisms.gaussian": "gaussian",
    "mechanisms.no_queries": "The workload has no queries.",
    "mechanisms.rho_is_gaussian": (
        "A budget in rho is spent on Gaussian noise; Laplace noise needs a budget in epsilon."
    ),
    "mechanisms.no_pure_epsilon": (
        "Gaussian noise has no pure epsilon; give a budget in rho, or an epsilon with a delta."
    ),
    "mechanisms.two_noises": "The noise is laplace or gaussian.",
    "mechanisms.every_cell": (
        "All variables together have {cells:,} cells, more than the {most:,} that can be worked on one by one; the "
        "mechanism marginals works on the margins that are needed."
    ),
    "mechanisms.many_parts": (
        "A table over so many variables has too many parts to be measured; leave out a variable or make several "
        "tables of it."
    ),
    "mechanisms.counted_together": (
        "With Laplace noise tables that share variables are counted together, here on {cells:,} cells, which is not "
        "possible where all variables together are too many; use Gaussian noise."
    ),
    "mechanisms.bumps": (
        "P-identity has bumps for up to {most:,} codes of a variable, and here are {codes:,}; choose another method."
    ),
    "mechanisms.factorization_cells": (
        "The factorization is found for at most {most:,} cells; these tables tell {cells:,} apart."
    ),
    "mechanisms.factorization_values": (
        "Values of a sum are too large beside the grid of the factorization; give the quantity a greater step."
    ),
    # Losses, noise and shares
    "mechanisms.loss": "The loss is a PureDP, ZCDP or ApproxDP.",
    "mechanisms.shares": "The shares of the sums leave nothing for the counts; make them smaller.",
    "mechanisms.too_many_blocks": (
        "A group has at most {most} counts and sums together; divide its tables among groups."
    ),
    "mechanisms.laplace_needs": "Laplace noise needs a budget in epsilon.",
    "mechanisms.gaussian_needs": "Gaussian noise needs a budget in rho, or an epsilon with a delta.",
    "mechanisms.relation": "The neighbour relation is Neighbours.ADD_REMOVE or Neighbours.REPLACE_ONE; name one.",
    "mechanisms.rows_per_unit": "rows_per_unit must be a whole number of at least 1.",
    "mechanisms.exact_row": "exact_row can only hold under REPLACE_ONE with rows_per_unit=1; leave it out otherwise.",
    "mechanisms.once": "A unit with exactly one row is counted once anyhow; leave out once or exact_row.",
    "mechanisms.cells_alone": (
        "Units that are counted once in each cell are measured cell by cell, without sums: only {other} does that."
    ),
    "mechanisms.sum_bounds": "The bounds of a sum are whole numbers of steps.",
    "mechanisms.sum_order": "The lower bound of a sum must not exceed its upper bound.",
    "mechanisms.sum_share": "The share of a sum is a Fraction above 0 and below 1.",
    "mechanisms.detail_noise": "All levels of detail must have the same law of noise; name one for the group.",
    "mechanisms.detail_blocks": "Levels of detail have at most {most} counts and sums together; leave some out.",
    # What is asked
    "mechanisms.weights": "Weights are one positive number per part of the workload; there are {groups} parts.",
    "mechanisms.objective": "The objective is one of {known}.",
    "mechanisms.pieces_differ": "The parts of a workload must name the same variables, with the same numbers of codes.",
    "mechanisms.workload_type": "A workload of type {kind} cannot be released; build it from dpdesk.queries.",
    "mechanisms.whole_domain": (
        "This mechanism measures the whole domain; only marginals can be given margins of the counts."
    ),
    "mechanisms.choose_among": "The workload has {answers} answers; choose among them.",
    "mechanisms.choose_one_answer": "The workload has {answers} answers; choose one of them.",
    "mechanisms.chance_above": "The chance of an error above t needs a t of at least 0.",
    "mechanisms.level": "The level of a margin is a percentage above 0 and below 100.",
    "mechanisms.no_quantile_mechanism": (
        "There is no quantile mechanism named {name!r}; choose exponential-quantile or approximate-quantiles."
    ),
    "mechanisms.no_lines": "Quantiles need at least one line, with at least one bin and one quantile.",
    "mechanisms.quantile_between": "A quantile lies between 0 and 1.",
    "mechanisms.no_limits": "This mechanism draws no limits.",
    "mechanisms.small_records": (
        "A small database has at least one record, which stands for at least some of the people."
    ),
    "mechanisms.too_many_databases": (
        "There are {databases} databases of {records} records over {cells} cells, too many to be weighed one by one; "
        "choose another mechanism."
    ),
    # What is counted and measured
    "mechanisms.margins_differ": "The margins are not of one table: their totals differ.",
    "mechanisms.margin_positions": "A margin names variables by position, ascending, from 0 to {most}.",
    "mechanisms.counts_whole": "The counts must be whole numbers in an integer array.",
    "mechanisms.counts_too_large": "The counts are too large for exact 64-bit arithmetic.",
    "mechanisms.counts_too_large_quantiles": "The counts are too large for exact 64-bit arithmetic at these quantiles.",
    "mechanisms.measurements": "There are {rows} measurements, but {shape} numbers were given.",
    "mechanisms.detail_integers": "{given} integers are not those of {areas} areas at these levels.",
    "mechanisms.margin_missing": (
        "The counts over the variables {variables} are needed, and no margin that was given contains them."
    ),
    "mechanisms.stored_strategy": (
        "A stored strategy has columns that leave nothing for the codes; install dpdesk again."
    ),
    # Queries
    "queries.kronecker_factor": "A factor of a Kronecker product is a workload over one variable; stack the products.",
    "queries.kronecker_empty": "A Kronecker product needs at least one factor.",
    "queries.stack_empty": "A stack needs at least one part.",
    "queries.stack_domains": "The parts of a stack have different domains, {first} and {other}.",
    "queries.one_number": "There are {queries} queries, but {given} numbers; pass one number a query.",
    "queries.group_code": "Group {group} names a code outside 0 … {most}; correct its list of codes.",
    "queries.codes_are_texts": "Codes and code prefixes are texts; write them in quotation marks.",
    "queries.number_of_codes": "A variable needs a whole number of codes, at least 1.",
    "queries.interval": "The interval ({first}, {last}) does not satisfy 1 ≤ s ≤ t ≤ {size}; correct its ends.",
    "queries.counts_shape": (
        "The counts have shape {shape}, but the domain {domain} needs {cells} of them in C order; pass one number a "
        "cell."
    ),
    "queries.counts_too_large": "The counts exceed the 63 bits of a signed integer; pass smaller counts.",
    "queries.dense_too_large": "A dense matrix of {rows} × {cells} entries is too large; use answer() and adjoint().",
    "queries.gram_too_large": "A dense Gram matrix of {cells} × {cells} entries is too large.",
}
