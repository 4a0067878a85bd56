"""The state one works on: the documents, what they amount to, and the work beside the window."""
