"""What commands share: how they are added, the parser whose complaints are a sentence, and the ledger they open."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any, NoReturn

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.printing import print_json, visible
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.planning.document.style import StyleRecord

Command = Callable[[argparse.Namespace], int]
Add = Callable[[str, Command, str], argparse.ArgumentParser]
"""Adds a command or an action: its name, what carries it out, and its help."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence like every other."""

    def error(self, message: str) -> NoReturn:
        """Refuse what was typed."""
        raise BadInput(problem("cli.typed", message=message[:1].upper() + message[1:], command=self.prog))


def report(error: DpdeskError, *, as_json: bool) -> int:
    """Say what went wrong, in a sentence and, if programs listen, as data; return the exit status."""
    if as_json:
        print_json({"problem": error.to_json()})
    print(visible(str(error)), file=sys.stderr)
    return error.exit_status


def open_ledger(options: argparse.Namespace, *, create: bool = False) -> Any:
    """The ledger that is named, or the user's."""
    from dpdesk.ledger.ledger import Ledger, default_path

    return Ledger.open(options.ledger or default_path(), create=create)


def add_loss(parser: argparse.ArgumentParser, what: str) -> None:
    """The options that state an amount of the budget."""
    for name in ("epsilon", "delta", "rho"):
        parser.add_argument(f"--{name}", metavar="X", help=f"{what}, an exact number such as 1/2 or 0.5")


def add_style(parser: argparse.ArgumentParser) -> None:
    """The option that names the house style in which a release is printed."""
    parser.add_argument(
        "--style",
        metavar="NAME|FILE",
        help="house style: plain, uk, us, or a *.style.json; else the plan's, or that of the release",
    )


def style_named(options: argparse.Namespace) -> StyleRecord | None:
    """The house style that was named; None where none was."""
    from dpdesk.planning.document.style_files import style_of

    return None if options.style is None else style_of(options.style)


def day_of(text: str, option: str) -> date:
    """A day as it is typed after an option."""
    from dpdesk.ledger.board import day

    try:
        return date.fromisoformat(day(text))
    except ValueError:
        raise BadInput(problem("cli.day", option=option)) from None
