"""Values that got a name in one function, or lost it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from tracer.classify.detection.program_elements import is_definition
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.function_pair import Pair
    from tracer.classify.detection.program_elements import Named
    from tracer.syntax import SyntaxTree

_NEAR = 12  # levels of an expression
_SEVERAL = 5  # leaves of a value that is known again with one of them changed


class Values:
    """Values of one pair of functions that stand below a name on one side only."""

    def __init__(self, pair: Pair, renamed: set[str]) -> None:
        self.pair = pair
        self.renamed = renamed  # names that another one took the place of, and these

    def run(self) -> Iterator[Named]:
        """Variables that were extracted or inlined."""
        if not all(side.functions.is_known for side in self.pair.sides):
            return
        for at, kind in ((1, "Extract Variable"), (0, "Inline Variable")):
            for word in sorted(self.pair.locals[at] - set(self.pair.parameters[1 - at])):
                if word in self.renamed:
                    continue
                if self._is_new(at, word):
                    yield self.pair.named_variable(kind, at, word)

    def _is_new(self, at: int, word: str) -> bool:
        """Whether a name has a value on this side that stands without a name on the other."""
        stores = [len(self.pair.bindings[side].get(word, ())) for side in (at, 1 - at)]
        is_known = stores[1] > 0
        if stores[1] >= stores[0]:
            return False  # it only is something else
        if self._is_folded(at, word):
            return True
        if self._is_function(1 - at, word):
            return False
        is_other = any(
            self._is_kept(1 - at, row) for row in self.pair.bindings[1 - at].get(word, ())
        )
        for target, value, uses in self.pair.stored(at, word):
            if self._is_kept(at, target):
                continue
            if is_known and word.encode() in self.pair.words(at, value):
                continue  # a variable of both sides that is given something else
            if not is_other and self._stood(at, value, uses):
                return True
            if self._is_replaced(at, word, value, uses, is_whole=is_other):
                return True
        return False

    def _is_function(self, at: int, word: str) -> bool:
        """Whether a function or class that is defined in one of the functions has a name."""
        side = self.pair.sides[at]
        row = self.pair.rows[at]
        found = [o.row for o in side.names.inside(word, row) if is_definition(side, o.row)]
        return any(side.tree.parent[name] > row for name in found)

    # ------------------------------------------------------------------ in place

    def _is_kept(self, at: int, target: int) -> bool:
        """Whether the store of a value is one on the other side, too."""
        row = self.pair.partner(at, target)
        if row < 0:
            return False
        return self.pair.sides[1 - at].tree.slice(row) == self.pair.sides[at].tree.slice(target)

    def _is_replaced(
        self, at: int, word: str, value: int, uses: list[int], *, is_whole: bool
    ) -> bool:
        """Whether what stands where the name is used is the value, or a part of it."""
        pair = self.pair
        tree_o = pair.sides[1 - at].tree
        for use in uses:
            row = pair.standing(at, use)
            if row < 0 or tree_o.slice(row) == word.encode():
                continue
            if self._is_stored(1 - at, row) and not self._is_member(at, use):
                continue
            if self._is_alike(pair.words(at, value), pair.words(1 - at, row)):
                return True
            is_part = not is_whole and self._is_part(at, value, row)
            if is_part and self._is_among_as_many(at, use, row):
                return True
        return False

    def _is_alike(self, one: tuple[bytes, ...], two: tuple[bytes, ...]) -> bool:
        """Whether two values are spelled alike but for one word of several."""
        differ = sum(a != b for a, b in zip(one, two, strict=False))
        return len(one) == len(two) and differ <= (len(one) >= _SEVERAL)

    def _is_part(self, at: int, value: int, row: int) -> bool:
        """Whether a row of the other side is a part of a value.

        Of single words only variables: literals and names of classes are in many values. One that
        is given the value, or much of it, on the other side is none of its parts there.
        """
        pair = self.pair
        tree, tree_o = pair.sides[at].tree, pair.sides[1 - at].tree
        if tree_o.flags[row] & LEAF:
            word = pair.sides[1 - at].word(row)
            if word not in pair.bindings[1 - at] and word not in pair.objects:
                return False
            words = pair.words(at, value)
            if any(_is_much(pair.words(1 - at, v), words) for _, v, _ in pair.stored(1 - at, word)):
                return False
        return bool(_equal(tree_o, row, tree, (value, tree.stop[value])))

    def _is_among_as_many(self, at: int, use: int, row: int) -> bool:
        """Whether a use stands in a list as long as that of what stood there.

        Or in the same place of one that got longer: where it got shorter, two may be one now.
        """
        tree, tree_o = self.pair.sides[at].tree, self.pair.sides[1 - at].tree
        kids = tree.children(tree.parent[use]), tree_o.children(tree_o.parent[row])
        if len(kids[0]) == len(kids[1]):
            return True
        is_longer = len(kids[1 - at]) > len(kids[at])  # after than before
        return is_longer and kids[0].index(use) == kids[1].index(row)

    def _is_folded(self, at: int, word: str) -> bool:
        """Whether one value of a name has another one of it in it on the other side."""
        pair, name = self.pair, word.encode()
        if len(pair.bindings[at].get(word, ())) <= 1:
            return False
        own, others = (
            [pair.words(side, row) for _, row, _ in pair.stored(side, word)]
            for side in (at, 1 - at)
        )
        return any(
            words.count(name) == 1
            and words not in others
            and (*words[: words.index(name)], *first, *words[words.index(name) + 1 :]) in others
            for first, words in pairwise(own)
        )

    # ------------------------------------------------------------------ anywhere

    def _stood(self, at: int, value: int, uses: list[int]) -> bool:
        """Whether a value stood, on the other side, where its name is used on this one."""
        pair = self.pair
        tree, tree_o = pair.sides[at].tree, pair.sides[1 - at].tree
        if tree.flags[value] & LEAF or not uses:
            return False
        first, last = pair.rows[1 - at], pair.stops[1 - at]
        places = _equal(tree, value, tree_o, (first, last))
        own = _equal(tree, value, tree, (pair.rows[at], tree.stop[pair.rows[at]]))
        left = [row for row in places if not self._is_spent(1 - at, row)]
        if left and len(places) >= len(own):
            return True
        partner = pair.partner(at, value)
        if partner > first and not self._is_spent(1 - at, partner):
            left.append(partner)
        return any(self._is_near(at, use, left) for use in uses)

    def _is_stored(self, at: int, row: int) -> bool:
        """Whether a row is the whole value of a variable or attribute."""
        side = self.pair.sides[at]
        stored = side.functions.bound(side.tree.parent[row])
        return stored is not None and stored[1] == row

    def _is_member(self, at: int, row: int) -> bool:
        """Whether a row is the whole value of something that is no variable."""
        side = self.pair.sides[at]
        stored = side.functions.bound(side.tree.parent[row])
        return (
            stored is not None
            and stored[1] == row
            and not any(side.tree.flags[target] & LEAF for target in stored[0])
        )

    def _is_spent(self, at: int, row: int) -> bool:
        """Whether a value has a name, or is a statement: then no use of it took its place."""
        side = self.pair.sides[at]
        around = side.tree.parent[row]
        while not side.functions.is_list(around):
            stored = side.functions.bound(around)
            if stored is not None and stored[1] == row:
                return True
            is_bracket = side.functions.bare(around) == row
            if not is_bracket and len(side.names.children(around)) != 1:
                return False
            row, around = row if is_bracket else around, side.tree.parent[around]
        return True

    def _is_near(self, at: int, use: int, places: list[int]) -> bool:
        """Whether a use stands in the partner of an expression that one of the places is in."""
        side, tree_o = self.pair.sides[at], self.pair.sides[1 - at].tree
        around = use
        for _ in range(_NEAR):
            around = side.tree.parent[around]
            if around <= self.pair.rows[at]:
                return False
            partner = self.pair.partner(at, around)
            if partner >= 0 and any(partner < row < tree_o.stop[partner] for row in places):
                return True
            if side.functions.is_list(side.tree.parent[around]):
                return False
        return False


def _is_much(one: tuple[bytes, ...], two: tuple[bytes, ...]) -> bool:
    """Whether two values have most of their words in common."""
    return 2 * (Counter(one) & Counter(two)).total() > max(len(one), len(two))


def _equal(tree: SyntaxTree, row: int, other: SyntaxTree, span: tuple[int, int]) -> list[int]:
    """Rows of another tree's span that are the same code."""
    wanted = tree.entries(row)
    return [
        at
        for at in range(*span)
        if other.kind[at] == tree.kind[row] and other.entries(at) == wanted
    ]
