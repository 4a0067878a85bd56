"""A file written anew with the same records is the file it was: no second charge, no question, no second name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from small import block, dictionary_json, plan, table

from dpdesk.data.sources.delimited import DelimitedSource
from dpdesk.errors import Refused
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.proof.taken import require_same_release
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.schema.dictionary import Dictionary, SourceFormat

HEADER = "sex,colour,area,age,pay,state,kilos"
ROWS = [f"{'fm'[i % 2]},{('red', 'green', 'blue')[i % 3]},n1a,{i % 10},{i * 7 % 900},on,70" for i in range(60)]
KINDS = {"a blank line": "\n".join([HEADER, *ROWS]) + "\n\n", "another order": "\n".join([HEADER, *ROWS[::-1]]) + "\n"}
KINDS["other line ends"] = "\r\n".join([HEADER, *ROWS]) + "\r\n"
KINDS["quotes"] = "\n".join('"' + line.replace(",", '","') + '"' for line in [HEADER, *ROWS]) + "\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n")
    return path


def simple(**more: object) -> Plan:
    return plan(table("t", stub=[block("sex", "colour")]), **more)


def written(data: Path, content: str) -> Path:
    path = data.with_name("again.csv")
    path.write_bytes(content.encode())
    return path


@pytest.mark.parametrize("how", KINDS)
def test_the_stored_release_is_returned_and_costs_nothing(ledger: Ledger, data: Path, how: str) -> None:
    first = release(ReleaseRequest(simple(), data), ledger)
    left = ledger.remaining("small")
    again = release(ReleaseRequest(simple(), written(data, KINDS[how])), ledger)
    assert again.again
    assert again.release.release_id == first.release.release_id
    assert ledger.remaining("small") == left
    ledger.verify()


def test_another_plan_on_the_same_records_needs_no_reason(ledger: Ledger, data: Path) -> None:
    release(ReleaseRequest(simple(), data), ledger)
    second = plan(table("u", stub=[block("sex")]))
    assert not release(ReleaseRequest(second, written(data, KINDS["a blank line"])), ledger).again
    assert "changed data accepted" not in [entry.kind for entry in ledger.entries()]
    assert release(ReleaseRequest(second, data), ledger).again


def test_the_same_people_under_another_dataset_id_are_noticed(ledger: Ledger, data: Path) -> None:
    release(ReleaseRequest(simple(), data), ledger)
    copy = Dictionary.from_json(dictionary_json(dataset_id="copy"))
    path = written(data, KINDS["a blank line"])
    with pytest.raises(Refused, match="already recorded under another dataset_id"):
        release(ReleaseRequest(simple(dictionary=copy), path), ledger)
    assert ledger.spent("copy") == {"epsilon": 0}
    release(ReleaseRequest(simple(dictionary=copy), path, confirm_known="a copy for a course"), ledger)
    # Confirmed once for these records
    release(ReleaseRequest(plan(table("u", stub=[block("sex")]), dictionary=copy), data), ledger)
    ledger.verify()


def test_one_person_more_is_changed_data(ledger: Ledger, data: Path) -> None:
    release(ReleaseRequest(simple(), data), ledger)
    more = written(data, "\n".join([HEADER, *ROWS, ROWS[0]]) + "\n")
    with pytest.raises(Refused, match="accept-changed-data"):
        release(ReleaseRequest(simple(), more), ledger)
    assert not release(ReleaseRequest(simple(), more, accept_changed="a late form"), ledger).again
    assert release(ReleaseRequest(simple(), written(data, "\n".join([HEADER, *ROWS, ROWS[0]]) + "\n\n")), ledger).again


def test_entries_without_records_are_compared_by_bytes_as_they_were(
    ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(DelimitedSource, "records_fingerprint", lambda self, key, progress: "")
        release(ReleaseRequest(simple(), data), ledger)
    assert "records" not in next(entry.body for entry in ledger.entries() if entry.kind == "reserved")
    with pytest.raises(Refused, match="accept-changed-data"):
        release(ReleaseRequest(simple(), written(data, KINDS["a blank line"])), ledger)
    assert release(ReleaseRequest(simple(), data), ledger).again
    # From now on the records are known, too
    release(ReleaseRequest(plan(table("u", stub=[block("sex")])), data), ledger)
    # Its own entry says nothing
    assert not release(ReleaseRequest(simple(), written(data, KINDS["a blank line"])), ledger).again
    ledger.verify()


def test_the_records_of_a_file_that_is_known_are_not_read_again(
    ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release(ReleaseRequest(simple(), data), ledger)
    monkeypatch.setattr(DelimitedSource, "records_fingerprint", None)
    assert release(ReleaseRequest(simple(), data), ledger).again
    release(ReleaseRequest(plan(table("u", stub=[block("sex")])), data), ledger)
    reserved = [entry for entry in ledger.entries() if entry.kind == "reserved"]
    assert len({entry.text("records") for entry in reserved}) == 1


def test_a_folder_of_the_release_takes_the_same_records_again(
    ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = release(ReleaseRequest(simple(), data), ledger).release
    monkeypatch.setattr("dpdesk.publish.proof.taken.release_in", lambda folder: done.release_id)

    def opened(content: str) -> DelimitedSource:
        return DelimitedSource(written(data, content), SourceFormat(kind="csv"))

    for content in KINDS.values():
        require_same_release(data.parent, lambda content=content: opened(content), ledger)  # type: ignore[misc]
    with pytest.raises(Refused, match="another data file"):
        require_same_release(data.parent, lambda: opened("\n".join([HEADER, *ROWS[1:]]) + "\n"), ledger)


def test_what_was_only_reserved_is_forgotten_with_its_records(ledger: Ledger, data: Path, tmp_path: Path) -> None:
    """An aborted reservation does not make a file the account's data, by its bytes or by its records."""
    from ledger_world import DATASET, office, request
    from ledger_world import release as finished

    (tmp_path / "other").mkdir()
    with office(tmp_path / "other") as own:
        early = own.reserve(replace(request("one", fingerprint="e" * 64), records="r" * 64))
        early.abort("the file changed while it was read")  # type: ignore[union-attr]
        finished(own, request("two"))
        for asked in (request("three", fingerprint="e" * 64), request("three", fingerprint="d" * 64)):
            with pytest.raises(Refused, match="accept-changed-data"):
                own.reserve(replace(asked, records="r" * 64))
        assert own.spent(DATASET)["epsilon"] > 0
        own.verify()
