"""Lines that hold brackets only: they belong to the construct that the brackets delimit.

A text difference passes `}` from version to version without knowing which block it ends: with
many of them in a file, it takes one for another. The tree knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.lineage import Segments
    from tracer.model.attribution import Credit

OPENING = {b")": b"(", b"]": b"[", b"}": b"{"}
_BRACKETS = frozenset((*OPENING, *OPENING.values(), b",", b";"))


def settle_brackets(segments: Segments, credited: dict[int, Credit]) -> set[int]:
    """Give lines with brackets only the credit of their construct; return their segments.

    A closing bracket goes with its opening one. An opening bracket alone on its line goes with
    the end of the head it follows, unless one change wrote both it and something of the head.
    Cost: linear in the segments.
    """
    settled: set[int] = set()
    for lines, opening, head in bracket_heads(segments):
        credit = credited.get(opening)
        if credit is None:
            continue
        if head:
            of_head = [credited[i].origin for i in head if i in credited]
            if of_head and credit.origin not in of_head:
                credit = credited.get(head[-1], credit)
        for index in lines:
            if index in credited:
                credited[index] = credit
                settled.add(index)
    return settled


def bracket_heads(segments: Segments) -> Iterator[tuple[range, int, range]]:
    """(its segments, an opening bracket, its head) for each line with brackets only.

    The line goes with that bracket; the head is empty unless the bracket is alone on its line.
    """
    for first, stop in _bracket_lines(segments):
        opening = _opening(segments, first)
        head = _head(segments, opening)
        if opening != first or head:
            yield range(first, stop), opening, head


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


def _opening(segments: Segments, index: int) -> int:
    """The bracket that the one at `index` closes; itself when it closes none."""
    wanted = OPENING.get(segments.text(index))
    if wanted is None:
        return index
    first = segments.begin(segments.tree.parent[segments.row[index]])
    return first if segments.text(first) == wanted else index


def _head(segments: Segments, opening: int) -> range:
    """What stands before an opening bracket that has a line of its own; else empty."""
    lines, tree = segments.line, segments.tree
    here = lines[opening]
    is_alone = (
        opening > 0
        and lines[opening - 1] != here
        and (opening + 1 == len(segments) or lines[opening + 1] != here)
        and segments.text(opening) in OPENING.values()
    )
    if not is_alone:
        return range(0)
    above = tree.parent[tree.parent[segments.row[opening]]]
    return range(segments.begin(above), opening) if above > 0 else range(0)
