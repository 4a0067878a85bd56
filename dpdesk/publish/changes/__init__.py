"""What is worked out of several releases, a change or a total, as files."""
