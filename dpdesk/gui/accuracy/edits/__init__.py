"""What the page Accuracy changes in a plan: pure functions on JSON trees, without Qt."""
