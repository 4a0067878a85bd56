"""The editor of one variable, part by part."""
