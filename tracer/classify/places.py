"""Nodes as a person sees them: path, lines, name of the definition around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.spans import Place
from tracer.syntax.names import qualified_name, unwrapped

if TYPE_CHECKING:
    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree


class Places:
    """Where the nodes of one side stand."""

    def __init__(self, forest: Forest) -> None:
        self._forest = forest
        self._around: dict[int, str | None] = {}  # node of a definition's kind -> its name

    def of(self, node: int) -> tuple[int, Place | None]:
        """The node's file, and its place in it; -1 and None for -1."""
        if node < 0:
            return -1, None
        file, row = self._forest.locate(node)
        tree = self._forest.trees[file]
        lines = tree.lines(row)
        name = self._name(tree, row, node - row)
        return file, Place(self._forest.paths[file], lines.start_line, lines.end_line, name)

    def _name(self, tree: SyntaxTree, row: int, base: int) -> str | None:
        """The name of the definition at, in the wrapper at, or around a row."""
        kind, parent, definitions = tree.kind, tree.parent, tree.language.definitions
        row = unwrapped(tree, row)
        while row >= 0 and kind[row] not in definitions:
            row = parent[row]
        if row < 0:
            return None
        if base + row not in self._around:
            self._around[base + row] = qualified_name(tree, row)
        return self._around[base + row]


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
    if (
        one.end_line >= other.end_line
        and one.start_line <= other.start_line
        and (one.name == other.name)
    ):
        return one
    return Place(
        one.path,
        min(one.start_line, other.start_line),
        max(one.end_line, other.end_line),
        one.name if one.name == other.name else None,
    )
