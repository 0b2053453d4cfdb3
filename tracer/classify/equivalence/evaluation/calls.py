"""Calls: of known functions with their parameters, of functions from outside, of closures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.equivalence.evaluation import operators, variants
from tracer.classify.equivalence.evaluation.conversions import converted, declared_of, kept
from tracer.classify.equivalence.evaluation.expressions import (
    base_of,
    check_chain,
    guarded,
    is_immutable,
    is_there,
    missing,
    optional,
    place_of,
    truth_of,
)
from tracer.classify.equivalence.evaluation.facts import walk
from tracer.classify.equivalence.evaluation.functions import (
    enter,
    frame_for,
    is_async,
    is_generator,
    nothing,
)
from tracer.classify.equivalence.evaluation.machine import CONTENTS, Machine, expression
from tracer.classify.equivalence.evaluation.opaque import type_term
from tracer.classify.equivalence.evaluation.registry import law
from tracer.classify.equivalence.evaluation.sizes import size_of
from tracer.classify.equivalence.evaluation.terms import Term, constant
from tracer.classify.equivalence.evaluation.values import declare, is_plain, sort_of
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tracer.classify.equivalence.evaluation.library import Known
    from tracer.classify.equivalence.evaluation.state import Continue, Frame, State

ARGUMENTS = law(
    "arguments-by-parameter",
    "Arguments of a known function are given by position or by name, with defaults written out "
    "where they are literals.",
    "def g(a, b=2):\n    return a - b\n\n\ndef f(a):\n    return g(a, 3)\n",
    "def g(a, b=2):\n    return a - b\n\n\ndef f(a):\n    return g(b=3, a=a)\n",
    "def g(a, b=2):\n    return a - b\n\n\ndef f(a):\n    return g(3, a)\n",
)
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
ELEMENTS = law(
    "elements",
    "An element of markup is a new description; making it runs no component, and has no effect. "
    "Only where a library that reads it so is imported.",
    "import React from 'react'\n"
    "function f(a) { const b = <p>{a}</p>; g(); return <div>{b}</div> }\n",
    "import React from 'react'\nfunction f(a) { g(); return <div><p>{a}</p></div> }\n",
    "import React from 'react'\nfunction f(a) { g(); return <div><b>{a}</b></div> }\n",
    "javascript",
)
_FEWEST = 2
_CONTAINERS = frozenset({"list", "dict", "set", "tuple", "str", "bytes"})


class Given(NamedTuple):
    """An argument: its value, its name, and whether it is spread."""

    value: Term
    label: str = ""
    spread: str = ""


@expression(core.Call)
def call(m: Machine, e: core.Call, s: State, k: Continue, *, is_lazy: bool = False) -> Term:
    """A call: the function first, then the arguments, then what it does."""
    if is_lazy:
        return _call(m, e, s, k)

    def force(v: Term, s2: State) -> Term:
        if v[0] == "stream":
            return m.streams[v[1]].force(s2, k)
        return k(v, s2)

    return _call(m, e, s, force)


def _call(m: Machine, e: core.Call, s: State, k: Continue) -> Term:
    function = e.function
    if e.kind == "jsx":
        return _element(m, e, s, k)
    if e.kind == "sizeof":
        return size_of(m, e, s, k)
    if e.is_optional and not isinstance(function, core.Member):
        return optional(
            m, function, s, lambda f, s2: _with_arguments(m, e, f, s2, k),
            lambda s2: k(missing(m), s2),
        )  # fmt: skip
    if isinstance(function, core.Member) and not _is_static(m, function):
        if not function.is_optional and not e.is_optional:
            check_chain(m, function)
        return _method(m, e, function, s, k)
    check_chain(m, function)
    from tracer.classify.equivalence.evaluation.library_laws import library_call

    special = library_call(m, e, s, k)
    if special is not None:
        return special
    return m.evaluate(function, s, lambda f, s2: _with_arguments(m, e, f, s2, k))


def _element(m: Machine, e: core.Call, s: State, k: Continue) -> Term:
    """An element of markup: a description of what is shown, whose component runs later.

    The component stays itself, whatever it does: where it is made says which state it keeps.
    """
    from tracer.classify.equivalence.evaluation.library_laws import external_path

    def described(f: Term, given: list[Given], s2: State) -> Term:
        if not m.context.imports(m.semantics.element_libraries):
            return m.event(("jsx", f, _attributes(m, given)), s2, k, row=e.row)
        spreads = any(one.spread for one in given)
        if spreads and s2.pending:
            return m.flushed(s2, lambda s3: described(f, given, s3))
        m.law(ELEMENTS)
        is_markup = f[0] == "c"  # its attributes are written in their order
        made = _in_order(given) if is_markup else _attributes(m, given)
        heap = m.heap_of(s2) if spreads else ()
        value = ("new", m.fresh(), "element", (f, made, heap))
        m.note_row(value, e.row)
        return k(m.sized(value), s2)

    def typed(f: Term, s2: State) -> Term:
        return arguments(m, e, s2, lambda given, s3: described(f, given, s3))

    if isinstance(e.function, core.Ref):
        m.context.called.add(e.function.symbol)
        return typed(("sym", e.function.symbol), s)
    path = external_path(e.function)
    return typed(("ext", path), s) if path is not None else m.evaluate(e.function, s, typed)


def _attributes(m: Machine, given: list[Given]) -> Term:
    """Children in order; attributes in no order, unless one may stand for another."""
    labels = [one.label for one in given if one.label]
    if len(set(labels)) == len(labels) and not any(one.spread == "**" for one in given):
        return _listed(m, given)
    return _in_order(given)


def _in_order(given: list[Given]) -> Term:
    """Attributes and children as they stand."""
    return tuple(
        ("named", ("label", one.label), one.value) if one.label
        else ("spread", one.spread, one.value) if one.spread else one.value
        for one in given
    )  # fmt: skip


def _is_static(m: Machine, node: core.Member) -> bool:
    """Whether the object is only a name space: a class, module or outside path."""
    if isinstance(node.object, core.External):
        return True
    if not isinstance(node.object, core.Ref) or node.owner is None:
        return False
    found = m.context.outline(node.owner)
    return found is not None and (
        "static" in found.modifiers
        or found.kind is core.Kind.FUNCTION
        or found.kind is core.Kind.VARIANT
    )


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

    if m.semantics.argument_order == "unspecified" and sum(map(_does, nodes)) >= _FEWEST:
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
        return m.event(("spread", one.spread, v), s2, go_on, row=e.row)

    return m.evaluate(one.value, s, through)


def _does(node: core.Expression) -> bool:
    """Whether evaluating an argument may have an effect."""
    return any(
        isinstance(
            one, core.Call | core.Assign | core.Update | core.Opaque | core.Await | core.Yield
        )
        for one in walk(node, into_functions=False)
    )


def _with_arguments(m: Machine, e: core.Call, f: Term, s: State, k: Continue) -> Term:
    return arguments(m, e, s, lambda given, s2: called(m, e, f, given, s2, k))


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
        return _symbol(m, e, f[1], None, given, s, k)
    if f[0] == "ext":
        known = m.library.function(f[1])
        if known is not None and e.kind != "macro":
            return apply_known(m, e, f, known, given, s, k)
    return plain_call(m, e, f, given, s, k)


def plain_call(
    m: Machine, e: core.Call, f: Term, given: list[Given], s: State, k: Continue
) -> Term:
    """A call that may do anything."""
    args = _listed(m, given)
    types = tuple(type_term(one) for one in e.type_arguments) if m.semantics.types_matter else ()
    kind = e.kind if e.kind in ("new", "macro") else "call"

    def typed(v: Term, s2: State) -> Term:
        declare(m, v, e.type)
        if e.type.name:
            m.exact.setdefault(v, e.type)
        return k(v, s2)

    return m.event((kind, f, args, types), s, typed, row=e.row)


def _listed(m: Machine, given: list[Given]) -> Term:
    """Arguments as they were given; names in no order where none is spread."""
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
    if any(one.spread == "**" for one in given):
        return (*positional, *named)
    return (*positional, ("any-names", frozenset(named)))


# Known definitions


def _symbol(
    m: Machine,
    e: core.Call,
    symbol: core.Symbol,
    receiver: Term | None,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term:
    found = m.context.definition(symbol)
    callee: Term = ("sym", symbol)
    if receiver is not None:
        callee = ("method", ("member", symbol), receiver)
    if found is None or found.function is None or not is_plainly_decorated(m, found):
        if found is not None and is_plainly_decorated(m, found):
            constructor = _constructor(m, found)
            if constructor is not None and constructor.function is not None:
                slots = arranged(m, constructor.function, given, constructor.symbol)
                if slots is not None:
                    m.context.called.add(symbol)
                    return _finished(m, e, ("sym", symbol), slots, s, k)
        m.context.called.add(symbol)
        return plain_call(m, e, callee, given, s, k)
    slots = arranged(m, found.function, given, symbol)
    if slots is None:
        m.context.called.add(symbol)
        return plain_call(m, e, callee, given, s, k)
    if m.may_unfold(symbol) and can_run_here(m, found.function) and not _is_copied(found):
        made = unfolded(m, found.function, symbol, receiver, slots, s, k)
        if made is not None:
            return made
    m.context.called.add(symbol)
    if m.semantics.converts_implicitly and not m.semantics.has_overloads:
        slots = [
            converted(m, one, taken.type)
            for one, taken in zip(slots, found.function.parameters, strict=True)
        ]

    def typed(v: Term, s2: State) -> Term:
        declare(m, v, e.type if e.type.name else result_of(m, found))
        if result_of(m, found).name:
            m.exact.setdefault(v, result_of(m, found))
        return k(v, s2)

    return _finished(m, e, callee, slots, s, typed)


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
    return found.function.result


def _is_copied(found: core.Definition) -> bool:
    """Whether a function works on a copy of its receiver, and may tell it from the original."""
    if "copied_receiver" not in found.modifiers:
        return False
    return any(
        isinstance(one, core.Assign | core.Update | core.Function | core.Opaque)
        or (isinstance(one, core.Unary) and one.operator == "&")
        or (isinstance(one, core.Call) and not isinstance(one.function, core.External))
        for one in walk(found.function)
        if one is not found.function
    )


def _finished(
    m: Machine, e: core.Call, callee: Term, slots: list[Term], s: State, k: Continue
) -> Term:
    kind = e.kind if e.kind in ("new", "macro") else "call"
    types = tuple(type_term(one) for one in e.type_arguments) if m.semantics.types_matter else ()
    return m.event((kind, callee, ("slots", *slots), types), s, k, row=e.row)


def _constructor(m: Machine, found: core.Definition) -> core.Definition | None:
    """The one constructor of a class."""
    if found.kind is not core.Kind.CLASS:
        return None
    made = [
        one
        for one in (m.context.outline(symbol) for symbol in found.members)
        if one is not None and one.kind is core.Kind.CONSTRUCTOR
    ]
    return m.context.definition(made[0].symbol) if len(made) == 1 else None


def can_run_here(m: Machine, function: core.Function) -> bool:
    """Whether a function's code means the same where it is called."""
    if is_generator(m, function) or is_async(function):
        return False
    return not any(isinstance(one, core.Defer) for one in walk(function, into_functions=False))


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
    from tracer.classify.equivalence.evaluation.expressions import constant_value

    value = constant_value(m, parameter.default)
    if value is not None and is_immutable(value):
        m.law(ARGUMENTS)
        return value
    return ("default", ("sym", symbol) if symbol is not None else (), at)


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
                lambda s2: m.run(function.body, s2, lambda s3: m.give(nothing(m), s3)),
            )  # fmt: skip
        finally:
            m.stack = caller_stack

    return m.joined(s, run, k)


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
    return run_inside(m, made.function, frame, made.env, slots, s, k, f[3])


def awaited_call(m: Machine, node: object, s: State, k: Continue) -> Term | None:
    """`await f(x)` of an async function that is unfolded: its code runs on at once."""
    if not isinstance(node, core.Call) or not m.semantics.awaited_calls_run_on:
        return None
    function = node.function
    symbol = None
    if isinstance(function, core.Ref):
        symbol = function.symbol
    elif isinstance(function, core.Member) and isinstance(function.object, core.Self):
        symbol = function.owner
    if symbol is None or not m.may_unfold(symbol):
        return None
    found = m.context.definition(symbol)
    if found is None or found.function is None or not is_plainly_decorated(m, found):
        return None
    code = found.function
    if is_generator(m, code) or not is_async(code):
        return None

    def run(given: list[Given], s2: State) -> Term:
        slots = arranged(m, code, given, symbol)
        if slots is None or any(one[0] == "default" for one in slots):
            return m.event(("await call", ("sym", symbol), _listed(m, given)), s2, k)
        m.law(UNFOLDED)
        m.context.unfolded.add(symbol)
        receiver = s.frame.receiver if isinstance(function, core.Member) else ("class",)
        return run_inside(m, code, frame_for(m, code, symbol, receiver), {}, slots, s2, k, symbol)

    return arguments(m, node, s, run)


# Methods


def _method(m: Machine, e: core.Call, function: core.Member, s: State, k: Continue) -> Term:
    from tracer.classify.equivalence.evaluation.library_laws import library_call
    from tracer.classify.equivalence.evaluation.streams import lazily

    special = library_call(m, e, s, k)
    if special is not None:
        return special

    def on(receiver: Term, s2: State) -> Term:
        if receiver[0] == "var" and m.library.method("Option", function.name) is not None:
            return m.load(("cell", receiver), s2, on)
        return arguments(
            m, e, s2, lambda given, s3: apply_method(m, e, function, receiver, given, s3, k)
        )

    if function.is_optional or e.is_optional:
        return optional(m, function.object, s, on, lambda s2: k(missing(m), s2))
    lends = m.context.lends
    if (
        lends is not None
        and isinstance(function.object, core.Member | core.Index)
        and lends(function)
    ):
        return place_of(m, function.object, s, lambda p, s2: on(("un", "&mut", ("place", *p)), s2))
    if isinstance(function.object, core.Call | core.Construct):
        return lazily(m, function.object, s, on)
    return base_of(m, function.object, s, on)


def apply_method(
    m: Machine,
    e: core.Call,
    function: core.Member,
    receiver: Term,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term:
    """A method called on an object."""
    from tracer.classify.equivalence.evaluation.library_laws import (
        library_method,
    )

    if receiver[0] == "ext" and variants.kind_of(m, receiver) is None:
        path = ("ext", f"{receiver[1]}.{function.name}")
        return called(m, e, path, given, s, k)
    if function.owner is not None and m.context.kind(function.owner) in (
        core.Kind.METHOD,
        core.Kind.FUNCTION,
    ):
        return _symbol(m, e, function.owner, receiver, given, s, k)
    if function.owner is not None and m.context.kind(function.owner) is core.Kind.FIELD:
        leaf = ("member", function.owner)
        return m.load(("attr", receiver, leaf), s, lambda f, s2: plain_call(m, e, f, given, s2, k))
    known_receiver(m, receiver, function, s)
    special = library_method(m, e, function, receiver, given, s, k)
    if special is not None:
        return special
    if receiver[0] == "stream":
        return m.streams[receiver[1]].force(
            s, lambda r, s2: apply_method(m, e, function, r, given, s2, k)
        )
    leaf = method_leaf(m, function)
    sort = sort_of(m, receiver)
    known = m.library.method(sort, function.name)
    final = bool(sort) and m.semantics.library_types_final
    if known is not None and (final or not m.context.defines_member(function.name)):
        return apply_known(m, e, ("method", leaf, receiver), known, given, s, k)
    callee = ("method", leaf, receiver)
    if is_there(m, receiver, s):
        return plain_call(m, e, callee, given, s, k)
    return plain_call(m, e, callee, given, s, k)


def method_leaf(m: Machine, function: core.Member) -> Term:
    """The leaf that names a method.

    Of outside types of one sort it is one method, whichever of them the receiver is declared as:
    the object decides.
    """
    owner = function.owner
    if owner is None:
        return ("member", function.name)
    if owner.module or len(owner.path) != _FEWEST or m.context.outline(owner) is not None:
        return ("member", owner)
    return ("member", core.Symbol("", (m.library.sort(owner.path[0]), owner.path[1])))


def known_receiver(m: Machine, receiver: Term, function: core.Member, s: State) -> None:
    """Where a member is known to be one of an outside type, so is the type of the object."""
    owner = function.owner
    if owner is None or owner.module or len(owner.path) != _FEWEST or m.context.outline(owner):
        return
    if m.semantics.references_valid and _may_be_lent(m, receiver, function, s):
        return
    if receiver[0] not in ("c", "new", "fmt", "tuple", "fn") and m.context.allows("types-hold"):
        m.types.setdefault(receiver, m.library.sort(owner.path[0]))


def _may_be_lent(m: Machine, receiver: Term, function: core.Member, s: State) -> bool:
    """Whether a receiver may be a reference through which a value of a plain type changes."""
    assert function.owner is not None
    if not is_plain(m.library.sort(function.owner.path[0])):
        return False
    declared = m.exact.get(receiver, core.UNKNOWN)
    if not declared.name and isinstance(function.object, core.Local):
        declared = declared_of(m, s.frame.types, function.object.binder)
    return not declared.name or declared.name == "&mut"


def apply_known(
    m: Machine, e: core.Call, f: Term, known: Known, given: list[Given], s: State, k: Continue
) -> Term:
    """A function of the library: a value, a read, a new object, or an event of a known sort."""
    args = _listed(m, given)
    plain = all(is_plain(sort_of(m, one.value)) for one in given)
    if f[0] == "method":
        plain = plain and is_plain(sort_of(m, f[2]))
    if known.formats and not plain and m.context.defines_member(*m.semantics.format_members):
        return m.event(
            ("call", f, args, ()), s, lambda v, s2: k(exactly(m, v, known), s2), row=e.row
        )
    if known.effect in ("output", "contents", "any"):
        changes = {"output": frozenset[object](), "contents": frozenset({CONTENTS})}.get(
            known.effect
        )
        return m.event(
            ("call", f, args, ()), s, lambda v, s2: k(exactly(m, v, known), s2), row=e.row,
            changes=changes, result=m.library.sort(known.result),
        )  # fmt: skip
    if not plain and m.semantics.operators_overloadable and not m.context.allows("plain-operators"):
        return m.event(("call", f, args, ()), s, k, row=e.row, result=known.result)
    if known.effect == "fresh":
        return _fresh(m, e, f, known, args, s, k)
    if known.effect == "pure" or plain:
        value: Term = ("call", f, args)
    else:
        if s.pending:
            return m.flushed(s, lambda s2: apply_known(m, e, f, known, given, s2, k))
        value = ("call", f, args, m.heap_of(s))
    exactly(m, value, known)
    m.note_row(value, e.row)
    m.sized(value)

    def done(_: Term, s2: State) -> Term:
        return m.duty(value, s2, k) if known.may_raise else k(value, s2)

    if f[0] == "method":
        return guarded(m, f[2], s, done)
    return done(value, s)


def exactly(m: Machine, value: Term, known: Known) -> Term:
    """A value of which the table says the type."""
    if known.result:
        m.types.setdefault(value, m.library.sort(known.result))
        m.exact.setdefault(value, core.Type(known.result))
    return value


def _fresh(
    m: Machine, e: core.Call, f: Term, known: Known, args: Term, s: State, k: Continue
) -> Term:
    """A new object; making it is no event, being one is."""
    if s.pending:
        return m.flushed(s, lambda s2: _fresh(m, e, f, known, args, s2, k))
    value = ("new", m.fresh(), known.result or "object", (f, args, m.heap_of(s)), s.site)
    m.note_row(value, e.row)
    if known.may_raise:
        return m.duty(value, s, k)
    return k(value, s)


__all__ = ["constant", "operators", "truth_of"]
