"""Where the frozen program begins: the same door as the command `dpdesk`."""

from __future__ import annotations

import sys

from dpdesk.cli.door import main

if __name__ == "__main__":
    sys.exit(main())
