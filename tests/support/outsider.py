"""What somebody outside the office has: published folders, and the verifier that lies in each of them."""

from __future__ import annotations

import importlib.util
import shutil
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from small import COUNT, block, plan, small, table

from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.write import write_release
from dpdesk.release.run import ReleaseRequest, release

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "resources" / "verify.py"


@cache
def verifier() -> ModuleType:
    """resources/verify.py as a module."""
    spec = importlib.util.spec_from_file_location("verifier_beside_exports", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def problems(*places: Path) -> list[str]:
    """What the verifier's check of places, one by one, says does not hold; empty if all does."""
    module, found = verifier(), []
    for place in places:
        try:
            module.check(place, lambda holds, why: holds or found.append(why))
        except Exception as error:
            found.append(str(error))
    return found


def asked(name: str = "people") -> Plan:
    """A plan of two small tables, one with pages and percentages."""
    share = {"kind": "percentage", "base": "column"}
    return plan(
        table(name, stub=[block("sex")], boxhead=[block("state")]),
        table("shares", pages=[block("sex")], stub=[block("state")], measures=[COUNT, share]),
        dictionary=small(neighbours="add_remove"),
        loss={"epsilon": "1/2"},
    )


def data_file(path: Path) -> Path:
    """Sixty made-up people."""
    lines = [f"{'fm'[i % 2]},red,n1a,{i % 10},{100 + i},{('on', 'off')[i % 3 == 0]},70" for i in range(60)]
    path.write_text("\n".join(["sex,colour,area,age,pay,state,kilos", *lines]) + "\n", encoding="utf-8")
    return path


def publish(ledger: Path, data: Path, name: str, out: Path) -> Path:
    """Release a plan whose first table is called `name`, and write its files."""
    with Ledger.open(ledger, create=True, anchor=MemoryAnchor()) as opened:  # each copy on a machine of its own
        done = release(ReleaseRequest(asked(name), data), opened).release
        write_release(done, out, audit=opened.release_lines(done.release_id))
    return out


def office(folder: Path) -> dict[str, Path]:
    """A ledger with releases `first` and `second`, a copy of it with another second release, and another ledger's.

    Also `log`, the whole audit log.
    """
    data, ledger, copy = data_file(folder / "data.csv"), folder / "ledger.sqlite", folder / "copy.sqlite"
    places = {"first": publish(ledger, data, "one", folder / "first")}
    shutil.copy(ledger, copy)
    places["second"] = publish(ledger, data, "two", folder / "second")
    places["fork"] = publish(copy, data, "three", folder / "fork")
    places["other"] = publish(folder / "other.sqlite", data, "one", folder / "other")
    with Ledger.open(ledger) as opened:
        places["log"] = opened.export(folder / "audit.jsonl")
    return places | {"ledger": ledger, "copy": copy, "data": data}


def repacked(source: Path, target: Path, change: Callable[[str, str], str]) -> Path:
    """The workbook with every XML part put through `change(name, text)`."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name).decode("utf-8")).encode("utf-8"))
    return target
