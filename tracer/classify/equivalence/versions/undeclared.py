"""Code without the types that it declares on the way, where declarations do nothing at run time.

A helper declares its parameters, so more is known of values in it than in the code that it was
taken from. Without that, both are the same again. What a definition's own parameters are, and what
fields of those hold, is known in both versions alike, and stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.symbols.walking import references
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
    core.Function: {"result": UNKNOWN},
    core.Call: {"type": UNKNOWN},
    core.Let: {"is_typed": False},
}
_CALLED = frozenset({Kind.METHOD, Kind.FUNCTION, Kind.CONSTRUCTOR, Kind.PROPERTY, Kind.CLASS})
_STEPS = (core.Member, core.Index)


class Undeclared:
    """The code of a program without the types that it declares on the way, made once each."""

    def __init__(self, kind_of: KindOf) -> None:
        self._kind_of = kind_of
        self._made: dict[tuple[int, bool], tuple[Any, Any]] = {}

    def function(self, code: core.Function) -> core.Function:
        """A function that is called, its parameters included."""
        return self._kept(code, is_own=False)

    def inside(self, code: Any) -> Any:
        """What a definition does, with its own parameters as they are."""
        return self._kept(code, is_own=True)

    def _kept(self, code: Any, *, is_own: bool) -> Any:
        known = self._made.get((id(code), is_own))
        if known is None:
            known = self._made[id(code), is_own] = code, self._without(code, is_own=is_own)
        return known[1]

    def _without(self, code: Any, *, is_own: bool) -> Any:
        if not is_own or not isinstance(code, core.Function):
            return self._stripped(code, _declared_in(code))
        body = self._stripped(code.body, _declared_in(code.body))
        return code if body is code.body else code._replace(body=body)

    def _stripped(self, code: Any, binders: frozenset[int]) -> Any:
        """A piece of code without types; itself if it says none."""
        if not isinstance(code, tuple) or isinstance(code, core.Symbol | core.Type):
            return code
        fields = getattr(code, "_fields", None)
        if fields is None:
            parts = [self._stripped(one, binders) for one in code]
            is_same = all(one is other for one, other in zip(parts, code, strict=True))
            return code if is_same else tuple(parts)
        changed = {
            field: made
            for field, one in zip(fields, code, strict=True)
            if isinstance(one, tuple) and (made := self._stripped(one, binders)) is not one
        }
        if not isinstance(code, core.Call) or not isinstance(code.function, core.External):
            changed |= _TYPED.get(type(code), {})  # what a library gives is nowhere declared
        if isinstance(code, core.Member) and self._is_by_type(code, binders):
            changed["owner"] = None
        is_same = all(getattr(code, field) == made for field, made in changed.items())
        return code if is_same else code._replace(**changed)

    def _is_by_type(self, node: core.Member, binders: frozenset[int]) -> bool:
        """Whether a declaration on the way says whose a member is, and it is data, or outside.

        What is called stays known: which method of the program that is decides what it does.
        """
        root: Any = node.object
        while isinstance(root, _STEPS):
            root = root.object
        if node.owner is None or not isinstance(root, core.Local) or root.binder not in binders:
            return False
        return not node.owner.module or self._kind_of(node.owner) not in _CALLED


def _declared_in(code: Any) -> frozenset[int]:
    """The parameters and locals in code; those that declare no type have none to lose."""
    return frozenset(
        one.binder
        for one in references(code)
        if isinstance(one, core.Parameter | core.BindPattern) and one.binder >= 0
    )
