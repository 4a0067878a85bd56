"""One file a step of the path, and one for each side page."""
