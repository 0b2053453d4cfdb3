"""Calls of the program's own functions that only read: values, and no events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.machine.values import declare
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


def says_types(m: Machine, e: core.Call) -> bool:
    """Whether a call says types that its arguments and its result are converted to."""
    return m.semantics.converts_implicitly and any(
        one.name != "overload" for one in e.type_arguments
    )


PURE = law(
    "reading-call",
    "A call of a function of the program that only reads, and of all that it may run, is a value "
    "of its arguments and of what it finds: one or several, before or after other reads.",
    "def g(a: int) -> int:\n    return a * 2\n\n\ndef f(a: int):\n    b = g(a)\n    return b + b\n",
    "def g(a: int) -> int:\n    return a * 2\n\n\ndef f(a: int):\n    return g(a) + g(a)\n",
    "def g(a: int) -> int:\n    print(a)\n    return a\n\n\n"
    "def f(a: int):\n    return g(a) + g(a)\n",
)


def is_reading(m: Machine, e: core.Call, symbol: core.Symbol, given: list[Given]) -> bool:
    """Whether a call of a definition is a value: nothing happens, whatever it runs."""
    if any(one.value[0] in ("fn", "stream") or one.spread for one in given):
        return False
    if m.unused is e or symbol not in m.context.pure or says_types(m, e):
        return False
    asks = m.semantics.operators_overloadable or m.semantics.attributes_computed
    return not asks or m.context.allows("plain-operators")


def reading(
    m: Machine,
    e: core.Call,
    callee: Term,
    arguments: Term,
    s: State,
    k: Continue,
    result: core.Type = core.UNKNOWN,
) -> Term:
    """The value of a call that only reads; it may fail, or not end."""
    if s.pending:
        return m.flushed(s, lambda s2: reading(m, e, callee, arguments, s2, k, result))
    m.law(PURE)
    value: Term = ("call", callee, arguments, m.heap_of(s))
    declared = e.type if e.type.name else result
    declare(m, value, declared)
    if declared.name:
        m.exact.setdefault(value, declared)
    return m.duty(m.sized(value), s, k)
