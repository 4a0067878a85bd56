"""Quantiles: drawn directly by the exponential mechanism, or read from cumulative counts."""
