"""Loops: variables that are carried from round to round, and every way out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.control.calm_loops import NotCalmError, calm, reads_only
from tracer.classify.equivalence.evaluation.control.ends import lasting
from tracer.classify.equivalence.evaluation.control.index_loops import INDEX_LOOPS, as_element_loop
from tracer.classify.equivalence.evaluation.control.single_rounds import is_never, once
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.state import Exit
from tracer.classify.equivalence.evaluation.domain.terms import (
    LONG,
    NO_DUTIES,
    NULL,
    UNSET,
    ZERO,
    Term,
    is_round,
    parts_of,
)
from tracer.classify.equivalence.evaluation.machine.conversions import declared_of
from tracer.classify.equivalence.evaluation.machine.each_calls import (
    EACH,
    KIND,
    NoLoopError,
    is_steady,
    names_of,
)
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
    statement,
)
from tracer.classify.equivalence.evaluation.machine.values import (
    declare,
    is_plain_type,
    read_value,
    sort_of,
    type_element,
    type_made,
)
from tracer.classify.equivalence.evaluation.places.matching import matched
from tracer.classify.equivalence.evaluation.places.patterns import assign_pattern
from tracer.classify.equivalence.evaluation.places.typed_starts import plain_starts
from tracer.classify.equivalence.evaluation.values.truth import tested
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core
from tracer.semantics.core import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.machine.machine import (
        Machine,
    )

law(
    "loop-forms",
    "A loop is its rounds: `while`, a loop forever with `break`, and counting loops are one form.",
    "def f(a):\n    while a.go():\n        a.step()\n    return a\n",
    "def f(a):\n    while True:\n        if not a.go():\n            break\n        a.step()\n"
    "    return a\n",
    "def f(a):\n    while True:\n        a.step()\n        if not a.go():\n            break\n"
    "    return a\n",
)
law(
    "loop-flags",
    "A local that only says how a loop ended is decided on each way out of it.",
    "def f(a):\n    found = False\n    for b in a:\n        if b is None:\n"
    "            found = True\n            break\n    if found:\n        return 1\n    return 2\n",
    "def f(a):\n    for b in a:\n        if b is None:\n            return 1\n    return 2\n",
    "def f(a):\n    for b in a:\n        if b is None:\n            return 2\n    return 1\n",
)


_KEPT = frozenset({"int", "float", "number", "str", "bool", "char"})


class Round(NamedTuple):
    """A loop being evaluated."""

    number: Term
    keys: tuple[int, ...]
    slots: tuple[Term, ...]
    starts: tuple[Term, ...]
    depth: int
    owner: int
    typed: frozenset[int]
    is_calm: bool = False  # evaluated as one that leaves the heap as it was


class RetypeError(Exception):
    """A loop's variable is not what it was taken for: its type changes, or its value does not."""

    def __init__(self, owner: int, key: int, *, is_steady: bool = False) -> None:
        super().__init__("loop")
        self.owner = owner
        self.key = key
        self.is_steady = is_steady


class Guess(NamedTuple):
    """What is taken for granted of a loop's variables; `owner` numbers the loop."""

    owner: int
    untyped: frozenset[int] = frozenset()
    steady: frozenset[int] = frozenset()
    is_calm: bool = True  # of code that seems to read only: no round changes the heap


def begin(m: Machine, stored: Iterable[int], s: State, guess: Guess) -> tuple[Round, State]:
    """The state at the head of a loop: what it sets is a variable, the heap is unknown.

    Of a loop that is taken to leave the heap as it was, it is that before the loop.
    """
    number = m.fresh()
    typed: set[int] = set()
    keys = tuple(
        sorted(
            key
            for key in set(stored)
            if s.env.get(key, UNSET)[0] != "var" and key not in guess.steady
        )
    )
    slots = tuple(("#s", number, key) for key in keys)
    starts = tuple(s.env.get(key, UNSET) for key in keys)
    m.starts_alike = m.starts_alike or len(set(starts)) < len(starts)
    m.counts_wide = m.counts_wide or any(one[:2] == ("c", LONG) for one in starts)
    env = dict(s.env)
    for key, slot, start in zip(keys, slots, starts, strict=True):
        env[key] = ("phi", slot)
        if start == UNSET or start in m.maybe_unset:
            m.maybe_unset.add(env[key])
        sort = sort_of(m, start)
        if m.semantics.types_matter and key < 0 and sort in _KEPT:
            m.types[env[key]] = sort  # a total that a law keeps
        elif m.semantics.types_matter:
            declared = declared_of(m, s.frame.types, key)
            declare(m, env[key], declared)
            if declared.name:
                m.exact[env[key]] = declared
        elif sort in _KEPT and key not in guess.untyped:
            m.types[env[key]] = "number" if sort in ("int", "float") else sort
            typed.add(key)
    is_calm = guess.is_calm and s.is_quiet
    one = Round(number, keys, slots, starts, len(s.opens), guess.owner, frozenset(typed), is_calm)
    heap = s.heap if is_calm else ("head", number)
    return one, s._replace(env=env, heap=heap, duties=NO_DUTIES, site=number, is_quiet=False)


def check_sorts(m: Machine, one: Round, s: State) -> None:
    """Raises: RetypeError if a variable was taken to keep a type that it does not keep."""
    for key, slot in zip(one.keys, one.slots, strict=True):
        sort = m.types.get(("phi", slot), "") if key in one.typed else ""
        value = s.env.get(key, UNSET)
        if sort and value != ("phi", slot):
            found = sort_of(m, value)
            if found != sort and not (sort == "number" and found in ("int", "float")):
                raise RetypeError(one.owner, key)


def retyped(attempt: Callable[[Guess], Term], m: Machine) -> Term:
    """A loop with its variables typed as they start, fewer of them where they do not stay so.

    One that starts with a literal and that no round changes is no variable.
    """
    guess = Guess(m.fresh()[1])
    while True:
        try:
            return attempt(guess)
        except NotCalmError as error:
            if error.owner != guess.owner:
                raise
            m.tick()
            guess = guess._replace(is_calm=False)
        except RetypeError as error:
            key = error.key
            if error.owner != guess.owner or key in (
                guess.steady if error.is_steady else guess.untyped
            ):
                raise
            m.tick()
            if error.is_steady:
                guess = guess._replace(steady=guess.steady | {key})
            else:
                guess = guess._replace(untyped=guess.untyped | {key})


def check_steady(m: Machine, one: Round, tree: Term) -> None:
    """Raises: RetypeError for a variable that starts with a literal and that no round changes."""
    steady = {
        slot: key
        for slot, key, start in zip(one.slots, one.keys, one.starts, strict=True)
        if start[0] in ("c", "tuple")
    }
    if not steady:
        return
    for part in parts_of(tree, m.grafts):
        if not is_round(part, one.number):
            continue
        for slot, value in part[2]:
            if value != ("phi", slot):
                steady.pop(slot, None)
        if not steady:
            return
    for key in steady.values():
        raise RetypeError(one.owner, key, is_steady=True)


def again(m: Machine, one: Round, s: State) -> Term:
    """The next round."""

    def closed(s2: State) -> Term:
        def leaf(s3: State) -> Term:
            check_sorts(m, one, s3)
            values = tuple(
                (slot, s3.env.get(key, UNSET))
                for slot, key in zip(one.slots, one.keys, strict=True)
            )
            return ("next", one.number, values, s3.duties)

        return m.flushed(s2, leaf)

    return m.close(s, one.depth, closed)


def exits(
    m: Machine, one: Round, outer: State, label: str, next_: Then, k: Continue
) -> tuple[Exit, ...]:
    """What break and continue mean inside."""

    def leave(value: Term, s: State) -> Term:
        return m.close(
            s, one.depth, lambda s2: k(value, s2._replace(exits=outer.exits, site=outer.site))
        )

    return (*outer.exits, Exit(label, next_, leave))


@statement(core.Loop)
def loop(m: Machine, n: core.Loop, s: State, then: Then) -> Term:
    """while, do, for with three parts, forever."""
    if n.is_checked_after and is_never(n.test):
        return once(m, n, s, then)
    elements = as_element_loop(m, n, s)
    if elements is not None and m.context.allows("types-hold"):
        m.law(INDEX_LOOPS)
        return for_each(m, elements, s, then)
    depth = len(s.opens)
    cells = s.frame.facts.cells
    if (
        m.semantics.loop_variables != "shared"
        and m.semantics.closures == "variables"
        and any(b in cells for b in s.frame.facts.stored(n.setup))
    ):
        raise UnsupportedError("captured loop variable")

    def ready(s2: State) -> Term:
        return m.joined(
            s2, lambda k: m.flushed(s2, lambda s3: _loop(m, n, s3, k)),
            lambda _, s3: m.close(s3, depth, then),
        )  # fmt: skip

    return m.run(n.setup, s, ready)


def owner_of(one: Round) -> int:
    """Whose guess it was that a loop leaves the heap as it was; 0 where none was made."""
    return one.owner if one.is_calm else 0


def _loop(m: Machine, n: core.Loop, s: State, k: Continue) -> Term:
    quiet = s._replace(is_quiet=reads_only(m, (n.test, n.body, n.step)))
    return retyped(lambda guess: _rounds(m, n, quiet, k, guess), m)


def _rounds(m: Machine, n: core.Loop, s: State, k: Continue, guess: Guess) -> Term:
    m.tick()
    stored = s.frame.facts.stored(n)
    one, top = begin(m, stored, s, guess)

    def checked(s2: State) -> Term:
        return _test(m, n, s2, lambda s3: again(m, one, s3), out)

    def step(s2: State) -> Term:
        if n.is_checked_after:
            return m.close(s2, one.depth, lambda s3: m.run(n.step, s3, checked))
        return m.close(s2, one.depth, lambda s3: m.run(n.step, s3, lambda s4: again(m, one, s4)))

    def out(s2: State) -> Term:
        return m.close(
            s2, one.depth,
            lambda s3: m.run(
                n.otherwise, s3._replace(exits=s.exits, site=s.site), lambda s4: k(NULL, s4)
            ),
        )  # fmt: skip

    inner = top._replace(exits=exits(m, one, s, n.label, step, k))

    def body(s2: State) -> Term:
        return m.run(n.body, s2, step)

    tree = body(inner) if n.is_checked_after else _test(m, n, inner, body, out)
    check_steady(m, one, tree)
    made = ("loop", one.number, tuple(zip(one.slots, one.starts, strict=True)), s.duties, tree)
    return calm(m, made, one.number, s, tree, owner_of(one))


def _test(m: Machine, n: core.Loop, s: State, yes: Then, no: Then) -> Term:
    if n.test is None:
        return yes(s)
    if n.pattern is not None:
        pattern = n.pattern
        return m.evaluate(n.test, s, lambda v, s2: matched(
            m, pattern, v, lasting(m, n.test, n.body, v, s2), yes, no
        ))  # fmt: skip
    return tested(m, n.test, s, yes, no)


def _is_shared(n: core.ForEach) -> bool:
    """Whether a closure made in the loop reads a loop variable that all rounds share."""
    shared = {
        one.place.binder
        for one in walk(n.pattern)
        if isinstance(one, core.TargetPattern) and isinstance(one.place, core.Local)
    }
    return any(
        not shared.isdisjoint(one.captures)
        for statement_ in n.body
        for one in walk(statement_)
        if isinstance(one, core.Function)
    )


@statement(core.ForEach)
def for_each(m: Machine, n: core.ForEach, s: State, then: Then) -> Term:
    """A loop over what something holds."""
    from tracer.classify.equivalence.evaluation.control.streams import stream_of

    elements = as_element_loop(m, n, s)
    if elements is not None and m.context.allows("types-hold"):
        m.law(INDEX_LOOPS)
        n = elements
    if m.semantics.loop_variables == "either" and any(
        b in s.frame.facts.cells for b in s.frame.facts.stored(n.pattern)
    ):
        raise UnsupportedError("captured loop variable")
    if _is_shared(n):
        raise UnsupportedError("one variable of all rounds is captured")

    def run(k: Continue) -> Term:
        def body(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            if isinstance(n.iterable, core.Call):  # nobody else has it
                declare(m, element, m.held.get(m.subjects.get(element, element), UNKNOWN))
            inner = s2._replace(exits=(*s2.exits, Exit(n.label, next_, leave)))
            return assign_pattern(m, n.pattern, element, inner, lambda s3: m.run(n.body, s3, next_))

        def end(s2: State) -> Term:
            return m.run(n.otherwise, s2, lambda s3: k(NULL, s3))

        stored = s.frame.facts.stored(n)
        if ends_elements(m, n.iterable, s):
            return m.event(("take",), s, lambda _, s2: go_through(stored, s2, body, end, k))
        return go_through(stored, s, body, end, k)

    def go_through(stored: Any, s: State, body: Any, end: Any, k: Continue) -> Term:
        from tracer.classify.equivalence.evaluation.control.eager_steps import use_of
        from tracer.classify.equivalence.evaluation.control.streams import lazily

        quiet = s._replace(is_quiet=reads_only(m, n.body))
        if n.kind.startswith(KIND):
            return lazily(
                m, n.iterable, quiet,
                lambda v, s2: each_stream(m, v, n)(s2, stored, body, end, k),
            )  # fmt: skip
        return stream_of(
            m, n.iterable, n.kind, quiet,
            lambda stream, s2: stream(s2, stored, body, end, k), use_of(m, n),
        )  # fmt: skip

    return m.joined(s, run, lambda _, s2: then(s2))


def ends_elements(m: Machine, iterable: core.Expression, s: State) -> bool:
    """Whether each round ends an element that may have a destructor: Rust's loop over a value.

    `for x in list` takes the elements, `for x in list.iter()` leaves them where they are.
    """
    if m.semantics.structs != "moves" or not m.context.has_destructors:
        return False
    called = iterable.function if isinstance(iterable, core.Call) else None
    if isinstance(called, core.Member) and called.name == "into_iter":
        iterable = called.object
    if not isinstance(iterable, core.Local):
        return isinstance(iterable, core.Member)
    declared = s.frame.types.get(iterable.binder, UNKNOWN)
    return not is_plain_type(m, declared)


def each_stream(m: Machine, subject: Term, n: core.ForEach) -> Any:
    """How to go through what a call for each element is made on. Raises: NoLoopError."""
    from tracer.classify.equivalence.evaluation.control.eager_steps import use_of
    from tracer.classify.equivalence.evaluation.control.streams import (
        counted,
        entries,
        run_of,
    )

    if not is_steady(m):
        raise NoLoopError(n.row)
    if subject[0] == "stream" and n.kind == KIND:
        m.law(EACH)
        return run_of(m, subject, use=use_of(m, n))
    sort = sort_of(m, subject)
    if sort not in ("list", "set", "dict") or m.context.defines_member(*names_of(m.library)):
        raise NoLoopError(n.row)
    m.law(EACH)
    with_keys = n.kind != KIND
    if sort == "dict":
        return entries(m, subject, None if with_keys else 1).run
    if with_keys and sort == "set":
        raise NoLoopError(n.row)
    source = run_of(m, subject)
    return counted(m, source, ZERO, None, pair="pair").run if with_keys else source


def iterate(
    m: Machine,
    subject: Term,
    kind: str,
    s: State,
    stored: Iterable[int],
    body: Callable[[Term, State, Then, Continue], Term],
    end: Then,
    left: Continue,
    also: tuple[tuple[int, Term, Callable[[Term], Term]], ...] = (),
) -> Term:
    """`for element in subject`: `end` runs when it is exhausted, `left` after a break.

    `also` are further variables with a start and a step, as the counter of an enumeration.
    """
    if s.pending:
        return m.flushed(s, lambda s2: iterate(m, subject, kind, s2, stored, body, end, left, also))
    subject = read_value(m, subject, s)
    return retyped(
        lambda guess: _elements(m, subject, kind, s, stored, body, end, left, also, guess), m
    )


def _elements(
    m: Machine,
    subject: Term,
    kind: str,
    s: State,
    stored: Iterable[int],
    body: Callable[[Term, State, Then, Continue], Term],
    end: Then,
    left: Continue,
    also: tuple[tuple[int, Term, Callable[[Term], Term]], ...],
    guess: Guess,
) -> Term:
    m.tick()
    for key, start, _ in also:
        s = s.bind(key, start)
    one, top = begin(m, {*stored, *(key for key, _, _ in also)}, s, guess)

    def next_(s2: State) -> Term:
        env = dict(s2.env)
        for key, _, step in also:
            env[key] = step(top.env[key])
        return again(m, one, s2._replace(env=env))

    def leave(value: Term, s2: State) -> Term:
        return m.close(
            s2, one.depth, lambda s3: left(value, s3._replace(exits=s.exits, site=s.site))
        )

    element = ("elem", one.number)
    m.subjects[element] = subject
    type_element(m, element, subject)
    type_made(m, element, subject, s)
    tree = body(element, top, next_, leave)
    check_steady(m, one, tree)
    after = end(top._replace(exits=s.exits, site=s.site))
    rounds = (part for part in parts_of(tree, m.grafts) if is_round(part, one.number))
    starts = plain_starts(m, tuple(zip(one.slots, one.starts, strict=True)), rounds)
    made = ("each", one.number, kind, subject, starts, s.duties, tree, after)
    return calm(m, made, one.number, s, tree, owner_of(one))
