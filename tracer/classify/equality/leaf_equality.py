"""Whether the leaves of two subtrees of one shape have the same texts: whole columns at C speed.

Between leaves there is nothing but white space and comments. Where all leaves are as long as their
partners, and the texts without white space and comments are the same, leaves without white space in
them are the same as well; of the few kinds that may have some, each one is looked at.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tracer.fingerprint.columns import without
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

_SPACE = bytes(code for code in range(256) if bytes((code,)).isspace())
_IS_LEAF = bytes(255 if flag & (LEAF | TRIVIA) == LEAF else 0 for flag in range(256))
_IS_COMMENT = bytes(bool(flag & TRIVIA) for flag in range(256))
_LANE = (1 << 32) - 1  # dividing by it leaves the sum of the lengths, each of 32 bits
_SPACED: dict[str, frozenset[int]] = {}  # kinds of leaves that had white space, by language


def has_same_leaves(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    """Whether the leaves at and below two rows of one shape have the same texts, comments aside.

    Cost: a few passes in C over the columns and texts, and a step for each leaf of the kinds that
    may have white space: texts mostly.
    """
    one, other = _leaves(tree_b, row_b), _leaves(tree_a, row_a)
    if one != other:
        return False
    lengths, text = one
    name, spaces = tree_b.language.name, lengths % _LANE - len(text)
    spaced = _SPACED.get(name, frozenset())
    texts = _texts(tree_b, row_b, spaced)
    if _blanks(texts) != spaces:
        spaced = _SPACED[name] = spaced | _spaced_kinds(tree_b, row_b)
        texts = _texts(tree_b, row_b, spaced)
    if _blanks(texts) != spaces:  # leaves that overlap: nothing follows from sums
        spaced = frozenset(range(len(tree_b.language.kind_names)))
        texts = _texts(tree_b, row_b, spaced)
    return texts == _texts(tree_a, row_a, spaced)


def _leaves(tree: SyntaxTree, row: int) -> tuple[int, bytes]:
    """How long each row is that is a leaf (32 bits each), and the text without white space.

    No row ends before it starts, so that one subtraction of long numbers does for all rows.
    """
    last, first, width = tree.stop[row], tree.start[row], tree.start.itemsize
    text = tree.text[first : tree.end[row]]
    starts, ends = tree.start[row:last].tobytes(), tree.end[row:last].tobytes()
    flags = tree.flags[row:last].tobytes()
    if tree.size(row) < last - row:
        marks = flags.translate(_IS_COMMENT)
        comments, at = [], marks.find(1)
        while at >= 0:
            comments.append(at)
            at = marks.find(1, at + 1)
        text = _without(
            text, [(tree.start[row + c] - first, tree.end[row + c] - first) for c in comments]
        )
        starts, ends = without(starts, comments, width), without(ends, comments, width)
        flags = without(flags, comments, 1)
    leaves = flags.translate(_IS_LEAF)
    mask = bytearray(width * len(leaves))
    for lane in range(width):
        mask[lane::width] = leaves
    order = sys.byteorder
    lengths = int.from_bytes(ends, order) - int.from_bytes(starts, order)
    return lengths & int.from_bytes(mask, order), text.translate(None, _SPACE)


def _without(text: bytes, spans: list[tuple[int, int]]) -> bytes:
    parts, done = [], 0
    for start, end in spans:
        parts.append(text[done:start])
        done = max(done, end)
    return b"".join([*parts, text[done:]])


def _texts(tree: SyntaxTree, row: int, kinds: frozenset[int]) -> list[bytes]:
    """The texts of the leaves of some kinds."""
    flags = tree.flags
    rows = tree.rows_within(kinds, row, tree.stop[row])
    return [tree.slice(at) for at in rows if flags[at] & (LEAF | TRIVIA) == LEAF]


def _blanks(texts: list[bytes]) -> int:
    joined = b"".join(texts)
    return len(joined) - len(joined.translate(None, _SPACE))


def _spaced_kinds(tree: SyntaxTree, row: int) -> frozenset[int]:
    """The kinds of the leaves with white space in them. Cost: a step for each leaf."""
    flags, kind, text, start, end = tree.flags, tree.kind, tree.text, tree.start, tree.end
    return frozenset(
        kind[at]
        for at in range(row, tree.stop[row])
        if flags[at] & (LEAF | TRIVIA) == LEAF
        and len(text[start[at] : end[at]].translate(None, _SPACE)) < end[at] - start[at]
    )
