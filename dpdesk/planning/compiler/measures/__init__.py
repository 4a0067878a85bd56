"""The statistics a table can show, a class each: what must be counted for it, its items, their labels.

A new one is a class in a file here that `build.py` names. One that is computed from answers in a way of its own is
also forecast in `forecast/derived.py` and read in `release/reading/`, by its class.
"""
