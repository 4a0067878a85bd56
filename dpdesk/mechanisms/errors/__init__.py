"""The law of the error of an answer, and the margins that follow from it: deterministic, no simulation."""
