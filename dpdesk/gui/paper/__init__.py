"""What is printed: finished releases and review packs."""
