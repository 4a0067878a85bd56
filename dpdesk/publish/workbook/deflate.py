"""A deflate compressor (RFC 1951) whose output depends on its input alone.

zlib's output is not fixed by any standard and differs between its versions and replacements, so a workbook
compressed by it would not be the same bytes on every machine. This one is: integer arithmetic, stable sorts, ties
broken by symbol. Any zlib can read it. It looks for the latest earlier occurrence of the next `_KEY` bytes, extends
it, takes it greedily, and codes each block of 256 KiB with its own Huffman codes. On the XML of worksheets it comes
within some ten to thirty per cent of zlib's size.
"""

from __future__ import annotations

import heapq
import zlib

import numpy as np
from numpy.typing import NDArray

_BLOCK = 1 << 18
_WINDOW = 1 << 15
_KEY = 5  # shortest match looked for, in bytes
_LONGEST = 258
_MAX_BITS = 15
_END = 256

_LENGTH_BASE = np.array(
    [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258]
)
_LENGTH_EXTRA = np.array([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0])
_DISTANCE_BASE = np.array(
    [1, 2, 3, 4] + [base + half for bits in range(1, 14) for base in [(1 << bits + 1) + 1] for half in (0, 1 << bits)]
)
_DISTANCE_EXTRA = np.array([0, 0] + [n // 2 for n in range(28)])
_CODE_ORDER = (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)

_Ints = NDArray[np.int64]


class Deflater:
    """Compresses a stream of bytes; `crc` and `size` describe what was given so far."""

    def __init__(self) -> None:
        self.crc = 0
        self.size = 0
        self._history = b""
        self._waiting = bytearray()
        self._held = (0, 0)  # value and number of the bits that are not yet a whole byte

    def add(self, data: bytes) -> bytes:
        """Take more input; returns compressed bytes that are ready (often none)."""
        self.crc = zlib.crc32(data, self.crc)
        self.size += len(data)
        self._waiting += data
        out = b""
        while len(self._waiting) >= 2 * _BLOCK:
            out += self._block(bytes(self._waiting[:_BLOCK]), last=False)
            del self._waiting[:_BLOCK]
        return out

    def finish(self) -> bytes:
        """Compress what is left and end the stream."""
        out = b""
        while len(self._waiting) > _BLOCK:
            out += self._block(bytes(self._waiting[:_BLOCK]), last=False)
            del self._waiting[:_BLOCK]
        return out + self._block(bytes(self._waiting), last=True)

    def _block(self, block: bytes, last: bool) -> bytes:
        starts, lengths, distances = _parse(self._history, block)
        self._history = (self._history + block)[-_WINDOW:]
        fields = [self._held, *_header_and_tokens(block, starts, lengths, distances, last)]
        values = np.concatenate([np.atleast_1d(np.asarray(value, np.uint64)) for value, _ in fields])
        widths = np.concatenate([np.atleast_1d(np.asarray(width, np.int64)) for _, width in fields])
        packed, size = _packed(values, widths)
        whole = (size + 7) // 8 if last else size // 8
        self._held = (packed[whole] if size % 8 and not last else 0, 0 if last else size % 8)
        return packed[:whole]


def _parse(history: bytes, block: bytes) -> tuple[_Ints, _Ints, _Ints]:
    """Greedy matches in `block`: their starts (from the block's beginning), lengths and distances."""
    before, end = len(history), len(history) + len(block)
    count = end - _KEY + 1
    empty = np.zeros(0, np.int64)
    if count <= before + 1:
        return empty, empty, empty
    words = _words(history + block)
    keys = words[:count] & np.uint64((1 << 8 * _KEY) - 1)
    order = _sorted(keys)
    ranked = keys[order]
    same = np.flatnonzero(ranked[1:] == ranked[:-1])
    distance = np.zeros(count, np.int64)
    distance[order[same + 1]] = order[same + 1] - order[same]
    distance[distance > _WINDOW] = 0
    length = _lengths(words, distance, end)
    # From every match the walk goes on at the first match that begins at or after its end.
    following = np.where(distance > 0, np.arange(count), end)
    following = np.minimum.accumulate(following[::-1])[::-1]
    following = np.concatenate([following, np.full(end + _LONGEST - count, end)])
    jump = memoryview(following[np.arange(count) + length])
    starts: list[int] = []
    position = int(following[before])
    while position < end:
        starts.append(position)
        position = jump[position]
    at = np.array(starts, np.int64)
    return at - before, length[at], distance[at]


def _words(data: bytes) -> NDArray[np.uint64]:
    """The eight bytes that begin at each position, the first lowest; zeros stand beyond the end."""
    return np.ndarray(len(data), dtype="<u8", buffer=data + bytes(8), strides=(1,)).astype(np.uint64)


def _lengths(words: NDArray[np.uint64], distance: _Ints, end: int) -> _Ints:
    """How far the match at each position goes, up to the longest allowed and the end of the data.

    Where the next position has a match at the same distance, the match is one longer than that; so only the last of
    each such run is compared, eight bytes at a time.
    """
    count = len(distance)
    last = np.flatnonzero((distance > 0) & (distance != np.append(distance[1:], 0)))
    reach = np.full(len(last), _KEY, np.int64)
    active = np.arange(len(last))
    while active.size:
        here = last[active] + reach[active]
        inside = here < end
        active, here = active[inside], here[inside]
        differs = words[here] ^ words[here - distance[last[active]]]
        equal = differs == 0
        reach[active] += np.where(equal, 8, _low_zero_bytes(differs))
        active = active[equal & (reach[active] < _LONGEST)]
    if not len(last):
        return np.zeros(count, np.int64)
    ends = np.zeros(count, np.int64)
    ends[last[:-1] + 1] = 1
    which = np.cumsum(ends)
    length = reach[which] + last[which] - np.arange(count)
    length = np.minimum(np.minimum(length, _LONGEST), end - np.arange(count))
    return np.where(distance > 0, length, 0)


def _low_zero_bytes(words: NDArray[np.uint64]) -> _Ints:
    """How many of the lowest bytes of each word are zero."""
    zeros = np.zeros(len(words), np.int64)
    clean = np.ones(len(words), np.bool_)
    for i in range(8):
        clean &= (words >> np.uint64(8 * i)) & np.uint64(0xFF) == 0
        zeros += clean
    return zeros


def _sorted(keys: NDArray[np.uint64]) -> _Ints:
    """A stable order that brings equal keys together: by a 32-bit mixture of the key, 16 bits at a time."""
    mixed = (keys * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    order = np.argsort((mixed & np.uint64(0xFFFF)).astype(np.uint16), kind="stable")
    return order[np.argsort((mixed >> np.uint64(16)).astype(np.uint16)[order], kind="stable")]


def _header_and_tokens(
    block: bytes, starts: _Ints, lengths: _Ints, distances: _Ints, last: bool
) -> list[tuple[_Ints, _Ints]]:
    """One block with dynamic Huffman codes, as values and their widths in bits."""
    size = len(block)
    edges = np.zeros(size + 1, np.int64)
    edges[starts] += 1
    np.add.at(edges, starts + lengths, -1)
    literal = np.cumsum(edges[:size]) == 0
    literal_at = np.flatnonzero(literal)
    octets = np.frombuffer(block, np.uint8)
    length_code = np.searchsorted(_LENGTH_BASE, lengths, side="right") - 1
    distance_code = np.searchsorted(_DISTANCE_BASE, distances, side="right") - 1

    frequency = np.bincount(octets[literal_at], minlength=286)
    frequency[257:] += np.bincount(length_code, minlength=29)
    frequency[_END] = 1
    symbols = _code_lengths(frequency.tolist())
    offsets = _code_lengths(np.bincount(distance_code, minlength=30).tolist())
    code, width = _codes(symbols)
    far_code, far_width = _codes(offsets)

    # Each token: the bits of its literal or length, and of its distance, lowest bit first.
    position = np.concatenate([literal_at, starts])
    order = np.argsort(position, kind="stable")
    lit = octets[literal_at].astype(np.int64)
    symbol = 257 + length_code
    bits, value = width[symbol], code[symbol]
    for more, much in (
        (lengths - _LENGTH_BASE[length_code], _LENGTH_EXTRA[length_code]),
        (far_code[distance_code], far_width[distance_code]),
        (distances - _DISTANCE_BASE[distance_code], _DISTANCE_EXTRA[distance_code]),
    ):
        value = value | (more << bits)
        bits = bits + much
    values = np.concatenate([np.concatenate([code[lit], value])[order], code[_END : _END + 1]])
    widths = np.concatenate([np.concatenate([width[lit], bits])[order], width[_END : _END + 1]])
    return [_header(symbols, offsets, last), (values, widths)]


def _packed(values: NDArray[np.uint64], widths: _Ints) -> tuple[bytes, int]:
    """The values one after the other, lowest bit first, and the number of bits; each value fits its width, below 64."""
    ends = np.cumsum(widths)
    starts = ends - widths
    size = int(ends[-1])
    words = np.zeros(size // 64 + 2, np.uint64)
    word, shift = starts >> 6, (starts & 63).astype(np.uint64)
    np.add.at(words, word, values << shift)
    # What spills into the next word; two shifts, because a shift by 64 is not defined.
    np.add.at(words, word + 1, (values >> np.uint64(1)) >> (np.uint64(63) - shift))
    return words.astype("<u8").tobytes(), size


def _header(symbols: list[int], offsets: list[int], last: bool) -> tuple[_Ints, _Ints]:
    """The block's header: its type, and the lengths of its two codes, themselves coded by a third."""
    while len(symbols) > 257 and symbols[-1] == 0:
        symbols = symbols[:-1]
    while len(offsets) > 1 and offsets[-1] == 0:
        offsets = offsets[:-1]
    runs = _runs(symbols + offsets)
    frequency = [0] * 19
    for symbol, _, _ in runs:
        frequency[symbol] += 1
    lengths = _code_lengths(frequency, 7)
    code, width = _codes(lengths)
    sent = max(4, max(i + 1 for i, symbol in enumerate(_CODE_ORDER) if lengths[symbol]))
    fields = [(int(last), 1), (2, 2), (len(symbols) - 257, 5), (len(offsets) - 1, 5), (sent - 4, 4)]
    fields += [(lengths[symbol], 3) for symbol in _CODE_ORDER[:sent]]
    for symbol, more, much in runs:
        fields += [(int(code[symbol]), int(width[symbol])), (more, much)]
    return np.array([value for value, _ in fields]), np.array([bits for _, bits in fields])


def _runs(lengths: list[int]) -> list[tuple[int, int, int]]:
    """Run-length form of code lengths: (symbol, value of the extra bits, number of extra bits)."""
    out: list[tuple[int, int, int]] = []
    at = 0
    while at < len(lengths):
        value, stop = lengths[at], at + 1
        while stop < len(lengths) and lengths[stop] == value:
            stop += 1
        count = stop - at
        at = stop
        if value == 0:
            while count >= 3:
                some = min(count, 138)
                out.append((17, some - 3, 3) if some <= 10 else (18, some - 11, 7))
                count -= some
        else:
            out.append((value, 0, 0))
            count -= 1
            while count >= 3:
                some = min(count, 6)
                out.append((16, some - 3, 2))
                count -= some
        out += [(value, 0, 0)] * count
    return out


def _code_lengths(frequencies: list[int], limit: int = _MAX_BITS) -> list[int]:
    """Lengths of a Huffman code; frequencies are flattened until no code is longer than `limit`.

    A code of fewer than two symbols gets a second of length 1, so that every reader takes it for complete.
    """
    used = [symbol for symbol, frequency in enumerate(frequencies) if frequency]
    for symbol in range(2):
        if len(used) < 2 and symbol not in used:
            used.append(symbol)
    weights = {symbol: max(1, frequencies[symbol]) for symbol in sorted(used)}
    while True:
        lengths = _huffman(weights, len(frequencies))
        if max(lengths) <= limit:
            return lengths
        weights = {symbol: (weight + 1) // 2 for symbol, weight in weights.items()}


def _huffman(weights: dict[int, int], size: int) -> list[int]:
    heap: list[tuple[int, int, tuple[int, ...]]] = [(w, symbol, (symbol,)) for symbol, w in weights.items()]
    heapq.heapify(heap)
    lengths = [0] * size
    while len(heap) > 1:
        first, second = heapq.heappop(heap), heapq.heappop(heap)
        members = first[2] + second[2]
        for symbol in members:
            lengths[symbol] += 1
        heapq.heappush(heap, (first[0] + second[0], min(first[1], second[1]), members))
    return lengths


def _codes(lengths: list[int]) -> tuple[_Ints, _Ints]:
    """The canonical codes of these lengths, bits reversed as deflate sends them, and the lengths."""
    code = 0
    codes = np.zeros(len(lengths), np.int64)
    for length in range(1, _MAX_BITS + 1):
        for symbol, own in enumerate(lengths):
            if own == length:
                codes[symbol] = int(f"{code:0{length}b}"[::-1], 2)
                code += 1
        code <<= 1
    return codes, np.array(lengths, np.int64)
