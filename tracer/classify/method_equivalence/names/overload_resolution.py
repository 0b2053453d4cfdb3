"""Whether a function that came or went may be called now, or was, where another one of its name is.

The one that fits best is called: a new `g(int)` takes the calls that `g(long)` had. What nobody
knows the type of may fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.code.definitions import Definition, Definitions
    from tracer.classify.method_equivalence.names.class_members import Members


class Overloads:
    """The functions of one name in classes of the change set, before and after."""

    def __init__(
        self,
        context: Context,
        definitions: tuple[Definitions, Definitions],
        members: tuple[Members, ...],
        table: dict[str, Any],
        plain: frozenset[str],
    ) -> None:
        """`table`: how terms are read; `plain`: numbers and types that none is derived from."""
        self.context = context
        self.definitions = definitions
        self.members = members
        self._numeric = frozenset(
            (*table["numeric"], table["condition"])
        )  # converted to one another
        self._plain = plain
        self._common = frozenset(table["of_any"])

    def is_other(
        self,
        word: str,
        holders: tuple[Sequence[Definition], Sequence[Definition]],
        types: tuple[Sequence[str | None], Sequence[str | None]],
    ) -> bool:
        """Whether one of several functions is on one side only, and may fit the call there.

        `holders`: the classes that are asked for it before and after, `types`: of the arguments.
        """
        sides = [self._functions(word, of, is_after=bool(at)) for at, of in enumerate(holders)]
        return self._is_other(sides[0], sides[1], types)

    def is_converted(
        self, word: str, holders: tuple[Sequence[Definition], Sequence[Definition]], count: int
    ) -> bool:
        """Whether the one function that takes so many arguments converts them otherwise now."""
        sides = [
            [taken for d in self._functions(word, of, is_after=bool(at))
             for taken in [self.members[at].parameters(d)] if len(taken) == count]
            for at, of in enumerate(holders)
        ]  # fmt: skip
        return [len(one) for one in sides] == [1, 1] and self.is_taken_otherwise(
            sides[0][0], sides[1][0]
        )

    def is_taken_otherwise(self, before: Sequence[str], after: Sequence[str]) -> bool:
        """Whether parameters of as many types take a number, a text or a list otherwise now."""
        return len(before) == len(after) and any(
            b != a and (self._plain.intersection((b, a)) or _is_open([b]) != _is_open([a]))
            for b, a in zip(before, after, strict=True)
        )

    def is_other_set(
        self, word: str, holders: tuple[Sequence[Definition], Sequence[Definition]]
    ) -> bool:
        """Whether classes have functions of a name on both sides, and not the same ones."""
        sides = [
            {tuple(members.parameters(d)) for d in self._functions(word, of, is_after=bool(at))}
            for at, (members, of) in enumerate(zip(self.members, holders, strict=True))
        ]
        return all(sides) and sides[0] != sides[1] and max(map(len, sides)) > 1

    def of_another(
        self,
        word: str,
        kinds: tuple[str | None, str | None],
        types: tuple[Sequence[str | None], Sequence[str | None]],
    ) -> bool:
        """The same of another object, of these types; None where nobody knows which."""
        if kinds[0] is not None and kinds[1] is not None:
            before = self.members[0].classes_of(kinds[0])
            return self.is_other(word, (before, self.members[1].classes_of(kinds[1])), types)
        named = [
            {d.name.rpartition(".")[0] for d in known.of_word.get(word, ()) if d.sort == "function"}
            for known in self.definitions
        ]
        return any(
            self._is_other(
                self._named(word, name, is_after=False),
                self._named(word, name, is_after=True),
                types,
            )
            for name in sorted(named[0] & named[1])
        )

    def _named(self, word: str, holder: str, *, is_after: bool) -> list[Definition]:
        every = self.definitions[is_after].of_word.get(word, ())
        return [d for d in every if d.sort == "function" and d.name == f"{holder}.{word}"]

    def _functions(
        self, word: str, holders: Sequence[Definition], *, is_after: bool
    ) -> list[Definition]:
        """The functions of a name that some classes have, or one above them."""
        owners = {
            (d.file, d.name) for holder in holders for d in self.members[is_after].line(holder)
        }
        every = self.definitions[is_after].of_word.get(word, ())
        return [d for d in every if d.sort == "function" and d.owner in owners]

    def _is_other(
        self,
        before: Sequence[Definition],
        after: Sequence[Definition],
        types: tuple[Sequence[str | None], Sequence[str | None]],
    ) -> bool:
        known = [
            [(d, taken) for d in found for taken in [members.parameters(d)]
             if _takes(taken, len(kinds))]
            for found, members, kinds in zip((before, after), self.members, types, strict=True)
        ]  # fmt: skip
        if not all(known):
            return False
        takes = [[taken for _, taken in one] for one in known]
        if takes[0] != takes[1] and known[0][0][0].text in self._common:
            return True
        return any(
            len(one) > 1
            and not self._is_there(d, taken, other, is_after=bool(at))
            and self._fit(types[at], taken, is_after=bool(at))
            for at, (one, other) in enumerate((known, known[::-1]))
            for d, taken in one
        )

    def _is_there(
        self,
        function: Definition,
        taken: list[str],
        others: Sequence[tuple[Definition, list[str]]],
        *,
        is_after: bool,
    ) -> bool:
        """Whether one of the functions of the other side takes the same, or became this one."""
        forests = (self.context.before, self.context.after)
        mapping = self.context.mapping
        partner = mapping.to_before if is_after else mapping.to_after
        node = partner[forests[is_after].base[function.file] + function.row]
        return any(
            types == taken or forests[not is_after].base[d.file] + d.row == node
            for d, types in others
        )

    def _fit(self, kinds: Sequence[str | None], taken: list[str], *, is_after: bool) -> bool:
        if _is_open(taken):
            taken = [*taken[:-1], *[taken[-1].rstrip(".")] * (len(kinds) - len(taken) + 1)]
        return all(
            kind is None or self._fits(kind, other, is_after=is_after)
            for kind, other in zip(kinds, taken, strict=True)
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


def _is_open(taken: list[str]) -> bool:
    """Whether a function takes any number of the last one."""
    return bool(taken) and taken[-1].endswith("...")


def _takes(taken: list[str], count: int) -> bool:
    return len(taken) == count or (_is_open(taken) and count >= len(taken) - 1)
