"""Patterns that a value is stored to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.state import moment
from tracer.classify.equivalence.evaluation.domain.terms import UNDEFINED, Term
from tracer.classify.equivalence.evaluation.machine.conversions import declared_of, kept
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
)
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.machine.locals import PAIR
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.machine.values import (
    declare,
    is_plain,
    note_held,
    sort_of,
    written_items,
)
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.classify.equivalence.evaluation.values.comparisons import condition
from tracer.classify.equivalence.evaluation.values.sizes import check_length
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

law(
    "destructuring",
    "A pattern takes a tuple made at the same place apart without a trace.",
    "def f(a, b):\n    c, d = a, b\n    return c - d\n",
    "def f(a, b):\n    c = a\n    d = b\n    return c - d\n",
    "def f(a, b):\n    d, c = a, b\n    return c - d\n",
)
_NAMED = frozenset({"p", "var", "self", "reference"})
_COPIED = frozenset({"attr", "sub", "behind", "global", "cell", "elem"})


class Place(NamedTuple):
    """A place whose parts are evaluated already."""

    store: Callable[[Term, State, Then], Term]


def assign_pattern(m: Machine, p: Any, value: Term, s: State, then: Then) -> Term:
    """Store a value, or parts of it, where a pattern says."""
    m.tick()
    value = value if isinstance(p, core.TuplePattern) else boxed(m, value)
    if isinstance(p, core.BindPattern):
        if m.semantics.arrays_decay and p.type.name == "array" and value[0] != "new":
            check_length(p.type)
            value = ("new", m.fresh(), "array", (value, type_term(p.type)), s.site)
        if s.pending and m.semantics.structs == "moves" and is_copied(m, value, p.type):
            return m.flushed(s, lambda s2: assign_pattern(m, p, value, s2, then))

        def bound(v: Term, s2: State) -> Term:
            declare(m, v, p.type)
            note_held(m, v, p.type)
            if m.semantics.references_valid:
                said = p.type if p.type.name else declared_of(m, s2.frame.types, p.binder)
                if said.name == "&" and v[0] not in ("c", "un"):
                    declare(m, v, said)
                    m.exact.setdefault(v, said)
            return m.bind(p.binder, copied(m, v, p.type, s2), s2, then)

        return kept(m, value, p.type, s, bound)
    if isinstance(p, core.AnyPattern):
        return then(s)
    if isinstance(p, Place):
        return p.store(value, s, then)
    if isinstance(p, core.TargetPattern):
        return assign_place(m, p.place, value, s, then)
    if isinstance(p, core.TuplePattern):
        return take_apart(m, p, value, s, then)
    if isinstance(p, core.DefaultPattern):
        return _or_default(m, p.default, value, s, lambda v, s2: assign_pattern(
            m, p.pattern, v, s2, then
        ))  # fmt: skip
    if isinstance(p, core.AsPattern):
        return assign_pattern(
            m, p.pattern, value, s, lambda s2: assign_pattern(m, p.target, value, s2, then)
        )
    if isinstance(p, core.FieldsPattern) and p.rest is None:
        return take_fields(m, p, value, s, then)
    if isinstance(p, core.VariantPattern) and m.semantics.fits_always:
        from tracer.classify.equivalence.evaluation.places.matching import matched

        return matched(m, p, value, s, then, lambda s2: ("never", s2.duties))
    raise UnsupportedError("pattern")


def boxed(m: Machine, value: Term) -> Term:
    """A pair that a stream gives, where it is not taken apart at once: a new sequence."""
    is_list = value[0] == "pair" and not m.semantics.tables_give_entries
    return ("new", m.fresh(), "list", value[1]) if is_list else value


def _or_default(m: Machine, default: Any, value: Term, s: State, k: Continue) -> Term:
    """A value, or another where it is undefined."""
    return comparisons.compare(
        m, "===", value, UNDEFINED, s,
        lambda t, s2: condition(
            m, t, s2, lambda s3: m.evaluate(default, s3, k), lambda s3: k(value, s3)
        ),
    )  # fmt: skip


def copied(m: Machine, value: Term, declared: core.Type, s: State) -> Term:
    """What a local holds: where assignment copies, the value as it is now."""
    return ("snap", value, moment(s)) if is_copied(m, value, declared) else value


def is_copied(m: Machine, value: Term, declared: core.Type) -> bool:
    """Whether a place of a type holds a copy of a value that others may change."""
    if m.semantics.has_references and value[0] in _NAMED:
        return declared.name not in ("*", "&") and not is_plain(sort_of(m, value))
    if m.semantics.structs == "references" or value[0] not in _COPIED:
        return False
    return not is_plain(sort_of(m, value)) and declared.name not in ("*", "&", "&mut")


def store_behind(m: Machine, p: Term, value: Term, s: State, then: Then) -> Term:
    """Store where a pointer points."""
    from tracer.classify.equivalence.evaluation.machine.structures import all_parts, stored_apart
    from tracer.classify.equivalence.evaluation.places.assignments import store_element
    from tracer.classify.equivalence.evaluation.places.pointers import pointed_element
    from tracer.classify.equivalence.evaluation.values.presence import guarded

    at = pointed_element(m, p)
    if at is not None:
        return store_element(m, *at, value, s, then)
    if all_parts(m, value) is not None:
        return guarded(m, p, s, lambda b, s2: stored_apart(m, b, value, s2, then) or b)
    return m.event(("store behind", p, value), s, lambda _, s2: then(s2))


def assign_place(m: Machine, place: Any, value: Term, s: State, then: Then) -> Term:
    """Store to a place that exists."""
    from tracer.classify.equivalence.evaluation.places.assignments import (
        is_static_member,
        store_element,
        store_member,
    )
    from tracer.classify.equivalence.evaluation.values.members import base_of, owner_of

    if isinstance(place, core.Local):
        declared = declared_of(m, s.frame.types, place.binder)
        return kept(
            m, value, declared, s,
            lambda v, s2: m.assign(place.binder, copied(m, v, declared, s2), s2, then),
        )  # fmt: skip
    if isinstance(place, core.Ref):
        return kept(
            m, value, m.context.field_type(place.symbol), s,
            lambda v, s2: m.store(("global", ("sym", place.symbol)), v, s2, then),
        )  # fmt: skip
    if isinstance(place, core.Member):
        if is_static_member(m, place) and place.owner is not None:
            return m.store(("global", ("sym", place.owner)), value, s, then)
        return owner_of(
            m, place.object, s, lambda b, s2: store_member(m, b, place, value, s2, then)
        )
    if isinstance(place, core.Index):
        return base_of(
            m, place.object, s,
            lambda b, s2: m.evaluate(
                place.key, s2,
                lambda i, s3: store_element(m, b, i, value, s3, then),
            ),
        )  # fmt: skip
    if isinstance(place, core.Unary) and place.operator == "*":
        return m.evaluate(
            place.operand, s,
            lambda p, s2: store_behind(m, p, value, s2, then),
        )  # fmt: skip
    if isinstance(place, core.Unresolved | core.External):
        name = place.name if isinstance(place, core.Unresolved) else place.path
        return m.event(("store name", name, value), s, lambda _, s2: then(s2))
    raise UnsupportedError("place")


def take_apart(m: Machine, p: core.TuplePattern, value: Term, s: State, then: Then) -> Term:
    """`a, *b = value`."""
    count = len(p.items)
    if p.kind == "&":
        return _refer(m, p, value, s, then)
    if value[0] == "pair" and p.rest < 0 and count <= len(value[1]):
        return _each(m, p.items, list(value[1][:count]), s, then)
    value = boxed(m, value)
    items = written_items(m, value, s)
    if p.rest < 0 and len(items) == count and not any(one[0] == "spread" for one in items):
        return _each(m, p.items, list(items), s, then)
    if s.pending:
        return m.flushed(s, lambda s2: take_apart(m, p, value, s2, then))
    if m.semantics.tuples_are_values and p.rest < 0:
        return _each(m, p.items, _values(m, value, count), s, then)
    heap = m.heap_of(s, CONTENTS)
    parts: list[Term] = [("item", value, at, count, p.rest, heap) for at in range(count)]
    if p.rest < 0:
        declare_parts(m, value, parts)
    if m.semantics.fits_always and p.rest < 0 and p.kind == "tuple":
        return _each(m, p.items, parts, s, then)
    whole = ("apart", value, count, p.rest, heap)
    return m.duty(whole, s, lambda _, s2: _each(m, p.items, parts, s2, then))


def _refer(m: Machine, p: core.TuplePattern, value: Term, s: State, then: Then) -> Term:
    """Names for the parts of what a value refers to, which are read where they are named (C++)."""
    binders = [one.binder for one in p.items if isinstance(one, core.BindPattern)]
    if len(binders) < len(p.items) or any(map(s.frame.facts.is_set_again, binders)):
        raise UnsupportedError("reference to a part")
    is_pair = len(binders) == len(PAIR) and m.has_pairs()
    for at, binder in enumerate(binders):
        leaf = ("member", PAIR[at]) if is_pair else ("part", at, len(binders))
        s = s.bind(binder, ("part of", value, s.heap, leaf))
    return then(s)


def _values(m: Machine, value: Term, count: int) -> list[Term]:
    """Several values that a call gives, or an element of a table and whether it is there."""
    parts: list[Term] = [("item", value, at, count, -1, ()) for at in range(count)]
    if value[0] == "sub" and sort_of(m, value[1]) == "dict" and count == 2:  # noqa: PLR2004
        parts = [value, ("has", *value[1:])]
        m.types[parts[1]] = "bool"
    declare_parts(m, value, parts)
    return parts


def declare_parts(m: Machine, value: Term, parts: list[Term]) -> None:
    """The parts of a tuple have the types that its own says, where it says one for each."""
    types = m.exact.get(value, core.UNKNOWN)
    is_each = len(types.arguments) == len(parts) and m.library.sort(str(types.name)) == "tuple"
    if not is_each or any(one.name == "..." for one in types.arguments):
        return
    for one, declared in zip(parts, types.arguments, strict=True):
        declare(m, one, declared)
        m.exact.setdefault(one, declared)


def _each(
    m: Machine, items: tuple[Any, ...], values: list[Term], s: State, then: Then, at: int = 0
) -> Term:
    if at == len(items):
        return then(s)
    if items[at] is None:
        return _each(m, items, values, s, then, at + 1)
    return assign_pattern(
        m, items[at], values[at], s, lambda s2: _each(m, items, values, s2, then, at + 1)
    )


def take_fields(m: Machine, p: core.FieldsPattern, value: Term, s: State, then: Then) -> Term:
    """`{a, b: c = 1} = value`: members read in order."""
    from tracer.classify.equivalence.evaluation.values.members import read_member

    def one(at: int, s2: State) -> Term:
        if at == len(p.items):
            return then(s2)
        field = p.items[at]

        def got(v: Term, s3: State) -> Term:
            def store(v2: Term, s4: State) -> Term:
                return assign_pattern(m, field.pattern, v2, s4, lambda s5: one(at + 1, s5))

            if field.default is None:
                return store(v, s3)
            return _or_default(m, field.default, v, s3, store)

        node = core.Member(core.Literal("null", ""), field.name, field.owner)
        return read_member(m, value, node, s2, got)

    return one(0, s)
