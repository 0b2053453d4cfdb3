"""Nodes as a person sees them: path, lines, name of the definition around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.spans import Place
from tracer.syntax.names import qualified_name, unwrapped

if TYPE_CHECKING:
    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree


def place_of(forest: Forest, node: int) -> Place | None:
    """Where a node stands; None for -1."""
    if node < 0:
        return None
    file, row = forest.locate(node)
    tree = forest.trees[file]
    lines = tree.lines(row)
    name = qualified_name(tree, unwrapped(tree, row))
    return Place(forest.paths[file], lines.start_line, lines.end_line, name)


def places_of_layout(
    before: SyntaxTree, after: SyntaxTree, paths: tuple[str, str]
) -> tuple[Place, Place]:
    """The lines from the first to the last difference of two texts."""
    lines_b, lines_a = before.text.splitlines(), after.text.splitlines()
    head = 0
    shorter = min(len(lines_b), len(lines_a))
    while head < shorter and lines_b[head] == lines_a[head]:
        head += 1
    tail = 0
    while tail < shorter - head and lines_b[-1 - tail] == lines_a[-1 - tail]:
        tail += 1
    return (
        _lines(paths[0], head, len(lines_b) - tail),
        _lines(paths[1], head, len(lines_a) - tail),
    )


def _lines(path: str, first: int, stop: int) -> Place:
    """Lines `first` to `stop`, counted from 0 and half-open; at least one line."""
    start = max(1, min(first + 1, stop)) if stop else 1
    return Place(path, start, max(start, stop))


def joined(one: Place | None, other: Place | None) -> Place | None:
    """The smallest place that covers both; the name only where they agree."""
    if one is None or other is None:
        return one or other
    return Place(
        one.path,
        min(one.start_line, other.start_line),
        max(one.end_line, other.end_line),
        one.name if one.name == other.name else None,
    )
