"""Equality of two subtrees, proved: digests find candidates, bytes decide.

`tokens` holds 128-bit digests of a hash that is fast rather than cryptographic, so nothing
here is concluded from a digest alone: where the bytes differ (white space, comments), the
leaves are compared one by one.
"""

from __future__ import annotations

from array import array
from itertools import compress
from typing import TYPE_CHECKING

from tracer.fingerprint import fingerprint
from tracer.fingerprint.literals import number
from tracer.fingerprint.tables import tables_for
from tracer.model.enums import Rung
from tracer.syntax.tree import BROKEN, LEAF, TRIVIA

if TYPE_CHECKING:
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


def is_same_tokens(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    """Whether two subtrees of one language are equal at TOKENS, by kinds, fields and texts.

    Cost: one comparison of bytes where the bytes are equal, else of the columns and the leaves.
    """
    if tree_b.entries(row_b) != tree_a.entries(row_a):
        return False
    if is_same_bytes(tree_b, row_b, tree_a, row_a):
        return True
    if _code(tree_b, row_b) != _code(tree_a, row_a):
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
    kind = tree.language.kind_ids.get((strings.get("interpolation") or "", True), -1)
    if not strings.get("printed_by") or kind not in (kinds := tree.kind[row : tree.stop[row]]):
        return []
    rows = (at for at, one in enumerate(kinds, row) if one == kind)
    return [tree.slice(at) for at in rows if is_printed(tree, at)]


def _code(tree: SyntaxTree, row: int) -> tuple[array[int], array[int], bytes, list[bytes]]:
    """Kinds, fields (below the top), which are leaves, and their texts; comments left out."""
    last = tree.stop[row]
    kinds, fields, flags = tree.kind[row:last], tree.field[row:last], tree.flags[row:last].tobytes()
    leaves = flags.translate(_IS_LEAF)
    starts, ends = compress(tree.start[row:last], leaves), compress(tree.end[row:last], leaves)
    texts = [tree.text[start:end] for start, end in zip(starts, ends, strict=True)]
    if tree.size(row) < last - row:
        code = flags.translate(_IS_CODE)
        kinds, fields = (array("H", compress(column, code)) for column in (kinds, fields))
        leaves = bytes(compress(leaves, code))
    return kinds, fields[1:], leaves, texts


_IS_LEAF = bytes(flag & (LEAF | TRIVIA) == LEAF for flag in range(256))
_IS_CODE = bytes(not flag & TRIVIA for flag in range(256))


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
