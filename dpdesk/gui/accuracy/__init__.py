"""The page Accuracy: how wrong the tables will be, by which method, at what cost."""
