"""Literals of collections and objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.terms import NULL, Term
from tracer.classify.equivalence.evaluation.machine import structures
from tracer.classify.equivalence.evaluation.machine.conversions import is_numeric, kept
from tracer.classify.equivalence.evaluation.machine.handlers import (
    expression,
)
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.machine.values import is_plain, read_value, sort_of
from tracer.classify.equivalence.evaluation.values.comparability import is_comparable_type
from tracer.classify.equivalence.evaluation.values.comparisons import may_refuse
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.machine.machine import (
        Machine,
    )

_GONE_THROUGH = frozenset({"list", "tuple", "set", "dict", "str"})
_IMMUTABLE = frozenset({"tuple", "slice"})


@expression(core.Construct)
def construct(m: Machine, e: core.Construct, s: State, k: Continue) -> Term:
    """A tuple is its items; anything else is a new object, with an identity of its own."""
    if e.kind == "list" and len(e.items) == 1 and e.items[0].spread == "*":
        return spread_alone(m, e, s, k)
    nodes: list[core.Expression] = []
    for one in e.items:
        if one.key is not None and not _is_field(m, one.key):
            nodes.append(one.key)
        nodes.append(one.value)

    plain = structures.fields_of(m, e.type) if e.items else None

    def made(values: list[Term], s2: State) -> Term:
        if len(values) == 1 == len(e.items) and is_numeric(m, e.type) and e.items[0].key is None:
            return kept(m, values[0], e.type, s2, k)  # int n{a}
        rest = iter(values)
        items: list[Term] = []
        for one in e.items:
            if one.key is not None:
                key = _leaf(one.key) if _is_field(m, one.key) else next(rest)
                items.append((key, next(rest)))
            elif one.spread:
                spread = read_value(m, next(rest), s2)
                items.append(("spread", one.spread, spread, m.heap_of(s2)))
            else:
                items.append(next(rest))
        filled = structures.completed(m, items, plain) if plain is not None else None
        if plain is not None and filled is not None:
            return structures.made_of(m, filled, e.type, plain, s2, k)
        if m.semantics.positional_fields and e.items and all(one.key is None for one in e.items):
            items = _by_field(m, e, items)
        if e.kind == "tuple" and not any(one[0] == "spread" for one in items):
            return k(m.sized(("tuple", tuple(items))), s2)
        if e.kind in _IMMUTABLE:
            return k((e.kind, tuple(items)), s2)
        declared = (type_term(e.type),) if e.type.name and m.semantics.types_matter else ()
        items = by_field(m, e, items)
        fields: Term = tuple(items)
        if e.kind in ("object", "struct") and _has_fixed_fields(items, e):
            fields = ("any-names", frozenset(items))
        value = ("new", m.fresh(), e.kind, fields, s2.site, *declared)
        m.made_at[value] = s2.heap
        if m.semantics.tables_hold_keys and e.type.arguments:
            m.holding[value] = e.type
        if e.kind == "struct" and fields[:1] == ("any-names",):
            m.made_rows[value] = e.row
        if _may_fail(m, e, items):
            return m.duty(m.sized(value), s2, k)
        return k(m.sized(value), s2)

    if any(one.spread for one in e.items) and s.pending:
        return m.flushed(s, lambda s2: construct(m, e, s2, k))
    return m.evaluate_all(tuple(nodes), s, made)


def _may_fail(m: Machine, e: core.Construct, items: list[Term]) -> bool:
    """Whether making a collection may fail: for what cannot be gone through, or has no hash."""
    if m.semantics.equality_fails and e.kind == "dict" and e.type.arguments:
        return bool(items) and not is_comparable_type(m, e.type.arguments[0])
    if not may_refuse(m):
        return False
    spreads = [one[2] for one in items if one[0] == "spread"]
    if not all(_gives_all(m, one) for one in spreads):
        return True
    keys = [one[0] if e.kind == "dict" else one for one in items if one[0] != "spread"]
    return e.kind in ("set", "dict") and not all(is_plain(sort_of(m, one)) for one in keys)


def _gives_all(m: Machine, value: Term) -> bool:
    """Whether a value is surely one that can be gone through."""
    return not may_refuse(m) or sort_of(m, value) in _GONE_THROUGH


def by_field(m: Machine, e: core.Construct, items: list[Term]) -> list[Term]:
    """Values of a plain structure of C by their fields, where they stand in the fields' order."""
    plain = m.semantics.arrays_decay and not m.semantics.has_overloads
    if not plain or not isinstance(e.type.name, core.Symbol) or any(one.key for one in e.items):
        return items
    found = m.context.outline(e.type.name)
    if found is None or "union" in found.modifiers:
        return items
    fields = [m.context.outline(one) for one in found.members]
    known = [one for one in fields if one is not None and one.kind is core.Kind.FIELD]
    if len(known) != len(fields) or len(items) > len(known):
        return items
    types = [m.context.field_type(one.symbol) for one in known]
    if not all(one.name == "*" or is_numeric(m, one) for one in types):
        return items
    return [(("member", one.symbol), v) for one, v in zip(known, items, strict=False)]


def spread_alone(m: Machine, e: core.Construct, s: State, k: Continue) -> Term:
    """A sequence of all that another gives."""
    from tracer.classify.equivalence.evaluation.control.streams import is_eager, lazily, run_of
    from tracer.classify.equivalence.evaluation.laws.iterator_laws import gathered

    def made(value: Term, s2: State) -> Term:
        if is_eager(m, value):
            return m.streams[value[1]].force(s2, k)
        if value[0] == "stream":
            return gathered(m, run_of(m, value), "list", s2, k)
        if s2.pending:
            return m.flushed(s2, lambda s3: made(value, s3))
        items = (("spread", "*", read_value(m, value, s2), m.heap_of(s2)),)
        made = m.sized(("new", m.fresh(), "list", items))
        return k(made, s2) if _gives_all(m, value) else m.duty(made, s2, k)

    return lazily(m, e.items[0].value, s, made)


def _by_field(m: Machine, e: core.Construct, items: list[Term]) -> list[Term]:
    """Values given by the places of a declared structure's fields, with the fields said."""
    of = m.context.outline(e.type.name) if isinstance(e.type.name, core.Symbol) else None
    if of is None or of.kind is not core.Kind.CLASS:
        return items
    fields = [one for one in of.members if m.context.kind(one) is core.Kind.FIELD]
    if len(fields) != len(items):
        return items
    return [(("member", field), value) for field, value in zip(fields, items, strict=True)]


def _is_field(m: Machine, key: core.Expression) -> bool:
    """Whether a key only names a field of the structure."""
    return isinstance(key, core.Ref) and m.context.kind(key.symbol) is core.Kind.FIELD


def _leaf(key: core.Expression) -> Term:
    assert isinstance(key, core.Ref)
    return ("member", key.symbol)


def _has_fixed_fields(items: list[Term], e: core.Construct) -> bool:
    """Whether the order of fields says nothing: those of a declared struct."""
    keys = [one[0] for one in items if len(one) == 2]  # noqa: PLR2004
    return e.kind == "struct" and len(keys) == len(items) == len(set(keys)) and bool(e.type.name)


__all__ = ["NULL"]
