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


class GoneWords:
    """The words that stood in statements of a change that are gone, by what took their place.

    Cost: each node's children are looked at once, however many words are asked of.
    """

    def __init__(self, mapping: NodeMapping) -> None:
        self._mapping = mapping
        self._lone_before: dict[int, dict[int, int]] = {}  # node -> kind -> child, -1 for several
        self._lone_after: dict[int, dict[int, int]] = {}

    def word(self, file: int, row: int) -> int:
        """The node before that a leaf after without a partner was; -1 where nobody can tell.

        It is told where one statement of a kind is gone from a block, one is new there that holds
        nothing else that is new, and the word stands once in both.
        """
        mapping = self._mapping
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
            or self._new(tree, block, base, tree.kind[new]) != new
            or self._new(tree, new, base, tree.kind[row]) != row
            or not _holds_only_known(tree, new, mapping.to_before, base)
        ):
            return -1
        gone = self._gone(tree_b, block_b, base_b, tree.kind[new])
        word = self._gone(tree_b, gone, base_b, tree.kind[row]) if gone >= 0 else -1
        return base_b + word if word >= 0 else -1

    def _new(self, tree: SyntaxTree, row: int, base: int, kind: int) -> int:
        """The one child after of a kind that has no partner; -1 where there is none, or another."""
        if base + row not in self._lone_after:
            self._lone_after[base + row] = _lone(tree, row, base, self._mapping.to_before)
        return self._lone_after[base + row].get(kind, -1)

    def _gone(self, tree: SyntaxTree, row: int, base: int, kind: int) -> int:
        """The same before."""
        if base + row not in self._lone_before:
            self._lone_before[base + row] = _lone(tree, row, base, self._mapping.to_after)
        return self._lone_before[base + row].get(kind, -1)


def _lone(tree: SyntaxTree, row: int, base: int, partner: Sequence[int]) -> dict[int, int]:
    """{kind: row} of the children without a partner; -1 for a kind that several have."""
    found: dict[int, int] = {}
    for child in tree.children(row):
        if partner[base + child] < 0:
            kind = tree.kind[child]
            found[kind] = -1 if kind in found else child
    return found


def _holds_only_known(tree: SyntaxTree, row: int, partner: Sequence[int], base: int) -> bool:
    """Whether all leaves below a row that are no words of the language have a partner."""
    is_named = tree.language.kind_is_named
    return all(
        partner[base + at] >= 0
        for at in range(row, tree.stop[row])
        if tree.flags[at] & LEAF and is_named[tree.kind[at]]
    )
