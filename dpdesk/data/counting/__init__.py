"""From rows of text to exact counts: every record in exactly one cell."""
