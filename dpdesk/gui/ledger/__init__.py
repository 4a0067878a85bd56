"""The page Ledger: what was spent, entry by entry."""
