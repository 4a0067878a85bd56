"""The cells of a release as text files that programs read."""
