"""What a plan promises, in words for a board: to whom, over how many records, and what its loss means in odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dpdesk.planning.compiler.budgets import short_text
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.odds import odds, times_in_hundred
from dpdesk.publish.documents import facts
from dpdesk.publish.review.figures import figure
from dpdesk.publish.review.parts import Facts, Piece, Words
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.release.result import Release
    from dpdesk.schema.dictionary import Dictionary


def promise_pieces(release: Release, language: str) -> Iterator[Piece]:
    """Unit of protection, c and why, neighbours, loss and what it means in words."""
    plan, unit = release.plan, release.dictionary.unit
    yield Facts((
        ("Unit of protection", facts.unit(release, language)),
        ("Records of one unit (c)", " ".join(_most_records(plan.dictionary, language))),
        ("Neighbours", _neighbours(plan.dictionary)),
        ("Kind of data", facts.sample_kind(release) if facts.is_sample(release) else "a complete count"),
    ))  # fmt: skip
    found = odds(plan.loss, plan.dictionary.cap.delta)
    removed = plan.dictionary.neighbours is Neighbours.ADD_REMOVE
    event = "whether one of them is in the file at all" if removed else "what the file says about one of them"
    factor = f"{figure(found.factor)}" if found.factor < 1e6 else "more than a million"
    if found.delta is None:
        said = (
            f"The tables can multiply the odds of any conclusion about {event} by at most {factor} (epsilon "
            f"{figure(found.epsilon)}): odds of 1 to 1 become at most {factor} to 1."
        )
    else:
        said = (
            f"Whatever is concluded from the tables about {event} is at most {factor} times as probable as if it "
            f"were otherwise, plus a chance of {short_text(found.delta)} (epsilon {figure(found.epsilon)}, delta)."
        )
    if found.converted and found.delta is not None:
        said += f" The budget is counted in rho; these are the odds it converts to at delta {short_text(found.delta)}."
    right = times_in_hundred(found.right, 1)
    often = "may be right nearly always" if right == "100" else f"is right at most {right} times in 100"
    yield Words(f"What the loss of {plan.loss} means. {said}")
    together = ", and for all records of one identifier together" if unit.kind == "id" else ""
    yield Words(
        f"Somebody who knows everything else, and guesses {event}, {often}; by mere chance it would be right 50 times "
        f"in 100. This holds for everyone alike{together}, whatever else anybody knows or will "
        "ever know."
    )


def _most_records(dictionary: Dictionary, language: str) -> Iterator[str]:
    unit = dictionary.unit
    if unit.kind == "row":
        yield "1. Every record of the file stands for a unit of its own; there is nothing to choose."
        return
    yield (
        f"{unit.max_rows:,}, told apart by the column {unit.column}. Of a unit with more records, that many are "
        "kept, chosen by a secret key and not by what they say; the others are not counted. Noise grows with c: "
        "a larger c loses fewer records and makes every figure less accurate."
    )
    without = {
        "refuse": "A file with a record without identifier is refused.",
        "drop": "Records without identifier are left out.",
        "own_unit": "A record without identifier is a unit of its own.",
    }
    yield without.get(unit.rows_without_id or "", "")
    reason = getattr(dictionary.record.unit, "reason", None)
    yield f"Why {unit.max_rows:,}: " + (
        Text(reason).show(language) if reason else "the dictionary gives no reason (unit.reason); ask for it."
    )


def _neighbours(dictionary: Dictionary) -> str:
    if dictionary.neighbours is Neighbours.ADD_REMOVE:
        return "One unit more or less in the file. Its number of units is not treated as known."
    return (
        "One unit replaced by another. The number of units is treated as known: it is not protected, and totals "
        "that follow from it are published exactly."
    )
