"""What accompanies the tables: facts, notes, metadata, and the notice of a withdrawal."""
