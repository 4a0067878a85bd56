"""Releases of one series: how the next wave follows from the last, and what changed between two."""
