"""One word for one thing wherever a user reads: window, help, command line and README.

`SAY` lists what was said once and what is said instead; `MEANT` the texts in which a word of the left column stands for
something else, each with the reason. Publications have the field's own words, and are left out.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from dpdesk.cli.commands import _parser
from dpdesk.resources import resource

ROOT = Path(__file__).parents[3]

SAY = {
    r"(?<!--)\bneighbour": "Is the number of persons public?",
    r"\bIdentifier\b|identifier of (the|an) account": "Budget account (the same people, all years)",
    r"\b[Dd]omain\b": "Origin; codes and bounds",
    r"^Describes\b": "Belongs to",
    r"[Cc]ells that mean|[Nn]umbers that mean|any other cell": "Values in the file; any other value",
    r"(?<!\()\b[Rr]ecod": "groups",
    r"(?<!\()\b[Ss]tub\b": "Rows (stub)",
    r"(?<!\()\b[Bb]oxhead\b": "Columns (boxhead)",
    r"tables? (are |is )?answered (with|together)|whole budget, with": "computed together with",
    r"Make small|every kind of figures alike": "Give equal weight to: totals and cells",
    r"Totals first, then|Waves over the range": "Best method",
    r"\b[Cc]onsistent\b": "adjusted to add up",
    r"\b[Uu]nbiased\b": "raw",
    r"^Beside$": "Show beside",
    r"^Words$": "Glossary",
    r"^Level$": "Threshold, on the page Ask",
    r"\bHead\b|[Rr]esult hash": "Check value of the ledger, of the tables",
    r"\bnowhere\b|not tabulated": "left out",
    r"\b[Cc]lamp": "moved to the limit",
}

MEANT = {
    # Keys of the documents, which are written so there: "neighbours", "stub", "nowhere"
    "In papers: two datasets are neighbours": "the word of papers, beside ours, in the help on the three questions",
    "on the worst neighbours shows no more": "what the self-test compares, in the help of its command",
    'only with neighbours "add_remove"': "a key of the dictionary",
    'or "nowhere".': "a key of the dictionary",
    "in a stub, boxhead or universe": "keys of the plan",
    "in the table's pages, stub or boxhead": "keys of the plan",
    "use wider bins or a recode": "a kind of variable in the dictionary",
    # Sentences for programmers, which no user of window and command line meets
    "Neighbours.ADD_REMOVE": "a name of the Python library",
    "it needs neighbours that replace": "a condition of a mechanism",
    "the whole domain; only marginals": "the field's word, in a sentence about a mechanism",
    "but the domain {domain} needs": "the field's word, in a sentence about arrays",
    # Other things that have the same name
    "a domain in JSON": "the name of a format of others",
    "mbi domain": "the name of a format of others",
    "must be a domain:": "the name of a format of others",
    "kept nowhere": "no place at all",
    "stored nowhere": "no place at all",
}

LEVELS = {"LevelsPart", "StyleForm"}
"""Parts of the window in which a level is one of a hierarchy of codes, or how sure a margin is."""


def texts() -> Iterator[tuple[str, str]]:
    """Where a text stands, and the text."""
    for name in ("window", "problems"):
        with resource(f"translations/de/{name}.po").open("rb") as stream:
            for message in read_po(stream):
                if message.id and message.context != "keys":
                    yield message.context or name, str(message.id).replace("&", "")
    for page in sorted(resource("help").glob("*.md")):
        for line in page.read_text(encoding="utf-8").split("\n\n"):
            yield page.name, line
    yield from (("README", line) for line in (ROOT / "README.md").read_text(encoding="utf-8").split("\n\n"))
    yield from commands(_parser())


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """What the command line says of each command and option."""
    yield from ((parser.prog, str(text)) for text in (parser.description, parser.epilog) if text)
    for action in parser._actions:
        if action.help:
            yield parser.prog, action.help
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from commands(child)


def is_meant(place: str, text: str, pattern: str) -> bool:
    """Whether the word stands for something else here."""
    return any(part in text for part in MEANT) or (pattern == "^Level$" and place in LEVELS)


@pytest.fixture(scope="module")
def read() -> list[tuple[str, str]]:
    return list(texts())


@pytest.mark.parametrize(("pattern", "instead"), SAY.items())
def test_a_word_that_was_replaced_is_nowhere_said(read: list[tuple[str, str]], pattern: str, instead: str) -> None:
    found = [(where, text) for where, text in read if re.search(pattern, text) and not is_meant(where, text, pattern)]
    assert not found, f"say: {instead}"


def test_every_exception_is_still_needed(read: list[tuple[str, str]]) -> None:
    """An exception stands for a text that is there, and that a rule would refuse."""
    for part, reason in MEANT.items():
        assert reason and any(part in text and any(re.search(one, text) for one in SAY) for _, text in read), part
