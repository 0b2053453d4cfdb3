"""Values whose type is said by the place that they are stored to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.terms import constant
from tracer.classify.equivalence.evaluation.machine.values import sort_of
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_TYPED = frozenset({"p", "fn", "self", "attr", "cast", "fmt", "size", "global"})
_PARTS = frozenset({"held", "behind", "sub", "item", "field", "snap"})


def targeted(m: Machine, value: Term, declared: core.Type, s: State) -> tuple[Term, State]:
    """A value whose type is said where it is stored, which may choose what it is."""
    from tracer.classify.equivalence.evaluation.calls.functions import type_leaf

    name = declared.name
    if value[0] == "c" and value[1] in ("int", "float") and isinstance(name, str):
        return (constant(f"{value[1]}:{name}", value[2]), s)
    if m.exact.get(value) == declared or has_own_type(m, value):
        return value, s
    said = ("typed", value, type_leaf(declared))
    return value, s._replace(duties=s.duties | {said})


def is_given(function: core.Function | None, local: core.BindPattern) -> bool:
    """Whether a function gives a local of its own result's type: it has that type anyhow."""
    return (
        function is not None
        and function.result == local.type
        and any(
            isinstance(one, core.Return)
            and isinstance(one.value, core.Local)
            and one.value.binder == local.binder
            for one in function.body
        )
    )


def has_own_type(m: Machine, value: Term) -> bool:
    """Whether the type of a value is said by what it is made of, wherever it is stored."""
    if value in m.exact or value[0] in _TYPED or sort_of(m, value) == "bool":
        return True
    if value[0] == "any-order":
        return any(has_own_type(m, one) for one in value[2])
    if value[0] == "bin":
        return has_own_type(m, value[2]) or has_own_type(m, value[3])
    return value[0] in _PARTS and has_own_type(m, value[1])
