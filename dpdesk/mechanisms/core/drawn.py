"""The noise that sealed integers have: its scales and sensitivities as they were stated, where these keep the promise.

A later version may know a smaller sensitivity of the same columns, and draw less noise for the same loss. What was
drawn keeps what was stated of it, which is true of it still. The loss is that of the plan: scales are made to spend it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpdesk.mechanisms.core.chain import Joint
from dpdesk.mechanisms.core.scales import LAPLACE, Calibration, NoiseScale, differences, joint_loss
from dpdesk.mechanisms.core.together import Asked
from dpdesk.privacy.calibration import least_grid
from dpdesk.privacy.loss import ApproxDP


def as_drawn(asked: Asked, joint: Joint | None, today: Calibration, sealed: Mapping[str, Any]) -> Calibration | None:
    """Scales and norms as a seal states them.

    Args:
        asked: what scales are calibrated for.
        joint: vectors that are measured together, if any are.
        today: the scales that would be drawn with now.
        sealed: the JSON of the mechanism that was drawn with.

    Returns:
        None where it is of other vectors or another noise, states a smaller sensitivity than the columns have, or its
        noise would lose more than today's.
    """
    vectors: Sequence[Mapping[str, Any]] = [sealed, *sealed["sums"]]
    if sealed["noise"] != asked.noise or len(vectors) != len(today.scales):
        return None
    scales = tuple(_scale(vector, asked.noise) for vector in vectors)
    norms = tuple(_norm(vector, asked) for vector in vectors)
    if any(stated < true for stated, true in zip(norms, today.norms, strict=True)):
        return None
    if any(
        (scale.parameter is None) != (now.parameter is None) for scale, now in zip(scales, today.scales, strict=True)
    ):
        return None
    reached = differences(asked.noise, asked.triples, asked.relation, asked.sums, joint)
    if joint_loss(reached, scales) > joint_loss(reached, today.scales):
        return None
    if not all(_fine_enough(asked, scale, norm) for scale, norm in zip(scales, today.norms, strict=True)):
        return None
    return Calibration(scales, today.loss, norms)


def _scale(vector: Mapping[str, Any], noise: str) -> NoiseScale:
    """The scale of one vector's noise, as `NoiseScale.to_json` wrote it."""
    parameter = vector["scale" if noise == LAPLACE else "sigma_squared"]
    return NoiseScale(noise, None if parameter is None else Fraction(parameter), int(vector["grid"]))


def _norm(vector: Mapping[str, Any], asked: Asked) -> int:
    """The sensitivity of one vector for one row of a unit, as `Mechanism.to_json` wrote it for all of them."""
    name, rows = (
        ("l1", asked.relation.rows_per_unit) if asked.noise == LAPLACE else ("l2_squared", asked.relation.squared)
    )
    return int(vector["sensitivity"][name]) // rows


def _fine_enough(asked: Asked, scale: NoiseScale, norm: int) -> bool:
    """Whether an (ε, δ) is proven of Gaussian noise on that grid."""
    if asked.noise == LAPLACE or scale.parameter is None or not isinstance(asked.loss, ApproxDP):
        return True
    return least_grid(asked.loss, scale.square, Fraction(asked.relation.squared * norm)) <= scale.grid
