"""What was spent? Events, accounts, a durable store, a chain that can be verified."""
