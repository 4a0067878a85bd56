"""What a second run costs, and what is refused: the same plan, a changed file, an empty budget, a damaged ledger.

Each refusal is one sentence on standard error with the exit status the manual names, nothing on standard output, no
file left behind and nothing spent.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import commands
import pytest
import town
from commands import dpdesk

from dpdesk.publish.folders import workbook_in

pytestmark = pytest.mark.story


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> town.Town:
    """The town after one release of plan "one" (epsilon 1 of 10) into "first"."""
    folder = tmp_path_factory.mktemp("again")
    here = town.Town(folder, rows=300, budget_cap={"epsilon": "2"})
    here.plan("one")
    done = run(here, "one", "first")
    assert done.status == 0, done.err
    return here


def run(
    here: town.Town,
    plan: str,
    out: str,
    *more: object,
    data: Path | None = None,
    ledger: str = "l.sqlite",
) -> commands.Answer:
    words = (here.folder / f"{plan}.plan.json", "--data", data or here.data, "--out", here.folder / out)
    return dpdesk("release", *words, "--ledger", here.folder / ledger, "--json", *more, home=home_of(here, ledger))


def home_of(here: town.Town, ledger: str) -> Path:
    """Each copy of the ledger is spent from on a machine of its own: one that saw two of them would speak of a fork."""
    return here.folder / ("home" if ledger == "l.sqlite" else f"home of {ledger}")


def changed_file(here: town.Town, name: str) -> Path:
    path = here.folder / name
    town.write_people(path, list(town.people(301)))
    return path


def untouched(here: town.Town, out: str) -> bool:
    """Nothing of a refused release lies in its folder."""
    return not commands.files_in(here.folder / out)


def test_texts_may_change_and_it_is_still_the_same_plan(place: town.Town) -> None:
    """Other titles and another level of the margins: the stored release, at no cost."""
    tree = json.loads((place.folder / "one.plan.json").read_text())
    path = place.folder / "retitled.plan.json"
    path.write_text(json.dumps({**tree, "title": {"en": "Another title"}}))
    again = run(place, "retitled", "retitled").json()
    assert again["remaining"]["epsilon"] == "1"
    assert commands.files_in(place.folder / "retitled") == commands.files_in(place.folder / "first")


def test_a_changed_file_needs_a_reason(place: town.Town) -> None:
    changed = changed_file(place, "changed.csv")
    ledger = place.folder / "changed.sqlite"
    shutil.copyfile(place.folder / "l.sqlite", ledger)
    place.plan("other", town.table("other", boxhead=[]))
    sentence = run(place, "other", "changed", data=changed, ledger="changed.sqlite").refused(3)
    assert "--accept-changed-data" in sentence
    assert untouched(place, "changed")
    reason = ("--accept-changed-data", "one late form came in")
    done = run(place, "other", "changed", *reason, data=changed, ledger="changed.sqlite").json()
    assert done["remaining"]["epsilon"] == "0"
    entries = commands.entries(ledger, home_of(place, "changed.sqlite"))
    said = [entry for entry in entries if "one late form" in json.dumps(entry)]
    assert len(said) == 1


def test_the_same_plan_on_a_changed_file_is_a_new_release(place: town.Town) -> None:
    changed = changed_file(place, "changed2.csv")
    shutil.copyfile(place.folder / "l.sqlite", place.folder / "changed2.sqlite")
    run(place, "one", "changed2", data=changed, ledger="changed2.sqlite").refused(3)
    reason = ("--accept-changed-data", "corrected")
    done = run(place, "one", "changed2", *reason, data=changed, ledger="changed2.sqlite").json()
    assert done["remaining"]["epsilon"] == "0"


def test_a_budget_is_not_overdrawn(place: town.Town) -> None:
    place.plan("dear", loss={"epsilon": "1.0000000001"})
    sentence = run(place, "dear", "dear").refused(3)
    assert "budget" in sentence.lower() or "left" in sentence.lower()
    assert untouched(place, "dear")
    home = place.folder / "home"
    show = dpdesk("ledger", "show", "--json", "--ledger", place.folder / "l.sqlite", home=home).json()
    assert show["accounts"][0]["remaining"]["epsilon"] == "1"
    assert any("refus" in entry["kind"] for entry in show["entries"])


def test_a_cap_is_raised_in_writing_and_then_the_plan_goes(place: town.Town) -> None:
    ledger, home = place.folder / "raised.sqlite", home_of(place, "raised.sqlite")
    shutil.copyfile(place.folder / "l.sqlite", ledger)
    place.plan("more", loss={"epsilon": "2"})
    run(place, "more", "more", ledger="raised.sqlite").refused(3)
    cap = ("ledger", "cap", "--ledger", ledger, "--dataset", "town", "--raise-to", "3")
    dpdesk(*cap, home=home).refused(2)
    dpdesk(*cap, "--reason", " ", home=home).refused(2)
    lower = ("ledger", "cap", "--ledger", ledger, "--dataset", "town", "--raise-to", "1", "--reason", "less")
    dpdesk(*lower, home=home).refused(2)
    done = dpdesk(*cap, "--reason", "The board agreed on 3 March", "--json", home=home).json()
    assert done["remaining"]["epsilon"] == "2"
    assert run(place, "more", "more", ledger="raised.sqlite").json()["remaining"]["epsilon"] == "0"
    assert "The board agreed on 3 March" in json.dumps(commands.entries(ledger, home))


def test_known_data_under_another_name_needs_a_reason(place: town.Town) -> None:
    """The same file under another dataset_id would be a second budget for the same people."""
    folder = place.folder / "renamed"
    other = town.Town(folder, rows=300, dataset_id="village")
    plan = other.plan("one")
    words = (plan, "--data", other.data, "--out", folder / "out", "--ledger", place.folder / "known.sqlite", "--json")
    shutil.copyfile(place.folder / "l.sqlite", place.folder / "known.sqlite")
    sentence = dpdesk("release", *words, home=folder / "home").refused(3)
    assert "dataset_id" in sentence
    assert not commands.files_in(folder / "out")
    reason = ("--confirm-known-data", "two offices hold the file")
    assert dpdesk("release", *words, *reason, home=folder / "home").json()["remaining"]["epsilon"] == "9"


def test_a_damaged_ledger_stops_everything(place: town.Town) -> None:
    """One byte of an entry changed in the file: status 4 from release and from verify, and nothing is written."""
    ledger, home = place.folder / "damaged.sqlite", home_of(place, "damaged.sqlite")
    content = (place.folder / "l.sqlite").read_bytes()
    at = content.index(b'"charge":{"epsilon":"1"}')
    ledger.write_bytes(content[: at + 21] + b"0" + content[at + 22 :])
    place.plan("two", town.table("two", stub=[]))
    run(place, "two", "damaged", ledger="damaged.sqlite").refused(4)
    assert untouched(place, "damaged")
    dpdesk("ledger", "verify", "--ledger", ledger, home=home).refused(4)
    dpdesk("ledger", "show", "--json", "--ledger", ledger, home=home).refused(4)
    ledger.write_bytes(content[: len(content) // 2])
    run(place, "two", "damaged", ledger="damaged.sqlite").refused(4)


def test_an_older_copy_put_back_is_recognised_by_the_workbook_and_by_the_machine(place: town.Town) -> None:
    """The workbook tells any machine; the machine that saw the newer one needs no workbook, and releases nothing."""
    ledger = place.folder / "rolled.sqlite"
    shutil.copyfile(place.folder / "l.sqlite", ledger)
    place.plan("later", town.table("later", boxhead=[]))
    assert run(place, "later", "later", ledger="rolled.sqlite").status == 0
    shutil.copyfile(place.folder / "l.sqlite", ledger)
    verify = ("ledger", "verify", "--ledger", ledger)
    workbook = workbook_in(place.folder / "later")
    assert "ROLLBACK" in dpdesk(*verify, "--against", workbook, home=place.folder / "elsewhere").refused(4)
    assert "ROLLBACK" in dpdesk(*verify, home=home_of(place, "rolled.sqlite")).refused(4)
    assert "ROLLBACK" in run(place, "later", "rolled back", ledger="rolled.sqlite").refused(4)
    assert untouched(place, "rolled back")


@pytest.mark.parametrize(
    "mistake",
    [
        "no such plan",
        "not json",
        "unknown key",
        "float",
        "other dictionary",
        "unknown variable",
        "loss of another kind",
        "no data",
        "no column",
        "out is a file",
        "empty data",
        "no ledger folder",
    ],
)
def test_bad_input_is_one_sentence(place: town.Town, mistake: str) -> None:
    folder = place.folder / "bad"
    folder.mkdir(exist_ok=True)
    shutil.copyfile(place.dictionary, folder / place.dictionary.name)
    tree = town.plan_json(place.tree)
    plan, data, out, ledger = folder / "bad.plan.json", place.data, folder / "out", folder / "l.sqlite"
    if mistake == "unknown key":
        tree["tables"][0]["colour"] = "red"
    elif mistake == "other dictionary":
        tree["dictionary"]["meaning"] = "0" * 64
    elif mistake == "unknown variable":
        tree["tables"][0]["stub"] = [town.block("height")]
    elif mistake == "loss of another kind":
        tree["loss"] = {"rho": "1/2"}
    text = json.dumps(tree)
    if mistake == "not json":
        text = text[:-9]
    elif mistake == "float":
        text = text.replace('{"epsilon": "1"}', '{"epsilon": 0.1}')
    plan.write_text(text)
    if mistake == "no such plan":
        plan = folder / "nowhere.plan.json"
    elif mistake == "no data":
        data = folder / "nowhere.csv"
    elif mistake == "no column":
        data = folder / "narrow.csv"
        data.write_text("sex,age,income\nf,1,2\n")
    elif mistake == "empty data":
        data = folder / "empty.csv"
        data.write_text("")
    elif mistake == "out is a file":
        out = folder / "file"
        out.write_text("mine")
    elif mistake == "no ledger folder":
        ledger = folder / "missing" / "l.sqlite"
    words = ("release", plan, "--data", data, "--out", out, "--ledger", ledger)
    # A budget of another kind is a refusal of the account where it is not one of the plan.
    status = (2, 3) if mistake == "loss of another kind" else (2,)
    done = dpdesk(*words, home=place.folder / "home")
    assert done.status in status, (done.status, done.err)
    sentence = done.refused(done.status)
    assert len(sentence) < 500
    if out.is_dir():
        assert not commands.files_in(out)
    if mistake in ("unknown key", "float", "unknown variable"):
        assert "bad.plan.json" in sentence
    if mistake in ("no data", "empty data"):
        assert data.name in sentence
    if mistake == "no column":
        assert "'region'" in sentence and "town.dictionary.json" in sentence


def test_the_command_line_itself(place: town.Town) -> None:
    home = place.folder / "home"
    for words in (("relase",), ("release",), ("forecast", "--quickly"), ("ledger", "burn")):
        dpdesk(*words, home=home).refused(2)
    assert dpdesk("--version", home=home).out.startswith("dpdesk ")
    for name in ("demo", "check", "forecast", "rehearse", "release", "ledger", "selftest"):
        assert name in dpdesk("--help", home=home).out
