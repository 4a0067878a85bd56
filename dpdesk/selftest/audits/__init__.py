"""Does a mechanism reveal no more than it says? Runs on the worst neighbours, counted and judged."""
