"""The one forecaster of a window, for all pages and threads: what a plan amounts to is worked out once."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpdesk.planning.forecast.forecast import Forecaster


class ForecastService:
    """Gives everybody the same forecaster; made by the first thread that asks, since loading it takes a moment."""

    def __init__(self) -> None:
        self._making = Lock()
        self._forecaster: Forecaster | None = None

    @property
    def forecaster(self) -> Forecaster:
        """It; to be asked for in a thread."""
        with self._making:
            if self._forecaster is None:
                from dpdesk.planning.forecast.forecast import Forecaster

                self._forecaster = Forecaster()
            return self._forecaster
