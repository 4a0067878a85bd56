"""What is offered to Python? What `import dpdesk` gives: the calls of the window and the command line, typed.

The names in `__all__` are stable. Data are a path or a data frame; what comes back is made of noisy numbers and public
ones, and no exact count has a door here.
"""

from __future__ import annotations

from dpdesk.api.documents import Dictionary as Dictionary
from dpdesk.api.documents import Plan as Plan
from dpdesk.api.documents import propose as propose
from dpdesk.api.forecasts import Forecast as Forecast
from dpdesk.api.forecasts import forecast as forecast
from dpdesk.api.releases import Release as Release
from dpdesk.api.releases import open_release as open_release
from dpdesk.api.releases import rehearse as rehearse
from dpdesk.api.releases import release as release
from dpdesk.api.tables import ReleasedTable as ReleasedTable
from dpdesk.errors import BadInput as BadInput
from dpdesk.errors import DpdeskError as DpdeskError
from dpdesk.errors import LedgerDamaged as LedgerDamaged
from dpdesk.errors import Refused as Refused
from dpdesk.planning.document.wording import Table as Table
from dpdesk.release.derivation import Derived as Derived

__all__ = [
    "propose", "Dictionary", "Table", "Plan", "forecast", "Forecast", "rehearse", "release", "open_release", "Release",
    "ReleasedTable", "Derived", "DpdeskError", "BadInput", "Refused", "LedgerDamaged",
]  # fmt: skip
