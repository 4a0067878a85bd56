"""The waves of an account in the window: declaring them, the next one in one step, and what changed since the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from dpdesk.errors import BadInput
from dpdesk.gui.ledger.view import AccountView
from dpdesk.gui.shared.decision_form import DAY, FILE, LINE, Asked, DecisionForm
from dpdesk.gui.shared.price import Price, PriceWords
from dpdesk.problems.problem import Phrase, problem
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.release.result import Release

FOLDER = "change"


class SeriesForms(QObject):
    """Asks what is needed to declare a series, or for its next wave."""

    def ask(self, form: DecisionForm, account: AccountView, reason: Asked, who: Sequence[Asked], locale: str) -> None:
        """Open the form: for the next wave where the account has one left to begin, else for a declaration.

        reason, who: the fields for a reason, and for who acts, as other decisions have them.
        """
        if self.is_next(account):
            self._ask_next(form, account, who, locale)
        else:
            self._ask_declared(form, account, reason, who, locale)

    def is_next(self, account: AccountView) -> bool:
        """Whether the form asks for the next wave."""
        return account.series is not None and len(account.series.begun) < account.series.waves

    def _ask_declared(
        self, form: DecisionForm, account: AccountView, reason: Asked, who: Sequence[Asked], locale: str
    ) -> None:
        asked = [
            Asked("waves", self.tr("N&umber of waves"), LINE, self.tr("Of all of them, those begun included.")),
        ]
        if account.series is not None:
            asked.append(reason)
        elif account.last_release:
            tip = self.tr("The last release of the account becomes the first wave; whose day is this?")
            asked.append(Asked("day", self.tr("Da&y of the first wave"), DAY, tip, value=account.last_day))
        form.ask(
            self.tr("{dataset}: declare a series").format(dataset=account.dataset),
            self.tr(
                "What is left of the account is divided among so many waves in equal parts, and no wave takes more "
                "than its part. All waves are about the same people. It becomes an entry."
            ),
            self.tr("Declare the series"), [*asked, *who], locale=locale,
        )  # fmt: skip

    def _ask_next(self, form: DecisionForm, account: AccountView, who: Sequence[Asked], locale: str) -> None:
        series = account.series
        begun = 0 if series is None else len(series.begun)
        waves = 0 if series is None else series.waves
        asked = (
            Asked("file", self.tr("F&ile of the wave"), FILE, self.tr("Its microdata, in the form of the last wave.")),
            Asked("day", self.tr("Da&y of the wave"), DAY, self.tr("It is known by it, and texts name it.")),
            *who,
            Asked(
                "signed", self.tr("&Sign: type “{dataset}”").format(dataset=account.dataset),
                tip=self.tr("The account's name, exactly: it signs the release."), exactly=account.dataset,
            ),
        )  # fmt: skip
        form.ask(
            self.tr("{dataset}: wave {wave} of {waves}").format(dataset=account.dataset, wave=begun + 1, waves=waves),
            self.tr(
                "The plan of the last wave is released from this file, with its day in the texts. What it spends is "
                "spent for good."
            ),
            PriceWords(self).on_button(self.tr("Release the wave now"), _price_of_next(account)),
            asked, danger=True, locale=locale,
        )  # fmt: skip


def _price_of_next(account: AccountView) -> Price | None:
    """What the next wave spends, as the plan of the last one did; None where waves do not simply add up."""
    series = account.series
    if series is None or not series.begun or series.most < series.waves:
        return None
    cost = series.begun[-1].charges.get(account.last_release)
    return None if not cost else Price(cost, {unit: value - cost[unit] for unit, value in account.left.items()})


def declare(path: Path, account: AccountView, answers: Mapping[str, str]) -> None:
    """Declare a series of an account.

    Raises:
        DpdeskError: one sentence why it cannot have it.
    """
    from dpdesk.ledger.ledger import Ledger

    first = (account.last_release, answers["day"]) if answers.get("day") and account.last_release else None
    if not answers["waves"].strip().isdecimal():
        raise BadInput(problem("gui.number_of_waves"))
    with Ledger.open(path) as ledger:
        ledger.declare_series(
            account.dataset,
            int(answers["waves"]),
            first=first,
            reason=answers.get("reason", ""),
            office=answers["office"],
            role=answers["role"],
        )


def release_next(
    path: Path, dataset: str, answers: Mapping[str, str], progress: Progress, *, warned: bool
) -> Release | list[Phrase]:
    """Release the next wave of an account: the plan of the last one from another file.

    Returns:
        The release; unless somebody was `warned`, what speaks against releasing by that plan, if anything does.

    Raises:
        DpdeskError: one sentence why it was not released.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.document.vintages import warnings
    from dpdesk.release.run import ReleaseRequest, release
    from dpdesk.release.series.next_wave import plan_of_next

    day = answers["day"]
    with Ledger.open(path) as ledger:
        plan = plan_of_next(ledger, dataset, day)
        if not warned and (against := warnings(plan, day)):
            return against
        asked = ReleaseRequest(plan, Path(answers["file"]), office=answers["office"], role=answers["role"], wave=day)
        return release(asked, ledger, progress).release


def write_changes(path: Path, release_id: str, folder: Path) -> list[Path]:
    """Write what changed since the wave before a release into a folder below the one that is named.

    Raises:
        DpdeskError: one sentence why there is no change, or why it cannot be written.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.publish.changes.write import write_beside
    from dpdesk.release.series.change import change_between
    from dpdesk.release.series.next_wave import wave_before

    with Ledger.open(path) as ledger:
        now = ledger.release(release_id)
        found = change_between(now, wave_before(ledger, now))
    return write_beside(found, folder / FOLDER)
