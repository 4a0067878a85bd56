"""What is wrong, as data, and the sentences that say it: one code a problem, one sentence a language."""
