"""The page Release: the sheet to sign, the signature, and the release under way."""
