"""Where the lines of one version stand in a later one, wherever they went since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify import whose
from tracer.lineage import Trace
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.named_tuple import NamedTuple
from tracer.syntax.tree import BROKEN, LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tracer.lineage import Segments
    from tracer.syntax import SyntaxTree


class Spot(NamedTuple):
    """A line of a file now; 1-based."""

    path: str
    line: int


class Region(NamedTuple):
    """Whole lines of a file now that hold certain segments and nothing else; 1-based."""

    path: str
    first: int
    last: int


class Followed:
    """The versions a record left, matched with the files as they are now.

    Segments are numbered within their file. `origin[path][i]` is the (path, segment) that
    segment i of the file now was, or None for code that is new since. The matching leaps over
    all that happened between: code that went, and was written anew elsewhere, looks moved. So
    lines now that `is_later` (path, line) says were written since are nobody's.
    """

    def __init__(
        self,
        left: Mapping[str, bytes],
        now: Mapping[str, bytes],
        is_later: Callable[[str, int], bool],
    ) -> None:
        mapping = match(ChangeSet.from_texts(left, now))
        found = whose(mapping)
        trace = Trace(mapping, kept=found.kept, rules=found.rules)
        self.mapping = mapping
        paths = mapping.before.paths
        self.left = dict(zip(paths, trace.before, strict=True))
        self.now = dict(zip(mapping.after.paths, trace.after, strict=True))
        self.origin: dict[str, list[tuple[str, int] | None]] = {}
        self._to: dict[tuple[str, int], list[tuple[str, int]]] = {}
        for file, path in enumerate(mapping.after.paths):
            steps = trace.steps(file)
            column = self.now[path].line
            later = {line: is_later(path, line) for line in set(column)}
            self.origin[path] = [
                (paths[step.file], step.segment) if step and not later[line] else None
                for step, line in zip(steps, column, strict=True)
            ]
            for index, source in enumerate(self.origin[path]):
                if source is not None:
                    self._to.setdefault(source, []).append((path, index))

    def segments_on(self, path: str, lines: Iterable[int]) -> list[int]:
        """Segments of a file the record left, on some lines (1-based), in order."""
        wanted = set(lines)
        column = self.left[path].line
        return [index for index in range(len(column)) if column[index] in wanted]

    def now_of(self, path: str, segment: int) -> list[tuple[str, int]]:
        """The (path, segment) now of a segment the record left; several after a respelling."""
        return self._to.get((path, segment), [])

    def region(self, path: str, segments: list[int]) -> Region | None:
        """The whole lines that hold exactly these segments now, in their order.

        None when one of them is gone or changed, or other code stands on or between the lines.
        """
        found: list[tuple[str, int]] = []
        for segment in segments:
            there = self.now_of(path, segment)
            if not there:
                return None
            found += there
        paths = {there for there, _ in found}
        indices = [index for _, index in found]
        if len(paths) != 1 or indices != list(range(indices[0], indices[0] + len(indices))):
            return None
        (target,) = paths
        column = self.now[target].line
        first, last = indices[0], indices[-1]
        if first and column[first - 1] == column[first]:
            return None
        if last + 1 < len(column) and column[last + 1] == column[last]:
            return None
        return Region(target, column[first], column[last])

    def changed_node(self, path: str, segment: int, lines: range) -> Spot | None:
        """Where code now stands that a lost segment became a part of, if any.

        Looked at are the nodes around the segment that lie within `lines`.
        """
        tree = self.left[path].tree
        file = self.mapping.before.file_of_path[path]
        row = self.left[path].row[segment]
        while row > 0:
            inside = tree.line_of(tree.start[row]) in lines and (
                tree.line_of(max(tree.start[row], tree.end[row] - 1)) in lines
            )
            if not inside:
                return None
            node = self.mapping.to_after[self.mapping.before.base[file] + row]
            if node >= 0:
                target, at = self.mapping.after.locate(node)
                now = self.mapping.after.trees[target]
                return Spot(self.mapping.after.paths[target], now.line_of(now.start[at]))
            row = tree.parent[row]
        return None

    def indent(self, path: str, line: int) -> tuple[bytes, bytes] | None:
        """The white space that a line began with when the record left it, and begins with now."""
        segments = self.segments_on(path, (line,))
        there = self.now_of(path, segments[0]) if segments else []
        if not there:
            return None
        target, index = there[0]
        if not _opens_line(self.left[path], segments[0]) or not _opens_line(
            self.now[target], index
        ):
            return None
        return _lead(self.left[path], segments[0]), _lead(self.now[target], index)

    def renames(self, path: str, first: int, last: int) -> dict[bytes, bytes]:
        """Names on some lines of a file the record left (0-based rows) that all read otherwise now.

        Only names that changed everywhere there, to one other name.
        """
        segments = self.left[path]
        found: dict[bytes, set[bytes]] = {}
        for index in range(len(segments)):
            if first <= segments.row[index] < last:
                text = segments.text(index)
                for target, there in self.now_of(path, index):
                    found.setdefault(text, set()).add(self.now[target].text(there))
        return {
            text: next(iter(now))
            for text, now in found.items()
            if len(now) == 1 and text not in now
        }


def broken_nodes(tree: SyntaxTree) -> int:
    """How many nodes of a tree hold what its grammar cannot read."""
    return sum(1 for flag in tree.flags if flag & BROKEN)


def is_word(tree: SyntaxTree, row: int) -> bool:
    """Whether a row is a leaf that could be a name."""
    flags = tree.flags[row]
    text = tree.slice(row)
    return bool(flags & LEAF) and not flags & TRIVIA and (text[:1].isalpha() or text[:1] in b"_$")


def _opens_line(segments: Segments, index: int) -> bool:
    return index == 0 or segments.line[index - 1] != segments.line[index]


def _lead(segments: Segments, index: int) -> bytes:
    tree = segments.tree
    start = tree.line_starts[segments.line[index] - 1]
    line = tree.text[start : segments.end[index]]
    return line[: len(line) - len(line.lstrip())]
