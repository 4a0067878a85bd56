"""What may be written in a dictionary file: its fields, the JSON it is."""
