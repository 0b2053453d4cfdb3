"""`NodeMapping`: the partial one-to-one pairing of nodes before and after."""

from __future__ import annotations

from array import array
from enum import IntEnum
from typing import TYPE_CHECKING

from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from tracer.matching.forest import Forest
    from tracer.syntax import SyntaxTree


class Stage(IntEnum):
    """Which stage paired a node: what is known about how it got there."""

    NONE = 0
    IN_PLACE = 1  # same tokens, same place among matched siblings
    ALIGNED = 2  # same role in a matched parent; content differs below
    DEFINITION = 3  # a definition found under another parent, name or file
    MOVED = 4  # same tokens under another parent or in another order
    CONTAINER = 5  # paired because most of what is inside is
    SIMILAR = 6  # moved and edited
    COMMENT = 7  # a comment with the same or similar text


class NodeMapping:
    """Pairs of node ids of two forests. `to_after[b] == a` exactly when `to_before[a] == b`.

    -1 stands for no partner. `stage[a]` says which stage paired `a`. Two tables hold what is not
    one to one, for nodes without partner, statements and what is equal inside them:

    - `merged_into[b]` is the node after, paired with another one, that `b` also went into
      (duplicates extracted into one function);
    - `copy_of[a]` is the node before, paired with another one, that `a` also came from (a
      function inlined twice, a method whose body went to a subclass).

    Do not write the columns: stages work on a `copy`.
    """

    __slots__ = (
        "after",
        "before",
        "copy_of",
        "file_pairs",
        "merged_into",
        "stage",
        "to_after",
        "to_before",
    )

    def __init__(self, before: Forest, after: Forest) -> None:
        self.before = before
        self.after = after
        self.to_after = array("i", [-1]) * len(before)
        self.to_before = array("i", [-1]) * len(after)
        self.stage = array("B", [0]) * len(after)
        self.file_pairs: tuple[tuple[int, int], ...] = ()
        self.merged_into: dict[int, int] = {}
        self.copy_of: dict[int, int] = {}

    def copy(self) -> NodeMapping:
        """A mapping of its own columns, for the next stage to fill."""
        twin = NodeMapping.__new__(NodeMapping)
        twin.before = self.before
        twin.after = self.after
        twin.to_after = self.to_after[:]
        twin.to_before = self.to_before[:]
        twin.stage = self.stage[:]
        twin.file_pairs = self.file_pairs
        twin.merged_into = dict(self.merged_into)
        twin.copy_of = dict(self.copy_of)
        return twin

    def pair(self, before: int, after: int, stage: Stage) -> None:
        """Pair two nodes that have no partner yet."""
        self.to_after[before] = after
        self.to_before[after] = before
        self.stage[after] = stage

    def reserve(self, before: int, after: int) -> None:
        """Note the side without partner as merged or copied, and keep it from being paired.

        Until `settle`, it points to its source or heir in `to_after` or `to_before`.
        """
        if self.to_after[before] < 0 <= self.to_before[after]:
            self.merged_into[before] = after
            self.to_after[before] = after
        elif self.to_before[after] < 0 <= self.to_after[before]:
            self.copy_of[after] = before
            self.to_before[after] = before

    def reserve_subtrees(self, before: int, after: int) -> None:
        """`reserve` two isomorphic subtrees node by node."""
        before_tree, row_b = self.before.tree_of(before)
        after_tree, row_a = self.after.tree_of(after)
        rows = zip(_significant(before_tree, row_b), _significant(after_tree, row_a), strict=True)
        for b, a in rows:
            self.reserve(before - row_b + b, after - row_a + a)

    def settle(self) -> None:
        """Take what was reserved out of the one-to-one columns."""
        for before in self.merged_into:
            self.to_after[before] = -1
        for after in self.copy_of:
            self.to_before[after] = -1

    def pair_subtrees(self, before: int, after: int, stage: Stage) -> None:
        """Pair two isomorphic subtrees node by node.

        Cost: two copies in C when no comment stands inside, else one step a node.
        """
        before_tree, row_b = self.before.tree_of(before)
        after_tree, row_a = self.after.tree_of(after)
        size = before_tree.stop[row_b] - row_b
        if (
            size == after_tree.stop[row_a] - row_a
            and before_tree.flags[row_b : row_b + size] == after_tree.flags[row_a : row_a + size]
            and self.to_after[before : before + size].count(-1) == size
            and self.to_before[after : after + size].count(-1) == size
        ):
            self.to_after[before : before + size] = array("i", range(after, after + size))
            self.to_before[after : after + size] = array("i", range(before, before + size))
            self.stage[after : after + size] = array("B", [stage]) * size
            return
        offset_b, offset_a = before - row_b, after - row_a
        rows_b = _significant(before_tree, row_b)
        rows_a = _significant(after_tree, row_a)
        for b, a in zip(rows_b, rows_a, strict=True):
            if self.to_after[offset_b + b] < 0 and self.to_before[offset_a + a] < 0:
                self.pair(offset_b + b, offset_a + a, stage)


def _significant(tree: SyntaxTree, row: int) -> list[int]:
    flags = tree.flags
    return [at for at in range(row, tree.stop[row]) if not flags[at] & TRIVIA]
