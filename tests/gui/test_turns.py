"""How long the window's thread is away on each page, told page by page; asked are 50 ms on a free core.

`tests/benchmarks/window/turns.py` measures the same and more, over 100,000 codes and a ledger of 10,000 entries.
"""

from __future__ import annotations

import pytest
from watchdog import Paced

from dpdesk.gui.desk.trees import put
from dpdesk.gui.shared.page import PageName
from dpdesk.resources import resource

TOO_LONG = 2.5
"""In millions of squares, which take 55 to 80 ms: the longest turn takes 0.7 or so, and half as much again beside other
work. That more is found, the wrong control in test_newcomer.py shows."""


@pytest.fixture
def built(window, desk, qtbot, settled):
    """The window over the bundled sample, each of its pages built in idle turns, as before anybody looks at them."""
    desk.open(resource("sample/plan.json"))
    settled()
    window.prepare_pages()
    qtbot.waitUntil(lambda: all(page.built for page in window.pages.values()), timeout=30_000)
    settled()
    return window


def test_the_longest_turn_of_each_page_is_short(built, desk, settled, record_property):
    assert {(page.width(), page.height()) for page in built.pages.values()} == {
        (built.page.width(), built.page.height())
    }, "pages are laid out before they are looked at"
    dog = Paced()
    with dog as gaps:
        settled()
        dog.lap("before")
        for name in built.pages:
            built.open_page(name)
            settled()
            dog.lap(name)
        for name in (PageName.TABLES, PageName.ACCURACY):
            built.open_page(name)
            settled()
            dog.lap(name)
            desk.edit_plan("loss", put(desk.plan, ["loss", "rho"], f"1/{len(dog.turns)}"))
            settled()
            dog.lap(name)
    longest = {name: max(turn for turn, one in dog.turns if one == name) for name in built.pages}
    for name in built.pages:
        own = max(own for own, _, one in gaps.by_name if one == name)
        record_property(f"longest turn, {name}", f"{own:.0f} ms, {longest[name]:.2f} million squares")
        print(f"{name:12}{own:5.0f} ms {longest[name]:6.2f} million squares")
    assert max(longest.values()) <= TOO_LONG, longest
