"""The page Data: the file, how it is written, who is protected, and the budget."""
