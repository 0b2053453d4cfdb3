"""The part of a file pair that one commit's engine step has to look at.

Most commits touch a few lines of a large file. Definitions and top-level statements that stand
wholly outside the text difference are the same on both sides, so both are left out together,
and the engine sees small files. Blocks never become empty.

The price: whether a renamed definition still has uses under its former name is judged within
the window. That decides who owns one name, never a verdict: verdicts are made on whole files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.queries.history_lines import line_hunks, split_lines
from tracer.syntax.detect import detect
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.queries.history_lines import Hunk
    from tracer.syntax import Language

_SMALL = 60  # lines of a file that is not worth cutting
_PART = Role.DEFINITION | Role.WRAPPER | Role.COMMENT
_TOP_PART = _PART | Role.STATEMENT | Role.COMPOUND | Role.IMPORT


class Window(NamedTuple):
    """Shortened texts of one file before and after, and the lines (0-based) they kept."""

    before: bytes
    after: bytes
    before_lines: Sequence[int]
    after_lines: Sequence[int]


def whole(before: bytes, after: bytes) -> Window:
    """A window with everything in it."""
    return Window(before, after, range(before.count(b"\n") + 1), range(after.count(b"\n") + 1))


def window(path: str, before: bytes, after: bytes, hunks: Sequence[Hunk] | None = None) -> Window:
    """The texts without what the difference proves to be the same and out of reach.

    Languages without roles, broken code and small files come back whole.
    Cost: tree-sitter's parse of the after side; no column is built.
    """
    lines_b, lines_a = split_lines(before), split_lines(after)
    if len(lines_a) <= _SMALL or len(lines_b) <= _SMALL:
        return whole(before, after)
    language = detect(path, after)
    if not language.is_full:
        return whole(before, after)
    if hunks is None:
        hunks = line_hunks(lines_b, lines_a)
    root = language.parser.parse(after).root_node
    if root.has_error:
        return whole(before, after)
    cuts = _Cutter(language, lines_a, hunks).cuts(root)
    if not cuts:
        return whole(before, after)
    kept_a = _kept(len(lines_a), cuts)
    kept_b = _kept(len(lines_b), [_shifted(cut, hunks) for cut in cuts])
    return Window(_text(lines_b, kept_b), _text(lines_a, kept_a), kept_b, kept_a)


class _Cutter:
    """Finds the line ranges (0-based, half-open, after side) that can go."""

    def __init__(
        self,
        language: Language,
        lines: Sequence[bytes],
        hunks: Sequence[Hunk],
    ) -> None:
        self._roles = language.roles
        self._canonical = language.canonical
        self._lines = lines
        # One line around each difference stays, for layout between neighbours.
        self._dirty = [(hunk.after_start - 1, hunk.after_end + 1) for hunk in hunks]
        self._found: list[tuple[int, int]] = []

    def cuts(self, root: Any) -> list[tuple[int, int]]:
        self._visit(root, is_root=True)
        return self._found

    def _visit(self, node: Any, *, is_root: bool = False) -> None:
        """Cut children of a node that the difference reaches into."""
        wanted = _TOP_PART if is_root else _PART
        kept_one = is_root
        end = -1  # line on which the last sibling ended
        for child in node.children:
            start, stop = child.start_point[0], self._stop(child)
            if self._is_dirty(start, stop):
                if stop - start > 1:
                    self._visit(child)
                kept_one = kept_one or child.is_named
            elif (
                start > end
                and self._roles[self._canonical[child.kind_id]] & wanted
                and (kept_one or not child.is_named)
                and self._is_alone(child, stop)
            ):
                self._found.append((start, stop))
            else:
                kept_one = kept_one or child.is_named
            end = max(end, stop - 1)

    def _stop(self, node: Any) -> int:
        """One past the last line of a node."""
        row, column = node.end_point
        return int(row) if column == 0 and row > node.start_point[0] else int(row) + 1

    def _is_dirty(self, start: int, stop: int) -> bool:
        return any(low < stop and start < high for low, high in self._dirty)

    def _is_alone(self, node: Any, stop: int) -> bool:
        """Whether nothing else stands on the node's lines."""
        first, last = self._lines[node.start_point[0]], self._lines[stop - 1]
        if first[: node.start_point[1]].strip():
            return False
        row, column = node.end_point
        return row != stop - 1 or not last[column:].strip()


def _shifted(cut: tuple[int, int], hunks: Sequence[Hunk]) -> tuple[int, int]:
    """The same lines on the before side."""
    shift = 0
    for hunk in hunks:
        if hunk.after_end > cut[0]:
            break
        shift = hunk.before_end - hunk.after_end
    return cut[0] + shift, cut[1] + shift


def _kept(count: int, cuts: Sequence[tuple[int, int]]) -> list[int]:
    kept: list[int] = []
    at = 0
    for start, stop in sorted(cuts):
        kept.extend(range(at, start))
        at = max(at, stop)
    kept.extend(range(at, count))
    return kept


def _text(lines: Sequence[bytes], kept: Sequence[int]) -> bytes:
    return b"".join(lines[i] + b"\n" for i in kept)
