"""The page Tables: the tables of the plan and how they are laid out."""
