"""Controls that know no page."""

from dpdesk.gui.kit import own_import as own_import
