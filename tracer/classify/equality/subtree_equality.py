"""Equality of two subtrees, proved: digests find candidates, bytes decide.

`tokens` holds 128-bit digests of a hash that is fast rather than cryptographic, so nothing
here is concluded from a digest alone: where the bytes differ (white space, comments), the
leaves are compared one by one.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, compress, islice
from operator import ne, sub
from typing import TYPE_CHECKING

from tracer.classify.equality.leaf_equality import has_same_leaves
from tracer.fingerprint import fingerprint
from tracer.fingerprint.columns import without
from tracer.fingerprint.literals import number
from tracer.fingerprint.tables import tables_for
from tracer.model.enums import Rung
from tracer.model.patterns import lazy_pattern
from tracer.semantics.language.tables import kind_set
from tracer.syntax.tree import BROKEN, ENTRY, LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.fingerprint import Fingerprints
    from tracer.matching.forest import Forest
    from tracer.syntax import SyntaxTree


def is_same_bytes(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    """Whether both rows stand for the same bytes."""
    start_b, end_b = tree_b.start[row_b], tree_b.end[row_b]
    start_a, end_a = tree_a.start[row_a], tree_a.end[row_a]
    return (
        end_b - start_b == end_a - start_a
        and tree_b.text[start_b:end_b] == tree_a.text[start_a:end_a]
    )


def sameness(before: SyntaxTree, after: SyntaxTree) -> Callable[[int, int], bool]:
    """Asks whether two rows are the same bytes, tokens and field; columns are looked up once."""
    fields_b, fields_a, text_b, text_a = before.field, after.field, before.text, after.text
    starts_b, starts_a, ends_b, ends_a = before.start, after.start, before.end, after.end
    tokens_b, tokens_a, rank_b, rank_a = before.tokens, after.tokens, before.rank, after.rank
    stop_b, stop_a = before.stop, after.stop

    def is_same(b: int, a: int) -> bool:
        start_b, start_a, end_b, end_a = starts_b[b], starts_a[a], ends_b[b], ends_a[a]
        return (
            end_b - start_b == end_a - start_a
            and fields_b[b] == fields_a[a]
            and text_b[start_b:end_b] == text_a[start_a:end_a]
            and tokens_b[ENTRY * rank_b[b] : ENTRY * rank_b[stop_b[b]]]
            == tokens_a[ENTRY * rank_a[a] : ENTRY * rank_a[stop_a[a]]]
        )

    return is_same


def without_ends(
    rows_b: list[int], rows_a: list[int], is_same: Callable[[int, int], bool]
) -> tuple[list[int], list[int]]:
    """Two lists of rows without those that are the same at both ends."""
    most = min(len(rows_b), len(rows_a))
    head = 0
    while head < most and is_same(rows_b[head], rows_a[head]):
        head += 1
    tail = 0
    while tail < most - head and is_same(rows_b[-1 - tail], rows_a[-1 - tail]):
        tail += 1
    return rows_b[head : len(rows_b) - tail], rows_a[head : len(rows_a) - tail]


def is_same_tokens(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    """Whether two subtrees of one language are equal at TOKENS, by kinds, fields and texts.

    Cost: one comparison of bytes where the bytes are equal, else of the columns and the leaves.
    """
    if tree_b.entries(row_b) != tree_a.entries(row_a):
        return False
    if is_same_bytes(tree_b, row_b, tree_a, row_a):
        return True
    if not _is_same_code(tree_b, row_b, tree_a, row_a):
        return False
    return _printed_texts(tree_b, row_b) == _printed_texts(tree_a, row_a)


def is_same_markup(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    """Whether two leaves are text between tags that differs in its layout only.

    Source: the JSX rule. Lines are trimmed but for the start of the first and the end of the last,
    and joined by one space, empty ones dropped. A reference beside a text is part of it: not here.
    """
    table = (tree_b.language.raw.get("normal") or {}).get("markup") or {}
    if (
        not table
        or tree_b.kind_name(row_b) != table["leaf"]
        or tree_b.kind[row_b] != tree_a.kind[row_a]
    ):
        return False
    for tree, row in ((tree_b, row_b), (tree_a, row_a)):
        kids = list(tree.children(tree.parent[row]))
        place = kids.index(row)
        beside = kids[max(0, place - 1) : place] + kids[place + 1 : place + 2]
        if any(tree.kind_name(kid) in table["text"] for kid in beside):
            return False
    return _lines(tree_b.slice(row_b)) == _lines(tree_a.slice(row_a))


def is_same_number(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    """Whether two leaves are one number, by NORMAL's table of how numbers are spelled.

    Nor does `_` between digits say anything, which no formatter adds or drops.
    """
    style = tables_for(tree_b.language).numbers.get(tree_b.kind[row_b])
    if style is None or tree_b.kind[row_b] != tree_a.kind[row_a]:
        return False
    one, other = tree_b.slice(row_b).replace(b"_", b""), tree_a.slice(row_a).replace(b"_", b"")
    return number(one, style) == number(other, style)


def _lines(text: bytes) -> bytes:
    lines = text.replace(b"\r\n", b"\n").split(b"\n")
    last = len(lines) - 1
    trimmed = [
        (line if not number else line.lstrip(b" \t")) if number == last else
        (line.rstrip(b" \t") if not number else line.strip(b" \t"))
        for number, line in enumerate(lines)
    ]  # fmt: skip
    return b" ".join(line for line in trimmed if line)


def is_printed(tree: SyntaxTree, row: int) -> bool:
    """Whether a row is printed as it is written, its white space included: `{a + b=}`."""
    strings = (tree.language.raw.get("normal") or {}).get("strings") or {}
    sign, name = strings.get("printed_by"), strings.get("interpolation")
    if not sign or tree.kind_name(row) != name:
        return False
    return any(tree.kind_name(child) == sign for child in tree.children(row))


def _printed_texts(tree: SyntaxTree, row: int) -> list[bytes]:
    """The texts of the printed rows at and below a row."""
    strings = (tree.language.raw.get("normal") or {}).get("strings") or {}
    if not strings.get("printed_by") or not strings.get("interpolation"):
        return []
    rows = tree.rows_of(kind_set(tree.language, (strings["interpolation"],)))
    inside = rows[bisect_left(rows, row) : bisect_left(rows, tree.stop[row])]
    return [tree.slice(at) for at in inside if is_printed(tree, at)]


def _is_same_code(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    """Whether kinds, fields (below the top), leaves and their texts are equal, comments aside."""
    if _shape(tree_b, row_b) != _shape(tree_a, row_a):
        return False
    if tree_b.stop[row_b] - row_b <= SHORT:
        stops = tree_b.stop[row_b], tree_a.stop[row_a]
        return _is_same_leaves(tree_b, tree_a, (row_b, row_a), stops)
    return has_same_leaves(tree_b, row_b, tree_a, row_a)


Rows = tuple[int, int]


def _shape(tree: SyntaxTree, row: int) -> tuple[bytes, bytes, bytes]:
    """Kinds, fields below the top, and which are leaves."""
    last = tree.stop[row]
    kinds, fields, flags = tree.kind[row:last], tree.field[row:last], tree.flags[row:last].tobytes()
    columns = (kinds.tobytes(), fields.tobytes(), flags.translate(_IS_LEAF))
    if tree.size(row) < last - row:
        comments = [match.start() for match in _COMMENT.finditer(flags.translate(_IS_COMMENT))]
        columns = (
            without(columns[0], comments, kinds.itemsize),
            without(columns[1], comments, fields.itemsize),
            without(columns[2], comments, 1),
        )
    return columns[0], columns[1][fields.itemsize :], columns[2]


def _is_same_leaves(tree_b: SyntaxTree, tree_a: SyntaxTree, first: Rows, stop: Rows) -> bool:
    """Whether rows of one shape, from `first` to before `stop`, have leaves of the same texts.

    Those that lie equally far from their partners are compared in one go.
    """
    starts_b, ends_b = _leaves(tree_b, first[0], stop[0])
    starts_a, ends_a = _leaves(tree_a, first[1], stop[1])
    shifts = list(map(sub, starts_a, starts_b))
    if shifts != list(map(sub, ends_a, ends_b)):
        return False  # one is longer than its partner
    count = len(shifts)
    breaks = compress(range(1, count), map(ne, shifts, islice(shifts, 1, None)))
    text_b, text_a = tree_b.text, tree_a.text
    low = 0
    for high in chain(breaks, (count,) if count else ()):
        run_b = text_b[starts_b[low] : ends_b[high - 1]]
        run_a = text_a[starts_a[low] : ends_a[high - 1]]
        # What stands between them may be another comment.
        if run_b != run_a and any(
            text_b[starts_b[at] : ends_b[at]] != text_a[starts_a[at] : ends_a[at]]
            for at in range(low, high)
        ):
            return False
        low = high
    return True


def _leaves(tree: SyntaxTree, first: int, last: int) -> tuple[list[int], list[int]]:
    """Where the leaves among some rows begin, and where they end."""
    leaves = tree.flags[first:last].tobytes().translate(_IS_LEAF)
    starts, ends = compress(tree.start[first:last], leaves), compress(tree.end[first:last], leaves)
    return list(starts), list(ends)


_IS_LEAF = bytes(flag & (LEAF | TRIVIA) == LEAF for flag in range(256))
_IS_COMMENT = bytes(bool(flag & TRIVIA) for flag in range(256))
_COMMENT = lazy_pattern(b"\x01")
SHORT = 100  # rows whose leaves are looked at one by one


def is_broken(tree: SyntaxTree, row: int) -> bool:
    """Whether the row, or what contains it, has a syntax error that may concern it.

    The root's own flag says only that there is an error somewhere in the file. An ERROR node
    directly below the root makes the whole file doubtful, since what follows it may be parsed
    as something it is not; an error inside a definition concerns that definition.
    """
    flags, parent = tree.flags, tree.parent
    if not flags[0] & BROKEN:
        return False
    if row == 0 or tree.is_lost:
        return True
    while row > 0:
        if flags[row] & BROKEN:
            return True
        row = parent[row]
    return False


class Prints:
    """Fingerprints of the trees of a change set, made when a rule (or the matching) first asks."""

    def __init__(self, *forests: Forest) -> None:
        self._places = {
            id(tree): (forest, file) for forest in forests for file, tree in enumerate(forest.trees)
        }
        self._others: dict[int, Fingerprints] = {}  # of trees outside the change set

    def of(self, tree: SyntaxTree) -> Fingerprints:
        """The fingerprints of one tree; each digest in it is computed once."""
        place = self._places.get(id(tree))
        if place is not None:
            return place[0].prints(place[1])
        known = self._others.get(id(tree))
        if known is None:  # it holds the tree, so that the number stays its own
            known = self._others[id(tree)] = fingerprint(tree)
        return known

    def has_normal(self, tree: SyntaxTree) -> bool:
        """Whether asking for NORMAL costs no more than a hash."""
        return self.of(tree).has_normal

    def is_same_normal(
        self, tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int
    ) -> bool:
        """Whether two subtrees are equal at NORMAL: apart only by what formatters may change."""
        if not tree_b.language.is_full:
            return False  # without roles nothing is known to be mere spelling
        before = self.of(tree_b).digest(Rung.NORMAL, row_b)
        return before != b"" and before == self.of(tree_a).digest(Rung.NORMAL, row_a)
