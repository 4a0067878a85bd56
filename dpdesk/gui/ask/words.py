"""What a session is called, costs, promises and answers, in plain words: every sentence of the page Ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.local import local, whole
from dpdesk.gui.kit.words import amount_text, shown_number
from dpdesk.privacy.exact import parse_exact

if TYPE_CHECKING:
    from dpdesk.gui.ask.asking import Answered, View
    from dpdesk.gui.ask.figures import Tables

ENDED = "ended"
MOST_AT_ONCE = 100_000
"""More questions than this are not asked with one click."""


class AskWords(QObject):
    """Texts about sessions; labels come in the desk's language."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent or desk)
        self._desk = desk

    # Kinds ----------------------------------------------------------------------------------------------------

    def question(self, kind: str) -> str:
        """What somebody would ask who takes a session of this kind."""
        return {
            "above-threshold": self.tr("Does this area reach 10,000 people?"),
            "sparse-vector": self.tr("Which of these cells are large enough to publish?"),
            "noisy-counts": self.tr("How many are there, asked one after another?"),
            "between-thresholds": self.tr("Is this few, many, or in between?"),
            "median": self.tr("Where is the median?"),
            "interior-point": self.tr("Does this value lie left or right of the middle?"),
            "adaptive-thresholds": self.tr("How many are at or below a value, for many values?"),
            "randomized-response": self.tr("May I hand out a blurred copy of a column?"),
        }.get(kind, kind)

    def name(self, kind: str) -> str:
        """The method's name, as papers have it."""
        return {
            "above-threshold": self.tr("above threshold"),
            "sparse-vector": self.tr("sparse vector"),
            "noisy-counts": self.tr("noisy counts"),
            "between-thresholds": self.tr("between thresholds"),
            "median": self.tr("binary search"),
            "interior-point": self.tr("interior point"),
            "adaptive-thresholds": self.tr("adaptive thresholds"),
            "randomized-response": self.tr("randomised response"),
        }.get(kind, kind)

    def explanation(self, kind: str) -> str:
        """How such a session goes, in a sentence or two."""
        return {
            "above-threshold": self.tr(
                "You ask about one group after another and hear Yes or No. Any number of No is free; the first Yes "
                "ends the session."
            ),
            "sparse-vector": self.tr(
                "You ask about as many groups as you like, or about all of them at once, and hear Yes or No. Any "
                "number of No is free; the session ends after as many Yes as you allow."
            ),
            "noisy-counts": self.tr(
                "Each question is answered with a count that has noise on it. How many questions there may be is fixed "
                "now; what you ask may depend on the answers before."
            ),
            "between-thresholds": self.tr(
                "You hear whether a group is below a lower threshold, above an upper one, or in between. The first "
                "answer in between ends the session."
            ),
            "median": self.tr(
                "The program asks on which side of a value the middle lies, and halves the range with each answer "
                "until one value is left."
            ),
            "interior-point": self.tr(
                "For each value you name you hear whether it lies left or right of one point inside the data. Many "
                "values may be asked for."
            ),
            "adaptive-thresholds": self.tr(
                "You name one value after another, choosing each in the light of the answers before, and hear about "
                "how many records are at or below it."
            ),
            "randomized-response": self.tr(
                "Every answer in the column is changed with a known chance, and the order is lost. The copy may be "
                "handed out; counts of groups can be estimated from it. Nothing is asked."
            ),
        }.get(kind, "")

    def field(self, kind: str, name: str) -> tuple[str, str]:
        """The label of a number a kind asks for, with its key, and what the number does."""
        texts = {
            "threshold": (
                self.tr("&Threshold"),
                self.tr("The count to reach, such as 10000. It must not come from the data."),
            ),
            "hits": (
                self.tr("&At most so many Yes"),
                self.tr("After that many Yes the session ends. More of them make each answer less sure."),
            ),
            "questions": (
                self.tr("&Number of questions"),
                self.tr("How many questions there may be. More of them make each answer less sure."),
            ),
            "lower": (self.tr("&Lower threshold"), self.tr("Counts clearly below this are answered with “below”.")),
            "upper": (self.tr("&Upper threshold"), self.tr("Counts clearly above this are answered with “above”.")),
            "size": (
                self.tr("Records, &about"),
                self.tr("A public figure, from last year's publication say; never a count of this file."),
            ),
            "accuracy": (
                self.tr("&Accuracy, as a share"),
                self.tr("By what share of all records an answer may be off: 1/10 or 0.1."),
            ),
        }
        return texts[name]

    def title(self, kind: str, numbers: Mapping[str, str], labels: Sequence[str]) -> str:
        """The title proposed for a session, to be typed when it is signed: short."""
        about = ", ".join(labels)
        level = self.count(numbers["threshold"]) if "threshold" in numbers else ""
        if not about or (kind in ("above-threshold", "sparse-vector") and not level):
            return ""
        text = {
            "above-threshold": self.tr("{variables}: is there one of {level}?"),
            "sparse-vector": self.tr("{variables}: which reach {level}?"),
            "noisy-counts": self.tr("{variables}: counts"),
            "between-thresholds": self.tr("{variables}: few or many?"),
            "median": self.tr("{variables}: the median"),
            "interior-point": self.tr("{variables}: left or right?"),
            "adaptive-thresholds": self.tr("{variables}: at or below"),
            "randomized-response": self.tr("{variables}: a blurred copy"),
        }.get(kind, "{variables}")
        return text.format(variables=about, level=level)

    # Before a session is opened -------------------------------------------------------------------------------

    @staticmethod
    def count(value: str | int | Fraction) -> str:
        """A whole number with thousands marked, another as it is typed."""
        exact = parse_exact(value) if isinstance(value, str) else Fraction(value)
        return whole(int(exact)) if exact.denominator == 1 else shown_number(exact)

    def cost(self, charge: Mapping[str, Fraction], loss: Mapping[str, str]) -> str:
        """What opening costs, whatever is asked."""
        typed = amount_text({name: parse_exact(value) for name, value in loss.items()})
        counted = amount_text({unit: value for unit, value in charge.items() if value})
        if typed == counted:
            return self.tr("Opening spends {amount}, all of it at once, however little you ask.").format(amount=typed)
        text = self.tr(
            "Opening spends {amount}, all of it at once ({counted} in this account), however little you ask."
        )
        return text.format(amount=typed, counted=counted)

    def left(self, left: Mapping[str, Fraction]) -> str:
        """What the account keeps."""
        return self.tr("After that, {amount} is left.").format(amount=amount_text(left))

    def over(self, short: Mapping[str, Fraction]) -> str:
        """What the account lacks."""
        return self.tr("That is {amount} more than is left.").format(amount=amount_text(short))

    def certainty(self, failure: str) -> str:
        """The certainty that goes with a chance of failure: "95 %"."""
        return self.tr("{n} %").format(n=shown_number(100 * (1 - parse_exact(failure))))

    def error(self, kind: str, method: Mapping[str, Any], error: int, questions: int | None, failure: str) -> str:
        """How wrong an answer can be."""
        text = {
            "above-threshold": self.tr(
                "An answer is right if the count is at least {error} away from {level}, with {sure} certainty."
            ),
            "sparse-vector": self.tr(
                "An answer is right if the count is at least {error} away from {level}, with {sure} certainty."
            ),
            "noisy-counts": self.tr("No answer is more than {error} off, with {sure} certainty."),
            "between-thresholds": self.tr(
                "An answer is right if the count is at least {error} away from {lower} and from {upper}, with {sure} "
                "certainty."
            ),
            "median": self.tr(
                "At most {error} records too many lie on either side of the value found, with {sure} certainty."
            ),
            "interior-point": self.tr(
                "No value is called left with two thirds of the records and {error} more at or below it, nor right "
                "with a third less {error}; {sure} certainty."
            ),
            "adaptive-thresholds": self.tr("No answer is more than {error} records off, with {sure} certainty."),
            "randomized-response": self.tr(
                "A count estimated from the copy is at most {error} off, with {sure} certainty."
            ),
        }.get(kind, "± {error}")
        said = text.format(
            error=whole(error),
            sure=self.certainty(failure),
            level=self.count(method.get("threshold", 0)),
            lower=self.count(method.get("lower", 0)),
            upper=self.count(method.get("upper", 0)),
        )
        if questions is not None and questions > 1 and kind not in ("median", "randomized-response", "interior-point"):
            said += " " + self.tr("That holds for {n} questions together.").format(n=whole(questions))
        return said

    def tables(self, kind: str, tables: Tables, sure: str) -> str:
        """What a release of tables would give for the same budget, against what the session gives."""
        count, off = whole(tables.cells), whole(tables.error)
        if tables.cells == 1:
            instead = self.tr("Tables gives the figure itself, not more than {error} off ({sure} certainty)")
        else:
            instead = self.tr("Tables gives all {cells} counts at once, none more than {error} off ({sure} certainty)")
        instead = instead.format(cells=count, error=off, sure=sure)
        if tables.verdict == "tables":
            said = self.tr("This is the wrong tool here: for the same budget {tables}.").format(tables=instead)
            if tables.ratio is not None and tables.ratio >= 1.5:
                said += " " + self.tr("That is {n} times as accurate.").format(n=_figure(tables.ratio))
            return said
        if tables.verdict == "cells":
            said = self.tr("For single cells this is the wrong tool: for the same budget {tables}.").format(
                tables=instead
            )
            if tables.wide_ratio:
                said += " " + self.tr("For whole groups and totals the session is {n} times as accurate.").format(
                    n=_figure(1 / tables.wide_ratio)
                )
            return said
        said = self.tr("Yes, {n} times as accurate as Tables; for the same budget {tables}.").format(
            n=_figure(1 / (tables.ratio or 1)), tables=instead
        )
        if kind == "noisy-counts":
            said += " " + self.tr(
                "If you know your questions now, a table of just these is at least as accurate as the session."
            )
        return said

    # Answers --------------------------------------------------------------------------------------------------

    def answer(self, view: View, one: Answered) -> str:
        """An answer in words."""
        kind, method, answer, value = view.kind, view.method, one.answer, one.value
        number = "" if value is None else whole(value)
        level = self.count(method.get("threshold", 0))
        if kind == "median":
            return self.tr("The median is there") if answer == "left" else self.tr("The median lies above")
        if answer == "column":
            return self.tr("About {n} (standard error {error}); {told} say so in the copy").format(
                n=number, error=whole(one.standard_error), told=whole(one.told)
            )
        if kind in ("above-threshold", "sparse-vector"):
            if answer == "above":
                yes = self.tr("Yes, reaches {level}").format(level=level)
                return self.tr("{yes}: about {n}").format(yes=yes, n=number) if number else yes
            return self.tr("No, below {level}").format(level=level)
        text = {
            "above": self.tr("Above {upper}"),
            "below": self.tr("Below {lower}"),
            "between": self.tr("Between {lower} and {upper}"),
            "left": self.tr("Left of the middle"),
            "right": self.tr("Right of the middle"),
            "count": self.tr("About {n}"),
        }.get(answer, answer)
        return text.format(n=number, lower=self.count(method.get("lower", 0)), upper=self.count(method.get("upper", 0)))

    def question_text(self, view: View, one: Answered) -> str:
        """A question, or a cell of a drawn column, in the labels of its codes."""
        if one.question is None:
            language, parts, rest = self._desk.language, [], one.cell or 0
            for variable in reversed(view.plan.space.variables):
                rest, at = divmod(rest, variable.size)
                parts.append(f"{variable.label.show(language)}: {variable.labels[at].show(language)}")
            return "; ".join(reversed(parts))
        return one.question.words(self._desk.language)

    def summary(self, answers: int, hits: int | None) -> str:
        """How many answers there are, and how many of them are a Yes."""
        if not answers:
            return ""
        if hits is None:
            one = self.tr("1 answer") if answers == 1 else self.tr("{n} answers")
            return one.format(n=whole(answers))
        return self.tr("{yes} Yes, {no} No").format(yes=whole(hits), no=whole(answers - hits))

    def short(self, asked: int, cells: int) -> str:
        """Why not every cell was asked about."""
        return self.tr(
            "The session ended after {asked} of {cells} questions, since its Yes are used up. The rest was not asked."
        ).format(asked=whole(asked), cells=whole(cells))

    def each(self, kind: str, cells: int) -> str:
        """The button that asks about every cell, or lets a search go on; "" where that would be of no use."""
        if kind == "median":
            return self.tr("Go on until it is found")
        if kind == "randomized-response" or cells > MOST_AT_ONCE:
            return ""
        if kind in ("interior-point", "adaptive-thresholds"):
            return self.tr("Ask for each of the {n} values").format(n=whole(cells))
        return self.tr("Ask for each of the {n} cells").format(n=whole(cells))

    def itself(self, kind: str) -> str:
        """The button of a method that asks by itself; "" for the others."""
        return {"median": self.tr("Ask the next one"), "randomized-response": self.tr("Draw the copy")}.get(kind, "")

    def ended(self, state: str) -> str:
        """Why a session takes no more questions."""
        if state == ENDED:
            return self.tr("The program ended while it was open. Its answers are kept; nothing more can be asked.")
        return self.tr("It is closed for good; its answers are kept.")

    def found(self, view: View) -> str:
        """What a search has found; "" before."""
        along = view.plan.along
        if view.median is None or along is None:
            return ""
        at = along.place(view.median)
        shown = view.median if at is None else along.labels[at].show(self._desk.language)
        return self.tr("The median is {value}.").format(value=shown)

    def still(self, questions_left: int | None, hits_left: int | None, finished: bool) -> str:
        """What the session still allows."""
        if finished:
            return self.tr("It takes no more questions.")
        if hits_left is not None and questions_left is None:
            if hits_left == 1:
                return self.tr("One more Yes ends it; any number of No is free.")
            return self.tr("{n} more Yes, and any number of No.").format(n=whole(hits_left))
        if questions_left is None:
            return self.tr("Any number of questions.")
        if questions_left == 1:
            return self.tr("One more question.")
        return self.tr("{n} more questions.").format(n=whole(questions_left))


def _figure(ratio: float) -> str:
    """How many times: whole from ten on."""
    return whole(ratio) if ratio >= 9.95 else local(f"{ratio:.1f}")
