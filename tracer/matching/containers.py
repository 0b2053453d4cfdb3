"""One stage, bottom-up: an inner node goes with the node that holds most of its content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.fingerprint.columns import inner_rows
from tracer.matching.align import Aligner
from tracer.matching.mapping import NodeMapping, Stage
from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

_SHARED = 0.4  # Dice of paired descendants


def match_containers(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus inner nodes whose content is mostly that of one other node.

    Cost: the unmatched inner nodes times the size of each, which are nested only shallowly.
    Source: Falleri et al., ASE 2014, bottom-up phase; candidates are ancestors of partners.
    """
    draft = mapping.copy()
    for file_a, tree in enumerate(draft.after.trees):
        base, to_before = draft.after.base[file_a], draft.to_before
        for row in reversed(inner_rows(tree)):
            if to_before[base + row] >= 0 or tree.flags[row] & TRIVIA:
                continue
            node_b = _partner(draft, tree, base, row)
            if node_b >= 0:
                file_b, row_b = draft.before.locate(node_b)
                draft.pair(node_b, base + row, Stage.CONTAINER)
                Aligner(draft, file_b, file_a).align(row_b, row)
    return draft


def _partner(draft: NodeMapping, tree: SyntaxTree, base: int, row: int) -> int:
    """The unmatched node before of the same kind that holds most of the row's content."""
    kind = tree.kind_name(row)
    inside = [
        draft.to_before[at]
        for at in range(base + row + 1, base + tree.stop[row])
        if draft.to_before[at] >= 0
    ]
    votes: dict[int, int] = {}
    for node in inside:
        above = draft.before.parent(node)
        # Climb through unmatched ancestors only: a matched one bounds what can be paired.
        while above >= 0 and draft.to_after[above] < 0:
            votes[above] = votes.get(above, 0) + 1
            above = draft.before.parent(above)
    best, best_score = -1, 0.0
    for node, count in sorted(votes.items()):
        tree_b, row_b = draft.before.tree_of(node)
        if tree_b.language is not tree.language or tree_b.kind_name(row_b) != kind:
            continue
        score = 2 * count / (tree_b.size(row_b) + tree.size(row) - 2)
        if score > best_score:
            best, best_score = node, score
    return best if best_score >= _SHARED else -1
