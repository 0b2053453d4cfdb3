"""Whether a field that is declared as something may hold nothing, for code stores that to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.semantics.core import Assign, Kind, Let, Literal, Member, Ref, TargetPattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program


def holds_null(program: Program | None, found: Definition) -> bool:
    """Whether a definition's value, or what some code stores to its name, may be no value."""
    if program is None or found.kind is Kind.CONSTANT:
        return _is_null(found.value)
    return _is_null(found.value) or any(map(_is_null, _stores(program, found.symbol)))


def _stores(program: Program, symbol: Symbol) -> Iterator[Any]:
    """What all code stores to what has a symbol's name."""
    name = symbol.path[-1].partition("#")[0]
    mentions = (*program.references.get(symbol, ()), *program.unresolved_of(f".{name}"))
    for within in sorted({one.within for one in mentions if one.within is not None}):
        for node in walk((program.definitions[within].function,)):
            target = node.target if isinstance(node, Assign) else getattr(node, "pattern", None)
            if isinstance(node, Assign | Let) and isinstance(target, TargetPattern):
                place = target.place
                if isinstance(place, Member | Ref) and _named(place) == name:
                    yield node.value


def _is_null(value: Any) -> bool:
    """Whether a value may be none, for it says so."""
    return any(isinstance(one, Literal) and one.kind == "null" for one in walk((value,)))


def _named(place: Member | Ref) -> str:
    """The plain name of what is stored to."""
    name = place.name if isinstance(place, Member) else place.symbol.path[-1]
    return name.partition("#")[0]
