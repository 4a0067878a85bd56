"""What entries do to the state of a ledger, when it is read from its first entry on."""
