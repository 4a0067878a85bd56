"""Does the ledger keep its promises on this machine? Faults, in a temporary folder."""
