"""The arguments of a call: evaluated in order, spread, and arranged to parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.calls.functions import nothing
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.machine.values import sort_of
from tracer.classify.equivalence.evaluation.values.references import is_immutable
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

ARGUMENTS = law(
    "arguments-by-parameter",
    "Arguments of a known function are given by position or by name, with defaults written out "
    "where they are literals.",
    "def g(a, b=2):\n    return a - b\n\n\ndef f(a):\n    return g(a, 3)\n",
    "def g(a, b=2):\n    return a - b\n\n\ndef f(a):\n    return g(b=3, a=a)\n",
    "def g(a, b=2):\n    return a - b\n\n\ndef f(a):\n    return g(3, a)\n",
)

SEVERAL = 2

_CONTAINERS = frozenset({"list", "dict", "set", "tuple", "str", "bytes"})


class Given(NamedTuple):
    """An argument: its value, its name, and whether it is spread."""

    value: Term
    label: str = ""
    spread: str = ""


def arguments(m: Machine, e: core.Call, s: State, k: Callable[[list[Given], State], Term]) -> Term:
    """The arguments, evaluated in the order they stand in."""
    nodes = tuple(one.value for one in e.arguments)

    def given(values: list[Term], s2: State) -> Term:
        return k(
            [
                Given(value, one.label, one.spread)
                for value, one in zip(values, e.arguments, strict=True)
            ],
            s2,
        )

    if m.semantics.argument_order == "unspecified" and (
        sum(map(_does, nodes)) >= SEVERAL or _empties(nodes)
    ):
        return m.event(
            ("unordered",), s,
            lambda v, s2: m.evaluate_all(
                nodes, s2,
                lambda vs, s3: m.event(("ordered", v), s3, lambda _, s4: given(vs, s4)),
            ),
        )  # fmt: skip
    if m.semantics.spreads_run and any(one.spread for one in e.arguments):
        return _spread_all(m, e, [], s, given)
    return m.evaluate_all(nodes, s, given)


def _empties(nodes: tuple[Any, ...]) -> bool:
    """Whether an argument takes away what another one may still read: `g(p->n, std::move(p))`."""
    moved = [
        (at, node.arguments[0].value)
        for at, node in enumerate(nodes)
        if isinstance(node, core.Call)
        and isinstance(node.function, core.External)
        and node.function.path == "std.move"
        and len(node.arguments) == 1
    ]
    return any(
        isinstance(one, core.Local) and one.binder == taken.binder
        for at, taken in moved
        if isinstance(taken, core.Local)
        for other in (*nodes[:at], *nodes[at + 1 :])
        for one in walk(other)
    )


def _spread_all(
    m: Machine,
    e: core.Call,
    values: list[Term],
    s: State,
    k: Callable[[list[Term], State], Term],
) -> Term:
    """Arguments in order, of which some are gone through before the next is evaluated."""
    if len(values) == len(e.arguments):
        return k(values, s)
    one = e.arguments[len(values)]

    def go_on(v: Term, s2: State) -> Term:
        return _spread_all(m, e, [*values, v], s2, k)

    def through(v: Term, s2: State) -> Term:
        if not one.spread or v[0] in ("tuple", "new") or sort_of(m, v) in _CONTAINERS:
            return go_on(v, s2)
        return m.event(("spread", one.spread, v), s2, go_on)

    return m.evaluate(one.value, s, through)


def as_list(m: Machine, given: list[Given], f: Term) -> Term:
    """Arguments as they were given; names in no order, where what is called cannot tell."""
    positional: list[Term] = []
    named: list[Term] = []
    for one in given:
        if one.label:
            named.append(("named", ("label", one.label), one.value))
        elif one.spread:
            positional.append(("spread", one.spread, one.value))
        else:
            positional.append(one.value)
    if not named:
        return tuple(positional)
    is_sole = len(named) == 1 and not any(one.spread == "**" for one in given)
    if not is_sole and (any(one.spread == "**" for one in given) or _keeps_order(m, f)):
        return (*positional, *named)
    return (*positional, ("any-names", frozenset(named)))


def _keeps_order(m: Machine, f: Term) -> bool:
    """Whether what is called may take any names, and so see in which order they were given."""
    name = f[1][1] if f[0] == "method" else f[1]
    found = m.context.callable(name) if isinstance(name, core.Symbol) else None
    if found is not None and found.function is not None and not found.decorators:
        return any(one.kind == "**" for one in found.function.parameters)
    last = name.rpartition(".")[2] if isinstance(name, str) else ""
    if isinstance(name, core.Symbol) and name.path:
        last = name.path[-1]
    if last in m.semantics.names_kept or m.context.takes_any_names:
        return True
    return bool(m.semantics.any_names_pattern) and not m.context.allows("introspection")


def _does(node: core.Expression) -> bool:
    """Whether evaluating an argument may have an effect."""
    return any(
        isinstance(
            one, core.Call | core.Assign | core.Update | core.Opaque | core.Await | core.Yield
        )
        for one in walk(node, into_functions=False)
    )


def arranged(
    m: Machine, function: core.Function, given: list[Given], symbol: core.Symbol | None
) -> list[Term] | None:
    """Arguments by parameter, with defaults that are literals; None where it cannot be said."""
    parameters = function.parameters
    if any(one.kind in ("*", "**") for one in parameters) or any(one.spread for one in given):
        return None
    slots: dict[int, Term] = {}
    open_ = [at for at, one in enumerate(parameters) if one.kind != "keyword"]
    by_name = {one.name: at for at, one in enumerate(parameters) if one.kind != "positional"}
    for one in given:
        if one.label:
            at = by_name.get(one.label, -1)
        elif open_:
            at = open_.pop(0)
        else:
            at = -1
        if at < 0 or at in slots:
            return None
        slots[at] = one.value
    for at, parameter in enumerate(parameters):
        if at in slots:
            continue
        if parameter.default is None:
            if m.semantics.call_checks_arity:
                return None
            slots[at] = nothing(m)
            continue
        slots[at] = _default(m, parameter, at, symbol)
    if any(one.label for one in given):
        m.law(ARGUMENTS)
    return [slots[at] for at in range(len(parameters))]


def _default(m: Machine, parameter: core.Parameter, at: int, symbol: core.Symbol | None) -> Term:
    from tracer.classify.equivalence.evaluation.values.references import constant_value

    value = constant_value(m, parameter.default)
    if value is not None and is_immutable(value):
        m.law(ARGUMENTS)
        return value
    return ("default", ("sym", symbol) if symbol is not None else (), at)
