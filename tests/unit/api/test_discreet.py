"""What leaves the calls that open data: their result, and errors that carry no value of the data with them."""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import pandas
import polars
import pyarrow
import pyreadstat
import pytest

import dpdesk
from dpdesk.cli.release import release_to
from dpdesk.data.counting import tabulation
from dpdesk.data.sources.frames.source import FrameSource
from dpdesk.ledger.ledger import Ledger
from dpdesk.release.terms import ReleaseRequest

CANARY = "Canary7919"


def people(rows: int = 300) -> pandas.DataFrame:
    rng = random.Random(3)
    cells = [(rng.choice(["north", "south", CANARY]), rng.choice("fm"), str(rng.randint(0, 9))) for _ in range(rows)]
    return pandas.DataFrame(cells, columns=["area", "sex", "age"], index=[f"{CANARY}{at}" for at in range(rows)])


def proposed(data: Any) -> dpdesk.Dictionary:
    said = dpdesk.propose(
        data, unit="person", neighbours="add_remove", data_kind="sample", epsilon="4", dataset_id="town"
    )
    return said.confirm("Steward", said.unconfirmed())


@pytest.fixture
def plan() -> dpdesk.Plan:
    return dpdesk.Plan.of(proposed(people()), dpdesk.Table("sex").by("age"), epsilon="1")


def seen(trace: TracebackType | None) -> str:
    """All that a printer of errors finds in the functions that an error passed through, but for the test's own."""
    found = []
    while trace is not None:
        if trace.tb_frame.f_code.co_filename != __file__:
            found += [f"{name}={value!r}" for name, value in trace.tb_frame.f_locals.items()]
        trace = trace.tb_next
    return " ".join(found)


def refused(call: Callable[[], object]) -> dpdesk.DpdeskError:
    with pytest.raises(dpdesk.DpdeskError) as caught:
        call()
    error = caught.value
    assert error.__cause__ is None and error.__context__ is None
    assert CANARY not in str(error) and CANARY not in seen(error.__traceback__)
    return error


def test_an_error_leaves_no_value_in_its_traceback(plan: dpdesk.Plan, tmp_path: Path) -> None:
    ledger = tmp_path / "l.sqlite"
    lacking = people().drop(columns="sex")
    assert "sex" in str(refused(lambda: dpdesk.release(plan, lacking, ledger=ledger)))
    refused(lambda: dpdesk.release(plan, people().to_dict("records"), ledger=ledger))
    refused(lambda: dpdesk.release(plan, tmp_path / "none.csv", ledger=ledger))
    assert "dataset_id" in str(refused(lambda: dpdesk.propose(
        people(), unit="person", neighbours="add_remove", data_kind="sample", epsilon="1")))  # fmt: skip
    assert dpdesk.release(plan, people(), ledger=ledger).remaining["epsilon"] == "3"  # nothing else was spent


def test_a_damaged_statistical_file_says_nothing_of_its_reader(tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    pyreadstat.write_sav(people(), path)
    path.write_bytes(path.read_bytes()[:-900] + CANARY.encode() * 9)
    error = refused(lambda: proposed(path))
    assert "people.sav" in str(error) and "readstat" not in str(error).lower()


def test_an_error_that_nobody_expected_says_its_kind_alone(
    plan: dpdesk.Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(source: FrameSource, *more: Any) -> None:
        warnings.warn(f"odd value {CANARY}", stacklevel=1)
        row = next(source.batches(["area"]))[0]
        raise KeyError(row, CANARY)

    monkeypatch.setattr(tabulation, "tabulate", fails)
    error = refused(lambda: dpdesk.release(plan, people(), ledger=tmp_path / "l.sqlite"))
    assert "KeyError" in str(error) and "nothing of the data" in str(error)
    asked = ReleaseRequest(plan, FrameSource(people()))
    with pytest.raises(KeyError) as caught, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        release_to(asked, None, tmp_path / "l.sqlite")  # what is hidden is there to be hidden
    assert CANARY in str(caught.value) and CANARY in seen(caught.value.__traceback__)


def test_an_interruption_leaves_none_either(plan: dpdesk.Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(source: FrameSource, *more: Any) -> None:
        row = next(source.batches(["area"]))[0]
        raise KeyboardInterrupt(row)

    monkeypatch.setattr(tabulation, "tabulate", interrupted)
    with pytest.raises(KeyboardInterrupt) as caught:
        dpdesk.release(plan, people(), ledger=tmp_path / "l.sqlite")
    assert CANARY not in seen(caught.value.__traceback__)


def test_the_same_records_in_another_form_are_the_same_release_and_others_are_not(
    plan: dpdesk.Plan, tmp_path: Path
) -> None:
    ledger, frame = tmp_path / "l.sqlite", people()
    first = dpdesk.release(plan, frame, ledger=ledger)
    arrow = pyarrow.table({name: frame[name].tolist() for name in frame.columns})
    for form in (arrow, polars.from_arrow(arrow), frame.sample(frac=1, random_state=1), frame.astype("category")):
        again = dpdesk.release(plan, form, ledger=ledger)
        assert (again.release_id, again.remaining) == (first.release_id, first.remaining)
    error = refused(lambda: dpdesk.release(plan, frame.iloc[1:], ledger=ledger))
    assert isinstance(error, dpdesk.Refused) and error.cause == "changed data"
    other = dpdesk.release(plan, frame.iloc[1:], ledger=ledger, accept_changed_data="one left")
    assert other.release_id != first.release_id and other.remaining != first.remaining


def test_what_was_read_from_the_data_waits_for_somebody(plan: dpdesk.Plan, tmp_path: Path) -> None:
    read = dpdesk.propose(
        people(), unit="person", neighbours="add_remove", data_kind="sample", epsilon="4", dataset_id="town"
    )
    asked = dpdesk.Plan.of(read, dpdesk.Table("sex"), epsilon="1")
    assert "'sex'" in str(refused(lambda: dpdesk.release(asked, people(), ledger=tmp_path / "l.sqlite")))
    sure = dpdesk.Plan.of(read.confirm("Steward", "sex"), dpdesk.Table("sex"), epsilon="1")
    assert dpdesk.release(sure, people(), ledger=tmp_path / "l.sqlite").remaining["epsilon"] == "3"


def test_a_path_is_read_as_its_dictionary_says(tmp_path: Path) -> None:
    path = tmp_path / "town.csv"
    people().to_csv(path, index=False, sep=";")
    made = proposed(path)
    plan = dpdesk.Plan.of(made, dpdesk.Table("sex"), epsilon="1")
    first = dpdesk.release(plan, str(path), ledger=tmp_path / "l.sqlite")
    assert dpdesk.release(plan, people(), ledger=tmp_path / "l.sqlite").release_id == first.release_id


class Unknown(BaseException):
    """Of some library."""


@pytest.mark.parametrize(
    ("raised", "told"),
    [(SystemExit(CANARY), SystemExit), (SystemExit(3), SystemExit), (Unknown(CANARY), dpdesk.DpdeskError)],
)
def test_no_other_end_of_a_call_leaves_any(
    plan: dpdesk.Plan, tmp_path: Path, raised: BaseException, told: type[BaseException]
) -> None:
    """A signal's handler may end a program in the middle of a count."""

    def stop(stage: str, *more: object) -> None:
        if stage == "drawing the noise":
            raise raised

    with pytest.raises(told) as caught:
        dpdesk.release(plan, people(), ledger=tmp_path / "l.sqlite", progress=stop)
    assert caught.value.__context__ is None and CANARY not in str(caught.value)
    assert "contingencies" not in seen(caught.value.__traceback__) and CANARY not in seen(caught.value.__traceback__)
    if isinstance(caught.value, SystemExit):
        assert caught.value.code == (3 if raised.args == (3,) else 1)


def test_a_quantity_whose_missing_codes_were_read_from_the_data_waits_for_somebody() -> None:
    """One person with another value below zero would change what −9 means for everybody."""
    numbers = [at * 37 % 9000 + 1 for at in range(1000)]
    data = pandas.DataFrame({"sex": ["f", "m"] * 500, "income": [-9] * 300 + numbers[300:]})
    found = dpdesk.propose(
        data, unit="person", neighbours="add_remove", data_kind="sample", epsilon="8", dataset_id="inc",
        quantities=["income -10 10000 10"],
    )  # fmt: skip
    assert found.confirm("Steward", []).unconfirmed() == found.unconfirmed()  # nobody ticked anything
    with pytest.raises(TypeError, match="variables"):
        found.confirm("Steward", *[])  # nor here
    confirmed = found.confirm("Steward", "sex")
    assert set(confirmed.unconfirmed()) == {"income", "income_amount"}
    with pytest.raises(dpdesk.BadInput, match="'income_amount'"):
        dpdesk.release(dpdesk.Plan.of(confirmed, dpdesk.Table("sex").mean("income"), epsilon="4"), data)


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_what_was_read_and_waits_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    found = dpdesk.propose(
        pandas.DataFrame({"sex": ["f", "m"] * 20}), unit="person", neighbours="add_remove", data_kind="sample",
        epsilon="8", dataset_id="p",
    )  # fmt: skip
    assert found.save(tmp_path / "waits.json").stat().st_mode & 0o777 == 0o600
    sure = found.confirm("Steward", found.unconfirmed())
    before = os.umask(0o022)
    try:
        assert sure.save(tmp_path / "public.json").stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(before)
    assert sure.save(tmp_path / "waits.json").stat().st_mode & 0o077 == 0, "what was closed stays closed"


def test_a_plan_writes_nothing_but_itself_and_its_dictionary(plan: dpdesk.Plan, tmp_path: Path) -> None:
    """A plan that came from elsewhere may name any file as its dictionary."""
    victim = tmp_path / "ledger.sqlite"
    victim.write_text("kept", encoding="utf-8")
    tree = plan.to_json()
    tree["dictionary"]["path"] = str(victim)
    (tmp_path / "own").mkdir()
    saved = dpdesk.Plan.from_json(tree, plan.dictionary).save(tmp_path / "own" / "x.plan.json")
    assert victim.read_text(encoding="utf-8") == "kept"
    assert {one.name for one in saved.parent.iterdir()} == {"x.plan.json", "town.dictionary.json"}
    assert dpdesk.Plan.load(saved).to_json()["tables"] == tree["tables"]


def test_files_of_a_withdrawn_release_are_not_written_as_if_it_stood(plan: dpdesk.Plan, tmp_path: Path) -> None:
    book = tmp_path / "own" / "publish" / "l.sqlite"
    book.parent.mkdir(parents=True)
    done = dpdesk.release(plan, people(), ledger=book)
    assert done.write(tmp_path / "before")
    with pytest.raises(dpdesk.BadInput, match="sqlite"):
        done.write(tmp_path / "own")  # the ledger would be published
    with Ledger.open(book) as ledger:
        ledger.withdraw(done.release_id, "wrong", office="o", role="r")
    with pytest.raises(dpdesk.BadInput, match="came after"):
        done.write(tmp_path / "stale")
    assert not (tmp_path / "stale").exists()
    again = dpdesk.release(plan, people(), ledger=book)
    again.write(tmp_path / "now")
    assert list((tmp_path / "now").rglob("withdrawn*"))
