"""The session file and the questions people type: what is read, what is refused, and what every spelling means."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import dictionary_json, small

from dpdesk.errors import BadInput
from dpdesk.planning.sessions.plan import ALONG, APPROXIMATE, Question, SessionPlan, method_class
from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

METHODS: dict[str, dict[str, Any]] = {
    "noisy-counts": {"questions": 5},
    "above-threshold": {"threshold": 100},
    "sparse-vector": {"threshold": 100, "hits": 3, "values": "show"},
    "between-thresholds": {"lower": 100, "upper": 2000},
    "interior-point": {"size": 10_000, "questions": 10},
    "adaptive-thresholds": {"size": 10**7, "questions": 10, "accuracy": "1/10"},
    "median": {"size": 1000},
    "randomized-response": {"size": 1000},
}
SUM = {"epsilon": "10", "delta": "1/1000", "rule": "sum"}


def dictionary(**more: Any) -> Dictionary:
    return small(budget_cap=SUM, **more)


def tree(method: str | dict[str, Any] = "noisy-counts", *variables: str, **more: Any) -> dict[str, Any]:
    name = method if isinstance(method, str) else str(method["name"])
    own = {"name": name, **METHODS[name]} if isinstance(method, str) else method
    loss = {"epsilon": "1/2", "delta": "1e-7"} if name in APPROXIMATE else {"epsilon": "1/2"}
    default = ("age",) if name in ALONG else ("sex", "area")
    return {
        "format": "dpdesk-session",
        "version": 1,
        "title": {"en": "Questions"},
        "dictionary": {"path": "small.dictionary.json"},
        "loss": loss,
        "variables": list(variables or default),
        "method": own,
        **more,
    }


def session(method: str | dict[str, Any] = "noisy-counts", *variables: str, **more: Any) -> SessionPlan:
    return SessionPlan.from_json(tree(method, *variables, **more), dictionary())


# The file ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METHODS)
def test_every_method_is_read_and_made(name: str) -> None:
    plan = session(name)
    assert plan.to_json() == tree(name)
    assert SessionPlan.from_json(plan.to_json(), dictionary()).meaning == plan.meaning
    assert isinstance(plan.loss, ApproxDP if name in APPROXIMATE else PureDP)
    counts = {"counts": np.zeros(plan.cells, dtype=np.int64)} if name == "adaptive-thresholds" else {}
    made = method_class(name)(**counts, **plan.arguments())
    assert made.name == name and made.loss == plan.loss and not made.finished


def test_a_file_is_loaded_beside_its_dictionary(tmp_path: Path) -> None:
    (tmp_path / "small.dictionary.json").write_text(json.dumps(dictionary_json()), encoding="utf-8")
    (tmp_path / "q.session.json").write_text(json.dumps(tree()), encoding="utf-8")
    plan = SessionPlan.load(tmp_path / "q.session.json")
    assert plan.variables == ("sex", "area") and plan.failure == Fraction(1, 20)
    assert plan.charge == {"epsilon": Fraction(1, 2)}
    assert plan.neighbours is Neighbours.REPLACE_ONE and plan.rows_per_unit == 1


def test_text_and_meaning_are_hashed_apart() -> None:
    plain = session()
    other = session(title={"en": "Other", "de": "Andere"}, notes=[{"en": "A note"}])
    assert other.meaning == plain.meaning and other.text_hash != plain.text_hash
    named = session(dictionary={"path": "elsewhere.json", "meaning": dictionary().meaning_hash})
    assert named.meaning == plain.meaning  # whether the hash is stated does not change what is meant
    assert session(loss={"epsilon": "0.5"}, failure="0.05").meaning == plain.meaning
    for changed in (
        session(loss={"epsilon": "1"}),
        session(failure="1/10"),
        session("noisy-counts", "sex"),
        session({"name": "noisy-counts", "questions": 6}),
        SessionPlan.from_json(tree(), dictionary(neighbours="add_remove")),
    ):
        assert changed.meaning != plain.meaning


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"colour": 1}, r"colour is a field this version does not know"),
        ({"method": {"name": "noisy-counts", "questions": 5, "hits": 2}}, r"method.*hits is a field"),
        ({"method": {"name": "noisy-counts"}}, r"questions is required"),
        ({"method": {"name": "guessing"}}, r"method must have a name: one of 'noisy-counts'"),
        ({"method": {"name": "noisy-counts", "questions": 0}}, r"questions must be at least 1"),
        ({"loss": {"epsilon": 1}}, r"loss\.epsilon must be a text"),
        ({"loss": {"epsilon": "0"}}, r"epsilon must be above 0"),
        ({"loss": {"rho": "1"}}, r"loss must be \{\"epsilon\"\} alone"),
        ({"loss": {"epsilon": "1", "delta": "1e-6"}}, r"loss must be \{\"epsilon\"\} alone"),
        ({"variables": ["sex", "sex"]}, r"variables\[1\] names 'sex' a second time"),
        ({"variables": ["six"]}, r"variables\[0\] names 'six', which is not in the dictionary"),
        ({"variables": ["pay"]}, r"a quantity without codes"),
        ({"variables": []}, r"variables must not be empty"),
        ({"failure": "0"}, r"failure must be above 0 and below 1"),
        ({"failure": "2"}, r"failure must be above 0 and below 1"),
        ({"dictionary": {"path": "d.json", "meaning": "0" * 64}}, r"has changed since the session was made"),
        ({"title": {}}, r"title must not be empty"),
        ({"version": 2}, r"version must be 1"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        session(**changes)


def test_a_method_is_paid_in_what_it_promises() -> None:
    with pytest.raises(BadInput, match=r'loss must be \{"epsilon", "delta"\}'):
        session("interior-point", loss={"epsilon": "1/2"})
    for cap, adds in (({"epsilon": "10"}, "epsilon"), ({"rho": "10"}, "rho")):
        with pytest.raises(BadInput, match=f"adds up {adds}, and interior-point promises epsilon with delta"):
            SessionPlan.from_json(tree("interior-point"), small(budget_cap=cap))
    plain = SessionPlan.from_json(tree(), small(budget_cap={"rho": "10"}))
    assert plain.charge == {"rho": Fraction(1, 8)}  # pure epsilon at its square over two


def test_along_an_order_there_is_one_ordered_variable() -> None:
    for name in sorted(ALONG):
        assert session(name).cells == 10  # the missing code is not in the order
        with pytest.raises(BadInput, match="'sex' has no order of codes"):
            session(name, "sex")
        with pytest.raises(BadInput, match="must name one variable"):
            session(name, "age", "sex")


def test_thresholds_and_accuracies_make_sense() -> None:
    with pytest.raises(BadInput, match=r"lower must be less than upper"):
        session({"name": "between-thresholds", "lower": 5, "upper": 5})
    for accuracy in ("0", "1"):
        with pytest.raises(BadInput, match="accuracy must be above 0 and below 1"):
            session({"name": "adaptive-thresholds", "size": 100, "questions": 2, "accuracy": accuracy})


def test_a_randomised_column_needs_a_public_number_of_lines() -> None:
    with pytest.raises(BadInput, match="one unit is replaced by another"):
        SessionPlan.from_json(tree("randomized-response"), dictionary(neighbours="add_remove"))
    person = {"kind": "id", "column": "id", "max_rows": 2, "rows_without_id": "drop"}
    label = {"describes": "person", "label": {"en": "one person"}}
    owners = dictionary(unit={**person, **label})
    with pytest.raises(BadInput, match=r"method\.size is needed"):
        SessionPlan.from_json(tree({"name": "randomized-response"}), owners)
    assert SessionPlan.from_json(tree("randomized-response"), owners).arguments()["units"] == 1000
    plain = session("randomized-response")
    assert plain.one_row_each and plain.codes == plain.cells == 12
    outside = session("randomized-response", "sex", "state")  # a state may be nowhere
    assert not outside.one_row_each and (outside.cells, outside.codes) == (4, 5)


def test_unconfirmed_variables_are_refused_when_a_session_is_opened() -> None:
    description = dictionary_json(budget_cap=SUM)
    description["variables"][0]["public"] = {"how": "read_from_data"}
    plan = SessionPlan.from_json(tree(), Dictionary.from_json(description))
    with pytest.raises(BadInput, match="'sex' were read from the data"):
        plan.require_confirmed()
    SessionPlan.from_json(tree("noisy-counts", "area"), Dictionary.from_json(description)).require_confirmed()


@pytest.mark.parametrize("name", ["questions", "median"])
def test_the_sample_sessions_are_sound(name: str) -> None:
    assert SessionPlan.load(resource(f"sample/{name}.session.json")).cells


# Questions -----------------------------------------------------------------------------------------------------------


def cells(plan: SessionPlan, question: Question) -> set[tuple[str, ...]]:
    """The cells a question counts, as codes of the session's variables."""
    pairs = zip(plan.space.variables, question.indices, strict=True)
    own = [[variable.codes[at] for at in kept] for variable, kept in pairs]
    return set(product(*own))


AREAS = ["n1a", "n1b", "n2a", "s1a", "s1b", "ns"]


@pytest.mark.parametrize(
    ("typed", "text", "sexes", "areas", "ages"),
    [
        ("everyone", "everyone", "fm", AREAS, None),
        ("sex=f,m", "everyone", "fm", AREAS, None),
        ("sex=f", "sex=f", "f", AREAS, None),
        (' sex = "f" ; ', "sex=f", "f", AREAS, None),
        ("area=s1b,n1a", "area=n1a,s1b", "fm", ["n1a", "s1b"], None),
        ("region=north", "region=north", "fm", AREAS[:3], None),
        ("county=n1; sex=m", "sex=m; county=n1", "m", AREAS[:2], None),
        ("region=north; area=n2a,s1a", "area=n2a,s1a; region=north", "fm", ["n2a"], None),
        ("age=3", "age=3", "fm", AREAS, "3"),
        ("age=3..5", "age=3..5", "fm", AREAS, "345"),
        ("age=5,4,3", "age=3..5", "fm", AREAS, "345"),
        ("age<=2", "age<=2", "fm", AREAS, "012"),
        ("age<3", "age<=2", "fm", AREAS, "012"),
        ("age=0..2", "age<=2", "fm", AREAS, "012"),
        ("age>=8", "age>=8", "fm", AREAS, "89"),
        ("age>7", "age>=8", "fm", AREAS, "89"),
        ("age<=9", "age<=9", "fm", AREAS, "0123456789"),
        ("age=1,ns", "age=1,ns", "fm", AREAS, ["1", "ns"]),
        ("age=1..3,7", "age=1,2,3,7", "fm", AREAS, "1237"),
        ("ages=0-4; age=3..8", "age=3..8; ages=0-4", "fm", AREAS, "34"),
    ],
)
def test_a_question_counts_what_it_says(
    typed: str, text: str, sexes: str, areas: list[str], ages: str | list[str] | None
) -> None:
    plan = session("noisy-counts", "sex", "area", "age", "ages")
    question = plan.question(typed)
    assert question.text == text
    wanted = ages if ages is not None else [*"0123456789", "ns"]
    assert cells(plan, question) == set(product(sexes, areas, wanted))
    # Every form of it is the same question.
    for form in (question.text, question.to_json(), question, json.loads(json.dumps(question.to_json()))):
        again = plan.question(form)
        assert again == question and hash(again) == hash(question) and cells(plan, again) == cells(plan, question)


def test_a_recode_alone_is_the_domain_itself() -> None:
    plan = session("noisy-counts", "third")
    assert plan.domain.variables == ("third",) and plan.cells == 3
    assert cells(plan, plan.question("third=3-6")) == {("3-6",)}
    assert session("noisy-counts", "parity").domain.variables == ("age",)  # not every age has a parity
    even = session("noisy-counts", "parity")
    assert cells(even, even.question("parity=even")) == {(code,) for code in "02468"}


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "needs something to ask for, for example sex=f"),
        ("sex", "'sex' is not a question; write for example sex=f"),
        ("sex=", "not a question"),
        ("sex=f,", "between commas stands one code"),
        ("sex=x", "'x' is not a code of 'sex'; its codes are f, m"),
        ("six=f", "does not ask about 'six'; it knows sex, area, age, region, county"),
        ("sex<=f", "codes of 'sex' have no order; list them"),
        ("sex=f..m", "codes of 'sex' have no order"),
        ("age=5..3", "runs backwards"),
        ("age=3..ns", "not among the ordered codes of 'age'"),
        ("age<0", "counts nobody"),
        ("age<=ns", "'ns' is not a code of 'age'"),
        ("age<3.5", "3.5 is not a boundary of the bins"),
        ("sex=f; sex=m", "names 'sex' twice"),
        ("area=n1a; region=south", "counts nobody: its conditions on 'region' exclude each other"),
        ('sex="f', "quotation mark without its partner"),
        ("sex=f; ; age=3", "needs something to ask for"),
        ("x" * 100_001, "too long"),
    ],
)
def test_a_mistake_in_a_question_is_told_in_a_sentence(typed: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as problem:
        session("noisy-counts", "sex", "area", "age").question(typed)
    assert str(problem.value).endswith(".") and "\n" not in str(problem.value)


@pytest.mark.parametrize(
    "wrong",
    [["sex"], {"sex": "f"}, {"sex": []}, {"sex": ["f", 1]}, {"age": {"from": 3}}, {"age": {"below": "3"}}, {"age": {}}],
)
def test_a_question_in_a_file_has_its_form(wrong: Any) -> None:
    with pytest.raises(BadInput):
        Question.from_json(wrong, session("noisy-counts", "sex", "age"))


def test_codes_with_signs_of_the_grammar_stand_between_quotation_marks() -> None:
    description = dictionary_json(budget_cap=SUM)
    odd = ["a,b", "1..3", 'say "x"', "p;q=r", "0 to 4", "<5", "31.5", "everyone"]
    description["variables"][0]["codes"] = [{"code": code} for code in odd]
    description["variables"][0]["otherwise"] = "nowhere"
    plan = SessionPlan.from_json(tree("noisy-counts", "sex"), Dictionary.from_json(description))
    for code in odd:
        question = plan.question({"sex": [code]})
        assert cells(plan, plan.question(question.text)) == {(code,)}
    assert plan.question({"sex": ["0 to 4"]}).text == "sex=0 to 4"
    assert plan.question({"sex": ["a,b", "31.5"]}).text == 'sex="a,b",31.5'


def test_along_an_order_a_question_is_one_code() -> None:
    plan = session("interior-point")
    for typed in ("4", "age<=4", "age<5", "age=0..4", " 4 "):
        question = plan.question(typed)
        assert (question.text, question.position, question.to_json()) == ("age<=4", 5, {"age": {"to": "4"}})
        assert question.indices[0].tolist() == [0, 1, 2, 3, 4]
    assert plan.question("0").position == 1 and plan.question("0").text == "age<=0"
    for typed in ("age=4", "age>=4", "age=1..4", "ns", "everyone", "sex=f", "age<=ns", ""):
        with pytest.raises(BadInput):
            plan.question(typed)
    assert [one.position for one in plan.each(["age"])] == list(range(1, 11))


def test_boundaries_of_bins_can_be_named() -> None:
    plan = session("noisy-counts", "weight")
    names = plan.space.asked["weight"].codes
    assert cells(plan, plan.question("weight<100")) == {(code,) for code in names[:2]}
    assert cells(plan, plan.question("weight>=150")) == {(names[3],)}


def test_each_asks_for_every_combination_in_order() -> None:
    plan = session("noisy-counts", "sex", "area", "age")
    asked = [one.text for one in plan.each(["county", "sex"])]
    assert asked[:3] == ["sex=f; county=n1", "sex=m; county=n1", "sex=f; county=n2"] and len(asked) == 8
    for names, says in (
        (["six"], "does not ask about 'six'"),
        (["sex", "sex"], "leave one out"),
        (["area", "county"], "leave one out"),
    ):
        with pytest.raises(BadInput, match=says):
            next(iter(plan.each(names)))


def test_words_are_labels() -> None:
    plan = session("noisy-counts", "sex", "area", "age")
    assert plan.question("everyone").words() == "Everyone" and plan.question("everyone").words("de-AT") == "Alle"
    assert plan.question("age=3..5; sex=f").words() == "Sex: F; Age: 3 to 5"
    assert plan.question("age=3..5").words("de") == "Age: 3 bis 5"
    assert session("median").question("4").words() == "Age at or below 4"
