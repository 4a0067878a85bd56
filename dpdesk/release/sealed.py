"""The noisy integers of a release as bytes: what the ledger seals before anything is computed from them.

A line of JSON names each group's vectors and their lengths; the integers follow, eight bytes each, least significant
first; the whole is compressed. Reading checks every length, so a torn or foreign payload is refused and not half used.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import DpdeskError, LedgerDamaged

Integers = NDArray[np.int64]
Sealed = Mapping[str, Mapping[str, Integers]]
"""Group name -> statistic ("count", "sum:income") -> noisy integers."""

_MAGIC = "dpdesk sealed measurements, version 1"


def pack(measurements: Sealed, decoders: Mapping[str, Any]) -> bytes:
    """Return the measurements as bytes, groups and statistics in their order.

    decoders: for each group the description of its mechanism, JSON-able: what the integers were drawn for.
    """
    header = {
        "format": _MAGIC,
        "decoders": decoders,
        "groups": [
            [name, [[statistic, int(values.size)] for statistic, values in group.items()]]
            for name, group in measurements.items()
        ],
    }
    body = [np.ascontiguousarray(v, dtype="<i8").tobytes() for group in measurements.values() for v in group.values()]
    return zlib.compress(json.dumps(header).encode() + b"\n" + b"".join(body), 6)


def unpack(sealed: bytes, decoders: Mapping[str, Any]) -> dict[str, dict[str, Integers]]:
    """Return the measurements that `pack` was given.

    Raises:
        LedgerDamaged: the bytes are not a seal.
        DpdeskError: they were drawn for other mechanisms than `decoders`, by another version of the program.
    """
    try:
        content = zlib.decompress(sealed)
        line, _, body = content.partition(b"\n")
        header = json.loads(line)
        if header["format"] != _MAGIC:
            raise ValueError
        drawn_for = json.dumps(header["decoders"], sort_keys=True)
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
    if drawn_for != json.dumps(decoders, sort_keys=True):
        raise DpdeskError(
            "The sealed measurements of this release were drawn by another version of dpdesk, which chose another "
            "method; finish it with that version."
        )
    return result
