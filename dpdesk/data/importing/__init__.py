"""Code lists, labels and missing codes from files that exist already, and as a spreadsheet for others to edit."""
