"""The blocks of a reading learnt from each block's own texts, where whole rows must stay where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from dpdesk.data.counting.coding import Cells, Reading
from dpdesk.data.counting.lookups import Block, block_of, blocks_of


def learn_apart(
    reading: Reading, distinct: Callable[[Sequence[tuple[int, ...]]], Sequence[Iterable[Cells]]]
) -> list[Block]:
    """Make blocks; `distinct` gives for each of some groups of columns their distinct texts in a sample."""
    wheres = blocks_of(reading)
    # Twice each: how often a text occurs stays where it is, and a text met once would pass for a sign of many unseen.
    return [
        block_of(reading, where, Counter(dict.fromkeys(texts, 2)))
        for where, texts in zip(wheres, distinct(wheres), strict=True)
    ]
