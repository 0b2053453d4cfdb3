"""Which block before each block of a function after is.

A block that keeps its condition and is paired with one of its function is that one. The others
compare what decides whether they run, what they hold, and how much of it is paired: conditions
split and merge, loops become loops of another kind, a guard turns around.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from tracer.history.elements.block_contents import Held
from tracer.history.elements.differences import head_rows
from tracer.history.elements.element import blocks, is_branch
from tracer.matching.similarity import Bags, dice
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree

_HELD = 0.4  # share of paired content that makes two blocks the same
_ALIKE = 0.5  # share of words that does
_HEAD = 0.8  # share of a condition's words that does
_RELATED = 0.4  # share of the words of a branch's head, below a block that is the same
_NEARER = 0.3  # by so much another condition must be more alike
_BLOCKS = 80  # blocks of a function compared with each other


class Blocks:
    """Pairs the blocks of a function after with those of the function it was.

    Cost: a look at the mapping for a block that kept its condition; else the others like it,
    of at most 80 on each side, compared with each other once.
    """

    def __init__(
        self,
        mapping: NodeMapping,
        files: tuple[int, int],
        functions: tuple[int, int],
        renamed: Callable[[], dict[bytes, bytes]],
    ) -> None:
        """`files` and `functions` (rows) are those before and after.

        `renamed` has the former names of the variables that have another one.
        """
        self._mapping = mapping
        self._before, self._after = mapping.before.trees[files[0]], mapping.after.trees[files[1]]
        self._base_b, self._base_a = mapping.before.base[files[0]], mapping.after.base[files[1]]
        self._function_b, self._function_a = functions
        self._bags_b, self._bags_a = Bags(self._before), Bags(self._after)
        self._held_b, self._held_a = Held(self._before), Held(self._after)
        self._assigned: dict[int, int] | None = None
        self._find_renamed = renamed

    def partner(self, row: int) -> int:
        """Row of the block before, or -1."""
        mapped = self.mapped(row)
        if mapped >= 0 and self._is_firm(mapped, row):
            return mapped
        holder = self._holder(row)
        if self._assigned is None:
            self._assigned = self._assign()
        found = self._assigned.get(row, -1)
        if holder >= 0 and not (found >= 0 and self._is_nearer(found, holder, row)):
            return holder
        return found

    @cached_property
    def _renamed(self) -> dict[bytes, bytes]:
        return self._find_renamed()

    def _is_nearer(self, found: int, holder: int, row: int) -> bool:
        """Whether one condition is far more like a block's than another."""
        if self._same_head(found, row):
            return self.likeness(found, row) >= _ALIKE
        return self._heads(found, row) > self._heads(holder, row) + _NEARER

    def mapped(self, row: int) -> int:
        """What the mapping pairs a block with, when that is in the function's partner; else -1."""
        found = self._mapping.to_before[self._base_a + row] - self._base_b
        return found if self._function_b < found < self._before.stop[self._function_b] else -1

    def likeness(self, row_b: int, row_a: int) -> float:
        """The share of words two blocks have in common."""
        return dice(self._bags_b.bag(row_b), self._bags_a.bag(row_a))

    def _is_firm(self, row_b: int, row_a: int) -> bool:
        """Whether nothing speaks against a pair of the mapping."""
        if self._same_head(row_b, row_a):
            return True
        headless = not head_rows(self._before, row_b) and not head_rows(self._after, row_a)
        return headless and self.likeness(row_b, row_a) >= _ALIKE

    def _same_head(self, row_b: int, row_a: int) -> bool:
        """Whether two blocks are of one kind and have the same condition, renaming apart."""
        if self._before.kind[row_b] != self._after.kind[row_a]:
            return False
        rows_b, rows_a = head_rows(self._before, row_b), head_rows(self._after, row_a)
        if not rows_b or not rows_a:
            return False
        leaves_b, leaves_a = _leaves(self._before, rows_b), _leaves(self._after, rows_a)
        if leaves_b == leaves_a:
            return True
        if len(leaves_b) != len(leaves_a) or not self._renamed:
            return False
        return leaves_b == [self._renamed.get(leaf, leaf) for leaf in leaves_a]

    def _keeps_head(self, row_b: int, row_a: int) -> bool:
        """Whether two blocks have the same condition, or none."""
        headless = not head_rows(self._before, row_b) and not head_rows(self._after, row_a)
        return headless or self._same_head(row_b, row_a)

    def _heads(self, row_b: int, row_a: int) -> float:
        """How alike two conditions are; 0 without any."""
        return dice(
            _bag_of(self._bags_b, head_rows(self._before, row_b)),
            _bag_of(self._bags_a, head_rows(self._after, row_a)),
        )

    def _holder(self, row: int) -> int:
        """The block of its kind that directly held most of what this one holds, and no more.

        Not one that is still there under its condition: that only gave its statements away.
        """
        low, high = self._function_b, self._before.stop[self._function_b]
        mine = self._held_a.statements(row)
        partners = (self._mapping.to_before[self._base_a + at] - self._base_b for at in mine)
        found, count = self._held_b.main_holder(at for at in partners if low < at < high)
        if (
            found <= low
            or self._before.kind_name(found) != self._after.kind_name(row)
            or 2 * count <= max(len(mine), len(self._held_b.statements(found)))
        ):
            return -1
        heir = self._mapping.to_after[self._base_b + found] - self._base_a
        is_another = 0 <= heir < len(self._after) and heir != row
        return -1 if is_another and self._keeps_head(found, heir) else found

    def _assign(self) -> dict[int, int]:
        """Blocks that are not firmly paired, best first: by condition, by words, by content."""
        mapped = {row: self.mapped(row) for row in _blocks_of(self._after, self._function_a)}
        firm = {b for a, b in mapped.items() if b >= 0 and self._is_firm(b, a)}
        rows_a = [row for row, old in mapped.items() if old not in firm][:_BLOCKS]
        rows_b = [row for row in _blocks_of(self._before, self._function_b) if row not in firm]
        scored = []
        for i, old in enumerate(rows_b[:_BLOCKS]):
            for k, new in enumerate(rows_a):
                if is_branch(self._before, old) == is_branch(self._after, new):
                    score = self._score(old, new, is_mapped=mapped[new] == old)
                    if score:
                        scored.append((-score, abs(i - k), i, k, old, new))
        found: dict[int, int] = {}
        taken: set[int] = set()
        for *_, old, new in sorted(scored):
            if old not in taken and new not in found:
                taken.add(old)
                found[new] = old
        same = {a: b for a, b in mapped.items() if b in firm} | found
        self._add_branches(same, [b for b in rows_b if b not in taken], rows_a)
        return same

    def _add_branches(self, same: dict[int, int], rows_b: list[int], rows_a: list[int]) -> None:
        """Pair the branches left of blocks that are the same, when they alone are of their kind.

        Else by what decides whether they run (what is caught).
        """
        scored = []
        for new in rows_a:
            above = same.get(self._after.parent[new], -1)
            if new in same or above < 0 or not is_branch(self._after, new):
                continue
            left = [b for b in rows_b if self._before.parent[b] == above]
            left = [b for b in left if self._before.kind[b] == self._after.kind[new]]
            scored += [(-self._heads(b, new), len(left) > 1, b, new) for b in left]
        for heads, has_others, old, new in sorted(scored):
            if (
                old not in same.values()
                and new not in same
                and (-heads >= _RELATED or not has_others)
            ):
                same[new] = old

    def _score(self, row_b: int, row_a: int, *, is_mapped: bool) -> float:
        """How much speaks for a pair; 0 when too little does."""
        same_head = self._same_head(row_b, row_a)
        heads = 1.0 if same_head else self._heads(row_b, row_a)
        alike, held = self.likeness(row_b, row_a), self._share(row_b, row_a)
        if same_head or is_mapped or alike >= _ALIKE or held >= _HELD or heads >= _HEAD:
            return same_head / 2 + heads / 2 + is_mapped / 4 + alike + held
        return 0.0

    def _share(self, row_b: int, row_a: int) -> float:
        """The share of what two blocks hold that is paired with each other."""
        low, high = self._base_b + row_b, self._base_b + self._before.stop[row_b]
        first, last = self._base_a + row_a + 1, self._base_a + self._after.stop[row_a]
        shared = sum(1 for node in self._mapping.to_before[first:last] if low < node < high)
        return 2 * shared / (high - low + last - first + 1)


def _blocks_of(tree: SyntaxTree, function: int) -> list[int]:
    """Rows of the blocks inside one function."""
    return [e.row for e in blocks(tree) if function < e.row < tree.stop[function]]


def _leaves(tree: SyntaxTree, rows: list[int]) -> list[bytes]:
    """The texts of the leaves below some rows, in order, without those that are trivia."""
    return [
        tree.slice(at)
        for row in rows
        for at in range(row, tree.stop[row])
        if tree.flags[at] & (LEAF | TRIVIA) == LEAF
    ]


def _bag_of(bags: Bags, rows: list[int]) -> tuple[Counter[bytes], int]:
    """The words of some rows together."""
    total: tuple[Counter[bytes], int] = Counter(), 0
    for row in rows:
        counts, weight = bags.bag(row)
        total = total[0] + counts, total[1] + weight
    return total
