"""Starting the window and running it: the window itself, what is always in view, looks, reports of failures."""
