"""What the sheet to sign says, section by section, in the words of a contract."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.local import local, whole
from dpdesk.gui.kit.sentences import refusal_text
from dpdesk.gui.kit.words import amount_text, day_text, factor_text, few, shown_number, three_figures
from dpdesk.gui.release.contract import Section
from dpdesk.gui.shared.guessing import GuessingWords
from dpdesk.gui.shared.people import counts_rows
from dpdesk.gui.shared.ranges import range_text
from dpdesk.schema.editing.deciding import unit_words

if TYPE_CHECKING:
    from dpdesk.gui.release.sheet import Sheet, TableLine
    from dpdesk.planning.aids.ranges import MarginRange

_MOST_TABLES = 60
_DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")


class ContractWords(QObject):
    """Words a sheet, with what the desk adds: who is protected, and the files."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._guessing = desk, GuessingWords(self)

    def sections(self, sheet: Sheet | None) -> list[Section]:
        """The contract, from a sheet; without one, what holds for every release."""
        if sheet is None:
            waiting = self.tr("This sheet is filled in when the data, the dictionary and the tables are complete.")
            begun = [Section(self.tr("What will be published"), (waiting,))]
        else:
            begun = [self._what(sheet), self._cost(sheet), self._whom(sheet), self._odds(sheet), self._exact(sheet)]
        return [*begun, self._for_good(), self._places(sheet)]

    def _what(self, sheet: Sheet) -> Section:
        count = len(sheet.tables)
        head = (
            self.tr("One table with one cell; its noise margin ({level} %) is expected to be:")
            if sheet.cells == 1
            else self.tr("One table with {cells} cells; their noise margins ({level} %) are expected to be:")
            if count == 1
            else self.tr("{tables} tables with {cells} cells; their noise margins ({level} %) are expected to be:")
        )
        lines = [self._line(one) for one in sheet.tables[:_MOST_TABLES]]
        if count > _MOST_TABLES:
            lines.append(self.tr("and {more} more").format(more=count - _MOST_TABLES))
        return Section(
            self.tr("What will be published"),
            (
                head.format(tables=count, cells=whole(sheet.cells), level=sheet.level),
                "\n".join(lines),
                *map(refusal_text, sheet.tied),
            ),
        )

    def _line(self, table: TableLine) -> str:
        cells = self.tr("1 cell") if table.cells == 1 else self.tr("{n} cells").format(n=whole(table.cells))
        words = "•  {title} ({cells}): {margins}" if table.margins is not None else "•  {title} ({cells})"
        margins = "" if table.margins is None else range_text(table.margins)
        if table.margins is not None and table.margins.only:
            words = {
                "counts": self.tr("•  {title} ({cells}): {margins} for its counts; {others}"),
                "sums": self.tr("•  {title} ({cells}): {margins} for its sums; {others}"),
            }[table.margins.only]
        others = [f"{name} ({self._rough(found)})" for name, found in table.others]
        if table.more or not others:
            others.append(self.tr("its other numbers have their own"))
        return words.format(title=table.title, cells=cells, margins=margins, others="; ".join(others))

    def _rough(self, found: MarginRange) -> str:
        if not isfinite(found.widest):
            return self.tr("hidden by the noise: not to be estimated")
        said = range_text(found)
        return self.tr("{margins}; in some cells hidden by the noise").format(margins=said) if found.hidden else said

    def _whom(self, sheet: Sheet) -> Section:
        unit = self._desk.dictionary.get("unit", {})
        who = unit_words(unit, self._desk.window_language) or shown(unit.get("label"), self._desk.language)
        if unit.get("kind") == "id":
            rows = unit.get("max_rows", 1)
            protected = (
                self.tr("Protected is {who}: of all rows with the same {column}, only one is counted.") if rows == 1
                else self.tr(
                    "Protected is {who}: all rows with the same {column} together, of which at most {rows} are counted."
                )
            ).format(who=who, column=unit.get("column", ""), rows=rows)  # fmt: skip
            tables = self._desk.plan.get("tables", ())
            if counts_rows(self._desk.dictionary) and any(one.get("counts") != "units" for one in tables):
                protected += " " + self.tr("Tables count rows: whoever has several counts several times.")
        else:
            protected = self.tr("Protected is {who}: each row of the file stands for one.").format(who=who)
        households = self._desk.dictionary.get("households")
        if households is not None:
            protected += " " + self.tr(
                "Persons with the same {column} are one household; tables of households look at {rows} of them at most."
            ).format(column=households.get("column", ""), rows=households.get("max_rows", ""))
        known = (
            self.tr("The total number is not treated as known.")
            if self._desk.dictionary.get("neighbours") == "add_remove"
            else self.tr("The total number is treated as known and is not protected.")
        )
        about = []
        for text in dict.fromkeys(one.universe for one in sheet.tables if one.universe):
            titles = [one.title for one in sheet.tables if one.universe == text]
            if len(titles) == len(sheet.tables):
                about.append(self.tr("Universe: {text}").format(text=text))
            else:
                about.append(self.tr("Universe of “{tables}”: {text}").format(tables=few(titles), text=text))
        return Section(self.tr("About whom"), (f"{protected} {known}", *about))

    def _odds(self, sheet: Sheet) -> Section:
        odds = sheet.odds
        removed = self._desk.dictionary.get("neighbours") == "add_remove"
        event = (
            self.tr("whether one of them is in the file at all") if removed
            else self.tr("what the file says about one of them")
        )  # fmt: skip
        factor, epsilon = factor_text(odds.factor) if odds.factor < 1e6 else "", three_figures(odds.epsilon)
        if not factor:
            change = self.tr("The tables can multiply the odds of a conclusion about {event} by more than a million")
        elif odds.delta is None:
            change = self.tr(
                "The tables can multiply the odds of any conclusion about {event} by at most {factor} "
                "(ε {epsilon}): odds of 1 to 1 become at most {factor} to 1"
            )
        else:  # δ adds to probabilities: odds change by more than e^ε with a chance that can be many times δ
            change = self.tr(
                "Whatever is concluded from the tables about {event} is at most {factor} times as probable as if it "
                "were otherwise, plus a chance of {delta} (ε {epsilon}, δ)"
            )
        delta = "" if odds.delta is None else _chance(odds.delta)
        change = change.format(event=event, factor=factor, epsilon=epsilon, delta=delta)
        paragraphs = [f"{change}.", self._guessing.guess(odds, event)]
        if odds.converted:
            paragraphs.append(self.tr("The budget is counted in ρ; the odds are those it converts to at this δ."))
        heading = (
            self.tr("What the presence of one of them can change") if removed
            else self.tr("What the records of one of them can change")
        )  # fmt: skip
        return Section(heading, tuple(paragraphs))

    def _cost(self, sheet: Sheet) -> Section:
        if sheet.before and not self._desk.another_file:
            return Section(self.tr("What it costs"), (self._again(sheet), self._on_another_file(sheet)))
        asked = self.tr("This release spends {cost}.").format(cost=amount_text(sheet.cost))
        if sheet.affordable:
            left = self.tr("Afterwards {left} remains of the budget of these data.").format(
                left=amount_text(sheet.left)
            )
            if sheet.before:
                return Section(self.tr("What it costs"), (asked, left, self._again(sheet)))
            return Section(self.tr("What it costs"), (asked, left, *self._not_twice(sheet)))
        over = amount_text({unit: -value for unit, value in sheet.left.items() if value < 0})
        left = self.tr("That is {over} more than is left of the budget of these data.").format(over=over)
        return Section(self.tr("What it costs"), (asked, left), "irreversible")

    def _again(self, sheet: Sheet) -> str:
        entry, date = sheet.before[-1]
        return self.tr(
            "This very plan was released before on this account, on {date} (entry {entry}). On the same file, "
            "releasing it again returns the stored release and costs nothing; nothing is drawn."
        ).format(date=day_text(date, self._desk.window_language), entry=entry)

    def _not_twice(self, sheet: Sheet) -> tuple[str, ...]:
        """That what remains would not pay for the same plan on a corrected file, where it would not."""
        if all(sheet.left[unit] >= cost for unit, cost in sheet.cost.items()):
            return ()
        said = self.tr("That would not pay for a correction: on a corrected file, this plan spends {cost} again.")
        return (said.format(cost=amount_text(sheet.cost)),)

    def _on_another_file(self, sheet: Sheet) -> str:
        """What the plan costs where the file is not the one of before; that is seen when it is signed."""
        if sheet.affordable:
            said = self.tr(
                "On any other file it is another release: it spends {cost} and leaves {left}. You are asked first."
            )
            return said.format(cost=amount_text(sheet.cost), left=amount_text(sheet.left))
        said = self.tr("On any other file it is another release, for which {cost} would be more than is left.")
        return said.format(cost=amount_text(sheet.cost))

    def _exact(self, sheet: Sheet) -> Section:
        found = []
        titles = {one.name: f"“{one.title}”" for one in sheet.tables}
        if sheet.exact:
            found.append(
                self.tr(
                    "Published exactly and without protection, because nobody's record changes it: counts marked as "
                    "exact in {tables}."
                ).format(tables=few([titles[name] for name in sheet.exact]))
            )
        if sheet.impossible:
            found.append(self.tr("A cell marked as impossible is empty by a rule that is public."))
        if not sheet.exact:
            found.insert(0, self.tr("Nothing is published exactly: every count bears noise."))
        return Section(self.tr("What is exact and unprotected"), tuple(found))

    def _for_good(self) -> Section:
        return Section(
            self.tr("What cannot be taken back"),
            (
                self.tr("One release, once: the noise is drawn a single time, and there is no “draw again”."),
                self.tr("The budget that is spent does not come back, whatever becomes of the tables."),
                self.tr("Exporting again, correcting titles, labels and notes, and opening the release cost nothing."),
            ),
            "irreversible",
        )

    def _places(self, sheet: Sheet | None) -> Section:
        places = [
            self.tr("Data file: {path}").format(path=self._desk.data_path or self.tr("not chosen")),
            self.tr("Ledger: {path}").format(path=self._desk.ledger_path),
            *(() if sheet is None else self._record(sheet)),
        ]
        return Section(self.tr("Files and confirmations"), tuple(places))

    def _record(self, sheet: Sheet) -> list[str]:
        language, lines = self._desk.window_language, []
        if sheet.unconfirmed:
            lines.append(self.tr("Not confirmed as public knowledge: {names}.").format(names=few(sheet.unconfirmed)))
        for said in dict.fromkeys(words for _, words in sheet.confirmed):
            names = [name for name, words in sheet.confirmed if words == said]
            said = _DAY.sub(lambda found: day_text(found[0], self._desk.window_language), said)
            lines.append(self.tr("Codes and bounds of {names}: {said}.").format(names=few(names), said=said))
        if not sheet.confirmed and not sheet.unconfirmed:
            lines.append(self.tr("No codes and no bounds were read from the data."))
        if sheet.looked:
            date, entry = sheet.looked[-1]
            lines.append(
                self.tr(
                    "Somebody looked at exact figures of the file on {date} (entry {entry}): what was changed after "
                    "that lies outside the guarantee."
                ).format(date=day_text(date, language), entry=entry)
            )
        else:
            lines.append(self.tr("Nobody has looked at exact figures of the file (by this ledger)."))
        return lines


def _chance(delta: Fraction) -> str:
    """A small chance in words: 1 in 1,000,000."""
    return local(f"1 in {int(1 / delta):,}") if delta < 0.01 else shown_number(delta)
