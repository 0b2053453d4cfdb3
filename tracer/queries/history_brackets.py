"""Lines that hold brackets only: they belong to the construct that the brackets delimit.

A text difference passes `}` from version to version without knowing which block it ends: with
many of them in a file, it takes one for another. The tree knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.lineage import Segments

_OPENING = {b")": b"(", b"]": b"[", b"}": b"{"}
_BRACKETS = frozenset((*_OPENING, *_OPENING.values(), b",", b";"))


def bracket_heads(segments: Segments) -> dict[int, int]:
    """Segments of lines with brackets only -> the segment that speaks for them.

    A closing bracket goes with its opening one; an opening bracket alone on its line with the
    end of the head it follows.
    Cost: linear in the segments.
    """
    found: dict[int, int] = {}
    for first, stop in _bracket_lines(segments):
        head = _head(segments, first)
        if head != first:
            found.update(dict.fromkeys(range(first, stop), head))
    return found


def _bracket_lines(segments: Segments) -> list[tuple[int, int]]:
    """(first, one past last) segment of each line with brackets and separators only."""
    tree, starts, ends = segments.tree, segments.start, segments.end
    text, lines, count = tree.text, segments.line, len(segments)
    found: list[tuple[int, int]] = []
    at = 0
    while at < count:
        stop, plain = at, True
        while stop < count and lines[stop] == lines[at]:
            plain = plain and text[starts[stop] : ends[stop]] in _BRACKETS
            stop += 1
        if plain:
            found.append((at, stop))
        at = stop
    return found


def _head(segments: Segments, index: int) -> int:
    """The segment that speaks for the bracket at `index`."""
    tree = segments.tree
    opening = _OPENING.get(segments.text(index))
    if opening is not None:
        first = segments.begin(tree.parent[segments.row[index]])
        if segments.text(first) != opening:
            return index
        index = first
    elif segments.text(index) not in _OPENING.values():
        return index
    is_alone = index and segments.line[index - 1] != segments.line[index]
    if is_alone and (index + 1 == len(segments) or segments.line[index + 1] > segments.line[index]):
        above = tree.parent[tree.parent[segments.row[index]]]
        if above > 0 and segments.begin(above) < index:
            return index - 1
    return index
