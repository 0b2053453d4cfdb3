"""Pointers: addresses of places, and what is behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    ZERO,
)
from tracer.classify.equivalence.evaluation.machine.conversions import is_numeric
from tracer.classify.equivalence.evaluation.machine.values import (
    declare,
    is_read,
    read_through,
)
from tracer.classify.equivalence.evaluation.values.members import (
    base_of,
    declare_part,
    element,
    element_address,
    is_address,
    member_leaf,
    owner_of,
)
from tracer.classify.equivalence.evaluation.values.presence import guarded
from tracer.semantics import core

if TYPE_CHECKING:
    from typing import Any

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


def pointer(m: Machine, e: core.Unary, s: State, k: Continue) -> Term:
    """Addresses and what is behind them."""
    if e.operator == "*":
        return m.evaluate(e.operand, s, lambda v, s2: behind(m, v, s2, k))
    inner = e.operand
    if isinstance(inner, core.Unary) and inner.operator == "*":
        return m.evaluate(inner.operand, s, k)
    if m.semantics.structs == "moves" and e.operator == "&":
        return base_of(m, inner, s, lambda v, s2: k(("un", "&", v), s2))

    def found(v: Term, s2: State) -> Term:
        if m.semantics.arrays_decay and v[0] == "at" and is_address(m, v[1]):
            return k(element_address(m, v[1], v[2]), s2)
        if m.semantics.addresses_fail and v[0] in ("attr", "at"):
            return _address_of_part(m, e.operator, v, s2, k)
        value: Term = ("un", e.operator, ("place", *v))
        array = m.exact.get(v[1], core.UNKNOWN) if v[0] == "at" else core.UNKNOWN
        if m.semantics.arrays_decay and array.name == "array" and array.arguments:
            m.exact.setdefault(value, core.Type("*", array.arguments[:1]))
        return k(value, s2)

    return place_of(m, inner, s, found)


def _address_of_part(m: Machine, operator: str, place: Term, s: State, k: Continue) -> Term:
    """The address of a field or an element, which there has to be."""
    value = ("un", operator, ("place", *place))
    if place[0] == "attr":
        return guarded(m, place[1], s, lambda _, s2: k(value, s2))
    return element(m, place[1], place[2], s, lambda _, s2: k(value, s2))


def behind(m: Machine, v: Term, s: State, k: Continue) -> Term:
    """What a pointer or reference points to."""
    if v[0] == "un" and v[1] in ("&", "&mut") and v[2][0] != "place":
        return k(v[2], s)
    at = pointed_element(m, v)
    if at is not None:
        return element(m, *at, s, k)
    lent = read_through(m, v)
    if lent != v or is_read(m, v):
        return k(lent, s)
    if s.pending:
        return m.flushed(s, lambda s2: behind(m, v, s2, k))
    value: Term = ("behind", v, m.heap_of(s))
    declared = m.exact.get(v)
    if declared is not None and declared.name in ("&", "&mut", "Box") and declared.arguments:
        declare(m, value, declared.arguments[0])
        m.exact.setdefault(value, declared.arguments[0])
    declare_part(m, v, value)
    if m.semantics.references_valid:
        return k(value, s)
    return m.duty(value, s, k)


POINTED = law(
    "pointed-element",
    "`*(a + i)` is `a[i]` and `*a` is `a[0]`, where a is a pointer to a number or to a pointer.",
    "int f(int *a, int i) { return *(a + i); }\n",
    "int f(int *a, int i) { return a[i]; }\n",
    "int f(int *a, int i) { return a[i + 1]; }\n",
    "c",
)


def pointed_element(m: Machine, v: Term) -> tuple[Term, Term] | None:
    """The array and the index that a pointer to a number or a pointer says."""
    if not m.semantics.arrays_decay:
        return None

    def points(value: Term) -> bool:
        declared = m.exact.get(value, core.UNKNOWN)
        if declared.name not in ("*", "array") or not declared.arguments:
            return False
        of = declared.arguments[0]
        return of.name == "*" or is_numeric(m, of)

    if v[0] == "bin" and v[1] == "+" and points(v[2]) and not points(v[3]):
        m.law(POINTED)
        return v[2], v[3]
    if v[:2] == ("un", "&") and v[2][:2] == ("place", "at") and points(v[2][2]):
        m.law(POINTED)
        return v[2][2], v[2][3]
    return (v, ZERO) if points(v) else None


def place_of(m: Machine, node: Any, s: State, k: Continue) -> Term:
    """The place that an expression names, for its address."""
    if isinstance(node, core.Member):
        leaf = member_leaf(node)
        return owner_of(m, node.object, s, lambda b, s2: k(("attr", b, leaf), s2))
    if isinstance(node, core.Index):
        return base_of(
            m, node.object, s,
            lambda b, s2: m.evaluate(node.key, s2, lambda i, s3: k(("at", b, i), s3)),
        )  # fmt: skip
    if isinstance(node, core.Ref):
        return k(("global", ("sym", node.symbol)), s)
    return base_of(m, node, s, lambda v, s2: k(("of", v), s2))
