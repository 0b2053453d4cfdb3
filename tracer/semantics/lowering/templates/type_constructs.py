"""The constructs of templates that are types."""

# ruff: noqa: E501 - the table is read by line; conditions that belong together nest

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core
from tracer.semantics.lowering.nodes.construct import Construct, E, text_in, value_in
from tracer.semantics.lowering.types.types import declared_type, name_type, qualifiers

if TYPE_CHECKING:
    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.nodes.construct import Makers


def _type(low: Lowerer, row: int, a: Makers) -> core.Type:
    """A type by its name; one of one of one of it for each further row of `times`: `int[][]`."""
    name = text_in(a, "name", low, row)
    arguments = value_in(a, "arguments", low, row, ())
    for _ in value_in(a, "times", low, row, ())[1:]:
        arguments = (core.Type(name, arguments),)
    return core.Type(name, arguments, bool(value_in(a, "is_nullable", low, row, default=False)))


def _declared(low: Lowerer, row: int, a: Makers) -> core.Type:
    """A type with what the declarator around a name makes of it: `int *p[3]`."""
    made: core.Type = value_in(a, "base", low, row) or core.UNKNOWN
    for word in qualifiers(low, value_in(a, "qualifiers", low, row, ())):
        made = core.Type(word, (made,))
    at = a["declarator"](low, row) if "declarator" in a else -1
    return declared_type(
        low, made, at, is_result=bool(value_in(a, "result", low, row, default=False))
    )


def _generic(low: Lowerer, row: int, a: Makers) -> core.Type:
    base = a["base"](low, row)
    arguments = value_in(a, "arguments", low, row, ())
    return core.Type(base.name, (*base.arguments, *arguments), base.is_nullable)


def _expression_type(low: Lowerer, row: int, a: Makers) -> core.Type:
    """The type that an expression names: `module.Class`."""
    low.use = "type"
    value = a["value"](low, row)
    low.use = "read"
    if type(value) is core.Ref:
        return core.Type(value.symbol)
    if type(value) is core.External:
        return core.Type(value.path)
    return core.Type(low.text_of(row))


def _quoted_type(low: Lowerer, row: int, a: Makers) -> core.Type:
    """A type in quotes: a name is resolved, anything else is its text."""
    text = low.literals.key_text(a["text"](low, row))
    first, *others = text.split(".")
    if not all(word.isidentifier() for word in (first, *others)):
        return core.Type(text)
    if not others:
        return name_type(low, text, row)
    found = low.name(first, row, "type")
    for name in others:
        found = low.member(found, name, False, row, "type")
    named = found.symbol if type(found) is core.Ref else getattr(found, "path", text)
    return core.Type(named)


def _nullable(low: Lowerer, row: int, a: Makers) -> core.Type:
    found: core.Type = a["of"](low, row)
    return found._replace(is_nullable=True)


_NOTHING = ("null", "undefined")


def _union(low: Lowerer, row: int, a: Makers) -> core.Type:
    """A type of several: null among them makes the others nullable."""
    members: list[core.Type] = []
    for each in a["of"](low, row):
        is_written = each.name == "literal_type" and each.arguments[0].name in _NOTHING
        members += each.arguments if each.name == "union" or is_written else [each]
    kept = [each for each in members if each.name not in _NOTHING]
    said = {str(each.name) for each in members if each.name in _NOTHING}
    said |= {each.nothing for each in kept if each.is_nullable}
    nothing = said.pop() if len(said) == 1 else ""
    is_nullable = len(kept) < len(members) or any(each.is_nullable for each in kept)
    if len(kept) == 1:
        return kept[0]._replace(is_nullable=is_nullable, nothing=nothing)
    ordered = sorted({each._replace(is_nullable=False, nothing="") for each in kept}, key=repr)
    return core.Type("union", tuple(ordered), is_nullable, nothing)


TYPES: dict[str, Construct] = {
    "type": Construct(_type, {"name": "text", "arguments": "types", "times": "rows", "is_nullable": "flag"}, ("name",), "name"),
    "declared": Construct(
        _declared, {"base": "type?", "qualifiers": "rows", "declarator": "row", "result": "flag"}
    ),
    "generic": Construct(_generic, {"base": "type", "arguments": "types"}, ("base",)),
    "expression_type": Construct(_expression_type, {"value": E}, ("value",), "value"),
    "quoted_type": Construct(_quoted_type, {"text": "text"}, ("text",), "text"),
    "nullable": Construct(_nullable, {"of": "type"}, (), "of", {"of": "*"}),
    "union": Construct(_union, {"of": "types"}, (), "of", {"of": "*"}),
}  # fmt: skip
