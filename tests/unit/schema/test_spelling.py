"""The name that was probably meant is said, and none where nothing is near."""

from __future__ import annotations

import time

import pytest

from dpdesk.problems.problem import phrase
from dpdesk.schema.file.spelling import CHECK, alike, meant

NAMES = ("sex", "age", "marital_status", "Income", "01", "31", "urban", "rural", "0-17")


@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("sexx", "sex"), ("six", "sex"), ("Age", "age"), ("aeg", "age"), ("marital status", "marital_status"),
        ("maritalstatus", "marital_status"), ("income", "Income"), ("1", "01"), ("001", "01"), ("urbn", "urban"),
    ],
)  # fmt: skip
def test_the_nearest_name_is_proposed(written: str, near: str) -> None:
    assert meant(written, NAMES) == phrase("schema.did_you_mean", name=near)


@pytest.mark.parametrize("written", ["32", "13", "2", "0-18", "education", "", "x", "x" * 500])
def test_nothing_is_proposed_where_nothing_is_near(written: str) -> None:
    assert meant(written, NAMES) == CHECK
    assert meant(written, NAMES, "; add it") == "; add it"
    assert meant(written, ()) == CHECK


def test_a_column_is_proposed_only_if_it_is_the_same_name() -> None:
    assert alike("income", NAMES) == phrase("schema.did_you_mean", name="Income")
    assert alike("marital-status", NAMES) == phrase("schema.did_you_mean", name="marital_status")
    assert alike("sexx", NAMES) == ""


def test_a_long_code_list_does_not_make_one_wait() -> None:
    before = time.process_time()
    meant("municipality of nowhere", [f"municipality of place {at}" for at in range(200_000)])
    assert time.process_time() - before < 5
