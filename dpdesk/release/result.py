"""What a release is once its numbers exist: tables of published cells, the sealed measurements behind them, and
the circumstances a reader must know. Everything here is either public by definition (shells, parameters) or
post-processing of noisy integers, so any of it may be shown, exported or hashed without further cost; nothing in
these types has room for a count taken from the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from dpdesk.ledger.board import Withdrawal
    from dpdesk.ledger.series import WaveOf
    from dpdesk.planning.compiler.shells import Shell
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.document.sampling import Sampling
    from dpdesk.privacy.loss import Loss
    from dpdesk.release.controls import Agreement
    from dpdesk.schema.dictionary import Dictionary

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

# The flags of a cell. An empty flag says that there is nothing to say.
IMPOSSIBLE = "z"  # impossible by public rule: no number is published
UNRELIABLE = "u"  # by the rule of the house style, as the next
CAUTION = "w"  # to be used with caution
NOT_ESTIMABLE = "n"
EXACT = "x"  # published exactly and without protection, because no neighbour changes it
CORRECTED = "r"  # its text was corrected after the release
LESS_DETAIL = "d"  # not shown by itself: at the level of detail of its area it is part of a coarser cell
UNADJUSTED = "a"  # the unbiased value, rounded: adjusting the tables to agree failed, or contradicted the measurements
CONTROLLED = "k"  # a public figure, to which the count was adjusted
FLAGS = ("", IMPOSSIBLE, UNRELIABLE, CAUTION, NOT_ESTIMABLE, EXACT, CORRECTED, LESS_DETAIL, UNADJUSTED, CONTROLLED)


@dataclass(frozen=True, slots=True, eq=False)
class TableResult:
    """One table as published.

    The arrays have the shape of the shell, (pages, stub lines, boxhead lines, items). `estimate` is the one official
    number of a cell; `lower` and `upper` are the limits of the *unbiased* value at the named level, widened outward;
    `margin` is the unbiased value's. NaN means "not estimable". `flag` holds strings of `FLAGS`; a cell may carry
    several letters ("ur"). Where the plan declares sampling errors, `sampling` is their margin at the estimate and
    `combined` that of noise and sampling together, NaN where nothing is declared; `factor` is what the noise margin was
    multiplied by for it, and `declared` what says so.
    """

    shell: Shell
    estimate: Values
    lower: Values
    upper: Values
    margin: Values
    unbiased: Values
    flag: NDArray[np.object_]
    sampling: Values | None = None
    combined: Values | None = None
    factor: str = "1"
    declared: tuple[Sampling, ...] = ()


def unadjusted(table: TableResult) -> bool:
    """Whether some cell bears the unbiased value, rounded."""
    return any(UNADJUSTED in flag for flag in set(table.flag.ravel().tolist()))


@dataclass(frozen=True, slots=True, eq=False)
class GroupResult:
    """The sealed measurements of one group of tables, for researchers.

    `measured` maps a statistic ("count", "sum:income") to its noisy integers, in the strategy's row order and in
    units of the strategy's grid; `unbiased` maps it to the unbiased answers, one for each entry of `cells` (the codes
    of the group's variables; "_T" for a total), or for each cell of the domain in C order where `cells` is None.
    `mechanism` is the strategy's own description: with it the integers can be decoded again.
    """

    name: str
    variables: tuple[str, ...]
    codes: tuple[tuple[str, ...], ...]
    mechanism: Mapping[str, Any]
    measured: Mapping[str, Integers]
    unbiased: Mapping[str, Values]
    cells: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of text after the release: numbers never change."""

    version: int
    date: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Release:
    """A whole release, ready to be published as often as anyone likes.

    `date` is YYYY-MM-DD and nothing finer. `entry`, `previous_head` and `head` are the release's own ledger entry;
    `remaining` the account after it, in the units of its rule. `offices` maps a role to an office ("Released by":
    "Census Office, Dissemination"), never to a person. `forecast` is what was promised before the data were read
    (the JSON of `dpdesk forecast --json`). `unprotected` lists in words what is exact and why. `approval` is the number
    it was released under; `embargo` the day (YYYY-MM-DD) before which it is not for publication, while that stands;
    `former` are its plans with the texts before each correction, the oldest first.
    `withdrawn` says that it is not to be used any more. `program` is the one that entered the release (`installation`),
    not the one that shows it; it is empty where no program was named yet. `strategy` is what was measured, in a form
    that others can check (release/strategy.py), empty where it was not kept yet. `wave` is the one of its account's
    series that it is of. `controls` says how public figures that counts are adjusted to differ from the file. `failed`
    is the kind of the exception that ended the adjustment ("KeyError"), "" where none did.
    These come from the ledger's entries,
    never from the clock.
    """

    plan: Plan
    dictionary: Dictionary
    tables: tuple[TableResult, ...]
    groups: tuple[GroupResult, ...]
    loss: Loss
    remaining: Mapping[str, Any]
    entry: int
    head: str
    previous_head: str
    release_id: str
    date: str
    rehearsal: bool
    level: Fraction | int
    result_hash: str
    text_version: int = 1
    corrections: tuple[Correction, ...] = ()
    former: tuple[Plan, ...] = ()
    offices: Mapping[str, str] = field(default_factory=dict)
    forecast: Mapping[str, Any] = field(default_factory=dict)
    unprotected: tuple[str, ...] = ()
    approval: str = ""
    embargo: str | None = None
    withdrawn: Withdrawal | None = None
    program: Mapping[str, str] = field(default_factory=dict)
    strategy: bytes = b""
    wave: WaveOf | None = None
    controls: tuple[Agreement, ...] = ()
    failed: str = ""
