from dpdesk.api import BadInput as BadInput
from dpdesk.api import Derived as Derived
from dpdesk.api import Dictionary as Dictionary
from dpdesk.api import DpdeskError as DpdeskError
from dpdesk.api import Forecast as Forecast
from dpdesk.api import LedgerDamaged as LedgerDamaged
from dpdesk.api import Plan as Plan
from dpdesk.api import Refused as Refused
from dpdesk.api import Release as Release
from dpdesk.api import ReleasedTable as ReleasedTable
from dpdesk.api import Table as Table
from dpdesk.api import forecast as forecast
from dpdesk.api import open_release as open_release
from dpdesk.api import propose as propose
from dpdesk.api import rehearse as rehearse
from dpdesk.api import release as release

__version__: str
