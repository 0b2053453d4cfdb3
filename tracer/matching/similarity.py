"""How alike two subtrees are: Dice's coefficient over their leaves."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import accumulate, compress
from struct import iter_unpack
from typing import TYPE_CHECKING

from tracer.syntax.tree import ENTRY, LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree
    from tracer.syntax.grammar import Language

_NAMED_WEIGHT = 4  # an identifier or literal says more than a bracket or keyword
_SMALL = 2048  # rows of subtrees that are read by themselves; then the whole tree is
_IS_LEAF = bytes((flags & (LEAF | TRIVIA)) == LEAF for flags in range(256))


@cache
def _ambiguous(language: Language) -> frozenset[int]:
    """Kinds of one name of which some are named and some are not."""
    named: dict[str, set[bool]] = {}
    for name, is_named in zip(language.kind_names, language.kind_is_named, strict=True):
        named.setdefault(name, set()).add(bool(is_named))
    return frozenset(kind for kind, name in enumerate(language.kind_names) if len(named[name]) > 1)


class Bags:
    """Weighted leaf multisets of one tree's subtrees, made on demand and kept.

    Of a large subtree it is a count in C over a slice of the tree's leaves, which are read when the
    first such bag is asked for; of a small one its own leaves are read, as few bags need no more.
    """

    __slots__ = ("_asked", "_before", "_kept", "_leaves", "_tree", "_weight", "_words")

    def __init__(self, tree: SyntaxTree) -> None:
        self._tree = tree
        self._kept: dict[int, tuple[Counter[bytes], int]] = {}
        self._leaves: list[bytes] = []
        self._before: array[int] | None = None  # leaves before each row
        self._words: frozenset[bytes] = frozenset()
        self._weight: list[int] = []  # sum of the weights before each leaf
        self._asked = 0  # rows of small subtrees so far

    def bag(self, row: int) -> tuple[Counter[bytes], int]:
        """(leaf entry → weight, sum of weights). Cost: linear in the subtree's leaves, once."""
        known = self._kept.get(row)
        if known is None and self._before is None:
            known = self._small(row)
        if known is None:
            if self._before is None:
                self._before = self._read()
            first, last = self._before[row], self._before[self._tree.stop[row]]
            counts = Counter(self._leaves[first:last])
            for leaf in self._words.intersection(counts):
                counts[leaf] *= _NAMED_WEIGHT
            known = self._kept[row] = (counts, self._weight[last] - self._weight[first])
        return known

    def _small(self, row: int) -> tuple[Counter[bytes], int] | None:
        """The bag of a small subtree without reading the tree; None where it says too little.

        An entry is a word where any leaf of the tree that has it is named, and entries tell apart
        names of kinds, not kinds: what is a name here and a keyword there needs all leaves.
        """
        tree = self._tree
        stop = tree.stop[row]
        self._asked += stop - row
        if self._asked > _SMALL:
            return None
        flags, kind, rank, tokens = tree.flags, tree.kind, tree.rank, tree.tokens
        named, ambiguous = tree.language.kind_is_named, _ambiguous(tree.language)
        counts: Counter[bytes] = Counter()
        total = 0
        for at in range(row, stop):
            if _IS_LEAF[flags[at]]:
                if kind[at] in ambiguous:
                    return None
                weight = _NAMED_WEIGHT if named[kind[at]] else 1
                first = rank[at] * ENTRY
                counts[tokens[first : first + ENTRY]] += weight
                total += weight
        known = self._kept[row] = (counts, total)
        return known

    def _read(self) -> array[int]:
        """Leaves before each row. Whole columns at C speed: one step a leaf showed in profiles."""
        tree, flags = self._tree, self._tree.flags.tobytes()
        is_leaf = flags.translate(_IS_LEAF)
        rows = list(compress(range(len(flags)), is_leaf))
        entries = [entry for (entry,) in iter_unpack(f"{ENTRY}s", tree.tokens)]
        rank, kind = tree.rank, tree.kind
        leaves = self._leaves = [entries[rank[row]] for row in rows]
        named = tree.language.kind_is_named
        is_word = [named[kind[row]] for row in rows]
        self._words = frozenset(compress(leaves, is_word))
        weights = [_NAMED_WEIGHT if leaf in self._words else 1 for leaf in leaves]
        self._weight = list(accumulate(weights, initial=0))
        return array("i", accumulate(is_leaf, initial=0))


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
