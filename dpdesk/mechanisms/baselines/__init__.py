"""The mechanisms that are textbook: noise on the queries, on every cell, on every prefix."""
