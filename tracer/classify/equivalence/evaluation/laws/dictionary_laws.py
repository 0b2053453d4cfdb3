"""Laws of dictionaries and sets: entries, get-or-default, adding, asking for a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import Given
from tracer.classify.equivalence.evaluation.calls.callees import called
from tracer.classify.equivalence.evaluation.calls.functions import nothing
from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.calls.methods import method_leaf
from tracer.classify.equivalence.evaluation.control.eager_steps import GATHERS, nature_of
from tracer.classify.equivalence.evaluation.control.streams import (
    Stream,
    apply,
    counted,
    entries,
    is_eager,
    lazily,
    made,
    run_of,
    steps_of,
)
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import ZERO
from tracer.classify.equivalence.evaluation.laws.iterator_laws import taken, unmade
from tracer.classify.equivalence.evaluation.laws.library_laws import (
    forced,
    library_law,
    values_of,
)
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.machine.values import sort_of, written_items
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.classify.equivalence.evaluation.values.presence import guarded
from tracer.model.assumptions import STEADY_LISTS
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


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
    """Elements added one by one; those of a whole list to one that was made here."""
    if r is None or not given or r[0] == "stream" or given[0].value[0] == "stream":
        return None
    is_list = m.semantics.steps_make_lists and r[0] == "new" and sort_of(m, r) == "list"
    if given[0].spread:
        return _add_all(m, r, given, s, k) if is_list else None
    if len(given) > 1 and (not is_list or any(one.spread for one in given)):
        return None

    def more(v: Term, s2: State) -> Term:
        rest = given[1:]
        return k(v, s2) if not rest else _add(m, e, r, rest, s2, k) or ("never", s2.duties)

    return m.event(("add", r, given[0].value), s, more, changes=frozenset({CONTENTS}))


def _add_all(m: Machine, r: Term, given: list[Given], s: State, k: Continue) -> Term | None:
    """`r.push(...list)` of a list that was made here: the loop that adds each."""
    value = given[0].value
    if len(given) != 1 or value == r or sort_of(m, value) != "list":
        return None
    if not m.context.allows(STEADY_LISTS):  # it may be the other by another name
        return None

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return m.event(
                ("add", r, v), s2, lambda _, s3: next_(s3), changes=frozenset({CONTENTS})
            )

        return run_of(m, value)(s, (), body, lambda s2: k2(("added", r), s2), k2)

    return m.joined(s, loop, k)


FILLED = law(
    "filled-table",
    "A new set or map of what `map` or `filter` gives is the loop that fills an empty one.",
    "function f(a: number[]) { return new Set(a.map((b) => b + 1)) }\n",
    "function f(a: number[]) { const c = new Set(); for (const b of a) { c.add(b + 1); } "
    "return c }\n",
    "function f(a: number[]) { const c = new Set(); for (const b of a) { c.add(b - 1); } "
    "return c }\n",
    "typescript",
)


def new_table(m: Machine, e: core.Call, s: State, k: Continue) -> Term | None:
    """`new Set(steps)` and `new Map(steps)`, the steps of which nobody can tell from a loop's."""
    path = e.function.path if isinstance(e.function, core.External) else ""
    kind = m.library.constructors.get(path)
    one = e.arguments[0] if len(e.arguments) == 1 else None
    if not m.semantics.steps_make_lists or kind not in ("set", "dict") or one is None:
        return None
    if not isinstance(one.value, core.Call) or one.spread:
        return None

    def found(v: Term, s2: State) -> Term:
        if not is_eager(m, v) or not _may_fill(m, v, kind, s2):
            return forced(
                m, [Given(v)], s2, lambda given, s3: called(m, e, ("ext", path), given, s3, k)
            )
        m.law(FILLED)
        empty = e._replace(arguments=())
        return m.evaluate(empty, s2, lambda new, s3: _filled(m, v, kind, new, s3, k))

    return lazily(m, one.value, s, found)


def _may_fill(m: Machine, steps: Term, kind: str, s: State) -> bool:
    """Whether steps only compute; for a map, keys with their values in a list that is written."""
    are_pairs: list[bool] = []

    def body(v: Term, s2: State, next_: Then, _: Continue) -> Term:
        items = written_items(m, v, s2)
        are_pairs.append(len(items) == 2 and all(one[0] != "spread" for one in items))  # noqa: PLR2004
        return next_(s2)

    run = steps_of(m, steps)
    if not GATHERS.allows(m, nature_of(m, run, s)):
        return False
    nature_of(m, run, s, (), body)
    return kind == "set" or (bool(are_pairs) and all(are_pairs))


def _filled(m: Machine, steps: Term, kind: str, new: Term, s: State, k: Continue) -> Term:
    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            effect: Term = ("add", new, v)
            if kind == "dict":
                effect = ("store", new, *written_items(m, v, s2))
            return m.event(effect, s2, lambda _, s3: next_(s3), changes=frozenset({CONTENTS}))

        return steps_of(m, steps)(s, (), body, lambda s2: k2(new, s2), k2)

    return m.joined(s, loop, k)


@library_law("put")
def _put(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if r is None or len(values) != 2:  # noqa: PLR2004
        return None

    def done(v: Term, s2: State) -> Term:
        m.was_put[r, values[0]] = (m.heap_of(s2), values[1])
        return k(v, s2)

    return m.event(("store", r, *values), s, done, changes=frozenset({CONTENTS}))


@library_law("has")
def _has(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is None or len(given) != 1 or r[0] == "stream":
        return None
    if m.semantics.entry_reader and sort_of(m, r) == "dict":  # any value may be asked for
        return guarded(m, r, s, lambda _, s2: _asked(m, given[0].value, r, s2, k))
    return comparisons.compare(m, "in", given[0].value, r, s, k)


def _asked(m: Machine, key: Term, table: Term, s: State, k: Continue) -> Term:
    if s.pending:
        return m.flushed(s, lambda s2: _asked(m, key, table, s2, k))
    return k(("in", key, table, m.heap_of(s, CONTENTS)), s)


def _to_go_through(name: str, part: int | None) -> None:
    """The law of a method that gives a view of a table, where a loop goes through it."""

    @library_law(name)
    def view(
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        if r is None or given or r[0] == "stream" or not isinstance(e.function, core.Member):
            return None
        known = m.library.method(sort_of(m, r), e.function.name)
        if known is None:
            return None
        f = ("method", method_leaf(m, e.function, r), r)

        def force(s2: State, k2: Continue) -> Term:
            return apply_known(m, e, f, known, given, s2, k2)

        def viewed(_: Term, s2: State) -> Term:
            subject = r if part == 0 and m.semantics.tables_hold_keys else None
            return k(made(m, Stream(entries(m, r, part).run, force, subject)), s2)

        return guarded(m, r, s, viewed)


for _name, _part in (("values", 1), ("keys", 0), ("entries", None)):
    _to_go_through(f"{_name} to go through", _part)


def _entry_part(name: str, at: int) -> None:
    """The law of a method that gives a part of an entry."""

    @library_law(f"entry {name}")
    def part(
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        if r is None or r[0] != "pair" or given or s.pending:
            return None
        subject, heap = m.entries.get(r[1][0], (r, r))
        if at and (subject == r or heap != m.heap_of(s)):
            return None  # an entry shows what its table holds by then
        return k(r[1][at], s)


_entry_part("key", 0)
_entry_part("value", 1)


@library_law("entry get")
def _entry_get(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """What a table has for a key of an entry of it, while nothing has changed: its value."""
    del e
    if r is None or len(given) != 1 or s.pending:
        return None
    key = given[0].value
    heap, value = m.was_put.get((r, key), (None, key))
    if heap == m.heap_of(s):
        return k(value, s)
    if key[0] != "key of" or m.entries.get(key) != (r, m.heap_of(s)):
        return None
    return k(("value of", key[1]), s)


@library_law("entry put")
def _entry_put(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A value put into a table, which has it while nothing else happens."""
    values = values_of(given)
    if r is None or len(values) != 2 or not isinstance(e.function, core.Member):  # noqa: PLR2004
        return None
    f = ("method", method_leaf(m, e.function, r), r)

    def done(v: Term, s2: State) -> Term:
        m.was_put[r, values[0]] = (m.heap_of(s2), values[1])
        return k(v, s2)

    def put(_: Term, s2: State) -> Term:
        effect = ("call", f, tuple(values), ())
        return m.event(effect, s2, done, changes=frozenset({CONTENTS}))

    return guarded(m, r, s, put)
