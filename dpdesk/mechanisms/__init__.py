"""How it is answered: linear mechanisms, one a file, and the catalogue that lists them.

Every mechanism measures integers exactly, adds exact discrete noise, and decodes. Sensitivities are computed
from the columns of what is measured; forecasts are functions of the workload, the loss and the neighbour
relation alone.
"""

from __future__ import annotations

from dpdesk.mechanisms.catalogue import Builder, build, catalogue, noises, why_not
from dpdesk.mechanisms.core.sensitivity import SumRange
from dpdesk.mechanisms.mechanism import Mechanism

__all__ = ["Builder", "Mechanism", "SumRange", "build", "catalogue", "noises", "why_not"]
