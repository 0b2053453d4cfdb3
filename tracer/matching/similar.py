"""One stage: statements that were moved and edited, across containers and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.align import Aligner
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.similarity import best_of, dice, votes
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections import Counter

    from tracer.matching.forest import Forest

_LIKE = 0.65  # likeness of a moved and edited statement
_FAR = 0.8  # the same, between definitions that have nothing to do with each other
_CANDIDATES = 8
_COMMON = 16  # a leaf in more statements than this does not make candidates
_WORDS = 12  # least weight of a statement (three names or literals)


def match_similar(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus unmatched statements paired by likeness, best first.

    Candidates share an uncommon leaf, found through an inverted index: never all pairs.
    """
    draft = mapping.copy()
    before = _statements(draft.before, draft.to_after)
    after = _statements(draft.after, draft.to_before)
    holders: dict[bytes, list[int]] = {}
    for index, (_, _, bag) in enumerate(before):
        for leaf in bag[0]:
            holders.setdefault(leaf, []).append(index)
    scored = []
    for node_a, kind_a, bag in after:
        for index in best_of(votes(bag[0], holders, _COMMON), _CANDIDATES):
            node_b, kind_b, bag_b = before[index]
            if kind_a != kind_b:
                continue
            score = dice(bag_b, bag)
            if score >= _LIKE and (score >= _FAR or not _is_far(draft, node_b, node_a)):
                scored.append((-score, node_b, node_a))
    for _, node_b, node_a in sorted(scored):
        if draft.to_after[node_b] < 0 and draft.to_before[node_a] < 0:
            file_b, row_b = draft.before.locate(node_b)
            file_a, row_a = draft.after.locate(node_a)
            draft.pair(node_b, node_a, Stage.SIMILAR)
            Aligner(draft, file_b, file_a).align(row_b, row_a)
    return draft


def _is_far(draft: NodeMapping, node_b: int, node_a: int) -> bool:
    """Whether the definitions around both are paired, but not with each other."""
    heir = draft.to_after[draft.before.home(node_b)]
    source = draft.to_before[draft.after.home(node_a)]
    return heir >= 0 and source >= 0 and heir != draft.after.home(node_a)


def _statements(
    forest: Forest, partner: object
) -> list[tuple[int, tuple[str, str], tuple[Counter[bytes], int]]]:
    """(node, (language, kind), bag) of the unmatched statements with enough to say."""
    found = []
    for file, tree in enumerate(forest.trees):
        base, roles, bags = forest.base[file], tree.language.roles, forest.bags[file]
        for row in forest.prints(file).units():
            kind = tree.kind[row]
            if roles[kind] & Role.STATEMENT and partner[base + row] < 0:  # type: ignore[index]
                bag = bags.bag(row)
                if bag[1] >= _WORDS:
                    name = (tree.language.name, tree.language.kind_names[kind])
                    found.append((base + row, name, bag))
    return found
