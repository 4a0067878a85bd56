"""Text of fixed width, and the codebooks that say where its columns stand."""
