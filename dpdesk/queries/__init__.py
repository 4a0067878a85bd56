"""What is asked: workloads of counting queries over a public domain, held as implicit matrices.

A workload W has one row a query and one column a cell of the domain; its entries are 0 or 1, so `W x` are the
exact counts when x is the vector of cell counts. Nothing here has seen data: a workload is made of code
lists.
"""

from __future__ import annotations

from dpdesk.queries.compound import Kronecker, Stack
from dpdesk.queries.groups import CodePrefix, Groups
from dpdesk.queries.one_variable import AllRange, Identity, Intervals, OneVariable, Prefix, Total
from dpdesk.queries.workload import Workload

__all__ = [
    "AllRange",
    "CodePrefix",
    "Groups",
    "Identity",
    "Intervals",
    "Kronecker",
    "OneVariable",
    "Prefix",
    "Stack",
    "Total",
    "Workload",
]
