"""What shall be released, and how good will it be? All of it without data."""
