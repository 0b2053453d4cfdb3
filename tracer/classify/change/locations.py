"""Nodes as a person sees them: path, lines, name of the definition around."""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import TYPE_CHECKING

from tracer.model.spans import Place
from tracer.syntax.names import qualified_name, unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree


class Places:
    """Where the nodes of one side stand."""

    def __init__(self, forest: Forest) -> None:
        self._forest = forest
        self._around: dict[int, str | None] = {}  # node -> name of the definition at or around it
        self._elements: dict[int, dict[int, str]] = {}  # of the files asked about

    def of(self, node: int) -> tuple[int, Place | None]:
        """The node's file, and its place in it; -1 and None for -1."""
        if node < 0:
            return -1, None
        file, row = self._forest.locate(node)
        tree = self._forest.trees[file]
        lines = tree.lines(row)
        name = self._name(tree, row, node - row)
        return file, Place(self._forest.paths[file], lines.start_line, lines.end_line, name)

    def _named(self, base: int) -> dict[int, str]:
        """The names of the definitions of the file whose nodes begin there, by row."""
        known = self._elements.get(base)
        if known is None:
            file = self._forest.locate(base)[0]
            found = self._forest.elements(file)
            known = self._elements[base] = {element.row: element.name for element in found}
        return known

    def _name(self, tree: SyntaxTree, row: int, base: int) -> str | None:
        """The name of the definition at, in the wrapper at, or around a row."""
        kind, parent, definitions = tree.kind, tree.parent, tree.language.definitions
        at, passed, known = unwrapped(tree, row), [], self._around
        while at >= 0 and base + at not in known and kind[at] not in definitions:
            passed.append(base + at)
            at = parent[at]
        if at < 0:
            name = None
        elif base + at in known:
            name = known[base + at]
        else:
            found = self._named(base).get(at)
            name = known[base + at] = qualified_name(tree, at) if found is None else found
        known.update(dict.fromkeys(passed, name))
        return name


def places_of_layout(
    before: SyntaxTree, after: SyntaxTree, paths: tuple[str, str]
) -> tuple[Place, Place]:
    """The lines from the first to the last difference of two texts."""
    lines_b, lines_a = before.text.splitlines(), after.text.splitlines()
    shorter = min(len(lines_b), len(lines_a))
    head = _common(lines_b, lines_a, shorter)
    tail = _common(reversed(lines_b), reversed(lines_a), shorter - head)
    return (
        _lines(paths[0], head, len(lines_b) - tail),
        _lines(paths[1], head, len(lines_a) - tail),
    )


def _common(ours: Iterable[bytes], theirs: Iterable[bytes], most: int) -> int:
    """How many lines are the same from the first on, up to `most`."""
    return next(compress(range(most), map(ne, ours, theirs)), most)


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
