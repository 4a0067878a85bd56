"""What helps to write a plan: curves, chances, bin widths, the least budget, three models of asking."""
