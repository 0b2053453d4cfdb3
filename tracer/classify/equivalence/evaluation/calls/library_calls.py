"""A call of a function of the library, by what the table of its language says of its effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import as_list
from tracer.classify.equivalence.evaluation.domain.terms import plain_name
from tracer.classify.equivalence.evaluation.machine.heap import CONTENTS
from tracer.classify.equivalence.evaluation.machine.values import (
    declare,
    is_plain,
    read_value,
    sort_of,
)
from tracer.classify.equivalence.evaluation.values.comparisons import may_refuse
from tracer.classify.equivalence.evaluation.values.presence import guarded
from tracer.classify.equivalence.evaluation.values.text_methods import runs_methods
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.library import Known
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


_OCCURRING = frozenset({"fresh", "output", "contents", "any"})  # effects that no value says


def apply_known(
    m: Machine, e: core.Call, f: Term, known: Known, given: list[Given], s: State, k: Continue
) -> Term:
    """A function of the library: a value, a read, a new object, or an event of a known sort."""
    if known.effect not in _OCCURRING and is_plain(m.library.sort(known.result)):
        given = [one._replace(value=read_value(m, one.value, s)) for one in given]
        f = (*f[:2], read_value(m, f[2], s)) if f[0] == "method" else f
    args = as_list(m, [one._replace(value=_by_place(one.value)) for one in given], f)
    plain = all(is_plain(sort_of(m, one.value)) for one in given)
    if f[0] == "method":
        plain = plain and is_plain(sort_of(m, f[2]))
    if known.formats and not plain and runs_methods(m, [one.value for one in given]):
        return m.event(("call", f, args, ()), s, lambda v, s2: k(exactly(m, v, known), s2))
    if m.context.reads_changing and known.effect != "fresh":
        return m.event(("call", f, args, ()), s, lambda v, s2: k(exactly(m, v, known), s2))
    if known.effect in ("output", "contents", "any"):
        changes = {"output": frozenset[object](), "contents": frozenset({CONTENTS})}.get(
            known.effect
        )
        return m.event(
            ("call", f, args, ()), s, lambda v, s2: k(exactly(m, v, known), s2),
            changes=changes, result=m.library.sort(known.result),
        )  # fmt: skip
    if not plain and m.semantics.operators_overloadable:
        sign = "text" if m.library.sort(known.result) == "str" else "function"
        if not m.context.allows("plain-operators", sign):
            return m.event(("call", f, args, ()), s, k, result=known.result)
    if known.effect == "fresh":
        return _fresh(m, e, f, known, args, s, k)
    is_timeless = known.effect == "pure" or plain
    if is_timeless and not any(one.spread for one in given):  # what is spread is read here
        value: Term = ("call", f, args)
    else:
        if s.pending:
            return m.flushed(s, lambda s2: apply_known(m, e, f, known, given, s2, k))
        value = ("call", f, args, m.heap_of(s))
    if e.type.name:
        declare(m, value, e.type)
        m.exact.setdefault(value, e.type)
    exactly(m, value, known)
    m.sized(value)

    may_raise = known.may_raise or (known.is_typed and not plain and may_refuse(m))

    def done(_: Term, s2: State) -> Term:
        return m.duty(value, s2, k) if may_raise else k(value, s2)

    if f[0] == "method":
        return guarded(m, f[2], s, done)
    return done(value, s)


def _by_place(value: Term) -> Term:
    """A function that the library is given: it is called by place, whatever its parameters are."""
    if value[0] != "fn":
        return value
    unnamed = tuple(
        (kind if kind != "positional" else "", label if kind == "keyword" else (), *said)
        for kind, label, *said in value[2]
    )
    return (*value[:2], unnamed, *value[3:])


def exactly(m: Machine, value: Term, known: Known) -> Term:
    """A value of which the table says the type."""
    if known.result:
        m.types.setdefault(value, m.library.sort(known.result))
        m.exact.setdefault(value, core.Type(known.result))
    if known.least is not None:
        m.least[value] = known.least
    return value


def _fresh(
    m: Machine, e: core.Call, f: Term, known: Known, args: Term, s: State, k: Continue
) -> Term:
    """A new object; making it is no event, being one is."""
    if s.pending:
        return m.flushed(s, lambda s2: _fresh(m, e, f, known, args, s2, k))
    value = ("new", m.fresh(), known.result or "object", (f, args, m.heap_of(s)), s.site)
    shape = (
        m.library.shape(sort_of(m, f[2]), plain_name(f[1])) if f[0] == "method"
        else m.library.shape("", f[1]) if f[0] == "ext" else None
    )  # fmt: skip
    if shape is not None and shape.arguments:
        m.held[value] = shape.arguments[0]
    if known.may_raise:
        return m.duty(value, s, k)
    return k(value, s)
