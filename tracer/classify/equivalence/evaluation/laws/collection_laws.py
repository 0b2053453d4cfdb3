"""Laws of functions that go through all elements: collections made, sums, folds, quantifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import Given
from tracer.classify.equivalence.evaluation.calls.functions import nothing
from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.calls.methods import method_leaf
from tracer.classify.equivalence.evaluation.control.comprehensions import add
from tracer.classify.equivalence.evaluation.control.eager_steps import (
    GATHERS,
    nature_of,
)
from tracer.classify.equivalence.evaluation.control.streams import (
    Stream,
    apply,
    is_eager,
    made,
    run_of,
    steps_of,
)
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import ZERO, constant
from tracer.classify.equivalence.evaluation.laws.iterator_laws import (
    elements_for,
    gathered,
    unmade,
    usable,
)
from tracer.classify.equivalence.evaluation.laws.library_laws import library_law, values_of
from tracer.classify.equivalence.evaluation.machine.each_calls import is_steady
from tracer.classify.equivalence.evaluation.machine.values import declare, sort_of
from tracer.classify.equivalence.evaluation.values import operators
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.equivalence.evaluation.control.streams import Body, Run
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

SUMS = law(
    "sums",
    "`sum` of elements is the loop that adds them to 0, in order; in Python not of floats.",
    "def f(a):\n    return sum(b.n for b in a)\n",
    "def f(a):\n    t = 0\n    for b in a:\n        t += b.n\n    return t\n",
    "def f(a):\n    t = 1\n    for b in a:\n        t += b.n\n    return t\n",
)

COLLECTORS = law(
    "constructor-as-literal",
    "A collection made of what is gone through is the loop that adds to a new one.",
    "def f(a):\n    return list(b.x for b in a)\n",
    "def f(a):\n    return [b.x for b in a]\n",
    "def f(a):\n    return [b.y for b in a]\n",
)


SORTED_NEW = law(
    "sorted-copy",
    "`sorted` of elements is the loop that adds them to a new list, and that list sorted.",
    "def f(a):\n    return sorted(b.n for b in a)\n",
    "def f(a):\n    r = [b.n for b in a]\n    r.sort()\n    return r\n",
    "def f(a):\n    r = [b.n for b in a]\n    r.sort(reverse=True)\n    return r\n",
)

EXTENDED = law(
    "extend-as-loop",
    "A new list that is extended takes the elements one by one.",
    "def f(a):\n    r = []\n    for b in a:\n        r.extend(b)\n    return r\n",
    "def f(a):\n    r = []\n    for b in a:\n        for c in b:\n            r.append(c)\n"
    "    return r\n",
    "def f(a):\n    r = []\n    for b in a:\n        r.append(b)\n    return r\n",
)

JOINED = law(
    "join-as-loop",
    "Texts joined with nothing between are added one by one to an empty text.",
    "def f(a):\n    return ''.join(str(b) for b in a)\n",
    "def f(a):\n    t = ''\n    for b in a:\n        t += str(b)\n    return t\n",
    "def f(a):\n    t = ''\n    for b in a:\n        t = str(b) + t\n    return t\n",
)


@library_law("list")
def _list(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _collection(m, e, "list", r, given, s, k)


@library_law("set")
def _set(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _collection(m, e, "set", r, given, s, k)


def _collection(
    m: Machine, e: core.Call, kind: str, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given) if r is None else [r]
    if any(one.label for one in given):
        return None
    if not values:
        m.law(COLLECTORS)
        return k(("new", m.fresh(), kind, (), s.site), s)
    if len(values) == 1 and values[0][0] == "stream":
        m.law(COLLECTORS)
        whole = _table_of(m, values[0])
        known = m.library.function(f"{m.semantics.collectors}{kind}")
        if whole is not None and known is not None and isinstance(e.function, core.External):
            return apply_known(m, e, ("ext", e.function.path), known, [Given(whole)], s, k)
        return gathered(m, run_of(m, values[0], use=GATHERS), kind, s, k)
    return None


def _table_of(m: Machine, stream: Term) -> Term | None:
    """The table whose keys a stream goes through, where going through it gives the same."""
    return m.streams[stream[1]].subject if m.semantics.tables_hold_keys else None


@library_law("sorted-new")
def _sorted_new(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`sorted` of what is gone through: a new list that is sorted in place."""
    known = m.library.methods.get("list", {}).get("sort")
    is_stream = bool(given) and not given[0].label and given[0].value[0] == "stream"
    if r is not None or not is_stream or known is None:
        return None
    m.law(SORTED_NEW)
    whole = _table_of(m, given[0].value)
    builtin = m.library.function(e.function.path) if isinstance(e.function, core.External) else None
    if whole is not None and builtin is not None and isinstance(e.function, core.External):
        args = [given[0]._replace(value=whole), *given[1:]]
        return apply_known(m, e, ("ext", e.function.path), builtin, args, s, k)

    def sort(new: Term, s2: State) -> Term:
        f: Term = ("method", ("member", core.Symbol("", ("list", "sort"))), new)
        return apply_known(m, e, f, known, given[1:], s2, lambda _, s3: k(new, s3))

    return gathered(m, run_of(m, given[0].value), "list", s, sort)


@library_law("extend")
def _extend(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A new list that takes all elements of something else."""
    values = values_of(given)
    if r is None or r[0] != "new" or len(values) != 1 or values[0] == r:
        return None
    m.law(EXTENDED)
    items = _just_made(m, values[0], s)
    if items is not None:
        return _add_each(m, r, items, s, k)

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return add(m, "list", r, [v], s2, next_)

        return run_of(m, values[0])(s, (), body, lambda s2: k2(nothing(m), s2), k2)

    return m.joined(s, loop, k)


def _just_made(m: Machine, value: Term, s: State) -> tuple[Term, ...] | None:
    """What a literal of a list or tuple holds that nothing can have changed since it was made."""
    if value[0] == "tuple":
        items: tuple[Term, ...] = value[1]
    elif value[:1] == ("new",) and value[2] == "list" and m.made_at.get(value) == s.heap:
        items = value[3]
    else:
        return None
    if s.pending or any(one[0] == "spread" for one in items):
        return None
    return items


def _add_each(m: Machine, r: Term, items: tuple[Term, ...], s: State, k: Continue) -> Term:
    """Elements added one by one."""
    if not items:
        return k(nothing(m), s)
    return add(m, "list", r, [items[0]], s, lambda s2: _add_each(m, r, items[1:], s2, k))


@library_law("join-all")
def _join_all(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Texts put together with nothing between: the loop that adds each to a text.

    With something between: the list of all, joined, for it is made before anything is joined.
    """
    empty = constant("str", "")
    if r is None or len(given) != 1 or given[0].label or given[0].value[0] != "stream":
        return None
    known = m.library.method("str", "join")
    if r != empty and known is not None and isinstance(e.function, core.Member):
        f: Term = ("method", method_leaf(m, e.function, r), r)
        m.law(COLLECTORS)
        return gathered(
            m, run_of(m, given[0].value), "list", s,
            lambda new, s2: apply_known(m, e, f, known, [Given(new)], s2, k),
        )  # fmt: skip
    if r != empty:
        return None
    m.law(JOINED)

    def combine(total: Term, v: Term, s2: State, k2: Continue) -> Term:
        return operators.operate(m, "+", total, v, s2, k2)

    return folded(m, run_of(m, given[0].value), empty, combine, s, k)


@library_law("sum")
def _sum(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    source = r if r is not None else given[0].value if len(given) == 1 else None
    if source is None or (r is not None and given):
        return None
    m.law(SUMS)

    def combine(total: Term, v: Term, s2: State, k2: Continue) -> Term:
        if m.semantics.sums_compensate and not is_plainly_summed(m, v):
            return m.event(("operate", COMPENSATED, total, v), s2, k2)
        return operators.operate(m, "+", total, v, s2, k2)

    return folded(m, run_of(m, source), ZERO, combine, s, k)


COMPENSATED = "+ compensated"


def is_plainly_summed(m: Machine, v: Term) -> bool:
    """Whether a sum of such values is what adding them one by one makes, as they are no floats.

    Since Python 3.12, `sum` keeps what each addition of floats loses.
    """
    sort = sort_of(m, v)
    if sort and sort != "number":
        return sort != "float"
    return not _is_fractional(m, v) and m.context.allows("plain-operators")


def _is_fractional(m: Machine, v: Term) -> bool:
    """Whether arithmetic on built-in values that make up a value gives a float."""
    if sort_of(m, v) == "float":
        return True
    if v[0] == "bin":
        return v[1] == "/" or any(_is_fractional(m, one) for one in v[2:4])
    if v[0] == "any-order":
        return any(_is_fractional(m, one) for one in v[2])
    if v[0] in ("un", "?"):
        return any(_is_fractional(m, one) for one in v[2:])
    return v[0] == "attr" and _is_declared_float(m, v[2][1])


def _is_declared_float(m: Machine, member: core.Symbol | str) -> bool:
    """Whether a class of the program declares a member of the name as a float."""
    program = m.context.program
    name = member.path[-1] if isinstance(member, core.Symbol) else member
    known = () if program is None else program.members_named.get(name, ())
    return any(m.library.sort(str(m.context.field_type(one).name)) == "float" for one in known)


@library_law("reduce")
def _reduce(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`a.reduce(f, start)`."""
    values = values_of(given)
    return None if len(values) != 2 else _reduced(m, r, values[0], values[1], s, k)  # noqa: PLR2004


@library_law("fold")
def _fold(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`a.fold(start, f)`."""
    values = values_of(given)
    return None if len(values) != 2 else _reduced(m, r, values[1], values[0], s, k)  # noqa: PLR2004


@library_law("reduced elements")
def _reduced_elements(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`reduce(f, a, start)`."""
    values = values_of(given)
    if r is not None or len(values) != 3 or any(one.label for one in given):  # noqa: PLR2004
        return None
    return _reduced(m, values[1], values[0], values[2], s, k)


def _reduced(
    m: Machine, r: Term | None, function: Term, start: Term, s: State, k: Continue
) -> Term | None:
    if r is None or not _takes_two(m, function) or not is_steady(m):
        return None

    def combine(total: Term, v: Term, s2: State, k2: Continue) -> Term:
        return apply(m, function, [total, v], s2, k2)

    if not is_eager(m, r):
        return folded(m, run_of(m, r), start, combine, s, k)
    steps, key = steps_of(m, r), -m.fresh()[1] - 10

    def body(v: Term, s2: State, next_: Then, _: Continue) -> Term:
        return combine(s2.env[key], v, s2, lambda t, s3: next_(s3.bind(key, t)))

    whole = nature_of(m, steps, s.bind(key, start), {key}, body)
    run = steps if GATHERS.allows(m, whole) else run_of(m, r)
    return folded(m, run, start, combine, s, k)


def _takes_two(m: Machine, function: Term) -> bool:
    """Whether a function is known, and takes two values."""
    if function[0] == "ext":
        models = m.library.models("", function[1])
        return bool(models) and all(len(one.function.parameters) == 2 for one in models)  # noqa: PLR2004
    if function[0] != "fn" or function[3] not in m.closures:
        return False
    return len(m.closures[function[3]].function.parameters) == 2  # noqa: PLR2004


def folded(
    m: Machine,
    run: object,
    start: Term,
    combine: Callable[[Term, Term, State, Continue], Term],
    s: State,
    k: Continue,
) -> Term:
    """A value that each element changes."""
    key = -m.fresh()[1] - 10

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return combine(s2.env[key], v, s2, lambda t, s3: next_(s3.bind(key, t)))

        def end(s2: State) -> Term:
            return k2(s2.env[key], s2)

        return run(  # type: ignore[operator]
            s.bind(key, start), {key}, body, end, lambda _, s2: end(s2)
        )

    return m.joined(s, loop, k)


@library_law("each")
def _each(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if r is None or len(values) != 1 or not usable(m, values[0]):
        return None
    run, parts = elements_for(m, run_of(m, r), values[0])

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return apply(m, values[0], parts(v), s2, lambda _, s3: next_(s3))

        return run(s, (), body, lambda s2: k2(nothing(m), s2), k2)

    return m.joined(s, loop, k)


@library_law("same")
def _same(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`.stream()`, `.iter()`: the elements themselves, to be gone through."""
    if r is None or given:
        return None
    run = run_of(m, r)
    if m.semantics.references_valid and len(e.type.arguments) == 1:
        run = typed_elements(m, run, e.type.arguments[0])
    subject = r if r[0] != "stream" else m.streams[r[1]].subject
    return k(made(m, Stream(run, unmade(m, e, r, given), subject)), s)


def typed_elements(m: Machine, source: Run, of: core.Type) -> Run:
    """The same elements, whose type a declaration says."""

    def run(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        def each(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            if of.name and element[0] in ("elem", "key of", "value of"):
                declare(m, element, of)
                m.exact.setdefault(element, of)
            return body(element, s2, next_, leave)

        return source(s, stored, each, end, left)

    return run


@library_law("copy")
def _copy(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A new sequence of the same elements."""
    source = r if r is not None and not given else given[0].value if r is None and given else None
    if source is None or len(given) > 1:
        return None
    if source[0] == "stream":
        m.law(COLLECTORS)
        if is_eager(m, source):
            return m.streams[source[1]].force(s, k)
        return gathered(m, run_of(m, source), "list", s, k)
    if sort_of(m, source) not in ("list", "dict", "set"):
        return None
    if s.pending:
        return m.flushed(s, lambda s2: _copy(m, e, r, given, s2, k) or ("never",))
    m.law(COLLECTORS)
    items = (("spread", "*", source, m.heap_of(s)),)
    return k(("new", m.fresh(), "list", items), s)
