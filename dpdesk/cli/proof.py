"""`dpdesk ledger compare`, `accept-older-copy`, `key` and `sign`: what is shown to others, and what is shown of copies.

Comparing needs no ledger: published documents contradict each other or do not, on any machine. A key signs what was
published; it proves possession of the key, neither who held it nor that what was signed is true.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dpdesk.cli.common import Add, add_office, answer
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.problems.render import render


def add_to(add: Add) -> None:
    """What may be written after `dpdesk ledger`."""
    compare = add(
        "compare", _compare,
        "Check published folders, workbooks and audit logs, and whether two contradict each other.",
    )  # fmt: skip
    compare.add_argument("documents", type=Path, nargs="+", metavar="DOCUMENT")

    accept = add(
        "accept-older-copy", _accept,
        "Go on with an older copy of a ledger because the newest is lost; later audit logs show the entry. What "
        "the lost entries spent is in no copy: look for their workbooks first, and lower what you still spend.",
    )  # fmt: skip
    accept.add_argument("--reason", required=True, metavar="TEXT")
    add_office(accept)

    key = add(
        "key", _key,
        "Make a key for signatures behind a passphrase, or take one that exists, and name it in the ledger.",
    )  # fmt: skip
    which = key.add_mutually_exclusive_group(required=True)
    which.add_argument("--new", type=Path, metavar="FILE", help="a new file for the key; keep it off this machine")
    which.add_argument("--existing", type=Path, metavar="FILE")
    _passphrase_option(key)
    key.add_argument("--reason", default="", metavar="TEXT")
    add_office(key)

    sign = add(
        "sign", _sign,
        "Sign a published release, so that others can check who held the key: it proves possession of the key and that "
        "the files are the signed ones, not who signed, nor when, nor that the figures are right.",
    )  # fmt: skip
    sign.add_argument("release", metavar="RELEASE", help="its number; `dpdesk ledger show` lists them")
    sign.add_argument("--key", type=Path, required=True, metavar="FILE")
    sign.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder the release was written to")
    _passphrase_option(sign)


def _passphrase_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--passphrase-file", type=Path, metavar="FILE", help="its first line; otherwise it is asked")


def _passphrase(options: argparse.Namespace, *, new: bool) -> str:
    """The passphrase from a file or from the terminal, where a new one is typed twice."""
    if options.passphrase_file is not None:
        try:
            with options.passphrase_file.open(encoding="utf-8") as file:
                return str(file.readline(4096)).rstrip("\r\n")
        except (OSError, ValueError):
            raise BadInput(problem("cli.passphrase_unreadable", path=str(options.passphrase_file))) from None
    if not sys.stdin.isatty():
        raise BadInput(problem("cli.no_terminal"))
    from getpass import getpass

    typed = getpass("Passphrase: ")
    if new and getpass("Once more: ") != typed:
        raise BadInput(problem("cli.passphrases_differ"))
    return typed


def _key(options: argparse.Namespace) -> int:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.place import default_path
    from dpdesk.publish.proof.signing import load_key, new_key, public_half

    with Ledger.open(options.ledger or default_path()) as ledger:
        passphrase = _passphrase(options, new=options.new is not None)
        if options.new is not None:
            public = new_key(options.new, passphrase)
        else:
            public = public_half(load_key(options.existing, passphrase))
        entry = ledger.name_key(public, reason=options.reason, office=options.office, role=options.role)
    tree = {"entry": entry.number, "public": public.hex()}
    return answer(
        options,
        tree,
        [
            f"Entry {entry.number} names the key {public.hex()}.",
            "Publish these 64 digits where others will look for them; without its passphrase the key is lost.",
        ],
    )


def _sign(options: argparse.Namespace) -> int:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.place import default_path
    from dpdesk.publish.proof.evidence import read_document
    from dpdesk.publish.proof.signing import CHECK, load_key, public_half, sign_folder

    with Ledger.open(options.ledger or default_path()) as ledger:
        stored, named = ledger.release(options.release), {entry.text("public") for entry in ledger.signing_keys()}
    document = read_document(options.out)
    if document.released != (stored.entry, stored.result_hash) or document.heads[stored.entry] != stored.head:
        raise BadInput(problem("cli.another_release", folder=str(options.out), release=options.release))
    key = load_key(options.key, _passphrase(options, new=False))
    if public_half(key).hex() not in named:
        raise BadInput(problem("cli.key_not_named", key=str(options.key)))
    paths = sign_folder(options.out, key)
    tree = {"files": [str(path) for path in paths], "public": public_half(key).hex(), "check": CHECK}
    return answer(
        options, tree, [*map(str, paths), f"Whoever has these files checks them in {paths[0].parent} with: {CHECK}"]
    )


def _compare(options: argparse.Namespace) -> int:
    from dpdesk.publish.proof.evidence import compare, read_document

    documents = [read_document(path) for path in options.documents]
    compared = compare(documents)
    sentences = [f"{document.path}: {' '.join(map(render, document.sentences))}" for document in documents] + [
        *map(render, compared)
    ]
    tree = {
        "documents": [
            {
                "path": str(document.path),
                "ledger": document.ledger,
                "entry": document.last.entry,
                "head": document.last.head,
            }
            for document in documents
        ],
        "sentences": sentences,
        "fork": False,
    }
    return answer(options, tree, sentences)


def _accept(options: argparse.Namespace) -> int:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.place import default_path

    if not options.reason.strip():
        raise BadInput(problem("cli.reason_wanted"))
    entry = Ledger.accept_older_copy(
        options.ledger or default_path(), options.reason, office=options.office, role=options.role
    )
    seen = entry.body["seen"]
    tree = {"entry": entry.number, "head": entry.head, "seen": seen}
    return answer(
        options,
        tree,
        [f"Entry {entry.number} says that an older copy was accepted; entry {seen} of the lost one had been seen."],
    )
