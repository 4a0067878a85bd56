"""Block sums of neighbouring codes: binary, of any sizes, and combined by least squares."""
