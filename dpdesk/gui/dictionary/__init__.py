"""The page Dictionary: the variables and what is public about them."""
