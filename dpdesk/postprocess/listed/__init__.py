"""Tables too large to be written down, as a list of the cells that hold anybody."""
