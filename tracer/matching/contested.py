"""Names that changed hands: `A` became `B` in the commit in which `B` became `C`.

Two definitions of one place and signature are one and the same, however much was rewritten;
unless both are found again, much more alike, under a name that is new and a name that is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.align import VERY_LIKE, Aligner
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.similarity import best_of, dice, votes
from tracer.syntax.names import defined_name, unwrapped

if TYPE_CHECKING:
    from array import array
    from collections import Counter

    from tracer.matching.forest import Forest

_BETTER = 0.15  # by so much another one must be more alike
_ALIKE = 0.7
_CANDIDATES = 8
_COMMON = 16  # a leaf in more definitions than this does not make candidates

Bag = tuple["Counter[bytes]", int]


def settle(draft: NodeMapping, contested: list[tuple[int, int]]) -> None:
    """Pair the contested definitions, but for those whose names changed hands.

    What is found inside is contested in turn. Cost: the bags of the definitions without partner,
    once a level, and nothing where none is contested.
    """
    while contested:
        before, after = _Free(draft.before, draft.to_after), _Free(draft.after, draft.to_before)
        inside: list[tuple[int, int]] = []
        for node_b, node_a in contested:
            if draft.to_after[node_b] >= 0 or draft.to_before[node_a] >= 0:
                continue
            handed_on = _handed_on(before, after, node_b, node_a)
            for pair in handed_on or [(node_b, node_a)]:
                _pair(draft, pair, Stage.DEFINITION if handed_on else Stage.ALIGNED, inside)
        contested = inside


def _pair(
    draft: NodeMapping, pair: tuple[int, int], stage: Stage, contested: list[tuple[int, int]]
) -> None:
    if draft.to_after[pair[0]] < 0 and draft.to_before[pair[1]] < 0:
        file_b, row_b = draft.before.locate(pair[0])
        file_a, row_a = draft.after.locate(pair[1])
        aligner = Aligner(draft, file_b, file_a, least=VERY_LIKE)
        aligner.contested = contested
        draft.pair(*pair, stage)
        aligner.align(row_b, row_a)


def _handed_on(before: _Free, after: _Free, node_b: int, node_a: int) -> list[tuple[int, int]]:
    """Who `node_b` became and who became `node_a`, when both are better found elsewhere."""
    inner_b, inner_a = before.inner(node_b), after.inner(node_a)
    if inner_b not in before.bags or inner_a not in after.bags:
        return []
    own = dice(before.bags[inner_b], after.bags[inner_a])
    least = max(_ALIKE, own + _BETTER)
    heir = after.most_alike(before.bags[inner_b], inner_a, before.forest, inner_b, least)
    if heir < 0 or after.name(heir) in before.names:
        return []
    source = before.most_alike(after.bags[inner_a], inner_b, after.forest, inner_a, least)
    if source < 0 or before.name(source) in after.names:
        return []
    return [(inner_b, heir), (source, inner_a)]


class _Free:
    """The definitions of one side without partner: their bags, names, and who holds a leaf."""

    def __init__(self, forest: Forest, partner: array[int]) -> None:
        self.forest = forest
        self.bags: dict[int, Bag] = {}
        self.names = {name for _, name in forest.defined}
        self._holders: dict[bytes, list[int]] = {}
        for file in range(len(forest.trees)):
            bags, base = forest.bags[file], forest.base[file]
            for element in forest.elements(file):
                if partner[base + element.row] < 0:
                    bag = self.bags[base + element.row] = bags.bag(element.row)
                    for leaf in bag[0]:
                        self._holders.setdefault(leaf, []).append(base + element.row)

    def inner(self, node: int) -> int:
        """The definition inside its wrappers."""
        file, row = self.forest.locate(node)
        return self.forest.base[file] + unwrapped(self.forest.trees[file], row)

    def name(self, node: int) -> str | None:
        """The unqualified name of a definition."""
        return defined_name(*self.forest.tree_of(node))

    def most_alike(self, bag: Bag, besides: int, other: Forest, node: int, least: float) -> int:
        """The definition of `node`'s kind most alike to `bag`, `besides` left out, or -1."""
        tree, row = other.tree_of(node)
        best, best_score = -1, least
        for index in best_of(votes(bag[0], self._holders, _COMMON), _CANDIDATES):
            tree_here, row_here = self.forest.tree_of(index)
            if index != besides and tree_here.kind_name(row_here) == tree.kind_name(row):
                score = dice(self.bags[index], bag)
                if score > best_score:
                    best, best_score = index, score
        return best
