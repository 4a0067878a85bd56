"""A file's records counted from its bytes alone, independently of the engine that reads them.

One pass over the bytes counts line ends outside quotes, as numpy arrays: a quote toggles, so a line end with
an even number of quotes before it ends a record. The same pass decides whether
the file is *regular*: no NUL, one kind of line end, no very long record, quotes only where a field begins or
ends. Only a regular
UTF-8 file goes to the engine; the engine's number of rows must then equal this one, or the file is refused.
An engine that silently returns nothing is caught here.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dpdesk.data.sources.encodings import Encoding
from dpdesk.data.sources.fixed.packed import position, unpacked
from dpdesk.data.sources.records import unreadable
from dpdesk.errors import BadInput
from dpdesk.limits import LONGEST_RECORD_OF_ENGINE
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, Steps, silent

_BLOCK = 1 << 19
_WINDOW = LONGEST_RECORD_OF_ENGINE
_LF, _CR = 10, 13


@dataclass(frozen=True, slots=True)
class Survey:
    """What the bytes of a delimited file say.

    `records` counts non-blank records from the first byte on, title lines and heading included.
    """

    records: int
    regular: bool


class _Count:
    """The running state of the pass: what is left open at the end of one block of bytes."""

    def __init__(self, delimiter: int, quote: int) -> None:
        self.delimiter, self.quote = delimiter, quote
        self.records = self.carriage = self.feeds = self.pairs = 0
        self.regular = True
        self.open = False
        self.before = (_LF, _LF)  # the two bytes before this block; a file begins as if after a line end

    def take(self, padded: NDArray[np.uint8], quoted: bool, returns: bool, after: int) -> None:
        """Add one block.

        Args:
            padded: the block with two bytes before it.
            quoted: whether a quote occurs in it.
            returns: whether a carriage return occurs in it or just before it.
            after: the byte that follows it (a line feed at the end of the file).
        """
        data = padded[2:]
        feed = padded == _LF
        ends = feed[2:]
        if quoted or self.open:
            ends = ends & ~self._inside(padded, data, after)
        blank = int(np.count_nonzero(ends & feed[1:-1]))
        if returns:
            carriage = padded == _CR
            pair = carriage[1:-1] & feed[2:]
            self.carriage += int(np.count_nonzero(carriage[2:]))
            self.pairs += int(np.count_nonzero(pair))
            blank += int(np.count_nonzero(ends & pair & feed[:-2]))
        whole = ends.size // _WINDOW * _WINDOW
        if not ends[:whole].reshape(-1, _WINDOW).any(axis=1).all():
            self.regular = False
        self.feeds += int(np.count_nonzero(feed[2:]))
        self.records += int(np.count_nonzero(ends)) - blank
        self.before = (int(padded[-2]), int(padded[-1]))

    def _inside(self, padded: NDArray[np.uint8], data: NDArray[np.uint8], after: int) -> NDArray[np.bool_]:
        """Say which bytes lie between quotes; irregular unless these stand at the boundaries of fields."""
        quote = data == self.quote
        places = np.flatnonzero(quote)
        opening, closing = places[int(self.open) :: 2], places[1 - int(self.open) :: 2]
        boundary = np.zeros(256, bool)
        boundary[[self.delimiter, _LF, _CR, self.quote]] = True
        follows = np.append(data[1:], np.uint8(after))
        if not (boundary[padded[opening + 1]].all() and boundary[follows[closing]].all()):
            self.regular = False
        inside: NDArray[np.bool_] = (np.cumsum(quote, dtype=np.uint8) + int(self.open)) % 2 == 1
        self.open = bool((places.size + self.open) % 2)
        return inside

    def finish(self) -> None:
        """Count a last record without a line end."""
        if self.before[1] != _LF and self.before != (_LF, _CR):
            self.records += 1


def survey(path: Path, mark: int, delimiter: str, quote: str, progress: Progress = silent) -> Survey:
    """Count the records of a file of UTF-8 text from its bytes; `mark` bytes at its start are skipped."""
    count = _Count(ord(delimiter), ord(quote) if quote else -1)
    try:
        tell = Steps(progress, "counting records", path.stat().st_size)
        with unpacked(path) as file:
            file.seek(mark)
            for block, after in _blocks(iter(lambda: file.read(_BLOCK), b"")):
                _take(count, block, after)
                tell(position(file))
        tell.end()
    except OSError as error:
        raise BadInput(unreadable(path.name, error)) from None
    count.finish()
    only_feeds = count.carriage == 0
    only_pairs = count.carriage == count.pairs == count.feeds
    regular = count.regular and not count.open and (only_feeds or only_pairs)
    return Survey(count.records, regular)


def survey_decoded(path: Path, encoding: Encoding, delimiter: str, quote: str) -> Survey:
    """Count the records of a file of any encoding and any line ends, decoded as a stream.

    `regular` then says only that the count can be relied on; the file is not one for the engine.
    """
    count = _Count(ord(delimiter) if delimiter.isascii() else -1, ord(quote) if quote.isascii() and quote else -1)
    count.regular = quote.isascii()
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding.codec)(errors="strict"), translate=True
    )
    try:
        with unpacked(path) as file:
            file.seek(encoding.mark)
            raw = iter(lambda: file.read(_BLOCK), b"")
            texts = (decoder.decode(block) for block in raw)
            ended = (decoder.decode(b"", final=True) for _ in range(1))
            for block, after in _blocks(text.encode() for text in chain(texts, ended)):
                _take(count, block, after)
    except UnicodeError:
        raise BadInput(problem("data.not_encoded", file=path.name, encoding=encoding.codec)) from None
    except OSError as error:
        raise BadInput(unreadable(path.name, error)) from None
    count.finish()
    return Survey(count.records, count.regular and not count.open)


def _blocks(raw: Iterator[bytes]) -> Iterator[tuple[bytes, int]]:
    """Yield each block that is not empty with the byte that follows it, a line feed after the last."""
    before = b""
    for block in raw:
        if block:
            if before:
                yield before, block[0]
            before = block
    if before:
        yield before, _LF


def _take(count: _Count, block: bytes, after: int) -> None:
    if b"\0" in block:
        count.regular = False
    quoted = count.quote >= 0 and count.quote in block
    returns = b"\r" in block or count.before[1] == _CR
    count.take(np.frombuffer(bytes(count.before) + block, np.uint8), quoted, returns, after)
