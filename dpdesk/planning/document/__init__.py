"""What may be written in a plan, and what belongs to it: its dictionary, its public planning figures, the formats."""
