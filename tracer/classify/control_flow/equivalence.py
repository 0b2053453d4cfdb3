"""Whether two bodies run the same statements under the same conditions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.control_flow.conditions import Condition, compared
from tracer.classify.control_flow.normal_form import Branch, Item, form
from tracer.classify.equality.subtree_equality import is_same_tokens
from tracer.semantics.language.tables import significant_children
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.classify.control_flow.branches import Statements


class Sameness:
    """Whether two lists of statements, or two statements, run the same."""

    def __init__(self, before: Statements, after: Statements) -> None:
        self.before = before
        self.after = after
        self._dead_before: list[int] = []
        self._dead_after: list[int] = []

    def is_same(self, row_b: int, row_a: int) -> bool:
        """Whether two bodies run the same. Raises `Unread`. Cost: proportional to both."""
        work: list[tuple[Item, Item]] = [(row_b, row_a)]
        self._dead_before.clear()
        self._dead_after.clear()
        while work:
            one, two = work.pop()
            if isinstance(one, Branch) and isinstance(two, Branch):
                if not self._is_same_condition(one.condition, two.condition):
                    return False
                below = [(one.then, two.then), (one.other, two.other)]
            elif isinstance(one, int) and isinstance(two, int):
                if is_same_tokens(self.before.tree, one, self.after.tree, two):
                    continue
                parts = self._parts(one, two)
                if parts is None:
                    return False
                below = [parts]
            else:
                return False
            for left, right in below:
                if len(left) != len(right):
                    return False
                work += zip(left, right, strict=True)
        return self._is_same_dead()

    def _is_same_dead(self) -> bool:
        """Whether statements that are never reached came or went as a whole, if at all.

        Whoever changes a part of one means something by it.
        """
        one = Counter(self.before.tree.entries(row) for row in self._dead_before)
        two = Counter(self.after.tree.entries(row) for row in self._dead_after)
        return not one - two or not two - one

    def _parts(self, row_b: int, row_a: int) -> tuple[list[Item], list[Item]] | None:
        """What two statements that differ have to have in common; None where they cannot."""
        before, after = self.before.tree, self.after.tree
        if before.entries(row_b) == after.entries(row_a):
            return None  # what is printed as it is written
        if self._is_list(row_b, row_a):
            # Of a function or a class: a text behind `pass`, or in a condition, documents nothing.
            is_text = self.before.is_text_first(row_b), self.after.is_text_first(row_a)
            if is_text[0] != is_text[1]:
                return None
            form_b, form_a = form(self.before, row_b), form(self.after, row_a)
            self._dead_before += form_b.dead
            self._dead_after += form_a.dead
            forms = form_b.items, form_a.items
            # The one statement of a loop without brackets is its own list.
            if forms != ([row_b], [row_a]):
                return forms
        if (before.flags[row_b] | after.flags[row_a]) & LEAF:
            return None
        kids_b, kids_a = significant_children(before, row_b), significant_children(after, row_a)
        is_alike = before.kind[row_b] == after.kind[row_a] and (
            [before.field[kid] for kid in kids_b] == [after.field[kid] for kid in kids_a]
        )
        return (list(kids_b), list(kids_a)) if is_alike else None

    def _is_list(self, row_b: int, row_a: int) -> bool:
        """Whether two rows are lists that end alike, or conditions that stand in none."""
        ends = self.before.end_of(row_b), self.after.end_of(row_a)
        if ends != (None, None):
            return ends[0] == ends[1]
        return self.before.chain(row_b) is not None and self.after.chain(row_a) is not None

    def _is_same_condition(self, one: Condition, two: Condition) -> bool:
        work = [(one, two)]
        while work:
            left, right = work.pop()
            if left.op != right.op or left.is_negated != right.is_negated:
                return False
            if left.op:
                if len(left.parts) != len(right.parts):
                    return False
                work += zip(left.parts, right.parts, strict=True)
            elif not self._is_same_value(left.row, right.row):
                return False
        return True

    def _is_same_value(self, row_b: int, row_a: int) -> bool:
        """Whether two expressions are the same, comparisons by an opposite operator too."""
        tree_b, tree_a = self.before.tree, self.after.tree
        if is_same_tokens(tree_b, row_b, tree_a, row_a):
            return True
        one, two = compared(self.before, row_b), compared(self.after, row_a)
        return (
            one is not None
            and two is not None
            and one[1] == two[1]
            and is_same_tokens(tree_b, one[2], tree_a, two[2])
            and is_same_tokens(tree_b, one[3], tree_a, two[3])
        )
