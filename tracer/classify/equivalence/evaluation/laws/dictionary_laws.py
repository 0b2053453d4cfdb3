"""Laws of dictionaries and sets: entries, get-or-default, adding, asking for a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.functions import nothing
from tracer.classify.equivalence.evaluation.control.streams import (
    Stream,
    apply,
    counted,
    entries,
    made,
    run_of,
)
from tracer.classify.equivalence.evaluation.domain.terms import ZERO
from tracer.classify.equivalence.evaluation.laws.iterator_laws import taken, unmade
from tracer.classify.equivalence.evaluation.laws.library_laws import library_law, values_of
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.machine.values import sort_of
from tracer.classify.equivalence.evaluation.values import comparisons

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics import core


@library_law("entries")
def _entries(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Keys with their values, of a sequence or table, to be gone through."""
    if r is None or given or r[0] == "stream":
        return None
    force = unmade(m, e, r, given)
    if sort_of(m, r) == "dict":
        return k(made(m, Stream(entries(m, r).run, force)), s)
    return k(made(m, counted(m, run_of(m, r), ZERO, force, pair="pair")), s)


@library_law("values")
def _values_of(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The values of a table, to be gone through."""
    return _parts_of(m, e, r, given, s, k, 1)


@library_law("keys")
def _keys_of(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The keys of a table, to be gone through."""
    return _parts_of(m, e, r, given, s, k, 0)


def _parts_of(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue, at: int
) -> Term | None:
    if r is None or given or r[0] == "stream":
        return None
    return k(made(m, entries(m, r, at)._replace(force=unmade(m, e, r, given))), s)


@library_law("each-entry")
def _each_entry(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A function run for each value and key of a table."""
    values = values_of(given)
    count = taken(m, values[0]) if r is not None and r[0] != "stream" and len(values) == 1 else None
    if count is None or r is None:
        return None

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return apply(m, values[0], [v[1][1], v[1][0]][:count], s2, lambda _, s3: next_(s3))

        return entries(m, r).run(s, (), body, lambda s2: k2(nothing(m), s2), k2)

    return m.joined(s, loop, k)


@library_law("add")
def _add(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is None or len(given) != 1 or r[0] == "stream":
        return None
    return m.event(("add", r, given[0].value), s, k, changes=frozenset({CONTENTS}), row=e.row)


@library_law("put")
def _put(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if r is None or len(values) != 2:  # noqa: PLR2004
        return None
    return m.event(("store", r, *values), s, k, changes=frozenset({CONTENTS}), row=e.row)


@library_law("has")
def _has(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is None or len(given) != 1 or r[0] == "stream":
        return None
    return comparisons.compare(m, "in", given[0].value, r, s, k)
