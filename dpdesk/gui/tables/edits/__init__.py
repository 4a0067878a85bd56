"""What an edit does to the tables of a plan: pure functions on JSON trees, without Qt."""
