"""The two versions of a change set: their files, the names in them, and what is known around them.

Nothing here knows what was edited. `Context` adds that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self, TypeVar, TypeVarTuple

from tracer.semantics.language.tables import tables_of
from tracer.semantics.names.occurrences import Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.matching import Forest

_T = TypeVar("_T")
_Of = TypeVarTuple("_Of")
_WORD = re.compile(rb"[\w$\x80-\xff]+")
_WORDS = 16  # looked for one by one, or more in a few files:
_SEARCHES = 400


class World:
    """Whether a change set is all there is; remembers whether anything hung on the answer."""

    __slots__ = ("_is_closed", "was_asked")

    def __init__(self, *, is_closed: bool) -> None:
        self._is_closed = is_closed
        self.was_asked = False

    @property
    def is_closed(self) -> bool:
        """Whether the change set is the whole program; a verdict that asks depends on it."""
        self.was_asked = True
        return self._is_closed


class Versions:
    """What is before and what is after.

    `world`: whether the change set is all there is. `mentions` answers for the rest of an open
    world: does a file outside the change set contain this word? None where nobody knows.
    """

    def __init__(
        self,
        before: Forest,
        after: Forest,
        *,
        world: World,
        mentions: Callable[[str], bool] | None,
    ) -> None:
        self.before = before
        self.after = after
        self.world = world
        self.mentions = mentions
        self._kept: dict[tuple[Any, ...], Any] = {}
        self._names: dict[tuple[bool, int], Names] = {}
        self._of_other_kinds = tuple(
            [i for i, tree in enumerate(forest.trees) if not tables_of(tree.language).is_known]
            for forest in (before, after)
        )
        self._words_asked = 0
        self._files_of_words: tuple[dict[bytes, list[int]], dict[bytes, list[int]]] = ({}, {})

    @property
    def closed_world(self) -> bool:
        """Whether the change set is all there is."""
        return self.world.is_closed

    def kept(self, make: Callable[[Self, *_Of], _T], *of: *_Of) -> _T:
        """What a function makes of the versions, or of a part of them (`of`), made once."""
        key = (make, *of)
        if key not in self._kept:
            self._kept[key] = make(self, *of)
        found: _T = self._kept[key]
        return found

    def names_before(self, file: int) -> Names:
        """The names of a file before."""
        return self.names(file, is_after=False)

    def names_after(self, file: int) -> Names:
        """The names of a file after."""
        return self.names(file, is_after=True)

    def names(self, file: int, *, is_after: bool) -> Names:
        """The names of a file of one version; made once."""
        found = self._names.get((is_after, file))
        if found is None:
            forest = self.after if is_after else self.before
            found = self._names[is_after, file] = Names(forest.trees[file])
        return found

    def files_with(self, word: str, *, is_after: bool) -> list[int]:
        """The files that have a name, as code or in a text or comment, and those of other kinds.

        Cost: one search of all texts for the first words; then all words are listed once.
        """
        forest = self.after if is_after else self.before
        others = self._of_other_kinds[is_after]
        listed = self._files_of_words[is_after]
        self._words_asked += 1
        if not listed and self._words_asked <= max(_WORDS, _SEARCHES // max(len(forest.trees), 1)):
            return sorted(
                {*others, *(i for i, tree in enumerate(forest.trees) if word.encode() in tree.text)}
            )
        if not listed:
            for file, tree in enumerate(forest.trees):
                for found in set(_WORD.findall(tree.text)):
                    listed.setdefault(found, []).append(file)
        return sorted({*others, *listed.get(word.encode(), ())})

    def has_other_uses(self, name: str) -> bool | None:
        """Whether a file outside the change set may use `name`; None when nobody knows."""
        if self.world.is_closed:
            return False
        return None if self.mentions is None else self.mentions(name)

    def is_closed_for(self, *words: str) -> bool:
        """Whether no file outside the change set uses, or has, one of the words."""
        return all(self.has_other_uses(word) is False for word in words)
