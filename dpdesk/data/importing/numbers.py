"""Missing codes of numbers: files list cells, a number's record tells texts and numbers apart."""

from __future__ import annotations

import re

from dpdesk.data.importing.listed import Tree

_EXACT = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?")


def as_texts(code: Tree) -> Tree:
    """The missing code of a number with its numbers as cells, texts first."""
    rest = {key: value for key, value in code.items() if key not in ("texts", "numbers")}
    return {**rest, "texts": [*code.get("texts", []), *map(str, code.get("numbers", []))]}


def as_numbers(code: Tree) -> Tree:
    """The missing code of a number: cells that are numbers count however they are written."""
    rest = {key: value for key, value in code.items() if key != "texts"}
    texts = [text for text in code["texts"] if not _EXACT.fullmatch(text)]
    numbers = [text for text in code["texts"] if _EXACT.fullmatch(text)]
    return {**rest, "texts": texts, **({"numbers": numbers} if numbers else {})}
