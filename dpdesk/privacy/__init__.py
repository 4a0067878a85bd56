"""What is promised: unit and neighbours, privacy loss and its arithmetic, calibration, exact noise."""

from __future__ import annotations

from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP, loss_from_json
from dpdesk.privacy.neighbours import Neighbours

__all__ = ["ZCDP", "ApproxDP", "Loss", "Neighbours", "PureDP", "loss_from_json"]
