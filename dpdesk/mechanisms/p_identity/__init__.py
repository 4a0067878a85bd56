"""Every code by itself and a few overlapping bumps of codes: the best known for Laplace noise."""
