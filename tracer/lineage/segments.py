"""The units of attribution: leaves, cut where a line ends.

A docstring of forty lines is one leaf to the grammar and forty segments here, so that editing
one of its lines does not change the author of the others.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from tracer import native
from tracer.lineage.windows import Window, whole
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.syntax import SyntaxTree


class Segments:
    """Columns over the segments of one tree, in file order; blank pieces have none.

    `row`, `line` (1-based), `start`, `end` (bytes). With a window only its rows have segments.
    """

    __slots__ = ("_first", "_low", "end", "line", "row", "start", "tree", "window")

    def __init__(self, tree: SyntaxTree, window: Window | None = None) -> None:
        self.tree = tree
        self.window = window = window or whole(tree)
        self._low = window.first_row
        columns = self._columns(tree, window.first_row, window.stop_row)
        # `_first`: for each row of the window, and one past it.
        self.row, self.line, self.start, self.end, self._first = (array("i", c) for c in columns)

    @staticmethod
    def _columns(tree: SyntaxTree, low: int, high: int) -> Iterable[bytes | list[int]]:
        """Row, line, start and end of each segment, and the first segment of each row."""
        core = native.core()
        if core is not None:
            made: tuple[bytes, ...] = core.segments(tree, low, high)
            return made
        row: list[int] = []
        line: list[int] = []
        start: list[int] = []
        end: list[int] = []
        first: list[int] = []
        text, starts = tree.text, tree.line_starts
        last_line = len(starts)
        # The line being filled; leaves come in order, so it only grows.
        at = tree.line_of(tree.start[low]) if low < high else 1
        columns = (tree.flags[low:high], tree.start[low:high], tree.end[low:high])
        for leaf, (flag, leaf_start, stop) in enumerate(zip(*columns, strict=True), low):
            first.append(len(row))
            if not flag & LEAF or leaf_start == stop:
                continue
            begin = leaf_start
            while at < last_line and starts[at] <= begin:
                at += 1
            here = at
            while here < last_line and starts[here] < stop:
                piece_end = starts[here]
                if text[begin:piece_end].strip():
                    row.append(leaf)
                    line.append(here)
                    start.append(begin)
                    end.append(piece_end)
                begin = piece_end
                here += 1
            if text[begin:stop].strip():
                row.append(leaf)
                line.append(here)
                start.append(begin)
                end.append(stop)
        first.append(len(row))
        return row, line, start, end, first

    def __len__(self) -> int:
        return len(self.row)

    def of_row(self, row: int) -> range:
        """Indices of a leaf's segments."""
        return range(self.begin(row), self.begin(row + 1))

    def begin(self, row: int) -> int:
        """Index of the first segment at or after a row."""
        at = row - self._low
        first = self._first
        return 0 if at < 0 else first[at] if at < len(first) else first[-1]

    def text(self, index: int) -> bytes:
        """A segment's bytes without white space at its ends."""
        return self.tree.text[self.start[index] : self.end[index]].strip()

    def line_text(self, index: int) -> bytes:
        """The whole line that a segment stands on, without white space at its ends."""
        starts, line = self.tree.line_starts, self.line[index]
        stop = starts[line] if line < len(starts) else len(self.tree.text)
        return self.tree.text[starts[line - 1] : stop].strip()


def segments_of(tree: SyntaxTree) -> Segments:
    """The segments of a tree. Cost: one pass over its rows."""
    return Segments(tree)
