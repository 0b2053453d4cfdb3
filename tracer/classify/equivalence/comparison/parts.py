"""What is said of two definitions, part by part: decorators, bases, signature, defaults, code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.comparison.bounds import without_bounds
from tracer.classify.equivalence.comparison.field_values import value_of
from tracer.classify.equivalence.symbols.hierarchy import bases_of
from tracer.semantics.core import External

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.equivalence.symbols.renaming import Renaming
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Definition


def parts_of(
    sides: tuple[Side, Side], renaming: Renaming, before: Definition, after: Definition
) -> Iterator[tuple[str, Any, Any]]:
    """(name, code before, code after) of everything that has a term."""
    found = renaming.map
    bases = (
        tuple(bases_of(sides[0].program, before.symbol, found.to_after)),
        tuple(bases_of(sides[1].program, after.symbol, found.to_before)),
    )
    for field in ("decorators", "bases", "signature"):
        ours, theirs = getattr(before, field), getattr(after, field)
        if field == "bases":
            ours, theirs = bases
        elif field == "signature":
            language = sides[0].language(before.symbol)
            ours, theirs = without_bounds(ours, theirs, renaming.symbol, language)
        elif field == "decorators" and "static" in before.modifiers ^ after.modifiers:
            ours, theirs = _without_static(ours), _without_static(theirs)
        for place in range(max(len(ours), len(theirs))):
            yield (
                f"{field} {place}",
                ours[place] if place < len(ours) else None,
                theirs[place] if place < len(theirs) else None,
            )
    if before.function is not None and after.function is not None:
        pairs = zip(before.function.parameters, after.function.parameters, strict=True)
        for place, (one, other) in enumerate(pairs):
            if one.default is not None:
                yield f"default {place}", one.default, other.default
        yield "function", before.function, after.function
    if before.value is not None or after.value is not None:
        yield "value", value_of(sides[0], before), value_of(sides[1], after)
    if before.body or after.body:
        yield "body", before.body, after.body


def _without_static(decorators: tuple[Any, ...]) -> tuple[Any, ...]:
    """Decorators but the one that says that a method needs no object."""
    return tuple(
        one
        for one in decorators
        if not (isinstance(one, External) and one.path == "builtins.staticmethod")
    )
