"""The statistics a table can show, a class each: what must be counted for it, its items, their labels.

A new one is a record in `document/model.py`, a class in a file here that `build.py` names, and in the window its words
(`gui/tables/words.py`), its variables (`gui/tables/edits/measures.py`) and its line in a menu
(`gui/tables/measures/shelf.py`). One that is no count and no ratio, but computed in a way of its own, is also forecast
in `forecast/derived.py` and read in `release/reading/`, by its class.
"""
