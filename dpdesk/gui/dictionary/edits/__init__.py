"""What an edit does to the variables of a dictionary: pure functions on JSON trees, without Qt."""
