"""Which characters XML 1.0 can carry, one by one."""

from __future__ import annotations


def carried_by_xml(character: str) -> bool:
    """Whether XML 1.0 can carry a character: no controls but tab and line ends, no surrogate, no non-character."""
    code = ord(character)
    return code in (9, 10, 13) or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code > 0xFFFF
