"""Commands that begin the documents: a dictionary from data, a plan from words."""
