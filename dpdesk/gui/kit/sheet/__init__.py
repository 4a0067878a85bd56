"""A table as it will stand on paper: empty, or with numbers."""
