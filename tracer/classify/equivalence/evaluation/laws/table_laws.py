"""Laws of dictionaries that are made of elements: of pairs, and of how often each is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.control.comprehensions import add, collected
from tracer.classify.equivalence.evaluation.control.streams import Stream, made, run_of
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import constant
from tracer.classify.equivalence.evaluation.laws.collection_laws import COLLECTORS
from tracer.classify.equivalence.evaluation.laws.library_laws import (
    external_path,
    forced,
    library_law,
)
from tracer.classify.equivalence.evaluation.machine.values import declare, sort_of
from tracer.classify.equivalence.evaluation.places.patterns import assign_pattern
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.control.streams import Body, Run
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

PAIRS = law(
    "pairs-as-table",
    "A dictionary made of pairs is the loop that puts each value at its key.",
    "def f(a, b):\n    return dict(zip(a, b))\n",
    "def f(a, b):\n    t = {}\n    for c, d in zip(a, b):\n        t[c] = d\n    return t\n",
    "def f(a, b):\n    t = {}\n    for c, d in zip(b, a):\n        t[c] = d\n    return t\n",
)
COUNTS = law(
    "counted-elements-table",
    "`dict(Counter(elements))` is the loop that adds 1 to what a new dictionary has for each.",
    "from collections import Counter\n\n\ndef f(a):\n    return dict(Counter(b.k for b in a))\n",
    "def f(a):\n    t = {}\n    for b in a:\n        t[b.k] = t.get(b.k, 0) + 1\n    return t\n",
    "def f(a):\n    t = {}\n    for b in a:\n        t[b.k] = t.get(b.k, 1) + 1\n    return t\n",
)
_TABLE, _ELEMENT = 1 << 21, (1 << 21) + 1  # binders in code of a law: those of nothing else
_PAIR = core.TuplePattern("tuple", (core.BindPattern(_TABLE), core.BindPattern(_ELEMENT)))
_GIVE_PAIRS = (("ext", "builtins.zip"), ("ext", "itertools.pairwise"))
_COUNT = core.Binary(
    "+",
    core.Call(
        core.Member(core.Local(_TABLE), "get"),
        (core.Argument(core.Local(_ELEMENT)), core.Argument(core.Literal("int", "0"))),
    ),
    core.Literal("int", "1"),
)


@library_law("dict")
def _dict(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is not None:
        return None
    if len(given) == 1 and not given[0].label and not given[0].spread:
        return _copied_table(m, given[0].value, s, k)
    if not all(one.label for one in given):
        return None
    m.law(COLLECTORS)
    items = tuple((constant("str", one.label), one.value) for one in given)
    return k(("new", m.fresh(), "dict", items, s.site), s)


def _copied_table(m: Machine, value: Term, s: State, k: Continue) -> Term | None:
    """A dictionary of what another value has; None for what may be a table, which is copied."""
    if value[0] == "stream" and m.streams[value[1]].counted is not None:
        return _counts(m, m.streams[value[1]].counted, s, k)
    is_gone_through = value[0] == "stream" or sort_of(m, value) in ("list", "tuple")
    if not is_gone_through and m.callees.get(value) not in _GIVE_PAIRS:
        return None
    m.law(PAIRS)

    def loop(new: Term, s2: State, then: Then) -> Term:
        def body(v: Term, s3: State, next_: Then, leave: Continue) -> Term:
            def put(s4: State) -> Term:
                return add(m, "dict", new, [s4.env[_TABLE], s4.env[_ELEMENT]], s4, next_)

            return assign_pattern(m, _PAIR, v, s3, put)

        return run_of(m, value)(s2, (_TABLE, _ELEMENT), body, then, lambda _, s3: then(s3))

    return m.joined(s, lambda k2: collected(m, "dict", s, loop, k2), k)


@library_law("counted elements")
def _counted_elements(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`Counter(elements)`: a table that is not made yet, where it is only copied as a plain one."""
    if r is not None or len(given) != 1 or given[0].label:
        return None
    value = given[0].value
    if value[0] != "stream" and sort_of(m, value) not in ("list", "tuple", "set", "sequence"):
        return None

    def force(s2: State, k2: Continue) -> Term:
        f: Term = ("ext", external_path(e.function))
        known = m.library.function(f[1])
        assert known is not None
        return forced(m, given, s2, lambda made_, s3: apply_known(m, e, f, known, made_, s3, k2))

    def run(s2: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        return force(s2, lambda v, s3: run_of(m, v)(s3, stored, body, end, left))

    return k(made(m, Stream(run, force, counted=run_of(m, value))), s)


def _counts(m: Machine, elements: Run, s: State, k: Continue) -> Term:
    """A new dictionary that has for each element how often it was there."""
    m.law(COUNTS)

    def loop(new: Term, s2: State, then: Then) -> Term:
        declare(m, new, core.Type("dict", (core.UNKNOWN, core.Type("int"))))

        def body(v: Term, s3: State, next_: Then, leave: Continue) -> Term:
            bound = s3.bind(_TABLE, new).bind(_ELEMENT, v)
            return m.evaluate(
                _COUNT, bound, lambda n, s4: add(m, "dict", new, [v, n], s4, next_)
            )  # fmt: skip

        return elements(s2, (), body, then, lambda _, s3: then(s3))

    return m.joined(s, lambda k2: collected(m, "dict", s, loop, k2), k)
