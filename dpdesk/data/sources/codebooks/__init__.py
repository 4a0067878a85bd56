"""Codebooks beside a file: where its columns stand, and what is said of them."""
