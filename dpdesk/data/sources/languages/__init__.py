"""Which encoding a text has, by the languages that are written in it."""
