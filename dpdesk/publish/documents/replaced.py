"""What readers are told where the file was exchanged: which release takes the place of which, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpdesk.publish.documents.words import day, said

if TYPE_CHECKING:
    from dpdesk.release.result import Release


def file_words(release: Release, language: str) -> str:
    """That a release was made from another file than those before it, in whose place, and why; "" for others."""
    other = release.other_file
    if other is None:
        return ""
    if other.replaces is None:
        made = said(language, "Made from another file than earlier releases of these data.")
    else:
        made = said(
            language,
            "Revised: this release takes the place of release {release} of {day}, which was made from another file.",
            release=other.replaces.release,
            day=day(language, other.replaces.date),
        )
    accepted = said(
        language,
        "The file was accepted on {day} (ledger entry {entry}): {reason}",
        day=day(language, other.date),
        entry=other.entry,
        reason=other.reason.rstrip("."),
    )
    return f"{made} {accepted}."


def replaced_words(release: Release, language: str) -> str:
    """That another release has taken the place of this one; "" where none has."""
    newer = release.replaced_by
    if newer is None:
        return ""
    return said(
        language,
        "Release {release} of {day}, which was made from another file, has taken the place of this one. These figures "
        "are not the current ones any more.",
        release=newer.release,
        day=day(language, newer.date),
    )
