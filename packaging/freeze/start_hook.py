"""Runs in the frozen program before anything else: what the loader set for itself is not for other programs.

The loader names its folder in the variables by which the system finds libraries. A spreadsheet program or a printer's
helper that dpdesk starts would then load libraries of dpdesk's instead of its own. The values are only read when a
program starts, so this one keeps what it needs.
"""

import os

for _name in ("LD_LIBRARY_PATH", "LIBPATH"):
    _before = os.environ.pop(f"{_name}_ORIG", None)
    if _before is not None:
        os.environ[_name] = _before
    else:
        os.environ.pop(_name, None)
