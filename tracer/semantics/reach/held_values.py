"""What a collection in a local or constant holds, where all that is done with it is seen.

It starts as a literal or comprehension; then code goes through it, reads it, puts values into it,
or hands it to what says which values it has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tracer.semantics.core import Symbol, Type
    from tracer.semantics.reach.code import Unit

ADDING = frozenset({
    "append", "appendleft", "add", "insert", "push", "unshift", "set", "setdefault",
})  # fmt: skip
JOINING = frozenset({"extend", "update", "concat"})
# Methods that put nothing in, and give nothing away that others may be put into.
_READING = frozenset({
    "at", "clear", "copy", "count", "delete", "entries", "every", "filter", "find", "findIndex",
    "flatMap", "forEach", "get", "has", "includes", "index", "indexOf", "items", "join", "keys",
    "map", "pop", "popleft", "remove", "reverse", "shift", "slice", "some", "sort", "values",
})  # fmt: skip
_MOST_HANDED = 2  # parameters of a callback: the third would be the collection
_READERS = re.compile(r"(?:builtins|console|JSON)\.\w+")  # functions that keep nothing
_TESTS = (core.Binary, core.If, core.Loop, core.TemplatePart, core.Evaluate)


class Use(NamedTuple):
    """An expression in its unit: a mention of a collection, or a value; or the type of some."""

    unit: Unit
    node: Any


def held_values(
    made: Iterable[Use], uses: Iterable[Use], said_of: Callable[[core.Call, int], Type]
) -> list[Use] | None:
    """The values that a collection may hold, or None where something else may be put into it.

    `made`: what it starts as; `uses`: all mentions; `said_of`: what a called function of the
    program says of the argument at a place, whose values it may put in.
    """
    found: list[Use] = []
    for one in made:
        values = _made_of(one.node)
        if values is None:
            return None
        found += [Use(one.unit, value) for value in values]
    for one in uses:
        added = _added(one, said_of)
        if added is None:
            return None
        found += [Use(one.unit, value) for value in added]
    return found


def _made_of(node: Any) -> list[Any] | None:
    """The values in a collection that is made there."""
    if isinstance(node, core.Comprehension):
        return [node.value, *([node.key] if node.key is not None else [])]
    if not isinstance(node, core.Construct) or any(item.spread for item in node.items):
        return None
    values = [item.value for item in node.items]
    return values + [item.key for item in node.items if item.key is not None]


def _added(use: Use, said_of: Callable[[core.Call, int], Type]) -> list[Any] | None:
    """What one mention puts into a collection; None where that is not seen."""
    parent = use.unit.parent(use.node)
    if isinstance(parent, core.Index) and parent.object is use.node:
        return _stored_at(use.unit, parent)
    if isinstance(parent, core.Member):
        call = use.unit.parent(parent)
        if not isinstance(call, core.Call) or call.function is not parent:
            return [] if parent.name in ("length", "size") else None
        return _put_by(parent.name, call)
    if isinstance(parent, core.Argument):
        call = use.unit.parent(parent)
        return _handed(call, parent, said_of) if isinstance(call, core.Call) else None
    is_gone_through = isinstance(parent, core.ForEach) and parent.iterable is use.node
    is_stored_to = isinstance(parent, core.TargetPattern)  # the local itself
    is_spread = isinstance(parent, core.Item) and bool(parent.spread)
    is_plain = is_gone_through or is_stored_to or is_spread or isinstance(parent, _TESTS)
    return [] if is_plain else None


def _stored_at(unit: Unit, place: core.Index) -> list[Any] | None:
    """What is stored at a place of a collection, if anything is."""
    target = unit.parent(place)
    if isinstance(target, core.Update):
        return None
    if not isinstance(target, core.TargetPattern):
        return []
    store = unit.parent(target)
    if not isinstance(store, core.Assign) or isinstance(place.key, core.Construct):
        return None
    return [store.value, place.key]


def _put_by(name: str, call: core.Call) -> list[Any] | None:
    """What a method of a collection puts into it."""
    given = [one.value for one in call.arguments]
    if name in ADDING:
        return None if any(one.spread for one in call.arguments) else given
    if name in JOINING:
        return _made_of(given[0]) if len(given) == 1 else None
    is_plain = all(
        len(one.parameters) <= _MOST_HANDED
        if isinstance(one, core.Function)
        else not isinstance(one, core.Ref | core.Member)
        for one in given
    )
    return [] if name in _READING and is_plain else None


def _handed(
    call: core.Call, argument: core.Argument, said_of: Callable[[core.Call, int], Type]
) -> list[Any] | None:
    """What a function that is handed a collection may put into it: nothing, or of what it says."""
    if isinstance(call.function, core.External):
        is_read = _READERS.fullmatch(call.function.path) or argument.spread != ""
        return [] if is_read else None
    if argument.spread:
        return []
    place = next(at for at, one in enumerate(call.arguments) if one is argument)
    return list(said_of(call, place).arguments) or None


def mentions_of(binder: int, unit: Unit) -> Iterator[Use]:
    """The mentions of a local."""
    for node in unit.nodes:
        if isinstance(node, core.Local) and node.binder == binder:
            yield Use(unit, node)


def mentions_in(units: Iterable[Unit], symbol: Symbol) -> Iterator[Use]:
    """The mentions of a definition."""
    for unit in units:
        for node in unit.nodes:
            is_own = isinstance(node, core.Member) and node.owner == symbol
            if is_own or (isinstance(node, core.Ref) and node.symbol == symbol):
                yield Use(unit, node)
