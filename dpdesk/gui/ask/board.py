"""Approvals of a session of questions, where its account demands them before it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from dpdesk.gui.ask.figures import Figures, made_session
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.text import show_if
from dpdesk.gui.shared.approval import ApprovalPanel
from dpdesk.gui.shared.board import ReleaseBoard

if TYPE_CHECKING:
    from dpdesk.planning.approval_files import AnyPlan, Submission
    from dpdesk.schema.dictionary import Dictionary


class SessionBoard(ReleaseBoard):
    """As for a plan; the session is the one whose figures are in view."""

    def __init__(self, desk: Desk, panel: ApprovalPanel, parent: QWidget) -> None:
        super().__init__(desk, panel, parent)
        self._tree: Tree = {}
        self._dictionary: Dictionary | None = None
        self._figures: Figures | None = None
        self._waiting = False

    def show_session(
        self, tree: Tree, dictionary: Dictionary | None, figures: Figures | None, *, waiting: bool
    ) -> None:
        """Show how a session stands; nothing at all where its account neither demands nor knows approvals."""
        self._tree, self._dictionary, self._figures, self._waiting = tree, dictionary, figures, waiting
        account = self._desk.account
        plan = self._plan()
        known = account is not None and (account.demanded or (plan is not None and account.standing(plan) is not None))
        show_if(self._panel, known)
        if known:
            self.refresh()

    @property
    def meaning(self) -> str:
        """The hash of what the session means, "" while it is not known."""
        plan = self._plan()
        return "" if plan is None else plan.meaning

    def _plan(self) -> AnyPlan | None:
        figures = self._figures
        return figures.plan if figures is not None and not figures.problem and not self._waiting else None

    def _waits(self) -> bool:
        return self._waiting

    def _remember(self) -> None:
        pass

    def _only_renamed(self) -> bool:
        return False

    def _submission(self, plan: AnyPlan) -> Submission | None:
        return None

    def _maker(self) -> Callable[[], AnyPlan]:
        tree, dictionary = self._tree, self._dictionary

        def make() -> AnyPlan:
            if dictionary is None:
                raise LookupError("there is no session")
            return made_session(tree, dictionary)

        return make
