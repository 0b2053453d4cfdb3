"""Conditions: tests, `and`, `or`, conditional expressions, and what a value means as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NULL,
    TRUE,
    constant,
    negated,
)
from tracer.classify.equivalence.evaluation.machine.conversions import (
    converted,
    declared_of,
    exact_name,
    is_numeric,
)
from tracer.classify.equivalence.evaluation.machine.handlers import (
    expression,
)
from tracer.classify.equivalence.evaluation.machine.values import is_boolean
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.semantics import core

if TYPE_CHECKING:
    from typing import Any

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

NULLS = law(
    "null-idioms",
    "`a?.b` and `a ?? b` are tests for no value.",
    "function f(a, b) { return a ?? b }\n",
    "function f(a, b) { return a !== null && a !== undefined ? a : b }\n",
    "function f(a, b) { return a || b }\n",
    "javascript",
)


@expression(core.Logical)
def logical(m: Machine, e: core.Logical, s: State, k: Continue) -> Term:
    """`and`, `or`, `??` as values."""
    if m.semantics.truth == "nonzero" and e.operator != "coalesce":
        return m.joined(
            s, lambda k2: tested(m, e, s, lambda s2: k2(TRUE, s2), lambda s2: k2(FALSE, s2)), k
        )

    def first(v: Term, s2: State, k2: Continue) -> Term:
        def rest(s3: State) -> Term:
            return m.evaluate(e.right, s3, k2)

        if e.operator == "coalesce":
            m.law(NULLS)
            return comparisons.compare(
                m, "==", v, NULL, s2,
                lambda t, s3: comparisons.condition(m, t, s3, rest, lambda s4: k2(v, s4)),
            )  # fmt: skip
        stays = v
        if is_boolean(m, v):
            stays = TRUE if e.operator == "or" else FALSE
        if e.operator == "or":
            return comparisons.condition(m, v, s2, lambda s3: k2(stays, s3), rest)
        return comparisons.condition(m, v, s2, rest, lambda s3: k2(stays, s3))

    return m.joined(s, lambda k2: m.evaluate(e.left, s, lambda v, s2: first(v, s2, k2)), k)


@expression(core.Conditional)
def conditional(m: Machine, e: core.Conditional, s: State, k: Continue) -> Term:
    """A choice between two values; where types convert, both become of one type."""
    common = common_type(m, e, s)

    def run(k2: Continue) -> Term:
        def arm(node: core.Expression, s2: State) -> Term:
            return m.evaluate(node, s2, lambda v, s3: k2(converted(m, v, common), s3))

        return tested(m, e.test, s, lambda s2: arm(e.then, s2), lambda s2: arm(e.otherwise, s2))

    return m.joined(s, run, k)


def common_type(m: Machine, e: core.Conditional, s: State) -> core.Type:
    """The type that both values of a choice are converted to, if they have different ones."""
    if not m.semantics.converts_implicitly:
        return core.UNKNOWN
    kinds = [plain_type(m, node, s) for node in (e.then, e.otherwise)]
    if kinds[0] == kinds[1] or "" in kinds:
        return core.UNKNOWN
    for wide in ("double", "float", "long"):
        if wide in kinds:
            return core.Type(wide)
    if m.semantics.arrays_decay:
        wider = {kind for kind in kinds if kind not in _PROMOTED}
        return core.Type(wider.pop() if len(wider) == 1 else "int" if not wider else "")
    return core.UNKNOWN


# What C makes an int of before it computes with it.
_PROMOTED = frozenset(
    {"int", "bool", "char", "signed char", "unsigned char", "short", "unsigned short"}
    | {"int8_t", "uint8_t", "int16_t", "uint16_t"}
)


def plain_type(m: Machine, node: core.Expression, s: State) -> str:
    """The numeric type of a literal, local or conversion."""
    if isinstance(node, core.Literal):
        return exact_name(m, constant(node.kind, node.value))
    declared = core.UNKNOWN
    if isinstance(node, core.Local):
        declared = declared_of(m, s.frame.types, node.binder)
    elif isinstance(node, core.Cast):
        declared = node.type
    return declared.name if is_numeric(m, declared) and isinstance(declared.name, str) else ""


def truth_of(m: Machine, e: Any, s: State, k: Continue) -> Term:
    """A condition as a value."""
    inner = e.operand

    def value(v: Term, s2: State) -> Term:
        if is_boolean(m, v):
            return k(negated(v), s2)
        return comparisons.condition(m, v, s2, lambda s3: k(FALSE, s3), lambda s3: k(TRUE, s3))

    if isinstance(inner, core.Logical | core.Conditional):
        return m.joined(
            s, lambda k2: tested(m, e, s, lambda s2: k2(TRUE, s2), lambda s2: k2(FALSE, s2)), k
        )
    return m.evaluate(inner, s, value)


def tested(m: Machine, e: Any, s: State, yes: Then, no: Then) -> Term:
    """Both ways from an expression that is only tested."""
    m.tick()
    if isinstance(e, core.Unary) and e.operator in ("not", "!"):
        return tested(m, e.operand, s, no, yes)
    if isinstance(e, core.Logical) and e.operator == "and":
        return tested(m, e.left, s, lambda s2: tested(m, e.right, s2, yes, no), no)
    if isinstance(e, core.Logical) and e.operator == "or":
        return tested(m, e.left, s, yes, lambda s2: tested(m, e.right, s2, yes, no))
    if isinstance(e, core.Conditional):
        return tested(
            m, e.test, s, lambda s2: tested(m, e.then, s2, yes, no),
            lambda s2: tested(m, e.otherwise, s2, yes, no),
        )  # fmt: skip
    return m.evaluate(e, s, lambda v, s2: comparisons.condition(m, v, s2, yes, no))
