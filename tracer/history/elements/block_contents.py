"""What a block holds itself, and not by a block inside it: by that two blocks are told the same.

Nested conditions that became one, or one that became nested, leave several candidates for what
a block was; the one that held the very statements is it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.history.elements.element import blocks
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.syntax import SyntaxTree


class Held:
    """The statements that each block of a tree holds directly. Cost: linear in what is asked."""

    def __init__(self, tree: SyntaxTree) -> None:
        self._tree = tree
        self._blocks = {element.row for element in blocks(tree)}

    def statements(self, block: int) -> list[int]:
        """Rows of the statements in a block, blocks among them, not what is inside those.

        An `else if` is no statement of the condition before it.
        """
        tree, roles = self._tree, self._tree.language.roles
        found = []
        row, stop = block + 1, tree.stop[block]
        while row < stop:
            role = roles[tree.kind[row]]
            if row in self._blocks:
                if tree.parent[row] != block or tree.kind[row] != tree.kind[block]:
                    found.append(row)
                row = tree.stop[row]
            elif role & Role.STATEMENT and not role & Role.BLOCK:
                found.append(row)
                row = tree.stop[row]
            else:
                row += 1
        return found

    def above(self, row: int) -> int:
        """Row of the innermost block around a row, or -1."""
        at = self._tree.parent[row]
        while at >= 0 and at not in self._blocks:
            at = self._tree.parent[at]
        return at

    def main_holder(self, rows: Iterable[int]) -> tuple[int, int]:
        """The block that holds most of some statements directly, and how many; -1 for none."""
        found = Counter(self.above(row) for row in rows)
        return min(found.items(), key=lambda item: (-item[1], item[0]), default=(-1, 0))
