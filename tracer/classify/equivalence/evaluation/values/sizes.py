"""`sizeof`: a constant that the type of its operand gives; the operand is not evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.machine.conversions import declared_of
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
)
from tracer.classify.equivalence.evaluation.machine.opaque import opaque_expression, type_term
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

SIZES = law(
    "size-of-type",
    "`sizeof` says how large the type of its operand is, which is not evaluated.",
    "struct q { int a; };\nunsigned long f(struct q *p) { return sizeof(struct q); }\n",
    "struct q { int a; };\nunsigned long f(struct q *p) { return sizeof *p; }\n",
    "struct q { int a; };\nunsigned long f(struct q *p) { return sizeof p; }\n",
    "c",
)
_TYPES = frozenset({core.Kind.CLASS, core.Kind.TYPE, core.Kind.ENUM})
_SIZED = 2  # arguments of an array type whose length is said


def size_of(m: Machine, e: core.Call, s: State, k: Continue) -> Term:
    """The size of a type, or of what an expression is of."""
    found = type_of(m, e.arguments[0].value, s) if len(e.arguments) == 1 else core.UNKNOWN
    if not found.name or (found.name == "array" and len(found.arguments) < _SIZED):
        return opaque_expression(m, e, s, k)
    check_length(found)
    m.law(SIZES)
    value: Term = ("sizeof", type_term(found))
    m.exact.setdefault(value, core.Type("size_t"))
    return k(value, s)


def check_length(declared: core.Type) -> None:
    """Raises: UnsupportedError for an array whose length is known when it is made."""
    name = declared.name
    if isinstance(name, str) and name.startswith("local "):
        raise UnsupportedError("array of variable length")
    for one in declared.arguments:
        check_length(one)


def type_of(m: Machine, node: Any, s: State) -> core.Type:
    """The declared type of a place, or the type that a type's name means."""
    if isinstance(node, core.Unary) and node.operator == "group":
        return type_of(m, node.operand, s)
    if isinstance(node, core.Local):
        declared = declared_of(m, s.frame.types, node.binder)
        taken = {one.binder for one in s.frame.function.parameters} if s.frame.function else set()
        if declared.name == "array" and node.binder in taken:
            return core.Type("*", declared.arguments[:1])
        return declared
    if isinstance(node, core.External):
        return core.Type(node.path)
    if isinstance(node, core.Ref):
        if m.context.kind(node.symbol) in _TYPES:
            return core.Type(node.symbol)
        found = m.context.outline(node.symbol)
        return found.type if found is not None else core.UNKNOWN
    if isinstance(node, core.Member) and node.owner is not None:
        return m.context.field_type(node.owner)
    if isinstance(node, core.Index) and isinstance(node.key, core.Construct):
        return _written_type(m, node, s)
    if isinstance(node, core.Index | core.Unary):
        if isinstance(node, core.Unary) and node.operator != "*":
            return core.UNKNOWN
        if any(isinstance(one, core.Call) for one in walk(node)):
            return core.UNKNOWN
        outer = type_of(m, node.object if isinstance(node, core.Index) else node.operand, s)
        if outer.name in ("*", "array") and outer.arguments:
            return outer.arguments[0]
    return core.UNKNOWN


def _written_type(m: Machine, node: core.Index, s: State) -> core.Type:
    """A type with arguments that stands as a value: `char *`."""
    base = type_of(m, node.object, s)
    if not isinstance(node.key, core.Construct) or node.key.kind != "types":
        return core.UNKNOWN
    parts = tuple(type_of(m, item.value, s) for item in node.key.items)
    return core.Type(base.name, parts) if all(one.name for one in parts) else core.UNKNOWN
