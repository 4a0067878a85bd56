"""The form of a house style: who the office is, how tables are set out, which marks and signs stand in them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.text import column, field, form, label, named, panel
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.style.fields import (
    Field,
    LogoField,
    OptionField,
    PlainField,
    RuleField,
    ShareField,
    TextField,
    WholeField,
)


class StyleForm(QWidget):
    """`edited` carries the path of a field, its value, and what the field is called; `picked` the file of a logo."""

    edited = Signal(object, object, str)
    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[tuple[str, ...], Field] = {}
        self._layout = column(self, spacing=UNIT * 2)
        self._add_office()
        self._add_tables()
        self._add_marks()
        self._add_signs()
        self._add_font()
        self._layout.addStretch(1)

    def show_style(self, tree: Tree, language: str) -> None:
        """Show a style, its texts in a language."""
        for shown in self.fields.values():
            shown.show_style(tree, language)
        ruled = "reliability" in tree
        rule = tree.get("reliability")
        for name in ("error", "level", "unreliable", "caution"):
            by_margin = not isinstance(rule, dict) or rule.get("measure", "margin") == "margin"
            self.fields["reliability", name].setEnabled(ruled and (name != "level" or by_margin))

    def say(self, path: tuple[str, ...], sentence: str) -> bool:
        """Say what is wrong beside the field of a path, and nothing beside others; False where there is none."""
        there = next((path[:end] for end in range(len(path), 0, -1) if path[:end] in self.fields), None)
        for place, shown in self.fields.items():
            shown.say(sentence if place == there else "")
        return there is not None

    def words_of(self, path: tuple[str, ...]) -> str:
        """What the field of a path is called, "" where there is none."""
        there = next((path[:end] for end in range(len(path), 0, -1) if path[:end] in self.fields), None)
        return "" if there is None else self.fields[there].words

    # The parts ------------------------------------------------------------------------------------------------

    def _part(self, heading: str, sentence: str = "") -> QFormLayout:
        made = panel()
        inside = column(made, margin=UNIT * 2, spacing=UNIT)
        inside.addWidget(label(heading, "heading"))
        if sentence:
            inside.addWidget(label(sentence, "caption"))
        asked = form()
        asked.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        inside.addLayout(asked)
        self._layout.addWidget(made)
        return asked

    def _add(self, asked: QFormLayout, added: Field, words: str, tip: str) -> None:
        field(asked, words, added, tip)
        added.words = words
        named(added.input, f"{words}: {added.choose.text()}" if isinstance(added, LogoField) else words, tip)
        self.fields[added.path] = added
        added.edited.connect(lambda path, value: self.edited.emit(path, value, words))

    def _add_office(self) -> None:
        asked = self._part(self.tr("The office"))
        self._add(asked, TextField(("name",)), self.tr("Name of the style"), self.tr("By which it is chosen."))
        self._add(
            asked, TextField(("publisher",)), self.tr("Publisher"), self.tr("The office that publishes the tables.")
        )
        logo = LogoField()
        logo.picked.connect(self.picked)
        tip = self.tr("Stands on the cover beside the publisher; a PNG or JPEG file of at most 300,000 bytes.")
        self._add(asked, logo, self.tr("Logo"), tip)
        for name, words, tip in (
            ("contact", self.tr("Contact"), self.tr("The name of the unit, its e-mail address and telephone.")),
            ("region", self.tr("Area covered"), self.tr("The country or region that the figures describe.")),
            ("licence", self.tr("Licence"), self.tr("Under which readers may use the tables, such as CC BY 4.0.")),
            (
                "citation",
                self.tr("How to cite"),
                self.tr("May have {publisher}, {title}, {year}, {date} and {release} in it, which are filled in."),
            ),
            ("next_release", self.tr("Next release"), self.tr("When the next tables come, such as Spring 2027.")),
        ):
            self._add(asked, TextField((name,)), words, tip)
        languages: list[tuple[Any, str]] = [
            (None, self.tr("all of the release, English first")),
            (["de", "en"], self.tr("all of the release, German first")),
            (["en"], self.tr("English alone")),
            (["de"], self.tr("German alone")),
        ]
        self._add(
            asked,
            OptionField(("languages",), languages),
            self.tr("Languages"),
            self.tr("In which languages files are written; a release has those of its title."),
        )
        csv = [("each", self.tr("one in each language")), ("first", self.tr("in the first language alone"))]
        tip = self.tr("In which languages the labels of the CSV files are.")
        self._add(asked, OptionField(("csv",), csv), self.tr("CSV files"), tip)
        books = [("each", self.tr("one in each language")), ("together", self.tr("one with all languages"))]
        tip = self.tr("Whether each language has a workbook, or sheets of its own in one.")
        self._add(asked, OptionField(("workbook",), books), self.tr("Workbook"), tip)

    def _add_tables(self) -> None:
        asked = self._part(
            self.tr("How tables are set out"), self.tr("What a plan or a table says itself goes before it.")
        )
        layouts = [
            ("accessible", self.tr("accessible: one header row")),
            ("classic", self.tr("classic: as on paper")),
            ("list", self.tr("list: a row a number")),
        ]
        margins = [
            ("beside", self.tr("beside each estimate")),
            ("block", self.tr("in a block after all estimates")),
            ("sheet", self.tr("on a sheet of their own")),
        ]
        totals = [("first", self.tr("before what they count")), ("last", self.tr("after what they count"))]
        scales: list[tuple[Any, str]] = [
            (1, self.tr("in units")),
            (1_000, self.tr("in thousands")),
            (1_000_000, self.tr("in millions")),
            (1_000_000_000, self.tr("in thousand millions")),
        ]
        for name, options, words, tip in (
            ("layout", layouts, self.tr("Layout"), self.tr("How the tables of the workbook are set out.")),
            ("margins", margins, self.tr("Noise margins"), self.tr("Where the workbook has them.")),
            ("totals", totals, self.tr("Totals"), self.tr("Where rows and columns for all codes stand.")),
            ("scale", scales, self.tr("Counts and sums"), self.tr("In which unit they are printed.")),
        ):
            self._add(asked, OptionField(("display", name), options), words, tip)
        self._add(
            asked,
            WholeField(("display", "rounding_base"), "1"),
            self.tr("Rounded to multiples of"),
            self.tr("5 prints counts and sums in fives; the figures released stay what they are."),
        )
        self._add(
            asked,
            WholeField(("display", "decimals"), self.tr("as many as there are")),
            self.tr("Decimals at most"),
            self.tr("The most that any figure is printed with."),
        )
        papers = [("A4", "A4"), ("letter", self.tr("letter"))]
        self._add(asked, OptionField(("paper",), papers), self.tr("Paper"), self.tr("Of the PDF and of print."))

    def _add_marks(self) -> None:
        asked = self._part(
            self.tr("Marks for noise"),
            self.tr("Estimates whose noise is large beside them are marked; the published figures alone decide."),
        )
        measures = [
            (None, self.tr("nothing is marked")),
            ("margin", self.tr("noise margin / estimate")),
            ("cv", self.tr("standard error / estimate (CV)")),
        ]
        tip = self.tr("What decides, and whether anything is marked.")
        self._add(asked, RuleField(("reliability", "measure"), measures), self.tr("Compared"), tip)
        errors = [("noise", self.tr("the noise alone")), ("combined", self.tr("noise and sampling error"))]
        tip = self.tr("Both together where the plan declares sampling errors.")
        self._add(asked, OptionField(("reliability", "error"), errors), self.tr("Which error"), tip)
        levels = [(90, "90 %"), (80, "80 %"), (95, "95 %"), (99, "99 %")]
        tip = self.tr("Of the noise margin that is compared, whatever level the tables have.")
        self._add(asked, OptionField(("reliability", "level"), levels), self.tr("Level"), tip)
        for name, usual, words, tip in (
            (
                "unreliable",
                "50",
                self.tr("Unreliable above (%)"),
                self.tr("An estimate is unreliable where what is compared is above so many percent of it."),
            ),
            (
                "caution",
                self.tr("no such class"),
                self.tr("With caution above (%)"),
                self.tr("A second class, to be used with caution; empty for none."),
            ),
        ):
            self._add(asked, ShareField(("reliability", name), usual), words, tip)

    def _add_signs(self) -> None:
        from dpdesk.planning.document.formats import USUAL_SYMBOLS

        asked = self._part(self.tr("Signs"), self.tr("They stand right of the number. Empty: the usual one."))
        for name, words in (
            ("impossible", self.tr("Impossible by public rule")),
            ("not_estimable", self.tr("Cannot be estimated")),
            ("unreliable", self.tr("Unreliable")),
            ("caution", self.tr("Use with caution")),
            ("unprotected", self.tr("Exact, without noise")),
            ("revised", self.tr("Corrected")),
            ("less_detail", self.tr("Not shown in this detail")),
            ("unadjusted", self.tr("Not adjusted")),
            ("controlled", self.tr("Controlled: a public figure")),
        ):
            tip = self.tr("Each sign is another one, without spaces, and no number.")
            self._add(asked, PlainField(("display", "symbols", name), USUAL_SYMBOLS[name], 20), words, tip)

    def _add_font(self) -> None:
        asked = self._part(self.tr("Font"))
        self._add(
            asked,
            PlainField(("font", "family"), "Arial", 31),
            self.tr("Family"),
            self.tr("Readers see it where their computer has it."),
        )
        for name, usual, words in (
            ("text", "12", self.tr("Text (points)")),
            ("heading", "16", self.tr("Headings (points)")),
            ("small", "10", self.tr("Classic tables (points)")),
        ):
            self._add(asked, WholeField(("font", name), usual), words, self.tr("The size of the letters."))
