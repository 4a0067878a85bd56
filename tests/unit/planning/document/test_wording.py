"""Tables in words: what they become in a plan, and what is told of a word that is mistyped."""

from __future__ import annotations

import doctest
from collections.abc import Callable

import pytest
from small import dictionary_json, plan

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.document import wording
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table, new_plan
from dpdesk.schema.dictionary import Dictionary

SMALL = Dictionary.from_json(dictionary_json())


def nested(*names: str) -> dict[str, object]:
    return {"variables": [{"variable": name} for name in names]}


def test_rows_columns_nesting_and_stacking() -> None:
    made = Table.in_words("area , colour by sex + age").to_json(SMALL)
    assert made["stub"] == [nested("area", "colour")] and made["boxhead"] == [nested("sex"), nested("age")]
    assert made["measures"] == [{"kind": "count"}] and made["name"] == "area_colour"
    assert made["title"] == {"en": "Area by colour, sex and age"}
    assert Table("area, colour").by("sex + age") == Table.in_words("area, colour by sex + age")
    assert Table("area").by("sex", "age").to_json(SMALL)["boxhead"] == [nested("sex", "age")]


def test_statistics_in_words_are_those_of_the_methods() -> None:
    said = Table("sex").statistic("count", "percentage column", "median:age", "quantiles age 1/4,3/4", "cdf age")
    made = Table("sex").count().percentage("column").median("age").quantiles("age", "1/4", "3/4").statistic("cdf age")
    assert said.to_json(SMALL) == made.to_json(SMALL)
    assert made.to_json(SMALL)["measures"] == [
        {"kind": "count"}, {"kind": "percentage", "base": "column"}, {"kind": "median", "variable": "age"},
        {"kind": "quantiles", "variable": "age", "at": ["1/4", "3/4"]}, {"kind": "cdf", "variable": "age"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (lambda: Table.in_words("sxe"), "did you mean 'sex'?"),
        (lambda: Table.in_words("sex by colur"), "did you mean 'colour'?"),
        (lambda: Table("sex").median("agee"), "did you mean 'age'?"),
        (lambda: Table("sex").statistic("medan age"), "did you mean 'median'?"),
        (lambda: Table("sex").percentage("rwo"), "did you mean 'row'?"),
        (lambda: Table("sex").statistic("median"), "'median' names no statistic; write"),
        (lambda: Table("sex").statistic("count age"), "'count age' names no statistic; write"),
        (lambda: Table.in_words("sex by age by area"), "names no table"),
        (lambda: Table.in_words(" by "), "names no table"),
        (lambda: Table.in_words("sex by"), "names no table"),
        (lambda: Table.in_words(""), "names no table"),
    ],
)
def test_a_mistyped_word_is_told_with_what_was_meant(table: Callable[[], Table], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        table().to_json(SMALL)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_a_plan_of_tables_has_names_and_titles_of_its_own() -> None:
    described = Dictionary.from_json(dictionary_json(title={"en": "Town", "de": "Stadt"}))
    tables = [Table("sex"), Table("sex").by("area"), Table("sex").named("third").titled("Third")]
    tree = new_plan(described, tables, {"epsilon": "1/2"}, path="small.dictionary.json")
    made = Plan.from_json(tree, described)
    check_plan(made)
    assert [one.name for one in made.tables] == ["sex", "sex_2", "third"]
    assert made.tables[1].title == {"en": "Sex by area", "de": "Sex nach Area"}
    assert made.tables[2].title == {"en": "Third", "de": "Third"} and made.record.title == described.record.title
    one = new_plan(described, tables[:1], {"epsilon": "1"}, path="d.json", title="Bund", language="de")
    assert one["title"] == {"de": "Bund"} and one["tables"][0]["title"] == {"de": "Sex"}


def test_what_is_said_is_what_is_written_by_hand() -> None:
    tree = new_plan(SMALL, [Table("sex").by("colour")], {"epsilon": "1"}, path="small.dictionary.json")
    by_hand = {"name": "sex", "title": {"en": "t"}, "stub": [nested("sex")], "boxhead": [nested("colour")],
               "measures": [{"kind": "count"}]}  # fmt: skip
    assert Plan.from_json(tree, SMALL).meaning == plan(by_hand).meaning
    assert Plan.from_json(tree, SMALL).meaning != plan({**by_hand, "boxhead": [nested("state")]}).meaning


def test_the_examples_run() -> None:
    tried = doctest.testmod(wording)
    assert tried.attempted and not tried.failed
