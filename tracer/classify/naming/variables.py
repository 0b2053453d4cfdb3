"""Locals and parameters that another one took the place of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.names import Use
from tracer.classify.naming.signature import split_of
from tracer.classify.naming.versions import share_words
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.naming.pair import Pair
    from tracer.classify.naming.versions import Named

_TRIVIAL = 3  # leaves of a value that says nothing
_SAME = 0.6  # share of the leaves of two values that are one

# (was it a parameter, is it one) -> what its new name is.
_RENAMES = {
    (True, True): "Rename Parameter",
    (False, False): "Rename Variable",
    (True, False): "Localize Parameter",
    (False, True): "Parameterize Variable",
}


class Variables:
    """The new name of each local or parameter of a pair of functions that got one."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self._known = [set(pair.bindings[at]) - pair.objects for at in (0, 1)]
        self.new_of = self._renamed()

    def run(self) -> Iterator[Named]:
        """The renamed ones by name."""
        for old, new in sorted({*self.new_of.items(), *self._declared()}):
            sorts = old in self.pair.parameters[0], new in self.pair.parameters[1]
            yield self.pair.named(_RENAMES[sorts], f"{old} -> {new}")

    def _renamed(self) -> dict[str, str]:
        parameters = self.pair.parameters
        gone, new = self._known[0] - self._known[1], self._known[1] - self._known[0]
        new -= {part for word in gone for part in split_of(word, new & set(parameters[1]))}
        found = self._redeclared(new)
        new -= set(found.values())
        self._vote(gone - set(found), new, found)
        left = [
            [word for word in parameters[at] if word in names and word not in done]
            for at, names, done in ((0, gone, found), (1, new, found.values()))
        ]
        if len(left[0]) == len(left[1]) == 1 and len(parameters[0]) == len(parameters[1]):
            old, other = left[0][0], left[1][0]
            if parameters[0].index(old) == parameters[1].index(other):
                found[old] = other  # the one place that has another name
        for old in left[0]:
            others = [other for other in left[1] if share_words(old, other)]
            backs = [word for word in left[0] if others and share_words(word, others[0])]
            if len(others) == len(backs) == 1:
                found[old] = others[0]
        return found

    def _vote(self, gone: set[str], new: set[str], found: dict[str, str]) -> None:
        """Names that are gone, by the new ones that stand where they stood."""
        votes: Counter[tuple[str, str]] = Counter()
        total: Counter[str] = Counter()
        for word in sorted(gone):
            for other in self._partners(word):
                total[word] += 1
                if other in new:
                    votes[word, other] += 1
        for (old, other), count in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
            if old not in found and other not in found.values() and 2 * count > total[old]:
                found[old] = other

    def _partners(self, word: str) -> Iterator[str]:
        """What stands, in the function after, where a name stood in the one before."""
        pair, side = self.pair, self.pair.sides[1]
        for o in pair.sides[0].names.within(word, pair.rows[0]):
            row = pair.partner(0, o.row) if o.use is Use.NAME else -1
            if row >= 0 and side.tree.flags[row] & LEAF and side.word(row) != word:
                yield side.word(row)

    # ------------------------------------------------------------------ declarations

    def _redeclared(self, new: set[str]) -> dict[str, str]:
        """Names that something else has now, while a new name has all their declarations."""
        found: dict[str, str] = {}
        passed = {word for names in self.pair.parameters for word in names}
        new = new - passed
        for word in sorted((self._known[0] & self._known[1]) - passed):
            words = [
                self.pair.sides[1].word(row)
                for leaf in self.pair.bindings[0][word]
                if (row := self.pair.partner(0, leaf)) >= 0 and self._is_same_value(leaf, row)
            ]
            is_one = len(set(words)) == 1 and words[0] in new
            if is_one and words[0] not in found.values():
                found[word] = words[0]
        return found

    def _is_same_value(self, leaf: int, row: int) -> bool:
        """Whether what two leaves are given is alike, and more than a word or two."""
        pair = self.pair
        values = pair.store_of(0, leaf), pair.store_of(1, row)
        if min(values) < 0:
            return False
        words = [Counter(pair.words(at, value)) for at, value in enumerate(values)]
        common, sizes = (words[0] & words[1]).total(), [side.total() for side in words]
        return min(sizes) > _TRIVIAL and common >= _SAME * max(sizes)

    def _declared(self) -> Iterator[tuple[str, str]]:
        """Names of one declaration, which keeps its value and has a name of its own now."""
        pair = self.pair
        fresh = self._known[1] - self._known[0]
        taken = set(self.new_of) | set(self.new_of.values())
        values: dict[tuple[bytes, ...], list[str]] = {}  # by what is given
        for other in sorted(fresh - taken):
            for leaf in pair.bindings[1][other]:
                values.setdefault(self._given_words(1, leaf), []).append(other)
        for word in sorted(self._known[0] - set(self.new_of)) if values else ():
            for leaf in pair.bindings[0][word]:
                words = self._given_words(0, leaf)
                others = set(values.get(words, ()))
                # In `new = value; old = new` nothing was renamed.
                others = {other for other in others if not self._is_given(word, other)}
                if len(others) == 1 and len(words) > _TRIVIAL:
                    yield word, others.pop()

    def _given_words(self, at: int, leaf: int) -> tuple[bytes, ...]:
        """What a name is given at a leaf: the value, and its place among several names."""
        pair = self.pair
        value = pair.store_of(at, leaf)
        if value < 0:
            return ()
        tree = pair.sides[at].tree
        place = list(tree.children(tree.parent[leaf])).index(leaf)
        return (str(place).encode(), *pair.words(at, value))

    def _is_given(self, word: str, other: str) -> bool:
        """Whether a name is given the value of another one now."""
        pair = self.pair
        return any(
            pair.words(1, value) == (other.encode(),) for _, value, _ in pair.stored(1, word)
        )
