"""Patterns that a value is matched with: what they bind where it fits, and the way elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.terms import NULL, UNDEFINED, Term, constant
from tracer.classify.equivalence.evaluation.machine import variants
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
)
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.places.patterns import assign_pattern, declare_parts
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.classify.equivalence.evaluation.values.comparisons import condition
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State, Then
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


def matched(m: Machine, p: Any, value: Term, s: State, hit: Then, miss: Then) -> Term:
    """Both ways from matching a value; what the pattern names is bound where it fits."""
    m.tick()
    if isinstance(p, core.AnyPattern):
        return hit(s)
    if isinstance(p, core.BindPattern | core.TargetPattern):
        return assign_pattern(m, p, value, s, hit)
    if isinstance(p, core.AsPattern):
        return matched(
            m, p.pattern, value, s, lambda s2: assign_pattern(m, p.target, value, s2, hit), miss
        )
    if isinstance(p, core.ValuePattern):
        return _equal(m, p, value, s, hit, miss)
    if isinstance(p, core.OrPattern):
        return _either(m, p.items, value, s, hit, miss)
    if isinstance(p, core.TuplePattern):
        return _tuple(m, p, value, s, hit, miss)
    if isinstance(p, core.VariantPattern):
        return _variant(m, p, value, s, hit, miss)
    if isinstance(p, core.FieldsPattern) and p.rest is None:
        return _fields(m, p, value, s, hit, miss)
    raise UnsupportedError("pattern")


def _equal(m: Machine, p: core.ValuePattern, value: Term, s: State, hit: Then, miss: Then) -> Term:
    if isinstance(p.value, core.Construct) and p.value.kind.startswith("range"):
        return _in_range(m, p.value, value, s, hit, miss)

    def tested(v: Term, s2: State) -> Term:
        kind = variants.named(m, v)
        if variants.family(m, kind):
            if s2.pending and value[0] != "made":
                return m.flushed(s2, lambda s3: tested(v, s3))
            asked = variants.lent(m, value)
            question = variants.test_of(asked, kind, m.heap_of(s2, CONTENTS))
            return m.branch(question, s2, hit, miss)
        if m.semantics.fits_always and v[0] == "c" and v[1] in ("str", "int", "char", "bool"):
            m.types.setdefault(value, v[1])  # no other type has such a pattern
        operator = "is" if v in (NULL, UNDEFINED) or v[:2] == ("c", "bool") else "=="
        if v[:2] == ("c", "str") and m.semantics.texts_are_objects:
            operator = "==="  # texts, not objects
        return comparisons.compare(
            m,
            operator,
            value,
            v,
            s2,
            lambda t, s3: condition(m, t, s3, hit, miss),
        )

    return m.evaluate(p.value, s, tested)


def _in_range(m: Machine, p: core.Construct, value: Term, s: State, hit: Then, miss: Then) -> Term:
    """`1..=9 =>`: two comparisons."""
    low, high, _ = (one.value for one in p.items)
    closed = p.kind == "range-inclusive"

    def below(s2: State) -> Term:
        if _is_left_out(high):
            return hit(s2)
        return m.evaluate(
            high, s2,
            lambda b, s3: comparisons.compare(
                m, "<=" if closed else "<", value, b, s3,
                lambda t, s4: condition(m, t, s4, hit, miss),
            ),
        )  # fmt: skip

    if _is_left_out(low):
        return below(s)
    return m.evaluate(
        low, s,
        lambda b, s2: comparisons.compare(
            m, "<=", b, value, s2, lambda t, s3: condition(m, t, s3, below, miss)
        ),
    )  # fmt: skip


def _is_left_out(node: core.Expression) -> bool:
    return isinstance(node, core.Literal) and node.kind == "null"


def _either(
    m: Machine, items: tuple[Any, ...], value: Term, s: State, hit: Then, miss: Then
) -> Term:
    if not items:
        return miss(s)
    return matched(
        m, items[0], value, s, hit, lambda s2: _either(m, items[1:], value, s2, hit, miss)
    )


def _all(
    m: Machine, pairs: list[tuple[Any, Term]], s: State, hit: Then, miss: Then, at: int = 0
) -> Term:
    if at == len(pairs):
        return hit(s)
    pattern, value = pairs[at]
    if pattern is None:
        return _all(m, pairs, s, hit, miss, at + 1)
    return matched(m, pattern, value, s, lambda s2: _all(m, pairs, s2, hit, miss, at + 1), miss)


def _tuple(m: Machine, p: core.TuplePattern, value: Term, s: State, hit: Then, miss: Then) -> Term:
    count = len(p.items)
    if value[0] == "tuple" and p.rest < 0:
        if len(value[1]) != count:
            return miss(s)
        return _all(m, list(zip(p.items, value[1], strict=True)), s, hit, miss)
    if s.pending:
        return m.flushed(s, lambda s2: _tuple(m, p, value, s2, hit, miss))
    heap = m.heap_of(s, CONTENTS)
    pairs: list[tuple[Any, Term]] = [
        (item, ("item", value, at, count, p.rest, heap)) for at, item in enumerate(p.items)
    ]
    if m.semantics.fits_always and p.rest < 0 and p.kind == "tuple":
        declare_parts(m, value, [part for _, part in pairs])
        return _all(m, pairs, s, hit, miss)
    shape = ("shape", value, p.kind, count, p.rest, heap)
    return m.branch(shape, s, lambda s2: _all(m, pairs, s2, hit, miss), miss)


def _variant(
    m: Machine, p: core.VariantPattern, value: Term, s: State, hit: Then, miss: Then
) -> Term:
    if isinstance(p.type, core.External) and p.type.path == "&" and len(p.items) == 1:
        from tracer.classify.equivalence.evaluation.places.pointers import behind

        return behind(m, value, s, lambda v, s2: matched(m, p.items[0], v, s2, hit, miss))
    kind = variants.named(m, m.value_of(p.type, s))
    if s.pending and value[0] != "made":
        return m.flushed(s, lambda s2: _variant(m, p, value, s2, hit, miss))
    if variants.family(m, kind) and not p.fields:
        heap = m.heap_of(s, CONTENTS)
        found: list[tuple[Any, Term]] = [
            (item, variants.holding(m, value, kind, at, heap)) for at, item in enumerate(p.items)
        ]
        question = variants.test_of(variants.lent(m, value), kind, heap)
        return m.branch(question, s, lambda s2: _all(m, found, s2, hit, miss), miss)
    heap = m.heap_of(s) if m.semantics.structs == "references" else m.heap_of(s, CONTENTS)
    pairs: list[tuple[Any, Term]] = [
        (item, ("held", value, kind, at, heap)) for at, item in enumerate(p.items)
    ]
    for field in p.fields:
        leaf = ("member", field.owner if field.owner is not None else field.name)
        pairs.append((field.pattern, ("field", value, leaf, heap)))
    if any(field.default is not None for field in p.fields):
        raise UnsupportedError("pattern")
    named = tuple(("member", field.owner or field.name) for field in p.fields)
    test = ("variant", value, kind, len(p.items), named, heap)
    return m.branch(test, s, lambda s2: _all(m, pairs, s2, hit, miss), miss)


def _fields(
    m: Machine, p: core.FieldsPattern, value: Term, s: State, hit: Then, miss: Then
) -> Term:

    if s.pending:
        return m.flushed(s, lambda s2: _fields(m, p, value, s2, hit, miss))
    if p.type.name == "dict":
        return _entries(m, p, value, s, hit, miss)
    kind = type_term(p.type)
    variant: Term = ("sym", p.type.name) if isinstance(p.type.name, core.Symbol) else ()
    if variant and variants.family(m, variant):
        return _named_fields(m, p, value, variant, s, hit, miss)
    heap = m.heap_of(s)
    pairs: list[tuple[Any, Term]] = []
    for field in p.items:
        if field.default is not None:
            raise UnsupportedError("pattern")
        leaf = ("member", field.owner if field.owner is not None else field.name)
        pairs.append((field.pattern, ("field", value, leaf, heap)))
    test = ("variant", value, kind, constant("int", str(len(pairs))), heap)
    return m.branch(test, s, lambda s2: _all(m, pairs, s2, hit, miss), miss)


def _named_fields(
    m: Machine,
    p: core.FieldsPattern,
    value: Term,
    variant: Term,
    s: State,
    hit: Then,
    miss: Then,
) -> Term:
    """A variant whose fields have names."""
    heap = m.heap_of(s, CONTENTS)
    if any(field.default is not None for field in p.items):
        raise UnsupportedError("pattern")
    pairs = [
        (one.pattern, variants.holding(m, value, variant, ("member", one.name), heap))
        for one in p.items
    ]
    question = variants.test_of(variants.lent(m, value), variant, heap)
    return m.branch(question, s, lambda s2: _all(m, pairs, s2, hit, miss), miss)


def _entries(
    m: Machine, p: core.FieldsPattern, value: Term, s: State, hit: Then, miss: Then
) -> Term:
    """A dictionary with some keys: what it is, then each key in turn."""
    heap = m.heap_of(s, CONTENTS)
    test = ("shape", value, "dict", 0, -1, heap)

    def key(at: int, s2: State) -> Term:
        if at == len(p.items):
            return hit(s2)
        field = p.items[at]
        name = constant("str", field.name)
        there = ("in", name, value, heap)
        held = ("sub", value, name, heap)
        return m.branch(
            there, s2,
            lambda s3: matched(m, field.pattern, held, s3, lambda s4: key(at + 1, s4), miss),
            miss,
        )  # fmt: skip

    return m.branch(test, s, lambda s2: key(0, s2), miss)
