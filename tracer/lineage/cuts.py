"""Leaves beside which a change took code away.

A deletion leaves no leaf behind that could name it, though `if (a && b)` and `if (a)` do not
mean the same. So it touches what stood next to it on the same line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.matching import NodeMapping

_WORD = lazy_pattern(rb"[^\s()\[\]{},;:.@]")  # brackets and separators say nothing by themselves


def cut_beside(mapping: NodeMapping, removed: Iterable[int]) -> frozenset[int]:
    """Leaves after (node ids) whose line before lost code that stands in `removed` nodes.

    For each lost leaf that says something, the nearest leaf to its left on the line that lives
    on, else the nearest to its right. A line that is gone as a whole has none.
    Cost: linear in the removed subtrees and the lines they stand on.
    """
    regions: dict[int, list[tuple[int, int]]] = {}
    for node in removed:
        file, row = mapping.before.locate(node)
        regions.setdefault(file, []).append((row, mapping.before.trees[file].stop[row]))
    found: set[int] = set()
    for file, rows in regions.items():
        found |= _Sweep(mapping, file).run(_disjoint(rows))
    return frozenset(found)


def _disjoint(regions: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The outermost of regions that nest, ascending."""
    found: list[tuple[int, int]] = []
    for first, stop in sorted(regions):
        if not found or first >= found[-1][1]:
            found.append((first, stop))
        elif stop > found[-1][1]:
            found[-1] = found[-1][0], stop
    return found


class _Sweep:
    """Two passes over one tree: to the right for neighbours on the left, then back."""

    def __init__(self, mapping: NodeMapping, file: int) -> None:
        self._tree = mapping.before.trees[file]
        self._to_after = mapping.to_after
        self._base = mapping.before.base[file]
        self._search = _WORD.search

    def run(self, regions: list[tuple[int, int]]) -> set[int]:
        """The partners of the neighbours of everything lost in disjoint, ascending regions."""
        tree, found = self._tree, set()
        lonely: list[list[int]] = []  # of each region, what has no neighbour on the left
        alive, seen = -1, 0  # the last leaf that lives on, among the rows before `seen`
        for first, stop in regions:
            line = tree.line_of(tree.start[first])
            alive = self._nearest(range(first - 1, seen - 1, -1), alive, line, line)
            alone: list[int] = []
            for row in filter(self._says_something, range(first, stop)):
                if self._lives(row):
                    alive = row
                elif alive >= 0 and self._last_line(alive) >= tree.line_of(tree.start[row]):
                    found.add(self._to_after[self._base + alive])
                else:
                    alone.append(row)
            lonely.append(alone)
            seen = stop
        alive, seen = -1, len(tree)
        for (first, stop), alone in zip(reversed(regions), reversed(lonely), strict=True):
            if not alone:
                continue
            line = self._last_line(stop - 1)
            alive = self._nearest(range(stop, seen), alive, line, line)
            at = stop
            for row in reversed(alone):
                between = filter(self._lives, range(row + 1, at))
                alive = next(filter(self._says_something, between), alive)
                if alive >= 0 and tree.line_of(tree.start[alive]) <= self._last_line(row):
                    found.add(self._to_after[self._base + alive])
                at = row
            seen = first
        return found

    def _nearest(self, rows: range, known: int, first: int, last: int) -> int:
        """The first of `rows` that lives on and says something; else `known`.

        -1 when a leaf that says something stands wholly outside the lines first to last.
        """
        tree = self._tree
        for row in filter(self._says_something, rows):
            if self._lives(row):
                return row
            if self._last_line(row) < first or tree.line_of(tree.start[row]) > last:
                return -1
        return known

    def _lives(self, row: int) -> bool:
        return self._to_after[self._base + row] >= 0

    def _last_line(self, row: int) -> int:
        return self._tree.line_of(self._tree.end[row] - 1)

    def _says_something(self, row: int) -> bool:
        tree = self._tree
        if not tree.flags[row] & LEAF:
            return False
        return self._search(tree.text, tree.start[row], tree.end[row]) is not None
