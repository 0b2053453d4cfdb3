"""What subtrees are compared by: their tokens, or a digest where they are large.

Two rows with equal keys are isomorphic. A small subtree's key is its slice of `tokens`. Slices
of nested large subtrees would add up to the square of their number (a sum of 20,000 terms is
20,000 levels deep), so beyond 512 rows the key is a digest over the children's keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import xxhash

from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

_LARGE = 512  # significant rows


class Keys:
    """Keys of one tree's rows. Cost: a slice for a small row; the large ones once, together."""

    __slots__ = ("_large", "_tree")

    def __init__(self, tree: SyntaxTree) -> None:
        self._tree = tree
        self._large: dict[int, bytes] | None = None

    def key(self, row: int) -> bytes:
        """The key of a row: equal keys, equal tokens."""
        tree = self._tree
        if tree.size(row) <= _LARGE:
            return tree.entries(row)
        if self._large is None:
            self._large = self._digest_large()
        return self._large[row]

    def _digest_large(self) -> dict[int, bytes]:
        tree = self._tree
        flags = tree.flags
        found: dict[int, bytes] = {}
        order: list[tuple[int, list[int]]] = []
        work = [0]
        while work:
            row = work.pop()
            children = [child for child in tree.children(row) if not flags[child] & TRIVIA]
            order.append((row, children))
            work += [child for child in children if tree.size(child) > _LARGE]
        for row, children in reversed(order):
            digest = xxhash.xxh3_128(tree.language.kind_digests[tree.kind[row]])
            for child in children:
                key = found.get(child) or tree.entries(child)
                digest.update(len(key).to_bytes(4, "little"))
                digest.update(key)
            found[row] = digest.digest()
        return found
