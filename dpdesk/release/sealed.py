"""The noisy integers of a release as bytes: what the ledger seals before anything is computed from them.

A line of JSON names each group's vectors and their lengths; the integers follow, eight bytes each, least significant
first; the whole is compressed. Reading checks every length, so a torn or foreign payload is refused and not half used.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import LedgerDamaged

Integers = NDArray[np.int64]
Sealed = Mapping[str, Mapping[str, Integers]]
"""Group name -> statistic ("count", "sum:income") -> noisy integers."""

_MAGIC = "dpdesk sealed measurements, version 1"


def pack(measurements: Sealed) -> bytes:
    """Return the measurements as bytes, groups and statistics in their order."""
    header = {
        "format": _MAGIC,
        "groups": [
            [name, [[statistic, int(values.size)] for statistic, values in group.items()]]
            for name, group in measurements.items()
        ],
    }
    body = [np.ascontiguousarray(v, dtype="<i8").tobytes() for group in measurements.values() for v in group.values()]
    return zlib.compress(json.dumps(header).encode() + b"\n" + b"".join(body), 6)


def unpack(sealed: bytes) -> dict[str, dict[str, Integers]]:
    """Return what `pack` was given. Raises LedgerDamaged if the bytes are not that."""
    try:
        content = zlib.decompress(sealed)
        line, _, body = content.partition(b"\n")
        header = json.loads(line)
        if header["format"] != _MAGIC:
            raise ValueError
        result: dict[str, dict[str, Integers]] = {}
        offset = 0
        for name, statistics in header["groups"]:
            group = result.setdefault(str(name), {})
            for statistic, size in statistics:
                part = body[offset : offset + 8 * size]
                if len(part) != 8 * size:
                    raise ValueError
                group[str(statistic)] = np.frombuffer(part, dtype="<i8").astype(np.int64)
                offset += 8 * size
        if offset != len(body):
            raise ValueError
    except (ValueError, KeyError, TypeError, zlib.error):
        raise LedgerDamaged("The sealed measurements of a release are not readable; verify the ledger.") from None
    return result
