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

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged
from dpdesk.limits import LARGEST_SEAL
from dpdesk.problems.problem import Place, problem

Integers = NDArray[np.int64]
Sealed = Mapping[str, Mapping[str, Integers]]
"""Group name -> statistic ("count", "sum:income") -> noisy integers."""

_MAGIC = "dpdesk sealed measurements, version 1"


def require_sealable(integers: int, place: Place) -> None:
    """Refuse a plan of more integers than the ledger is sure to hold in one piece.

    Raises:
        BadInput: naming the `place` where they are asked for.
    """
    if 8 * integers > LARGEST_SEAL:
        raise BadInput(problem("release.too_many_numbers", place, integers=integers, most=LARGEST_SEAL // 8))


def pack(measurements: Sealed, decoders: Mapping[str, Any]) -> bytes:
    """Return the measurements as bytes, groups and statistics in their order.

    Args:
        measurements: group name -> statistic ("count", "sum:income") -> noisy integers of 64 bits.
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

    Args:
        sealed: the bytes.
        decoders: the mechanisms that shall read them, described as for `pack`.

    Raises:
        LedgerDamaged: the bytes are not a seal.
        DpdeskError: they were drawn for other mechanisms than `decoders`, by another version of the program.
    """
    result, drawn_for = opened(sealed)
    if json.dumps(drawn_for, sort_keys=True) != json.dumps(decoders, sort_keys=True):
        raise DpdeskError(problem("release.other_method"))
    return result


def opened(sealed: bytes) -> tuple[dict[str, dict[str, Integers]], dict[str, Any]]:
    """Return the measurements, and for each group the description of the mechanism they were drawn for.

    This needs no mechanism, so that it reads what any version sealed. Raises LedgerDamaged if the bytes are not a seal.
    """
    try:
        content = zlib.decompress(sealed)
        line, _, body = content.partition(b"\n")
        header = json.loads(line)
        if header["format"] != _MAGIC:
            raise ValueError
        decoders = dict(header["decoders"])
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
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error):
        raise LedgerDamaged(problem("release.seal_unreadable")) from None
    return result, decoders
