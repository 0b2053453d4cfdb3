"""Tables that stay what they are: dictionaries of a module that are bound once and only read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.library import library_of
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.versions.indexing import has_stores_by_text
from tracer.classify.equivalence.versions.known_calls import HARMLESS, KnownCalls
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.library import Library
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program
    from tracer.semantics.versions import World

_LARGEST = 12  # entries
_KEYS = frozenset({"int", "str"})
_READING = ("pure", "reads", "fresh")


class ConstantTables:
    """Answers for one version of the program. `world`: whether all that could store is in it."""

    def __init__(self, program: Program, *, world: World) -> None:
        self._program = program
        self._world = world
        self._calls = KnownCalls(program, world=world)
        self._known: dict[Symbol, tuple[core.Item, ...]] = {}

    def of(self, symbol: Symbol) -> tuple[core.Item, ...]:
        """The entries of a table that nothing ever changes; none where that is not sure."""
        found = self._known.get(symbol)
        if found is None:
            found = self._known[symbol] = self._entries(symbol)
        return found

    def _entries(self, symbol: Symbol) -> tuple[core.Item, ...]:
        program = self._program
        if symbol not in program.definitions:
            return ()
        outline = program.outline(symbol)
        if outline.kind is not core.Kind.CONSTANT or outline.owner is not None:
            return ()
        if name_of(symbol) != symbol.path[-1] or program.unknown:
            return ()
        if not (self._world.is_closed or outline.is_private):
            return ()
        value = program.definitions[symbol].value
        if not isinstance(value, core.Construct) or value.kind != "dict":
            return ()
        items = value.items
        if not 0 < len(items) <= _LARGEST or not all(map(_is_plain, items)):
            return ()
        if len({one.key.value for one in items if isinstance(one.key, core.Literal)}) != len(items):
            return ()
        is_read = not has_stores_by_text(program) and self._is_only_read(symbol)
        return items if is_read else ()

    def _is_only_read(self, symbol: Symbol) -> bool:
        """Whether no mention of a table can change it, or hand it on to what does."""
        homes: set[Symbol | int] = set()
        outline = self._program.outline(symbol)
        for one in self._calls.mentions(symbol):
            if one.kind not in HARMLESS and (one.file, one.row) != (outline.file, outline.name_row):
                homes.add(one.file if one.within is None else one.within)
        readings = _Readings(symbol, library_of(self._program.files[outline.file].language))
        return all(readings.are_all(self._calls.code(home)) for home in homes)


def _is_plain(item: core.Item) -> bool:
    """Whether an entry has a key that is written out, and a value that never changes."""
    key, value = item.key, item.value
    if item.spread or not isinstance(key, core.Literal) or key.kind not in _KEYS:
        return False
    if isinstance(value, core.Function):
        return not value.captures and all(
            one.default is None and one.pattern is None for one in value.parameters
        )
    return isinstance(value, core.Literal | core.Ref)


class _Readings:
    """Asks of code whether all that it does with a table is to read it."""

    def __init__(self, symbol: Symbol, library: Library) -> None:
        self._symbol = symbol
        self._library = library

    def are_all(self, code: Any) -> bool:
        """Whether some code names the table only to read an entry, or to go through it."""
        left = [code]
        while left:
            node = left.pop()
            if self._names(node):
                return False
            if isinstance(node, tuple) and not isinstance(node, core.Symbol | core.Type):
                left += self._within(node)
        return True

    def _within(self, node: Any) -> list[Any]:
        """The parts of a node, without the readings of the table among them."""
        if isinstance(node, core.TargetPattern | core.Update) or (
            isinstance(node, core.Unary) and node.operator in ("delete", "&", "&mut")
        ):  # of an element, what changes is the container
            return [one for part in node for one in _parts(part)]
        if isinstance(node, core.Index) and self._names(node.object):
            return [node.key]
        if isinstance(node, core.Binary) and node.operator in ("in", "not in"):
            return [node.left] if self._names(node.right) else list(node)
        if isinstance(node, core.ForEach) and self._names(node.iterable):
            return [one for one in node if one is not node.iterable]
        if isinstance(node, core.Call) and self._reads(node):
            return [one for one in node.arguments if not self._names(one.value)]
        return list(node)

    def _reads(self, call: core.Call) -> bool:
        """Whether a call of the library reads the table, as its receiver or an argument."""
        function = call.function
        if isinstance(function, core.Member):
            known = self._library.method("dict", function.name)
            is_on = self._names(function.object)
            return is_on and known is not None and known.effect in _READING
        if not isinstance(function, core.External):
            return False
        known = self._library.function(function.path)
        return known is not None and known.effect in (*_READING, "output")

    def _names(self, node: Any) -> bool:
        return isinstance(node, core.Ref) and node.symbol == self._symbol


def _parts(node: Any) -> tuple[Any, ...]:
    """What a target is made of: of an element, the container and the key."""
    return tuple(node) if isinstance(node, core.Index | core.Member) else (node,)
