"""Controls that know no page."""

from dpdesk.gui import own_import as own_import
