"""Leaves beside which a change took code away.

A deletion leaves no leaf behind that could name it, though `if (a && b)` and `if (a)` do not
mean the same. So it touches what stood next to it on the same line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree

_WORD = lazy_pattern(rb"[^\s()\[\]{},;:.@]")  # brackets and separators say nothing by themselves


def cut_beside(mapping: NodeMapping, removed: Iterable[int]) -> frozenset[int]:
    """Leaves after (node ids) whose line before lost code that stands in `removed` nodes.

    For each lost leaf that says something, the nearest leaf to its left on the line that lives
    on, else the nearest to its right. A line that is gone as a whole has none.
    Cost: linear in the removed subtrees and the lines they stand on.
    """
    found: set[int] = set()
    for node in removed:
        tree, row = mapping.before.tree_of(node)
        base = node - row
        for at in range(row, tree.stop[row]):
            if mapping.to_after[base + at] < 0 and _says_something(tree, at):
                found.update(_neighbour(mapping, tree, base, at))
    return frozenset(found)


def _neighbour(mapping: NodeMapping, tree: SyntaxTree, base: int, row: int) -> Iterator[int]:
    first, last = tree.line_of(tree.start[row]), tree.line_of(tree.end[row] - 1)
    for step, stop in ((-1, 0), (1, len(tree))):
        at = row + step
        while at != stop:
            if _says_something(tree, at):
                if step < 0 and tree.line_of(tree.end[at] - 1) < first:
                    break
                if step > 0 and tree.line_of(tree.start[at]) > last:
                    break
                after = mapping.to_after[base + at]
                if after >= 0:
                    yield after
                    return
            at += step


def _says_something(tree: SyntaxTree, row: int) -> bool:
    return bool(tree.flags[row] & LEAF and _WORD.search(tree.slice(row)))
