"""Fields that hold one object for as long as their own object is there, or for some code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.semantics import core
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


def stores_member(code: Any, name: str) -> bool:
    """Whether code stores to a member of a name, of whatever object."""
    for one in walk(code):
        place = one.place if isinstance(one, core.TargetPattern) else None
        place = one.target if isinstance(one, core.Update) else place
        if isinstance(place, core.Member) and place.name == name:
            return True
    return False
