"""Which eight-bit encoding, or which of the double-byte ones, a text without a byte order mark seems to have.

A text in a language is one in the encoding in which the signs beyond ASCII are letters of that language, and stand as
its letters do: in Polish a superscript within a word is none. What is proposed so is confirmed by a person. Where
two are equally good the western one is taken, which is the same for most of their letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from dpdesk.data.sources.languages.letters import LETTERS, WESTERN, Letters

_WORD = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")
_MOST_WORDS = 3_000
_HEAD = 1 << 16  # bytes, looked at for signs of two bytes
_NEVER = frozenset(["\ufffd", *map(chr, range(0x80, 0xA0))])  # no text has these
_GOOD = 0.9
_FEWEST = 3  # letters of another script, which a few stray signs might be
_OFTEN = 0.5  # of the letters of a text are among the most frequent ones of its language
_KANA = re.compile("[\u3040-\u30ff]")
_COMMON = (("cp932", 0x88, 0x97), ("cp949", 0xB0, 0xC8), ("gb18030", 0xB0, 0xD7), ("big5", 0xA4, 0xC6))
"""The first bytes of the more common kanji, of hangul, and of the more common Chinese signs."""


def eight_bit(text: bytes) -> str:
    """Propose the encoding of a text that is no UTF-8.

    Example:
        >>> [eight_bit(text.encode(code)) for text, code in (
        ...     ("Müller, Köln", "cp1252"), ("Łódź, Częstochowa", "cp1250"), ("Москва, Казань", "cp1251"),
        ...     ("東京都の人口は、どのくらいですか", "cp932"))]
        ['cp1252', 'cp1250', 'cp1251', 'cp932']
    """
    words = list(dict.fromkeys(_WORD.findall(text)))[:_MOST_WORDS]
    double = _japanese(text[:_HEAD])
    if double is not None:
        return double
    best, codec = max(((_score(words, letters), letters.codec) for letters in LETTERS), key=lambda scored: scored[0])
    if best < _GOOD:
        return _double(text[:_HEAD]) or _western(text)
    return codec if codec != WESTERN and _decodes(text, codec) else _western(text)


def _western(text: bytes) -> str:
    """Windows' encoding of western Europe, or the one in which every byte means something."""
    return WESTERN if _decodes(text, WESTERN) else "iso8859-1"


def _decodes(text: bytes, codec: str) -> bool:
    try:
        text.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _score(words: Iterable[bytes], letters: Letters) -> float:
    """The share of signs beyond ASCII that are letters of a language, and stand as letters do; 0 where none is one."""
    known = frozenset(letters.small + letters.small.upper())
    good = bad = often = 0
    for word in words:
        text = word.decode(letters.codec, errors="replace")
        native = sum(1 for sign in text if sign in known)
        strange = sum(
            1
            for position, sign in enumerate(text)
            if not sign.isascii() and sign not in known and _within(text, position)
        )
        turned = sum(1 for left, right in pairwise(text) if left.islower() and right.isupper())
        if _is_mixed(text) if letters.frequent else _is_crowded(text):
            native, strange = 0, strange + native
        often += sum(1 for sign in text.lower() if sign in letters.frequent) if native else 0
        good, bad = good + max(0, native - turned), bad + strange + turned
    share = good / (good + bad) if good else 0.0
    if not letters.frequent:
        return share
    return share**2 * often / good / _OFTEN if good >= _FEWEST else 0.0


def _is_mixed(text: str) -> bool:
    """Whether a word mixes the Latin script with another."""
    return any(sign.isascii() and sign.isalpha() for sign in text)


def _is_crowded(text: str) -> bool:
    """Whether a word has too few plain letters for one in the Latin script."""
    return len(text) > 4 and sum(1 for sign in text if not sign.isascii()) * 5 >= len(text) * 4


def _within(text: str, position: int) -> bool:
    """Whether a sign is a letter or stands within a word: one at its end may be a mark, such as a degree or a quote."""
    return (
        (text[position].isalpha() and text[position] not in "ªº")
        or text[position] in _NEVER
        or (0 < position < len(text) - 1)
    )


def _japanese(text: bytes) -> str | None:
    """The encoding of a text in Japanese, which has kana among its signs."""
    for codec in ("cp932", "euc_jp"):
        decoded = _decoded(text, codec)
        if decoded is not None and len(_KANA.findall(decoded)) * 4 > _beyond(decoded):
            return codec
    return None


def _double(text: bytes) -> str | None:
    """The encoding of a text in two bytes a sign, by where the signs stand that are common in it."""
    for codec, low, high in _COMMON:
        decoded = _decoded(text, codec)
        if decoded is not None:
            lead = [sign.encode(codec)[0] for sign in decoded if not sign.isascii()]
            if sum(1 for byte in lead if low <= byte <= high) * 5 > len(lead) * 3:
                return codec
    return None


def _beyond(text: str) -> int:
    return sum(1 for sign in text if not sign.isascii())


def _decoded(text: bytes, codec: str) -> str | None:
    """The text, but for a sign cut at its end; None where it is not in this encoding."""
    for cut in range(4):
        try:
            return text[: len(text) - cut].decode(codec)
        except UnicodeDecodeError as error:
            if error.start < len(text) - 4:
                return None
    return None
