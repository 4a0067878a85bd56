"""Sessions of questions, one at a time: their file, what they may ask, and their forecast."""
