"""The review pack: one document without data, from which a board decides."""
