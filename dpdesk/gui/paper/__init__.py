"""What is printed: finished releases and review packs."""

from dpdesk.gui.kit import own_import as own_import
