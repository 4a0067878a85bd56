"""The first steps towards a dictionary, as pure functions on JSON trees."""
