"""A table too large to be written down, as a tree of small tables that agree: its cliques."""
