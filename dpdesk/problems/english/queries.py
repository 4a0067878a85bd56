"""What is wrong with queries, or with the counts they are asked of, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
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
