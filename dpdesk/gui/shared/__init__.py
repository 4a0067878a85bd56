"""What several pages need."""
