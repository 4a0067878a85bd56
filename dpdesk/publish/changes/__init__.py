"""A change between two releases as files: a workbook, a CSV file a table, and what lets others check them."""
