"""The kinds of matrices that strategy.json knows, one module each."""
