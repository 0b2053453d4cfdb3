"""Laws of library functions and methods: what `library.yaml` names by `law`.

Each law is a function of the call's node, the receiver (None for functions), its arguments as
values, and a continuation; it answers None where its condition does not hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tracer.classify.equivalence.evaluation import operators
from tracer.classify.equivalence.evaluation.calls import Given, apply_known
from tracer.classify.equivalence.evaluation.comprehensions import add, collected
from tracer.classify.equivalence.evaluation.each_calls import changes
from tracer.classify.equivalence.evaluation.expressions import element, guarded, size
from tracer.classify.equivalence.evaluation.facts import walk
from tracer.classify.equivalence.evaluation.functions import nothing
from tracer.classify.equivalence.evaluation.library import Known
from tracer.classify.equivalence.evaluation.machine import CONTENTS, Machine, resolved
from tracer.classify.equivalence.evaluation.registry import law
from tracer.classify.equivalence.evaluation.streams import (
    Parts,
    Run,
    Stream,
    apply,
    counted,
    entries,
    filtered,
    lazily,
    made,
    mapped,
    ranged,
    run_of,
)
from tracer.classify.equivalence.evaluation.terms import (
    FALSE,
    NULL,
    TRUE,
    ZERO,
    Term,
    constant,
    is_constant,
)
from tracer.classify.equivalence.evaluation.texts import joined_text
from tracer.classify.equivalence.evaluation.values import is_boolean, is_plain, sort_of
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.state import Continue, State, Then

Law: TypeAlias = (
    "Callable[[Machine, core.Call, Term | None, list[Given], State, Continue], Term | None]"
)
LIBRARY_LAWS: dict[str, Law] = {}
_NOTHING: Term = ("nothing",)
_MOST_TAKEN = 2  # an element and its index


def library_law(name: str) -> Callable[[Law], Law]:
    """Register the law that a table calls by a name."""

    def register(function: Law) -> Law:
        LIBRARY_LAWS[name] = function
        return function

    return register


QUANTIFIERS = law(
    "quantifiers",
    "`any` and `all` of elements are loops that end at the first that decides.",
    "def f(a):\n    return any(b.x for b in a)\n",
    "def f(a):\n    for b in a:\n        if b.x:\n            return True\n    return False\n",
    "def f(a):\n    for b in a:\n        if not b.x:\n            return True\n    return False\n",
)
SUMS = law(
    "sums",
    "`sum` of elements is the loop that adds them to 0, in order.",
    "def f(a):\n    return sum(b.n for b in a)\n",
    "def f(a):\n    t = 0\n    for b in a:\n        t += b.n\n    return t\n",
    "def f(a):\n    t = 1\n    for b in a:\n        t += b.n\n    return t\n",
)
DICTIONARIES = law(
    "get-or-default",
    "`get` with a default of a known dictionary is a test for the key and a read.",
    "def f(a: dict, k):\n    return a.get(k, 0)\n",
    "def f(a: dict, k):\n    if k in a:\n        return a[k]\n    return 0\n",
    "def f(a: dict, k):\n    if k in a:\n        return 0\n    return a[k]\n",
)
MINMAX = law(
    "minimum-maximum",
    "`max(a, b)` is the comparison that it makes; of two equal ones it is the first.",
    "def f(a: int, b: int):\n    return max(a, b)\n",
    "def f(a: int, b: int):\n    return b if a < b else a\n",
    "def f(a: int, b: int):\n    return a if a < b else b\n",
)
COLLECTORS = law(
    "constructor-as-literal",
    "A collection made of what is gone through is the loop that adds to a new one.",
    "def f(a):\n    return list(b.x for b in a)\n",
    "def f(a):\n    return [b.x for b in a]\n",
    "def f(a):\n    return [b.y for b in a]\n",
)


def library_call(m: Machine, e: core.Call, s: State, k: Continue) -> Term | None:
    """A call of a function from outside that has a law; None for any other."""
    path = external_path(e.function)
    if path is None:
        return None
    known = m.library.function(path)
    if known is None or known.law not in LIBRARY_LAWS or any(one.spread for one in e.arguments):
        return None
    return with_lazy_arguments(m, e, None, ("ext", path), known, s, k)


def external_path(node: core.Expression) -> str | None:
    """The outside path that an expression names, if it does."""
    if isinstance(node, core.External):
        return node.path
    if isinstance(node, core.Member):
        above = external_path(node.object)
        return None if above is None else f"{above}.{node.name}"
    return None


def with_lazy_arguments(
    m: Machine,
    e: core.Call,
    receiver: Term | None,
    f: Term,
    known: Known,
    s: State,
    k: Continue,
) -> Term:
    """Evaluate arguments, those that can be gone through unmade, and apply the law."""

    def next_(given: list[Given], s2: State) -> Term:
        at = len(given)
        if at < len(e.arguments):
            one = e.arguments[at]
            return lazily(
                m, one.value, s2,
                lambda v, s3: next_([*given, Given(v, one.label, one.spread)], s3),
            )  # fmt: skip
        applied = LIBRARY_LAWS[known.law](m, e, receiver, given, s2, k)
        if applied is not None:
            return applied
        return forced(m, given, s2, lambda made_, s3: apply_known(m, e, f, known, made_, s3, k))

    return next_([], s)


def forced(
    m: Machine, given: list[Given], s: State, k: Callable[[list[Given], State], Term], at: int = 0
) -> Term:
    """Arguments with streams made into what they are."""
    if at == len(given):
        return k(given, s)
    value = given[at].value
    if value[0] != "stream":
        return forced(m, given, s, k, at + 1)

    def after(v: Term, s2: State) -> Term:
        return forced(
            m, [*given[:at], given[at]._replace(value=v), *given[at + 1 :]], s2, k, at + 1
        )

    return m.streams[value[1]].force(s, after)


def library_method(
    m: Machine,
    e: core.Call,
    function: core.Member,
    receiver: Term,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term | None:
    """A method of a known type that has a law; None for any other."""
    sort = "stream" if receiver[0] == "stream" else sort_of(m, receiver)
    known = m.library.method(sort, function.name)
    if known is None or known.law not in LIBRARY_LAWS or any(one.spread for one in given):
        return None
    if m.context.defines_member(function.name) and not sort:
        return None
    codes = [one.value for one in e.arguments if isinstance(one.value, core.Function)]
    if any(changes(code, function.object, m.library) for code in codes):
        return None
    if not sort and known.law.startswith("is ") and not m.context.allows("plain-operators"):
        return None
    return LIBRARY_LAWS[known.law](m, e, receiver, given, s, k)


def _values(given: list[Given]) -> list[Term]:
    return [one.value for one in given]


# Sizes, texts, truth


@library_law("size")
def _size(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    subject = r if r is not None else given[0].value if len(given) == 1 else None
    if subject is None or subject[0] == "stream":
        return None
    return size(m, subject, s, k)


@library_law("empty")
def _empty(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is None or r[0] == "stream" or given:
        return None
    return size(m, r, s, lambda v, s2: operators.compare(m, "==", v, ZERO, s2, k))


_VERBS = {"s": ("str",), "d": ("int",), "v": ("str", "int")}


@library_law("text")
def _text(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    subject = r if r is not None else given[0].value if len(given) == 1 else None
    if subject is None or subject[0] == "stream" or (given and given[0].label):
        return None
    if not is_plain(sort_of(m, subject)) and not m.context.allows("plain-operators"):
        return None
    return joined_text(m, [subject], s, k)


@library_law("truth")
def _truth(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if len(given) != 1 or given[0].value[0] == "stream":
        return None
    value = given[0].value
    if is_boolean(m, value):
        return k(value, s)
    return operators.condition(m, value, s, lambda s2: k(TRUE, s2), lambda s2: k(FALSE, s2))


@library_law("format")
def _format(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given)
    template = r if r is not None else values.pop(0) if values else None
    if template is None or template[:2] != ("c", "str") or any(one.label for one in given):
        return None
    mark = "{}" if "{}" in template[2] else "%s"
    bits = template[2].split(mark)
    rest = "".join(bits)
    if (
        len(bits) != len(values) + 1
        or any(c in rest for c in "{}%\\")
        or "stream" in {one[0] for one in values}
    ):
        return None
    if not all(is_plain(sort_of(m, one)) for one in values) and not m.context.allows(
        "plain-operators"
    ):
        return None
    pieces: list[Term] = [constant("str", bits[0])]
    for value, bit in zip(values, bits[1:], strict=True):
        pieces += [value, constant("str", bit)]
    return joined_text(m, pieces, s, k)


@library_law("verbs")
def _verbs(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A format of texts and whole numbers, each in its plain form."""
    template, *values = _values(given) or [NULL]
    if template[:2] != ("c", "str") or "\\" in template[2]:
        return None
    bits = template[2].split("%")
    if len(bits) != len(values) + 1:
        return None
    pieces: list[Term] = [constant("str", bits[0])]
    for value, bit in zip(values, bits[1:], strict=True):
        sort = sort_of(m, value)
        if sort not in _VERBS.get(bit[:1], ()) or value[0] == "zero":
            return None
        if is_constant(value) and m.context.defines_member(*m.semantics.format_members):
            return None  # a constant's type may be one that says how it is shown
        pieces += [value, constant("str", bit[1:])]
    return joined_text(m, pieces, s, k)


@library_law("equal")
def _equal(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given)
    if r is None and len(values) == 2:  # noqa: PLR2004
        one, other = values
    elif r is not None and len(values) == 1:
        one, other = r, values[0]
    else:
        return None
    if sort_of(m, one) != "str" or sort_of(m, other) != "str":
        return None
    value = ("equal", "==", (one, other))

    def done(_: Term, s2: State) -> Term:
        if other[0] == "c":
            return k(("is", one, other), s2)
        return k(("is", other, one) if one[0] == "c" else value, s2)

    return done(one, s) if r is None else guarded(m, one, s, done)


# Going through


@library_law("range")
def _range(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given)
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
    if not given or len(given) > 2 or any(one.label for one in given):  # noqa: PLR2004
        return None
    start = given[1].value if len(given) == 2 else ZERO  # noqa: PLR2004
    source = run_of(m, given[0].value)
    return k(made(m, counted(m, source, start, unmade(m, e, r, given))), s)


def unmade(
    m: Machine, e: core.Call, r: Term | None, given: list[Given]
) -> Callable[[State, Continue], Term]:
    """What a step is when it is not gone through at once: a call that may do anything."""
    from tracer.classify.equivalence.evaluation.calls import plain_call

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
    if function is None or source is None or not _usable(m, function):
        return None
    if function[0] == "ext":
        known = m.library.function(function[1])
        if known is not None and known.law == "next":
            return None  # what it raises ends the rounds
    step = _mapped(m, run_of(m, source), function, _force(m, e, r, given, "map"))
    return k(made(m, step), s)


@library_law("filter")
def _filter(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    function, source = _step(r, given)
    if function is None or source is None or not _usable(m, function):
        return None
    picked = None if function == NULL else function
    step = _filtered(m, run_of(m, source), picked, _force(m, e, r, given, "filter"))
    return k(made(m, step), s)


def _mapped(m: Machine, source: Run, function: Term, force: object) -> Stream:
    run, parts = elements_for(m, source, function)
    return mapped(m, run, function, force, parts)


def _filtered(m: Machine, source: Run, function: Term | None, force: object) -> Stream:
    if function is None:
        return filtered(m, source, None, force)
    run, parts = elements_for(m, source, function)
    return filtered(m, run, function, force, parts)


def _step(r: Term | None, given: list[Given]) -> tuple[Term | None, Term | None]:
    values = _values(given)
    if r is not None and len(values) == 1:
        return values[0], r
    if r is None and len(values) == 2:  # noqa: PLR2004
        return values[0], values[1]
    return None, None


def _usable(m: Machine, function: Term) -> bool:
    """Whether a function can be run for each element: it is known what it takes."""
    return taken(m, function) is not None


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
        return known is not None and known.effect in ("pure", "reads", "fresh")
    return False


def _quiet(tree: Term) -> bool:
    if tree[0] == "ret":
        return True
    if tree[0] == "if":
        return _quiet(tree[3]) and _quiet(tree[4])
    if tree[0] == "arms":
        return all(_quiet(one[1]) for one in tree[4])
    return tree[0] == "cases" and all(_quiet(one[1]) for one in (*tree[3], ((), tree[4])))


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
        run = run_of(m, source)
        step = (
            _mapped(m, run, function, None) if sort == "map" else _filtered(m, run, function, None)
        )
        return gathered(m, step.run, "list", s, k)

    return force


def gathered(m: Machine, run: object, kind: str, s: State, k: Continue) -> Term:
    """Everything that is gone through, in a new collection."""

    def loop(new: Term, s2: State, then: Then) -> Term:
        def body(v: Term, s3: State, next_: Then, leave: Continue) -> Term:
            return add(m, kind, new, [v], s3, next_)

        return run(s2, (), body, then, lambda _, s3: then(s3))  # type: ignore[operator]

    return m.joined(s, lambda k2: collected(m, kind, s, loop, k2), k)


@library_law("list")
def _list(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _collection(m, "list", r, given, s, k)


@library_law("set")
def _set(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _collection(m, "set", r, given, s, k)


def _collection(
    m: Machine, kind: str, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given) if r is None else [r]
    if any(one.label for one in given):
        return None
    if not values:
        m.law(COLLECTORS)
        return k(("new", m.fresh(), kind, (), s.site), s)
    if len(values) == 1 and values[0][0] == "stream":
        m.law(COLLECTORS)
        return gathered(m, run_of(m, values[0]), kind, s, k)
    return None


@library_law("dict")
def _dict(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is not None or not all(one.label for one in given):
        return None
    m.law(COLLECTORS)
    items = tuple((constant("str", one.label), one.value) for one in given)
    return k(("new", m.fresh(), "dict", items, s.site), s)


@library_law("sum")
def _sum(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    source = r if r is not None else given[0].value if len(given) == 1 else None
    if source is None or (r is not None and given):
        return None
    m.law(SUMS)

    def combine(total: Term, v: Term, s2: State, k2: Continue) -> Term:
        return operators.operate(m, "+", total, v, s2, k2)

    return folded(m, run_of(m, source), ZERO, combine, s, k)


@library_law("reduce")
def _reduce(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`a.reduce(f, start)`."""
    values = _values(given)
    return None if len(values) != 2 else _reduced(m, r, values[0], values[1], s, k)  # noqa: PLR2004


@library_law("fold")
def _fold(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`a.fold(start, f)`."""
    values = _values(given)
    return None if len(values) != 2 else _reduced(m, r, values[1], values[0], s, k)  # noqa: PLR2004


def _reduced(
    m: Machine, r: Term | None, function: Term, start: Term, s: State, k: Continue
) -> Term | None:
    if r is None or function[0] != "fn" or function[3] not in m.closures:
        return None
    if len(m.closures[function[3]].function.parameters) != 2:  # noqa: PLR2004
        return None

    def combine(total: Term, v: Term, s2: State, k2: Continue) -> Term:
        return apply(m, function, [total, v], s2, k2)

    return folded(m, run_of(m, r), start, combine, s, k)


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
    return _quantified(m, r, given, s, lambda v, s2: k(operators.negated(v), s2), ends_with=True)


def _quantified(
    m: Machine, r: Term | None, given: list[Given], s: State, k: Continue, *, ends_with: bool
) -> Term | None:
    values = _values(given)
    function = None
    if r is not None and len(values) == 1:
        source, function = r, values[0]
        if not _usable(m, function):
            return None
    elif r is None and len(values) == 1:
        source = values[0]
    else:
        return None
    m.law(QUANTIFIERS)
    run: Run = run_of(m, source)
    parts: Parts = lambda v: [v]  # noqa: E731 - most have one part
    if function is not None:
        run, parts = elements_for(m, run, function)

    def loop(k2: Continue) -> Term:
        def found(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            def out(s3: State) -> Term:
                return leave(TRUE if ends_with else FALSE, s3)

            yes, no = (out, next_) if ends_with else (next_, out)
            return operators.condition(m, v, s2, yes, no)

        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            if function is None:
                return found(v, s2, next_, leave)
            return apply(m, function, parts(v), s2, lambda t, s3: found(t, s3, next_, leave))

        def end(s2: State) -> Term:
            return k2(FALSE if ends_with else TRUE, s2)

        return run(s, (), body, end, k2)

    return m.joined(s, loop, k)


@library_law("find")
def _find(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given)
    if r is None or len(values) != 1 or not _usable(m, values[0]):
        return None

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            def tested(t: Term, s3: State) -> Term:
                return operators.condition(m, t, s3, lambda s4: leave(v, s4), next_)

            return apply(m, values[0], [v], s2, tested)

        from tracer.classify.equivalence.evaluation.expressions import (
            missing,
        )

        return run_of(m, r)(s, (), body, lambda s2: k2(missing(m), s2), k2)

    return m.joined(s, loop, k)


@library_law("next")
def _next(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given)
    if len(values) != 2 or values[0][0] != "stream" or values[1][0] == "stream":  # noqa: PLR2004
        return None
    m.law(QUANTIFIERS)

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return leave(v, s2)

        return run_of(m, values[0])(s, (), body, lambda s2: k2(values[1], s2), k2)

    return m.joined(s, loop, k)


@library_law("each")
def _each(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given)
    if r is None or len(values) != 1 or not _usable(m, values[0]):
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
    return k(made(m, Stream(run_of(m, r), unmade(m, e, r, given))), s)


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
    values = _values(given)
    count = taken(m, values[0]) if r is not None and r[0] != "stream" and len(values) == 1 else None
    if count is None or r is None:
        return None

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return apply(m, values[0], [v[1][1], v[1][0]][:count], s2, lambda _, s3: next_(s3))

        return entries(m, r).run(s, (), body, lambda s2: k2(nothing(m), s2), k2)

    return m.joined(s, loop, k)


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
        return gathered(m, run_of(m, source), "list", s, k)
    if sort_of(m, source) not in ("list", "dict", "set"):
        return None
    if s.pending:
        return m.flushed(s, lambda s2: _copy(m, e, r, given, s2, k) or ("never",))
    m.law(COLLECTORS)
    items = (("spread", "*", source, m.heap_of(s)),)
    return k(("new", m.fresh(), "list", items), s)


# Collections


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
    values = _values(given)
    if r is None or len(values) != 2:  # noqa: PLR2004
        return None
    return m.event(("store", r, *values), s, k, changes=frozenset({CONTENTS}), row=e.row)


@library_law("has")
def _has(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is None or len(given) != 1 or r[0] == "stream":
        return None
    return operators.compare(m, "in", given[0].value, r, s, k)


@library_law("get-or")
def _get_or(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given)
    if r is None or not 1 <= len(values) <= 2:  # noqa: PLR2004
        return None
    default = values[1] if len(values) == 2 else NULL  # noqa: PLR2004
    m.law(DICTIONARIES)

    def choose(k2: Continue) -> Term:
        return operators.compare(
            m, "in", values[0], r, s,
            lambda t, s2: operators.condition(
                m, t, s2,
                lambda s3: element(m, r, values[0], s3, k2),
                lambda s3: k2(default, s3),
            ),
        )  # fmt: skip

    return m.joined(s, choose, k)


@library_law("set-default")
def _set_default(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = _values(given)
    if r is None or len(values) != 2:  # noqa: PLR2004
        return None
    m.law(DICTIONARIES)

    def absent(s2: State, k2: Continue) -> Term:
        def stored(event: Term, s3: State) -> Term:
            m.stored[event] = {("at", r, values[0]): values[1]}
            return element(m, r, values[0], s3, k2)

        return m.event(("store", r, *values), s2, stored, changes=frozenset({CONTENTS}), row=e.row)

    def choose(k2: Continue) -> Term:
        return operators.compare(
            m, "in", values[0], r, s,
            lambda t, s2: operators.condition(
                m, t, s2, lambda s3: element(m, r, values[0], s3, k2), lambda s3: absent(s3, k2)
            ),
        )  # fmt: skip

    return m.joined(s, choose, k)


@library_law("max")
def _max(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return extreme(m, given, s, k, is_max=True)


@library_law("min")
def _min(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return extreme(m, given, s, k, is_max=False)


def extreme(m: Machine, given: list[Given], s: State, k: Continue, *, is_max: bool) -> Term | None:
    """The smaller or the larger of two values, as a comparison and a choice."""
    values = _values(given)
    if len(values) != 2 or any(one.label for one in given):  # noqa: PLR2004
        return None
    a, b = values
    sorts = {sort_of(m, a), sort_of(m, b)}
    if not m.semantics.extremes_compare and sorts != {"int"}:
        return None
    m.law(MINMAX)
    low, high = (a, b) if is_max else (b, a)

    def choose(k2: Continue) -> Term:
        return operators.compare(
            m, "<", low, high, s,
            lambda t, s2: operators.condition(
                m, t, s2, lambda s3: k2(b, s3), lambda s3: k2(a, s3)
            ),
        )  # fmt: skip

    return m.joined(s, choose, k)
