"""What makes it consistent? Monotone, non-negative, whole numbers that add up."""
