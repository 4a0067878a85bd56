"""The review pack: one document without data, from which a board can decide whether a plan may be released.

What is asked, what it promises to whom and at what loss, what has been spent on the same people, every table as it
will stand with a margin in each cell, who says that each code list is public, what else could be done, and all that is
not protected. It is made from plan, dictionary and ledger; no data file is known here, let alone opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpdesk.planning.choosing.checks import names_relied_on
from dpdesk.planning.compiler.budgets import short_text
from dpdesk.planning.forecast.above import objective_words
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.promised import target_words
from dpdesk.publish.review.account import Account
from dpdesk.publish.review.figures import (
    EmptyTable,
    empty_tables,
    error_figures,
    exact_tables,
    method_rows,
    other_losses,
)
from dpdesk.publish.review.parts import Facts, Grid, Piece, Section, Words, amount_words
from dpdesk.publish.review.promise import promise_pieces
from dpdesk.publish.workbook.accuracy import chosen_row, method_words
from dpdesk.release.result import EXACT, IMPOSSIBLE, Release
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.approval_files import Submission
    from dpdesk.planning.choosing.choose import ChosenPlan
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.variables.build import declared
from dpdesk.schema.variables.variable import Variable

_FEW = 12


@dataclass(frozen=True, slots=True, eq=False)
class Review:
    """A review pack before it is printed. `day` is that of the submission, or empty; `release` carries no numbers."""

    title: str
    day: str
    language: str
    meaning: str
    front: tuple[Piece, ...]
    sections: tuple[Section, ...]
    tables: tuple[EmptyTable, ...]
    release: Release


def review(plan: Plan, ledger: Ledger | None, *, submission: Submission, language: str = "en") -> Review:
    """Make the review pack of a plan.

    ledger: for what was spent before, or None; submission: how the plan came, with empty texts if it was not submitted.

    Raises:
        BadInput: the plan cannot be carried out.
    """
    forecaster = Forecaster()
    chosen, promised = forecaster.choose(plan), forecaster.forecast(plan)
    tables = tuple(empty_tables(plan, chosen, forecaster))
    made = _Maker(plan, chosen, promised, tables, Account.of(plan, chosen, ledger), submission, language)
    return Review(
        title=plan.title.show(language),
        day=submission.date or made.account.submitted,
        language=language,
        meaning=plan.meaning,
        front=tuple(made.front()),
        sections=(
            Section("What is promised, and to whom", tuple(promise_pieces(made.shown, language))),
            Section("What is spent on these people", tuple(made.account.pieces())),
            Section("The tables", tuple(made.tables_list())),
            Section("What is not protected", tuple(made.unprotected())),
            Section("Code lists and bounds, and who says that they are public", tuple(made.variables())),
            Section("Alternatives", tuple(made.alternatives(forecaster))),
        ),
        tables=tables,
        release=made.shown,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Maker:
    plan: Plan
    chosen: ChosenPlan
    promised: dict[str, Any]
    tables: tuple[EmptyTable, ...]
    account: Account
    submission: Submission
    language: str

    @property
    def shown(self) -> Release:
        """The plan in the form of a release without numbers, for what speaks of both."""
        plan = self.plan
        return Release(
            plan=plan, dictionary=plan.dictionary, tables=(), groups=(), loss=plan.loss, remaining={}, entry=0,
            head="", previous_head="", release_id="", date="", rehearsal=False, level=plan.level,
            result_hash=plan.meaning,
        )  # fmt: skip

    @property
    def marks(self) -> dict[str, str]:
        """The signs of the plan's house style, by what they mean."""
        return facts.symbols(self.shown)

    # The first page -----------------------------------------------------------------------------------------------

    def front(self) -> Iterator[Piece]:
        """What is asked of the board, on one page."""
        plan, account, came = self.plan, self.account, self.submission
        yield Words(
            "For the board that decides whether these tables may be released. No data file was opened to make this "
            "document: every figure in it follows from the plan, its dictionary and the ledger alone."
        )
        exact = exact_tables(self.tables)
        cells = sum(table.shell.cells for table in self.tables)
        many = "One table" if len(self.tables) == 1 else f"{len(self.tables)} tables"
        pairs = [
            ("Asked for", f"{many} with {cells:,} cells, about {plan.dictionary.title.show(self.language)}."),
            ("Privacy loss", facts.loss_words(plan.loss)),
            ("Protected", plan.dictionary.unit.label.show(self.language)),
            (
                "Without protection",
                f"cells marked {self.marks[EXACT]} in {_named(self._numbers(exact))}"
                if exact
                else "no cell of any table",
            ),
            ("Spent before", account.before_words()),
            ("This release", account.problem or amount_words(account.cost)),
            ("Left afterwards", account.after_words()),
        ]
        if came.office:
            by = ", ".join(filter(None, (came.role, came.office)))
            pairs.append(("Submitted", f"{came.date}, by {by}"))
        if came.note:
            pairs.append(("Note", came.note))
        if account.standing:
            pairs.append(("Standing", account.standing))
        yield Facts(tuple(pairs))
        yield Words(
            "An approval holds for exactly this plan: for the hash of its meaning, which stands below and in the "
            "approval. Whatever is edited afterwards, except titles, labels and notes, makes it another plan, which "
            "has no approval."
        )
        yield Facts((
            ("Meaning", plan.meaning),
            ("Texts", plan.text_hash),
            ("Dictionary", plan.dictionary.meaning_hash),
            *(account.ledger or (("Ledger", "none was at hand"),)),
        ))  # fmt: skip

    # The tables ---------------------------------------------------------------------------------------------------

    def tables_list(self) -> Iterator[Piece]:
        """Each table in a line, what it is about, and what it is expected to be worth."""
        entries = {table["table"]: table for table in self.promised["tables"]}
        rows = []
        for number, table in enumerate(self.tables, start=1):
            shell = table.shell
            typical, margin = error_figures(chosen_row(entries[shell.name]))
            universe = shell.universe.show(self.language) if shell.universe is not None else "all cases in the source"
            title = shell.title.show(self.language) or shell.name
            rows.append((str(number), f"{title}\n{universe}", f"{shell.cells:,}", typical, margin))
        margin_head = f"Widest margin ({facts.level(self.shown)})".replace(" %", "\u00a0%")
        yield Grid(
            ("", "Title and universe", "Cells", "Typical error", margin_head),
            tuple(rows), (0.05, 0.52, 0.1, 0.15, 0.18), frozenset({2, 3, 4}),
        )  # fmt: skip
        yield Words(
            f"A margin says: in {self.plan.level} of 100 releases the value lies no further than this from the figure "
            "without noise. Errors of reporting, coding and sampling come on top. The tables themselves, with the "
            "margin of every cell, stand at the end."
        )
        groups = []
        for group in self.promised["groups"]:
            own = [table for table in self.promised["tables"] if table["group"] == group["group"]]
            names = ", ".join(
                str(number) for number, table in enumerate(self.promised["tables"], start=1) if table in own
            )
            groups.append((group["group"], group["part"], names, method_words(chosen_row(own[0]))))
        yield Grid(
            ("Group", "Part of the loss", "Tables", "Method"), tuple(groups), (0.15, 0.17, 0.12, 0.56),
            title="How the loss is divided, and how each group is answered",
        )  # fmt: skip
        made = [objective_words(group) for group in self.promised["groups"]]
        if len(set(made)) == 1:
            yield Words(f"What each method was chosen to make small: {made[0]}.")
        targets = [
            (
                table.shell.title.show(self.language) or table.shell.name,
                target_words(self.plan, self.promised["targets"], table.shell.name, "en"),
            )
            for table in self.tables
            if any(target["table"] == table.shell.name for target in self.promised["targets"])
        ]  # fmt: skip
        if targets:
            yield Grid(("Table", "Target, and what it comes to"), tuple(targets), (0.25, 0.75))
        if self.plan.reference is not None:
            source = Text(self.plan.reference.source).show(self.language)
            yield Words(f"Planning figures, which are public and decide nothing but what can be forecast: {source}.")
        notes = tuple((note.table or "the release", Text(note.text).show(self.language)) for note in self.plan.notes)
        if notes:
            yield Grid(("Note to", "Text that will be printed"), notes, (0.25, 0.75))

    # What is not protected ----------------------------------------------------------------------------------------

    def unprotected(self) -> Iterator[Piece]:
        """The list of the numbers that are published exactly."""
        rows = []
        for exact_table in exact_tables(self.tables):
            count = int((exact_table.flag == EXACT).sum())
            rows.append((
                _named(self._numbers([exact_table])).capitalize(),
                f"{count:,} of {exact_table.shell.cells:,} cells, marked {self.marks[EXACT]} at the end",
                "no neighbour changes these counts, so they are published without noise",
            ))  # fmt: skip
        if any(group.ruled for group in self.chosen.compiled.groups):
            rows.append(
                ("Impossible cells", f"the cells marked {self.marks[IMPOSSIBLE]}", "empty by a rule that is public")
            )
        for group in self.chosen.groups:
            if group.compiled.detail is not None:
                rows.append((
                    f"Group {group.compiled.name}", "the level of detail of each area",
                    "chosen by the area's noisy size, which is part of the loss",
                ))  # fmt: skip
        if self.plan.dictionary.neighbours is not Neighbours.ADD_REMOVE:
            rows.append(
                ("Number of units", "how many units the file holds", "the choice of neighbours treats it as known")
            )
        rows += [
            ("Dictionary and plan", "code lists, bounds, rules, titles, notes", "public by what follows below"),
            ("Circumstances", "that there was a release, when, at what loss, what is left", "every workbook says so"),
            ("The file's form", "that it could be read", "whether reading succeeded is outside the guarantee"),
        ]  # fmt: skip
        yield Grid(("Where", "What", "Why"), tuple(rows), (0.22, 0.38, 0.4))
        yield Words("Everything else in the tables is computed from numbers with noise, and from nothing else.")

    # Variables ----------------------------------------------------------------------------------------------------

    def variables(self) -> Iterator[Piece]:
        """Every variable the plan relies on: its codes or bounds, and how it is known that they are public."""
        dictionary = self.plan.dictionary
        waiting = set(dictionary.unconfirmed())
        rows: list[tuple[str, ...]] = []
        strong: set[int] = set()
        names = list(names_relied_on(self.plan))
        names += [v.name for v in dictionary.variables if v.is_quantity and v.name in self._quantities()]
        for name in dict.fromkeys(names):
            variable = dictionary.variable(name)
            if name in waiting:
                strong.add(len(rows))
            rows.append((
                _both(variable.label.show(self.language), name), self._codes(variable), _public(variable.provenance),
            ))  # fmt: skip
        yield Grid(
            ("Variable", "Codes or bounds", "Known to be public"),
            tuple(rows),
            (0.27, 0.43, 0.3),
            strong=frozenset(strong),
        )
        if waiting & set(names):
            yield Words(
                "What was read from the data and not confirmed is refused at release: its very codes may give away "
                "that somebody has them."
            )
        else:
            yield Words(
                "Code lists that were typed or imported rest on the word of whoever made the dictionary: that they "
                "were written down without looking at the data."
            )

    def _quantities(self) -> set[str]:
        summed = (quantity for group in self.chosen.compiled.groups for quantity in group.domain.quantities)
        return {name for one in summed for name in declared(one)}

    def _codes(self, variable: Variable) -> str:
        if variable.is_quantity:
            measured = "" if variable.unit_of_measure is None else f" {variable.unit_of_measure.show(self.language)}"
            return (
                f"values are cut to {short_text(variable.lower)} … {short_text(variable.upper)}{measured} and rounded "
                f"to {short_text(variable.step)}"
            )
        labels = [
            label.show(self.language) or code for code, label in zip(variable.codes, variable.labels, strict=True)
        ]
        if len(labels) > _FEW:
            return f"{len(labels):,} codes: {', '.join(labels[: _FEW // 2])}, …, {labels[-1]}"
        return f"{len(labels)} codes: {', '.join(labels)}" if len(labels) != 1 else labels[0]

    # Alternatives -------------------------------------------------------------------------------------------------

    def alternatives(self, forecaster: Forecaster) -> Iterator[Piece]:
        """Half and double the loss, and the other methods."""
        found = other_losses(self.plan, forecaster)
        heads = [f"{text}{' (as asked)' if number == 1 else ''}" for number, (text, _) in enumerate(found)]
        rows = []
        for one in self.tables:
            cells = []
            for _, figures in found:
                typical, margin = ("not possible", "") if figures is None else figures[one.shell.name]
                cells.append(f"{typical}\n{margin}")
            rows.append((one.shell.title.show(self.language) or one.shell.name, *cells))
        yield Grid(
            ("Typical error, and widest margin below", *heads), tuple(rows), (0.43, 0.19, 0.19, 0.19),
            frozenset({1, 2, 3}), title="Half and double the loss",
        )  # fmt: skip
        seen: dict[tuple[Any, ...], list[EmptyTable]] = {}
        for entry, one in zip(self.promised["tables"], self.tables, strict=True):
            seen.setdefault(tuple(method_rows(entry)), []).append(one)
        for key, tables in seen.items():
            yield Grid(
                ("Method", "Typical error", "Widest margin", "Worst cell at most", "Times the best possible"),
                tuple(cells for _, cells in key), (0.3, 0.16, 0.16, 0.17, 0.21), frozenset({1, 2, 3, 4}),
                frozenset(number for number, (chosen, _) in enumerate(key) if chosen),
                title=f"Methods for {_named(self._numbers(tables))} at the same loss; the chosen one stands out",
            )  # fmt: skip
        yield Words(
            "Methods that cannot be used at this loss or for such tables are left out. Further alternatives: fewer "
            "tables or coarser codes (each figure becomes more accurate), other parts for the groups, or no release."
        )

    def _numbers(self, tables: Sequence[EmptyTable]) -> list[int]:
        return [number for number, table in enumerate(self.tables, start=1) if any(table is other for other in tables)]


def _named(numbers: Sequence[int]) -> str:
    """Tables by their numbers in this document: "table 1", "tables 1, 3 and 4"."""
    if len(numbers) == 1:
        return f"table {numbers[0]}"
    return f"tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _both(label: str, name: str) -> str:
    return label if label.casefold() == name.casefold() else f"{label}\n{name}"


def _public(provenance: str) -> str:
    said = {"typed": "typed by whoever made the dictionary", "imported": "imported, no source given"}
    return said.get(provenance, provenance)
