"""Microdata, opened: one file a format, their guards, and what recognises a file again."""
