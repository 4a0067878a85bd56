"""The page Tables over the sample's variables, with one table of its sexes."""

from __future__ import annotations

import pytest

from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary


def quantity(name, label, **fields):
    """A record of a quantity in the column of the ages."""
    return {
        "name": name, "kind": "quantity", "column": "age", "label": {"en": label}, "describes": "unit",
        "lower": "0", "upper": "100", "step": "1", "below": "clamp", "above": "clamp", "unreadable": "not_stated",
        **fields,
    }  # fmt: skip


@pytest.fixture
def table_of_sexes(window, desk, settled):
    """Call it with quantities to be there beside the sample's variables, by name; it gives the page, the table begun.

    A quantity is a label, or fields of its record; it lies between 0 and 100 where these do not say otherwise.
    """

    def begin(**quantities):
        more = [quantity(name, **({"label": one} if isinstance(one, str) else one)) for name, one in quantities.items()]
        tree = Dictionary.load(resource("sample/sample.dictionary.json")).to_json()
        desk.show_documents({**tree, "variables": [*tree["variables"], *more]})
        window.open_page("Tables")
        settled()
        page = window.pages["Tables"]
        page._first.click()
        menu = page.shelves["stub"].add.menu()
        menu.aboutToShow.emit()
        next(action for action in menu.actions() if action.text().startswith("Sex")).trigger()
        settled()
        return page

    return begin
