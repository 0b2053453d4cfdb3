"""Calls: conversions, overloads, macros, and what functions are handed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.lowering.nodes.opaque import flat, opaque_leaf, spelled
from tracer.semantics.lowering.types import inference
from tracer.semantics.lowering.types.types import canonical_type
from tracer.syntax import LEAF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.lowering.code.lowerer import Lowerer


def macro_call(low: Lowerer, function: core.Ref, row: int) -> core.Call:
    """A call of a macro of the program: what it is given is text, to the last bracket."""
    tokens: list[str] = []
    parts: list[core.Expression] = _captured(low, function)
    is_spelled = bool(parts) or low.world.macros.is_stringifying(function.symbol)
    for at in range(row, low.tree.stop[row]):
        if not low.tree.flags[at] & LEAF or low.tree.kind[at] in low.tree.language.comment_kinds:
            continue
        if is_spelled:
            tokens.append(low.text_of(at))
        else:
            opaque_leaf(low, at, tokens, parts)
    low.opaque_kinds.append("macro call")
    code = core.Opaque("macro call", tuple(tokens), tuple(parts), row)
    low.is_textual = low.is_textual or low.world.macros.is_textual(function.symbol)
    return core.Call(function, (core.Argument(code),), "macro", row=row)


def textual(low: Lowerer, row: int) -> core.Opaque:
    """An expression with a macro that is no closed expression: its tokens."""
    found = flat(low, row)
    macros = [one for one in found.parts if isinstance(one, core.Ref)]
    captured = [local for one in macros for local in _captured(low, one)]
    if not captured:
        return found
    return spelled(low, row)._replace(parts=(*found.parts, *captured))


def _captured(low: Lowerer, function: core.Ref) -> list[core.Expression]:
    """The locals that have a name of a macro's text, which may mean them, or hide them."""
    if not low.world.macros.is_macro(function.symbol):
        return []
    words = low.world.macros.words(function.symbol)
    found = {
        name: core.Local(binder, function.row)
        for scope in low.scopes
        for name, binder in scope.names.items()
        if name in words and isinstance(binder, int)
    }
    return [found[name] for name in sorted(found)]


def _conversion(low: Lowerer, call: core.Call) -> core.Type | None:
    """The type that a call converts to, where calls of types do."""
    if not low.table.semantics.get("calls_of_types_convert") or len(call.arguments) != 1:
        return None
    function = call.function
    if type(function) is core.Ref and low.world.is_type(function.symbol):
        return core.Type(function.symbol)
    if type(function) is core.External and function.path in low.table.type_names:
        return canonical_type(low.table, core.Type(function.path))
    return None


def lowered_call(low: Lowerer, call: core.Call) -> core.Expression:
    """A call; overloads are told apart by the number of arguments."""
    function = call.function
    symbol = None
    super_calls = low.table.semantics.get("super_calls") or ()
    if type(function) is core.External and not call.arguments and function.path in super_calls:
        return core.Self("super", call.row)
    if type(function) is core.Member:
        symbol = function.owner
    elif type(function) is core.Ref:
        symbol = function.symbol
    if symbol is not None and not call.arguments and low.world.is_component(symbol):
        return function  # a record's accessor
    if type(function) is core.External:
        call, function = _respelled(low, _without_brackets(low, call))
        if function.path == low.table.semantics.get("makes_zero") and len(call.arguments) == 1:
            made = _new_zero(low, call)
            if made is not None:
                return made
    converted = _conversion(low, call)
    if converted is not None:
        return core.Cast(call.arguments[0].value, converted, call.row)
    if symbol is not None:
        types: Sequence[core.Type] = ()
        if low.table.semantics.get("overloads") and low.table.semantics.get("static_types"):
            types = [inference.type_of(low, one.value) for one in call.arguments]
        chosen = low.world.overloads.choose(symbol, call.arguments, types)
        if chosen is None and types:
            call = call._replace(type_arguments=_chosen_by(low, call, types))
        if chosen != symbol:
            function = _overloaded(low, function, chosen)
            call = call._replace(function=function)
    if _appends(low, call):
        return _appended(call)
    made = inference.result_of(low, call)
    if low.table.semantics.get("erased_arguments"):
        kept = tuple(one for one in call.type_arguments if one.name == "overload")
        call = call._replace(type_arguments=kept)
    return call._replace(type=made)


def _without_brackets(low: Lowerer, call: core.Call) -> core.Call:
    """A call of a library function, or of a macro that protects what it is given as one does."""
    unprotected = low.table.semantics.get("arguments_unprotected")
    if not unprotected or getattr(call.function, "path", "") in unprotected:
        return call
    arguments = tuple(
        one._replace(value=one.value.operand)
        if type(one.value) is core.Unary and one.value.operator == "group"
        else one
        for one in call.arguments
    )
    return call._replace(arguments=arguments)


def _respelled(low: Lowerer, call: core.Call) -> tuple[core.Call, Any]:
    """A call of a library function that does what another one does, as a call of that one.

    `semantics.respelled` says which: where the first argument is a known value, `first`, which the
    other takes for granted; or where the only one is a text without the sign `unless`.
    """
    function: Any = call.function
    rule = (low.table.semantics.get("respelled") or {}).get(function.path)
    if rule is None or not call.arguments:
        return call, function
    first, *others = call.arguments
    value: Any = first.value
    if "first" in rule:
        is_it = type(value) is core.External and value.path == rule["first"]
    else:
        is_text = type(value) is core.Literal and value.kind == "str" and not others
        is_it, others = is_text and rule["unless"] not in value.value, [first]
    if not is_it or first.spread:
        return call, function
    function = core.External(rule["as"], function.row)
    return call._replace(function=function, arguments=tuple(others)), function


def _new_zero(low: Lowerer, call: core.Call) -> core.Expression | None:
    """The address of a new structure whose fields are not set: `new(T)` is `&T{}`."""
    of: Any = call.arguments[0].value
    entry = low.world.entries.get(of.symbol) if type(of) is core.Ref else None
    if entry is None or entry.kind is not core.Kind.CLASS:
        return None
    made = core.Construct("struct", (), core.Type(of.symbol), call.row)
    return core.Unary("&", made, call.row)


def _chosen_by(low: Lowerer, call: core.Call, types: Sequence[core.Type]) -> tuple[core.Type, ...]:
    """What says which overload a call means: types; of a local without one, only its place."""
    pairs = zip(call.arguments, types, strict=True)
    named = tuple(
        core.Type(f"?{one.value.row}") if type(one.value) is core.Local and not of.name else of
        for one, of in pairs
    )
    return (*call.type_arguments, core.Type("overload", named))


def handed_to(low: Lowerer, function: Any) -> tuple[core.Type, ...]:
    """Types of the parameters of the functions that a call takes, as far as they are known."""
    own = _own(function)
    if own is not None:
        return _handed_by(low, own)
    if type(function) is not core.Member:
        return ()
    if low.table.closures:
        return inference.taken(low, function)
    return low.table.outside.takes(inference.type_of(low, function.object), function.name)


def _own(function: Any) -> core.Symbol | None:
    """The definition of the program that is called, where one is named."""
    found = function.owner if type(function) is core.Member else None
    found = function.symbol if type(function) is core.Ref else found
    return found if found is not None and found.module and found.path else None


def _handed_by(low: Lowerer, called: core.Symbol) -> tuple[core.Type, ...]:
    """What a function of the program hands to the one function that it takes."""
    if not low.table.outside.has_interfaces or low.world.count_of_parameters(called) < 1:
        return ()
    parameters = low.world.overloads.signature(called).parameters
    taken = [low.table.outside.takes(one.type, "called") for one in parameters]
    known = [types for types in taken if types]
    return known[0] if len(known) == 1 and not any(map(_is_open, known[0])) else ()


def _is_open(of: core.Type) -> bool:
    """Whether a type is not known, or one for each call."""
    return not of.name or str(of.name).startswith("$") or any(map(_is_open, of.arguments))


def _overloaded(low: Lowerer, function: Any, chosen: core.Symbol | None) -> core.Expression:
    """The function with the overload that is called; by name alone where that is unknown."""
    last = next(i for i in range(len(low.mentions) - 1, -1, -1) if low.mentions[i].kind == "call")
    old = low.mentions[last]
    if type(function) is core.Member:
        target: Any = f".{function.name}" if chosen is None else chosen
        low.mentions[last] = old._replace(target=target)
        return function._replace(owner=chosen)
    if chosen is None:
        return core.Unresolved(function.symbol.path[-1], function.row)
    low.mentions[last] = old._replace(target=chosen)
    return core.Ref(chosen, function.row)


def _appends(low: Lowerer, call: core.Call) -> bool:
    """Whether a call only adds to a text that a local holds: `a.push_str(b)`."""
    function = call.function
    if type(function) is not core.Member or type(function.object) is not core.Local:
        return False
    of = inference.type_of(low, function.object).name if low.table.appends else ""
    names = low.table.appends.get(of, ()) if isinstance(of, str) else ()
    return function.name in names and len(call.arguments) == 1


def _appended(call: core.Call) -> core.Update:
    """The call as the assignment of the text with what it adds, as its format shows that."""
    value: Any = call.arguments[0].value
    if type(value) is core.Unary and value.operator == "&":
        value = value.operand
    if type(value) is core.Literal and value.kind == "char" and value.value not in ("\\", "'"):
        shown: Any = core.Literal("str", value.value, value.row)
    else:
        shown = core.Template((core.TemplatePart("", value),), "format", call.row)
    assert isinstance(call.function, core.Member)
    return core.Update("+", call.function.object, shown, "", call.row)
