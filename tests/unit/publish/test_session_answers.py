"""A session's answers as notes and as files, from an open session and from the ledger alike."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from small import dictionary_json, small

from dpdesk.ledger.sessions import StoredExchange
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.publish.tables.session_answers import LONGEST, ONE_EACH, column_lines, session_notes, transcript_csv
from dpdesk.release.sessions.asking import Exchange
from dpdesk.release.sessions.words import answer_json
from dpdesk.schema.dictionary import Dictionary
from dpdesk.sequential.mechanism import Answer, Reply

SUM = {"epsilon": "10", "delta": "1/1000", "rule": "sum"}


def session(method: dict[str, Any], *variables: str, dictionary: Dictionary | None = None, **more: Any) -> SessionPlan:
    tree = {
        "format": "dpdesk-session", "version": 1, "title": {"en": "What we asked", "de": "Unsere Fragen"},
        "dictionary": {"path": "small.dictionary.json"}, "loss": {"epsilon": "1"},
        "variables": list(variables), "method": method, **more,
    }  # fmt: skip
    return SessionPlan.from_json(tree, dictionary or small(budget_cap=SUM))


def asked(plan: SessionPlan, *pairs: tuple[str, Reply]) -> list[Exchange]:
    return [Exchange(n, plan.question(text), reply, "") for n, (text, reply) in enumerate(pairs, 1)]


def kept(exchanges: list[Exchange]) -> list[StoredExchange]:
    """The same as the ledger keeps them."""
    return [
        StoredExchange(
            one.number,
            one.question.to_json() if one.question else {},
            answer_json(one.reply, one.told),
            1,
            "2025-01-31",
        )
        for one in exchanges
    ]


def rows(text: str) -> list[dict[str, str]]:
    assert text.endswith("\r\n")
    return list(csv.DictReader(io.StringIO(text, newline="")))


COUNTS = session({"name": "noisy-counts", "questions": 3}, "sex", "age")
TOLD = asked(
    COUNTS,
    ("everyone", Reply(Answer.COUNT, 1234)),
    ("sex=f; age<=4", Reply(Answer.COUNT, -3)),
    ("age=3,5", Reply(Answer.COUNT, Fraction(5, 2))),
)


def test_counts_as_notes_and_file() -> None:
    about, *answers = session_notes(COUNTS, TOLD)
    assert about == (
        "Session “What we asked”: 3 questions were asked one at a time and answered with noise, at a cost of "
        "epsilon 1. With 95 % certainty no answer is off by more than ± 12."
    )
    assert answers == ["Everyone: about 1,234.", "Sex: F; Age: 0 and under to 4: about -3.", "Age: 3, 5: about 2.5."]
    found = rows(transcript_csv(COUNTS, TOLD))
    assert [(row["number"], row["question"], row["answer"], row["value"]) for row in found] == [
        ("1", "everyone", "count", "1234"),
        ("2", "sex=f; age<=4", "count", "-3"),
        ("3", "age=3,5", "count", "2.5"),
    ]
    assert {row["off_by_at_most"] for row in found} == {"12"}


@pytest.mark.parametrize("language", ["en", "de", "de-AT", "fr"])
def test_open_and_stored_sessions_give_the_same(language: str) -> None:
    assert session_notes(COUNTS, kept(TOLD), language) == session_notes(COUNTS, TOLD, language)
    assert transcript_csv(COUNTS, kept(TOLD), language) == transcript_csv(COUNTS, TOLD, language)


def test_notes_in_german() -> None:
    about, first, *_ = session_notes(COUNTS, TOLD, "de")
    assert about.startswith("Sitzung „Unsere Fragen“: 3 Fragen wurden einzeln gestellt")
    assert about.endswith("Mit 95 % Sicherheit ist keine Antwort um mehr als ± 12 falsch.")
    assert first == "Alle: etwa 1.234."


@pytest.mark.parametrize(
    ("method", "question", "reply", "english", "german"),
    [
        ("sparse", "sex=f", Reply(Answer.ABOVE, 120), "Sex: F: at least 100, about 120.", "mindestens 100, etwa 120"),
        ("sparse", "sex=f", Reply(Answer.ABOVE), "Sex: F: at least 100.", "mindestens 100."),
        ("sparse", "sex=f", Reply(Answer.BELOW), "Sex: F: below 100.", "unter 100."),
        ("median", "4", Reply(Answer.LEFT, 7), "Age at or below 4: the median lies here or below.", "liegt hier oder"),
        ("median", "4", Reply(Answer.RIGHT, -7), "Age at or below 4: the median lies above.", "liegt darüber"),
        ("between", "sex=f", Reply(Answer.BETWEEN), "Sex: F: between 100 and 2,000.", "zwischen 100 und 2.000"),
    ],
)
def test_every_answer_has_its_words(method: str, question: str, reply: Reply, english: str, german: str) -> None:
    plan = {
        "sparse": lambda: session({"name": "sparse-vector", "threshold": 100, "hits": 2, "values": "show"}, "sex"),
        "median": lambda: session({"name": "median"}, "age"),
        "between": lambda: session(
            {"name": "between-thresholds", "lower": 100, "upper": 2000},
            "sex",
            loss={"epsilon": "1/2", "delta": "1e-7"},
        ),
    }[method]()
    exchanges = asked(plan, (question, reply))
    assert session_notes(plan, exchanges)[1] == english
    assert german in session_notes(plan, exchanges, "de")[1]
    assert session_notes(plan, exchanges)[0].count("With 95 % certainty") == 1


def test_many_answers_share_notes() -> None:
    plan = session({"name": "noisy-counts", "questions": 1000}, "sex", "age")
    few, many = (asked(plan, *[("sex=f; age=3", Reply(Answer.COUNT, 7))] * count) for count in (ONE_EACH, ONE_EACH + 1))
    assert len(session_notes(plan, few)) == 1 + ONE_EACH
    joined = session_notes(plan, many)
    assert len(joined) < 10 and max(map(len, joined)) <= LONGEST
    assert sum(note.count("about 7.") for note in joined) == ONE_EACH + 1


def test_texts_are_never_formulas() -> None:
    tree = dictionary_json(budget_cap=SUM)
    tree["variables"][0]["codes"] = [{"code": "=1", "label": {"en": "=cmd()"}}, {"code": "b"}]
    tree["variables"][0]["otherwise"] = {"code": "b"}
    tree["variables"][0]["label"] = {"en": "@sex"}
    plan = session({"name": "noisy-counts", "questions": 3}, "sex", dictionary=Dictionary.from_json(tree))
    text = transcript_csv(plan, asked(plan, ('sex="=1"', Reply(Answer.COUNT, 5))))
    (row,) = rows(text)
    assert row["label"].startswith("'@sex")
    assert not any(field.startswith(("=", "+", "@")) for field in row.values())


def test_a_randomised_column_is_estimated_and_written_out() -> None:
    plan = session({"name": "randomized-response", "size": 100}, "sex", "state")  # a state may be nowhere
    told = (30, 20, 20, 10, 20)
    exchanges = [Exchange(1, None, None, "The randomised column of sex, state is drawn.", told)]
    for same in (exchanges, kept(exchanges)):
        found = rows(transcript_csv(plan, same))
        assert [row["told"] for row in found] == list(map(str, told))
        column = plan.mechanism()
        wanted = column.estimates(np.array(told))
        for row, estimate in zip(found[:4], wanted, strict=True):
            assert abs(float(row["estimate"]) - estimate) < 1e-9 and float(row["standard_error"]) > 0
        assert found[4]["sex_label"] == "in no cell" and found[4]["estimate"] == ""
        notes = session_notes(plan, same)
        assert len(notes) == 5 and notes[1].startswith("Sex: F; State: ON: about ") and "standard error" in notes[1]
    lines = b"".join(column_lines(plan, told)).decode().split("\r\n")
    assert lines[0] == "sex,state" and len(lines) == 1 + 100 + 1
    assert lines[1:31] == ["f,on"] * 30 and lines[31:51] == ["f,off"] * 20 and lines[81:101] == [","] * 20


def test_a_session_without_an_answer_has_one_note() -> None:
    (only,) = session_notes(COUNTS, [])
    assert "0 questions were asked" in only
    assert transcript_csv(COUNTS, []) == "number,question,label,answer,value,off_by_at_most\r\n"
