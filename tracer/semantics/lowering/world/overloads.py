"""Which of several functions of one name a call means, as far as its arguments say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core
from tracer.semantics.core import Kind, Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.lowering.outline.entries import Entry
    from tracer.semantics.lowering.world.world import World

_CALLABLE = {Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR}


class Overloads:
    """Chooses among the overloads of a program."""

    def __init__(self, world: World) -> None:
        self.world = world

    def choose(
        self, symbol: Symbol, arguments: Sequence[core.Argument], types: Sequence[core.Type] = ()
    ) -> Symbol | None:
        """The overload of a function that a call with these arguments means; None: not known."""
        entry = self.world.entries.get(symbol)
        if entry is None or "overload" not in entry.modifiers:
            return symbol
        same = self._siblings(entry)
        if any(a.spread for a in arguments):
            return None
        fitting = [s for s in same if self._takes(s, len(arguments))]
        if len(fitting) > 1 and all(one.name for one in types):
            fitting = [s for s in fitting if self._types_of_parameters(s) == [*types]]
        return fitting[0] if len(fitting) == 1 else None

    def _types_of_parameters(self, symbol: Symbol) -> list[core.Type]:
        return [one.type for one in self.signature(symbol).parameters]

    def _siblings(self, entry: Entry) -> list[Symbol]:
        if entry.owner is not None:
            same = self.world.members[entry.owner][entry.name]
        else:
            same = [e.symbol for e in self.world.outlines[entry.file].names[entry.name]]
        return [
            s
            for s in same
            if (self.world.entries[s].kind in _CALLABLE) == (entry.kind in _CALLABLE)
        ]

    def _takes(self, symbol: Symbol, count: int) -> bool:
        parameters = self.signature(symbol).parameters
        least = sum(1 for p in parameters if p.default is None and p.kind not in ("*", "**"))
        is_open = any(p.kind == "*" for p in parameters)
        return count >= least and (is_open or count <= len(parameters))

    def signature(self, symbol: Symbol) -> core.Function:
        """The code of a function; of what has none, one that takes nothing."""
        found = self.world.lowered(symbol).definition.function
        return found if found is not None else core.Function((), ())
