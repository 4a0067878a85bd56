"""Choosing in the page Tables as a user does: an entry of the menu of measures, a line of a list."""

from __future__ import annotations

from typing import Any


def add_measure(page: Any, *texts: str) -> None:
    """Take the entry of the menu of measures to which these beginnings of texts lead, menu after menu."""
    menu = page.measures.add.menu()
    menu.aboutToShow.emit()
    for text in texts[:-1]:
        menu = next(action.menu() for action in menu.actions() if action.text().startswith(text))
    next(action for action in menu.actions() if action.text().startswith(texts[-1])).trigger()


def choose(box: Any, value: object) -> None:
    """Choose the line of a list that stands for a value."""
    box.setCurrentIndex(next(line for line in range(box.count()) if box.itemData(line) == value))
    box.activated.emit(box.currentIndex())
