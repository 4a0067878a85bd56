"""What a session promises, costs and understands, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpdesk.planning.sessions.plan import SessionPlan

BY_ITSELF = ("median", "randomized-response")
"""Methods that ask by themselves: the session is opened, answers, and is finished."""


def forecast_lines(plan: SessionPlan, forecast: Any, language: str = "en") -> Iterator[str]:
    """A session's forecast in words."""
    cost = ", ".join(f"{unit} {value}" for unit, value in forecast.charge.items() if value)
    yield f"{plan.title.show(language)} ({plan.method.name} on {', '.join(plan.variables)})"
    yield from (note.show(language) for note in plan.notes)
    yield f"Cost: {cost}, spent when the session is opened, whatever is asked. Nothing has been read from the data."
    yield f"Promise: {promise_words(plan, language)}"
    if forecast.error is not None:
        yield f"Accuracy: {accuracy_words(plan, forecast)}."
    if forecast.needed is not None:
        yield f"The file must have at least {forecast.needed:,} records."
    if forecast.wrong_tool is not None:
        yield ""
        yield forecast.wrong_tool.sentence
    if plan.method.name not in BY_ITSELF:
        yield ""
        yield from names_lines(plan)


def promise_words(plan: SessionPlan, language: str = "en") -> str:
    """What a session promises, and to whom."""
    from dpdesk.privacy.neighbours import Neighbours

    what = "added or removed" if plan.neighbours is Neighbours.ADD_REMOVE else "replaced by another"
    unit = plan.dictionary.unit
    rows = f" with at most {unit.max_rows:,} records" if unit.max_rows > 1 else ""
    return f"{plan.loss} for the whole session, when {unit.label.show(language)}{rows} is {what}, whatever is asked."


def accuracy_words(plan: SessionPlan, forecast: Any) -> str:
    """The error of a session as the end of a sentence."""
    sure = f"with {float(100 * (1 - forecast.failure)):.4g} % certainty"
    name = plan.method.name
    if name == "median":
        return f"{sure} at most {forecast.error:,} records too many lie on either side of the median found"
    if name == "randomized-response":
        return f"{sure} no count estimated from a column of {forecast.size:,} is off by more than ± {forecast.error:,}"
    many = f"among {forecast.questions:,} questions" if forecast.questions > 1 else "to one question"
    if name in ("noisy-counts", "adaptive-thresholds"):
        return f"{sure} no answer {many} is off by more than ± {forecast.error:,}"
    return f"{sure} no answer {many} is wrong about a count more than {forecast.error:,} away from the threshold"


def names_lines(plan: SessionPlan) -> Iterator[str]:
    """What a question may name, with an example of each kind."""
    if plan.along is not None:
        first, last = plan.along.codes[0], plan.along.codes[plan.along.ordered - 1]
        yield f"Ask for a code of {plan.along.name}, {first} to {last}: how many are there or below?"
        return
    yield "Ask by name and codes, joined by semicolons; `everyone` asks for all:"
    width = max(map(len, plan.space.asked))
    for asked in plan.space.asked.values():
        first, last = asked.codes[0], asked.codes[-1]
        ranges = (
            f", or a range: {asked.name}={asked.codes[0]}..{asked.codes[asked.ordered - 1]}"
            if asked.ordered > 1
            else ""
        )
        many = f"{len(asked.codes):,} codes" if len(asked.codes) > 1 else "one code"
        yield f"  {asked.name:<{width}}  {many}, {asked.name}={first} to {asked.name}={last}{ranges}"
