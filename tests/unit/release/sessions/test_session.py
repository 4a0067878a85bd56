"""A session from the file to its last answer: what is counted, in which order, and what nobody gets to see.

Where answers must be exact the loss is 5,000 a question or more: noise then differs from 0 with a probability below
e^-1000. Where noise must hide a figure its scale is 10^9 or more, so that it shows one by chance below 1e-8.
"""

from __future__ import annotations

import copy
import json
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import canary
import pytest
from town import Person, Town, people, write_people

from dpdesk.errors import BadInput, Cancelled, DpdeskError, Refused
from dpdesk.ledger import events
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.sessions import SessionRecord
from dpdesk.planning.sessions.plan import Question, SessionPlan
from dpdesk.problems.problem import problem
from dpdesk.progress import Stage
from dpdesk.release.rehearsal import rehearse_session
from dpdesk.release.sessions import asking as session_asking
from dpdesk.release.sessions.session import Exchange, Session, open_session
from dpdesk.release.sessions.words import reply_of
from dpdesk.schema.dictionary import Dictionary
from dpdesk.sequential import mechanism
from dpdesk.sequential.mechanism import Answer, Reply

CAP = {"epsilon": "10000000", "delta": "1/2", "rule": "sum"}
SURE = {"epsilon": "100000"}
COUNTS = {"name": "noisy-counts", "questions": 20}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Town:
    return Town(tmp_path_factory.mktemp("town"), budget_cap=CAP)


def session(
    here: Town, method: dict[str, Any], *variables: str, loss: dict[str, str] | None = None, **more: Any
) -> SessionPlan:
    tree = {
        "format": "dpdesk-session", "version": 1, "title": {"en": "Questions", "de": "Fragen"},
        "dictionary": {"path": "town.dictionary.json"}, "loss": loss or SURE,
        "variables": list(variables or ("sex", "region")), "method": method, **more,
    }  # fmt: skip
    return SessionPlan.from_json(tree, Dictionary.load(here.dictionary))


def count(condition: Callable[[Person], bool]) -> int:
    return sum(condition(one) for one in people())


def values(exchanges: tuple[Exchange, ...]) -> list[Any]:
    return [exchange.reply.value for exchange in exchanges if exchange.reply is not None]


# What is counted ----------------------------------------------------------------------------------------------------


def test_a_question_counts_its_codes(here: Town, ledger: Ledger) -> None:
    plan = session(here, COUNTS, "sex", "region", "age", "ages")
    with open_session(plan, here.data, ledger) as asking:
        asked: list[tuple[Any, int]] = [
            ("sex=f", count(lambda p: p["sex"] == "f" and p["region"] != "abroad")),
            ("region=n,w; sex=m", count(lambda p: p["sex"] == "m" and p["region"] in "nw")),
            ("age<=3", count(lambda p: int(p["age"]) <= 3 and p["region"] != "abroad")),
            ("age=2..8; ages=5-9", count(lambda p: 5 <= int(p["age"]) <= 8 and p["region"] != "abroad")),
            ({"age": {"from": "7"}, "sex": ["f"]}, count(
                lambda p: int(p["age"]) >= 7 and p["sex"] == "f" and p["region"] != "abroad")),
            ("everyone", count(lambda p: p["region"] != "abroad")),
        ]  # fmt: skip
        assert [asking.ask(question).reply for question, _ in asked] == [
            Reply(Answer.COUNT, number) for _, number in asked
        ]
        assert asking.questions_left == 14
        assert asking.left == "14 questions may still be asked."


def test_every_cell_is_asked_in_order_until_the_end(here: Town, ledger: Ledger) -> None:
    plan = session(here, {"name": "noisy-counts", "questions": 70}, "sex", "region", "age")
    with open_session(plan, here.data, ledger) as asking:
        told: list[str] = []
        got = asking.ask_each(["region", "age"], lambda stage, _=None: told.append(stage))
        cells = [(one["region"], one["age"]) for one in people()]
        assert values(got) == [cells.count((r, str(a))) for r in "nesw" for a in range(10)]
        assert [one.number for one in got] == list(range(1, 41))
        assert told[:2] == ["region=n; age=0", "region=n; age=1"]
        assert len(asking.ask_each(["sex", "region", "age"])) == 30
        assert asking.finished
        assert asking.left == "The session is finished and answers no further question."
        with pytest.raises(Refused, match="finished"):
            asking.ask("sex=f")
    (kept,) = ledger.sessions()
    assert len(kept.transcript) == 70
    assert kept.reason == session_asking.FINISHED


def test_a_series_may_be_stopped_and_keeps_what_was_answered(here: Town, ledger: Ledger) -> None:
    plan = session(here, {"name": "noisy-counts", "questions": 100}, "sex", "region", "age")
    with open_session(plan, here.data, ledger) as asking:

        def stop(stage: str, fraction: float | None = None) -> None:
            if stage == "region=w; age=5":
                raise Cancelled

        with pytest.raises(Cancelled):
            asking.ask_each(["region", "age"], stop)
        assert len(asking.transcript) == len(ledger.sessions()[0].transcript) == 35
        assert asking.questions_left == 65
        asking.ask("sex=m")


def test_a_unit_of_several_rows_is_cut_and_its_noise_is_wider(tmp_path: Path, ledger: Ledger) -> None:
    unit = {"kind": "id", "column": "person", "max_rows": 2, "describes": "person", "label": {"en": "p"},
            "rows_without_id": "refuse"}  # fmt: skip
    place = Town(tmp_path / "ids", rows=1, budget_cap=CAP, unit=unit)
    rows = [f"{one['sex']},n,{i // 3}" for i, one in enumerate(people(300))]
    place.data.write_text("\n".join(["sex,region,person", *rows]) + "\n", encoding="utf-8")
    plan = session(place, COUNTS)
    with open_session(plan, place.data, ledger) as asking:
        assert asking.ask("everyone").reply == Reply(Answer.COUNT, 200)
    terms = json.loads(ledger.sessions()[0].terms_json)
    assert terms["method"]["rows_per_unit"] == 2
    assert terms["method"]["noise_scale"] == "1/2500"  # 20 questions, 2 rows


# The methods --------------------------------------------------------------------------------------------------------


def test_above_threshold_ends_at_the_first_hit(here: Town, ledger: Ledger) -> None:
    by_region = {r: count(lambda p, r=r: p["region"] == r) for r in "nesw"}  # type: ignore[misc]
    limit = sorted(by_region.values())[-2] - 1
    first = next(i for i, r in enumerate("nesw") if by_region[r] > limit)
    with open_session(session(here, {"name": "above-threshold", "threshold": limit}), here.data, ledger) as asking:
        assert asking.left.startswith("Any number of questions may still be asked, until ")
        assert asking.left.endswith('the answer "above" was given once more.')
        got = asking.ask_each(["region"])
        assert [one.reply.answer for one in got if one.reply] == [Answer.BELOW] * first + [Answer.ABOVE]
        assert asking.finished
    assert f"above {limit:,} by the noisy comparison" in got[-1].sentence


def test_sparse_vector_shows_values_and_says_how_many_hits_are_left(here: Town, ledger: Ledger) -> None:
    method = {"name": "sparse-vector", "threshold": 10, "hits": 3, "values": "show"}
    with open_session(session(here, method), here.data, ledger) as asking:
        asking.ask("sex=f")
        assert asking.hits_left == 2
        assert asking.left.endswith('until the answer "above" was given 2 times more.')
        got = asking.ask("region=n")
        assert got.reply == Reply(Answer.ABOVE, count(lambda p: p["region"] == "n"))
    stored = ledger.sessions()[0].transcript
    assert [reply_of(one.answer) for one in stored][1] == got.reply
    assert stored[1].answer["sentence"] == got.sentence


@pytest.mark.parametrize("neighbours", ["add_remove", "replace_one"])
@pytest.mark.parametrize("size", [None, 1980])
def test_the_median_is_found_by_questions_of_its_own(tmp_path: Path, neighbours: str, size: int | None) -> None:
    place = Town(tmp_path, budget_cap=CAP, neighbours=neighbours)
    method = {"name": "median"} if size is None else {"name": "median", "size": size}
    below = [count(lambda p, a=a: int(p["age"]) <= a) for a in range(10)]  # type: ignore[misc]
    half = (size or 2000) / 2
    with Ledger.open(tmp_path / "l.sqlite", create=True) as ledger:
        with open_session(session(place, method, "age"), place.data, ledger) as asking:
            assert asking.median is None
            with pytest.raises(BadInput, match="asks its own questions"):
                asking.ask("age<=0")
            while asking.next_question is not None:
                following = asking.next_question
                assert asking.ask().question == following
            assert asking.median == str(next(a for a in range(10) if below[a] >= half))
            with pytest.raises(Refused):
                asking.ask()
        assert 3 <= len(ledger.sessions()[0].transcript) <= 4
        assert "the median lies" in ledger.sessions()[0].transcript[0].answer["sentence"]


def test_interior_point(here: Town, ledger: Ledger) -> None:
    method = {"name": "interior-point", "size": 2000, "questions": 10}
    plan = session(here, method, "age", loss={"epsilon": "9/10", "delta": "1/1000"})
    with open_session(plan, here.data, ledger) as asking:
        answers = [one.reply.answer for one in asking.ask_each(["age"]) if one.reply]
    assert answers == sorted(answers)  # left, left, …, right
    assert {"left", "right"} >= set(answers)


def test_a_randomised_column_is_drawn_whole_and_once(tmp_path: Path) -> None:
    place = Town(tmp_path, budget_cap=CAP, neighbours="replace_one")
    plan = session(place, {"name": "randomized-response"}, "sex", "region", loss={"epsilon": "1"})
    with Ledger.open(tmp_path / "l.sqlite", create=True) as ledger:
        with open_session(plan, place.data, ledger) as asking:
            with pytest.raises(BadInput, match="without a question"):
                asking.ask("sex=f")
            got = asking.ask()
            assert (got.question, got.reply, sum(got.told), len(got.told)) == (None, None, 2000, 9)
            assert asking.finished
        (kept,) = ledger.sessions()
        assert kept.transcript[0].answer["told"] == list(got.told)
        assert reply_of(kept.transcript[0].answer) is None


# The order ----------------------------------------------------------------------------------------------------------


def test_nothing_is_drawn_before_the_opening_nor_seen_before_it_is_stored(
    here: Town, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds: list[list[str]] = []
    real = mechanism.discrete_laplace

    def watched(*arguments: Any) -> Any:
        with Ledger.open(ledger.path) as other:  # what is on the disk at this moment
            kinds.append([entry.kind for entry in other.entries()])
        return real(*arguments)

    monkeypatch.setattr(mechanism, "discrete_laplace", watched)
    stages: list[str] = []
    with open_session(
        session(here, {"name": "above-threshold", "threshold": 10**6}), here.data, ledger,
        progress=lambda stage, _=None: stages.append(stage),
    ) as asking:  # fmt: skip
        assert kinds == []
        assert stages[-1] == Stage.OPEN
        asking.ask("sex=f")
        assert kinds
        assert all(kind[-1] == events.SESSION_OPENED for kind in kinds)
        with Ledger.open(ledger.path) as other:
            assert other.entries()[-1].kind == events.SESSION_ANSWERED
    assert stages[-1] == Stage.OPEN


@pytest.mark.parametrize("stage", [Stage.CHECK, Stage.ASK, Stage.COUNT, Stage.OPEN])
def test_an_opening_that_is_stopped_spends_nothing(here: Town, ledger: Ledger, stage: str) -> None:
    def stop(at: str, fraction: float | None = None) -> None:
        if at == stage:
            raise Cancelled

    with pytest.raises(Cancelled):
        open_session(session(here, COUNTS), here.data, ledger, progress=stop)
    assert events.SESSION_OPENED not in [entry.kind for entry in ledger.entries()]
    assert ledger.accounts() == [] or not any(ledger.spent("town").values())


def test_a_file_that_changes_while_it_is_read_spends_nothing(tmp_path: Path) -> None:
    place = Town(tmp_path, rows=50, budget_cap=CAP)

    def change(at: str, fraction: float | None = None) -> None:
        if at == "counting":
            write_people(place.data, list(people(51)))

    with Ledger.open(tmp_path / "l.sqlite", create=True) as ledger:
        with pytest.raises(Refused, match="changed while it was read"):
            open_session(session(place, COUNTS), place.data, ledger, progress=change)
        assert not any(ledger.spent("town").values())


def test_changed_data_are_refused_before_they_are_counted(tmp_path: Path) -> None:
    place = Town(tmp_path, rows=50, budget_cap=CAP)
    with Ledger.open(tmp_path / "l.sqlite", create=True) as ledger:
        open_session(session(place, COUNTS), place.data, ledger).close()
        write_people(place.data, list(people(51)))
        stages: list[str] = []
        with pytest.raises(Refused) as caught:
            open_session(
                session(place, COUNTS), place.data, ledger, progress=lambda stage, _=None: stages.append(stage)
            )
        assert caught.value.cause == "changed data"
        assert "counting" not in stages
        open_session(session(place, COUNTS), place.data, ledger, accept_changed="one more came").close()
        assert [entry.kind for entry in ledger.entries()][-3:-1] == [events.DATA_ACCEPTED, events.SESSION_OPENED]


def test_a_budget_spent_by_others_while_the_file_is_counted_is_noticed(tmp_path: Path) -> None:
    place = Town(tmp_path, rows=50, budget_cap={"epsilon": "1"})
    plan = session(place, COUNTS, loss={"epsilon": "1"})
    with Ledger.open(tmp_path / "l.sqlite", create=True) as ledger:

        def other(at: str, fraction: float | None = None) -> None:
            if at == Stage.OPEN:
                open_session(plan, place.data, ledger).close()

        with pytest.raises(Refused, match="does not suffice"):
            open_session(plan, place.data, ledger, progress=other)
        assert len(ledger.sessions()) == 1


def test_what_cannot_be_opened_is_refused_before_the_file_is_read(tmp_path: Path) -> None:
    place = Town(tmp_path, rows=50, budget_cap=CAP)
    method = {"name": "interior-point", "size": 40, "questions": 10}
    plan = session(place, method, "age", loss={"epsilon": "9/10", "delta": "1/1000"})
    with Ledger.open(tmp_path / "l.sqlite", create=True) as ledger:
        with pytest.raises(DpdeskError, match="items"):
            open_session(plan, place.folder / "no such file.csv", ledger)
        with pytest.raises(BadInput, match="column 'sex'"):
            (place.folder / "other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
            open_session(session(place, COUNTS), place.folder / "other.csv", ledger)
        assert ledger.accounts() == []


def test_a_mistaken_question_uses_nothing_up(here: Town, ledger: Ledger) -> None:
    with open_session(session(here, COUNTS), here.data, ledger) as asking:
        for wrong in ("sex=x", "planet=mars", "sex", {"sex": []}, None):
            with pytest.raises(BadInput):
                asking.ask(wrong)  # type: ignore[arg-type]
        assert asking.questions_left == 20


def test_a_question_of_another_session_is_read_again(here: Town, ledger: Ledger) -> None:
    """A wrong control: cells named twice would count people twice, more than the noise is made for."""
    plan = session(here, COUNTS)
    true = plan.question("sex=f")
    doubled = Question(true.text, true.conditions, (true.indices[0].repeat(5), true.indices[1]), None)
    with open_session(plan, here.data, ledger) as asking:
        assert asking.ask(doubled).reply == asking.ask("sex=f").reply
        with pytest.raises(BadInput, match="does not ask about"):
            asking.ask(session(here, COUNTS, "age").question("age<=3"))


# Trouble ------------------------------------------------------------------------------------------------------------


def test_an_answer_that_cannot_be_stored_is_shown_when_it_is(
    here: Town, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_session(session(here, COUNTS), here.data, ledger) as asking:
        asking.ask("sex=f")

        def busy(*_: object) -> None:
            raise DpdeskError(problem("ledger.in_use", path="l.sqlite"))

        monkeypatch.setattr(SessionRecord, "answered_all", busy)
        for _ in range(3):
            with pytest.raises(DpdeskError, match="in use"):
                asking.ask("sex=m")
        assert [one.number for one in asking.transcript] == [1]
        monkeypatch.undo()
        assert asking.ask("sex=m").number == 2  # the answer that waited
        assert asking.questions_left == 18
        monkeypatch.setattr(SessionRecord, "answered_all", busy)
        with pytest.raises(DpdeskError):
            asking.ask("region=n")
        monkeypatch.undo()
        assert asking.ask("region=e").number == 4
    assert [one.question for one in ledger.sessions()[0].transcript] == [
        {"sex": ["f"]}, {"sex": ["m"]}, {"region": ["n"]}, {"region": ["e"]},
    ]  # fmt: skip


def test_an_error_in_a_mechanism_names_no_count(here: Town, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    from dpdesk.sequential.noisy_counts import NoisyCounts

    def quoting(self: NoisyCounts, exact_count: int) -> Reply:
        raise ValueError(f"cannot work with {exact_count}")

    monkeypatch.setattr(NoisyCounts, "_answer", quoting)
    with open_session(session(here, COUNTS), here.data, ledger) as asking:
        with pytest.raises(DpdeskError, match="error in dpdesk") as caught:
            asking.ask("sex=f")
        assert caught.value.__suppress_context__
        assert str(count(lambda p: p["sex"] == "f")) not in str(caught.value)


def test_threads_take_turns(here: Town, ledger: Ledger) -> None:
    plan = session(here, {"name": "noisy-counts", "questions": 30})
    with open_session(plan, here.data, ledger) as asking:
        got: list[Exchange] = []
        refused: list[str] = []

        def work() -> None:
            for _ in range(6):
                try:
                    got.append(asking.ask("sex=f"))
                except Refused as caught:
                    refused.append(str(caught))

        threads = [threading.Thread(target=work) for _ in range(6)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert sorted(one.number for one in got) == list(range(1, 31))
        assert len(refused) == 6
    assert len(ledger.sessions()[0].transcript) == 30
    ledger.verify()


def test_a_session_and_a_release_at_the_same_time(here: Town, ledger: Ledger) -> None:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.release.run import ReleaseRequest, release

    released = Plan.load(here.plan("beside", loss={"epsilon": "1"}))
    with open_session(session(here, COUNTS), here.data, ledger) as first:
        first.ask("sex=f")
        release(ReleaseRequest(released, here.data), ledger)
        with open_session(session(here, COUNTS), here.data, ledger) as second:
            second.ask("sex=f")
            first.ask("sex=m")
    assert ledger.spent("town")["epsilon"] == 200001
    assert [len(one.transcript) for one in ledger.sessions()] == [2, 1]
    ledger.verify()


# No secret ----------------------------------------------------------------------------------------------------------


def test_counts_and_noise_are_shown_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """7919 women, and noise that is noted as it is drawn: neither is in a file, a repr or a pickle."""
    place = Town(tmp_path / "town", rows=1, budget_cap=CAP)
    woman = next(one for one in people() if one["region"] == "n") | {"sex": "f"}
    write_people(place.data, [woman] * 7919)
    drawn: list[int] = []
    real = mechanism.discrete_laplace

    def noted(*arguments: Any) -> Any:
        noise = real(*arguments)
        drawn.extend(int(one) for one in noise)
        return noise

    monkeypatch.setattr(mechanism, "discrete_laplace", noted)
    plan = session(place, {"name": "sparse-vector", "threshold": 5000, "hits": 50, "values": "hide"},
                   loss={"epsilon": "1e-12"})  # fmt: skip
    folder = tmp_path / "out"
    folder.mkdir()
    with Ledger.open(folder / "ledger.sqlite", create=True) as ledger:
        asking = open_session(plan, place.data, ledger)
        said = [repr(asking), str(asking), f"{asking}"]
        for _ in range(10):
            said.append(repr(asking.ask("sex=f")))
        said += [repr(asking), repr(asking.transcript), asking.left, repr(asking._run), repr(asking._counts)]
        for taken in (pickle.dumps, copy.copy, copy.deepcopy):
            for secret in (asking, asking._counts, asking._run):
                with pytest.raises(TypeError):
                    taken(secret)
        with pytest.raises(TypeError):
            vars(asking)
        found = [("said", "\n".join(said).encode()), *canary.left_in(folder)]
        assert len(drawn) >= 11
        assert canary.leaks(found, [7919, *drawn], []) == []
        asking.close()
        assert asking._counts is None
        assert canary.leaks(canary.left_in(folder), [7919, *drawn], []) == []
        # a wrong control: what is looked for is found where it is
        (folder / "leak").write_text(json.dumps({"threshold": drawn[0]}), encoding="utf-8")
        assert canary.leaks(canary.left_in(folder), [drawn[0]], []) != []


def test_a_rehearsal_keeps_nothing(here: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def untouched(*_: object, **__: object) -> None:
        raise AssertionError("a rehearsal came near a ledger")

    monkeypatch.setattr(Ledger, "open", untouched)
    stages: list[str] = []
    asking = rehearse_session(session(here, COUNTS), progress=lambda stage, _=None: stages.append(stage))
    assert isinstance(asking, Session)
    assert (asking.entry, asking.charge, asking.id[:10]) == (0, {}, "rehearsal-")
    assert stages[-1] == Stage.OPEN
    assert len(asking.ask_each(["sex"])) == 2
    asking.close()
    with pytest.raises(Refused):
        asking.ask("sex=f")
