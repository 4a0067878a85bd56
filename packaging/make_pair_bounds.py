"""Make resources/bounds/prefix_pairs.json: weights of pairs of codes that bound all prefixes sharply under replacement.

For each size D codes fall into blocks (1, 2, 4, … codes from either end, D/8 in the middle), and pairs of codes of two
blocks weigh alike. The weights grow where the distance of columns, in the strategy that is best for the weights as they
are, is largest, and fall elsewhere. Any weights give a valid bound (bounds/pairs.py); these give one within 0.1 % of
the best. Run: python packaging/make_pair_bounds.py
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

SIZES = (8, 16, 32, 64, 128, 256, 512, 1024)
OUT = Path(__file__).resolve().parent.parent / "resources" / "bounds" / "prefix_pairs.json"


def edges(size: int) -> list[int]:
    """Ends of the blocks up to the middle, symmetric beyond."""
    found, width = [0], 1
    while found[-1] < size // 2:
        found.append(min(size // 2, found[-1] + min(width, max(1, size // 8))))
        width *= 2
    return found + [size - at for at in reversed(found[:-1])]


def distances(gram: np.ndarray, pairs: np.ndarray) -> tuple[float, np.ndarray]:
    """The bound for pair weights, and squared distances of the columns that are best for them."""
    values, vectors = np.linalg.eigh(np.diag(pairs.sum(axis=1)) - pairs)
    keep = values > 1e-12 * values[-1]
    root, inverse = vectors[:, keep] * np.sqrt(values[keep]), vectors[:, keep] / np.sqrt(values[keep])
    inner = root.T @ gram @ root
    squares, inside = np.linalg.eigh((inner + inner.T) / 2)
    roots = np.sqrt(np.maximum(squares, 0))
    outside = inverse @ inside
    x = (outside * roots) @ outside.T
    own = np.diag(x)
    return float(roots.sum() ** 2 / (pairs.sum() / 2)), own[:, None] + own[None, :] - 2 * x


def weights(size: int) -> tuple[list[int], np.ndarray]:
    """Blocks and the weights of pairs of blocks, the largest 10,000."""
    codes = np.arange(size)
    gram = (size - np.maximum(codes[:, None], codes[None, :])).astype(np.float64)
    ends = edges(size)
    own = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
    member = np.eye(len(ends) - 1)[own]
    pairs_of = np.outer(np.diff(ends), np.diff(ends)) - np.diag(np.diff(ends))
    table = kept = np.ones((len(ends) - 1,) * 2)
    best = 0.0
    for _ in range(200 if size < 256 else 60 if size < 1024 else 30):
        pairs = table[np.ix_(own, own)]
        np.fill_diagonal(pairs, 0)
        bound, apart = distances(gram, pairs)
        if bound > best:
            best, kept = bound, table
        mean = (member.T @ apart @ member) / np.maximum(pairs_of, 1)
        table = table * (mean / mean.max()) ** 2
        table = (table + table.T) / 2
        table = (table + table[::-1, ::-1]) / 2
        table /= table.max()
    print(size, (best / size) ** 0.5, flush=True)
    return ends, np.rint(kept * 10000).astype(int)


def main() -> None:
    """Write all sizes."""
    made = {str(size): {"ends": ends, "weights": table.tolist()} for size, (ends, table) in
            ((size, weights(size)) for size in SIZES)}  # fmt: skip
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
