"""How good a release will be, before any data are read: pure functions of the plan."""
