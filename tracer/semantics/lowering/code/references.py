"""References to functions by name, `Type::name`, as the functions that they are.

How many parameters there are is said by what the function is handed, or by the one definition that
is meant. Where neither is known, a reference stays one. The object of a reference is evaluated, and
must not be null, where the reference stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.lowering.code.calls import lowered_call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.nodes.construct import Makers

_NEW = "new"


def reference(low: Lowerer, row: int, a: Makers) -> core.Expression:
    """A reference as a function, or as itself."""
    handed = low.handed
    scope = low.push(row, is_function=True)
    mentions = len(low.mentions)
    of = a["object"](low, row)
    name = a["name"](low, row)
    made = _made(low, row, of, name, handed)
    low.pop()
    if made is None:
        del low.mentions[mentions:]
        return _plain(low, row, a, name)
    parameters, value = made
    captures = frozenset(scope.captures)
    body = (core.Return(value, row),)
    flags = frozenset({"arrow"})
    function = core.Function(parameters, body, core.UNKNOWN, flags, captures, row)
    if type(of) in (core.Ref, core.External, core.Self):
        return function
    check = low.table.semantics.get("null_check")
    if not check:
        return _plain(low, row, a, name)
    tested = core.Call(core.External(str(check)), (core.Argument(of),), row=row)
    return core.BlockValue((core.Evaluate(tested, row),), function, row)


def _plain(low: Lowerer, row: int, a: Makers, name: str) -> core.Call:
    """A reference whose function is not known."""
    of = a["object"](low, row)
    external = core.External("reference", row)
    if name == _NEW:
        word = core.Argument(core.Literal("str", _NEW, row))
        return core.Call(external, (core.Argument(of), word), row=row)
    member = low.member(of, name, False, row, "read")
    return core.Call(external, (core.Argument(member),), row=row)


def _made(
    low: Lowerer, row: int, of: Any, name: str, handed: Sequence[core.Type]
) -> tuple[tuple[core.Parameter, ...], Any] | None:
    """Parameters and the call with them."""
    if type(of) is core.Ref and low.world.is_type(of.symbol):
        return _of_class(low, row, of, name, handed)
    if type(of) is core.External and of.path.rpartition(".")[2][:1].isupper():
        return _of_outside(low, row, of, name, handed)
    if type(of) not in (core.Self, core.External, core.Local):
        return None
    member = low.member(of, name, False, row, "call")
    count = _count(low, member, handed)
    if count < 0:
        return None
    parameters = _parameters(low, row, count, handed)
    return parameters, lowered_call(low, core.Call(member, _given(parameters, row), row=row))


def _of_class(
    low: Lowerer, row: int, of: core.Ref, name: str, handed: Sequence[core.Type]
) -> tuple[tuple[core.Parameter, ...], Any] | None:
    if name == _NEW:
        if not handed:
            return None
        parameters = _parameters(low, row, len(handed), handed)
        return parameters, lowered_call(low, core.Call(of, _given(parameters, row), _NEW, row=row))
    symbol = low.world.member(of.symbol, name, "call")
    if symbol is None:
        return None
    if low.world.is_static(symbol):
        called = low.member(of, name, False, row, "call")
        count = _count(low, called, handed)
        parameters = _parameters(low, row, count, handed) if count >= 0 else ()
        given = _given(parameters, row)
    else:
        count = low.world.count_of_parameters(symbol)
        count = len(handed) if handed else count + 1 if count >= 0 else -1
        if count < 1:
            return None
        receiver = handed[0] if handed else core.Type(of.symbol)
        parameters = _parameters(low, row, count, (receiver, *handed[1:]))
        first = core.Local(parameters[0].binder, row)
        called = low.member(first, name, False, row, "call")
        if type(called) is core.Member and called.owner is None:
            called = called._replace(owner=symbol)
        given = _given(parameters[1:], row)
    if count < 0:
        return None
    return parameters, lowered_call(low, core.Call(called, given, row=row))


def _of_outside(
    low: Lowerer, row: int, of: core.External, name: str, handed: Sequence[core.Type]
) -> tuple[tuple[core.Parameter, ...], Any] | None:
    if not handed and name != _NEW:
        return None
    parameters = _parameters(low, row, len(handed), handed)
    given = _given(parameters, row)
    if name == _NEW:  # of nothing, where nothing is said of what it is handed
        return parameters, lowered_call(low, core.Call(of, given, _NEW, row=row))
    path = low.table.type_names.get(of.path, of.path)
    if low.table.outside.is_static(of.path, name):
        called = low.member(of, name, False, row, "call")
        return parameters, lowered_call(low, core.Call(called, given, row=row))
    first = core.Local(parameters[0].binder, row)
    member = core.Member(first, name, core.Symbol("", (path, name)), row=row)
    low.mention(member, row, "call")
    return parameters, lowered_call(low, core.Call(member, given[1:], row=row))


def _count(low: Lowerer, called: Any, handed: Sequence[core.Type]) -> int:
    """How many parameters the function that is meant takes, -1 where that is not known."""
    if handed:
        return len(handed)
    symbol = called.symbol if type(called) is core.Ref else getattr(called, "owner", None)
    return low.world.count_of_parameters(symbol) if symbol is not None else -1


def _parameters(
    low: Lowerer, row: int, count: int, types: Sequence[core.Type]
) -> tuple[core.Parameter, ...]:
    known = [*types, *[core.UNKNOWN] * (count - len(types))]
    return tuple(core.Parameter(low.fresh("", of), "") for of in known[:count])


def _given(parameters: Sequence[core.Parameter], row: int) -> tuple[core.Argument, ...]:
    return tuple(core.Argument(core.Local(one.binder, row)) for one in parameters)
