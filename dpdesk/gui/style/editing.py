"""The style on the page House style, its file, and what can be undone of it: a stack of its own, beside the desk's."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from dpdesk.gui.desk.step import Step
from dpdesk.gui.desk.trees import Tree


class Editing(QObject):
    """`tree` is the style as it stands, `path` the file that it was read from or kept in, if there is one."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo = QUndoStack(self)
        self.tree: Tree = {}
        self.path: Path | None = None
        self._first: tuple[Tree, Path | None] = ({}, None)

    @property
    def unsaved(self) -> bool:
        """Whether there is something that would be lost."""
        return not self.undo.isClean()

    def begin(self, tree: Tree, path: Path | None) -> None:
        """Take another style, which is nowhere to be saved yet; there is nothing to undo after that."""
        self._first = (tree, path)
        self.undo.clear()
        self._show(tree, path)

    def start_from(self, text: str, tree: Tree, path: Path | None) -> None:
        """Go on with another style, as a step that can be undone."""
        if (tree, path) != (self.tree, self.path):
            self._push(text, tree, path)

    def edit(self, text: str, tree: Tree, merge: str = "") -> None:
        """Change the style as one step; successive steps with the same `merge` become one."""
        if tree != self.tree:
            self._push(text, tree, self.path, merge)

    def take_back(self) -> None:
        """Undo whatever was changed since the style was read or saved; it can be done again."""
        clean = self.undo.cleanIndex()
        if clean >= 0:
            self.undo.setIndex(clean)
        else:
            self.start_from(self.tr("changes taken back"), *self._first)
            self.undo.setClean()

    def saved(self, path: Path | None) -> None:
        """The style stands in a file as it is, or where it was wanted."""
        self.path = path
        self._first = (self.tree, path)
        self.undo.setClean()
        self.changed.emit()

    def _push(self, text: str, tree: Tree, path: Path | None, merge: str = "") -> None:
        self.undo.push(Step(text, self._show, (self.tree, self.path), (tree, path), merge))

    def _show(self, tree: Tree, path: Path | None) -> None:
        self.tree, self.path = tree, path
        self.changed.emit()
