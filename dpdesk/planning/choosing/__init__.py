"""Which mechanism answers each group: checks, candidates, and the best of them by forecast."""
