"""The page Ask: a session of questions, from its draft to its end."""
