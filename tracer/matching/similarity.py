"""How alike two subtrees are: Dice's coefficient over their leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tracer.syntax.tree import ENTRY, LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

_NAMED_WEIGHT = 4  # an identifier or literal says more than a bracket or keyword


class Bags:
    """Weighted leaf multisets of one tree's subtrees, made on demand and kept."""

    __slots__ = ("_kept", "_named", "_tree")

    def __init__(self, tree: SyntaxTree) -> None:
        self._tree = tree
        self._named = tree.language.kind_is_named
        self._kept: dict[int, tuple[Counter[bytes], int]] = {}

    def bag(self, row: int) -> tuple[Counter[bytes], int]:
        """(leaf entry → weight, sum of weights). Cost: linear in the subtree, once."""
        known = self._kept.get(row)
        if known is None:
            known = self._kept[row] = self._make(row)
        return known

    def _make(self, row: int) -> tuple[Counter[bytes], int]:
        tree = self._tree
        flags, rank, kind, tokens, named = (
            tree.flags, tree.rank, tree.kind, tree.tokens, self._named,
        )  # fmt: skip
        counts: Counter[bytes] = Counter()
        total = 0
        for at in range(row, tree.stop[row]):
            if flags[at] & (LEAF | TRIVIA) == LEAF:
                offset = ENTRY * rank[at]
                weight = _NAMED_WEIGHT if named[kind[at]] else 1
                counts[tokens[offset : offset + ENTRY]] += weight
                total += weight
        return counts, total


def dice(before: tuple[Counter[bytes], int], after: tuple[Counter[bytes], int]) -> float:
    """2 × shared weight / total weight, 0 to 1; 0 for two empty bags."""
    small, large = (
        (before[0], after[0]) if len(before[0]) < len(after[0]) else (after[0], before[0])
    )
    shared = sum(min(weight, large[key]) for key, weight in small.items() if key in large)
    total = before[1] + after[1]
    return 2 * shared / total if total else 0.0


def votes(
    keys: Mapping[bytes, int] | Iterable[bytes],
    holders: Mapping[bytes, list[int]],
    common: int,
) -> dict[int, int]:
    """{holder: weight of the keys shared with it}, passing over keys of more than `common`.

    `holders` is an inverted index: key → those that have it. With a mapping, its values are
    the weights; otherwise every key weighs 1. Cost: keys × `common` at the most.
    """
    weights = keys if isinstance(keys, Mapping) else dict.fromkeys(keys, 1)
    found: dict[int, int] = {}
    for key, weight in weights.items():
        indices = holders.get(key, ())
        if len(indices) <= common:
            for index in indices:
                found[index] = found.get(index, 0) + weight
    return found


def best_of(scores: Mapping[int, int], most: int) -> list[int]:
    """The `most` keys with the highest scores, ties by key."""
    return sorted(scores, key=lambda key: (-scores[key], key))[:most]
