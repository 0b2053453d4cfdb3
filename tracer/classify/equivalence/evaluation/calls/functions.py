"""Functions as values: closures, and the code of definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.state import Frame, State
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, NULL, TRUE, UNDEFINED, Term
from tracer.classify.equivalence.evaluation.machine.conversions import declared_of, is_numeric, kept
from tracer.classify.equivalence.evaluation.machine.handlers import (
    Closure,
    expression,
)
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.machine.values import as_now, declare, is_test
from tracer.classify.equivalence.evaluation.places.patterns import (
    assign_pattern,
    boxed,
    copied,
    is_copied,
)
from tracer.classify.equivalence.evaluation.values.own_operators import check_own
from tracer.classify.equivalence.symbols.arrows import is_arguments
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.equivalence.evaluation.domain.state import Continue, Then
    from tracer.classify.equivalence.evaluation.machine.machine import (
        Machine,
    )

type_leaf = type_term

# Names of results that a function gives without a return: none declared, void, the unit type.
_NO_RESULT = frozenset({"", "void", "Void", "Unit", "()", "tuple", "unit"})


def is_generator(m: Machine, function: core.Function) -> bool:
    """Whether calling it makes an iterator."""
    found = m.generators.get(id(function))
    if found is None:
        found = (function, _yields(function))
        m.generators[id(function)] = found
    return found[1]


def _yields(function: core.Function) -> bool:
    return "generator" in function.flags or any(
        isinstance(one, core.Yield) for one in walk(function, into_functions=False)
    )


def is_async(function: core.Function) -> bool:
    """Whether calling it makes something to await."""
    return "async" in function.flags or "suspend" in function.flags


def can_run_here(m: Machine, function: core.Function) -> bool:
    """Whether a function's code means the same where it is called."""
    if is_generator(m, function) or is_async(function):
        return False
    found = m.movable.get(id(function))
    if found is None:
        found = (function, _is_movable(m, function))
        m.movable[id(function)] = found
    return found[1]


def _is_movable(m: Machine, function: core.Function) -> bool:
    return not any(
        isinstance(one, core.Defer) or is_arguments(one) or _asks_frame(m, one)
        for one in walk(function, into_functions=False)
    )


def _asks_frame(m: Machine, node: object) -> bool:
    """Whether a call asks something of the function that it stands in, or leaves it a value."""
    if not isinstance(node, core.Call) or not m.semantics.frame_functions:
        return False
    function = node.function
    name = (
        function.path if isinstance(function, core.External)
        else function.name if isinstance(function, core.Unresolved)
        else ""
    )  # fmt: skip
    return name.rpartition(".")[2] in m.semantics.frame_functions


@expression(core.Function)
def closure(m: Machine, e: core.Function, s: State, k: Continue) -> Term:
    """A function made here: its parameters, and what its code does."""
    number = m.fresh()
    frame = s.frame._replace(id=number, function=e, returns=None, depth=0)
    if has_receiver(m, e):
        frame = frame._replace(receiver=("self", number))
    defaults: list[Term | None] = [
        None if one.default is None else m.value_of(one.default, s) for one in e.parameters
    ]
    term = function_term(m, e, frame, s.env, defaults)
    if not is_generator(m, e) and not is_async(e):
        m.closures[number] = Closure(e, s.env, s.frame)
    if s.pending and e.captures:
        return m.flushed(s, lambda s2: k(term, s2))
    return k(term, s)


def has_receiver(m: Machine, function: core.Function) -> bool:
    """Whether a function that is made here has a receiver of its own."""
    return m.semantics.functions_have_receivers and not {"arrow", "lambda"} & function.flags


def function_term(
    m: Machine,
    e: core.Function,
    frame: Frame,
    env: Any,
    defaults: list[Term | None],
    seen: Sequence[core.Type] = (),
) -> Term:
    """`("fn", flags, parameters, number, tree)`. `seen`: types that parameters are known to get."""
    number = frame.id
    state = State(env=env, frame=frame, heap=("start", number), site=number)
    signature: list[Term] = []
    values: list[Term] = []
    for at, (one, default) in enumerate(zip(e.parameters, defaults, strict=True)):
        value = ("p", number, at)
        values.append(value)
        declare(m, value, one.type)
        if one.type.name:
            m.exact.setdefault(value, one.type)
        elif at < len(seen):
            declare(m, value, seen[at])
        label: Term = ()
        if m.semantics.names_labels and one.kind not in ("positional", "*", "**"):
            label = ("label", one.name)
        is_said = not m.semantics.closure_types_inferred or is_numeric(m, one.type)
        is_said = is_said or one.type.name in m.semantics.boxed_types or core.HANDED not in e.flags
        declared = type_term(one.type if is_said else core.UNKNOWN)
        declared = declared if m.semantics.types_matter else ()
        signature.append((one.kind, label, default or (), declared))

    def body(s: State) -> Term:
        return m.run(e.body, s, lambda s2: m.give(at_end(m, e), s2))

    tree = enter(m, e, values, state, body)
    flags = tuple(sorted(_said(m, e) - {"arrow", "lambda", "method", core.HANDED}))
    result = type_term(_result(m, e, tree)) if m.semantics.types_matter else ()
    kind = (*flags, "generator") if is_generator(m, e) and "generator" not in flags else flags
    return ("fn", kind, tuple(signature), number, tree, result)


def _result(m: Machine, function: core.Function, tree: Term) -> core.Type:
    """The type of what a function gives; of a lambda that says none, what it gives shows it."""
    if function.result.name or "lambda" not in function.flags:
        return function.result
    todo: list[Any] = [tree]
    given: list[Term] = []
    while todo:
        one = todo.pop()
        if not isinstance(one, tuple) or one[:1] == ("fn",):
            continue
        if one[:1] == ("graft",):
            todo.append(m.grafts.get(one))
        if one[:1] == ("ret",):
            given.append(one[1])
        else:
            todo.extend(one)
    is_truth = bool(given) and all(is_test(one) or one in (TRUE, FALSE) for one in given)
    return core.Type("bool") if is_truth else core.UNKNOWN


def _said(m: Machine, function: core.Function) -> frozenset[str]:
    """A function's flags, without those that show only to code that asks what a function is.

    Its own name, and that it is an object of a class without a name: a new one each time, while
    Java may give one object for all rounds of a lambda.
    """
    own = {one for one in function.flags if one.startswith(core.CALLED)}
    if own and m.context.reads_names:
        own = set()
    if core.OBJECT in function.flags:
        own.add(core.OBJECT)
    return function.flags - own if own and m.context.allows("introspection") else function.flags


def at_end(m: Machine, function: core.Function) -> Term:
    """What a function gives whose code ends without a return: nothing, or what no return gives.

    Where a result is declared, the end is not reached, or the program does not compile.
    """
    if m.semantics.types_matter and function.result.name not in _NO_RESULT:
        return ("no-result",)
    return nothing(m)


def nothing(m: Machine) -> Term:
    """What a function gives that returns nothing."""
    return UNDEFINED if m.semantics.loose_null else NULL


def enter(
    m: Machine, e: core.Function, values: list[Term], s: State, then: Then, at: int = 0
) -> Term:
    """Bind parameters to values in order."""
    if at == len(e.parameters):
        return then(s)
    one = e.parameters[at]
    given = values[at] if one.pattern is not None else boxed(m, values[at])

    if m.semantics.references_valid:
        declared = declared_of(m, s.frame.types, one.binder)
        if declared.name == "&" and given[0] not in ("c", "un"):
            m.exact.setdefault(given, declared)

    def bound(s2: State) -> Term:
        def go_on(s3: State) -> Term:
            return enter(m, e, values, s3, then, at + 1)

        if one.pattern is None:
            return go_on(s2)
        return assign_pattern(m, one.pattern, values[at], s2, go_on)

    if m.semantics.has_references and s.pending and is_copied(m, given, one.type):
        return m.flushed(s, lambda s2: enter(m, e, values, s2, then, at))
    return kept(m, given, one.type, s, lambda v, s2: m.bind(
        one.binder, _taken(m, v, one.type, s2), s2, bound
    ))  # fmt: skip


def _taken(m: Machine, value: Term, declared: core.Type, s: State) -> Term:
    """What a parameter holds that is given an object of others by value: a copy of it (C++)."""
    own = value[0] == "p" and value[1] == s.frame.id
    is_model = bool(m.stack) and m.stack[-1][:1] == ("model",)  # which changes none of them
    if own or is_model or not m.semantics.has_references or declared.name in ("*", "&", "&&"):
        return value
    return copied(m, value, declared, s) if is_copied(m, value, declared) else as_now(m, value, s)


def frame_for(
    m: Machine, function: core.Function, symbol: core.Symbol | None, receiver: Term
) -> Frame:
    """The frame of a definition's code."""
    frame = Frame(
        id=m.fresh(),
        function=function,
        facts=m.facts_of(function),
        symbol=symbol,
        types=m.context.types(symbol),
        receiver=receiver,
    )
    check_own(m, function, frame, is_unfolded=True)
    return frame
