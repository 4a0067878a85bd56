"""The help of every command: it ends with an example, which is one that can be typed; mistyped words are guessed."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator

import pytest

from dpdesk.cli.commands import _parser, run


def leaves(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    below = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    for one in below:
        for child in one.choices.values():
            yield from leaves(child)
    if not below:
        yield parser


def test_every_command_has_an_example_that_can_be_typed() -> None:
    every = list(leaves(_parser()))
    assert len(every) > 25
    for command in every:
        example = str(command.epilog).partition("\n  ")[2]
        assert example.startswith(f"{command.prog} "), command.prog
        assert _parser().parse_args(shlex.split(example)[1:]).command is not None
        assert command.format_help().endswith(f"example:\n  {example}\n")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["forcast", "p.json"], "did you mean 'forecast'?"),
        (["plan", "nwe", "d.json"], "did you mean 'new'?"),
        (["plan", "new", "d.json", "--tabel", "a by b", "-o", "p.json"], "no option --tabel (did you mean '--table'?)"),
        (["forecast", "p.json", "--least-bugdet=1"], "did you mean '--least-budget'?"),
        (["forecast", "p.json", "--zzz"], "There is no option --zzz;"),
        (["release", "p.json", "--data", "d.csv", "--out", "o", "--layout", "clasic"], "did you mean 'classic'?"),
    ],
)
def test_a_mistyped_word_is_told_with_what_was_meant(
    capsys: pytest.CaptureFixture[str], typed: list[str], said: str
) -> None:
    assert run(typed) == 2
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1
