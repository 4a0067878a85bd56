"""The joint tables of a release: what ties all groups together to one population."""
