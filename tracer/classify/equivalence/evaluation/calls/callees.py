"""What a call runs: a definition of the program, a closure, or something outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import arranged, as_list
from tracer.classify.equivalence.evaluation.calls.constructors import (
    constructor_of,
    record_parameters,
)
from tracer.classify.equivalence.evaluation.calls.functions import (
    at_end,
    can_run_here,
    enter,
    frame_for,
    has_receiver,
    is_async,
    is_generator,
)
from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.calls.readings import is_reading, reading, says_types
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.machine import variants
from tracer.classify.equivalence.evaluation.machine.class_uses import used
from tracer.classify.equivalence.evaluation.machine.conversions import as_literal, converted, kept
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.machine.values import declare, is_plain, sort_of
from tracer.classify.equivalence.evaluation.values.presence import guarded
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.library import Known
    from tracer.classify.equivalence.evaluation.domain.state import Continue, Frame, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

DIRECT = law(
    "local-function",
    "A local function or lambda that is called where it is known is what it does.",
    "def f(a):\n    def g(b):\n        return b.x\n\n    return g(a)\n",
    "def f(a):\n    return a.x\n",
    "def f(a):\n    return a.y\n",
)

UNFOLDED = law(
    "unfolded-call",
    "A call of a definition that only one version has is what it does, with its arguments "
    "computed first, in order.",
    "def f(a):\n    return a.x\n",
    "def _g(b):\n    return b.x\n\n\ndef f(a):\n    return _g(a)\n",
    "def _g(b):\n    return b.y\n\n\ndef f(a):\n    return _g(a)\n",
)


def called(m: Machine, e: core.Call, f: Term, given: list[Given], s: State, k: Continue) -> Term:
    """A function value applied."""
    if not any(one.spread or one.label for one in given):
        made = variants.made_by(m, f, tuple(one.value for one in given))
        if made is not None:
            return k(made, s)
    if f[0] == "fn" and f[3] in m.closures:
        direct = _closure(m, f, given, s, k)
        if direct is not None:
            return direct
    if f[0] == "sym":
        return call_symbol(m, e, f[1], None, given, s, k)
    if f[0] == "ext" and not says_types(m, e):
        as_method = _as_method(m, e, f[1], given, s, k)
        if as_method is not None:
            return as_method
        known = m.library.function(f[1]) if e.kind != "macro" else None
        made = None if known is None else _by_law(m, e, f, known, given, s, k)
        made = made or _by_model(m, e, f[1], given, s, k)
        if made is not None:
            return made
        if known is not None:
            return apply_known(m, e, f, known, given, s, k)
    return plain_call(m, e, f, given, s, k)


def _as_method(
    m: Machine, e: core.Call, path: str, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`str::len(a)` is `a.len()`, where methods may be named by their types (Rust, Python)."""
    owner, _, name = path.rpartition(".")
    if not given or given[0].label or given[0].spread:
        return None
    sort = m.library.sort(owner)
    is_own = bool(m.semantics.collectors) and sort_of(m, given[0].value) == sort
    if not m.semantics.library_types_final and not (is_own and is_plain(sort)):
        return None
    if m.library.function(path) is not None or sort not in m.library.methods:
        return None
    if m.library.method(sort, name) is None:
        return None
    from tracer.classify.equivalence.evaluation.calls.methods import apply_method

    receiver = given[0].value
    if receiver[:2] == ("un", "&"):
        receiver = receiver[2]
    member = core.Member(core.External(owner), name, owner=core.Symbol("", (owner, name)))
    call = e._replace(function=member)
    return apply_method(m, call, member, receiver, given[1:], s, k)


def _by_model(
    m: Machine, e: core.Call, path: str, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A function of the library by its model."""
    from tracer.classify.equivalence.evaluation.calls.models import function_model

    return function_model(m, path, given, s, k) if e.kind != "macro" else None


def _by_law(
    m: Machine, e: core.Call, f: Term, known: Known, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A function of the library that came as a value, by its law: `map(str, a)`."""
    from tracer.classify.equivalence.evaluation.laws.library_laws import LIBRARY_LAWS

    if known.law not in LIBRARY_LAWS or any(one.spread for one in given):
        return None
    node = e._replace(function=core.External(f[1]))
    return LIBRARY_LAWS[known.law](m, node, None, given, s, k)


def plain_call(
    m: Machine, e: core.Call, f: Term, given: list[Given], s: State, k: Continue
) -> Term:
    """A call that may do anything."""
    args = as_list(m, given, f)
    types = tuple(type_term(one) for one in e.type_arguments) if m.semantics.types_matter else ()
    kind = e.kind if e.kind in ("new", "macro") else "call"

    def typed(v: Term, s2: State) -> Term:
        _note_object(m, e, v)
        declare(m, v, e.type)
        if e.type.name:
            m.exact.setdefault(v, e.type)
        return k(v, s2)

    return m.event((kind, f, args, types), s, typed)


def call_symbol(
    m: Machine,
    e: core.Call,
    symbol: core.Symbol,
    receiver: Term | None,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term:
    """A call of a definition of the program: run where it may be unfolded, else an event."""
    return used(m, symbol, s, lambda s2: _call_of(m, e, symbol, receiver, given, s2, k))


def _call_of(
    m: Machine,
    e: core.Call,
    symbol: core.Symbol,
    receiver: Term | None,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term:
    found = m.context.callable(symbol)
    if receiver is None and found is not None and _is_given_receiver(m, found, given):
        receiver, given = given[0].value, given[1:]
        receiver = receiver[2] if receiver[:2] == ("un", "&") else receiver
    callee: Term = ("sym", symbol)
    if receiver is not None:
        callee = ("method", ("member", symbol), receiver)
    if found is None or found.function is None or not is_plainly_decorated(m, found):
        return _call_without_code(m, e, symbol, found, callee, given, s, k)
    slots = arranged(m, found.function, given, symbol)
    if slots is None:
        m.context.called.add(symbol)
        return plain_call(m, e, callee, given, s, k)
    is_here = can_run_here(m, found.function) and not says_types(m, e)
    if m.may_unfold(symbol) and is_here and not works_on_copy(found):
        made = _on_object(m, found, receiver, slots, s, k)
        if made is not None:
            return made
    m.context.called.add(symbol)
    slots = [
        as_literal(m, one, taken.type.name)
        for one, taken in zip(slots, found.function.parameters, strict=True)
    ]
    if m.semantics.converts_implicitly and not m.semantics.has_overloads:
        slots = [
            converted(m, one, taken.type)
            for one, taken in zip(slots, found.function.parameters, strict=True)
        ]

    if is_reading(m, e, symbol, given):
        return reading(m, e, callee, ("slots", *slots), s, k, result_of(m, found))

    def typed(v: Term, s2: State) -> Term:
        declare(m, v, e.type if e.type.name else result_of(m, found))
        if result_of(m, found).name:
            m.exact.setdefault(v, result_of(m, found))
        return k(v, s2)

    return _finished(m, e, callee, slots, s, typed)


def _call_without_code(
    m: Machine, e: core.Call, symbol: core.Symbol, found: core.Definition | None, callee: Term,
    given: list[Given], s: State, k: Continue,
) -> Term:  # fmt: skip
    """A call of a class, a declaration, or what else has no code of its own in the program."""
    if found is not None and is_plainly_decorated(m, found):
        constructor = constructor_of(m, found)
        if constructor is not None and constructor.function is not None:
            slots = arranged(m, constructor.function, given, constructor.symbol)
            if slots is not None:
                m.context.called.add(symbol)
                return _finished(m, e, ("sym", symbol), slots, s, k)
    record = record_parameters(m, found) if found is not None else None
    slots = arranged(m, record, given, symbol) if record is not None else None
    m.context.called.add(symbol)
    if slots is not None:
        return _finished(m, e, callee, slots, s, k)
    if found is not None and found.function is None and is_reading(m, e, symbol, given):
        return reading(m, e, callee, as_list(m, given, callee), s, k)
    return plain_call(m, e, callee, given, s, k)


def _is_given_receiver(m: Machine, found: core.Definition, given: list[Given]) -> bool:
    """Whether a method is named by its class, and given the object first: `A::f(&a, 1)` (Rust)."""
    function = found.function
    if not m.semantics.references_valid or function is None or found.owner is None:
        return False
    if found.kind is not core.Kind.METHOD or m.context.kind(found.owner) is core.Kind.INTERFACE:
        return False
    is_one_more = len(given) == len(function.parameters) + 1
    if not is_one_more or any(one.label or one.spread for one in given):
        return False
    return given[0].value[:2] != ("un", "&mut")


def _on_object(
    m: Machine,
    found: core.Definition,
    receiver: Term | None,
    slots: list[Term],
    s: State,
    k: Continue,
) -> Term | None:
    """What a method does, where its object is not null; None where it cannot be unfolded."""
    function, symbol = found.function, found.symbol
    assert function is not None
    if any(one[0] == "default" for one in slots):
        return None
    is_reached = m.semantics.calls_need_objects or _is_copied_of_pointer(m, found, receiver)
    if receiver is None or "static" in found.modifiers or not is_reached:
        return unfolded(m, function, symbol, receiver, slots, s, k)

    def run(r: Term, s2: State) -> Term:
        made = unfolded(m, function, symbol, r, slots, s2, k)
        assert made is not None
        return made

    return guarded(m, receiver, s, run)


def _is_copied_of_pointer(m: Machine, found: core.Definition, receiver: Term | None) -> bool:
    """Whether a method works on a copy of what may be a pointer, which then may not be nil (Go)."""
    if receiver is None or found.owner is None or "copied_receiver" not in found.modifiers:
        return False
    return m.semantics.structs == "values" and m.exact.get(receiver) != core.Type(found.owner)


def is_plainly_decorated(m: Machine, found: core.Definition) -> bool:
    """Whether the decorators of a definition leave it what it is."""
    return all(
        isinstance(one, core.External | core.Unresolved)
        and (one.path if isinstance(one, core.External) else one.name).rpartition(".")[2]
        in m.semantics.plain_decorators
        for one in found.decorators
    )


def result_of(m: Machine, found: core.Definition) -> core.Type:
    """The declared type of what a function gives."""
    if found.function is None or is_async(found.function) or is_generator(m, found.function):
        return core.UNKNOWN
    said = found.function.result
    return said if said.name else m.context.result_type(found.symbol)


def works_on_copy(found: core.Definition) -> bool:
    """Whether a function works on a copy of its receiver, and may tell it from the original."""
    if "copied_receiver" not in found.modifiers:
        return False
    return any(
        isinstance(one, core.Function | core.Opaque)
        or (isinstance(one, core.Assign | core.Update) and not _stores_local(one.target))
        or (isinstance(one, core.Unary) and one.operator == "&")
        or (isinstance(one, core.Call) and not isinstance(one.function, core.External))
        for one in walk(found.function)
        if one is not found.function
    )


def _stores_local(target: core.Pattern | core.Expression) -> bool:
    """Whether a store is to a local of the function itself, which no receiver is."""
    place = target.place if isinstance(target, core.TargetPattern) else target
    return isinstance(place, core.Local)


def _finished(
    m: Machine, e: core.Call, callee: Term, slots: list[Term], s: State, k: Continue
) -> Term:
    kind = e.kind if e.kind in ("new", "macro") else "call"
    types = tuple(type_term(one) for one in e.type_arguments) if m.semantics.types_matter else ()

    def made(v: Term, s2: State) -> Term:
        _note_object(m, e, v)
        return k(v, s2)

    return m.event((kind, callee, ("slots", *slots), types), s, made)


def _note_object(m: Machine, e: core.Call, value: Term) -> None:
    """What `new` gives is never null; where it is a pointer, to what."""
    if e.kind == "new" and m.semantics.calls_need_objects:
        m.objects.add(value)
    if e.kind == "new" and m.semantics.arrays_decay and isinstance(e.function, core.Ref):
        m.exact.setdefault(value, core.Type("*", (core.Type(e.function.symbol),)))


def unfolded(
    m: Machine,
    function: core.Function,
    symbol: core.Symbol,
    receiver: Term | None,
    slots: list[Term],
    s: State,
    k: Continue,
) -> Term | None:
    """What a function does with its arguments, then what follows with what it gives."""
    if any(one[0] == "default" for one in slots):
        return None
    m.law(UNFOLDED)
    m.context.unfolded.add(symbol)
    function = m.with_loops(function)
    frame = frame_for(m, function, symbol, receiver if receiver is not None else ("class",))
    return run_inside(m, function, frame, {}, slots, s, k, symbol)


def run_inside(
    m: Machine,
    function: core.Function,
    frame: Frame,
    env: Mapping[int, Term],
    slots: list[Term],
    s: State,
    k: Continue,
    mark: object,
) -> Term:
    """Run a function's code on this path; each way out goes on after the call."""

    def run(go_on: Continue) -> Term:
        def back(value: Term, s2: State) -> Term:
            outer, m.stack = m.stack, caller_stack
            try:
                outside = s2._replace(
                    env=s.env, frame=s.frame, exits=s.exits, watched=s.watched, site=s.site
                )
                if _gives_copy(m, value, function.result):
                    return m.event(("copy", value), outside, go_on)
                return kept(m, value, function.result, outside, go_on)
            finally:
                m.stack = outer

        caller_stack = m.stack
        inner = s._replace(
            env=env,
            frame=frame._replace(returns=back, depth=len(s.opens)),
            exits=(),
            watched=frozenset(),
        )
        m.stack = (*caller_stack, mark)
        try:
            return enter(
                m, function, slots, inner,
                lambda s2: m.run(function.body, s2, lambda s3: m.give(at_end(m, function), s3)),
            )  # fmt: skip
        finally:
            m.stack = caller_stack

    return m.joined(s, run, k)


def _gives_copy(m: Machine, value: Term, result: core.Type) -> bool:
    """Whether a function gives a copy of an object that is there, which then is another one."""
    if not m.semantics.has_references or not isinstance(result.name, core.Symbol):
        return False
    if m.context.kind(result.name) is not core.Kind.CLASS or value[0] in ("new", "cell", "c"):
        return False
    return value[0] != "v" or m.exact.get(value) != result


def _closure(m: Machine, f: Term, given: list[Given], s: State, k: Continue) -> Term | None:
    """A function made on this path, called directly."""
    made = m.closures[f[3]]
    if f[3] in m.stack or not can_run_here(m, made.function):
        return None
    slots = arranged(m, made.function, given, None)
    if slots is None or any(one[0] == "default" for one in slots):
        return None
    if len(m.stack) >= 8:  # noqa: PLR2004 - as deep as calls are unfolded
        return None
    m.law(DIRECT)
    frame = made.frame._replace(id=m.fresh(), function=made.function)
    if has_receiver(m, made.function):
        frame = frame._replace(receiver=("self", "of a call"))  # not that of the code around
    return run_inside(m, made.function, frame, made.env, slots, s, k, f[3])
