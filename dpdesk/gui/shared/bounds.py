"""What the upper bound of an amount or a weight costs by planning figures, in words, and which bound costs least."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject

from dpdesk.gui.kit.local import local, whole
from dpdesk.planning.forecast.bounds import percent


class BoundWords(QObject):
    """The sentences about an entry of `bounds` in a forecast."""

    def sentence(self, found: Mapping[str, Any], name: str) -> str:
        """What the bound of the quantity of that name costs, and the best ones."""
        typical, largest = found["cells"][0], found["cells"][-1]
        words = self.tr(
            "{name}, upper bound {bound}: by the planning figures it cuts off {cut} of a sum and makes {noise} noise "
            "in a middling cell ({people} people); the best for such cells is {best} ({best_cut} and {best_noise})."
        )
        if not found["told"]:
            words = self.tr(
                "{name}, upper bound {bound}: it makes {noise} noise in a middling cell ({people} people); the best "
                "for such cells is {best} ({best_cut} cut off and {best_noise} noise). The planning figures do not "
                "tell what is above the bound."
            )
        said = words.format(name=name, bound=local(found["bound"]), **_cell_words(typical))
        if largest is not typical:
            more = self.tr("For the largest ({people} people) it is {best} ({best_cut} and {best_noise}).")
            said = f"{said} {more.format(**_cell_words(largest))}"
        uncovered = self.tr("No margin covers what is cut off.")  # on a line of its own, or no translation finds it
        return f"{said} {uncovered}"


def _cell_words(cell: Mapping[str, Any]) -> dict[str, str]:
    """The figures of a cell as they are shown."""
    shares = {name: local(percent(cell[name])) for name in ("cut", "noise", "best_cut", "best_noise")}
    return {"people": whole(round(cell["people"])), "best": local(cell["best"]), **shares}
