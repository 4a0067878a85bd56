"""`dpdesk demo`: the bundled sample, the whole path, no window.

The release has a folder of its own, as it should anywhere: what is published stands beside neither data nor ledger.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dpdesk.cli import printed
from dpdesk.cli.common import Add, add_style, style_named
from dpdesk.cli.printed import Files
from dpdesk.cli.release import release_to
from dpdesk.errors import BadInput
from dpdesk.printing import print_lines, quoted
from dpdesk.problems.problem import problem

_RELEASE, _LEDGER = "release", "ledger.sqlite"


def add_to(add: Add) -> None:
    """What may be written after `dpdesk demo`."""
    demo = add("demo", _demo, "Bundled sample, whole path, no window.")
    demo.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the sample and the release")
    printed.add_to(demo)
    add_style(demo)


def _demo(options: argparse.Namespace) -> int:
    import gzip

    from dpdesk.planning.document.plan import Plan
    from dpdesk.publish.outbox import check_writable
    from dpdesk.release.terms import ReleaseRequest
    from dpdesk.resources import resource

    out: Path = options.out
    style, wanted = style_named(options), Files.asked(options)
    sample = resource("sample")
    wanted.require(Plan.load(sample / "plan.json").in_style(style))
    check_writable(out)
    for path in sorted(sample.iterdir()):
        if path.name.endswith(".csv.gz"):
            _write_new(out / path.name.removesuffix(".gz"), gzip.decompress(path.read_bytes()))
        elif path.suffix in (".json", ".csv"):
            _write_new(out / path.name, path.read_bytes())
    plan = Plan.load(out / "plan.json").in_style(style)
    asked = ReleaseRequest(plan, out / "sample.csv", microdata=wanted.microdata)
    released = out / _RELEASE
    result = release_to(asked, released, out / _LEDGER, wanted)
    if result.notice:
        print(result.notice, file=sys.stderr)
    again = Path(f"{out}-again")
    typed = [quoted(path) for path in (out / "plan.json", out / "sample.csv", again / _RELEASE, again / _LEDGER)]
    print_lines(
        [
            f"The sample's release {result.release.release_id} is in {released}; open {result.files[0]}.",
            "Next, the same by your own hand:",
            f"  dpdesk release {typed[0]} --data {typed[1]} --out {typed[2]} --ledger {typed[3]}",
        ]
    )
    return 0


def _write_new(path: Path, content: bytes) -> None:
    """Write a file of the sample, or leave it if it is there already with these bytes."""
    try:
        if path.exists() and path.read_bytes() == content:
            return
        if path.exists():
            raise BadInput(problem("cli.another_file", path=str(path)))
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(problem("cli.unwritable", path=str(path), reason=str(error.strerror))) from None
