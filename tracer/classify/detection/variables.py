"""Locals and parameters that another one took the place of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.detection.program_elements import share_words
from tracer.classify.detection.signatures import split_of
from tracer.semantics.names.occurrences import Use
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.function_pair import Pair
    from tracer.classify.detection.program_elements import Named

_TRIVIAL = 3  # leaves of a value that says nothing
_SAME = 0.6  # share of the leaves of two values that are one
_ALIKE = 0.5  # the same where the place of the declaration says so, too

# (was it a parameter, is it one) -> what its new name is.
_RENAMES = {
    (True, True): "Rename Parameter",
    (False, False): "Rename Variable",
    (True, False): "Localize Parameter",
    (False, True): "Parameterize Variable",
}


class Variables:
    """The new name of each local or parameter of a pair of functions that got one."""

    def __init__(self, pair: Pair, *, is_part: bool = False) -> None:
        self.pair = pair
        self.is_part = is_part  # whether one function is only a part of the other
        self._known = [set(pair.bindings[at]) - pair.objects for at in (0, 1)]
        self.new_of = self._renamed()
        declared = () if is_part else self._declared()
        self._found = sorted({*self.new_of.items(), *declared})
        self.words = {word for names in self._found for word in names}  # of both sides

    def run(self) -> Iterator[Named]:
        """The renamed ones by name."""
        for old, new in self._found:
            sorts = old in self.pair.parameters[0], new in self.pair.parameters[1]
            yield self.pair.named_variable(_RENAMES[sorts], 1, new, f"{old} -> {new}")

    def _renamed(self) -> dict[str, str]:
        parameters = self.pair.parameters
        gone, new = self._known[0] - self._known[1], self._known[1] - self._known[0]
        if self.is_part:
            voted: dict[str, str] = {}
            self._vote(gone, new, voted)
            return voted
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
            is_same_place = parameters[0].index(old) == parameters[1].index(other)
            if is_same_place and not self._is_denied(old, other):
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
        total: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for word in sorted(gone):
            for other in self._partners(0, word):
                total[0][word] += 1
                if other in new:
                    votes[word, other] += 1
        for other in sorted({other for _, other in votes}):
            total[1][other] = sum(1 for _ in self._partners(1, other)) + self._gone(1, other)
        for word in {word for word, _ in votes}:
            total[0][word] += self._gone(0, word)
        for (old, other), count in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
            if old in found or other in found.values():
                continue
            is_most = (
                count > self.is_part and 2 * count > total[0][old] and 2 * count >= total[1][other]
            )
            if old in self.pair.parameters[0] and self.pair.is_element(other):
                continue
            if is_most and self._is_borne_out(old, other) and not self._is_bare(old, other):
                found[old] = other

    def _partners(self, at: int, word: str) -> Iterator[str]:
        """What stands, in the other function, where a name stood in this one and is gone."""
        pair, other = self.pair, self.pair.sides[1 - at]
        is_free = word not in pair.bindings[1 - at]
        for o in pair.sides[at].names.inside(word, pair.rows[at]):
            row = pair.partner(at, o.row) if o.use is Use.NAME else -1
            is_name = row >= 0 and other.tree.flags[row] & LEAF
            if is_name and (is_free or other.word(row) != word):
                yield other.word(row)

    def _gone(self, at: int, word: str) -> int:
        """How often a name went to another function as it is, or came from one."""
        pair = self.pair
        if self.is_part:
            return 0
        found = pair.sides[at].names.inside(word, pair.rows[at])
        return sum(o.use is Use.NAME and pair.goes_away(at, o.row) for o in found)

    def _is_denied(self, old: str, other: str) -> bool:
        """Whether something else stands where two names are used, oftener than the other."""
        for at, word, wanted in ((0, old, other), (1, other, old)):
            found = list(self._partners(at, word))
            if 2 * sum(word == wanted for word in found) < len(found):
                return True
        return False

    def _is_borne_out(self, old: str, other: str) -> bool:
        """Whether more than the place of a declaration says that one name is the other.

        The name of a part of a value is none of the whole. Some use must be one of the other's,
        unless one of them has no use, what they are given is much the same, or the names are. Where
        what they are given is another thing altogether, half of the uses must be, and it is too
        little that both are returned: every function ends so.
        """
        pair = self.pair
        if self._is_of_whole(old, other):
            return False
        uses = returned = 0
        for o in pair.sides[0].names.inside(old, pair.rows[0]):
            row = pair.partner(0, o.row) if o.use is Use.NAME else -1
            if row < 0 or pair.sides[1].word(row) != other:
                continue
            if o.scope >= 0 and self._is_given_alike(o.row, row):
                return True
            uses += o.scope < 0
            returned += o.scope < 0 and self._is_returned(o.row)
        if share_words(old, other):
            return True
        read = self._reads(0, old), self._reads(1, other)
        if not uses:
            return not all(read) and self._is_between_the_same(old, other)
        is_much = uses > returned and 2 * uses >= max(read)
        return is_much or not self._is_given_other(old, other)

    def _is_between_the_same(self, old: str, other: str) -> bool:
        """Whether one parameter stands between those that the other stood between, or as many."""
        one, two = self.pair.parameters
        if old not in one or other not in two or len(one) == len(two):
            return True
        at, to = one.index(old), two.index(other)
        return one[max(at - 1, 0) : at] == two[max(to - 1, 0) : to] and (
            one[at + 1 : at + 2] == two[to + 1 : to + 2]
        )

    def _is_of_whole(self, old: str, other: str) -> bool:
        """Whether a name has a value alone that the other one only had a part of."""
        pair = self.pair
        return any(
            (leaf_o := pair.partner(0, leaf)) >= 0
            and pair.sides[1].word(leaf_o) == other
            and min(pair.store_of(0, leaf), pair.store_of(1, leaf_o)) >= 0
            and pair.value_of(0, leaf) < 0 <= pair.value_of(1, leaf_o)
            for leaf in pair.bindings[0][old]
        )

    def _is_bare(self, old: str, other: str) -> bool:
        """Whether a value of one name stands without a name on the other side, in something else.

        Unless what the other name is given is much the same.
        """
        if not self._is_given_other(old, other):
            return False
        for at, word in enumerate((old, other)):
            there = [w for name in self.pair.bindings[1 - at] for w in self._given(1 - at, name)]
            rows = self.pair.rows[1 - at]
            text = self.pair.words(1 - at, rows)
            for value in self._given(at, word):
                n = len(value)
                if n <= _TRIVIAL or any(_is_in(value, w) for w in there if len(w) >= n):
                    continue
                if any(text[i : i + n] == value for i in range(len(text) - n + 1)):
                    return True
        return False

    def _is_returned(self, row: int) -> bool:
        """Whether a leaf of the function before is all that a statement returns."""
        side = self.pair.sides[0]
        return side.functions.is_known and side.functions.returned(side.tree.parent[row]) == row

    def _is_given_other(self, old: str, other: str) -> bool:
        """Whether both names are given values, and no value of one has much of one of the other."""
        given = self._given(0, old), self._given(1, other)
        return all(given) and all(_common(a, b) < _ALIKE for a in given[0] for b in given[1])

    def _reads(self, at: int, word: str) -> int:
        """How often a name is read in a function."""
        found = self.pair.sides[at].names.inside(word, self.pair.rows[at])
        return sum(o.scope < 0 and o.use is Use.NAME for o in found)

    def _is_given_alike(self, leaf: int, row: int) -> bool:
        """Whether what two leaves are given is much the same, and not a part of the other's."""
        pair = self.pair
        values = pair.store_of(0, leaf), pair.store_of(1, row)
        if min(values) < 0:
            return False
        one, two = (pair.words(at, value) for at, value in enumerate(values))
        kinds = [s.tree.kind_name(value) for s, value in zip(pair.sides, values, strict=True)]
        common = (Counter(one) & Counter(two)).total()
        if (
            common == min(len(one), len(two))
            and 3 * common < 2 * max(len(one), len(two))
            and _is_in(one, two)
        ):
            return False  # a value that lost its name, or got one
        size = (len(one) + len(two)) / 2 if kinds[0] == kinds[1] else max(len(one), len(two))
        return common >= _ALIKE * size

    def _given(self, at: int, word: str) -> list[tuple[bytes, ...]]:
        """What a name is given, value by value."""
        pair = self.pair
        rows = (pair.store_of(at, leaf) for leaf in pair.bindings[at][word])
        return [pair.words(at, row) for row in rows if row >= 0]

    # ------------------------------------------------------------------ declarations

    def _redeclared(self, new: set[str]) -> dict[str, str]:
        """Names that something else has now, while a new name has all their declarations."""
        found: dict[str, str] = {}
        passed = {word for names in self.pair.parameters for word in names}
        new = new - passed
        for word in sorted((self._known[0] & self._known[1]) - passed):
            rows = [
                (leaf, row)
                for leaf in self.pair.bindings[0][word]
                if (row := self.pair.partner(0, leaf)) >= 0 and self._is_same_value(leaf, row)
            ]
            words = [self.pair.sides[1].word(row) for _, row in rows]
            is_one = len(set(words)) == 1 and words[0] in new
            if is_one and not all(self._is_equal_value(*pair) for pair in rows):
                # In `new = a part of the value; old = new + 1` nothing was renamed.
                is_one = not self._is_made_of(word, words[0])
            if is_one and words[0] not in found.values():
                found[word] = words[0]
        return found

    def _is_equal_value(self, leaf: int, row: int) -> bool:
        """Whether two leaves are given the very same."""
        values = self.pair.store_of(0, leaf), self.pair.store_of(1, row)
        return self.pair.words(0, values[0]) == self.pair.words(1, values[1])

    def _is_same_value(self, leaf: int, row: int) -> bool:
        """Whether what two leaves are given is alike, and more than a word or two."""
        pair = self.pair
        values = pair.store_of(0, leaf), pair.store_of(1, row)
        if min(values) < 0:
            return False
        words = [pair.words(at, value) for at, value in enumerate(values)]
        if pair.value_of(0, leaf) < 0 <= pair.value_of(1, row):
            return False  # the name of a part is none of the whole
        return min(map(len, words)) > _TRIVIAL and _common(*words) >= _SAME

    def _declared(self) -> Iterator[tuple[str, str]]:
        """Names of one declaration, which keeps its value and has a name of its own now."""
        pair = self.pair
        fresh = self._known[1] - self._known[0]
        taken = set(self.new_of) | set(self.new_of.values())
        values: dict[tuple[bytes, ...], list[str]] = {}  # by what is given
        for other in sorted(fresh - taken):
            for leaf in pair.bindings[1][other]:
                values.setdefault(self._given_words(1, leaf), []).append(other)
        kept = set(pair.parameters[0]) & set(pair.parameters[1])
        for word in sorted(self._known[0] - set(self.new_of) - kept) if values else ():
            left = Counter(self._given(0, word))
            left -= Counter(self._given(1, word)) if word in pair.bindings[1] else Counter()
            for leaf in pair.bindings[0][word]:
                words = self._given_words(0, leaf)
                if not left[words[1:]]:
                    continue  # the name is still given this
                others = set(values.get(words, ()))
                if words and not words[0]:  # the first of several names may stand for all
                    others |= set(values.get((b"0", *words[1:]), ()))
                # In `new = value; old = new` nothing was renamed.
                others = {other for other in others if not self._is_given(word, other)}
                if len(others) == 1 and len(words) > _TRIVIAL:
                    yield word, others.pop()

    def _given_words(self, at: int, leaf: int) -> tuple[bytes, ...]:
        """What a name is given at a leaf: its place, if there are several names, and the value."""
        pair = self.pair
        value = pair.store_of(at, leaf)
        if value < 0:
            return ()
        tree = pair.sides[at].tree
        place = list(tree.children(tree.parent[leaf])).index(leaf)
        is_alone = pair.value_of(at, leaf) >= 0
        return (b"" if is_alone else str(place).encode(), *pair.words(at, value))

    def _is_given(self, word: str, other: str) -> bool:
        """Whether a name is given the value of another one now."""
        pair, words = self.pair, (other.encode(),)
        return any(pair.words(1, value) == words for _, value, _ in pair.stored(1, word))

    def _is_made_of(self, word: str, other: str) -> bool:
        """Whether a name is given a value that another one is a part of now."""
        pair, name = self.pair, other.encode()
        return any(name in pair.words(1, value) for _, value, _ in pair.stored(1, word))


def _is_in(one: tuple[bytes, ...], two: tuple[bytes, ...]) -> bool:
    """Whether one of two values stands whole in the other one."""
    short, long = sorted((one, two), key=len)
    starts = range(len(long) - len(short) + 1)
    return any(long[at : at + len(short)] == short for at in starts)


def _common(one: tuple[bytes, ...], two: tuple[bytes, ...]) -> float:
    """The share of the words of two values that both have."""
    return (Counter(one) & Counter(two)).total() / max(1, len(one), len(two))
