"""Laws of combinators over elements: extremes, clamping, filtered maps, early ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import Given
from tracer.classify.equivalence.evaluation.control.comprehensions import add
from tracer.classify.equivalence.evaluation.control.streams import Stream, apply, made, run_of
from tracer.classify.equivalence.evaluation.domain.terms import ONE, ZERO, number
from tracer.classify.equivalence.evaluation.laws.collection_laws import folded
from tracer.classify.equivalence.evaluation.laws.iterator_laws import gathered, unmade
from tracer.classify.equivalence.evaluation.laws.library_laws import extreme, library_law
from tracer.classify.equivalence.evaluation.laws.option_laws import (
    ERR,
    NONE,
    OK,
    SOME,
    is_converted,
    split,
    wrapper_sort,
)
from tracer.classify.equivalence.evaluation.machine.values import sort_of
from tracer.classify.equivalence.evaluation.values import comparisons, operators
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.evaluation.control.streams import Body, Run
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


def _extreme_of(name: str, *, is_max: bool) -> None:
    @library_law(name)
    def found(
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        del e
        return None if r is None else extreme(m, [Given(r), *given], s, k, is_max=is_max)


_extreme_of("max-of", is_max=True)
_extreme_of("min-of", is_max=False)


@library_law("clamped")
def _clamped(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`a.clamp(1, 5)` is `a.max(1).min(5)`; it fails where the bounds are the wrong way round."""
    del e
    if r is None or len(given) != 2:  # noqa: PLR2004
        return None
    low, high = (number(one.value) for one in given)
    if low is None or high is None or low > high:
        return None

    def upper(v: Term, s2: State) -> Term:
        found = extreme(m, [Given(v), given[1]], s2, k, is_max=False)
        return k(("call", ("ext", "min"), (v, given[1].value)), s2) if found is None else found

    return extreme(m, [Given(r), given[0]], s, upper, is_max=True)


@library_law("copied-elements")
def _copied_elements(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """What the elements point to, each at its turn."""
    if r is None or r[0] != "stream" or given:
        return None
    source = run_of(m, r)

    def run(s2: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        from tracer.classify.equivalence.evaluation.places.pointers import behind

        def each(element: Term, s3: State, next_: Then, leave: Continue) -> Term:
            return behind(m, element, s3, lambda v, s4: body(v, s4, next_, leave))

        return source(s2, stored, each, end, left)

    return k(made(m, Stream(run, unmade(m, e, r, given))), s)


@library_law("filter-map")
def _filter_map(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The values that a function has for elements."""
    if r is None or r[0] != "stream" or len(given) != 1 or given[0].value[0] != "fn":
        return None
    source, function = run_of(m, r), given[0].value

    def run(s2: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        def each(element: Term, s3: State, next_: Then, leave: Continue) -> Term:
            def found(v: Term, s4: State) -> Term:
                if sort_of(m, v) == "":
                    m.types.setdefault(v, "Option")  # the only type it may give
                ways = split(
                    m, v, s4, lambda w, s5: body(w, s5, next_, leave), lambda _, s5: next_(s5)
                )
                assert ways is not None
                return ways

            return apply(m, function, [element], s3, found)

        return source(s2, stored, each, end, left)

    return k(made(m, Stream(run, unmade(m, e, r, given))), s)


@library_law("take-while")
def _take_while(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Elements up to the first that a function is false for; what follows is as after the last."""
    if r is None or r[0] != "stream" or len(given) != 1 or given[0].value[0] != "fn":
        return None
    source, function = run_of(m, r), given[0].value

    def run(s2: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        def each(element: Term, s3: State, next_: Then, leave: Continue) -> Term:
            def tested(t: Term, s4: State) -> Term:
                return comparisons.condition(
                    m, t, s4, lambda s5: body(element, s5, next_, leave),
                    lambda s5: leave(STOPPED, s5),
                )  # fmt: skip

            return apply(m, function, [element], s3, tested)

        def gone(v: Term, s3: State) -> Term:
            return end(s3) if v == STOPPED else left(v, s3)

        return source(s2, stored, each, end, gone)

    return k(made(m, Stream(run, unmade(m, e, r, given))), s)


@library_law("counted-all")
def _counted_all(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    del e
    return None if r is None or r[0] != "stream" or given else how_many(m, run_of(m, r), s, k)


def how_many(m: Machine, run: Run, s: State, k: Continue) -> Term:
    """The number of elements that are gone through."""

    def combine(total: Term, v: Term, s2: State, k2: Continue) -> Term:
        del v
        return operators.operate(m, "+", total, ONE, s2, k2)

    return folded(m, run, ZERO, combine, s, k)


@library_law("collect")
def _collect(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Into a new list, where that is the type that is said."""
    if r is None or r[0] != "stream" or given or len(e.type_arguments) != 1:
        return None
    name = e.type_arguments[0].name
    kind = m.library.sort(name) if isinstance(name, str) else ""
    if name in ("Option", "Result"):
        return _collected_all(m, run_of(m, r), e.type_arguments[0], s, k)
    return gathered(m, run_of(m, r), kind, s, k) if name in _COLLECTED else None


_COLLECTED = frozenset({"Vec", "HashSet", "BTreeSet"})


def _collected_all(m: Machine, run: Run, wanted: core.Type, s: State, k: Continue) -> Term | None:
    """What all elements hold, in a new collection; or the first that is nothing, or a failure."""
    inside = wanted.arguments[0] if wanted.arguments else core.UNKNOWN
    if inside.name not in _COLLECTED:
        return None
    kind, is_option = m.library.sort(str(inside.name)), wanted.name == "Option"

    def loop(k2: Continue) -> Term:
        new = ("new", m.fresh(), kind, (), s.site)

        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            if not sort_of(m, v):
                m.types.setdefault(v, str(wanted.name))  # the only type it may be of
            ways = split(
                m, v, s2,
                lambda w, s3: add(m, kind, new, [w], s3, next_),
                lambda w, s3: leave(NONE if is_option else ("made", ERR, (w,)), s3),
            )  # fmt: skip
            return ("never", s2.duties) if ways is None else ways

        good = SOME if is_option else OK
        return run(s, (), body, lambda s2: k2(("made", good, (new,)), s2), k2)

    return m.joined(s, loop, k)


STOPPED: Term = ("stopped",)


def given_up(m: Machine, v: Term, s: State, k: Continue) -> Term | None:
    """`v?`: what it holds, or its failure is returned, converted to what the function returns."""
    function = s.frame.function
    wanted = function.result if function is not None else core.UNKNOWN
    if not sort_of(m, v) and wanted.name in ("Option", "Result"):
        m.types.setdefault(v, str(wanted.name))  # `?` gives up with a value of the same family
    declared = m.exact.get(v)
    failure = wanted.arguments[1] if len(wanted.arguments) == 2 else core.UNKNOWN  # noqa: PLR2004
    same = (
        bool(failure.name)
        and declared is not None
        and declared.arguments[1:] == wanted.arguments[1:]
    )

    def failed(error: Term, s2: State) -> Term:
        if wrapper_sort(m, v) == "Option":
            return m.give(NONE, s2)
        if same or is_converted(m, error, failure):
            return m.give(("made", ERR, (error,)), s2)
        effect = ("call", ("ext", "From.from"), (error,), ())
        return m.event(effect, s2, lambda w, s3: m.give(("made", ERR, (w,)), s3))

    return split(m, v, s, k, failed)
