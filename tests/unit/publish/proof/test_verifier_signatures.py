"""verify.py and signatures: whose key signed a folder, against every exchange of statement, signature and key."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import outsider
import pytest
from outsider import problems, verifier

from dpdesk.errors import BadInput
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.chain import canonical
from dpdesk.ledger.ledger import Ledger
from dpdesk.publish.proof import signing
from dpdesk.publish.proof.evidence import read_document

PASSPHRASE = "three old bicycles, rusting"
FILES = ("statement.json", "statement.sig", "public.pem")
VECTORS = (  # RFC 8032, section 7.1: key, message, signature
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe246"
        "55141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb"
        "00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc"
        "027beceea1ec40a",
    ),
)  # fmt: skip


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "ROUNDS", 1000)


def key(folder: Path, name: str) -> Path:
    """A new key's file."""
    signing.new_key(folder / name, PASSPHRASE)
    return folder / name


def sign(folder: Path, own: Path) -> str:
    """Sign a folder with a key, whoever's it is; the key's 64 digits."""
    loaded = signing.load_key(own, PASSPHRASE)
    for name in FILES:
        (folder / "proof" / name).unlink(missing_ok=True)
    signing.sign_folder(folder, loaded)
    return signing.public_half(loaded).hex()


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Releases before and after the office named its key; `log` is the whole log at last, `ours` and `theirs` keys."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signing, "ROUNDS", 1000)
        folder = tmp_path_factory.mktemp("office")
        data, ledger, ours = outsider.data_file(folder / "data.csv"), folder / "ledger.sqlite", key(folder, "ours.pem")
        places = {"ours": ours, "theirs": key(folder, "theirs.pem"), "log": folder / "audit.jsonl"}
        places["before"] = outsider.publish(ledger, data, "one", folder / "before")
        with Ledger.open(ledger, anchor=MemoryAnchor()) as opened:
            opened.name_key(signing.public_half(signing.load_key(ours, PASSPHRASE)))
        places["after"] = outsider.publish(ledger, data, "two", folder / "after")
        with Ledger.open(ledger, anchor=MemoryAnchor()) as opened:
            places["log"].write_text("".join(line + "\n" for line in opened.export_lines()), encoding="utf-8")
        for name in ("before", "after"):
            sign(places[name], ours)
        return places


@pytest.fixture
def here(office: dict[str, Path], tmp_path: Path) -> dict[str, Path]:
    copies = {name: Path(shutil.copytree(office[name], tmp_path / name)) for name in ("before", "after")}
    return office | copies


def said(capsys: pytest.CaptureFixture[str], *places: Path) -> tuple[int, str]:
    status = verifier().main([str(place) for place in places])
    return status, capsys.readouterr().out


def test_the_offices_signature_holds(here: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    status, text = said(capsys, here["after"])
    public = signing.signed_by(here["after"])
    assert status == 0 and f"is signed with the key {public}, which entry 7 names." in text
    assert text.endswith("Everything holds.\n")
    words = [sys.executable, "-I", "-S", str(here["after"] / "proof" / "verify.py")]  # as an outsider runs it
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, text.replace(f"{here['after']}/", ""), "")


def test_another_key_does_not_hold_though_its_signature_does(
    here: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """All three files are exchanged for valid ones of somebody else, as anybody can who has the folder."""
    public = sign(here["after"], here["theirs"])
    assert problems(here["after"]) == [] and signing.signed_by(here["after"]) == public
    for places in ([here["after"]], [here["after"], here["log"]], [here["before"], here["after"], here["log"]]):
        status, text = said(capsys, *places)
        assert status == 1 and "Everything holds" not in text
        assert f"OPEN: {here['after']} is signed with the key {public}, which no entry shown here names" in text


def test_a_key_named_after_the_release_is_open_until_the_log_is_read(
    here: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = said(capsys, here["before"])
    assert status == 1 and "OPEN" in text and "Everything holds" not in text
    for log in (here["log"], here["after"]):  # a later release's log names it as well
        status, text = said(capsys, here["before"], log)
        assert status == 0 and "which entry 7 names" in text and text.endswith("Everything holds.\n")


def test_the_log_of_another_ledger_names_no_key(
    here: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor does a log that does not hold."""
    with Ledger.open(tmp_path / "other.sqlite", create=True, anchor=MemoryAnchor()) as opened:
        opened.name_key(signing.public_half(signing.load_key(here["ours"], PASSPHRASE)))
        lines = opened.export_lines()
    (tmp_path / "other.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(here["log"].read_bytes().replace(b'"people"', b'"persons"', 1) + b"\n")
    for log in (tmp_path / "other.jsonl", changed):
        status, text = said(capsys, here["before"], log)
        assert status == 1 and "OPEN" in text


@pytest.mark.parametrize("name", FILES)
def test_each_file_of_a_signature_counts(here: dict[str, Path], tmp_path: Path, name: str) -> None:
    folder, other = here["after"], Path(shutil.copytree(here["after"], tmp_path / "other"))
    sign(other, here["theirs"])
    path = folder / "proof" / name
    before = path.read_bytes()
    path.write_bytes((other / "proof" / name).read_bytes())  # exchanged alone
    assert problems(folder)
    for at in range(0, len(before), 1 if name == "statement.sig" else 7):
        path.write_bytes(before[:at] + bytes([before[at] ^ 1]) + before[at + 1 :])
        assert problems(folder), at
    for changed in (before + b"\n", before[:-1], b""):
        path.write_bytes(changed)
        assert problems(folder)
    path.unlink()
    assert problems(folder) == ["of statement, signature and public key not all are there"]
    path.write_bytes(before)
    assert problems(folder) == []


def test_an_exchanged_public_key_is_named_as_that(here: dict[str, Path], tmp_path: Path) -> None:
    other = Path(shutil.copytree(here["after"], tmp_path / "other"))
    sign(other, here["theirs"])
    shutil.copy(other / "proof" / "public.pem", here["after"] / "proof")
    assert "public.pem is not the key that statement.json names" in problems(here["after"])
    # The statement too, but nobody can make its signature.
    shutil.copy(other / "proof" / "statement.json", here["after"] / "proof")
    assert problems(here["after"]) == ["statement.json does not have the signature beside it"]


def test_a_statement_of_something_else_does_not_hold_whoever_signed_it(here: dict[str, Path]) -> None:
    folder, loaded = here["after"], signing.load_key(here["ours"], PASSPHRASE)
    tree = json.loads((folder / "proof" / "statement.json").read_bytes())
    for name, value in tree.items():
        other = value + 1 if isinstance(value, int) else "0" * len(value)
        statement = canonical(tree | {name: other}) + b"\n"
        (folder / "proof" / "statement.json").write_bytes(statement)
        (folder / "proof" / "statement.sig").write_bytes(loaded.sign(statement))
        wrong = "public.pem is not the key that statement.json names" if name == "public" else "about other files"
        assert wrong in str(problems(folder)), name


def test_what_does_not_hold_names_no_key(here: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    (here["after"] / "proof" / "measurements.csv").write_bytes(b"")  # listed by its hash, and not read
    status, text = said(capsys, here["before"], here["after"])
    assert status == 1 and f"OPEN: {here['before']}" in text and "which entry 7 names" not in text


def test_a_signature_taken_away_is_told_where_a_key_was_named_before(
    here: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in FILES:
        for folder in ("before", "after"):
            (here[folder] / "proof" / name).unlink()
    status, text = said(capsys, here["after"])
    assert status == 0 and "has no signature, though entry 7 names a key" in text
    assert "has no signature" not in said(capsys, here["before"])[1]


def test_signatures_are_those_of_the_standard() -> None:
    """RFC 8032's own examples hold; whatever one bit is turned in does not, and what is out of range is refused."""
    holds, order = verifier().has_signature, verifier().ORDER
    for public, message, signature in (map(bytes.fromhex, one) for one in VECTORS):
        assert holds(public, message, signature)
        assert not holds(public, message + b"\0", signature)
        for at in range(64):
            assert not holds(public, message, signature[:at] + bytes([signature[at] ^ 4]) + signature[at + 1 :])
        assert not holds(public, message, signature + b"\0")
        larger = int.from_bytes(signature[32:], "little") + order  # the same factor, written otherwise
        assert not holds(public, message, signature[:32] + larger.to_bytes(32, "little"))
    for nothing in (b"\xff" * 32, b"\x02" + bytes(31), bytes(31), b"\x01" + bytes(30) + b"\x80"):
        with pytest.raises(ValueError, match=r"^$"):
            holds(nothing, b"", bytes(64))


def test_dpdesk_and_the_verifier_agree(here: dict[str, Path]) -> None:
    folder = here["after"]
    for name in FILES:
        before = (folder / "proof" / name).read_bytes()
        for at in range(0, len(before), 29):
            (folder / "proof" / name).write_bytes(before[:at] + bytes([before[at] ^ 2]) + before[at + 1 :])
            with pytest.raises(BadInput):
                read_document(folder)
            assert problems(folder)
        (folder / "proof" / name).write_bytes(before)
    read_document(folder)
