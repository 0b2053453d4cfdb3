"""`texts_of`: the texts that an expression may give, as far as its own definition shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.semantics.reach.code import Stored, Unit

_DEEPEST = 8  # locals and branches that are followed one behind the other
_SEQUENCES = frozenset({"list", "tuple", "set", "array"})


def texts_of(node: Any, unit: Unit, depth: int = 0) -> frozenset[str] | None:
    """The texts that an expression in a unit may give; None where it may give others.

    Literals, the branches of a condition, and locals of which all that is stored is seen.
    """
    if depth > _DEEPEST:
        return None
    if isinstance(node, core.Literal):
        return frozenset({node.value}) if node.kind == "str" else None
    values: list[Any] | None = None
    if isinstance(node, core.Conditional):
        values = [node.then, node.otherwise]
    elif isinstance(node, core.Local) and node.binder not in unit.parameters:
        values = _stored_values(unit.stored.get(node.binder, []))
    if values is None:
        return None
    found: set[str] = set()
    for value in values:
        texts = texts_of(value, unit, depth + 1)
        if texts is None:
            return None
        found |= texts
    return frozenset(found)


def _stored_values(stored: list[Stored]) -> list[Any] | None:
    """All values that a local takes; None where some are not seen."""
    found: list[Any] = []
    for one in stored:
        if not one.is_each:
            found.append(one.value)
        elif isinstance(one.value, core.Construct) and one.value.kind in _SEQUENCES:
            if any(item.spread for item in one.value.items):
                return None
            found += [item.value for item in one.value.items]
        else:
            return None
    return found if stored else None
