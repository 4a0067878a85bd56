"""The page Check: the confidential check of the file."""
