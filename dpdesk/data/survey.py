"""A file's records counted from its bytes alone, independently of the engine that reads them.

One pass over the bytes (ASCII-compatible encodings) counts line ends outside quotes, as numpy arrays: a quote
toggles, so a line end with an even number of quotes before it ends a record. The same pass decides whether
the file is *regular*: no NUL, one kind of line end, quotes only where a field begins or ends. Only a regular
UTF-8 file goes to the engine; the engine's number of rows must then equal this one, or the file is refused.
An engine that silently returns nothing is caught here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.progress import Progress, silent

_BLOCK = 1 << 22
_LF, _CR, _QUOTE = 10, 13, 34


@dataclass(frozen=True, slots=True)
class Survey:
    """What the bytes of a delimited file say.

    `records` counts non-blank records from the first byte on, title lines and heading included.
    """

    records: int
    regular: bool
    line_end: str


class _Count:
    """The running state of the pass: what is left open at the end of one block of bytes."""

    def __init__(self, delimiter: int, quote: int) -> None:
        self.delimiter, self.quote = delimiter, quote
        self.records = self.carriage = self.feeds = self.pairs = 0
        self.regular = True
        self.open = False
        self.before = _LF  # the byte before this block; a file begins as if after a line end
        self.last_end = -1  # position of the last record end, relative to this block

    def take(self, block: bytes, after: int) -> None:
        """Add one block; `after` is the byte that follows it (a line feed at the end of the file)."""
        data = np.frombuffer(block, np.uint8)
        if block.find(0) >= 0:
            self.regular = False
        self.carriage += block.count(b"\r")
        feeds = np.flatnonzero(data == _LF)
        self.feeds += feeds.size
        self.pairs += block.count(b"\r\n") + (self.before == _CR and data[0] == _LF)
        ends = feeds
        if self.open or (self.quote >= 0 and block.find(self.quote) >= 0):
            quotes = np.flatnonzero(data == self.quote)
            self._check_quotes(data, quotes, after)
            inside = (np.searchsorted(quotes, feeds) + self.open) % 2 == 1
            ends = feeds[~inside]
            self.open = bool((quotes.size + self.open) % 2)
        self._count(data, ends)
        self.before = int(data[-1])

    def _check_quotes(self, data: NDArray[np.uint8], quotes: NDArray[np.int64], after: int) -> None:
        """Irregular unless each opening quote follows a boundary and each closing one precedes one."""
        padded = np.empty(data.size + 2, np.uint8)
        padded[0], padded[1:-1], padded[-1] = self.before, data, after
        opening = quotes[int(self.open) :: 2]
        closing = quotes[1 - int(self.open) :: 2]
        boundary = np.zeros(256, bool)
        boundary[[self.delimiter, _LF, _CR, self.quote]] = True
        if not (boundary[padded[opening]].all() and boundary[padded[closing + 2]].all()):
            self.regular = False

    def _count(self, data: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        """Count the records that end here and are not blank."""
        if ends.size:
            starts = np.empty_like(ends)
            starts[0], starts[1:] = self.last_end + 1, ends[:-1] + 1
            lengths = ends - starts
            short = lengths <= 1
            blank = int(np.count_nonzero(lengths == 0))
            for end in ends[short & (lengths == 1)]:
                byte = data[end - 1] if end > 0 else self.before
                blank += int(byte == _CR)
            self.records += int(ends.size) - blank
            self.last_end = int(ends[-1])
        self.last_end -= data.size

    def finish(self) -> None:
        """Count a last record without a line end."""
        left = -1 - self.last_end
        if left > 1 or (left == 1 and self.before != _CR):
            self.records += 1


def survey(path: Path, mark: int, delimiter: str, quote: str, progress: Progress = silent) -> Survey:
    """Count the records of an ASCII-compatible file; `mark` bytes at its start are skipped."""
    count = _Count(ord(delimiter), ord(quote) if quote else -1)
    try:
        size = max(path.stat().st_size, 1)
        with path.open("rb") as file:
            file.seek(mark)
            block, done = file.read(_BLOCK), 0
            while block:
                following = file.read(_BLOCK)
                count.take(block, following[0] if following else _LF)
                done += len(block)
                progress("counting records", min(done / size, 1.0))
                block = following
    except OSError as error:
        raise BadInput(f"{path.name} cannot be read ({error.strerror or 'input error'}).") from None
    count.finish()
    only_feeds = count.carriage == 0
    only_pairs = count.carriage == count.pairs == count.feeds
    regular = count.regular and not count.open and (only_feeds or only_pairs)
    return Survey(count.records, regular, r"\n" if only_feeds else r"\r\n")
