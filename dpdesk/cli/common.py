"""What commands share: how they are added, the parser whose complaints are a sentence, and the ledger they open."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NoReturn

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.printing import print_json, print_lines, visible
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.document.style import StyleRecord

Command = Callable[[argparse.Namespace], int]
Add = Callable[[str, Command, str], argparse.ArgumentParser]
"""Adds a command or an action: its name, what carries it out, and its help."""
_READABLE = 0.1  # seconds between two texts of a line


_EXAMPLES = (
    "demo --out demo",
    "window census.plan.json",
    "dictionary propose people.sav -o people.dictionary.json --unit person --neighbours add_remove "
    "--data-kind complete_count --epsilon 4",
    'dictionary confirm people.dictionary.json --by "Data steward" --variable age',
    "dictionary members people.dictionary.json --add 'size count 6' --add 'children count 1 where age=0..14'",
    'dictionary import codes.xlsx regions.hrc --into people.dictionary.json --by "Classifications unit"',
    "dictionary export people.dictionary.json --to codes.xlsx",
    "explain people.plan.json",
    "check people.dictionary.json --data people.sav",
    "plan new people.dictionary.json --table 'area by sex, age' --statistic count --statistic 'median age' "
    "--epsilon 1/2 -o people.plan.json",
    "plan status people.plan.json",
    'plan submit people.plan.json --office "Census Office" --role Analyst --note "as last year"',
    'plan approve people.plan.json --number 2025/7 --expires 2025-12-31 --office "Disclosure Board" --role Chair',
    'plan withdraw-approval people.plan.json --number 2025/7 --reason "the universe was changed"',
    "plan review people.plan.json --out review.pdf",
    "plan decimals survey.plan.json",
    "plan sampling survey.plan.json --declare 'design effect 1.6, 2000 of 100000' --source 'Quality report'",
    "plan unpack sent.submission.json --out unpacked",
    "forecast people.plan.json --least-budget",
    "derive people.plan.json 'area#2 / area#1' --release release",
    "widths people.plan.json --variable age",
    "rehearse people.plan.json --out rehearsal --pdf",
    "release people.plan.json --data people.sav --out release --language en,de",
    "series declare people.plan.json --waves 12",
    "series next --data people-02.sav --day 2025-02-28 --out wave-02",
    "series show --ledger people.sqlite",
    "series total --dataset people --out year",
    "series change bdd862ad-9 --from bdd862ad-3 --out change",
    "ask questions.session.json --data people.sav --questions questions.txt --out answers",
    "ledger show --json",
    "ledger verify --against release/publish/People.xlsx",
    "ledger export --out audit.jsonl",
    'ledger cap --dataset people --raise-to 6 --reason "two more years"',
    "ledger finish bdd862ad-3 --out release",
    'ledger withdraw bdd862ad-3 --reason "the wrong reference day" --out release',
    "ledger embargo bdd862ad-3 --until 2025-12-31 --out release",
    'ledger demand-approval --dataset people --reason "decided by the board"',
    "ledger compare release/publish/People.xlsx",
    'ledger accept-older-copy --reason "the disk was lost"',
    "ledger key --new office.key",
    "ledger sign bdd862ad-3 --key office.key --out release",
    "selftest --json",
    "completion bash",
)
"""One for every command, in its help."""


def _example(command: str) -> str | None:
    """The example of a command, such as `dpdesk plan new`, as it is printed below its help."""
    words = command.split(" ", 1)[-1] + " "
    example = next((line for line in _EXAMPLES if line.startswith(words)), None)
    return None if example is None else f"example:\n  dpdesk {example}"


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence like every other, and whose help ends with an example."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, formatter_class=argparse.RawDescriptionHelpFormatter)
        self.epilog = _example(self.prog)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse words; refuse an option that is none first, with the nearest one that is."""
        if self._subparsers is None:
            for word in takewhile(lambda word: word != "--", args or ()):
                option = word.partition("=")[0]
                if option.startswith("--") and not any(name.startswith(option) for name in self._option_string_actions):
                    self.error(f"there is no option {option}{_nearest(option, self._option_string_actions)}")
        return super().parse_known_args(args, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a word that is no choice, with the nearest one that is."""
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        raise argparse.ArgumentError(action, f"'{value}' is none of {', '.join(known)}{_nearest(str(value), known)}")

    def error(self, message: str) -> NoReturn:
        """Refuse what was typed."""
        raise BadInput(problem("cli.typed", message=message[:1].upper() + message[1:], command=self.prog))


def subcommand(
    actions: argparse._SubParsersAction[Parser], name: str, command: Command, help_text: str
) -> argparse.ArgumentParser:
    """Add a word to a command: what it does, and the sentence that is shown for it."""
    parser = actions.add_parser(name, help=help_text, description=help_text)
    parser.set_defaults(command=command)
    return parser


def add_office(parser: argparse.ArgumentParser, verb: str = "acts") -> None:
    """Add who does it, for the ledger: an office and a role."""
    parser.add_argument("--office", default="", metavar="TEXT", help=f"office that {verb}, for the ledger")
    parser.add_argument("--role", default="", metavar="TEXT", help=f"role of who {verb}, for the ledger; no name")


def _nearest(word: str, known: Iterable[str]) -> str:
    """The nearest of the known words, as the end of a sentence."""
    from dpdesk.problems.render import render
    from dpdesk.schema.file.spelling import meant

    nearest = meant(word, known, "")
    return nearest if isinstance(nearest, str) else render(nearest)


def answer(options: argparse.Namespace, tree: object, lines: Iterable[str]) -> int:
    """Print what a command found, as JSON where a program listens, else as lines; return the exit status of success."""
    if options.json:
        print_json(tree)
    else:
        print_lines(lines)
    return 0


def report(error: DpdeskError, *, as_json: bool) -> int:
    """Say what went wrong, in a sentence and, if programs listen, as data; return the exit status."""
    if as_json:
        print_json({"problem": error.to_json()})
    print(visible(str(error)), file=sys.stderr)
    return error.exit_status


@contextmanager
def progress_line(options: argparse.Namespace) -> Iterator[Progress]:
    """Show on a terminal how far long work is, in one line that is gone at the end; nothing with `--json`."""
    if getattr(options, "json", False) or not sys.stderr.isatty():
        yield silent
        return
    line = _Line()
    try:
        yield line
    finally:
        line.show("")


class _Line:
    """A line of a terminal that is written over."""

    def __init__(self) -> None:
        self._shown, self._told = "", 0.0

    def __call__(self, stage: str, fraction: float | None = None) -> None:
        """Show a stage, and how much of it is done; not more often than one can read."""
        now = time.monotonic()
        if now - self._told > _READABLE:
            self._told = now
            self.show(stage if fraction is None else f"{stage} {fraction:.0%}")

    def show(self, text: str) -> None:
        """Write a text over the one before."""
        if text != self._shown:
            print(f"\r{text:<{len(self._shown)}}", end="" if text else "\r", file=sys.stderr, flush=True)
            self._shown = text


def open_ledger(options: argparse.Namespace, *, create: bool = False) -> Any:
    """The ledger that is named, or the user's."""
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.place import default_path

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
