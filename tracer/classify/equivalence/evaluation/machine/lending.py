"""Which arguments a call takes by reference, where nothing at the call says so (C++).

What may be lent is a place: the call may change it, or keep it and see it change. An argument for
a parameter that is known to be a value is none, and neither is one of a function of the library
that only reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.equivalence.evaluation.domain.context import Context
    from tracer.classify.equivalence.evaluation.domain.library import Known

_LEAVES = frozenset({"pure", "reads", "fresh", "output"})  # effects that change no argument


def lent(context: Context, call: core.Call) -> Iterator[core.Expression]:
    """The arguments of a call, and its receiver, that it may change or keep."""
    function: Any = call.function
    if call.kind in ("initialize", "construct") and _is_number(context, call):
        return
    if isinstance(function, core.Member):
        known = _method(context, function)
        if known is None or known.effect not in _LEAVES or known.lends:
            yield function.object
        if known is not None:
            return
    elif isinstance(function, core.External):
        found = context.library.function(function.path)
        if found is not None and found.effect in _LEAVES:
            return
    symbol = function.symbol if isinstance(function, core.Ref) else getattr(function, "owner", None)
    taken = _parameters(context, symbol) if isinstance(symbol, core.Symbol) else ()
    for at, one in enumerate(call.arguments):
        if at >= len(taken) or one.spread or not _is_value(context, taken[at]):
            yield one.value


def _is_number(context: Context, call: core.Call) -> bool:
    """Whether what is made of arguments is a number or of a plain type: they are copied."""
    place: Any = call.arguments[0].value if call.arguments else None
    made = core.UNKNOWN
    if call.kind == "construct" and isinstance(call.function, core.External):
        made = core.Type(call.function.path)
    elif isinstance(place, core.Member) and place.owner is not None:
        made = context.field_type(place.owner)
    return isinstance(made.name, str) and made.name != "&" and _is_plain(context, made.name)


def _is_plain(context: Context, name: str) -> bool:
    words = name.split()
    plain = bool(words) and all(word in context.semantics.numeric_types for word in words)
    return plain or name == "*" or name in context.semantics.plain_types


def _method(context: Context, function: core.Member) -> Known | None:
    """What is known of a method from outside: of the type, or what all that have it agree on."""
    owner = function.owner
    if owner is not None and not owner.module and context.outline(owner) is None:
        return context.library.method(owner.path[0], function.name)
    if owner is not None or context.defines_member(function.name):
        return None
    found = [
        group[function.name] for group in context.library.methods.values() if function.name in group
    ]
    worst = [one for one in found if one.effect not in _LEAVES]
    return next(iter(worst or found), None)


def _parameters(context: Context, symbol: core.Symbol) -> tuple[core.Parameter, ...]:
    found = context.definition(symbol)
    if found is None or found.function is None or found.kind is core.Kind.CONSTRUCTOR:
        return ()
    return found.function.parameters


def _is_value(context: Context, parameter: core.Parameter) -> bool:
    """Whether a parameter surely is a copy, whose making keeps nothing."""
    name = parameter.type.name
    if parameter.kind in ("*", "**"):
        return False
    if isinstance(name, str):
        return name != "&" and _is_plain(context, name)
    return context.kind(name) is core.Kind.ENUM or _has_plain_copies(context, name)


def _has_plain_copies(context: Context, symbol: core.Symbol) -> bool:
    """Whether a class of the program has no constructor of its own that may see a copy made."""
    found = context.definition(symbol)
    is_class = found is not None and found.kind is core.Kind.CLASS and not found.bases
    return is_class and context.is_plainly_made(symbol)
