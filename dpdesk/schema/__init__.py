"""What is public? Variables, code lists, recodes, bins, the domain, the dictionary file."""
