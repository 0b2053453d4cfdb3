"""Laws of what gives elements one after the other: ranges, `enumerate`, `map`, `filter`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import Given
from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.control.calm_loops import reads_only
from tracer.classify.equivalence.evaluation.control.comprehensions import add, collected
from tracer.classify.equivalence.evaluation.control.eager_steps import GATHERS, nature_of
from tracer.classify.equivalence.evaluation.control.ended_iterations import applies_to_end
from tracer.classify.equivalence.evaluation.control.streams import (
    Stream,
    counted,
    filtered,
    is_eager,
    made,
    mapped,
    plain_stream,
    ranged,
    run_of,
    steps_of,
)
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.library import Known
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import NULL, ZERO
from tracer.classify.equivalence.evaluation.laws.library_laws import (
    external_path,
    forced,
    library_law,
    values_of,
)
from tracer.classify.equivalence.evaluation.machine.each_calls import is_steady
from tracer.classify.equivalence.evaluation.machine.handlers import UnsupportedError
from tracer.classify.equivalence.evaluation.machine.joins import (
    resolved,
)
from tracer.classify.equivalence.evaluation.machine.values import sort_of, written_items
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.equivalence.evaluation.control.streams import Body, Run
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_MOST_TAKEN = 2  # an element and its index


@library_law("range")
def _range(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if not 1 <= len(values) <= 2 or any(one.label for one in given):  # noqa: PLR2004
        return None
    start, stop = (ZERO, values[0]) if len(values) == 1 else (values[0], values[1])
    f = ("ext", external_path(e.function))

    def force(s2: State, k2: Continue) -> Term:
        return apply_known(m, e, f, Known("pure", result="range"), given, s2, k2)

    for bound in (start, stop):
        if sort_of(m, bound) != "int":
            if not m.context.allows("types-hold"):
                return None
            m.types.setdefault(bound, "int")
    return k(made(m, ranged(m, start, stop, force)), s)


@library_law("enumerate")
def _enumerate(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    force = unmade(m, e, r, given)
    given = given if r is None else [Given(r), *given]
    labels = [one.label for one in given]
    if labels not in (["" for _ in given], ["", "start"]) or not 1 <= len(given) <= 2:  # noqa: PLR2004
        return None
    start = given[1].value if len(given) == 2 else ZERO  # noqa: PLR2004
    source = run_of(m, given[0].value)
    return k(made(m, counted(m, source, start, force)), s)


def unmade(
    m: Machine, e: core.Call, r: Term | None, given: list[Given]
) -> Callable[[State, Continue], Term]:
    """What a step is when it is not gone through at once: a call that may do anything."""
    from tracer.classify.equivalence.evaluation.calls.callees import plain_call

    def force(s: State, k: Continue) -> Term:
        f: Term = ("ext", external_path(e.function) or "?")
        if r is not None and isinstance(e.function, core.Member):
            leaf = ("member", e.function.owner or e.function.name)
            return forced(
                m, [Given(r)], s,
                lambda rs, s2: forced(
                    m, given, s2,
                    lambda made_, s3: plain_call(
                        m, e, ("method", leaf, rs[0].value), made_, s3, k
                    ),
                ),
            )  # fmt: skip
        return forced(m, given, s, lambda made_, s2: plain_call(m, e, f, made_, s2, k))

    return force


@library_law("map")
def _map(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    function, source = _step(r, given)
    if function is None or source is None or not usable(m, function):
        return None
    if not applies_to_end(m, function):
        return None
    step = _mapped(m, steps_of(m, source), function, _force(m, e, r, given, "map"))
    return k(made(m, step._replace(is_eager=m.semantics.steps_make_lists)), s)


@library_law("filter")
def _filter(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    function, source = _step(r, given)
    if function is None or source is None or not usable(m, function):
        return None
    picked = None if function == NULL else function
    if picked is not None and not applies_to_end(m, picked):
        return None
    step = _filtered(m, steps_of(m, source), picked, _force(m, e, r, given, "filter"))
    return k(made(m, step._replace(is_eager=m.semantics.steps_make_lists)), s)


@library_law("flat map")
def _flat_map(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The elements of the lists that a function gives for elements."""
    function, source = _step(r, given)
    if function is None or source is None or not usable(m, function):
        return None
    step = _flattened(m, steps_of(m, source), function, _force(m, e, r, given, "flat map"))
    try:
        nature_of(m, step.run, s)
    except UnsupportedError:
        return None  # what it gives is not seen to be a list
    return k(made(m, step._replace(is_eager=m.semantics.steps_make_lists)), s)


CHAINED = law(
    "chained-elements",
    "`chain` gives the elements of one sequence after those of the other.",
    "from itertools import chain\n\n\ndef f(a):\n    return list(chain.from_iterable(a))\n",
    "def f(a):\n    r = []\n    for b in a:\n        for c in b:\n            r.append(c)\n"
    "    return r\n",
    "def f(a):\n    r = []\n    for b in a:\n        r.append(b)\n    return r\n",
)


@library_law("chained")
def _chained(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`chain.from_iterable(a)`: the elements of the elements."""
    if r is not None or len(given) != 1 or given[0].label:
        return None
    m.law(CHAINED)
    source = run_of(m, given[0].value)

    def run(s2: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        def each(element: Term, s3: State, next_: Then, leave: Continue) -> Term:
            return run_of(m, element)(s3, stored, body, next_, leave)

        return source(s2, stored, each, end, left)

    return k(made(m, Stream(run, unmade(m, e, r, given))), s)


def _flattened(m: Machine, source: Run, function: Term, force: object) -> Stream:
    lists = _mapped(m, source, function, None).run

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        def each(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            items = written_items(m, element, s2)
            if items and not any(one[0] == "spread" for one in items):
                element = ("tuple", items)
            elif sort_of(m, element) != "list" or element[0] == "new":
                raise UnsupportedError("flattened elements")
            return plain_stream(m, element, "values").run(s2, stored, body, next_, leave)

        return lists(s, stored, each, end, left)

    return Stream(run, force)  # type: ignore[arg-type]


def _mapped(m: Machine, source: Run, function: Term, force: object) -> Stream:
    run, parts = elements_for(m, source, function)
    return mapped(m, run, function, force, parts)


def _filtered(m: Machine, source: Run, function: Term | None, force: object) -> Stream:
    if function is None:
        return filtered(m, source, None, force)
    run, parts = elements_for(m, source, function)
    return filtered(m, run, function, force, parts)


def _step(r: Term | None, given: list[Given]) -> tuple[Term | None, Term | None]:
    values = values_of(given)
    if r is not None and len(values) == 1:
        return values[0], r
    if r is None and len(values) == 2:  # noqa: PLR2004
        return values[0], values[1]
    return None, None


def usable(m: Machine, function: Term) -> bool:
    """Whether a function can be run for each element: it is known what it takes, and adds none."""
    return taken(m, function) is not None and is_steady(m)


def taken(m: Machine, function: Term) -> int | None:
    """How much of an element and its index a function takes; None where that is not known."""
    if m.semantics.call_checks_arity:
        return 1 if _takes_one(m, function) else None
    code = None
    if function[0] == "fn" and function[3] in m.closures:
        code = m.closures[function[3]].function
    elif function[0] == "sym":
        code = m.context.function(function[1])
    elif function[0] == "ext":
        known = m.library.function(function[1])
        return 1 if known is not None and known.is_unary else None
    if code is None or any(one.kind or one.default is not None for one in code.parameters):
        return None
    count = len(code.parameters)
    reads_all = any(
        isinstance(one, core.External) and one.path == "arguments" for one in walk(code)
    )
    return count if count <= _MOST_TAKEN and not reads_all else None


def _takes_one(m: Machine, function: Term) -> bool:
    if function[0] == "fn" and function[3] in m.closures:
        code = m.closures[function[3]].function
        return len([one for one in code.parameters if one.default is None]) == 1
    return function[0] in ("sym", "ext", "method") or function == NULL


def elements_for(
    m: Machine, source: Run, function: Term
) -> tuple[Run, Callable[[Term], list[Term]]]:
    """The elements of a step, each with its index where the function takes that, and arguments."""
    count = taken(m, function)
    if count is None or count == 1:
        return source, lambda element: [element]
    if count == 0:
        return source, lambda _: []
    return counted(m, source, ZERO, None, pair="pair").run, lambda pair: [pair[1][1], pair[1][0]]


def is_pure(m: Machine, function: Term) -> bool:
    """Whether running a function has no effect."""
    if function[0] == "fn":
        return _quiet(resolved(function[4], m))
    if function[0] == "ext":
        known = m.library.function(function[1])
        models = m.library.models("", function[1])
        if known is None:
            return bool(models) and all(reads_only(m, one.function.body) for one in models)
        return known.effect in ("pure", "reads", "fresh")
    return False


def _quiet(tree: Term) -> bool:
    if tree[0] == "ret":
        return True
    if tree[0] == "if":
        return _quiet(tree[3]) and _quiet(tree[4])
    if tree[0] == "arms":
        return all(_quiet(one[1]) for one in tree[4])
    return tree[0] == "cases" and all(_quiet(one[1]) for one in (*tree[3], ((), tree[4])))


_STEPS = {"map": _mapped, "filter": _filtered, "flat map": _flattened}


def _force(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], sort: str
) -> Callable[[State, Continue], Term]:
    """A step that makes a list at once is the loop that adds to it; a lazy one is what it is."""
    if not m.semantics.steps_make_lists:
        return unmade(m, e, r, given)

    def force(s: State, k: Continue) -> Term:
        function, source = _step(r, given)
        assert function is not None
        assert source is not None

        def over(run: Run) -> Run:
            made_: Run = _STEPS[sort](m, run, function, None).run
            return made_

        whole = over(steps_of(m, source))
        if not is_eager(m, source) or GATHERS.allows(m, nature_of(m, whole, s)):
            return gathered(m, whole, "list", s, k)
        return m.streams[source[1]].force(
            s, lambda new, s2: gathered(m, over(run_of(m, new)), "list", s2, k)
        )

    return force


def gathered(m: Machine, run: object, kind: str, s: State, k: Continue) -> Term:
    """Everything that is gone through, in a new collection."""

    def loop(new: Term, s2: State, then: Then) -> Term:
        def body(v: Term, s3: State, next_: Then, leave: Continue) -> Term:
            return add(m, kind, new, [v], s3, next_)

        return run(s2, (), body, then, lambda _, s3: then(s3))  # type: ignore[operator]

    return m.joined(s, lambda k2: collected(m, kind, s, loop, k2), k)
