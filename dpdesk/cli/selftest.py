"""`dpdesk selftest`: the program checked on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from dpdesk.cli.common import Add
from dpdesk.printing import print_json


def add_to(add: Add) -> None:
    """What may be written after `dpdesk selftest`."""
    from dpdesk.selftest.run import PARTS

    selftest = add("selftest", _selftest, "Check the program on this machine; about a minute.")
    selftest.formatter_class = argparse.RawDescriptionHelpFormatter
    selftest.description = "\n".join(
        [
            "Check the program on this machine, about a minute on one core. No data are read, no ledger is touched.",
            "",
            *(f"  {name:<12}{sentence}" for name, sentence in ((name, part.sentence) for name, part in PARTS.items())),
            "",
            "What reveals no more than it states is accused with probability below 10^-6 a run of them all.",
            "Exit status 1 where a check fails: then release nothing on this machine.",
        ]
    )
    selftest.add_argument("--json", action="store_true")
    selftest.add_argument("--part", action="append", choices=list(PARTS), help="only this part; may be repeated")
    selftest.add_argument("--out", type=Path, metavar="FILE", help="write the report as FILE.txt and FILE.json too")


def _selftest(options: argparse.Namespace) -> int:
    from dpdesk.selftest.report import line, report
    from dpdesk.selftest.run import PARTS, checks

    parts = [name for name in PARTS if options.part is None or name in options.part]
    results = []
    for result in checks(parts):
        results.append(result)
        if not options.json:
            print(line(result), flush=True)
    document = report(parts, len(parts) == len(PARTS), results)
    if options.out is not None:
        document.write(options.out)
    if options.json:
        print_json(document.to_json())
    else:
        print(document.verdict)
    return 0 if document.passed else 1
