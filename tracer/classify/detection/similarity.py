"""Which functions of other names say the same, whatever the mapping pairs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from tracer.classify.detection.program_elements import Function, leaves, share_words, words_of
from tracer.syntax.tree import BROKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.program_elements import Version
    from tracer.matching import NodeMapping

_Found = tuple[int, int, Function, Function]  # nodes before and after, functions before and after

_LIKE = 0.5  # share of the leaves of two that have most words of their names in common
_LIKE_LEFT = 0.7  # the same of others
_NAMED = 0.6  # share of the words of their names that such two have in common
_NAME = 0.1  # what names count where bodies are compared
_SAME = 0.02  # how little less alike another one is that may be meant as well
_BETTER = 0.05  # how much more alike another one is that it was
TINY = 8  # leaves of a body that says too little to be known again


class Paired(Protocol):
    """The functions and classes of two versions, as far as the mapping pairs them."""

    mapping: NodeMapping
    before: Version
    after: Version

    def is_elsewhere(self, one: Function, two: Function) -> bool:
        """Whether a function stands below another class or in another file."""

    def class_after(self, home: int) -> int:
        """The class after that one before is, or -1."""


class Likeness:
    """What the functions of two versions say, and which say most alike."""

    def __init__(self, definitions: Paired) -> None:
        self.definitions = definitions
        self.mapping = definitions.mapping
        self.versions = definitions.before, definitions.after
        self._words: tuple[dict[int, Counter[bytes]], ...] = ({}, {})
        self._homes: list[dict[tuple[int, int], dict[int, Function]]] = []
        self._kept: tuple[set[int], set[int]] = (set(), set())  # nodes paired by signatures
        self.dropped: set[int] = set()  # nodes before whose partner is another function

    def left_over(self) -> Iterator[_Found]:
        """Functions that are gone and new ones in their place that say nearly the same.

        Cost: the functions that are gone times those that are new, in one class or file.
        """
        gone, new = (self._alone(at) for at in (0, 1))
        found: dict[tuple[int, int], float] = {}
        for node_b, one in gone.items():
            for node_a, two in new.items():
                like = self._like(node_b, node_a)
                is_alike = like >= (_LIKE if _is_named_after(one.word, two.word) else _LIKE_LEFT)
                if is_alike and not self.definitions.is_elsewhere(one, two):
                    found[node_b, node_a] = self._closeness(node_b, node_a, one, two)
        taken: tuple[set[int], set[int]] = (set(), set())
        for (node_b, node_a), close in sorted(found.items(), key=lambda pair: (-pair[1], pair[0])):
            if node_b in taken[0] or node_a in taken[1]:
                continue
            taken[0].add(node_b)
            taken[1].add(node_a)
            if not any(
                other > close - _SAME and (b == node_b) != (a == node_a)
                for (b, a), other in found.items()
            ):
                yield node_b, node_a, gone[node_b], new[node_a]

    def is_outdone(self, node_b: int, node_a: int, one: Function, two: Function) -> bool:
        """Whether a function got the name of another one that says more alike, or lost it to one.

        Only those count that are without a namesake on the other side, where the two stand. Of two
        that say the same, the one in the class of before is nearer.
        """
        own = self._closeness(node_b, node_a, one, two) + _BETTER
        homes = self._home(0, one), self._home(1, two)
        known = [{f.word for f in home.values()} for home in homes]
        others = [
            (node_b, node, one, f) for node, f in homes[1].items() if f.word not in known[0]
        ] + [(node, node_a, f, two) for node, f in homes[0].items() if f.word not in known[1]]
        if any(self._closeness(*other) > own for other in others):
            return True
        before, after = self.versions
        stays = self.definitions.class_after(before.holder(one))
        return stays not in (-1, after.holder(two)) and any(
            self._closeness(node_b, node, one, f) >= own - _BETTER
            for node, f in after.functions.items()
            if after.holder(f) == stays and f.word not in known[0]
        )

    def of_the_same_signature(self, one: Function, two: Function) -> int:
        """The overload of now that takes what a function took, where its partner does not.

        Such a one is the same function, though its body may be in the partner now. Or -1.
        """
        if one.word != two.word or self.definitions.is_elsewhere(one, two):
            return -1
        wanted, other = self._signature(0, one), self._signature(1, two)
        if not wanted or wanted == other or other in self._signatures(0, one):
            return -1
        return self._signatures(1, two).get(wanted, -1)

    def keep(self, node_b: int, node_a: int) -> None:
        """Note that two functions are one by what they take, whatever the mapping pairs."""
        self.dropped.add(node_b)
        self._kept[0].add(node_b)
        self._kept[1].add(node_a)

    def is_paired(self, at: int, node: int) -> bool:
        """Whether a function is one of the other version."""
        partners = (self.mapping.to_after, self.mapping.to_before)[at]
        is_mapped = partners[node] in self.versions[1 - at].functions
        return node in self._kept[at] or (is_mapped and not self._is_dropped(at, node))

    def _signatures(self, at: int, function: Function) -> dict[bytes, int]:
        """The functions of one name where one stands, by what they take."""
        home = self._home(at, function)
        return {
            self._signature(at, other): node
            for node, other in home.items()
            if other.word == function.word
        }

    def _signature(self, at: int, function: Function) -> bytes:
        """The parameters of a function, as they are tokens."""
        tree = self.versions[at].forest.trees[function.file]
        row = tree.child_by_field(function.element.row, "parameters")
        return tree.entries(row) if row >= 0 else b""

    def _closeness(self, node_b: int, node_a: int, one: Function, two: Function) -> float:
        """How alike two functions are by what they say and what they are called."""
        words = words_of(one.word), words_of(two.word)
        named = len(words[0] & words[1]) / max(1, *map(len, words))
        return self._like(node_b, node_a) + _NAME * named

    def _like(self, node_b: int, node_a: int) -> float:
        """The share of the leaves of two bodies that both have."""
        one, two = self._said(0, node_b), self._said(1, node_a)
        return 2 * (one & two).total() / max(1, one.total() + two.total())

    def _said(self, at: int, node: int) -> Counter[bytes]:
        found = self._words[at].get(node)
        if found is None:
            version = self.versions[at]
            tree, body = version.body(version.functions[node])
            found = self._words[at][node] = Counter(tree.slice(row) for row in leaves(tree, body))
        return found

    def _home(self, at: int, function: Function) -> dict[int, Function]:
        """The functions that stand where one stands."""
        while len(self._homes) <= at:
            homes: dict[tuple[int, int], dict[int, Function]] = {}
            for node, other in self.versions[len(self._homes)].functions.items():
                homes.setdefault(_place(other), {})[node] = other
            self._homes.append(homes)
        return self._homes[at][_place(function)]

    def _alone(self, at: int) -> dict[int, Function]:
        """Functions of one version that are paired with none."""
        version = self.versions[at]
        return {
            node: function
            for node, function in version.functions.items()
            if not self.is_paired(at, node)
            and not function.is_inner
            and self._said(at, node).total() >= TINY
            and not version.forest.trees[function.file].flags[0] & BROKEN
        }

    def _is_dropped(self, at: int, node: int) -> bool:
        return (node if not at else self.mapping.to_before[node]) in self.dropped


def _place(function: Function) -> tuple[int, int]:
    """Where a function stands: the file, and the row of the definition around it."""
    return function.file, function.holder.row if function.holder is not None else -1


def _is_named_after(one: str, other: str) -> bool:
    """Whether two names have most of their words in common, or one has all of the other's."""
    shorter, longer = sorted((words_of(one), words_of(other)), key=len)
    return share_words(one, other, _NAMED) or (shorter <= longer and share_words(one, other))
