"""What is deferred to a function's end, or started beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
    statement,
)
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import (
        Machine,
    )

TAKEN_ALONG = law(
    "taken-along",
    "A function literal that is deferred or started with locals as its arguments takes their "
    "values along, as one that captures them does where nothing changes them any more.",
    "package p\n\nfunc f(a int, c chan int) { go func(b int) { c <- b }(a) }\n",
    "package p\n\nfunc f(a int, c chan int) { go func() { c <- a }() }\n",
    "package p\n\nfunc f(a int, c chan int) { go func() { c <- a }(); a = 2 }\n",
    "go",
)


@statement(core.Defer)
def defer(m: Machine, n: core.Defer, s: State, then: Then) -> Term:
    """Something done at the function's end, or beside it: its operands are computed now."""
    call = n.call
    if not isinstance(call, core.Call):
        raise UnsupportedError("defer")
    if s.frame.returns is not None:
        raise UnsupportedError("defer in an unfolded call")
    call = _bound_now(m, call, s)
    nodes = (call.function, *(one.value for one in call.arguments))
    if isinstance(call.function, core.Member):
        nodes = (call.function.object, *nodes[1:])
        name: Term = ("member", call.function.owner or call.function.name)
    else:
        name = ()
    return m.evaluate_all(
        nodes, s,
        lambda vs, s2: m.event((n.kind, name, *vs), s2, lambda _, s3: then(s3)),
    )  # fmt: skip


def _bound_now(m: Machine, call: core.Call, s: State) -> core.Call:
    """A function literal called with locals that nothing shares: it takes their values along."""
    code = call.function
    given = call.arguments
    if not isinstance(code, core.Function) or len(given) != len(code.parameters):
        return call
    cells = s.frame.facts.cells
    for one, taken in zip(given, code.parameters, strict=True):
        if not isinstance(one.value, core.Local) or one.spread or one.label:
            return call
        if {one.value.binder, taken.binder} & cells or taken.kind or taken.pattern is not None:
            return call
        if _converts(m, s.frame.types.get(one.value.binder, core.UNKNOWN), taken.type):
            return call
    if not given:
        return call
    m.law(TAKEN_ALONG)
    lets = tuple(
        core.Let(core.BindPattern(taken.binder, taken.type), one.value)
        for one, taken in zip(given, code.parameters, strict=True)
    )
    taken_along = code.captures | {b.value.binder for b in given if isinstance(b.value, core.Local)}
    inner = code._replace(parameters=(), body=(*lets, *code.body), captures=taken_along)
    return call._replace(function=inner, arguments=())


def _converts(m: Machine, given: core.Type, taken: core.Type) -> bool:
    """Whether passing a value may put it into another type: an interface, for all that is seen."""
    if given == taken:
        return False
    if given.name:
        return True
    name = taken.name
    if isinstance(name, core.Symbol):
        return m.context.kind(name) in (None, core.Kind.INTERFACE)
    return name not in m.semantics.numeric_types
