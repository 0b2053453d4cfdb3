"""Variables that took the place of an attribute of their class, and attributes of a variable's."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.detection.program_elements import share_words
from tracer.classify.detection.signatures import type_at
from tracer.semantics.names.occurrences import Use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.attributes import Attributes
    from tracer.classify.detection.function_pair import Pair
    from tracer.classify.detection.program_elements import Function

_KINDS = "Replace Variable With Attribute", "Replace Attribute With Variable"


class Members:
    """Which locals of a method are an attribute on the other side, and on that side only."""

    def __init__(self, attributes: Attributes) -> None:
        self.attributes = attributes
        self.versions = attributes.versions
        self._nodes: tuple[dict[int, str], ...] = tuple(
            {node: word for (_, word), nodes in side.items() for node in nodes}
            for side in attributes.places
        )

    def swapped(
        self, pair: Pair, functions: tuple[Function, Function]
    ) -> Iterator[tuple[str, str]]:
        """(name of the change, the variable) of each that took the other's place.

        Cost: the uses of the locals that are on one side only.
        """
        homes = [v.holder(f) for v, f in zip(self.versions, functions, strict=True)]
        if min(homes) < 0 or self.attributes.definitions.class_after(homes[0]) != homes[1]:
            return
        for at, kind in enumerate(_KINDS):
            for word in sorted(pair.locals[at] - set(pair.bindings[1 - at])):
                member = self._member(pair, at, word, homes[1 - at])
                if member is None or self.attributes.is_made(at, homes[at], member):
                    continue
                is_made = self.attributes.is_made(1 - at, homes[1 - at], member)
                if is_made and self._is_of_one_type(pair, at, word, (homes[1 - at], member)):
                    yield kind, word

    def _is_of_one_type(self, pair: Pair, at: int, word: str, member: tuple[int, str]) -> bool:
        """Whether a variable and an attribute have one type, or share words where one has none."""
        kinds = {type_at(pair.sides[at], leaf) for leaf in pair.bindings[at][word]} - {None}
        declared = self.attributes.type_of(1 - at, member)
        if declared is None or not kinds:
            return declared is None or share_words(word, member[1])
        return declared.encode() in kinds or share_words(word, member[1])

    def _member(self, pair: Pair, at: int, word: str, home: int) -> str | None:
        """The attribute that stands, on the other side, where most uses of a local stand."""
        votes: Counter[str] = Counter()
        total = 0
        side, base = pair.sides[1 - at], pair.base[1 - at]
        for o in pair.sides[at].names.inside(word, pair.rows[at]):
            row = pair.partner(at, o.row) if o.use is Use.NAME else -1
            if row < 0:
                continue
            total += 1
            name = side.word(row)
            is_free = name not in pair.bindings[1 - at]
            is_member = base + row in self._nodes[1 - at] or not side.functions.table.get(
                "self_parameter"
            )
            if is_free and is_member and self.attributes.is_made(1 - at, home, name):
                votes[name] += 1
        found = max(votes.items(), key=lambda item: (item[1], item[0]), default=(None, 0))
        return found[0] if 2 * found[1] > total else None
