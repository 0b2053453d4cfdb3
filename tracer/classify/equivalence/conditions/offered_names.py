"""Names under which a module hands on its own definitions as members of an object (CommonJS).

`module.exports = { f }` and `exports.f = f` name `f` by a text. Where all code is known, and
reaches the module's members by their names alone, such a name goes with its definition.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics.core import External, Ref, Symbol

if TYPE_CHECKING:
    from tracer.classify.equivalence.symbols.symbols import SymbolMap
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.versions import World

_MODULE: Any = ("attr", ("ext", "module"), ("member", "exports"))
_LOADER = "require"


class OfferedNames:
    """Rewrites the effects of loading; asked only where a definition has another name now."""

    def __init__(self, sides: tuple[Side, Side], found: SymbolMap, world: World) -> None:
        self._sides, self._world, self._map = sides, world, found

    @cached_property
    def _renamed(self) -> dict[str, tuple[Symbol, Symbol]]:
        """The two names of what is called otherwise, by the name of each side."""
        return {
            f"{at} {name_of(pair[at])}": pair
            for a, b in self._map.to_before.items()
            for pair in ((b, a),)
            for at in (0, 1)
            if len(b.path) == 1 and name_of(a) != name_of(b) and self._is_plain(pair)
        }

    def rewritten(self, event: Any, side: int) -> Any:
        """An effect with the symbol of what is handed on under its own name in the name's place."""
        if not self._world.is_closed or event[:1] != ("do",) or event[2][:1] != ("stores",):
            return event
        stores = tuple(self._store(place, value, side) for place, value in event[2][1])
        return (*event[:2], ("stores", stores), *event[3:])

    def _store(self, place: Any, value: Any, side: int) -> Any:
        if place == _MODULE and value[:1] == ("new",) and value[2] == "object":
            items = (
                tuple((self._key(key, kept, side), kept) for key, kept in _pairs(value[3]))
                or value[3]
            )
            return place, (*value[:3], items, *value[4:])
        if place[:2] == ("attr", ("ext", "exports")) and place[2][:1] == ("member",):
            named = self._key(("c", "str", place[2][1]), value, side)
            if named[0] == "offered":
                return (*place[:2], named), value
        return place, value

    def _key(self, key: Any, value: Any, side: int) -> Any:
        pair = self._renamed.get(f"{side} {key[2]}") if key[:2] == ("c", "str") else None
        is_own = pair is not None and value == ("sym", pair[0])
        return ("offered", value) if is_own else key

    def _is_plain(self, pair: tuple[Symbol, Symbol]) -> bool:
        return all(
            symbol.module not in self._reached[at]
            and _LOADER not in self._reached[at]
            and all(
                one.kind == "write" and one.within is None  # which is compared
                for one in self._sides[at].program.unresolved_of(f".{name_of(symbol)}")
            )
            for at, symbol in enumerate(pair)
        )

    @cached_property
    def _reached(self) -> tuple[set[str], set[str]]:
        """Modules that the code of each side uses as objects, and the loader where it is called."""
        found: tuple[set[str], set[str]] = (set(), set())
        for side, names in zip(self._sides, found, strict=True):
            program = side.program
            tops = [module.top for modules in program.modules.values() for module in modules]
            for code in (*tops, *map(program.definitions.__getitem__, program.definitions)):
                for one in references(code):
                    if isinstance(one, Ref) and not one.symbol.path:
                        names.add(one.symbol.module)
                    elif isinstance(one, External) and one.path == _LOADER:
                        names.add(_LOADER)
        return found


def _pairs(items: Any) -> list[Any]:
    """Keys and values of an object's literal; none where one is spread or computed."""
    found = [one for one in items if isinstance(one, tuple) and len(one) == 2]  # noqa: PLR2004
    return found if len(found) == len(items) else []
