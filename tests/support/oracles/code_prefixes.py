"""Queries on codes that begin alike, as they stand in a classification: 31 and 311 begin with 3."""

from __future__ import annotations

from collections.abc import Sequence

from dpdesk.queries import Groups


def code_prefixes(codes: Sequence[str], prefixes: Sequence[str | tuple[str, ...]]) -> Groups:
    """One query a prefix, or a tuple of prefixes of which any will do; the empty prefix is the total."""
    return Groups(len(codes), [[i for i, code in enumerate(codes) if code.startswith(prefix)] for prefix in prefixes])
