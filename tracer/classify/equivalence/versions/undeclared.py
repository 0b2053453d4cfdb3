"""Code as if it declared no types, in languages where declarations do nothing at run time.

A helper declares its parameters, so more is known of values in it than in the code that it was
taken from. Without what is declared on the way, both are the same again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.core import UNKNOWN, Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.semantics.core import Symbol

    KindOf = Callable[[Symbol], Kind | None]

# Fields of nodes that say a type.
_TYPED: dict[type, dict[str, Any]] = {
    core.Parameter: {"type": UNKNOWN},
    core.BindPattern: {"type": UNKNOWN},
    core.FieldPattern: {"owner": None},
    core.Function: {"result": UNKNOWN},
    core.Call: {"type": UNKNOWN},
    core.Let: {"is_typed": False},
}
_CALLED = frozenset({Kind.METHOD, Kind.FUNCTION, Kind.CONSTRUCTOR, Kind.PROPERTY, Kind.CLASS})
_NAMED = (core.Self, core.Ref, core.External)  # objects whose members are known without types


def undeclared(code: Any, kind_of: KindOf) -> Any:
    """The code without declared types, and without what they say members are; itself if none.

    What is called stays known: which method that is decides what it does.
    """
    if not isinstance(code, tuple) or isinstance(code, core.Symbol | core.Type):
        return code
    fields = getattr(code, "_fields", None)
    if fields is None:
        parts = [undeclared(one, kind_of) for one in code]
        is_same = all(one is other for one, other in zip(parts, code, strict=True))
        return code if is_same else tuple(parts)
    changed = {
        field: made
        for field, one in zip(fields, code, strict=True)
        if isinstance(one, tuple) and (made := undeclared(one, kind_of)) is not one
    }
    changed |= _TYPED.get(type(code), {})
    if isinstance(code, core.Member) and _is_by_type(code, kind_of):
        changed["owner"] = None
    is_same = all(getattr(code, field) == made for field, made in changed.items())
    return code if is_same else code._replace(**changed)


class Undeclared:
    """The code of a program as if it declared no types, each function made once."""

    def __init__(self, kind_of: KindOf) -> None:
        self._kind_of = kind_of
        self._made: dict[int, tuple[core.Function, core.Function]] = {}

    def function(self, code: core.Function) -> core.Function:
        """A function that is called."""
        known = self._made.get(id(code))
        if known is None:
            known = self._made[id(code)] = code, undeclared(code, self._kind_of)
        return known[1]

    def inside(self, code: Any) -> Any:
        """What a definition does: its own parameters are what they are in both versions."""
        if not isinstance(code, core.Function):
            return undeclared(code, self._kind_of)
        body = undeclared(code.body, self._kind_of)
        return code if body is code.body else code._replace(body=body)


def _is_by_type(node: core.Member, kind_of: KindOf) -> bool:
    """Whether only the declared type of an object says whose a member is, and it is data."""
    if node.owner is None or isinstance(node.object, _NAMED):
        return False
    return not node.owner.module or kind_of(node.owner) not in _CALLED
