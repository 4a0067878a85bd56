"""Signatures over what was published: an Ed25519 key behind a passphrase, named in the ledger, and a signed statement.

The statement names the release, its entry and heads, the result hash, and the SHA-256 of metadata.json, which lists
every other file: so the 64 bytes of the signature cover the whole folder. Statement, signature and public key are plain
files that OpenSSL checks (`CHECK`) as well as dpdesk.

What a signature proves: whoever made it held the key and its passphrase, and these files are the ones it was made for.
What it does not: who that was, when it was, or that the figures are right. A key that was copied signs like its
original; an entry of the ledger names the key, and whoever can write the ledger can name another.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.ledger.chain import Json, canonical
from dpdesk.problems.problem import problem
from dpdesk.publish.folders import METADATA, PROOF, root
from dpdesk.publish.outbox import Outbox

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

STATEMENT, SIGNATURE, PUBLIC = "statement.json", "statement.sig", "public.pem"
CHECK = f"openssl pkeyutl -verify -pubin -inkey {PUBLIC} -rawin -in {STATEMENT} -sigfile {SIGNATURE}"
LEAST_CHARACTERS = 14
_LEAST_DIFFERENT = 6
_FORMAT = "dpdesk-statement"
_VERSION = 1
_LARGEST = 1 << 16
ROUNDS = 1_000_000  # of the hash for each passphrase tried: half a second
# Object identifiers as DER: id-PBES2, id-PBKDF2, hmacWithSHA256, aes256-CBC-PAD.
_PBES2, _PBKDF2 = bytes.fromhex("06092a864886f70d01050d"), bytes.fromhex("06092a864886f70d01050c")
_HMAC, _AES_CBC = bytes.fromhex("06082a864886f70d0209"), bytes.fromhex("060960864801650304012a")


def require_strong(passphrase: str) -> bytes:
    """The passphrase as bytes.

    Raises:
        BadInput: if it is empty, short, or made of few different characters.
    """
    if len(passphrase) < LEAST_CHARACTERS or len(set(passphrase)) < _LEAST_DIFFERENT or not passphrase.isprintable():
        raise BadInput(problem("publish.passphrase_weak", least=LEAST_CHARACTERS, different=_LEAST_DIFFERENT))
    return passphrase.encode("utf-8")


def new_key(path: Path, passphrase: str) -> bytes:
    """Make a key, write it to a new file (PKCS #8, encrypted, for its owner only) and return its public half.

    Raises:
        BadInput: if the passphrase is weak, or a file stands there.
        DpdeskError: if the file cannot be written.
    """
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    secret = require_strong(passphrase)
    key = Ed25519PrivateKey.generate()
    plain = key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    data = _encrypted(plain, secret)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise BadInput(problem("publish.key_exists", path=str(path))) from None
    except OSError as error:
        raise DpdeskError(problem("publish.key_unwritten", path=str(path), reason=str(error.strerror))) from None
    return _public(key)


def _encrypted(plain: bytes, secret: bytes) -> bytes:
    """A key in PKCS #8 as PEM, encrypted with PBES2 (RFC 8018): PBKDF2 with SHA-256, then AES-256 in CBC mode.

    Written out here because `cryptography` offers no choice of rounds for this format and takes 2,048 of them, so few
    that passphrases are tried a hundred thousand times a second.
    """
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.algorithms import AES
    from cryptography.hazmat.primitives.ciphers.modes import CBC

    salt, start = secrets.token_bytes(16), secrets.token_bytes(16)
    cipher = Cipher(AES(hashlib.pbkdf2_hmac("sha256", secret, salt, ROUNDS, 32)), CBC(start)).encryptor()
    padding = 16 - len(plain) % 16
    hidden = cipher.update(plain + bytes([padding]) * padding) + cipher.finalize()
    rounds = ROUNDS.to_bytes(ROUNDS.bit_length() // 8 + 1, "big")
    derivation = _der(0x30, _PBKDF2, _der(0x30, _der(0x04, salt), _der(0x02, rounds), _der(0x30, _HMAC, b"\x05\x00")))
    encryption = _der(0x30, _AES_CBC, _der(0x04, start))
    whole = _der(0x30, _der(0x30, _PBES2, _der(0x30, derivation, encryption)), _der(0x04, hidden))
    text = "\n".join(textwrap.wrap(base64.b64encode(whole).decode("ascii"), 64))
    return f"-----BEGIN ENCRYPTED PRIVATE KEY-----\n{text}\n-----END ENCRYPTED PRIVATE KEY-----\n".encode("ascii")


def _der(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    size = len(content)
    length = bytes([size]) if size < 0x80 else bytes([0x81, size])  # a key of Ed25519 needs no longer ones
    return bytes([tag]) + length + content


def load_key(path: Path, passphrase: str) -> Ed25519PrivateKey:
    """Read a key that `new_key` wrote.

    Raises:
        BadInput: if it is no such key, has no passphrase, or another one.
    """
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    data = _small(path, "publish.key_unreadable")
    if b"BEGIN ENCRYPTED PRIVATE KEY" not in data:
        raise BadInput(problem("publish.no_passphrase", path=str(path)))
    try:
        key = serialization.load_pem_private_key(data, passphrase.encode("utf-8"))
    except Exception:  # what a library says of a key or a passphrase is not shown
        raise BadInput(problem("publish.other_passphrase", path=str(path))) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInput(problem("publish.no_ed25519", path=str(path)))
    return key


def public_half(key: Ed25519PrivateKey) -> bytes:
    """The 32 bytes of the public half."""
    return _public(key)


def _public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def _pem(key: Ed25519PublicKey) -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def sign_folder(folder: Path, key: Ed25519PrivateKey) -> list[Path]:
    """Write statement, signature and public key beside the proof of a release, and return their paths.

    The folder must have been checked before (`documents.read_document`).

    Raises:
        BadInput: if it holds no release; Refused: if it holds another statement.
    """
    statement = canonical(_statement(root(folder), _public(key).hex())) + b"\n"

    def writer(data: bytes) -> Any:
        def write(stream: BinaryIO) -> None:
            stream.write(data)

        return write

    files = {STATEMENT: statement, SIGNATURE: key.sign(statement), PUBLIC: _pem(key.public_key())}
    with Outbox(root(folder)) as outbox:
        paths = [outbox.add(f"{PROOF}/{name}", writer(data)) for name, data in files.items()]
        outbox.publish()
    return paths


def _statement(folder: Path, public: str) -> dict[str, Json]:
    """What is signed: read from metadata.json, which covers the other files."""
    try:
        data = (folder / METADATA).read_bytes()
        tree: Mapping[str, Any] = json.loads(data)
        ledger = tree["ledger"]
        return {
            "format": _FORMAT, "version": _VERSION, "release": str(tree["release"]),
            "dataset_id": str(tree["dataset_id"]), "entry": int(ledger["entry"]), "head": str(ledger["head"]),
            "previous_head": str(ledger["previous_head"]), "result": str(tree["result"]["hash"]),
            "metadata": hashlib.sha256(data).hexdigest(), "public": public,
        }  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(problem("publish.nothing_to_sign", folder=str(folder))) from None


def signed_by(folder: Path) -> str | None:
    """The public key (hex) whose signature of this folder's files holds, or None where nothing was signed.

    Raises:
        BadInput: if the statement is about other files, or its signature is not that of the key beside it.
    """
    proof = folder / PROOF
    if not any((proof / name).exists() for name in (STATEMENT, SIGNATURE, PUBLIC)):
        return None
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    statement, signature, pem = (
        _small(proof / name, "publish.signature_unreadable") for name in (STATEMENT, SIGNATURE, PUBLIC)
    )
    try:
        key = serialization.load_pem_public_key(pem)
        if not isinstance(key, Ed25519PublicKey) or _pem(key) != pem:
            raise ValueError
        key.verify(signature, statement)
        public = key.public_bytes_raw().hex()
    except (ValueError, TypeError, InvalidSignature):
        raise BadInput(problem("publish.not_its_signature", folder=str(folder), statement=STATEMENT)) from None
    if statement != canonical(_statement(folder, public)) + b"\n":
        raise BadInput(problem("publish.signed_for_others", folder=str(folder), statement=STATEMENT))
    return public


def _small(path: Path, otherwise: str) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST)
    except OSError as error:
        raise BadInput(problem(otherwise, path=str(path), reason=str(error.strerror))) from None
