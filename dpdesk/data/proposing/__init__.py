"""What a file and its columns seem to be: proposals for a person to judge."""
