"""The table between bounds, cells not below 0 say, whose answers lie closest to noisy ones."""
