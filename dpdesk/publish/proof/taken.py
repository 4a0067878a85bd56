"""A folder that holds a release already: whether the release about to be made is that very one, found out beforehand.

The same plan on the same data writes the same bytes, so its folder may be named again. On other data, or charged to
another ledger, the same plan is another release, which would be paid for and then find its names taken.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.errors import Refused
from dpdesk.problems.problem import problem
from dpdesk.publish.folders import release_in

if TYPE_CHECKING:
    from dpdesk.data.sources.base import Source
    from dpdesk.ledger.ledger import Ledger


def require_same_release(out: Path, opened: Callable[[], Source], ledger: Ledger | None) -> None:
    """Refuse a folder whose release is not the one that this source and this ledger would give again.

    Without a ledger, one that is yet to be made, no release is given again. The folder is known (`check_writable`) to
    hold nothing, or a release of the same plan. Only a folder that holds a release costs a pass over the file.

    Raises:
        Refused: if the release in the folder is not in the ledger, or was made from other data.
        BadInput: if the file cannot be read.
    """
    held = release_in(out)
    if held is None:
        return
    reserved = {} if ledger is None else {one.release_id: one.reserved_entry for one in ledger.releases()}
    if ledger is None or held not in reserved:
        raise Refused(problem("publish.in_other_ledger", folder=str(out)))
    entry = next(one for one in ledger.entries() if one.number == reserved[held])
    source, key = opened(), ledger.fingerprint_key()
    same = entry.text("fingerprint") == source.fingerprint(key)
    if not same and not (entry.text("records") and entry.text("records") == source.records_fingerprint(key)):
        raise Refused(problem("publish.on_other_data", folder=str(out)))
