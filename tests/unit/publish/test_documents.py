"""Documents as evidence, with the ledger and without it: changes, older copies, forks, other ledgers."""

from __future__ import annotations

import json
import shutil
from itertools import combinations
from pathlib import Path

import outsider
import pytest
from outsider import repacked

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.problems.render import render
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof.against import verify_ledger
from dpdesk.publish.proof.evidence import compare, read_document


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return outsider.office(tmp_path_factory.mktemp("office"))


@pytest.fixture(autouse=True)
def another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine remembers is tried elsewhere; here the documents speak."""
    monkeypatch.setattr("dpdesk.ledger.ledger.FileAnchor", lambda folder: MemoryAnchor())


@pytest.fixture
def folder(office: dict[str, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(office["first"], tmp_path / "first"))


def test_any_number_of_documents_is_compared_with_the_ledger(office: dict[str, Path]) -> None:
    first, second, log = office["first"], office["second"], office["log"]
    verdict = verify_ledger(office["ledger"], [first, second, workbook_in(second), log])
    assert sum("are the ones that were released" in sentence for sentence in map(render, verdict.sentences)) == 3
    assert "The 10 entries in audit.jsonl follow one another." in map(render, verdict.sentences)
    assert verify_ledger(office["ledger"], first).report.entries == 10
    with pytest.raises(LedgerDamaged, match="FORK"):
        verify_ledger(office["ledger"], [first, office["fork"]])
    with pytest.raises(LedgerDamaged, match="FORK"):
        verify_ledger(office["copy"], [log])
    with pytest.raises(BadInput, match="comes from another ledger"):
        verify_ledger(office["ledger"], [first, office["other"]])


def test_an_older_copy_is_found_by_any_one_of_them(office: dict[str, Path], tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    outsider.publish(ledger, office["data"], "one", tmp_path / "one")
    older = ledger.read_bytes()
    outsider.publish(ledger, office["data"], "two", tmp_path / "two")
    with outsider.Ledger.open(ledger) as opened:
        log = opened.export(tmp_path / "audit.jsonl")
    ledger.write_bytes(older)
    verify_ledger(ledger, [tmp_path / "one"])
    for newer in (tmp_path / "two", workbook_in(tmp_path / "two"), log):
        with pytest.raises(LedgerDamaged, match="ROLLBACK"):
            verify_ledger(ledger, [tmp_path / "one", newer])


def test_documents_alone_show_a_fork(office: dict[str, Path]) -> None:
    first, second, fork, other = (read_document(office[name]) for name in ("first", "second", "fork", "other"))
    log, book = read_document(office["log"]), read_document(workbook_in(office["second"]))
    assert all("agree up to entry" in render(one) for one in compare([first, second, log]))
    for pair in ([first, second, fork], [fork, log], [fork, book], [book, read_document(workbook_in(fork.path))]):
        with pytest.raises(LedgerDamaged, match="FORK"):
            compare(pair)
    (said,) = compare([second, other])
    assert "different ledgers" in render(said)
    (said,) = compare([book, read_document(workbook_in(office["first"]))])
    assert "no entry in common" in render(said)


def test_dpdesk_and_the_verifier_say_the_same_of_every_pair(
    office: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("first", "second", "fork", "other", "log")
    read = {name: read_document(office[name]) for name in names}
    for one, two in combinations(names, 2):
        try:
            compare([read[one], read[two]])
            ours = 0
        except LedgerDamaged:
            ours = 1
        assert outsider.verifier().main([str(office[one]), str(office[two])]) == ours
    capsys.readouterr()


def test_a_changed_file_of_a_folder_is_no_evidence(folder: Path) -> None:
    """Each file, labels and texts included, not only what the result hash covers."""
    read_document(folder)
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        data = path.read_bytes()
        middle = len(data) // 2
        for changed in (data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :], data + b"\n", None):
            path.unlink() if changed is None else path.write_bytes(changed)
            with pytest.raises(BadInput):
                read_document(folder)
        path.write_bytes(data)
    shutil.copy(folder / "publish" / "tables" / "one.csv", folder / "publish" / "tables" / "more.csv")
    with pytest.raises(BadInput, match=r"publish/tables/more\.csv is not the file"):
        read_document(folder)


def test_checksums_made_to_agree_do_not_help(folder: Path, office: dict[str, Path]) -> None:
    from hashlib import sha256

    def agree(**changes: object) -> None:
        tree = json.loads(metadata) | changes
        del tree["checksum"]
        tree["files"] = {name: sha256((folder / name).read_bytes()).hexdigest() for name in tree["files"]}
        above = json.dumps(tree, ensure_ascii=False, indent=1)[:-2].encode() + b",\n"
        text = above + b' "checksum": "' + sha256(above).hexdigest().encode() + b'"\n}\n'
        (folder / "proof" / "metadata.json").write_bytes(text)

    metadata = (folder / "proof" / "metadata.json").read_bytes()
    agree()
    read_document(folder)
    ledger = json.loads(metadata)["ledger"]
    for changed in ({"entry": 5}, {"head": "0" * 64}, {"previous_head": "0" * 64}):
        agree(ledger={**ledger, **changed})
        with pytest.raises(BadInput, match="different entries"):
            read_document(folder)
    for other in ("fork", "second", "other"):
        shutil.copy(office[other] / "proof" / "audit.jsonl", folder / "proof" / "audit.jsonl")
        agree()
        with pytest.raises(BadInput, match="was changed"):
            read_document(folder)


def test_a_workbook_that_quotes_another_head_contradicts(office: dict[str, Path], tmp_path: Path) -> None:
    head = read_document(office["first"]).heads[6]
    forged = repacked(
        workbook_in(office["first"]), tmp_path / "forged.xlsx", lambda name, text: text.replace(head, "0" * 64)
    )
    with pytest.raises(LedgerDamaged, match="FORK"):
        compare([read_document(office["first"]), read_document(forged)])
    with pytest.raises(LedgerDamaged, match="FORK"):
        verify_ledger(office["ledger"], forged)


# The command line ----------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = cli.run([str(word) for word in words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_command_compares_without_a_ledger(office: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    first, second, fork = (office[name] for name in ("first", "second", "fork"))
    status, out, err = run(capsys, "ledger", "compare", first, second, office["log"])
    assert (status, err) == (0, "") and out.count("agree up to entry") == 3
    status, out, _ = run(capsys, "ledger", "compare", first, second, "--json")
    assert status == 0 and [one["entry"] for one in json.loads(out)["documents"]] == [6, 10]
    status, out, err = run(capsys, "ledger", "compare", second, fork)
    assert (status, out) == (4, "") and "FORK" in err and err.count("\n") == 1
    words = ("ledger", "verify", "--ledger", office["ledger"], "--against", first, second, "--json")
    status, out, _ = run(capsys, *words)
    assert status == 0 and json.loads(out)["verified"]
    status, out, err = run(capsys, "ledger", "verify", "--ledger", office["ledger"], "--against", first, fork)
    assert status == 4 and "FORK" in err
    status, _, err = run(capsys, "ledger", "compare", office["data"])
    assert status == 2 and err.count("\n") == 1


def test_an_older_copy_is_looked_at_and_accepted_by_command(
    tmp_path: Path, office: dict[str, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("dpdesk.ledger.ledger.anchor_folder", lambda: tmp_path / "anchors")
    ledger = shutil.copy(office["ledger"], tmp_path / "ledger.sqlite")
    where = ("--ledger", ledger)
    assert run(capsys, "ledger", "verify", *where)[0] == 0
    status, out, _ = run(capsys, "ledger", "show", *where)
    shorter = outsider.publish(tmp_path / "shorter.sqlite", office["data"], "one", tmp_path / "out")
    assert shorter and status == 0
    (anchor,) = (tmp_path / "anchors").glob("*.json")
    before = len(out.splitlines())
    # The machine has seen two releases; the copy has one.
    from dpdesk.ledger.anchor import FileAnchor

    remembered = FileAnchor(tmp_path / "anchors")
    ledger_id = json.loads(anchor.read_bytes())["ledger"]
    remembered.note(ledger_id, 12, "f" * 64)
    for action in ("show", "verify", "export", "cap"):
        more = ("--dataset", "small", "--raise-to", "20", "--reason", "r") if action == "cap" else ()
        status, out, err = run(capsys, "ledger", action, *where, *more)
        assert (status, out) == (4, "") and "ROLLBACK" in err and "accept-older-copy" in err
    status, out, err = run(capsys, "ledger", "show", *where, "--older-copy")
    assert status == 0 and len(out.splitlines()) == before and "older copy" in err
    assert run(capsys, "ledger", "accept-older-copy", *where, "--reason", " ")[0] == 2
    status, out, _ = run(capsys, "ledger", "accept-older-copy", *where, "--reason", "the disk broke", "--json")
    assert status == 0 and json.loads(out)["seen"] == 12
    status, out, _ = run(capsys, "ledger", "show", *where)
    assert status == 0 and "older copy accepted" in out and "entry 12 had been seen; the disk broke" in out
    assert run(capsys, "ledger", "verify", *where)[0] == 0
    status, _, err = run(capsys, "ledger", "accept-older-copy", *where, "--reason", "again")
    assert status == 2 and "nothing to accept" in err
