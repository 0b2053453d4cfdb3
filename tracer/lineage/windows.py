"""The part of a file that a change can have touched: attribution outside is only shifted.

Most edits leave most of a file alone. Rows before the first and after the last difference,
whose partners are the same rows of the other version, keep their lines' credits as they are;
segments are made only of what lies between. Cost follows the change, not the file.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


class Window(NamedTuple):
    """Rows `first_row <= r < stop_row` of a tree, and the lines from first to last they are on.

    Lines outside hold settled rows only, or none.
    """

    first_row: int
    stop_row: int
    first_line: int
    last_line: int


def whole(tree: SyntaxTree) -> Window:
    """The window that leaves nothing out."""
    return Window(0, len(tree), 1, len(tree.line_starts))


def windows_of(mapping: NodeMapping, file_b: int, file_a: int) -> tuple[Window, Window]:
    """The windows before and after of two paired files.

    Cost: a few comparisons of slices; nothing is done row by row.
    """
    before, after = mapping.before.trees[file_b], mapping.after.trees[file_a]
    head = _settled_head(mapping, file_b, file_a)
    low_b = Window(head, len(before), _first_line(before, head), len(before.line_starts))
    low_a = Window(head, len(after), _first_line(after, head), len(after.line_starts))
    tail = _settled_tail(mapping, file_b, file_a, head)
    if tail == 0:
        return low_b, low_a
    stop_b, stop_a = len(before) - tail, len(after) - tail
    return (
        low_b._replace(stop_row=stop_b, last_line=_first_line(before, stop_b) - 1),
        low_a._replace(stop_row=stop_a, last_line=_first_line(after, stop_a) - 1),
    )


def window_of(tree: SyntaxTree, first: int, last: int) -> Window:
    """The least window around some lines: rows that begin and end where lines do."""
    starts = tree.line_starts
    row = bisect_left(tree.start, starts[first - 1])
    if row and tree.end[row - 1] > starts[first - 1]:  # a leaf of several lines is still open
        row = bisect_left(tree.start, tree.start[row - 1])
    head = _line_boundary(tree, row, len(tree.text))
    stop = len(tree)
    if last < len(starts):
        stop = _open_line(tree, max(0, bisect_left(tree.start, starts[last]) - 1), head)
    end = len(starts) if stop == len(tree) else _first_line(tree, stop) - 1
    return Window(head, stop, _first_line(tree, head), end)


def _first_line(tree: SyntaxTree, row: int) -> int:
    """The first line after those that the rows before `row` end on."""
    if row <= 1:
        return 1
    # The row before is a leaf: pre-order ends every subtree in one.
    return tree.line_of(max(0, tree.end[row - 1] - 1)) + 1


def _settled_head(mapping: NodeMapping, file_b: int, file_a: int) -> int:
    """How many rows at the start are settled; they end where a line ends."""
    before, after = mapping.before.trees[file_b], mapping.after.trees[file_a]
    base_b, base_a = mapping.before.base[file_b], mapping.after.base[file_a]
    equal = _common_prefix(before.text, after.text)
    limit = min(bisect_left(after.start, equal), bisect_left(before.start, equal))
    partners = mapping.to_before[base_a + 1 : base_a + limit]
    same = 1 + _common_items(partners, array("i", range(base_b + 1, base_b + limit)))
    return _line_boundary(after, min(same, limit), equal)


def _line_boundary(tree: SyntaxTree, row: int, equal: int) -> int:
    """The greatest row at or below `row` that opens a line after all rows above have ended.

    The line end between them must be among the `equal` bytes, so that it is one in both texts.
    """
    starts = tree.line_starts
    while row > 1:
        line = tree.line_of(max(0, tree.end[row - 1] - 1))  # where the rows above end
        ends_before = line < len(starts) and starts[line] <= equal
        if ends_before and (row == len(tree) or tree.start[row] >= starts[line]):
            return row
        row = min(row - 1, max(1, bisect_left(tree.start, starts[line - 1])))
    return 1


def _settled_tail(mapping: NodeMapping, file_b: int, file_a: int, head: int) -> int:
    """How many rows at the end are settled.

    They begin one line after the first equal line: blank lines before a line go with it, so
    that line is left in the window.
    """
    before, after = mapping.before.trees[file_b], mapping.after.trees[file_a]
    base_b, base_a = mapping.before.base[file_b], mapping.after.base[file_a]
    equal = _common_prefix(before.text[::-1], after.text[::-1])
    first = after.line_of(len(after.text) - equal) + 1
    if first > len(after.line_starts):
        return 0
    limit = len(after) - bisect_left(after.start, after.line_starts[first - 1])
    limit = min(limit, len(after) - head, len(before) - head)
    if limit <= 0:
        return 0
    partners = mapping.to_before[base_a + len(after) - limit : base_a + len(after)]
    wanted = array("i", range(base_b + len(before) - limit, base_b + len(before)))
    same = _common_items(partners[::-1], wanted[::-1])
    return len(after) - _open_line(after, len(after) - same, head)


def _open_line(tree: SyntaxTree, row: int, head: int) -> int:
    """The least row that opens a line after `row`'s, when all rows above it have ended."""
    count = len(tree)
    if row >= count:
        return count
    line = tree.line_of(tree.start[row]) + 1
    while line <= len(tree.line_starts):
        row = bisect_left(tree.start, tree.line_starts[line - 1])
        if row >= count:
            return count
        line = tree.line_of(tree.start[row])
        if row > head and tree.line_of(max(0, tree.end[row - 1] - 1)) < line:
            return row
        line += 1
    return count


def _common_prefix(before: bytes, after: bytes) -> int:
    """Length of the common prefix, by halving: each step compares slices in C."""
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_items(before: array[int], after: array[int]) -> int:
    """How many items agree from the start on."""
    return _common_prefix(before.tobytes(), after.tobytes()) // before.itemsize
