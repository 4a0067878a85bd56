"""The few windows beside the window: help, the report after a crash."""
