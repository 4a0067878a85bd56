"""The command line: parses words, calls what the window calls, prints.

With `--json` exactly one JSON object goes to standard output. An error is one sentence on standard error, with `--json`
also the object {"problem": {code, where, values, text}}, and an exit status: 2 bad input, 3 refused, 4 damaged ledger,
1 anything else. Rooms are imported by the command that needs them, so that `dpdesk forecast` never loads the code that
reads data.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

from dpdesk import __version__
from dpdesk.cli.common import Command, Parser, report, subcommand
from dpdesk.cli.window import open_the_window
from dpdesk.discretion import keep_logs_silent
from dpdesk.errors import DpdeskError

COMMANDS = {
    "demo": "demo",
    "window": "window",
    "dictionary": "documents.dictionary",
    "explain": "documents.explain",
    "check": "check",
    "plan": "plan",
    "forecast": "forecast",
    "derive": "derive",
    "widths": "widths",
    "rehearse": "rehearse",
    "release": "release",
    "series": "series.actions",
    "ask": "ask",
    "ledger": "ledger",
    "selftest": "selftest",
    "completion": "documents.completion",
}
"""Each command with the module whose `add_to` adds it, in the order of the help."""


def run(arguments: Sequence[str]) -> int:
    """Carry out one command and return its exit status."""
    words, options = list(arguments), None
    if len(words) == 1 and (words[0].endswith(".json") or (Path(words[0]).suffix and Path(words[0]).is_file())):
        words.insert(0, "window")  # a file alone, dropped onto the program or typed after it
    parser = _parser(words)
    try:
        options = parser.parse_args(words)
        command: Command | None = getattr(options, "command", None)
        if command is None or getattr(options, "data", None) is not None:
            keep_logs_silent()
        status = open_the_window(options) if command is None else command(options)
        sys.stdout.flush()
        return status
    except DpdeskError as error:
        return report(error, as_json=getattr(options, "json", options is None and "--json" in words))
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 1
    except BrokenPipeError:  # who reads has read enough, as `head` does
        with suppress(OSError, ValueError):  # a stand-in for a stream has no number
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is written at the end
        return 1
    except SystemExit:
        raise
    except BaseException as error:  # the last line of defence: a library's message may quote the data
        print(
            f"An internal error ({type(error).__name__}) stopped dpdesk; nothing of the data is shown. "
            "Look at `dpdesk ledger show` to see what was spent.",
            file=sys.stderr,
        )
        return 1


def _parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """What understands these words: the command they begin with alone, which is loaded sooner than all of them.

    Where they begin with none, or ask for a script that completes every one, it knows all.
    """
    parser = Parser(
        prog="dpdesk", description="Publishable tables from confidential microdata. Without a command the window opens."
    )
    parser.add_argument("--version", action="version", version=f"dpdesk {__version__}")
    parser.set_defaults(command=None, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    named = [word for word in words[:1] if word in COMMANDS and word != "completion"]
    for name in named or COMMANDS:
        import_module(f"dpdesk.cli.{COMMANDS[name]}").add_to(partial(subcommand, commands))
    return parser
