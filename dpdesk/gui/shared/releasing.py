"""Rehearsing and releasing from the window: the calls the command line makes, in a thread, with their true stages.

A release can be stopped until the stage `DRAW` begins; from then on it is only told about (`release.run`),
and its result arrives even if somebody had asked to stop at that very moment. While the figures are made to add up it
can be stopped again, by a new wish: the noise is sealed, and the same release goes on from there. One release runs at a
time, whatever is clicked; SQLite objects live in the thread that uses them. Closing the window waits for the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from dpdesk.errors import Cancelled, DpdeskError, Refused
from dpdesk.gui.desk.desk import REHEARSAL, Desk
from dpdesk.gui.desk.documents import same_but_the_cover
from dpdesk.gui.desk.read import Read
from dpdesk.gui.desk.trees import Tree, put
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.shared.page import PageName
from dpdesk.gui.shared.publishing import prepare_to_show
from dpdesk.gui.shared.refusal import ANSWERED
from dpdesk.progress import Progress, Stage

if TYPE_CHECKING:
    from dpdesk.gui.shared.page import Page
    from dpdesk.release.run import Outcome

RELEASE = "release"
"""The owner of a release among the tasks: its result is shown even after a wish to stop."""

STAGES = (
    Stage.CHECK, Stage.FINGERPRINT, Stage.RESERVE, Stage.COUNT, Stage.COMPARE, Stage.DRAW, Stage.SEAL, Stage.ADD,
    Stage.ENTER,
)  # fmt: skip
"""The stages of a release that are shown, in order; any other belongs to the one before."""
_READ, _DRAW, _ADD = (STAGES.index(one) for one in (Stage.FINGERPRINT, Stage.DRAW, Stage.ADD))


@dataclass(frozen=True, slots=True)
class Ended:
    """How a release ended: with an outcome, stopped, or with a sentence and the ledger's word for the cause.

    drawn: whether noise was drawn before that; where it was stopped, it is sealed as well.
    """

    outcome: Outcome | None = None
    stopped: bool = False
    sentence: str = ""
    cause: str = ""
    drawn: bool = False


class Releasing(QObject):
    """What a release of this desk is doing; `releasing(desk)` gives the one there is."""

    changed = Signal()
    finished = Signal()
    _reported = Signal(str, object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self.running = False
        self.stopping = False
        self.stage = -1
        self.fraction: float | None = None
        self.ended: Ended | None = None
        self._interrupt = Event()
        self._about: tuple[Tree, Tree, Path] | None = None  # dictionary, plan and file of what has ended
        self._said = ""
        self._reported.connect(self._on_stage)
        desk.tasks.progressed.connect(self._on_progress)
        desk.snapshot_changed.connect(self.doubt)
        desk.data_changed.connect(self._on_data)

    @property
    def drawing(self) -> bool:
        """Whether noise is drawn, or about to be: what is spent stays spent."""
        return self.running and self.stage >= _DRAW

    @property
    def adding(self) -> bool:
        """Whether the noise is sealed and the figures are being made to add up."""
        return self.running and self.stage == _ADD

    @property
    def stoppable(self) -> bool:
        """Whether it can be stopped now: before the draw, or to be finished later."""
        return self.running and not self.stopping and (not self.drawing or self.adding)

    def start(self, *, accept_changed: str = "", confirm_known: str = "", office: str = "", role: str = "") -> bool:
        """Begin the release of the plan on the desk; False if one is running or there is no data file."""
        desk, data, ledger_path = self.desk, self.desk.data_path, self.desk.ledger_path
        if self.running or data is None:
            return False
        make = desk.plan_maker()
        reported = self._reported.emit
        reached = False
        self._interrupt = interrupt = Event()

        def work(progress: Progress) -> Ended:
            from dpdesk.ledger.ledger import Ledger
            from dpdesk.release.run import ReleaseRequest, release

            seen: tuple[str, float | None] = ("", None)

            def tell(stage: str, fraction: float | None = None) -> None:
                nonlocal seen, reached
                if not reached:
                    progress(stage, fraction)  # may stop the release; what follows it may not
                if stage == Stage.ADD and interrupt.is_set():
                    raise Cancelled
                reached = reached or stage == Stage.DRAW
                now = (stage, None if fraction is None else round(fraction, 2))
                if now != seen:
                    seen = now
                    reported(*now)

            try:
                asked = ReleaseRequest(
                    make(),
                    data,
                    accept_changed=accept_changed or None,
                    confirm_known=confirm_known or None,
                    office=office.strip(),
                    role=role.strip(),
                )
                prepare_to_show()
                with Ledger.open(ledger_path, create=True) as ledger:
                    outcome = release(asked, ledger, tell)
                return Ended(outcome)
            except Cancelled as stop:
                return Ended(stopped=True, drawn=stop.sealed)
            except DpdeskError as error:
                cause = error.cause if isinstance(error, Refused) else ""
                return Ended(sentence=sentence_of(error), cause=cause, drawn=reached)

        self.running, self.stopping, self.stage, self.fraction, self.ended = True, False, 0, None, None
        self._about = (desk.dictionary, desk.plan, data)
        desk.tasks.start(
            RELEASE, work, self._on_end, lambda sentence: self._on_end(Ended(sentence=sentence, drawn=reached))
        )
        desk.say(self.tr("The release has begun: the plan is being checked."))
        self.changed.emit()
        return True

    def stop(self) -> None:
        """Ask the release to stop; while noise is being drawn and sealed, and entered in the ledger, it goes on."""
        if self.stoppable:
            self.stopping = True
            if self.adding:
                self._interrupt.set()
            else:
                self.desk.tasks.cancel(RELEASE)
            self.changed.emit()

    @Slot()
    def _on_data(self) -> None:
        """Forget a refusal once a file is named anew, be it the same: what is in it may be another."""
        if not self.running and self.ended is not None and self.ended.cause:
            self._about = None
        self.doubt()

    @Slot()
    def doubt(self) -> None:
        """Forget how a release ended once other documents, or another file, lie on the desk."""
        if self.running or self.ended is None or self._is_of_the_desk(self.ended):
            return
        self.ended = None
        if self.desk.status == self._said:  # nothing was said since, as of a rehearsal
            self.desk.say_what_was_read()
        self.changed.emit()

    def _is_of_the_desk(self, ended: Ended) -> bool:
        """Whether what has ended is about the file and the plan on the desk, whose texts may have been corrected."""
        if self._about is None or self._about[2] != self.desk.data_path:
            return False
        dictionary, plan, _ = self._about
        if dictionary is self.desk.dictionary and same_but_the_cover(plan, self.desk.plan):
            return True
        now = self.desk.snapshot.plan
        return ended.outcome is not None and now is not None and now.meaning == ended.outcome.release.plan.meaning

    @Slot(str, object)
    def _on_stage(self, name: str, fraction: float | None) -> None:
        if not self.running:
            return
        self.stage = max(self.stage, STAGES.index(Stage(name)) if name in STAGES else 0)
        self.fraction = fraction
        if self.drawing and not self._interrupt.is_set():
            self.stopping = False  # the wish came too late
        self.desk.say(self._sentence())
        self.changed.emit()

    def _sentence(self) -> str:
        if self.drawing and not self.adding:
            return self.tr("The noise is drawn: this can no longer be stopped.")
        return self._in_words(STAGES[self.stage], self.fraction)

    @Slot(str, str, object)
    def _on_progress(self, owner: str, stage: str, fraction: float | None) -> None:
        """Say how far a rehearsal is."""
        if owner == REHEARSAL and not self.running:
            said = self._in_words(stage, fraction) if stage in STAGES else ""
            self.desk.say(f"{rehearsing_words(self.desk)} {said}".strip())

    def _in_words(self, stage: str, fraction: float | None) -> str:
        words = {
            Stage.ADD: self.tr("Making the figures add up"),
            Stage.CHECK: self.tr("The plan is being checked"),
            Stage.FINGERPRINT: self.tr("Taking the file's fingerprint"),
            Stage.RESERVE: self.tr("Reserving the budget"),
            Stage.COUNT: self.tr("Counting on this computer"),
            Stage.COMPARE: self.tr("Comparing the file's fingerprint"),
        }
        text = words.get(Stage(stage), "")
        if fraction is None or not text:
            return f"{text}…" if text else ""
        return self.tr("{text}, {percent} %…").format(text=text, percent=int(100 * fraction))

    def _on_end(self, ended: Ended) -> None:
        self.running = self.stopping = False
        self.ended = ended
        if self._about is not None and self.stage >= _READ and self.desk.data_path == self._about[2]:
            self.desk.say_read(Read.RELEASED)
        self._said = self._how_it_ended(ended)
        self.desk.say(self._said)
        if ended.outcome is not None:
            if self._about is not None:
                self.desk.released_files |= {self._about[2]}
            self.desk.show_release(ended.outcome.release)
        else:
            self.desk.read_account()
        self.finished.emit()
        self.changed.emit()

    def _how_it_ended(self, ended: Ended) -> str:
        if ended.outcome is not None:
            return released_words(self.desk, ended.outcome)
        if ended.stopped and ended.drawn:
            return self.tr("The release was stopped; its noise is sealed, and it can be finished for free.")
        if ended.stopped:
            return self.tr("The release was stopped before any noise was drawn: nothing was spent.")
        if ended.drawn:
            return self.tr("The release ended while noise was drawn: the ledger says what was spent.")
        if ended.cause in ANSWERED:
            return self.tr("The release waits for your answer; nothing was spent.")
        return self.tr("The release was refused: nothing was spent.")


def releasing(desk: Desk) -> Releasing:
    """The desk's own; made when it is first asked for."""
    found = desk.findChild(Releasing)
    return found if isinstance(found, Releasing) else Releasing(desk)


def start_release(
    desk: Desk, *, accept_changed: str = "", confirm_known: str = "", office: str = "", role: str = ""
) -> bool:
    """Release the plan on the desk from the file on the desk; False if a release is running already."""
    return releasing(desk).start(accept_changed=accept_changed, confirm_known=confirm_known, office=office, role=role)


def move_to_account(desk: Desk, identifier: str) -> None:
    """Let the documents on the desk spend from another account, as a step that can be undone."""
    desk.edit_dictionary(desk.tr("Account of the data"), put(desk.dictionary, ["dataset_id"], identifier))


def start_rehearsal(desk: Desk, page: Page) -> None:
    """Rehearse the plan on the desk for a page, which then gives way to the page Publish; reads no data."""
    make, before = desk.plan_maker(), desk.status

    def work(progress: Progress) -> Outcome:
        from dpdesk.release.rehearsal import rehearse

        prepare_to_show()
        return rehearse(make(), progress=progress)

    def done(outcome: Outcome) -> None:
        desk.say(rehearsed_words(desk, outcome))
        desk.show_release(outcome.release)
        if page.isVisible():
            page.go.emit(PageName.PUBLISH)

    def failed(sentence: str) -> None:
        desk.say(before)
        page.message.say("red", sentence)

    if desk.tasks.running(REHEARSAL):
        return
    releasing(desk)  # which says how far it is
    desk.say(rehearsing_words(desk))
    desk.tasks.start(REHEARSAL, work, done, failed)


def rehearsing_words(desk: Desk) -> str:
    """What the status line says while a rehearsal runs."""
    return desk.tr("Rehearsing on made-up records; nothing is read from the data…")


def rehearsed_words(desk: Desk, outcome: Outcome) -> str:
    """What the status line says of a finished rehearsal."""
    from dpdesk.planning.document.reference import made_up_rows

    made = outcome.release
    rows = whole(made_up_rows(made.plan.reference, made.dictionary))
    return desk.tr(
        "Rehearsed on {rows} made-up records, spread evenly; with the real ones, other figures may be marked."
    ).format(rows=rows)


def released_words(desk: Desk, outcome: Outcome) -> str:
    """What the status line says of a finished release."""
    made = outcome.release
    if outcome.again:
        text = desk.tr("Released before, on {date}, entry {entry}: the stored release is shown again, for free.")
    else:
        text = desk.tr("Released {date}, entry {entry}; exporting again is free.")
    return text.format(date=day_text(made.date, desk.window_language), entry=made.entry)
