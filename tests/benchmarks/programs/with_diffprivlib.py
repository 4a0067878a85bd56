"""The work by diffprivlib: its histograms and quantiles, from records.

It has pure ε only, and its histograms are cut off at 0: no unbiased answers, no ρ. A CDF, intervals and totals are sums
of its histogram, for it has nothing of its own for them. Its quantiles are drawn among the gaps between records, so
that the records of a bin are spread evenly over it.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from programs.ready import NotOffered, Ready
from programs.work import EPSILON, QUARTILES, SHARES, Values, Work, answers, codes, counts


def prepare(work: Work) -> Ready:
    """Records, and the histogram of them."""
    if work.budget != EPSILON:
        raise NotOffered("diffprivlib has pure epsilon only")
    if work.kind != QUARTILES and not work.non_negative:
        raise NotOffered("diffprivlib's histograms are cut off at 0")
    tools: Any = importlib.import_module("diffprivlib.tools")
    version = importlib.import_module("diffprivlib").__version__
    records = codes(work)
    if work.kind == QUARTILES:
        x = counts(work)
        spread = np.concatenate([bin_ + (np.arange(n) + 0.5) / n for bin_, n in enumerate(x.tolist()) if n])

        def quartiles() -> list[float]:
            found = tools.quantile(spread, list(SHARES), epsilon=1.0, bounds=(0.0, float(work.cells)))
            return sorted(np.asarray(found, dtype=np.float64).tolist())

        return Ready(version, "quantile", quartiles)
    ranges = [(-0.5, size - 0.5) for size in work.sizes]

    def release() -> list[Values]:
        cells = tools.histogramdd(records, epsilon=1.0, bins=work.sizes, range=ranges)[0]
        return answers(work, np.asarray(cells).ravel())

    return Ready(version, "histogram, summed", release)
