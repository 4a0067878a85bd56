"""A release whose power fails after the seal, before it is finished: once, then never again."""

from __future__ import annotations

from typing import Any

from dpdesk.release.finish import Finished, finish


class PowerCut:
    """In the place of `finish`: it dies when it is called first, and remembers what it was given each time.

    Attributes:
        decoders: The strategies of each call, as the seal or the search gave them.
        measured: The noisy integers of each call: group, then quantity.
    """

    def __init__(self) -> None:
        self.decoders: list[Any] = []
        self.measured: list[dict[str, dict[str, Any]]] = []

    def __call__(self, chosen: Any, measured: Any, prepared: Any) -> Finished:
        self.decoders.append(chosen.decoders)
        self.measured.append({name: dict(group) for name, group in measured.items()})
        if len(self.decoders) == 1:
            raise RuntimeError("the power fails")
        return finish(chosen, measured, prepared)
