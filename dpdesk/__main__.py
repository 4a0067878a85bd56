"""`python -m dpdesk`, or this file by its path: the same door as the command `dpdesk`."""

from __future__ import annotations

import sys


def _find_package() -> None:
    """Take dpdesk from the folder this file lies in, and what it needs from there where it is installed nowhere else.

    Isolated mode leaves PYTHONPATH out, by which dpdesk itself may have been found. The folder comes last: no module in
    it takes the place of one of Python's.
    """
    from importlib.machinery import PathFinder
    from importlib.util import find_spec, module_from_spec
    from pathlib import Path

    folder = str(Path(__file__).resolve().parent.parent)
    here = str(Path(__file__).resolve().parent)
    sys.path[:] = [place for place in sys.path if place != here]
    if folder not in sys.path:
        sys.path.append(folder)
    spec = PathFinder.find_spec("dpdesk", [folder])
    if spec is None or spec.loader is None:
        raise ImportError("dpdesk is not whole")
    package = sys.modules["dpdesk"] = module_from_spec(spec)
    spec.loader.exec_module(package)
    if find_spec("numpy") is None:
        sys.exit(
            "dpdesk runs Python in isolated mode, in which PYTHONPATH and the user's own packages do not count, and "
            "finds no numpy there: install dpdesk and what it needs into one virtual environment."
        )


if __name__ == "__main__":
    if not __package__:
        _find_package()
    from dpdesk.cli.door import main

    sys.exit(main())
