"""Signatures: what they cover, what OpenSSL says of them, and which keys and passphrases are refused."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import outsider
import pytest

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput
from dpdesk.problems.render import render
from dpdesk.publish.proof import signing
from dpdesk.publish.proof.against import verify_ledger
from dpdesk.publish.proof.evidence import read_document

PASSPHRASE = "three old bicycles, rusting"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "ROUNDS", 1000)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("office")
    data = outsider.data_file(folder / "data.csv")
    first = outsider.publish(folder / "ledger.sqlite", data, "one", folder / "first")
    (folder / "passphrase").write_text(PASSPHRASE + "\n", encoding="utf-8")
    return {"ledger": folder / "ledger.sqlite", "data": data, "first": first, "passphrase": folder / "passphrase"}


@pytest.fixture
def here(office: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """A copy of everything, on a machine of its own."""
    monkeypatch.setattr("dpdesk.ledger.ledger.anchor_folder", lambda: tmp_path / "anchors")
    shutil.copytree(office["first"], tmp_path / "first")
    shutil.copy(office["ledger"], tmp_path / "ledger.sqlite")
    places = {"ledger": tmp_path / "ledger.sqlite", "first": tmp_path / "first", "key": tmp_path / "key.pem"}
    return {**office, **places}


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = cli.run([str(word) for word in words])
    said = capsys.readouterr()
    return status, said.out, said.err


def secret(here: dict[str, Path]) -> tuple[object, ...]:
    return ("--passphrase-file", here["passphrase"], "--ledger", here["ledger"])


def release_of(folder: Path) -> str:
    return str(json.loads((folder / "proof" / "metadata.json").read_bytes())["release"])


def signed(here: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> Path:
    assert run(capsys, "ledger", "key", "--new", here["key"], *secret(here))[0] == 0
    words = ("ledger", "sign", release_of(here["first"]), "--key", here["key"], "--out", here["first"])
    status, _, err = run(capsys, *words, *secret(here))
    assert (status, err) == (0, "")
    return here["first"]


def test_a_signed_release_is_checked_by_dpdesk_and_by_openssl(
    here: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = signed(here, capsys)
    status, out, _ = run(capsys, "ledger", "verify", "--ledger", here["ledger"], "--against", folder)
    assert status == 0 and "They are signed with the key" in out
    statement = json.loads((folder / "proof" / "statement.json").read_bytes())
    assert statement["head"] == read_document(folder).heads[6] and statement["release"] == release_of(folder)
    assert "/" not in (folder / "proof" / "statement.json").read_text()
    assert len((folder / "proof" / "statement.sig").read_bytes()) == 64
    assert outsider.problems(folder) == []
    # The same again is the same bytes; nothing is written over.
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    words = ("ledger", "sign", release_of(folder), "--key", here["key"], "--out", folder)
    status, out, _ = run(capsys, *words, *secret(here), "--json")
    assert status == 0 and {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    check = json.loads(out)["check"].split(" ")
    assert check[0] == "openssl"
    openssl = shutil.which("openssl")
    if openssl is not None:
        for intact in (True, False):
            if not intact:
                path = folder / "proof" / "statement.json"
                path.write_bytes(path.read_bytes().replace(b'"entry":6', b'"entry":5'))
            done = subprocess.run(
                [openssl, *check[1:]], cwd=folder / "proof", capture_output=True, check=False, timeout=60
            )
            assert (done.returncode == 0) == intact, done.stderr
        words = ["pkey", "-in", str(here["key"]), "-passin", f"file:{here['passphrase']}", "-pubout"]
        done = subprocess.run([openssl, *words], capture_output=True, check=False, timeout=60)
        assert done.stdout == (folder / "proof" / "public.pem").read_bytes()


def test_every_file_is_covered_by_the_signature(here: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder = signed(here, capsys)
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        data = path.read_bytes()
        for at in {0, len(data) // 2, len(data) - 1}:
            path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            with pytest.raises(BadInput):
                read_document(folder)
        path.unlink()
        with pytest.raises(BadInput):
            read_document(folder)
        path.write_bytes(data)
    read_document(folder)


def test_files_changed_with_their_checksums_do_not_have_the_signature(
    here: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Labels are covered by checksums alone, which anybody can make again; a signature nobody can."""
    from hashlib import sha256

    folder = signed(here, capsys)
    table = folder / "publish" / "tables" / "one.csv"
    table.write_bytes(table.read_bytes().replace(b"Total", b"Sum"))
    tree = json.loads((folder / "proof" / "metadata.json").read_bytes())
    del tree["checksum"]
    tree["files"]["publish/tables/one.csv"] = sha256(table.read_bytes()).hexdigest()
    above = json.dumps(tree, ensure_ascii=False, indent=1)[:-2].encode() + b",\n"
    text = above + b' "checksum": "' + sha256(above).hexdigest().encode() + b'"\n}\n'
    (folder / "proof" / "metadata.json").write_bytes(text)
    with pytest.raises(BadInput, match="signed for other files"):
        read_document(folder)
    assert outsider.problems(folder) == ["statement.json is about other files"]
    for name in ("statement.json", "statement.sig", "public.pem"):
        (folder / "proof" / name).unlink()
    read_document(folder)  # what a signature would have shown


def test_a_key_that_the_ledger_does_not_name_is_none_of_the_offices(
    here: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = here["first"]
    signing.new_key(here["key"], PASSPHRASE)
    words = ("ledger", "sign", release_of(folder), "--key", here["key"], "--out", folder)
    status, _, err = run(capsys, *words, *secret(here))
    assert status == 2 and "names the key" in err and not (folder / "proof" / "statement.json").exists()
    signing.sign_folder(folder, signing.load_key(here["key"], PASSPHRASE))  # somebody else's key, validly used
    assert "named after this log was written, if at all" in " ".join(map(render, read_document(folder).sentences))
    with pytest.raises(BadInput, match="no entry of the ledger names"):
        verify_ledger(here["ledger"], folder)
    assert run(capsys, "ledger", "key", "--existing", here["key"], *secret(here))[0] == 0
    verify_ledger(here["ledger"], folder)
    # A release made after the key was named says so by itself.
    later = outsider.publish(here["ledger"], here["data"], "two", tmp_path / "later")
    signing.sign_folder(later, signing.load_key(here["key"], PASSPHRASE))
    assert "named by entry 7" in " ".join(map(render, read_document(later).sentences))


@pytest.mark.parametrize(
    "weak", ["", "short", "aaaaaaaaaaaaaaaaaaaaaaaa", "abababababababababab", "tab\tin the words", "12345"]
)
def test_weak_passphrases_are_refused(here: dict[str, Path], weak: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = here["ledger"].read_bytes()
    given = here["key"].with_name("weak")
    given.write_text(weak + "\n", encoding="utf-8")
    status, out, err = run(
        capsys, "ledger", "key", "--new", here["key"], "--passphrase-file", given, "--ledger", here["ledger"]
    )
    assert (status, out) == (2, "") and "passphrase" in err and err.count("\n") == 1
    assert not here["key"].exists() and here["ledger"].read_bytes() == before


def test_keys_are_refused_in_a_sentence(
    here: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519

    signing.new_key(here["key"], PASSPHRASE)
    if os.name == "posix":
        assert here["key"].stat().st_mode & 0o777 == 0o600
    assert PASSPHRASE.encode() not in here["key"].read_bytes()
    with pytest.raises(BadInput, match="exists"):
        signing.new_key(here["key"], PASSPHRASE)
    with pytest.raises(BadInput, match="with this passphrase"):
        signing.load_key(here["key"], PASSPHRASE + "?")
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    bare = ed25519.Ed25519PrivateKey.generate().private_bytes(encoding, form, serialization.NoEncryption())
    behind = serialization.BestAvailableEncryption(PASSPHRASE.encode())
    curve = ec.generate_private_key(ec.SECP256R1()).private_bytes(encoding, form, behind)
    for content, why in ((bare, "no key behind a passphrase"), (curve, "not an Ed25519 key"), (b"x" * 99, "no key")):
        (tmp_path / "bad.pem").write_bytes(content)
        with pytest.raises(BadInput, match=why):
            signing.load_key(tmp_path / "bad.pem", PASSPHRASE)
    monkeypatch.setattr("sys.stdin", open(os.devnull, encoding="utf-8"))  # no terminal
    with sys.stdin:
        status, _, err = run(capsys, "ledger", "key", "--existing", here["key"], "--ledger", here["ledger"])
    assert status == 2 and "--passphrase-file" in err


def test_the_passphrase_is_asked_twice_on_a_terminal(
    here: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter([PASSPHRASE, "another one, typed wrong", PASSPHRASE, PASSPHRASE])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
    words = ("ledger", "key", "--new", here["key"], "--ledger", here["ledger"])
    status, _, err = run(capsys, *words)
    assert status == 2 and "differ" in err and not here["key"].exists()
    status, out, _ = run(capsys, *words)
    assert status == 0 and "Entry 7 names the key" in out and PASSPHRASE not in out


def test_only_the_folder_of_the_release_is_signed(
    here: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    signed(here, capsys)
    later = outsider.publish(here["ledger"], here["data"], "two", tmp_path / "later")
    words = ("ledger", "sign", release_of(here["first"]), "--key", here["key"], "--out", later)
    status, _, err = run(capsys, *words, *secret(here))
    assert status == 2 and "does not hold the release" in err and not (later / "proof" / "statement.json").exists()
    # A statement moved to another release of the same office is found out.
    for name in ("statement.json", "statement.sig", "public.pem"):
        shutil.copy(here["first"] / "proof" / name, later / "proof")
    with pytest.raises(BadInput, match="signed for other files"):
        read_document(later)
    assert outsider.problems(later) == ["statement.json is about other files"]


def test_keys_are_stretched_and_cryptography_is_loaded_only_for_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = "dpdesk.cli.commands, dpdesk.publish.write, dpdesk.publish.proof.against"
    code = f"import sys, {modules}; print('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=outsider.ROOT)
    assert done.stdout == "False\n"
    monkeypatch.undo()
    assert signing.ROUNDS >= 600_000
