"""Words of the language in a statement that took the place of another one.

`return total` went, and what `total` was is returned: `return` is who wrote it first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


def word_of_gone(mapping: NodeMapping, file: int, row: int) -> int:
    """The node before that a leaf after without a partner was; -1 where nobody can tell.

    It is told where one statement of a kind is gone from a block, one is new there that holds
    nothing else that is new, and the word stands once in both.
    """
    tree, base = mapping.after.trees[file], mapping.after.base[file]
    new = tree.parent[row]
    block = tree.parent[new] if new > 0 else -1
    if block < 0 or tree.language.kind_is_named[tree.kind[row]]:
        return -1
    node_b = mapping.to_before[base + block]
    if node_b < 0 or not tree.language.roles[tree.kind[new]] & Role.STATEMENT:
        return -1
    file_b, block_b = mapping.before.locate(node_b)
    tree_b, base_b = mapping.before.trees[file_b], mapping.before.base[file_b]
    if (
        tree_b.language is not tree.language
        or _only(tree, block, tree.kind[new], mapping.to_before, base) != new
        or _only(tree, new, tree.kind[row], mapping.to_before, base) != row
        or not _holds_only_known(tree, new, mapping.to_before, base)
    ):
        return -1
    gone = _only(tree_b, block_b, tree.kind[new], mapping.to_after, base_b)
    word = _only(tree_b, gone, tree.kind[row], mapping.to_after, base_b) if gone >= 0 else -1
    return base_b + word if word >= 0 else -1


def _only(tree: SyntaxTree, row: int, kind: int, partner: Sequence[int], base: int) -> int:
    """The one child of a kind that has no partner; -1 where there is none, or another."""
    found = [
        child
        for child in tree.children(row)
        if tree.kind[child] == kind and partner[base + child] < 0
    ]
    return found[0] if len(found) == 1 else -1


def _holds_only_known(tree: SyntaxTree, row: int, partner: Sequence[int], base: int) -> bool:
    """Whether all leaves below a row that are no words of the language have a partner."""
    is_named = tree.language.kind_is_named
    return all(
        partner[base + at] >= 0
        for at in range(row, tree.stop[row])
        if tree.flags[at] & LEAF and is_named[tree.kind[at]]
    )
