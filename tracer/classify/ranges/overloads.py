"""Whether a function that came or went may be called now, or was, where another one of its name is.

The one that fits best is called: a new `g(int)` takes the calls that `g(long)` had. What nobody
knows the type of may fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.classify.context import Context
    from tracer.classify.ranges.definitions import Definition, Definitions
    from tracer.classify.ranges.members import Members


class Overloads:
    """The functions of one name in classes of the change set, before and after."""

    def __init__(
        self,
        context: Context,
        definitions: tuple[Definitions, Definitions],
        members: tuple[Members, ...],
        numeric: frozenset[str],
        plain: frozenset[str],
    ) -> None:
        """`numeric`: types that are converted to one another; `plain`: these, and final ones."""
        self.context = context
        self.definitions = definitions
        self.members = members
        self._numeric = numeric
        self._plain = plain

    def own(
        self, word: str, owner: tuple[int, str], types: Sequence[str | None], *, is_after: bool
    ) -> bool:
        """Whether one of several functions of a class is on one side only, and may fit."""
        found = (d for d in self._functions(word, is_after=is_after) if d.owner == owner)
        return self._has_other(found, types, is_after=is_after)

    def of_another(
        self, word: str, holder: str | None, types: Sequence[str | None], *, is_after: bool
    ) -> bool:
        """The same of a class that another object is of; None if nobody knows which."""
        if holder is not None:
            found = self.members[is_after].in_class(holder, word, len(types)) or ()
            return self._has_other(found, types, is_after=is_after)
        classes: dict[str, list[Definition]] = {}
        for d in self._functions(word, is_after=is_after):
            classes.setdefault(d.name, []).append(d)
        return any(self._has_other(each, types, is_after=is_after) for each in classes.values())

    def made(self, word: str, types: Sequence[str | None], *, is_after: bool) -> bool:
        """The same of the constructors of a class."""
        found = (d for d in self._functions(word, is_after=is_after) if d.holder == word)
        return self._has_other(found, types, is_after=is_after)

    def _functions(self, word: str, *, is_after: bool) -> Iterable[Definition]:
        every = self.definitions[is_after].of_word.get(word, ())
        return (d for d in every if d.sort == "function")

    def _has_other(
        self, functions: Iterable[Definition], types: Sequence[str | None], *, is_after: bool
    ) -> bool:
        known = [(d, self.members[is_after].parameters(d)) for d in functions]
        known = [(d, taken) for d, taken in known if len(taken) == len(types)]
        return len(known) > 1 and any(
            self._is_one_sided(d, taken, is_after=is_after)
            and all(
                kind is None or self._fits(kind, other, is_after=is_after)
                for kind, other in zip(types, taken, strict=True)
            )
            for d, taken in known
        )

    def _is_one_sided(self, function: Definition, taken: list[str], *, is_after: bool) -> bool:
        """Whether the other version of a class has others of the name, and none with these types.

        Nor one that became it.
        """
        forests = (self.context.before, self.context.after)
        mapping = self.context.mapping
        partner = mapping.to_before if is_after else mapping.to_after
        node = partner[forests[is_after].base[function.file] + function.row]
        others = [
            (d, self.members[not is_after].parameters(d))
            for d in self._functions(function.text, is_after=not is_after)
            if d.holder == function.holder
        ]
        others = [(d, types) for d, types in others if len(types) == len(taken)]
        return bool(others) and not any(
            types == taken or forests[not is_after].base[d.file] + d.row == node
            for d, types in others
        )

    def _fits(self, kind: str, other: str, *, is_after: bool) -> bool:
        """Whether what has a type may be passed where another one is declared."""
        if kind == other or self.definitions[is_after].extends(kind, other):
            return True
        if kind in self._numeric:
            return other in self._numeric or other not in self._plain
        if kind in self._plain:
            return other not in self._plain
        return other not in self._plain and kind not in self.definitions[is_after].of_word
