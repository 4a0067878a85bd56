"""What was published, read back as evidence: hashes, signatures, the ledger it quotes."""
