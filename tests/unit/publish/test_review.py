"""The review pack: what a board reads is what the release will be, and nothing that matters is left out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import small

from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.ledger.terms import Request
from dpdesk.planning.approval_files import Submission
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.loss import PureDP
from dpdesk.publish.review.pack import Review, review
from dpdesk.publish.review.parts import Facts, Grid, Piece, Words
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.result import EXACT, IMPOSSIBLE, NOT_ESTIMABLE
from dpdesk.release.terms import terms_of

TABLE = small.table(
    "people",
    stub=[small.block("sex"), small.block("area")],
    boxhead=[small.block("colour")],
    measures=[{"kind": "count"}, {"kind": "percentage", "base": "row"}],
)

PLAIN = small.table("people", stub=[small.block("sex")])


def pack(plan: Plan, ledger: Ledger | None = None, **came: str) -> Review:
    submission = Submission(plan, **({"office": "", "role": "", "date": "", "note": ""} | came))
    return review(plan, ledger, submission=submission)


def section(made: Review, begins: str) -> tuple[Piece, ...]:
    return next(one.pieces for one in made.sections if one.title.startswith(begins))


def texts(pieces: tuple[Piece, ...]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, Words):
            yield piece.text
        elif isinstance(piece, Facts):
            yield from (text for pair in piece.pairs for text in pair)
        else:
            yield from (piece.title, *piece.heads, *(text for row in piece.rows for text in row))


def grid(pieces: tuple[Piece, ...], begins: str) -> Grid:
    return next(one for one in pieces if isinstance(one, Grid) and begins in (one.title, *one.heads))


@pytest.mark.parametrize("neighbours", ["replace_one", "add_remove"])
def test_the_margins_and_marks_are_those_that_the_release_will_have(neighbours: str) -> None:
    plan = small.plan(TABLE, dictionary=small.small(neighbours=neighbours))
    whole = pack(plan)
    (empty,) = whole.tables
    (made,) = rehearse(plan).release.tables
    assert empty.margin.shape == made.margin.shape == empty.shell.shape
    counts = np.s_[..., 0]
    noisy = empty.flag[counts] == ""
    # The release prints margins rounded up, to a tenth of a thousandth at most.
    assert noisy.any()
    assert (made.margin[counts][noisy] >= empty.margin[counts][noisy] - 1e-9).all()
    assert np.allclose(made.margin[counts][noisy], empty.margin[counts][noisy], rtol=1e-3, atol=1e-3)
    for flag in (EXACT, IMPOSSIBLE):
        released = np.array([flag in str(one) for one in made.flag.ravel()]).reshape(made.flag.shape)
        assert ((empty.flag == flag)[counts] == released[counts]).all()
    assert (empty.flag[..., 1][empty.flag[..., 0] == ""] == NOT_ESTIMABLE).all()
    exact = "cells marked [exact] in table 1" if neighbours == "replace_one" else "no cell of any table"
    assert exact in list(texts(whole.front))
    named = [row[0] for row in grid(section(whole, "What is not protected"), "Where").rows]
    assert ("Table 1" in named) == (neighbours == "replace_one") == ("Number of units" in named)


def test_impossible_cells_are_marked_as_the_release_will_mark_them() -> None:
    rule = {"when": {"sex": ["f"], "colour": ["red"]}, "reason": {"en": "by a rule that is public"}}
    table = small.table("t", stub=[small.block("sex")], boxhead=[small.block("colour")])
    plan = small.plan(table, dictionary=small.small(impossible=[rule], neighbours="add_remove"))
    made = pack(plan)
    (released,) = rehearse(plan).release.tables
    assert (made.tables[0].flag == IMPOSSIBLE).sum() == 1
    assert made.tables[0].flag.tolist() == released.flag.tolist()
    named = [row[0] for row in grid(section(made, "What is not protected"), "Where").rows]
    assert "Impossible cells" in named


def test_planning_figures_tell_what_depends_on_the_counts() -> None:
    marginals = [("sex", 2), ("colour", 3), ("area", 6)]
    reference = {
        "source": {"en": "last year"},
        "total": 100_000,
        "marginals": [{"variables": [name], "counts": [1] * size} for name, size in marginals],
    }
    (empty,) = pack(small.plan(TABLE, reference=reference)).tables
    assert empty.unknown < empty.shell.cells / 10
    assert np.isfinite(empty.margin[..., 1]).any()


def test_who_says_that_code_lists_are_public() -> None:
    tree = small.dictionary_json()
    tree["variables"][0]["public"] = {
        "how": "read_from_data", "confirmed_by": "Head of Methods", "confirmed_on": "2026-02-01",
    }  # fmt: skip
    tree["variables"][1]["public"] = {"how": "read_from_data"}
    small_dictionary = small.small(variables=tree["variables"])
    shown = grid(section(pack(small.plan(TABLE, dictionary=small_dictionary)), "Code lists"), "Variable")
    rows = {row[0].split("\n")[-1].lower(): row for row in shown.rows}
    assert rows["sex"][2] == "read from the data: confirmed by Head of Methods on 2026-02-01"
    assert rows["sex"][1] == "2 codes: F, M"
    assert rows["colour"][2] == "read from the data: not confirmed"
    assert [shown.rows[at][0].lower() for at in shown.strong] == ["colour"]
    assert rows["area"][2] == "typed by whoever made the dictionary"
    assert "state" not in rows  # the plan does not rely on it


def test_c_and_why() -> None:
    unit: dict[str, Any] = {
        "kind": "id", "describes": "person", "label": {"en": "one person"}, "column": "id", "max_rows": 5,
        "rows_without_id": "refuse",
    }  # fmt: skip
    made = pack(small.plan(PLAIN, dictionary=small.small(unit=unit)))
    said = " ".join(texts(section(made, "What is promised")))
    assert "Why 5: the dictionary gives no reason" in said and "5, told apart by the column id" in said
    with_reason = small.small(unit=unit | {"reason": {"en": "Nobody moves more than four times a year."}})
    assert with_reason.meaning_hash == small.small(unit=unit).meaning_hash
    said = " ".join(texts(section(pack(small.plan(PLAIN, dictionary=with_reason)), "What is promised")))
    assert "Why 5: Nobody moves more than four times a year." in said
    assert "1. Every record" in " ".join(texts(section(pack(small.plan(PLAIN)), "What is promised")))


def test_what_the_loss_means_in_words() -> None:
    said = " ".join(texts(section(pack(small.plan(PLAIN, loss={"epsilon": "1"})), "What is promised")))
    assert "by at most 2.72 (epsilon 1)" in said and "right at most 73.2 times in 100" in said
    assert math.exp(1) < 2.72 and 100 / (1 + math.exp(-1)) < 73.2


@pytest.mark.parametrize(("epsilon", "words"), [("10", "right at most 99.996 times"), ("20", "right nearly always")])
def test_a_guess_that_may_fail_is_never_called_right_every_time(epsilon: str, words: str) -> None:
    said = " ".join(texts(section(pack(small.plan(PLAIN, loss={"epsilon": epsilon})), "What is promised")))
    assert words in said and "100 times" not in said


def test_all_that_was_spent_on_these_people(tmp_path: Path) -> None:
    plan = small.plan(PLAIN)
    name, other = plan.dictionary.dataset_id, small.small(dataset_id="other")
    with Ledger.open(tmp_path / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        assert "no account" in " ".join(texts(section(pack(plan, ledger), "What is spent")))
        for one in (plan, small.plan(PLAIN, dictionary=other)):
            ledger.ensure_account(terms_of(one))
            for number in range(2):
                request = Request(
                    one.dictionary.dataset_id, f"{number}" * 64, one.dictionary.dataset_id[0] * 64, PureDP("2"), b"{}",
                    b"{}", title=f"Release {number}",
                )  # fmt: skip
                held = ledger.reserve(request)
                assert isinstance(held, Reservation)
                held.mark_draw()
                held.seal(b"noise")
                if number:
                    held.abandon()  # its process ended: spent for good
                else:
                    ledger.withdraw(held.commit("hash", PureDP("2"), b"summary").release_id, "a mistake")
        sent = {"office": "Census Office", "role": "Analyst", "note": "for the yearbook", "figures": plan.figures}
        ledger.submit(name, plan.meaning, b"{}", b"{}", **sent)
        ledger.approve(
            name, plan.meaning, number="7", expires=date(2999, 1, 1), office="Board", role="Chair", conditions="once",
            figures=plan.figures,
        )  # fmt: skip
        made = pack(plan, ledger, office="Census Office", role="Analyst", date="2026-03-01", note="for the yearbook")
    pieces = section(made, "What is spent")
    history = grid(pieces, f"The account of {name}, from its opening")
    assert [row[1:] for row in history.rows] == [
        ("account opened", "cap epsilon 10", ""),
        ("release, withdrawn", "Release 0", "epsilon 2"),
        ("unfinished release, spent", "Release 1", "epsilon 2"),
    ]
    assert dict(grid(pieces, "Budget").rows) == {  # type: ignore[arg-type]  # rows of two
        "Cap of the account": "epsilon 10", "Spent in all": "epsilon 4", "Left now": "epsilon 6",
        "This release": "epsilon 1", "Left afterwards": "epsilon 5",
    }  # fmt: skip
    assert next(row for row in grid(pieces, "Account").rows)[0::2] == ("other", "epsilon 4")
    front = dict(pair for piece in made.front if isinstance(piece, Facts) for pair in piece.pairs)
    assert front["Submitted"] == "2026-03-01, by Analyst, Census Office" and front["Note"] == "for the yearbook"
    assert front["Standing"].startswith("Approved: approval 7") and "once" in front["Standing"]
    assert front["Meaning"] == plan.meaning and front["Left afterwards"] == "epsilon 5"


def test_a_budget_that_does_not_suffice_is_said() -> None:
    made = pack(small.plan(PLAIN, loss={"epsilon": "11"}))
    assert "would be refused" in " ".join(texts(section(made, "What is spent")))
    assert "the budget does not suffice" in list(texts(made.front))


def test_alternatives() -> None:
    pieces = section(pack(small.plan(PLAIN, loss={"epsilon": "1/10"})), "Alternatives")
    losses = grid(pieces, "Half and double the loss")
    assert losses.heads[1:] == ("epsilon 0.05", "epsilon 0.1 (as asked)", "epsilon 0.2")
    half, asked, double = (float(text.split("\n")[0].replace(",", "")) for text in losses.rows[0][1:])
    assert half == pytest.approx(2 * asked, rel=0.02) and asked == pytest.approx(2 * double, rel=0.02)
    methods = grid(pieces, "Method")
    assert len(methods.rows) > 3 and len(methods.strong) == 1
    assert [row[0] for row in methods.rows] == list(dict.fromkeys(row[0] for row in methods.rows))


def test_notes_targets_and_planning_figures_are_read_before_they_are_printed() -> None:
    more = {
        "notes": [{"text": {"en": "Colours as reported."}, "table": "people"}, {"text": {"en": "All of it."}}],
        "targets": [{"table": "people", "margin": "1000"}],
        "reference": {"source": {"en": "Yearbook 2019"}, "total": 1000},
    }
    pieces = section(pack(small.plan(PLAIN, **more)), "The tables")
    assert grid(pieces, "Note to").rows == (("people", "Colours as reported."), ("the release", "All of it."))
    assert "met" in grid(pieces, "Target, and what it comes to").rows[0][1]
    assert "Yearbook 2019" in " ".join(texts(pieces))


def test_without_a_ledger_the_pack_says_so() -> None:
    made = pack(small.plan(PLAIN))
    assert "No ledger was at hand" in " ".join(texts(section(made, "What is spent")))
    assert "none was at hand" in list(texts(made.front))
    said = dict(pair for piece in made.front if isinstance(piece, Facts) for pair in piece.pairs)
    assert said["Spent before"].startswith("not known") and "if nothing was spent" in said["Left afterwards"]
