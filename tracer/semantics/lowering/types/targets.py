"""What a place wants: calls that choose their result by the type of the place get it written out.

`let a: Vec<u8> = b.collect()` and `let a = b.collect::<Vec<u8>>()` are one call. The type is that
of a declaration, of what a function gives, or of a field; it reaches through branches, blocks and
constructors of variants down to the call, by `targets` of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.lowering.code.lowerer import Lowerer


def told(low: Lowerer, value: Any, wanted: core.Type) -> Any:
    """An expression with its calls told what type they are to give; itself where none is.

    Cost: one walk along the ends of its branches.
    """
    if not low.table.targets or not (wanted.name or wanted.arguments):
        return value
    kind = type(value)
    if kind is core.Call:
        return _told_call(low, value, wanted)
    if kind is core.Propagate:
        return value._replace(value=told(low, value.value, _holding(wanted)))
    if kind is core.BlockValue:
        if value.value is None:
            return value
        return value._replace(value=told(low, value.value, wanted))
    if kind is core.Conditional:
        then, otherwise = told(low, value.then, wanted), told(low, value.otherwise, wanted)
        return value._replace(then=then, otherwise=otherwise)
    return value


def _told_call(low: Lowerer, call: core.Call, wanted: core.Type) -> core.Call:
    function = call.function
    if type(function) is core.External and len(call.arguments) == 1:
        place = low.table.payloads.get(function.path.rpartition(".")[2])
        if place is None or place >= len(wanted.arguments):
            return call
        only = call.arguments[0]
        inner = told(low, only.value, wanted.arguments[place])
        return call._replace(arguments=(only._replace(value=inner),))
    if type(function) is not core.Member:
        return call
    rule = low.table.targets.get(function.name)
    if rule == "given":
        given = tuple(_told_given(low, one, wanted) for one in call.arguments)
        return call._replace(arguments=given)
    if rule == "this" and not call.type_arguments and wanted.name:
        return call._replace(type_arguments=(wanted,))
    if rule == "held" and not call.type_arguments and wanted.arguments:
        return call._replace(type_arguments=wanted.arguments[:1])
    if rule == "from held":
        wanted = _holding(wanted)
    elif rule == "to held":
        wanted = core.Type("", wanted.arguments[:1])
    else:
        return call
    inner = told(low, function.object, wanted)
    if inner is function.object:
        return call
    return call._replace(function=function._replace(object=inner))


def _told_given(low: Lowerer, one: core.Argument, wanted: core.Type) -> core.Argument:
    """A function that gives what the call gives."""
    code = one.value
    if type(code) is not core.Function or code.result.name:
        return one
    return one._replace(value=code._replace(body=told_results(low, code.body, wanted)))


def _holding(wanted: core.Type) -> core.Type:
    """The type of what may hold a value of a type, as far as that is known."""
    return core.Type("", (wanted,)) if wanted.name else core.UNKNOWN


def told_results(
    low: Lowerer, body: Sequence[core.Statement], wanted: core.Type | None
) -> tuple[core.Statement, ...]:
    """A function's statements, with what they give told the type that is declared."""
    if not low.table.targets or wanted is None or not (wanted.name or wanted.arguments):
        return tuple(body)
    return tuple(_in_statement(low, one, wanted) for one in body)


def _in_statement(low: Lowerer, node: Any, wanted: core.Type) -> Any:
    """Any node with the values of `return` in it told; functions inside have their own."""
    if type(node) is core.Return:
        value = node.value
        if value is None:
            return node
        value = _in_statement(low, value, wanted)
        return node._replace(value=told(low, value, wanted))
    if type(node) in (core.Function, core.Symbol, core.Type) or not isinstance(node, tuple):
        return node
    parts = [_in_statement(low, one, wanted) for one in node]
    if all(one is part for one, part in zip(node, parts, strict=True)):
        return node
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def told_fields(low: Lowerer, items: Any, of: core.Type) -> Any:
    """Values of a structure's fields, told the types of the fields."""
    if not low.table.targets or not isinstance(of.name, core.Symbol):
        return items
    made = []
    for one in items:
        key = one.key
        field = low.world.member(of.name, key.value) if type(key) is core.Literal else None
        wanted = low.world.type_of_symbol(field) if field is not None else core.UNKNOWN
        made.append(one._replace(value=told(low, one.value, wanted)))
    return tuple(made)
