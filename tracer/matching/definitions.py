"""Two stages: definitions that went elsewhere, and definitions that got another name.

What is equal pairs first, when it is unique on both sides, so that a duplicate never decides
by luck; then what has the same kind and name; later, when everything that stayed in place is
known, what is alike in content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.align import VERY_LIKE, Aligner
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.similarity import best_of, dice, votes
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections import Counter

    from tracer.matching.forest import Forest

_RENAMED = 0.6  # likeness of bodies for a definition with another name
_SAME_NAME = 0.3  # likeness for one with the same name under another parent
_NAME = 0.2  # what the same name is worth, in likeness
_CANDIDATES = 24  # most promising partners compared in full
_COMMON = 32  # a leaf in more definitions than this does not make candidates


class _Item(NamedTuple):
    """One unmatched definition: node ids of it and of its outermost wrapper."""

    node: int
    outer: int
    file: int
    row: int
    kind: str
    name: str
    bag: tuple[Counter[bytes], int]


def match_named(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus definitions of equal tokens or name, whatever their parent or file."""
    draft = mapping.copy()
    _equal(draft)
    _named(draft)
    return draft


def match_renamed(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus definitions of one kind with most of their content in common."""
    draft = mapping.copy()
    _alike(draft)
    return draft


def _unmatched(forest: Forest, partner: object) -> list[_Item]:
    found = []
    for file in range(len(forest.trees)):
        base = forest.base[file]
        bags = forest.bags[file]
        for element in forest.elements(file):
            if partner[base + element.row] < 0:  # type: ignore[index]
                simple = element.name.rpartition(".")[2]
                found.append(
                    _Item(
                        base + element.row,
                        base + element.outer,
                        file,
                        element.row,
                        element.kind,
                        simple,
                        bags.bag(element.row),
                    )
                )
    return found


def _both(draft: NodeMapping) -> tuple[list[_Item], list[_Item]]:
    return _unmatched(draft.before, draft.to_after), _unmatched(draft.after, draft.to_before)


def _equal(draft: NodeMapping) -> None:
    """Definitions with equal tokens, when neither side has a second one."""
    items_b, items_a = _both(draft)
    by_tokens: dict[bytes, list[_Item]] = {}
    for item in items_b:
        by_tokens.setdefault(_tokens(draft.before, item), []).append(item)
    wanted: dict[bytes, list[_Item]] = {}
    for item in items_a:
        wanted.setdefault(_tokens(draft.after, item), []).append(item)
    for key, after in wanted.items():
        before = by_tokens.get(key, [])
        if len(before) == len(after) == 1 and draft.to_before[after[0].node] < 0:
            draft.pair_subtrees(before[0].node, after[0].node, Stage.DEFINITION)
            _pair_wrappers(draft, before[0], after[0])


def _tokens(forest: Forest, item: _Item) -> bytes:
    return forest.keys[item.file].key(item.row)


def _named(draft: NodeMapping) -> None:
    """Definitions of one kind and name, or very alike under another; best first.

    The name counts for much, but a class that keeps its content is not the one that takes its
    name. What moved inside a definition is not known yet: only the very like pairs in place.
    """
    items_b, items_a = _both(draft)
    by_name: dict[tuple[str, str], list[int]] = {}
    for index, item in enumerate(items_b):
        by_name.setdefault((item.kind, item.name), []).append(index)
    holders = _holders(items_b)
    scored = []
    for after in items_a:
        named = by_name.get((after.kind, after.name), [])[:_CANDIDATES]
        for index in named:
            before = items_b[index]
            score = dice(before.bag, after.bag)
            if score >= _SAME_NAME:
                scored.append((-score - _NAME, before.node, after.node, before, after))
        for index in best_of(votes(after.bag[0], holders, _COMMON), _CANDIDATES) if named else ():
            before = items_b[index]
            if before.kind == after.kind and before.name != after.name:
                score = dice(before.bag, after.bag)
                if score >= _RENAMED:
                    scored.append((-score, before.node, after.node, before, after))
    _take(draft, scored, 0.0, VERY_LIKE)


def _holders(items: list[_Item]) -> dict[bytes, list[int]]:
    """{leaf: indices of the items that have it}."""
    found: dict[bytes, list[int]] = {}
    for index, item in enumerate(items):
        for leaf in item.bag[0]:
            found.setdefault(leaf, []).append(index)
    return found


def _alike(draft: NodeMapping) -> None:
    """Definitions of one kind with much of their content in common, best first."""
    items_b, items_a = _both(draft)
    holders = _holders(items_b)
    scored = []
    for after in items_a:
        best = best_of(votes(after.bag[0], holders, _COMMON), _CANDIDATES)
        scored += [
            (-dice(items_b[i].bag, after.bag), items_b[i].node, after.node, items_b[i], after)
            for i in best
            if items_b[i].kind == after.kind
        ]
    _take(draft, scored, _RENAMED, VERY_LIKE)


def _take(
    draft: NodeMapping,
    scored: list[tuple[float, int, int, _Item, _Item]],
    least: float,
    inside: float,
) -> None:
    """Pair in order of likeness, then position, and align what was paired.

    `inside` is the likeness from which statements of a pair are paired in place.
    """
    aligners: dict[tuple[int, int], Aligner] = {}
    for score, node_b, node_a, before, after in sorted(scored, key=lambda entry: entry[:3]):
        if -score < least or draft.to_after[node_b] >= 0 or draft.to_before[node_a] >= 0:
            continue
        if (
            draft.before.trees[before.file].kind[before.row]
            != draft.after.trees[after.file].kind[after.row]
        ):
            continue
        files = (before.file, after.file)
        aligner = aligners.get(files) or aligners.setdefault(
            files, Aligner(draft, *files, least=inside)
        )
        draft.pair(node_b, node_a, Stage.DEFINITION)
        aligner.align(before.row, after.row)
        _pair_wrappers(draft, before, after)


def _pair_wrappers(draft: NodeMapping, before: _Item, after: _Item) -> None:
    """Decorators and `export` go with the definition inside them."""
    node_b, node_a = before.node, after.node
    while node_b != before.outer and node_a != after.outer:
        node_b, node_a = draft.before.parent(node_b), draft.after.parent(node_a)
        tree_b, row_b = draft.before.tree_of(node_b)
        tree_a, row_a = draft.after.tree_of(node_a)
        is_free = draft.to_after[node_b] < 0 and draft.to_before[node_a] < 0
        if is_free and tree_b.kind_name(row_b) == tree_a.kind_name(row_a):
            draft.pair(node_b, node_a, Stage.DEFINITION)
            Aligner(draft, before.file, after.file).align(row_b, row_a)
