"""Laws of functions that look for an element: `any`, `all`, `find` and their like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.control.eager_steps import (
    ANY_USE,
    ONLY_READS,
    Use,
    nature_of,
)
from tracer.classify.equivalence.evaluation.control.streams import (
    apply,
    counted,
    mapped,
    run_of,
    steps_of,
)
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    TRUE,
    ZERO,
    constant,
    negated,
)
from tracer.classify.equivalence.evaluation.laws.iterator_laws import (
    elements_for,
    is_pure,
    taken,
    usable,
)
from tracer.classify.equivalence.evaluation.laws.library_laws import library_law, values_of
from tracer.classify.equivalence.evaluation.values import comparisons

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.control.streams import Parts, Run
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics import core

QUANTIFIERS = law(
    "quantifiers",
    "`any` and `all` of elements are loops that end at the first that decides.",
    "def f(a):\n    return any(b.x for b in a)\n",
    "def f(a):\n    for b in a:\n        if b.x:\n            return True\n    return False\n",
    "def f(a):\n    for b in a:\n        if not b.x:\n            return True\n    return False\n",
)


@library_law("any")
def _any(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _quantified(m, r, given, s, k, ends_with=True)


@library_law("all")
def _all(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _quantified(m, r, given, s, k, ends_with=False)


@library_law("none")
def _none(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _quantified(m, r, given, s, lambda v, s2: k(negated(v), s2), ends_with=True)


def _quantified(
    m: Machine, r: Term | None, given: list[Given], s: State, k: Continue, *, ends_with: bool
) -> Term | None:
    values = values_of(given)
    function = None
    if r is not None and len(values) == 1:
        source, function = r, values[0]
        if not usable(m, function):
            return None
    elif r is None and len(values) == 1:
        source = values[0]
    else:
        return None
    m.law(QUANTIFIERS)
    run: Run = run_of(m, source, use=_use_of_test(m, source, function))
    parts: Parts = lambda v: [v]  # noqa: E731 - most have one part
    if function is not None:
        run, parts = elements_for(m, run, function)

    def loop(k2: Continue) -> Term:
        def found(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            def out(s3: State) -> Term:
                return leave(TRUE if ends_with else FALSE, s3)

            yes, no = (out, next_) if ends_with else (next_, out)
            return comparisons.condition(m, v, s2, yes, no)

        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            if function is None:
                return found(v, s2, next_, leave)
            return apply(m, function, parts(v), s2, lambda t, s3: found(t, s3, next_, leave))

        def end(s2: State) -> Term:
            return k2(FALSE if ends_with else TRUE, s2)

        return run(s, (), body, end, k2)

    return m.joined(s, loop, k)


def _use_of_test(m: Machine, source: Term, function: Term | None) -> Callable[[State], Use]:
    """What a function that is asked for each element does, where steps made the elements."""

    def said(s: State) -> Use:
        if function is None:
            return ANY_USE
        run, parts = elements_for(m, steps_of(m, source), function)
        asked = mapped(m, run, function, None, parts).run
        return ONLY_READS if nature_of(m, asked, s).is_quiet else ANY_USE

    return said


@library_law("find")
def _find(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The first element that a function picks."""
    return _picked(m, r, values_of(given), s, k)


@library_law("find index")
def _find_index(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Where the first element stands that a function which only computes picks, else -1."""
    values = values_of(given)
    if not all(is_pure(m, one) for one in values):
        return None
    return _picked(m, r, values, s, k, of_place=True)


def _picked(
    m: Machine, r: Term | None, values: list[Term], s: State, k: Continue, *, of_place: bool = False
) -> Term | None:
    from tracer.classify.equivalence.evaluation.values.members import missing

    if r is None or len(values) != 1 or not usable(m, values[0]):
        return None
    run: Run = run_of(m, r, use=_use_of_test(m, r, values[0]))
    count = taken(m, values[0])
    is_counted = of_place or count == 2  # noqa: PLR2004
    if is_counted:
        run = counted(m, run, ZERO, None, pair="pair").run

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            parts = [v[1][1], v[1][0]] if is_counted else [v]

            def tested(t: Term, s3: State) -> Term:
                return comparisons.condition(m, t, s3, lambda s4: leave(parts[of_place], s4), next_)

            return apply(m, values[0], parts[:count], s2, tested)

        none = constant("int", "-1") if of_place else missing(m)
        return run(s, (), body, lambda s2: k2(none, s2), k2)

    return m.joined(s, loop, k)


@library_law("next")
def _next(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if len(values) != 2 or values[0][0] != "stream" or values[1][0] == "stream":  # noqa: PLR2004
        return None
    m.law(QUANTIFIERS)

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return leave(v, s2)

        return run_of(m, values[0])(s, (), body, lambda s2: k2(values[1], s2), k2)

    return m.joined(s, loop, k)
