"""Data frames that a caller hands over."""
