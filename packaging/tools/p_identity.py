"""Make the stored optima of p-identity anew: `python packaging/tools/p_identity.py [KIND-SIZE …]`.

One file of integers for each kind of workload and size of the ladder, written only where it is better than the one that
is there. Few codes take seconds, thousands an hour; which local minimum descent ends in can differ between machines, so
the files belong to the program and are not made where it is installed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import numpy as np

from dpdesk.errors import DpdeskError
from dpdesk.mechanisms.core.kinds import PREFIXES
from dpdesk.mechanisms.p_identity.matrix import (
    BESIDE,
    BITS,
    FOLDER,
    KINDS,
    LADDER,
    PMatrix,
    file_name,
    packed,
    rounded,
    stretched,
    unpacked,
)
from dpdesk.mechanisms.p_identity.optimum import Gram, IntervalGram, PrefixGram, descend, starts, tidy, value
from dpdesk.queries.workload import FloatArray
from dpdesk.resources import resource

FEW = 256
"""Up to so many codes descent starts at random too, whatever is there of other sizes."""


def gram_of(kind: str, size: int) -> tuple[Gram, int]:
    """G and the number of queries."""
    if kind.removesuffix(BESIDE) == PREFIXES:
        return PrefixGram(size), size
    return IntervalGram(size), size * (size + 1) // 2


def error(matrix: PMatrix, kind: str) -> float:
    """Root mean square error at ε = 1 of what is measured, with noise of variance 2/ε², or 8/ε² beside a total."""
    gram, queries = gram_of(kind, matrix.size)
    root = _root(kind)
    return (1 + root) * sqrt(2 * value(matrix.bumps / matrix.diagonal, gram, gram.diagonal, root)[0] / queries)


def _root(kind: str) -> float:
    return 1.0 if kind.endswith(BESIDE) else 0.0


def make(kind: str, size: int) -> PMatrix:
    """Descend and round: from hats and random starts, and from the optima of neighbouring sizes that are there."""
    gram, _ = gram_of(kind, size)
    near = [read(kind, other) for other in LADDER if other != size and size / 2.1 < other < size * 2.1]
    near.append(read(kind.removesuffix(BESIDE), size))
    spread = [stretched(one.bumps, size) for one in near if one is not None and one.bumps.shape[0]]
    tried = [entries / ((1 << BITS) - entries.sum(axis=0)) for entries in spread]
    if not tried or size <= FEW:
        tried += starts(size, 5)
    steps = 1500 if size <= 1024 else 500
    return rounded(optimum(gram, size, tried, steps, root=_root(kind), polish=steps // 3), BITS, kind)


def optimum(
    gram: Gram, size: int, tried: Sequence[FloatArray], steps: int, root: float = 0.0, polish: int = 0
) -> FloatArray:
    """The best Θ descended to from several starts, tidied and descended once more, by at most `polish` steps."""
    if size == 1:
        return np.zeros((0, 1))
    scale = max(float(gram.diagonal.sum()), 1e-300)
    best, least = np.zeros((0, size)), scale
    for start in tried:
        theta, found = descend(start, gram, steps, scale, root)
        if found < least:
            best, least = theta, found
    for _ in range(2):
        tidied = tidy(best)
        if tidied.shape[0] == 0:
            return np.zeros((0, size))
        best, _ = descend(tidied, gram, polish or steps, scale, root)
    return tidy(best)


def read(kind: str, size: int) -> PMatrix | None:
    """The matrix that is stored for so many codes; None where none is."""
    try:
        path = resource(file_name(kind, size))
    except DpdeskError:
        return None
    return PMatrix.of(unpacked(json.loads(path.read_text(encoding="utf-8"))["rows"], size), BITS, kind)


def write(matrix: PMatrix, kind: str, folder: Path) -> None:
    """One line a row."""
    rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in packed(matrix.bumps))
    head = f'"workload":"{kind}","codes":{matrix.size},"binary_places":{BITS},"rmse":"{error(matrix, kind):.6f}"'
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kind}-{matrix.size}.json"
    path.write_text(f'{{{head},"sha256":"{matrix.sha256}","rows":[\n{rows}\n]}}\n', encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Each argument names one, as in prefixes-64; all by default."""
    folder = resource("strategies").joinpath(*FOLDER.split("/")[1:])
    for name in arguments or [f"{kind}-{size}" for size in LADDER for kind in KINDS]:
        kind, _, text = name.rpartition("-")
        if kind not in KINDS or not text.isdigit():
            raise SystemExit(f"'{name}' is not a kind and a size, such as prefixes-64.")
        size = int(text)
        made, before = make(kind, size), read(kind, size)
        worse = before is not None and np.round(error(made, kind), 6) >= np.round(error(before, kind), 6)
        if not worse:
            write(made, kind, folder)
        print(f"{name}: {error(made, kind):.6f}{' (kept the one before)' if worse else ''}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
