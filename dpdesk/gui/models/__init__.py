"""What a view shows, as Qt models: no widget, no decision about privacy."""
