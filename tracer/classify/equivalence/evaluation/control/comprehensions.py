"""Comprehensions: loops that make a list, set or dictionary, and generator expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.control.ended_iterations import runs_to_end
from tracer.classify.equivalence.evaluation.control.streams import Body, Stream, made, stream_of
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.state import State
from tracer.classify.equivalence.evaluation.domain.terms import NULL, Term
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
    expression,
)
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.places.patterns import assign_pattern, boxed
from tracer.classify.equivalence.evaluation.values.truth import tested
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.equivalence.evaluation.domain.state import Continue, Then
    from tracer.classify.equivalence.evaluation.machine.machine import (
        Machine,
    )

COMPREHENSIONS = law(
    "comprehension",
    "A comprehension is the loop that adds to a new collection.",
    "def f(a):\n    b = []\n    for c in a:\n        if c.x:\n            b.append(c.y)\n"
    "    return b\n",
    "def f(a):\n    return [c.y for c in a if c.x]\n",
    "def f(a):\n    return [c.x for c in a if c.y]\n",
)


COPIES = law(
    "comprehension-of-all",
    "A comprehension that takes over each element as it is makes the collection of all.",
    "def f(a):\n    return [b for b in a]\n",
    "def f(a):\n    return list(a)\n",
    "def f(a):\n    return [b for b in a if b]\n",
)


def rounds(
    m: Machine,
    clauses: tuple[core.ForEach | core.If, ...],
    s: State,
    each: Callable[[State, Then, Continue], Term],
    next_: Then | None,
    end: Then,
    left: Continue,
    stored: Iterable[int] = (),
) -> Term:
    """The loops of clauses, one in the other. `next_` is None for the outermost."""
    if not clauses:
        assert next_ is not None
        return each(s, next_, left)
    first, rest = clauses[0], clauses[1:]
    if isinstance(first, core.If):
        assert next_ is not None
        skip = next_
        return tested(
            m, first.test, s, lambda s2: rounds(m, rest, s2, each, skip, end, left, stored), skip
        )

    def body(element: Term, s2: State, step: Then, leave: Continue) -> Term:
        return assign_pattern(
            m, first.pattern, element, s2,
            lambda s3: rounds(m, rest, s3, each, step, step, leave, stored),
        )  # fmt: skip

    after = end if next_ is None else next_
    return stream_of(
        m, first.iterable, first.kind, s, lambda run, s2: run(s2, stored, body, after, left)
    )


def collected(
    m: Machine, kind: str, s: State, loop: Callable[[Term, State, Then], Term], k: Continue
) -> Term:
    """A new collection, and the loop that adds to it."""
    m.law(COMPREHENSIONS)
    new = ("new", m.fresh(), kind, (), s.site)
    return loop(new, s, lambda s2: k(new, s2._replace(env=s2.env)))


def add(m: Machine, kind: str, new: Term, values: list[Term], s: State, then: Then) -> Term:
    """One element more."""
    values = [boxed(m, one) for one in values]
    effect = ("store", new, values[0], values[1]) if kind == "dict" else ("add", new, values[0])
    return m.event(effect, s, lambda _, s2: then(s2), changes=frozenset({CONTENTS}))


@expression(core.Comprehension)
def comprehension(
    m: Machine, e: core.Comprehension, s: State, k: Continue, *, is_lazy: bool = False
) -> Term:
    """A comprehension's value."""
    if e.kind == "generator":
        return _generator(m, e, s, k, is_lazy=is_lazy)
    if _takes_all(m, e):
        m.law(COPIES)
        whole = core.Call(
            core.External(m.semantics.collectors + e.kind),
            (core.Argument(e.clauses[0].iterable),),
            row=e.row,
        )
        return m.evaluate(whole, s, k)
    nodes = (e.key, e.value) if e.key is not None else (e.value,)

    def loop(new: Term, s2: State, then: Then) -> Term:
        def each(s3: State, next_: Then, _: Continue) -> Term:
            return m.evaluate_all(nodes, s3, lambda vs, s4: add(m, e.kind, new, vs, s4, next_))

        return rounds(m, e.clauses, s2, each, None, then, lambda _, s3: then(s3), outside)

    outside = _stored_outside(s, e)

    def after(v: Term, s2: State) -> Term:
        kept = {key: one for key, one in s.env.items() if key not in outside}
        return k(v, s2._replace(env={**s2.env, **kept}))

    return m.joined(s, lambda k2: collected(m, e.kind, s, loop, k2), after)


def _stored_outside(s: State, e: core.Comprehension) -> frozenset[int]:
    """Locals of the code around a comprehension that it gives a value to: Python's `:=`."""
    parts = (e.key, e.value, *e.clauses)
    own = frozenset(
        one.binder
        for node in walk(parts, into_functions=False)
        if isinstance(node, core.ForEach)
        for one in walk(node.pattern)
        if isinstance(one, core.BindPattern)
    )
    return s.frame.facts.stored(e) - own


def _takes_all(m: Machine, e: core.Comprehension) -> bool:
    """Whether a comprehension only takes over each element as it is."""
    first = e.clauses[0]
    return (
        bool(m.semantics.collectors)
        and e.kind in ("list", "set")
        and len(e.clauses) == 1
        and isinstance(first, core.ForEach)
        and first.kind == "values"
        and isinstance(first.pattern, core.BindPattern)
        and isinstance(e.value, core.Local)
        and e.value.binder == first.pattern.binder
    )


def _generator(m: Machine, e: core.Comprehension, s: State, k: Continue, *, is_lazy: bool) -> Term:
    """A generator expression: rounds, where it is gone through; else code that is run later."""
    if is_lazy and _runs_to_end(m, e):

        def run(s2: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
            def each(s3: State, next_: Then, leave: Continue) -> Term:
                return m.evaluate(e.value, s3, lambda v, s4: body(v, s4, next_, leave))

            both = {*stored, *_stored_outside(s2, e)}
            return rounds(m, e.clauses, s2, each, None, end, left, both)

        return k(made(m, Stream(run, lambda s2, k2: _later(m, e, s2, k2))), s)
    return _later(m, e, s, k)


def _runs_to_end(m: Machine, e: core.Comprehension) -> bool:
    """Whether its code never raises the error that ends an iteration, here another error."""
    first, *rest = e.clauses
    inside = (e.value, *rest, *([] if isinstance(first, core.If) else [first.pattern]))
    return runs_to_end(m, inside)


def _later(m: Machine, e: core.Comprehension, s: State, k: Continue) -> Term:
    first = e.clauses[0]
    assert isinstance(first, core.ForEach)
    if _stored_outside(s, e):
        raise UnsupportedError("a local that a generator sets when it is run")

    def suspended(subject: Term, s2: State) -> Term:
        number = m.fresh()
        hidden = -number[1] - 10
        frame = s2.frame._replace(id=number, returns=None, depth=0)
        inner = State({**s2.env, hidden: subject}, frame, ("start", number), site=number)
        clauses = (first._replace(iterable=core.Local(hidden)), *e.clauses[1:])

        def each(s3: State, next_: Then, _: Continue) -> Term:
            return m.evaluate(
                e.value, s3,
                lambda v, s4: m.event(("yield", v), s4, lambda _, s5: next_(s5)),
            )  # fmt: skip

        tree = rounds(
            m, clauses, inner, each, None,
            lambda s3: m.flushed(s3, lambda s4: ("ret", NULL, s4.duties)),
            lambda _, s3: m.flushed(s3, lambda s4: ("ret", NULL, s4.duties)),
        )  # fmt: skip
        return k(("generator", number, tree, s2.site), s2)

    return m.evaluate(first.iterable, s, suspended)
