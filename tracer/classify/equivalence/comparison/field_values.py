"""The value of a variable or field, where its definition says it and where the language does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.symbols.hierarchy import DATA
from tracer.classify.equivalence.symbols.languages import table_of, unset_value
from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics.core import (
    Call,
    Construct,
    External,
    Function,
    Kind,
    Literal,
    Ref,
    Self,
    Unresolved,
)

if TYPE_CHECKING:
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Definition, Symbol


def value_of(side: Side, one: Definition) -> Any:
    """The value of a definition, said or not; a field's where nothing stores to it before."""
    is_unset = one.value is None and one.kind in DATA - {Kind.VARIANT}
    if not is_unset or not _is_set_first(side, one):
        return one.value
    return unset_value(side.language(one.symbol), one)


def _is_set_first(side: Side, one: Definition) -> bool:
    """Whether no code of the program runs between the making of an object and a field's value.

    For a field of a class: between its loading and that.
    """
    if one.owner is None:
        return True
    owner = side.definition(one.owner)
    is_static = "static" in one.modifiers
    if owner.body or (owner.bases and not is_static):
        return False
    before = map(side.definition, owner.members[: owner.members.index(one.symbol)])
    return not any(
        field.kind is Kind.FIELD
        and ("static" in field.modifiers) == is_static
        and any(
            isinstance(part, Ref | Self | Function | Unresolved) for part in references(field.value)
        )
        for field in before
    )


def is_inlined(side: Side, before: Definition, after: Definition) -> bool:
    """Whether a field is a constant if it is final, and a base's constructor may read it.

    Java compiles a final field with a literal to the literal; any other is still 0 or null then.
    """
    if before.kind is not Kind.FIELD or before.owner is None or "static" in before.modifiers:
        return False
    if not all(isinstance(one.value, Literal) for one in (before, after)):
        return False
    known = table_of(side.language(before.symbol)).bases
    for base in side.definition(before.owner).bases:
        if isinstance(base, Ref) and base.symbol in side.program.definitions:
            if side.program.outline(base.symbol).kind is Kind.CLASS:
                return True
        elif not isinstance(base, External) or base.path not in known:
            return True
    return False


def is_laid_out(side: Side, symbol: Symbol) -> bool:
    """Whether a member is data of each object, or a value of an enumeration."""
    outline = side.program.outline(symbol)
    if outline.kind is Kind.FIELD and "static" in outline.modifiers:
        return not table_of(side.language(symbol)).static_types
    return outline.kind in DATA


def fields_of(side: Side, one: Definition, *, is_static: bool | None) -> list[Symbol]:
    """The fields of a class in their order, of its objects or its own; None: all of them."""
    outlines = map(side.program.outline, one.members)
    return [
        found.symbol
        for found in outlines
        if found.kind is Kind.FIELD and is_static in (None, "static" in found.modifiers)
    ]


def is_constant(value: Any) -> bool:
    """Whether a field's value neither does nor reads anything."""
    if value is None or isinstance(value, Function):
        return True
    if isinstance(value, Call) and value.kind == "new" and isinstance(value.function, External):
        return not value.arguments
    if isinstance(value, Construct):
        return all(is_constant(one.value) and is_constant(one.key) for one in value.items)
    return isinstance(value, Literal)
