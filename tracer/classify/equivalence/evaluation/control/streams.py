"""Sequences that are gone through: containers, ranges, generators, `map` and `filter`.

A stream is how to run code for each element. What only passes elements on (`map`, `filter`,
`enumerate`, generator expressions, Java's and Rust's streams) makes no object of its own when it is
consumed where it is made, so a pipeline and a loop are the same rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tracer.classify.equivalence.evaluation.control.calm_loops import calm
from tracer.classify.equivalence.evaluation.control.eager_steps import ANY_USE, Use, checked
from tracer.classify.equivalence.evaluation.control.loops import (
    Guess,
    again,
    begin,
    check_steady,
    iterate,
    owner_of,
    retyped,
)
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import NULL, ONE, ZERO, Term, constant
from tracer.classify.equivalence.evaluation.machine.conversions import exact_name
from tracer.classify.equivalence.evaluation.machine.values import declare, sort_of
from tracer.classify.equivalence.evaluation.values import comparisons, operators
from tracer.classify.equivalence.evaluation.values.comparisons import condition
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

RANGES = law(
    "counting-loop",
    "A loop over a range is a loop that counts to its bound, computed once.",
    "def f(n: int):\n    t = 0\n    for i in range(n):\n        t += i * 2\n    return t\n",
    "def f(n: int):\n    t = 0\n    i = 0\n    while i < n:\n        t += i * 2\n        i += 1\n"
    "    return t\n",
    "def f(n: int):\n    t = 0\n    i = 0\n    while i <= n:\n        t += i * 2\n        i += 1\n"
    "    return t\n",
)
ENUMERATION = law(
    "counted-elements",
    "`enumerate` is a counter beside the loop.",
    "def f(a):\n    i = 0\n    for b in a:\n        g(i, b)\n        i += 1\n",
    "def f(a):\n    for i, b in enumerate(a):\n        g(i, b)\n",
    "def f(a):\n    for i, b in enumerate(a, 1):\n        g(i, b)\n",
)
PIPELINES = law(
    "pipelines",
    "`map`, `filter` and generators that are consumed where they are made are the rounds of a "
    "loop. Where each step makes a list of its own first, its functions must have no effects.",
    "def f(a):\n    return sum(map(lambda b: b.n, a))\n",
    "def f(a):\n    t = 0\n    for b in a:\n        t += b.n\n    return t\n",
    "def f(a):\n    t = 0\n    for b in a:\n        t += b.m\n    return t\n",
)

LISTED = law(
    "listed-elements",
    "A loop over a tuple that is written out, of no more than four elements, is its body for each.",
    "def f(a, b):\n    for c in (a, b):\n        g(c)\n",
    "def f(a, b):\n    g(a)\n    g(b)\n",
    "def f(a, b):\n    g(b)\n    g(a)\n",
)
_UNROLLED = 4

BORROWED = law(
    "borrowed-elements",
    "A loop over a reference to a collection of the library is one over what `iter()` gives.",
    "struct A { b: Vec<i32> }\nimpl A { fn f(&self) { for c in &self.b { g(c); } } }\n",
    "struct A { b: Vec<i32> }\nimpl A { fn f(&self) { for c in self.b.iter() { g(c); } } }\n",
    "struct A { b: Vec<i32> }\nimpl A { fn f(&self) { for c in self.b.iter().rev() { g(c); } } }\n",
    "rust",
)

# Loops over keys with their elements, and which part of them the loop is given.
ENTRIES = {"entries": None, "entry keys": 0, "entry values": 1}

Body: TypeAlias = "Callable[[Term, State, Then, Continue], Term]"
Parts: TypeAlias = "Callable[[Term], list[Term]]"
Run: TypeAlias = "Callable[[State, Iterable[int], Body, Then, Continue], Term]"


class Stream(NamedTuple):
    """How to go through something. `force`: what it is when it is not gone through at once."""

    run: Run
    force: Callable[[State, Continue], Term]
    subject: Term | None = None  # the container whose elements these are, all of them, in order
    is_eager: bool = False  # it has made a list of all before anything else happens
    counted: Run | None = None  # the elements whose numbers are held by the table that this is


def plain_stream(m: Machine, subject: Term, kind: str) -> Stream:
    """The elements of a container."""
    is_lent = m.semantics.structs == "moves" and subject[:2] == ("un", "&")
    if is_lent and sort_of(m, subject[2]) in ("list", "set", "dict"):
        m.law(BORROWED)
        subject = subject[2]
    if kind == "values" and m.semantics.tables_hold_entries and sort_of(m, subject) == "dict":
        return entries(m, subject)
    if kind == "values" and m.semantics.tables_hold_keys and sort_of(m, subject) == "dict":
        return entries(m, subject, 0)

    if kind == "entry keys" and m.semantics.sequences_keep_length and sort_of(m, subject) == "int":
        return ranged(m, ZERO, subject, lambda s, k: k(subject, s))
    if kind in ENTRIES:
        return entries(m, subject, ENTRIES[kind])

    if kind == "values" and subject[0] == "tuple" and len(subject[1]) <= _UNROLLED:
        return _listed(m, subject)

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        return iterate(m, subject, kind, s, stored, body, end, left)

    return Stream(run, lambda s, k: k(subject, s))


def _listed(m: Machine, subject: Term) -> Stream:
    """The elements of a tuple that is written out, one after the other: no loop is left."""

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        del stored
        depth, outside = len(s.opens), s.exits

        def leave(value: Term, s2: State) -> Term:
            return m.close(s2, depth, lambda s3: left(value, s3._replace(exits=outside)))

        def from_(at: int, s2: State) -> Term:
            def go_on(s3: State) -> Term:
                return m.close(s3, depth, lambda s4: from_(at + 1, s4._replace(exits=outside)))

            if at == len(subject[1]):
                return end(s2)
            m.tick()
            return body(subject[1][at], s2, go_on, leave)

        m.law(LISTED)
        return from_(0, s)

    return Stream(run, lambda s, k: k(subject, s))


def stream_of(
    m: Machine,
    node: Any,
    kind: str,
    s: State,
    k: Callable[[Run, State], Term],
    use: Use | Callable[[State], Use] = ANY_USE,
) -> Term:
    """The stream that an expression is, evaluated to where its first element is asked for."""

    def found(value: Term, s2: State) -> Term:
        return k(run_of(m, value, kind, use), s2)

    return lazily(m, node, s, found)


def lazily(m: Machine, node: Any, s: State, k: Continue) -> Term:
    """Evaluate an expression that is gone through at once."""
    from tracer.classify.equivalence.evaluation.calls.calls import call
    from tracer.classify.equivalence.evaluation.control.comprehensions import (
        comprehension,
    )

    if isinstance(node, core.Call):
        return call(m, node, s, k, is_lazy=True)
    if isinstance(node, core.Construct) and node.kind in ("range", "range-inclusive"):
        return _range_literal(m, node, s, k)
    if isinstance(node, core.Comprehension):
        return comprehension(m, node, s, k, is_lazy=True)
    return m.evaluate(node, s, k)


def _range_literal(m: Machine, node: core.Construct, s: State, k: Continue) -> Term:
    """`a..b` of whole numbers, gone through."""
    nodes = tuple(one.value for one in node.items)

    def bounds(values: list[Term], s2: State) -> Term:
        start, stop = values[:2]
        sorts = {sort_of(m, start), sort_of(m, stop)}
        if "int" not in sorts or not sorts <= {"int", ""} or values[2][:2] != NULL[:2]:
            return m.evaluate(node, s, k)
        for bound in (start, stop):
            m.types.setdefault(bound, "int")
        closed = node.kind == "range-inclusive"
        value = ("range", closed, start, stop)
        stream = ranged(m, start, stop, lambda s3, k2: k2(value, s3), closed=closed)
        return k(made(m, stream), s2)

    return m.evaluate_all(nodes, s, bounds)


def made(m: Machine, stream: Stream) -> Term:
    """A stream as a value."""
    number = m.fresh()
    m.streams[number] = stream
    return ("stream", number)


def run_of(
    m: Machine,
    value: Term,
    kind: str = "values",
    use: Use | Callable[[State], Use] = ANY_USE,
) -> Run:
    """How to go through a value, for who does with the elements what `use` says."""
    if value[0] != "stream":
        return plain_stream(m, value, kind).run
    m.law(PIPELINES)
    stream: Stream = m.streams[value[1]]
    return checked(m, stream.run, stream.force, use) if stream.is_eager else stream.run


def steps_of(m: Machine, value: Term) -> Run:
    """The rounds of a value for a further step, which answers for all of them."""
    return m.streams[value[1]].run if is_eager(m, value) else run_of(m, value)


def is_eager(m: Machine, value: Term) -> bool:
    """Whether a value is steps that make a list at once, not made yet."""
    return bool(value[0] == "stream" and m.streams[value[1]].is_eager)


def _alone(element: Term) -> list[Term]:
    return [element]


def mapped(m: Machine, source: Run, function: Term, force: Any, parts: Parts = _alone) -> Stream:
    """Each element replaced by what a function gives for it."""

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        def each(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return apply(m, function, parts(element), s2, lambda v, s3: body(v, s3, next_, leave))

        return source(s, stored, each, end, left)

    return Stream(run, force)


def filtered(
    m: Machine, source: Run, function: Term | None, force: Any, parts: Parts = _alone
) -> Stream:
    """The elements for which a function gives what is true."""

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        def each(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            kept = element[1][1] if element[0] == "pair" and parts is not _alone else element

            def tested(v: Term, s3: State) -> Term:
                return condition(m, v, s3, lambda s4: body(kept, s4, next_, leave), next_)

            if function is None:
                return tested(element, s2)
            return apply(m, function, parts(element), s2, tested)

        return source(s, stored, each, end, left)

    return Stream(run, force)


def entries(m: Machine, subject: Term, part: int | None = None) -> Stream:
    """The entries of a table in their order, as pairs of key and value; or one part of each."""

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        def each(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            both: tuple[Term, Term] = (("key of", element), ("value of", element))
            note_entry(m, subject, element, s2)
            whole: Term = ("tuple" if m.semantics.tables_hold_keys else "pair", both)
            return body(whole if part is None else both[part], s2, next_, leave)

        return iterate(m, subject, "entries", s, stored, each, end, left)

    return Stream(run, lambda s, k: k(subject, s))


def note_entry(m: Machine, subject: Term, element: Term, s: State) -> None:
    """Remember of what an entry is one, when, and the types of its key and value."""
    said = m.semantics
    if not (said.sequences_keep_length or said.tables_give_entries or said.tables_hold_keys):
        return
    m.entries["key of", element] = (subject, m.heap_of(s))
    whole = m.exact.get(subject, core.UNKNOWN)
    types = whole.arguments
    if whole.name in ("list", "array") and types:
        types = (core.Type("int"), types[0])
    if len(types) == 2:  # noqa: PLR2004
        for part, declared in zip(("key of", "value of"), types, strict=True):
            declare(m, (part, element), declared)
            m.exact.setdefault((part, element), declared)


def counted(m: Machine, source: Any, start: Term, force: Any, pair: str = "tuple") -> Stream:
    """Each element with its number."""
    key = -m.fresh()[1] - 10

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        m.law(ENUMERATION)

        def each(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            numbered = (pair, (_plus(m, s2.env[key], start), element))

            def step(s3: State) -> Term:
                return next_(s3.bind(key, plus_one(m, s2.env[key])))

            return body(numbered, s2, step, leave)

        def after(s2: State) -> Term:
            return end(s2)

        return source(s.bind(key, ZERO), {*stored, key}, each, after, left)

    return Stream(run, force)


def _plus(m: Machine, counter: Term, start: Term) -> Term:
    """The number of a round: counters start at 0, whatever the first number is."""
    if start in (ZERO, ONE):
        return counter if start == ZERO else plus_one(m, counter)
    folded = operators.fold(m, "+", counter, start)
    return folded if folded is not None else ("any-order", "+", (counter, start))


def plus_one(m: Machine, value: Term) -> Term:
    """`value + 1` of a counter."""
    folded = operators.fold(m, "+", value, ONE)
    if folded is not None:
        return folded
    term: Term = ("any-order", "+", (value, ONE))
    m.types.setdefault(term, sort_of(m, value))
    return term


def ranged(
    m: Machine, start: Term, stop: Term, force: Any, *, closed: bool = False, down: bool = False
) -> Stream:
    """Whole numbers from one to another."""
    key = -m.fresh()[1] - 10

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        m.law(RANGES)
        return m.flushed(s, lambda s2: retyped(
            lambda guess: rounds(s2, stored, body, end, left, guess), m
        ))  # fmt: skip

    def rounds(
        s: State,
        stored: Iterable[int],
        body: Body,
        end: Then,
        left: Continue,
        guess: Guess,
    ) -> Term:
        m.tick()
        bound = s.bind(key, start)
        one, top = begin(m, {*stored, key}, bound, guess)
        counter = top.env[key]
        m.types[counter] = "int"
        if exact_name(m, start) == exact_name(m, stop) == "int":
            m.exact.setdefault(counter, core.Type("int"))

        def next_(s2: State) -> Term:
            return again(m, one, s2.bind(key, plus_one(m, counter)))

        def leave(value: Term, s2: State) -> Term:
            return m.close(
                s2, one.depth, lambda s3: left(value, s3._replace(exits=s.exits, site=s.site))
            )

        def test(t: Term, s2: State) -> Term:
            return condition(
                m, t, s2, lambda s3: body(counter, s3, next_, leave),
                lambda s3: end(s3._replace(exits=s.exits, site=s.site)),
            )  # fmt: skip

        operator = "<=" if closed else "<"
        tree = comparisons.compare(m, operator, counter, stop, top, test)
        check_steady(m, one, tree)
        starts = tuple(zip(one.slots, one.starts, strict=True))
        made_ = ("loop", one.number, starts, s.duties, tree)
        return calm(m, made_, one.number, s, tree, owner_of(one))

    return Stream(run, force)


def apply(m: Machine, function: Term, values: list[Term], s: State, k: Continue) -> Term:
    """Call a function value with plain arguments."""
    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.calls.callees import called

    node = core.Call(core.Literal("null", ""), ())
    return called(m, node, function, [Given(one) for one in values], s, k)


__all__ = ["ZERO", "constant"]
