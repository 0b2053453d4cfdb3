"""The part of a file pair that one commit's engine step has to look at.

Most commits touch a few lines of a large file. Definitions and top-level statements that stand
wholly outside the text difference are the same on both sides, so both are left out together,
and the engine sees small files. Blocks never become empty.

On request, statements inside a definition go too, except those that mention a word the
difference brought or took away: whether a local variable was renamed everywhere is still seen.

The price: whether a renamed definition still has uses under its former name is judged within
the window. That decides who owns one name, never a verdict: verdicts are made on whole files.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, OrderedDict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tracer.history.line_diffs import line_hunks, split_lines
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.syntax.detect import detect
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.history.line_diffs import Hunk
    from tracer.syntax import Language

_MOST_HUNKS = 60  # of two versions, beyond which a tree is parsed anew
_MOST_WORDS = 60  # that changed, beyond which no statement is looked through for them
_TREES_KEPT = 8
_SMALL = 24  # lines of a file that is not worth cutting
_BESIDE = 3  # lines of text kept on each side of a difference
_SEVERAL = 3  # children of one kind from which on the grammar takes any number of them
_BEGINNING = lazy_pattern(rb"[^\s})\].]")  # of what goes on with no line above
_WORD = lazy_pattern(rb"[^\W\d]\w*")
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


class RawTrees:
    """Tree-sitter's trees of the versions seen last, from which the next ones are parsed.

    Consecutive versions of a file differ in a few places; the rest of a tree is taken over. Only
    in languages with definitions: scanners of markup (that of reStructuredText) keep a state of
    which a tree tells too little, so that half of what is taken over differs from a tree made anew,
    and from one run to the next.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[list[bytes], Any]] = OrderedDict()

    def root(self, language: Language, path: str, text: bytes, lines: list[bytes]) -> Any:
        """The root node of a text."""
        known = self._kept.pop(path, None)
        tree = None
        is_whole = text.endswith(b"\n") and bool(language.definitions)
        if known is not None and is_whole:
            tree = _edited(*known, lines)
        tree = language.parser.parse(text, tree) if tree else language.parser.parse(text)
        if is_whole:
            self._kept[path] = lines, tree
            if len(self._kept) > _TREES_KEPT:
                self._kept.popitem(last=False)
        return tree.root_node


def _edited(before: list[bytes], tree: Any, after: list[bytes]) -> Any:
    """A tree told of the difference to another version; None when it is not worth it."""
    hunks = line_hunks(before, after)
    if len(hunks) > _MOST_HUNKS:
        return None
    tree = tree.copy()
    edits: list[tuple[int, int, int]] = []  # start, end before, end after, in bytes before
    at = offset = 0
    for hunk in hunks:
        start = offset + _size(before[at : hunk.before_start])
        at = hunk.before_end
        offset = start + _size(before[hunk.before_start : at])
        edits.append((start, offset, start + _size(after[hunk.after_start : hunk.after_end])))
    for hunk, edit in zip(reversed(hunks), reversed(edits), strict=True):
        row = hunk.before_start
        row_after = row + hunk.after_end - hunk.after_start
        tree.edit(*edit, (row, 0), (hunk.before_end, 0), (row_after, 0))
    return tree


def _size(lines: list[bytes]) -> int:
    """The bytes that lines take with their ends."""
    return sum(map(len, lines)) + len(lines)


def window(  # noqa: PLR0913 - two texts, and what is known of them
    path: str,
    before: bytes,
    after: bytes,
    hunks: Sequence[Hunk] | None = None,
    *,
    raw: RawTrees | None = None,
    statements: bool = False,
) -> Window:
    """The texts without what the difference proves to be the same and out of reach.

    With `statements`, the statements of a definition are cut, too. What holds a syntax error
    stays; small files come back whole. Of a language without roles, children of which their
    parent has several are cut; of text without a grammar, lines.
    Cost: tree-sitter's parse of the after side, from a version seen before where `raw` has one;
    no column is built.
    """
    lines_b, lines_a = split_lines(before), split_lines(after)
    if len(lines_a) <= _SMALL or len(lines_b) <= _SMALL:
        return whole(before, after)
    language = detect(path, after)
    if language.support == "binary":
        return whole(before, after)
    if hunks is None:
        hunks = line_hunks(lines_b, lines_a)
    cuts = _cuts(language, (path, after), lines_b, lines_a, hunks, raw, statements=statements)
    if not cuts:
        return whole(before, after)
    kept_a = _kept(len(lines_a), cuts)
    kept_b = _kept(len(lines_b), [_shifted(cut, hunks) for cut in cuts])
    return Window(_text(lines_b, kept_b), _text(lines_a, kept_a), kept_b, kept_a)


def _cuts(  # noqa: PLR0913, PLR0917 - two texts, and what is known of them
    language: Language,
    file: tuple[str, bytes],
    lines_b: list[bytes],
    lines_a: list[bytes],
    hunks: Sequence[Hunk],
    raw: RawTrees | None,
    *,
    statements: bool,
) -> list[tuple[int, int]]:
    """The line ranges (0-based, half-open, after side) that can go."""
    if language.grammar is None:
        return _far_lines(len(lines_a), hunks)
    root = (raw or RawTrees()).root(language, *file, lines_a)
    if root.is_error:
        return _paragraphs(lines_a, (0, len(lines_a)), hunks)
    changed = None
    if statements:
        # Only of a full language a rule tells of names that changed elsewhere.
        changed = _changed_words(lines_b, lines_a, hunks) if language.is_full else frozenset()
    cutter = _Cutter if language.definitions else _SiblingCutter
    return cutter(language, lines_a, hunks, changed).cuts(root)


def _far_lines(count: int, hunks: Sequence[Hunk]) -> list[tuple[int, int]]:
    """The lines between the differences, but for a few beside each."""
    cuts: list[tuple[int, int]] = []
    at = 0
    for hunk in hunks:
        if hunk.after_start - _BESIDE > at:
            cuts.append((at, hunk.after_start - _BESIDE))
        at = hunk.after_end + _BESIDE
    return [*cuts, (at, count)] if at < count else cuts


def _paragraphs(
    lines: Sequence[bytes], span: tuple[int, int], hunks: Sequence[Hunk]
) -> list[tuple[int, int]]:
    """The paragraphs of code that no tree tells of which stand away from the differences.

    A paragraph begins after a blank line, with the least indentation of the span, as a definition
    does; what begins with a bracket or goes on with the line before it is part of the last one.
    """
    start, stop = span
    filled = [line for line in lines[start:stop] if line.strip()]
    least = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    edges = [
        at
        for at in range(start + 1, stop)
        if not lines[at - 1].strip()
        and _BEGINNING.match(lines[at][least:])
        and not lines[at][:least].strip()
    ]
    dirty = [(hunk.after_start - _BESIDE, hunk.after_end + _BESIDE) for hunk in hunks]
    return [
        (low, high)
        for low, high in pairwise([*edges, stop] if edges else [])
        if not any(first < high and low < last for first, last in dirty)
    ]


def _changed_words(
    before: Sequence[bytes], after: Sequence[bytes], hunks: Sequence[Hunk]
) -> frozenset[bytes] | None:
    """The words that stand on one side of the hunks only; None when they are too many."""
    lost: set[bytes] = set()
    won: set[bytes] = set()
    for hunk in hunks:
        lost.update(_WORD.findall(b" ".join(before[hunk.before_start : hunk.before_end])))
        won.update(_WORD.findall(b" ".join(after[hunk.after_start : hunk.after_end])))
    changed = lost ^ won
    return frozenset(changed) if len(changed) <= _MOST_WORDS else None


class _Cutter:
    """Finds the line ranges (0-based, half-open, after side) that can go."""

    def __init__(
        self,
        language: Language,
        lines: Sequence[bytes],
        hunks: Sequence[Hunk],
        changed: frozenset[bytes] | None,
    ) -> None:
        self._changed = changed
        self._is_full = language.is_full
        self._roles = language.roles
        self._canonical = language.canonical
        self._lines = lines
        self._hunks = hunks
        # One line around each difference stays, for layout between neighbours.
        self._dirty_from = [hunk.after_start - 1 for hunk in hunks]
        self._dirty_to = [hunk.after_end + 1 for hunk in hunks]
        self._found: list[tuple[int, int]] = []

    def cuts(self, root: Any) -> list[tuple[int, int]]:
        self._visit(root, is_root=True)
        return self._found

    def _visit(self, node: Any, *, is_root: bool = False) -> None:
        """Cut children of a node that the difference reaches into."""
        wanted = _TOP_PART if is_root or self._changed is not None else _PART
        in_block = self._changed is not None and self._is_open_block(node)
        kept_one = is_root
        end = -1  # line on which the last sibling ended
        for child in node.children:
            start, stop = child.start_point[0], self._stop(child)
            if self._is_dirty(start, stop):
                if child.is_error:
                    self._found += _paragraphs(self._lines, (start, stop), self._hunks)
                elif stop - start > 1:
                    self._visit(child)
                kept_one = kept_one or child.is_named
            elif (
                start > end
                and not child.has_error
                and (
                    (role := self._roles[self._canonical[child.kind_id]] & wanted)
                    or (in_block and child.is_named)
                )
                and (kept_one or not child.is_named)
                and self._is_alone(child, stop)
                and (is_root or role & _PART or not self._mentions(start, stop))
            ):
                self._found.append((start, stop))
            else:
                kept_one = kept_one or child.is_named
            end = max(end, stop - 1)

    def _is_open_block(self, node: Any) -> bool:
        """Whether what stands in a node are statements, although their kinds do not say so.

        In some languages every expression is one; the tables of those with rules are complete.
        """
        return not self._is_full and bool(self._roles[self._canonical[node.kind_id]] & Role.BLOCK)

    def _stop(self, node: Any) -> int:
        """One past the last line of a node."""
        row, column = node.end_point
        return int(row) if column == 0 and row > node.start_point[0] else int(row) + 1

    def _is_dirty(self, start: int, stop: int) -> bool:
        """Whether lines are near a difference."""
        first = bisect_right(self._dirty_to, start)
        return first < len(self._dirty_from) and self._dirty_from[first] < stop

    def _mentions(self, start: int, stop: int) -> bool:
        """Whether a statement has one of the words that changed."""
        words = _WORD.findall(b" ".join(self._lines[start:stop]))
        return self._changed is None or not self._changed.isdisjoint(words)

    def _is_alone(self, node: Any, stop: int) -> bool:
        """Whether nothing else stands on the node's lines."""
        first, last = self._lines[node.start_point[0]], self._lines[stop - 1]
        if first[: node.start_point[1]].strip():
            return False
        row, column = node.end_point
        return row != stop - 1 or not last[column:].strip()


class _SiblingCutter(_Cutter):
    """The same for grammars whose kinds have no roles.

    A node of which its parent has several is one of a repetition, which goes on without it. The
    first of each kind stays, and so does everything inside of what holds white space as content.
    """

    def _visit(self, node: Any, *, is_root: bool = False) -> None:
        canonical, roles = self._canonical, self._roles
        counts = Counter(child.kind_id for child in node.children)
        seen: set[int] = set()
        end = -1
        for child in node.children:
            start, stop = child.start_point[0], self._stop(child)
            if self._is_dirty(start, stop):
                if child.is_error:
                    self._found += _paragraphs(self._lines, (start, stop), self._hunks)
                elif stop - start > 1:
                    self._visit(child)
            elif (
                start > end
                and child.is_named
                and not child.has_error
                and counts[child.kind_id] >= _SEVERAL
                and child.kind_id in seen
                and (is_root or not roles[canonical[node.kind_id]] & Role.VERBATIM)
                and self._is_alone(child, stop)
            ):
                self._found.append((start, stop))
            seen.add(child.kind_id)
            end = max(end, stop - 1)


def _shifted(cut: tuple[int, int], hunks: Sequence[Hunk]) -> tuple[int, int]:
    """The same lines on the before side."""
    return _line_before(cut[0], hunks), _line_before(cut[1] - 1, hunks) + 1


def _line_before(line: int, hunks: Sequence[Hunk]) -> int:
    """Where a line that no hunk touched was before."""
    shift = 0
    for hunk in hunks:
        if hunk.after_end > line:
            break
        shift = hunk.before_end - hunk.after_end
    return line + shift


def _kept(count: int, cuts: Sequence[tuple[int, int]]) -> list[int]:
    kept: list[int] = []
    at = 0
    for start, stop in sorted(cuts):
        if start == stop:
            continue
        kept.extend(range(at, start))
        at = max(at, stop)
    kept.extend(range(at, count))
    return kept


def _text(lines: Sequence[bytes], kept: Sequence[int]) -> bytes:
    return b"\n".join([*(lines[i] for i in kept), b""])
