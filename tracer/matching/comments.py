"""One stage: comments, which are no tokens but have authors all the same."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.fingerprint.columns import trivia_rows
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.sequences import common_pairs
from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.matching.forest import Forest
    from tracer.syntax import SyntaxTree

_WORDS = 3  # a comment that moves freely must say something


def match_comments(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus comments.

    In order within paired files by text, then anywhere by a text that is unique on both
    sides, then edited ones before the same neighbour, wherever that went, and blocks most
    lines of which stood in one block.
    """
    draft = mapping.copy()
    for file_b, file_a in draft.file_pairs:
        _in_order(draft, file_b, file_a)
    _unique(draft)
    for file_a in range(len(draft.after.trees)):
        _edited(draft, file_a)
    _blocks(draft)
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


def _edited(draft: NodeMapping, file_a: int) -> None:
    """A comment with another text whose next row is paired, when that one's also has one."""
    tree_a, base_a = draft.after.trees[file_a], draft.after.base[file_a]
    last_a = len(tree_a)
    for row_a in trivia_rows(tree_a):
        if draft.to_before[base_a + row_a] >= 0 or row_a + 1 >= last_a:
            continue
        next_b = draft.to_before[base_a + row_a + 1]
        if next_b < 0:
            continue
        file_b, row_b = draft.before.locate(next_b)
        tree_b, above = draft.before.trees[file_b], row_b - 1
        if above > 0 and tree_b.flags[above] & TRIVIA and draft.to_after[next_b - 1] < 0:
            draft.pair(next_b - 1, base_a + row_a, Stage.COMMENT)


def _blocks(draft: NodeMapping) -> None:
    """Comments of several lines, half of which stood in one comment that is gone, and vice versa.

    A line that stands in two of the comments tells nothing.
    """
    homes: dict[bytes, int] = {}
    sizes: dict[int, int] = {}
    for node, lines in _open_blocks(draft.before, draft.to_after):
        sizes[node] = len(lines)
        for line in lines:
            homes[line] = -1 if line in homes else node
    for node_a, lines in _open_blocks(draft.after, draft.to_before):
        votes = Counter(homes.get(line, -1) for line in lines)
        votes.pop(-1, None)
        for node_b, count in votes.most_common(1):
            is_most = 2 * count >= max(len(lines), sizes[node_b])
            if is_most and draft.to_after[node_b] < 0:
                draft.pair(node_b, node_a, Stage.COMMENT)


def _open_blocks(forest: Forest, partner: Sequence[int]) -> Iterator[tuple[int, set[bytes]]]:
    """The comments without a partner that have several lines with words, and those lines."""
    for file, tree in enumerate(forest.trees):
        base = forest.base[file]
        for row in trivia_rows(tree):
            if partner[base + row] < 0:
                told = (b" ".join(line.split()) for line in tree.slice(row).split(b"\n"))
                lines = {line for line in told if len(line.split()) > _WORDS}
                if len(lines) > 1:
                    yield base + row, lines
