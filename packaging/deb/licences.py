"""Debian's `copyright` file: the terms of every part of the program, from the bill of materials in its folder.

The bill (packaging/sbom.py) names all parts, what they come under, and has their licence texts beside it; this file
says the same in Debian's form, and the package's documents link to both.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from environment import Trouble
from sbom import BILL

_HEAD = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: dpdesk
Comment: The folder /usr/lib/dpdesk also holds the following parts, each under its own terms. Their texts are in
 /usr/share/doc/dpdesk/licenses, the whole bill of materials is /usr/share/doc/dpdesk/sbom.cdx.json.
 Libraries under the LGPL, those of Qt among them, are files of their own and may be replaced by others.
"""
_TAIL = """\

Files: *
Copyright: 2026, the authors of dpdesk
License: Apache-2.0
 The text is in /usr/share/common-licenses/Apache-2.0.
"""


def terms(part: dict[str, Any]) -> str:
    """What a part of the bill comes under."""
    stated = [one.get("expression") or one["license"].get("id") or one["license"]["name"] for one in part["licenses"]]
    return " AND ".join(stated)


def copyright_file(program: Path) -> str:
    """The text of the file.

    Raises:
        Trouble: if the folder has no bill, or a part of it no terms.
    """
    try:
        parts = json.loads((program / BILL).read_text(encoding="utf-8"))["components"]
        lines = [f" {one['name']} {one.get('version', '')}".rstrip() + f": {terms(one)}\n" for one in parts]
    except (OSError, ValueError, KeyError) as error:
        why = f"{type(error).__name__}; packaging/freeze/build.py makes it"
        raise Trouble(f"{program / BILL} does not give the terms of every part ({why}).") from None
    return _HEAD + "".join(sorted(lines, key=str.lower)) + _TAIL
