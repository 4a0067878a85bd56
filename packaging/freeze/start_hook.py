"""Runs in the frozen program before anything else: what the loader set for itself is not for other programs.

The loader names its folder in the variables by which the system finds libraries. A spreadsheet program or a printer's
helper that dpdesk starts would then load libraries of dpdesk's instead of its own. The values are only read when a
program starts, so this one keeps what it needs.
"""

import os
import sys

for _name in ("LD_LIBRARY_PATH", "LIBPATH"):
    _before = os.environ.pop(f"{_name}_ORIG", None)
    if _before is not None:
        os.environ[_name] = _before
    else:
        os.environ.pop(_name, None)

# The program started once more (dpdesk/selftest/again.py) is a program of its own: its loader must set the same anew,
# or it would look for libraries in the system, where they may be missing.
os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"

# Where no language is set, an interpreter takes UTF-8, and tells the libraries so; the loader does the first only.
if sys.platform.startswith("linux") and not os.environ.get("LC_ALL"):
    if (os.environ.get("LC_CTYPE") or os.environ.get("LANG") or "C") in ("C", "POSIX"):
        os.environ["LC_CTYPE"] = "C.UTF-8"
