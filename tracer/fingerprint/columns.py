"""Whole columns at C speed: from kinds to a byte a row, and from tokens to shapes.

A Python step for every row costs about 0.1 of tree-sitter's parse time, and there are only
five of those to spend. `bytes.translate` and strided slices cost a hundredth each.
"""

from __future__ import annotations

import re
import sys
from array import array
from itertools import compress
from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern
from tracer.syntax import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.syntax import SyntaxTree

_TRIVIA_FLAGS = lazy_pattern(b"[%s]" % re.escape(bytes(f for f in range(256) if f & TRIVIA)))
_INNER = bytes(0 if f & LEAF else 255 for f in range(256))
_NONZERO = lazy_pattern(b"[^\x00]")
_FEW = 50  # one row in so many may be patched one by one
_LOW, _HIGH = (0, 1) if sys.byteorder == "little" else (1, 0)


class ByteTable:
    """One byte for each kind id, as pages of 256 for `bytes.translate`."""

    __slots__ = ("masks", "pages", "values")

    def __init__(self, values: Sequence[int]) -> None:
        self.values = bytes(values)
        padded = self.values + bytes(-len(values) % 256)
        self.pages = [padded[i : i + 256] for i in range(0, len(padded), 256)]
        # For each page 255 where a high byte chooses it.
        self.masks = [bytes(i) + b"\xff" + bytes(255 - i) for i in range(len(self.pages))]

    def of(self, kinds: bytes) -> bytes:
        """The byte of each kind; `kinds` are native 16-bit ids."""
        low = kinds[_LOW::2]
        if len(self.pages) == 1:
            return low.translate(self.pages[0])
        found = low.translate(self.pages[0])
        high = kinds[_HIGH::2]
        others = high.translate(None, b"\x00")
        if not others:
            return found
        if len(others) * _FEW < len(high):
            patched = bytearray(found)
            for match in _NONZERO.finditer(high):
                row = match.start()
                patched[row] = self.pages[high[row]][low[row]]
            return bytes(patched)
        for page in set(others):
            chosen = high.translate(self.masks[page])
            found = _blend(found, low.translate(self.pages[page]), chosen)
        return found


def _blend(base: bytes, other: bytes, mask: bytes) -> bytes:
    """`other` where `mask` is 255, `base` where it is 0."""
    b, o, m = (int.from_bytes(x, "little") for x in (base, other, mask))
    return (b ^ ((b ^ o) & m)).to_bytes(len(base), "little")


def _and(data: bytes, mask: int) -> bytes:
    return (int.from_bytes(data, "little") & mask).to_bytes(len(data), "little")


def both(one: bytes, other: bytes) -> bytes:
    """`one` where `other` is 255, 0 where it is 0."""
    return _and(one, int.from_bytes(other, "little"))


def not_after(marks: bytes, wanted: int, before: int) -> bytes:
    """The `wanted` marks of rows that do not come right after a row with the mark `before`."""
    after = marks[:-1].translate(bytes(0 if m & before else wanted for m in range(256)))
    return _and(bytes([wanted]) + after, int.from_bytes(marks, "little"))


def inner_rows(tree: SyntaxTree) -> list[int]:
    """Rows that have children."""
    return rows_where(tree.flags.tobytes().translate(_INNER))


def rows_where(marks: bytes) -> list[int]:
    """Rows whose mark is not 0."""
    return list(compress(range(len(marks)), marks))


def trivia_rows(tree: SyntaxTree) -> list[int]:
    """Rows of the comments that are not tokens."""
    return [m.start() for m in _TRIVIA_FLAGS.finditer(tree.flags.tobytes())]


def without(column: bytes, rows: list[int], width: int) -> bytes:
    """`column` (of `width` bytes a row) without the given rows."""
    if not rows:
        return column
    parts = []
    first = 0
    for row in rows:
        parts.append(column[first * width : row * width])
        first = row + 1
    parts.append(column[first * width :])
    return b"".join(parts)


def shapes(tree: SyntaxTree, kinds: bytes, codes: list[ByteTable], trivia: list[int]) -> bytes:
    """8 bytes for each significant row: kind code, then subtree size (0 for a leaf).

    `kinds` are those of the significant rows; `codes` holds the table of each code byte.
    """
    count = len(kinds) // 2
    inner = without(tree.flags.tobytes(), trivia, 1).translate(_INNER)
    mask = int.from_bytes(inner, "little")
    found = bytearray(8 * count)
    tokens = tree.tokens
    for i in range(4):
        found[i::8] = codes[i].of(kinds)
        found[4 + i :: 8] = _and(tokens[12 + i :: 16], mask)
    return bytes(found)


def sizes_of(shapes_: bytes | bytearray) -> memoryview[int] | array[int]:
    """The shapes as native 32-bit numbers: code, size, code, size, ..."""
    if sys.byteorder == "little":
        return memoryview(shapes_).cast("I")
    numbers = array("I", bytes(shapes_))
    numbers.byteswap()
    return numbers
