"""The measures of a table: which there are, and what each of them asks for."""
