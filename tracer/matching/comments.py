"""One stage: comments, which are no tokens but have authors all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.fingerprint.columns import trivia_rows
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.sequences import common_pairs
from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

_WORDS = 3  # a comment that moves freely must say something


def match_comments(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus comments.

    In order within paired files by text, then anywhere by a text that is unique on both
    sides, then edited ones before the same neighbour.
    """
    draft = mapping.copy()
    for file_b, file_a in draft.file_pairs:
        _in_order(draft, file_b, file_a)
    _unique(draft)
    for file_b, file_a in draft.file_pairs:
        _edited(draft, file_b, file_a)
    return draft


def _text(tree: SyntaxTree, row: int) -> bytes:
    """A comment's words, so that re-indenting and re-wrapping do not matter."""
    return b" ".join(tree.slice(row).split())


def _in_order(draft: NodeMapping, file_b: int, file_a: int) -> None:
    tree_b, tree_a = draft.before.trees[file_b], draft.after.trees[file_a]
    base_b, base_a = draft.before.base[file_b], draft.after.base[file_a]
    rows_b = [r for r in trivia_rows(tree_b) if draft.to_after[base_b + r] < 0]
    rows_a = [r for r in trivia_rows(tree_a) if draft.to_before[base_a + r] < 0]
    for i, j in common_pairs(
        [_text(tree_b, row) for row in rows_b], [_text(tree_a, row) for row in rows_a]
    ):
        draft.pair(base_b + rows_b[i], base_a + rows_a[j], Stage.COMMENT)


def _unique(draft: NodeMapping) -> None:
    sides = []
    for forest, partner in ((draft.before, draft.to_after), (draft.after, draft.to_before)):
        found: dict[bytes, list[int]] = {}
        for file, tree in enumerate(forest.trees):
            base = forest.base[file]
            for row in trivia_rows(tree):
                text = _text(tree, row)
                if partner[base + row] < 0 and len(text.split()) > _WORDS:
                    found.setdefault(text, []).append(base + row)
        sides.append(found)
    before, after = sides
    for text, nodes_a in after.items():
        nodes_b = before.get(text, ())
        if len(nodes_b) == len(nodes_a) == 1:
            draft.pair(nodes_b[0], nodes_a[0], Stage.COMMENT)


def _edited(draft: NodeMapping, file_b: int, file_a: int) -> None:
    """A comment with another text whose next row is paired, when that one's also has one."""
    tree_b, tree_a = draft.before.trees[file_b], draft.after.trees[file_a]
    base_b, base_a = draft.before.base[file_b], draft.after.base[file_a]
    last_b, last_a = len(tree_b), len(tree_a)
    for row_a in trivia_rows(tree_a):
        if draft.to_before[base_a + row_a] >= 0 or row_a + 1 >= last_a:
            continue
        next_b = draft.to_before[base_a + row_a + 1] - base_b
        if 0 < next_b < last_b:
            row_b = next_b - 1
            if tree_b.flags[row_b] & TRIVIA and draft.to_after[base_b + row_b] < 0:
                draft.pair(base_b + row_b, base_a + row_a, Stage.COMMENT)
