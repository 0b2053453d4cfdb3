"""Fields that hold one object for as long as their own object is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.context import Context
    from tracer.semantics.core import Symbol

_CONFINED = frozenset({"private", "readonly"})


def is_bound_once(context: Context, field: Symbol) -> bool:
    """Whether only the constructors of its class, or its declaration, store to a field."""
    program, found = context.program, context.outline(field)
    if program is None or found is None or found.owner is None or found.kind is not Kind.FIELD:
        return False
    name = field.path[-1]
    if not (found.modifiers & _CONFINED or name.startswith("#")):
        return False
    stores = [
        one.within
        for one in (*program.references.get(field, ()), *program.unresolved_of(f".{name}"))
        if one.kind == "write"
    ]
    return all(
        within is not None
        and program.outline(within).kind is Kind.CONSTRUCTOR
        and program.outline(within).owner == found.owner
        for within in stores
    )
