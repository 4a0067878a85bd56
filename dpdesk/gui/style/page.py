"""Side page: the house style, edited field by field beside one small table printed in it.

What is edited here is a style and no plan: it is kept as a file with the office, where every plan finds it, and given
to whoever wanted it edited. Undo and Redo are about the style while this page is in view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption, QUndoStack
from PySide6.QtWidgets import QFileDialog, QFrame, QLabel, QPushButton, QScrollArea, QTextBrowser, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.language import language_name
from dpdesk.gui.kit.sentences import problem_text, sentence_of
from dpdesk.gui.kit.text import column, label, named, panel, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.house_style import StyleChoice, StyleWish, put_style
from dpdesk.gui.shared.page import Action, Page, PageName
from dpdesk.gui.style import edits
from dpdesk.gui.style.editing import Editing
from dpdesk.gui.style.fields import picture
from dpdesk.gui.style.form import StyleForm
from dpdesk.gui.style.preview import Words, html
from dpdesk.problems.problem import Place, Problem

if TYPE_CHECKING:
    from dpdesk.planning.document.style import StyleRecord

_FORM = 400
_LOGO = 56


class StylePage(Page):
    """The page House style: a style to begin with, the form, the table, and where the style is kept."""

    name = PageName.STYLE
    help_topic = "style"

    def __init__(self, desk: Desk, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(desk, settings, parent)
        self.editing = Editing(self)
        self._wish: StyleWish | None = None
        self._new_wish: StyleWish | None = None
        desk.style_wanted.connect(self._on_wish)

    def title(self) -> str:
        """The page's name as shown."""
        return self.tr("House style")

    def undo_stack(self) -> QUndoStack:
        """That of the style."""
        return self.editing.undo

    def action(self) -> Action | None:
        """Give the style to whoever wanted it."""
        text = self.tr("Use for this export") if self._page is PageName.PUBLISH else self.tr("Use for this plan")
        return Action(text, self.use, self.style_made is not None, self.tr("Something in the style is still wrong."))

    @property
    def _page(self) -> PageName:
        return PageName.RELEASE if self._wish is None else self._wish.page

    # Building -------------------------------------------------------------------------------------------------

    def build(self) -> Iterator[None]:
        """Make the head, the form and the table."""
        self.style_made: StyleRecord | None = None  # what stands in the form, if nothing is wrong with it
        self.language = self.desk.window_language
        head = row(spacing=UNIT * 2)
        head.addWidget(label(self.title(), "title", wrap=False))
        self.state_text = label("", "caption")
        self.state_text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head.addWidget(self.state_text, 1)
        self.body.addLayout(head)
        self.body.addWidget(self._make_bar())
        yield
        both = row(spacing=UNIT * 2)
        both.addWidget(self._make_form(), 4)
        yield
        both.addWidget(self._make_preview(), 5)
        self.body.addLayout(both, 1)
        self.editing.changed.connect(self._show)
        self.editing.undo.cleanChanged.connect(lambda clean: self._show_state())
        self._edited: tuple[str, ...] = ()  # the field changed last
        self._begin(None)

    def _make_bar(self) -> QWidget:
        bar = QWidget()
        flow = FlowLayout(bar)
        self.start_field = StyleChoice(self.desk.window_language)
        self.start_field.styled.connect(self._on_start)
        self.start_field.refused.connect(lambda sentence: self.message.say("red", sentence))
        self.language_field = Choice(preset=True)
        self.language_field.chosen.connect(self._on_language)
        for choice, words, tip, width in (
            (
                self.start_field,
                self.tr("Begin with"),
                self.tr("One of the styles that come with dpdesk, one the office keeps, or a file."),
                16,
            ),
            (self.language_field, self.tr("Texts in"), self.tr("The language in which texts are shown and typed."), 7),
        ):
            choice.setMinimumContentsLength(width)
            holder = QWidget()
            inside = row(holder)
            inside.addWidget(label(words, wrap=False))
            inside.addWidget(choice)
            named(choice, words, tip)
            flow.addWidget(holder)
        self.keep_button = self._button(
            self.tr("Keep"), self.keep, self.tr("Saves the style with the office: every plan finds it by its name.")
        )
        self.save_button = self._button(
            self.tr("Save as a file…"), self._ask_file, self.tr("Saves the style where you say, to hand it on.")
        )
        self.cancel_button = self._button(
            self.tr("Take back"),
            self.editing.take_back,
            self.tr("The style is again as it was read or saved last."),
        )
        for button in (self.keep_button, self.save_button, self.cancel_button):
            flow.addWidget(button)
        return bar

    def _button(self, text: str, run: Callable[[], None], tip: str) -> QPushButton:
        made = QPushButton(text)
        named(made, text, tip)
        made.clicked.connect(lambda checked=False: run())
        return made

    def _make_form(self) -> QWidget:
        self.form = StyleForm()
        self.form.edited.connect(self._on_edited)
        self.form.picked.connect(self._on_logo)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumWidth(_FORM)
        area.setWidget(self.form)
        area.setAccessibleName(self.tr("The fields of the house style"))
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the focus
        self._area = area
        return area

    def _make_preview(self) -> QFrame:
        made = panel()
        inside = column(made, margin=UNIT * 2, spacing=UNIT)
        inside.addWidget(label(self.tr("How it looks"), "heading"))
        inside.addWidget(
            label(
                self.tr(
                    "A table of made-up figures, printed by the rules of this style, at three quarters of its size."
                ),
                "caption",
            )
        )
        self.logo = QLabel()
        self.logo.setAccessibleName(self.tr("Logo"))
        self.preview = QTextBrowser()
        self.preview.setStyleSheet("QTextBrowser { background: #ffffff; color: #000000; }")  # paper is white
        self.preview.setTabChangesFocus(True)
        self.preview.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        named(self.preview, self.tr("How it looks"))
        inside.addWidget(self.logo)
        inside.addWidget(self.preview, 1)
        return made

    # Which style ----------------------------------------------------------------------------------------------

    def _on_wish(self, wish: StyleWish) -> None:
        self._new_wish = wish

    def shown(self) -> None:
        """A page may have asked for a style to be edited."""
        wish, self._new_wish = self._new_wish, None
        if wish is not None:
            self._wish = wish
            self._begin(wish.style)
        elif not self.editing.unsaved and self.editing.path is None:
            self._wish = None
        self.changed.emit()

    def _begin(self, style: StyleRecord | None) -> None:
        """Show a style: at first as one that is nowhere to be saved, later as a step that can be undone."""
        from dpdesk.planning.document.style import PLAIN

        tree, path = edits.tree_of(style or PLAIN), self._place_of(style or PLAIN)
        if self.editing.unsaved:
            self.editing.start_from(self.tr("another style"), tree, path)
        else:
            self.editing.begin(tree, path)

    def _place_of(self, style: StyleRecord) -> Path | None:
        """The file in which the office keeps this very style."""
        from dpdesk.planning.document.style_files import kept, load_style

        for path in kept().values():
            try:
                if load_style(path) == style:
                    return path
            except DpdeskError:
                continue
        return None

    def _on_start(self, style: StyleRecord) -> None:
        self.message.clear()
        self.editing.start_from(self.tr("another style"), edits.tree_of(style), self._place_of(style))

    # Editing --------------------------------------------------------------------------------------------------

    def _on_edited(self, path: tuple[str, ...], value: Any, words: str) -> None:
        self._edited = path
        tree = edits.as_own(edits.changed(self.editing.tree, path, value))
        self.editing.edit(words, tree, ".".join(path))

    def _on_logo(self, path: Path) -> None:
        try:
            tree = edits.as_own(edits.with_picture(self.editing.tree, path))
        except DpdeskError as problem:
            self.form.say(("logo",), self._sentence(problem.problem))
            return
        self.editing.edit(self.tr("logo"), tree)

    def _on_language(self, language: str) -> None:
        self.language = language
        self._show()

    def _show(self) -> None:
        tree = self.editing.tree
        languages = edits.languages_in(tree)
        self.language_field.set_options([(tag, language_name(tag)) for tag in languages])
        self.language_field.set_value(self.language)
        self.form.show_style(tree, self.language)
        self.style_made = self._checked(tree)
        self.start_field.show_style(self.style_made or self.start_field.style_in_use)
        if self.style_made is not None:
            self.preview.setHtml(html(self.style_made, self._words(), self.language))
            logo = picture(self.style_made.logo, _LOGO)
            if logo is not None:
                self.logo.setPixmap(logo)
            show_if(self.logo, logo is not None)
        self._show_state()

    def _checked(self, tree: Tree) -> StyleRecord | None:
        """The style, if nothing is wrong with it; else what is wrong is said beside its field."""
        try:
            style = edits.checked(tree)
        except DpdeskError as problem:
            sentence = self._sentence(problem.problem)
            if not self.form.say(edits.field_of(problem.problem, self._edited), sentence):
                self.message.say("red", sentence)
            return None
        self.form.say((), "")
        return style

    def _sentence(self, problem: Problem) -> str:
        def place(where: Place) -> str:
            return self.form.words_of(edits.field_of(Problem(problem.code, where), self._edited))

        return problem_text(problem, None, place)

    def _show_state(self) -> None:
        path, unsaved = self.editing.path, self.editing.unsaved
        if unsaved:
            words = self.tr("Changed, and not kept yet.")
        elif path is not None:
            words = self.tr("Kept as {file}.").format(file=path.name)
        else:
            words = self.tr("Nothing is changed.")
        self.state_text.setText(words)
        self.state_text.setToolTip("" if path is None else str(path))
        right = self.style_made is not None
        self.keep_button.setEnabled(right and (unsaved or path is None))
        self.save_button.setEnabled(right)
        self.cancel_button.setEnabled(unsaved)
        self.changed.emit()

    def _words(self) -> Words:
        return Words(
            title=self.tr("Residents by area"),
            area=self.tr("Area"),
            persons=self.tr("Persons"),
            percent=self.tr("Per cent"),
            margin=self.tr("noise margin (90 %)"),
            margins_apart=self.tr("The noise margins are on a sheet of their own."),
            rows={
                "Total": self.tr("Total"),
                "North": self.tr("North"),
                "South": self.tr("South"),
                "Islands": self.tr("Islands"),
                "Lighthouse": self.tr("Lighthouse"),
            },
        )

    # What becomes of it ---------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the style with the office, over its own file, never over another style's."""
        if self.style_made is None:
            return
        path = edits.place_for(self.editing.tree, self.editing.path)
        if path is None:
            sentence = self.tr("A style of this name is there already: give this one another name.")
            self.form.say(("name",), sentence)
            self._area.ensureWidgetVisible(self.form.fields["name",])
            return
        self._write(path, path, self.tr("The style is kept: choose “{name}” for any plan."))

    def _ask_file(self) -> None:
        proposed = f"{shown(self.editing.tree.get('name'), self.language)}.style.json"
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save the house style"), proposed, "*.style.json")
        if name:
            self.save_as(Path(name))

    def save_as(self, path: Path) -> None:
        """Save the style to a file; where the office keeps it stays as it is."""
        self._write(path, self.editing.path, self.tr("The style is saved."))

    def _write(self, path: Path, kept: Path | None, sentence: str) -> None:
        try:
            edits.keep(self.editing.tree, path)
        except DpdeskError as problem:
            self.message.say("red", sentence_of(problem))
            return
        self.editing.saved(kept)
        name = shown(self.editing.tree.get("name"), self.desk.window_language)
        self.message.say("info", sentence.format(name=name))

    def use(self) -> None:
        """Give the style to whoever wanted it edited, else to the plan on the desk."""
        style = self.style_made
        if style is None:
            return
        if self._wish is not None:
            self._wish.take(style)
        else:
            put_style(self.desk, style, self.tr("house style"))
        self.editing.undo.setClean()
        self._show_state()
        self.go.emit(self._page)

    def may_close(self, go_on: Callable[[], None]) -> bool:
        """Ask once where a style was changed that is neither kept nor used."""
        if not self.editing.unsaved:
            return True

        def close() -> None:
            self.editing.undo.setClean()
            go_on()

        self.message.ask(
            self.tr("The house style has changes that are not kept. Closing the window gives them up."),
            self.tr("Give them up"),
            self.tr("Stay"),
            close,
        )
        return False
