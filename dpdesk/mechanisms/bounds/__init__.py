"""How far above the best possible a mechanism is: proven lower bounds, and the best known."""
