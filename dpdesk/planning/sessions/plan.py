"""A session plan together with its dictionary: what a session of questions may ask, how it answers, what it may spend.

It is to a session what `Plan` is to a release: made without data, hashed by meaning and by text, and all that is needed
to forecast it. Its whole cost is charged when the session is opened, whatever is asked afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path, PurePosixPath
from typing import Any, Self

from dpdesk.errors import BadInput
from dpdesk.planning.document.plan import meaning_of, text_of
from dpdesk.planning.sessions.model import Method, SessionRecord
from dpdesk.planning.sessions.question import Question
from dpdesk.planning.sessions.space import Asked, SessionSpace
from dpdesk.privacy.accounting import Amounts, charge
from dpdesk.privacy.exact import parse_exact
from dpdesk.privacy.loss import ApproxDP, Loss, PureDP, loss_from_json
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import SESSION, Document, problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.file.canonical import load_json, meaning_hash, text_hash
from dpdesk.schema.file.problems import validated
from dpdesk.schema.text import Text

APPROXIMATE = frozenset({"between-thresholds", "interior-point", "adaptive-thresholds"})
"""Methods that promise epsilon and delta; the others promise epsilon alone."""

ALONG = frozenset({"interior-point", "adaptive-thresholds", "median"})
"""Methods that ask along the order of one variable."""


class SessionPlan:
    """A session whose file is well formed, whose variables exist, and whose loss its method and account take."""

    def __init__(self, record: SessionRecord, dictionary: Dictionary, file: Document = SESSION) -> None:
        """Join a validated record and its dictionary.

        Raises:
            BadInput: another dictionary, an unknown variable, a loss or a number the method cannot take.
        """
        self.record = record
        self.dictionary = dictionary
        self.file, whole = file, file.whole
        if record.dictionary.meaning not in (None, dictionary.meaning_hash):
            place, path = whole.to("dictionary", "meaning"), record.dictionary.path
            raise BadInput(
                problem("planning.session_other_meaning", place, dictionary=path, meaning=dictionary.meaning_hash)
            )
        self.space = SessionSpace(dictionary, record.variables, file)
        self.loss: Loss = self._loss()
        self.failure: Fraction = parse_exact(record.failure)
        if not 0 < self.failure < 1:
            raise BadInput(problem("planning.failure", whole.to("failure")))
        self.along: Asked | None = self._along()
        self._check()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a `*.session.json` and the dictionary whose path, relative to it, the session states.

        Raises:
            BadInput: one sentence with the file and the JSON path of the first thing that is wrong.
        """
        path = Path(path)
        file = Document("session", str(path))
        record = validated(SessionRecord, load_json(path, "session"), file)
        relative = PurePosixPath(record.dictionary.path)
        if relative.is_absolute() or ":" in relative.parts[0]:
            raise BadInput(problem("planning.session_dictionary_outside", file.whole.to("dictionary", "path")))
        return cls(record, Dictionary.load(path.parent.joinpath(*relative.parts)), file)

    @classmethod
    def from_json(cls, tree: Any, dictionary: Dictionary, file: Document = SESSION) -> Self:
        """Make a session from a JSON tree and a dictionary already loaded. Raises BadInput as `load` does."""
        return cls(validated(SessionRecord, tree, file), dictionary, file)

    def to_json(self) -> dict[str, Any]:
        """Return the session as JSON, as it was written: defaults that were left out stay out."""
        return self.record.model_dump(mode="json", by_alias=True, exclude_unset=True)

    # What it says ------------------------------------------------------------------------------------------------

    @property
    def title(self) -> Text:
        """Title of the session."""
        return Text(self.record.title)

    @property
    def notes(self) -> tuple[Text, ...]:
        """Notes on the session."""
        return tuple(map(Text, self.record.notes))

    @property
    def method(self) -> Method:
        """The method with its parameters, as written."""
        return self.record.method

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of the variables that may be asked about, in the order of the file."""
        return tuple(self.record.variables)

    @property
    def neighbours(self) -> Neighbours:
        """Who must look alike: the dictionary's."""
        return self.dictionary.neighbours

    @property
    def rows_per_unit(self) -> int:
        """How many rows one unit has at most."""
        return self.dictionary.unit.max_rows

    @property
    def domain(self) -> GroupDomain:
        """What is counted for the session."""
        return self.space.domain

    @property
    def cells(self) -> int:
        """How many different single cells could be asked for; along an order, how many codes it has."""
        return self.along.ordered if self.along is not None else prod(self.space.shape)

    @property
    def every_record_shows(self) -> bool:
        """Whether each record is a unit and none can look like no record: then their number is that of the units."""
        dictionary = self.dictionary
        return dictionary.unit.kind == "row" and not dictionary.source.hides_empty_records()

    @property
    def one_row_each(self) -> bool:
        """Whether every unit is known to have exactly one record, in a cell."""
        known = self.neighbours is Neighbours.REPLACE_ONE and self.every_record_shows
        return known and not self.dictionary.sends_to_nowhere(self.domain.variables)

    @property
    def codes(self) -> int:
        """How many codes a randomised column can tell: the cells, and unless no record can be, "in no cell"."""
        return self.cells + (0 if self.one_row_each else 1)

    @property
    def charge(self) -> dict[str, Fraction]:
        """What opening the session costs the dictionary's account, by its units."""
        return dict(zip(self.dictionary.cap.units, self.amounts, strict=True))

    @property
    def amounts(self) -> Amounts:
        """The same without the units' names."""
        return charge(self.dictionary.cap, self.loss)

    # Hashes ------------------------------------------------------------------------------------------------------

    @cached_property
    def meaning_json(self) -> dict[str, Any]:
        """What the meaning hash covers, the dictionary's meaning included."""
        return meaning_of(self.record) | {"dictionary": {"meaning": self.dictionary.meaning_hash}}

    @cached_property
    def meaning(self) -> str:
        """Hash of the meaning: equal for "the same session"; every opening of it is a session of its own."""
        return meaning_hash(self.meaning_json)

    @cached_property
    def text_hash(self) -> str:
        """Hash of the title and notes."""
        return text_hash(text_of(self.record))

    figures = ""
    """Nothing but the meaning decides what is drawn and printed of a session; see `Plan.figures`."""

    # Questions ---------------------------------------------------------------------------------------------------

    def question(self, asked: str | Question | dict[str, Any]) -> Question:
        """Return a question from what was typed or from JSON; raises BadInput as `Question.parse` does."""
        if isinstance(asked, Question):
            return asked
        return Question.parse(asked, self) if isinstance(asked, str) else Question.from_json(asked, self)

    def each(self, names: Sequence[str]) -> Iterator[Question]:
        """Yield the question for every combination of the codes of names, the last name varying fastest.

        Raises:
            BadInput: a name the session does not ask about, or the same twice.
        """
        asked = []
        for name in names:
            if name not in self.space.asked:
                raise BadInput(problem("planning.not_asked_about", name=name, known=tuple(self.space.asked)))
            asked.append(self.space.asked[name])
        if len({one.axis for one in asked}) < len(asked):
            raise BadInput(problem("planning.each_related"))
        if self.along is not None:
            if asked != [self.along]:
                raise BadInput(problem("planning.each_along", variable=self.along.name))
            for code in self.along.codes[: self.along.ordered]:
                yield Question.from_json({self.along.name: {"to": code}}, self)
            return
        for places in product(*(range(len(one.codes)) for one in asked)):
            yield Question.cells(list(zip(asked, places, strict=True)), self)

    # Checks ------------------------------------------------------------------------------------------------------

    def require_confirmed(self) -> None:
        """Refuse variables whose domain was read from the data and not confirmed to be public (BadInput)."""
        names = list(self.variables)
        roots = {self.dictionary.variable(name).root for name in names}
        for rule in self.dictionary.impossible:
            ruled = [name for name, _ in rule.when]
            if all(self.dictionary.variable(name).root in roots for name in ruled):
                names += ruled
        self.dictionary.require_confirmed(names)

    def require_known_size(self) -> None:
        """Refuse a randomised column whose number of lines would be counted where a record can be invisible (BadInput).

        Asked before a session is forecast or opened, and not of one that is read from a ledger.
        """
        method = self.record.method
        if method.name == "randomized-response" and method.size is None and not self.every_record_shows:
            raise BadInput(problem("planning.session_size_seen", self.file.whole.to("method", "size")))

    def _loss(self) -> Loss:
        name, place = self.record.method.name, self.file.whole.to("loss")
        try:
            loss = loss_from_json(self.record.loss.model_dump(exclude_none=True))
        except BadInput as wrong:
            raise BadInput(problem("planning.loss", place, why=wrong.problem)) from None
        if name in APPROXIMATE and not isinstance(loss, ApproxDP):
            raise BadInput(problem("planning.loss_with_delta", place, method=name))
        if name not in APPROXIMATE and not isinstance(loss, PureDP):
            raise BadInput(problem("planning.loss_without_delta", place, method=name))
        cap = self.dictionary.cap
        if isinstance(loss, ApproxDP) and cap.rule != "sum":
            adds = "epsilon" if cap.rule == "epsilon" else "rho"
            account = self.dictionary.dataset_id
            raise BadInput(problem("planning.session_not_payable", place, account=account, adds=adds, method=name))
        return loss

    def _along(self) -> Asked | None:
        name, place = self.record.method.name, self.file.whole.to("variables")
        if name not in ALONG:
            return None
        if len(self.record.variables) != 1:
            raise BadInput(problem("planning.one_variable", place, method=name))
        asked = self.space.asked[self.record.variables[0]]
        if asked.ordered < 2:
            raise BadInput(problem("planning.along_no_order", place.to(0), variable=asked.name, method=name))
        return asked

    def _check(self) -> None:
        method, place = self.record.method, self.file.whole.to("method")
        if method.name == "between-thresholds" and method.lower >= method.upper:
            raise BadInput(problem("planning.lower_upper", place.to("lower")))
        if method.name == "adaptive-thresholds" and not 0 < parse_exact(method.accuracy) < 1:
            raise BadInput(problem("planning.accuracy", place.to("accuracy")))
        if method.name == "randomized-response":
            if self.neighbours is not Neighbours.REPLACE_ONE:
                raise BadInput(problem("planning.needs_replacement", place))
            if self.dictionary.unit.kind != "row" and method.size is None:
                raise BadInput(problem("planning.size_needed", place.to("size")))

    # The method --------------------------------------------------------------------------------------------------

    def arguments(self) -> dict[str, Any]:
        """Return the keyword arguments of the method's class, all but counts."""
        method = self.record.method
        common: dict[str, Any] = {"loss": self.loss, "rows_per_unit": self.rows_per_unit}
        if method.name == "randomized-response":
            return {"codes": self.cells, "one_row_each": self.one_row_each, "units": method.size, **common}
        common["neighbours"] = self.neighbours
        if method.name == "noisy-counts":
            return {"questions": method.questions, **common}
        if method.name == "above-threshold":
            return {"threshold": method.threshold, **common}
        if method.name == "sparse-vector":
            return {
                "threshold": method.threshold,
                "hits": method.hits,
                "values": method.values == "show",
                **common,
            }
        if method.name == "between-thresholds":
            return {"lower": method.lower, "upper": method.upper, **common}
        if method.name == "median":
            return {"points": self.cells, "size": method.size, **common}
        common["failure"] = self.failure
        asked = {"size": method.size, "questions": method.questions, **common}
        if method.name == "adaptive-thresholds":
            asked["accuracy"] = parse_exact(method.accuracy)
        return asked

    def mechanism(self) -> Any:
        """Return the method, ready to be asked; nothing is drawn yet.

        `adaptive-thresholds` needs the counts: `AdaptiveThresholds(counts, **plan.arguments())`.

        Raises:
            BadInput, Refused: what the method itself says about its parameters.
        """
        return method_class(self.record.method.name)(**self.arguments())


def method_class(name: str) -> Any:
    """Return the class of `dpdesk.sequential` that carries out a method."""
    from importlib import import_module

    module, own = _CLASSES[name]
    return getattr(import_module(f"dpdesk.sequential.{module}"), own)


_CLASSES = {
    "noisy-counts": ("noisy_counts", "NoisyCounts"),
    "above-threshold": ("above_threshold", "AboveThreshold"),
    "sparse-vector": ("sparse_vector", "SparseVector"),
    "between-thresholds": ("between_thresholds", "BetweenThresholds"),
    "interior-point": ("interior_point", "OnlineInteriorPoint"),
    "adaptive-thresholds": ("adaptive_thresholds", "AdaptiveThresholds"),
    "median": ("median_search", "MedianBySearch"),
    "randomized-response": ("randomized_response", "RandomizedResponse"),
}

__all__ = ["Question", "SessionPlan", "method_class"]
