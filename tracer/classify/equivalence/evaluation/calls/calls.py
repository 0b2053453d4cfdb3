"""Calls: of known functions with their parameters, of functions from outside, of closures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import arguments, arranged, as_list
from tracer.classify.equivalence.evaluation.calls.callees import (
    UNFOLDED,
    called,
    is_plainly_decorated,
    run_inside,
)
from tracer.classify.equivalence.evaluation.calls.functions import frame_for, is_async, is_generator
from tracer.classify.equivalence.evaluation.calls.methods import call_method
from tracer.classify.equivalence.evaluation.calls.turns import waits_alike
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, NULL, TRUE, UNDEFINED
from tracer.classify.equivalence.evaluation.machine.handlers import (
    expression,
)
from tracer.classify.equivalence.evaluation.machine.locals import PAIR
from tracer.classify.equivalence.evaluation.machine.opaque import opaque_expression
from tracer.classify.equivalence.evaluation.places import initializers
from tracer.classify.equivalence.evaluation.values.members import check_chain, missing, optional
from tracer.classify.equivalence.evaluation.values.sizes import size_of
from tracer.semantics import core

if TYPE_CHECKING:
    from typing import Any

    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

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

EMPTY_CHILDREN = law(
    "empty-children",
    "A child of a tag's markup that is null, undefined or a truth value shows nothing.",
    "import React from 'react'\nfunction f(a) { return <div>{a > 1 && <p>{a}</p>}</div> }\n",
    "import React from 'react'\nfunction f(a) { return <div>{a > 1 ? <p>{a}</p> : null}</div> }\n",
    "import React from 'react'\nfunction f(a) { return <div>{a > 1 ? <p>{a}</p> : 0}</div> }\n",
    "javascript",
)
_EMPTY = (NULL, UNDEFINED, TRUE, FALSE)
_OF_TEXT = frozenset({"option", "script", "style", "textarea", "title"})  # tags that hold texts


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
    if e.kind == "initialize":
        stored = initializers.initialized(m, e, s, k)
        if stored is not None:
            return stored
    if e.kind == "construct":
        number = initializers.number_of(m, e, s, k)
        if number is not None:
            return number
    if e.kind == "new":
        from tracer.classify.equivalence.evaluation.laws.dictionary_laws import new_table

        filled = new_table(m, e, s, k)
        if filled is not None:
            return filled
    if e.is_optional:
        if isinstance(function, core.Member):  # whether there is a method, not whether an object
            return _method_if_there(m, e, function, s, k)
        return optional(
            m, function, s, lambda f, s2: _with_arguments(m, e, f, s2, k),
            lambda s2: k(missing(m), s2),
        )  # fmt: skip
    if isinstance(function, core.Member) and not _is_value(m, function):
        if not function.is_optional:
            check_chain(m, function)
        return call_method(m, e, function, s, k)
    check_chain(m, function)
    from tracer.classify.equivalence.evaluation.laws.library_laws import library_call

    special = library_call(m, e, s, k)
    if special is not None:
        return special
    return m.evaluate(function, s, lambda f, s2: _with_arguments(m, e, f, s2, k))


def _element(m: Machine, e: core.Call, s: State, k: Continue) -> Term:
    """An element of markup: a description of what is shown, whose component runs later.

    The component stays itself, whatever it does: where it is made says which state it keeps.
    """
    from tracer.classify.equivalence.evaluation.laws.library_laws import external_path

    def described(f: Term, given: list[Given], s2: State) -> Term:
        if not m.context.imports(m.semantics.element_libraries):
            return m.event(("jsx", f, _attributes(m, given)), s2, k)
        spreads = any(one.spread for one in given)
        if spreads and s2.pending:
            return m.flushed(s2, lambda s3: described(f, given, s3))
        m.law(ELEMENTS)
        is_markup = f[0] == "c"  # its attributes are written in their order
        if is_markup and f[2] not in _OF_TEXT:
            given = _children(m, given)
        made = _in_order(given) if is_markup else _attributes(m, given)
        heap = m.heap_of(s2) if spreads else ()
        value = ("new", m.fresh(), "element", (f, made, heap))
        return k(m.sized(value), s2)

    def typed(f: Term, s2: State) -> Term:
        return arguments(m, e, s2, lambda given, s3: described(f, given, s3))

    if isinstance(e.function, core.Ref):
        m.context.called.add(e.function.symbol)
        return typed(("sym", e.function.symbol), s)
    path = external_path(e.function)
    return typed(("ext", path), s) if path is not None else m.evaluate(e.function, s, typed)


def _method_if_there(
    m: Machine, e: core.Call, function: core.Member, s: State, k: Continue
) -> Term:
    """`a.b?.(c)`: a call of the method if the object has one, where reading it twice is no more."""
    base: Any = function.object
    while isinstance(base, core.Member):
        base = base.object
    is_place = isinstance(base, core.Local | core.Self | core.Ref)
    if not is_place or m.context.is_property(function.name) or _is_value(m, function):
        return opaque_expression(m, e, s, k)
    plain = e._replace(is_optional=False)
    return optional(
        m, function, s, lambda _, s2: call_method(m, plain, function, s2, k),
        lambda s2: k(missing(m), s2),
    )  # fmt: skip


def _children(m: Machine, given: list[Given]) -> list[Given]:
    """What markup is given, with its children that show nothing as one value."""
    found = [
        one._replace(value=NULL)
        if not one.label and not one.spread and one.value in _EMPTY
        else one
        for one in given
    ]
    if found != given:
        m.law(EMPTY_CHILDREN)
    return found


def _attributes(m: Machine, given: list[Given]) -> Term:
    """Children in order; attributes in no order, unless one may stand for another."""
    labels = [one.label for one in given if one.label]
    if len(set(labels)) == len(labels) and not any(one.spread == "**" for one in given):
        return as_list(m, given, ("ext", "element"))
    return _in_order(given)


def _in_order(given: list[Given]) -> Term:
    """Attributes and children as they stand."""
    return tuple(
        ("named", ("label", one.label), one.value) if one.label
        else ("spread", one.spread, one.value) if one.spread else one.value
        for one in given
    )  # fmt: skip


def _is_value(m: Machine, node: core.Member) -> bool:
    """Whether a member that is called is no method: a function that an object holds, or of none."""
    is_part = node.name in PAIR and not node.is_optional
    is_part = is_part and node.owner in (None, core.Symbol("", ("std.pair", node.name)))
    return _is_static(m, node) or (is_part and m.has_pairs())


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


def _with_arguments(m: Machine, e: core.Call, f: Term, s: State, k: Continue) -> Term:
    return arguments(m, e, s, lambda given, s2: called(m, e, f, given, s2, k))


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
    found = m.context.callable(symbol)
    if found is None or found.function is None or not is_plainly_decorated(m, found):
        return None
    code = found.function
    if is_generator(m, code) or not is_async(code) or not waits_alike(m):
        return None

    def run(given: list[Given], s2: State) -> Term:
        slots = arranged(m, code, given, symbol)
        if slots is None or any(one[0] == "default" for one in slots):
            args = as_list(m, given, ("sym", symbol))
            return m.event(("await call", ("sym", symbol), args), s2, k)
        m.law(UNFOLDED)
        m.context.unfolded.add(symbol)
        receiver = s.frame.receiver if isinstance(function, core.Member) else ("class",)
        return run_inside(m, code, frame_for(m, code, symbol, receiver), {}, slots, s2, k, symbol)

    return arguments(m, node, s, run)
