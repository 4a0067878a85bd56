"""How each statistic is read, by its class."""

from __future__ import annotations

from functools import singledispatch

from dpdesk.planning.compiler.measures.base import Measured, Ratio
from dpdesk.planning.compiler.measures.combined import Combined
from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.planning.compiler.measures.inequality import Inequality
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.planning.compiler.measures.quantity import Sum
from dpdesk.planning.compiler.measures.variance import Variance
from dpdesk.release.reading.cells import Cells, Reading
from dpdesk.release.reading.combined import combined
from dpdesk.release.reading.controlled import controlled
from dpdesk.release.reading.counts import counts
from dpdesk.release.reading.inequality import inequality
from dpdesk.release.reading.quantiles import quantiles
from dpdesk.release.reading.ratios import ratios
from dpdesk.release.reading.sums import sums
from dpdesk.release.reading.variances import variances


@singledispatch
def read(measured: Measured, _: Reading) -> Cells:
    """The cells of a measure of a table."""
    raise LookupError(f"nothing here reads a {measured.kind}")


read.register(Counts, counts)
read.register(Sum, sums)
read.register(Combined, combined)
read.register(Controlled, controlled)
read.register(Ratio, ratios)
read.register(Variance, variances)
read.register(Quantiles, quantiles)
read.register(Inequality, inequality)
