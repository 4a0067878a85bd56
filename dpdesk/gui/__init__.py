"""The window: the same job as the command line by point and click. The only room that imports Qt."""
