"""Sessions of questions, answered one at a time from one reservation."""
