"""What an edit does to a plan or a dictionary: pure functions on JSON trees, without Qt."""
