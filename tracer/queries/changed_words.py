"""Which words of a line differ from the line it stands beside, by the node mapping.

A leaf is unchanged when its partner has the same text and stands on the line beside. Inside a leaf
that was edited (a string, a comment, a line of a text without a grammar) the words are compared.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from tracer.lineage.segments import segments_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.lineage.segments import Segments
    from tracer.matching import NodeMapping
    from tracer.matching.forest import Forest

Line = tuple[str, int]  # path and 1-based line
Columns = list[tuple[int, int]]  # bytes of a line, half-open, ascending

_WORD = re.compile(rb"[^\x00-\x7f]+|\w+|\s+|[^\w\s]")
_MOST_WORDS = 400  # of a line, beyond which its difference is all of it
_SMALL_SHARE = 0.35  # a line with less in common is another line; marking words would not help


class _Version:
    """The leaves of one side by line."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self._file_of = {path: number for number, path in enumerate(forest.paths)}
        self._by_line: dict[int, dict[int, list[int]]] = {}
        self._segments: dict[int, Segments] = {}

    def file(self, line: Line) -> int:
        return self._file_of[line[0]]

    def segments(self, line: Line) -> Segments:
        """The segments of the file a line stands in."""
        file = self.file(line)
        if file not in self._segments:
            self._segments[file] = segments_of(self.forest.trees[file])
        return self._segments[file]

    def on(self, line: Line) -> list[int]:
        """Indices of the segments on a line."""
        file = self.file(line)
        if file not in self._by_line:
            found: dict[int, list[int]] = {}
            for index, number in enumerate(self.segments(line).line):
                found.setdefault(number, []).append(index)
            self._by_line[file] = found
        return self._by_line[file].get(line[1], [])

    def piece(self, line: Line, index: int) -> tuple[int, bytes]:
        """The column at which a segment begins, and its text."""
        segments = self.segments(line)
        start, tree = segments.start[index], segments.tree
        return start - tree.line_starts[line[1] - 1], tree.text[
            start : segments.end[index]
        ].rstrip()


class ChangedWords:
    """Compares lines of a mapping's two versions."""

    def __init__(self, mapping: NodeMapping) -> None:
        self._mapping = mapping
        self._before, self._after = _Version(mapping.before), _Version(mapping.after)

    def of(self, line_b: Line, line_a: Line, texts: tuple[bytes, bytes]) -> tuple[Columns, Columns]:
        """The columns that differ before and after; none where too little is common to mark it.

        Cost: linear in the leaves of the lines, and quadratic in the words of edited ones.
        """
        columns: tuple[Columns, Columns] = ([], [])
        lone_b, lone_a = set(self._before.on(line_b)), set(self._after.on(line_a))
        for index_b, index_a in list(self._pairs(line_b, line_a)):
            lone_b.discard(index_b)
            lone_a.discard(index_a)
            start_b, text_b = self._before.piece(line_b, index_b)
            start_a, text_a = self._after.piece(line_a, index_a)
            if text_b != text_a:
                for side, first, last in _differences(text_b, text_a):
                    start = start_a if side else start_b
                    columns[side].append((start + first, start + last))
        for side, version, line, lone in (
            (0, self._before, line_b, lone_b), (1, self._after, line_a, lone_a),
        ):  # fmt: skip
            for index in lone:
                start, text = version.piece(line, index)
                columns[side].append((start, start + len(text)))
        found = _joined(columns[0], texts[0]), _joined(columns[1], texts[1])
        return found if _is_alike(found, texts) else ([], [])

    def _pairs(self, line_b: Line, line_a: Line) -> Iterator[tuple[int, int]]:
        """Segments before and after that the mapping pairs, both on these lines."""
        mapping = self._mapping
        file_b, file_a = self._before.file(line_b), self._after.file(line_a)
        segments_b, segments_a = self._before.segments(line_b), self._after.segments(line_a)
        free = {index: segments_b.row[index] for index in self._before.on(line_b)}
        for index in self._after.on(line_a):
            row = segments_a.row[index]
            node = mapping.to_before[mapping.after.base[file_a] + row]
            file, row_b = mapping.before.locate(node) if node >= 0 else (-1, -1)
            if file != file_b:
                continue
            mine = next((one for one, at in free.items() if at == row_b), None)
            if mine is not None:
                del free[mine]
                yield mine, index


def _differences(before: bytes, after: bytes) -> Iterator[tuple[int, int, int]]:
    """Side and bytes of each word that the other text does not have at its place."""
    words = _WORD.findall(before), _WORD.findall(after)
    if max(map(len, words)) > _MOST_WORDS:
        yield 0, 0, len(before)
        yield 1, 0, len(after)
        return
    starts = [_starts(side) for side in words]
    matcher = SequenceMatcher(None, words[0], words[1], autojunk=False)
    for kind, first_b, last_b, first_a, last_a in matcher.get_opcodes():
        if kind != "equal":
            if last_b > first_b:
                yield 0, starts[0][first_b], starts[0][last_b]
            if last_a > first_a:
                yield 1, starts[1][first_a], starts[1][last_a]


def _starts(words: Sequence[bytes]) -> list[int]:
    found = [0]
    for word in words:
        found.append(found[-1] + len(word))
    return found


def _joined(columns: Columns, text: bytes) -> Columns:
    """The same columns ascending; what only white space parts is one."""
    found: Columns = []
    for start, end in sorted(columns):
        if found and (start <= found[-1][1] or not text[found[-1][1] : start].strip()):
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _is_alike(found: tuple[Columns, Columns], texts: tuple[bytes, bytes]) -> bool:
    """Whether enough of the lines is common that marks tell more than the whole line does."""
    whole = sum(len(text.strip()) for text in texts)
    marked = sum(end - start for side in found for start, end in side)
    return bool(marked) and whole - marked >= _SMALL_SHARE * whole
