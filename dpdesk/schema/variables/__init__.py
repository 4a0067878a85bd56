"""What a variable is and how it is built: codes, bins, hierarchies, recodes, and how a row reaches a code."""
