"""What is decided about plans and about finished releases: no amount is changed by any of it.

The rules of a board are in `board`; here they are asked under the ledger's lock, and what was decided becomes an entry.
"""

from __future__ import annotations

from datetime import date

from dpdesk.errors import BadInput, Refused
from dpdesk.ledger import board, events
from dpdesk.ledger.accounts import Accounts
from dpdesk.ledger.admission import account_of
from dpdesk.ledger.chain import Entry, Json
from dpdesk.ledger.history import History
from dpdesk.ledger.replaced import Replacements, replacements
from dpdesk.ledger.replay.charges import series_declared
from dpdesk.ledger.reservation import StoredRelease, stored_release
from dpdesk.ledger.series import Series, even
from dpdesk.ledger.states import AccountState, ReservationState
from dpdesk.ledger.terms import Amount, amount_to_json, subtract
from dpdesk.problems.problem import Phrase, phrase, problem

_PUBLIC_BYTES = 32


class Decisions(Accounts):
    """The part of a ledger that records decisions; see `Ledger`."""

    # Finished releases ----------------------------------------------------------------------------------------

    def releases(self, dataset_id: str | None = None) -> list[StoredRelease]:
        """Return the finished releases, oldest first."""
        history, accounts = self._history(), dict[str, Replacements]()
        found = []
        for reservation in history.reservations.values():
            name = reservation.reserved.dataset_id
            if reservation.state == events.COMMITTED and dataset_id in (None, name):
                if name not in accounts:
                    accounts[name] = replacements(self._store, history, name)
                found.append(stored_release(self._store, history, reservation, accounts[name]))
        return found

    def release(self, release_id: str) -> StoredRelease:
        """Return a finished release; BadInput if there is none of that identifier."""
        history = self._history()
        return stored_release(self._store, history, self._finished(history, release_id))

    def correct_text(
        self,
        release_id: str,
        texts: bytes,
        reason: str,
        *,
        office: str = "",
        role: str = "",
    ) -> StoredRelease:
        """Store new texts of a finished release as its next version; costs nothing.

        Args:
            release_id: of the release.
            texts: titles, labels and notes, as JSON.
            reason: which the audit log shows.
            office: who decides; with `role`, or neither.
            role: within the office.

        Raises:
            BadInput: without a reason, or if there is no such release.
        """
        reason = board.words(reason, phrase("ledger.to_correct"))
        self.release(release_id)
        with self._store.transaction() as history:
            reservation = history.reservations[release_id]
            self._append(
                history,
                events.TEXT_CORRECTED,
                dataset=reservation.reserved.dataset_id,
                release=release_id,
                version=len(reservation.corrections) + 2,
                texts=self._store.put(texts),
                reason=reason,
                **board.either(office, role),
            )
        return self.release(release_id)

    # Series ---------------------------------------------------------------------------------------------------

    def series(self, dataset_id: str) -> Series | None:
        """Return the series of an account as it stands, or None if none was declared."""
        return account_of(self._history(), dataset_id).series

    def declare_series(
        self,
        dataset_id: str,
        waves: int,
        each: Amount | None = None,
        *,
        most: int | None = None,
        first: tuple[str, str] | None = None,
        reason: str = "",
        office: str = "",
        role: str = "",
    ) -> Series:
        """Divide what is left of an account among so many waves, those begun included.

        Args:
            dataset_id: of the account.
            waves: how many.
            each: what a wave may spend, in the units of the account; None for what it was before, or equal parts of all
                that is left.
            most: in how many waves a unit can be, by a public rule that `reason` states; None for all.
            first: a finished release that becomes the first wave, and its day (YYYY-MM-DD).
            reason: needed where a series was declared before, which this changes.
            office: who decides; with `role`, or neither.
            role: within the office.

        Raises:
            BadInput: the account was never opened, cannot have such a series, or a reason is needed.
        """
        acting = board.either(office, role)
        with self._store.transaction() as history:
            account = account_of(history, dataset_id)
            given: dict[str, Json] = {}
            most = most or _most(account.series, waves)
            if account.series is not None or most < waves or reason.strip():
                given["reason"] = board.words(reason, phrase("ledger.to_declare"))
            if first is not None:
                given |= {"release": first[0], "wave_day": first[1]}
            if most < waves:
                given[events.MOST] = most
            each = each or _equal_parts(history, account, most, first)
            made = series_declared(history, account, waves, each, most, first)
            if isinstance(made, Phrase):
                raise BadInput(problem("ledger.not_declared", account=dataset_id, why=made))
            self._append(
                history,
                events.SERIES_DECLARED,
                dataset=dataset_id,
                waves=waves,
                each=amount_to_json(each),
                **given,
                **acting,
            )
            return made

    # The board ------------------------------------------------------------------------------------------------

    def demand_approval(self, dataset_id: str, reason: str, *, office: str = "", role: str = "") -> Entry:
        """From now on nothing is released from the account without a living approval; an entry with its reason."""
        reason = board.words(reason, phrase("ledger.to_demand"))
        acting = board.either(office, role)
        with self._store.transaction() as history:
            if account_of(history, dataset_id).board.demanded is not None:
                raise BadInput(problem("ledger.demanded_already", account=dataset_id))
            return self._append(history, events.APPROVAL_DEMANDED, dataset=dataset_id, reason=reason, **acting)

    def waive_approval(self, dataset_id: str, reason: str, *, office: str = "", role: str = "") -> Entry:
        """Give up the demand for approvals, with a reason in writing."""
        reason = board.words(reason, phrase("ledger.to_demand_no_more"))
        acting = board.either(office, role)
        with self._store.transaction() as history:
            if account_of(history, dataset_id).board.demanded is None:
                raise BadInput(problem("ledger.not_demanded", account=dataset_id))
            return self._append(history, events.APPROVAL_WAIVED, dataset=dataset_id, reason=reason, **acting)

    def submit(
        self,
        dataset_id: str,
        meaning: str,
        plan_json: bytes,
        dictionary_json: bytes,
        *,
        office: str,
        role: str,
        title: str = "",
        text_hash: str = "",
        figures: str = "",
        note: str = "",
    ) -> Entry:
        """Record that a plan was submitted to the board, with plan and dictionary; costs nothing.

        Args:
            dataset_id: of the account.
            meaning: the plan's hash of what is counted and spent.
            plan_json: the plan, canonical.
            dictionary_json: its dictionary, canonical.
            office: who submits.
            role: within the office.
            title: of the plan.
            text_hash: the plan's hash of its texts.
            figures: the plan's hash of what is drawn and printed; a session has none.
            note: to the board.

        Raises:
            BadInput: without office and role, or if the account was never opened (`ensure_account` opens it).
        """
        acting = board.both(office, role)
        note = board.words(note, phrase("ledger.the_note"), needed=False)
        if not board.is_hash(meaning) or (figures and not board.is_hash(figures)):
            raise BadInput(problem("ledger.submission_hashes"))
        fields = (("title", title), ("text", text_hash), ("figures", figures), ("note", note))
        optional = {key: value for key, value in fields if value}
        with self._store.transaction() as history:
            account_of(history, dataset_id)
            return self._append(
                history,
                events.SUBMITTED,
                dataset=dataset_id,
                meaning=meaning,
                plan=self._store.put(plan_json),
                dictionary=self._store.put(dictionary_json),
                **optional,
                **acting,
            )

    def approve(
        self,
        dataset_id: str,
        meaning: str,
        *,
        number: str,
        expires: date,
        office: str,
        role: str,
        conditions: str = "",
        figures: str = "",
    ) -> Entry:
        """Record that a submitted plan was approved.

        Args:
            dataset_id: of the account.
            meaning: the plan's hash of what is counted and spent.
            number: of the approval, used once for this plan.
            expires: good to the end of this day.
            office: who approves: others than those who submitted.
            role: within the office.
            conditions: in words.
            figures: the plan's hash of what is drawn and printed; without it the approval is of a session, or was
                written by an earlier version, and covers a plan as `board` says.

        Raises:
            BadInput: not submitted in this meaning and with these figures, a number used before for it, a day that is
                past, or no office.
            Refused: by the office and role that submitted it.
        """
        acting = board.both(office, role)
        number = board.name(number, phrase("ledger.the_number"))
        conditions = board.words(conditions, phrase("ledger.the_conditions"), needed=False)
        optional = {key: value for key, value in (("conditions", conditions), ("figures", figures)) if value}
        with self._store.transaction() as history:
            decided = account_of(history, dataset_id).board
            why = board.why_not_approved(decided, meaning, number, **acting, figures=figures)
            if why == board.SAME_PERSON:
                raise Refused(problem("ledger.same_person"), "same office and role")
            if why is not None:
                raise BadInput(problem("ledger.not_approvable", why=why))
            if expires.isoformat() < history.today(board.clock()):
                raise BadInput(problem("ledger.approval_past"))
            return self._append(
                history,
                events.APPROVED,
                dataset=dataset_id,
                meaning=meaning,
                number=number,
                expires=expires.isoformat(),
                **optional,
                **acting,
            )

    def withdraw_approval(
        self,
        dataset_id: str,
        meaning: str,
        number: str,
        reason: str,
        *,
        office: str,
        role: str,
    ) -> Entry:
        """Record that an approval was withdrawn; what was released under it stays released."""
        acting = board.both(office, role)
        number = board.name(number, phrase("ledger.the_number"))
        reason = board.words(reason, phrase("ledger.to_withdraw_approval"))
        with self._store.transaction() as history:
            why = board.why_not_ended(account_of(history, dataset_id).board, meaning, number)
            if why is not None:
                raise BadInput(problem("ledger.not_withdrawable", why=why))
            return self._append(
                history,
                events.APPROVAL_WITHDRAWN,
                dataset=dataset_id,
                meaning=meaning,
                number=number,
                reason=reason,
                **acting,
            )

    def standing(self, dataset_id: str, meaning: str, figures: str = "", text: str = "") -> board.Standing:
        """How a plan stands before the board today. An account that was never opened knows a draft.

        Args:
            dataset_id: of the account.
            meaning: the plan's hash of what is counted and spent.
            figures: that of what is drawn and printed; "" for a session.
            text: that of its texts.
        """
        history = self._history()
        account = history.accounts.get(dataset_id)
        decided = board.Board() if account is None else account.board
        released = [
            reservation.release_id
            if reservation.withdrawn is None
            else f"{reservation.release_id} (withdrawn on {reservation.withdrawn.date})"
            for reservation in history.reservations.values()
            if reservation.state == events.COMMITTED
            and (reservation.reserved.dataset_id, reservation.reserved.text("meaning")) == (dataset_id, meaning)
        ]
        today = history.today(board.clock())
        return board.standing_of(decided, meaning, today, released[-1] if released else "", figures, text)

    def approval(self, release_id: str) -> board.Approval | None:
        """The approval that a finished release was made under, if any."""
        history = self._history()
        reserved = self._finished(history, release_id).reserved
        decided = history.accounts[reserved.dataset_id].board
        given = decided.numbered(reserved.text("meaning"), reserved.text("approval"))
        return None if given is None else board.approval_of(given)

    def withdraw(self, release_id: str, reason: str, *, office: str = "", role: str = "") -> StoredRelease:
        """Record that a finished release was withdrawn; its numbers stay what they were, and its cost stays spent.

        Args:
            release_id: of the release.
            reason: which the audit log shows.
            office: who decides; with `role`, or neither.
            role: within the office.

        Raises:
            BadInput: no such release, without a reason, or withdrawn before.
        """
        reason = board.words(reason, phrase("ledger.to_withdraw"))
        acting = board.either(office, role)
        with self._store.transaction() as history:
            reservation = self._finished(history, release_id)
            if reservation.withdrawn is not None:
                raise BadInput(
                    problem("ledger.release_withdrawn", release=release_id, entry=reservation.withdrawn.number)
                )
            self._append(
                history,
                events.RELEASE_WITHDRAWN,
                dataset=reservation.reserved.dataset_id,
                release=release_id,
                reason=reason,
                **acting,
            )
        return self.release(release_id)

    def embargo(
        self,
        release_id: str,
        until: date,
        *,
        reason: str = "",
        office: str = "",
        role: str = "",
    ) -> StoredRelease:
        """Mark a finished release as not for publication before a day; the mark stands until it is lifted.

        Args:
            release_id: of the release.
            until: the day, not past.
            reason: which the audit log shows.
            office: who decides; with `role`, or neither.
            role: within the office.

        Raises:
            BadInput: no such release, one that was withdrawn, or a day that is past.
        """
        reason = board.words(reason, phrase("ledger.to_embargo"), needed=False)
        optional = {"reason": reason} if reason else {}
        acting = board.either(office, role)
        with self._store.transaction() as history:
            reservation = self._finished(history, release_id)
            if reservation.withdrawn is not None:
                raise BadInput(problem("ledger.withdrawn_no_embargo", release=release_id))
            if until.isoformat() < history.today(board.clock()):
                raise BadInput(problem("ledger.embargo_past"))
            self._append(
                history,
                events.EMBARGO_SET,
                dataset=reservation.reserved.dataset_id,
                release=release_id,
                until=until.isoformat(),
                **optional,
                **acting,
            )
        return self.release(release_id)

    def lift_embargo(self, release_id: str, reason: str, *, office: str = "", role: str = "") -> StoredRelease:
        """Take the mark of an embargo away, with a reason in writing."""
        reason = board.words(reason, phrase("ledger.to_lift"))
        acting = board.either(office, role)
        with self._store.transaction() as history:
            reservation = self._finished(history, release_id)
            if reservation.embargo is None:
                raise BadInput(problem("ledger.no_embargo", release=release_id))
            self._append(
                history,
                events.EMBARGO_LIFTED,
                dataset=reservation.reserved.dataset_id,
                release=release_id,
                reason=reason,
                **acting,
            )
        return self.release(release_id)

    def name_key(self, public: bytes, *, reason: str = "", office: str = "", role: str = "") -> Entry:
        """Record the public key (32 bytes, Ed25519) with which releases are signed from now on."""
        reason = board.words(reason, phrase("ledger.to_name_key"), needed=False)
        optional = {"reason": reason} if reason else {}
        if len(public) != _PUBLIC_BYTES:
            raise BadInput(problem("ledger.key_bytes"))
        acting = board.either(office, role)
        with self._store.transaction() as history:
            return self._append(history, events.KEY_NAMED, public=public.hex(), **optional, **acting)

    def signing_keys(self) -> tuple[Entry, ...]:
        """The entries that name signing keys, oldest first."""
        return tuple(self._history().signing_keys)

    def _finished(self, history: History, release_id: str) -> ReservationState:
        reservation = history.reservations.get(release_id)
        if reservation is None or reservation.state != events.COMMITTED:
            raise BadInput(problem("ledger.no_release", release=release_id))
        return reservation


def _equal_parts(history: History, account: AccountState, most: int, first: tuple[str, str] | None) -> Amount:
    """The part of each wave where none is named: as before, or all that is left in equal parts."""
    if account.series is not None:
        return account.series.each
    reservation = None if first is None else history.reservations.get(first[0])
    spent = [] if reservation is None else [reservation.charge]
    return even(subtract(account.total, account.spent), spent, max(most, len(spent), 1))


def _most(series: Series | None, waves: int) -> int:
    """In how many waves a unit can be where nobody says: as before, or in all."""
    return waves if series is None or series.most == series.waves else min(series.most, waves)
