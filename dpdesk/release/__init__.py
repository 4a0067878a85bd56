"""How does a plan become numbers? One release, once."""
