"""Functions that code of another one was extracted to, or that were inlined into one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.detection.function_pair import Pair
from tracer.classify.detection.program_elements import (
    Function,
    Named,
    Version,
    is_definition,
    is_maker,
    leaves,
)
from tracer.classify.detection.variables import Variables
from tracer.semantics.language.tables import significant_children
from tracer.semantics.types.member_owners import own_members
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.detection.functions_and_classes import Definitions

_EXTRACTED = "Extract Method", "Extract And Move Method"
_INLINED = "Inline Method", "Move And Inline Method"
_TAKEN = 0.36  # share of a new function's leaves that stood in the one that calls it
_SAID = 3  # words of an expression that can be known again
_ALL = 0.7  # share of such an expression that a function has, where a call took its place


class Parts:
    """What was extracted and inlined between the functions of two versions."""

    def __init__(self, definitions: Definitions, pairs: list[Pair]) -> None:
        self.definitions = definitions
        self.mapping = definitions.mapping
        self.pairs = pairs
        self.before = definitions.before
        self.after = definitions.after
        self.versions = self.before, self.after
        self._functions: tuple[dict[str, list[Function]], ...] = ({}, {})
        for version, found in zip(self.versions, self._functions, strict=True):
            for function in version.functions.values():
                found.setdefault(function.word, []).append(function)

    def run(self) -> Iterator[Named]:
        """Functions that are new and whose code stood in one that calls them; and backwards."""
        for is_extract in (True, False):
            version = self.after if is_extract else self.before
            other = self.before if is_extract else self.after
            known = {pair.nodes[is_extract] for pair in self.pairs}
            kinds = _EXTRACTED if is_extract else _INLINED
            for node, function in version.functions.items():
                if node in known or self.definitions.likeness.is_paired(is_extract, node):
                    continue
                home = self._home(version, node, function)
                if home is not None:
                    ends = (home.nodes[0], node) if is_extract else (node, home.nodes[1])
                    origin = other.functions.get(home.nodes[not is_extract])
                    is_moved = origin is not None and self._is_moved(origin, function, is_extract)
                    yield Named(kinds[is_moved], function.word, *ends)
                    if origin is not None:
                        both = (origin, function) if is_extract else (function, origin)
                        part = Pair(self.mapping, self.versions, ends, both)
                        if part.is_known:
                            yield from Variables(part, is_part=True).run()

    def _is_moved(self, origin: Function, part: Function, is_extract: bool) -> bool:
        """Whether a part stands in another class, or file, than what it is a part of."""
        if part.is_inner:
            return False
        pair = (origin, part) if is_extract else (part, origin)
        return self.definitions.is_elsewhere(*pair)

    def _home(self, version: Version, node: int, function: Function) -> Pair | None:
        """The function on whose other side the code of a new one stood."""
        at = int(version.is_after)
        callers = [
            pair
            for pair in self.pairs
            if self._gained(at, pair, function) and not self._is_other_meant(at, pair, function)
        ]
        for pair in callers:
            if self._share(version, node, function, pair) >= _TAKEN:
                return pair
            if self._stood(version, function, pair):
                return pair
        return None

    def _gained(self, at: int, pair: Pair, function: Function) -> bool:
        """Whether a function calls another more often on one side."""
        calls = self._calls(at, pair, function.word), self._calls(1 - at, pair, function.word)
        if len(calls[0]) > len(calls[1]) or not calls[0]:
            return bool(calls[0])
        if not all(side.functions.is_known for side in pair.sides):
            return False
        # Of overloads those count that take as much.
        tree = self.versions[at].forest.trees[function.file]
        row = tree.child_by_field(function.element.row, "parameters")
        named = tree.language.kind_is_named
        size = sum(named[tree.kind[kid]] for kid in significant_children(tree, row))
        counts = [
            sum(pair.sides[side].functions.call_size(row) == size for row in rows)
            for side, rows in zip((at, 1 - at), calls, strict=True)
        ]
        return counts[0] > counts[1]

    def _is_other_meant(self, at: int, pair: Pair, function: Function) -> bool:
        """Whether a function that calls another by its name has a nearer one of that name.

        In its class, or else in its file. Calls on other objects say nothing about it, those on
        the object as its base sees it mean the base's.
        """
        caller = self.versions[at].functions.get(pair.nodes[at])
        calls = self._calls(at, pair, function.word)
        if caller is None:
            return False
        owners = {self._owner(at, pair, row) for row in calls}
        if owners - self._own(at, pair):
            names = pair.sides[at].names
            if {owner.partition("(")[0] for owner in owners} != {own_members(names).get("super")}:
                return False
            homes = [self.versions[at].holder(one) for one in (caller, function)]
            return min(homes) < 0 or not self.versions[at].is_derived(homes[0], homes[1])
        namesakes = self._functions[at][function.word]
        nearest = min(self._distance(at, caller, other) for other in namesakes)
        return self._distance(at, caller, function) > nearest

    def _distance(self, at: int, caller: Function, function: Function) -> int:
        """0 for a function of the same class, 1 of the same file, 2 of another one."""
        if caller.file != function.file:
            return 2
        holder = self.versions[at].holder
        return int(holder(caller) != holder(function))

    def _owner(self, at: int, pair: Pair, row: int) -> str:
        """The object that a function is called on, "" without one."""
        side, table = pair.sides[at], pair.sides[at].functions.table
        tree, around, owner = side.tree, side.tree.parent[row], -1
        for key in ("call", "member"):
            known = table.get(key) or {}
            if "object" in known and tree.kind_name(around) == known["kind"]:
                owner = tree.child_by_field(around, known["object"])
        return tree.slice(owner).decode("utf-8", "replace") if owner >= 0 else ""

    def _own(self, at: int, pair: Pair) -> set[str]:
        """What calls on the caller's own object, or on none, are written with."""
        table = pair.sides[at].functions.table
        return {"", *(table.get("receivers") or ()), *pair.objects}

    def _calls(self, at: int, pair: Pair, word: str) -> list[int]:
        """The names of another function where they are called."""
        side, row = pair.sides[at], pair.rows[at]
        if self._is_maker(at, pair, word):
            # Of its own class what makes objects is called by the word for the object.
            own = {name.encode() for name in side.functions.table.get("receivers") or ()}
            rows = leaves(side.tree, row)
            found = [leaf for leaf in rows if side.tree.slice(leaf) in own]
        elif word.encode() not in side.tree.slice(row):
            return []
        else:
            found = [o.row for o in side.names.inside(word, row)]
        text, end = side.tree.text, side.tree.end
        return [
            at
            for at in found
            if text[end[at] : end[at] + 1] == b"(" and not is_definition(side, at)
        ]

    def _is_maker(self, at: int, pair: Pair, word: str) -> bool:
        """Whether a function makes objects of its class, as does the one called like it."""
        caller = self.versions[at].functions.get(pair.nodes[at])
        return caller is not None and caller.word == word and is_maker(caller)

    def _stood(self, version: Version, function: Function, pair: Pair) -> bool:
        """Whether what stood where a function is called now is in that function."""
        at = int(version.is_after)
        side = pair.sides[at]
        tree, body = version.body(function)
        words = _names(tree.slice(row) for row in leaves(tree, body))
        kind = side.functions.table.get("call", {}).get("kind")
        is_here = pair.files[at] == function.file and function.word not in self._functions[1 - at]
        for name in self._calls(at, pair, function.word):
            call = name
            while call > pair.rows[at] and side.tree.kind_name(call) != kind:
                call = side.tree.parent[call]
            if call <= pair.rows[at]:
                continue
            # The call itself, or the statement that takes its result.
            for row in (call, side.tree.parent[call]):
                there = pair.standing(at, row)
                if there >= 0 and self._is_in(pair, (at, row), there, words, is_here):
                    return True
        return False

    def _is_in(
        self,
        pair: Pair,
        place: tuple[int, int],
        there: int,
        words: Counter[bytes],
        is_here: bool,
    ) -> bool:
        """Whether a body has what stood somewhere: most of it, or all that is not passed to it.

        The second of functions of the same file whose name is new: there is little to go by.
        """
        at, row = place
        stood = pair.words(1 - at, there)
        said = _names(stood)
        if said.total() >= _SAID and (said & words).total() >= _ALL * said.total():
            return True
        own = said - _names(pair.words(at, row))
        return is_here and b"(" in stood and own.total() > 0 and (own & words) == own

    def _share(self, version: Version, node: int, function: Function, pair: Pair) -> float:
        """The share of a function's body that stands in another one of the other version."""
        tree, body = version.body(function)
        if body < 0:
            return 0.0
        at = int(version.is_after)
        other, home = pair.sides[1 - at].tree, pair.nodes[1 - at]
        rows = range(pair.rows[1 - at], pair.stops[1 - at])
        to_other, back = self.mapping.to_before, self.mapping.to_after
        if not version.is_after:
            to_other, back = back, to_other
        words: Counter[bytes] = Counter()
        taken = total = 0
        for row in leaves(tree, body):
            total += 1
            if home <= to_other[node - function.element.row + row] < home + len(rows):
                taken += 1
            else:
                words[tree.slice(row)] += 1
        # What the mapping did not pair may have stood there all the same.
        for row in rows:
            if other.flags[row] & LEAF and back[home - rows.start + row] < 0:
                word = other.slice(row)
                if words[word] > 0 and len(word) > 1:
                    words[word] -= 1
                    taken += 1
        return taken / total if taken >= _SAID else 0.0


def _names(words: Iterable[bytes]) -> Counter[bytes]:
    """The words that are names or numbers."""
    return Counter(word for word in words if word[:1].isalnum() or word[:1] == b"_")
