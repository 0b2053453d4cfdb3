"""Laws of values that may be missing or a failure: `Option` and `Result`, and what is asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation import operators, variants
from tracer.classify.equivalence.evaluation.library_laws import Law, library_law
from tracer.classify.equivalence.evaluation.machine import CONTENTS, Machine
from tracer.classify.equivalence.evaluation.registry import law
from tracer.classify.equivalence.evaluation.streams import apply
from tracer.classify.equivalence.evaluation.terms import FALSE, TRUE, Term
from tracer.classify.equivalence.evaluation.values import sort_of
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.calls import Given
    from tracer.classify.equivalence.evaluation.state import Continue, State

COMBINATORS = law(
    "option-combinators",
    "`map`, `unwrap_or` and their like on a value known to be an Option or Result are the match "
    "that they make; what a closure gives is computed only where the closure is called.",
    "fn f(a: Option<i32>) -> i32 { a.map(|b| b * 2).unwrap_or(7) }\n",
    "fn f(a: Option<i32>) -> i32 { match a { Some(b) => b * 2, None => 7 } }\n",
    "fn f(a: Option<i32>) -> i32 { match a { Some(b) => b * 2, None => 8 } }\n",
    "rust",
)
SOME, NONE, OK, ERR = (("ext", name) for name in ("Some", "None", "Ok", "Err"))
_GOOD = {"Option": SOME, "Result": OK}
_BAD = {"Option": NONE, "Result": ERR}

Way = "Callable[[Term, State], Term]"


def split(m: Machine, r: Term, s: State, there: Continue, gone: Continue) -> Term | None:
    """Both ways of an Option or Result with what each holds; None where it is neither."""
    sort = sort_of(m, r)
    kind = variants.kind_of(m, r)
    if kind is not None:
        sort = "Option" if kind in (SOME, NONE) else "Result" if kind in (OK, ERR) else sort
    good = _GOOD.get(sort)
    if good is None:
        return None
    if s.pending and r[0] != "made":
        return m.flushed(s, lambda s2: split(m, r, s2, there, gone) or ("never", s2.duties))
    heap = m.heap_of(s, CONTENTS)
    test = variants.test_of(r, good, heap)
    m.law(COMBINATORS)
    return m.branch(
        test, s,
        lambda s2: there(variants.holding(m, r, good, 0, heap), s2),
        lambda s2: gone(variants.holding(m, r, _BAD[sort], 0, heap), s2),
    )  # fmt: skip


def wrapped(m: Machine, r: Term, v: Term, *, good: bool) -> Term:
    """A value of the same type as another, with something else in it."""
    sort = _sort(m, r)
    kind = (_GOOD if good else _BAD)[sort]
    return kind if kind == NONE else ("made", kind, (v,))


def _sort(m: Machine, r: Term) -> str:
    kind = variants.kind_of(m, r)
    if kind is not None:
        return "Option" if kind in (SOME, NONE) else "Result"
    return sort_of(m, r)


def _question(name: str) -> None:
    kind = ("ext", name)
    sort = "Option" if kind in (SOME, NONE) else "Result"

    @library_law("is " + name)
    def asked(  # noqa: PLR0913 - as all laws
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        del e
        if r is None or given or (sort_of(m, r) not in ("", sort)):
            return None
        if s.pending and r[0] != "made":
            return m.flushed(s, lambda s2: k(_asked(m, r, kind, s2), s2))
        m.law(COMBINATORS)
        return k(_asked(m, r, kind, s), s)


def _asked(m: Machine, r: Term, kind: Term, s: State) -> Term:
    return variants.question(m, r, kind, m.heap_of(s, CONTENTS))


for _name in ("Some", "None", "Ok", "Err"):
    _question(_name)


def _ways(
    name: str,
    there: Callable[[Machine, Term, list[Term], Term, State, Continue], Term],
    gone: Callable[[Machine, Term, list[Term], Term, State, Continue], Term],
    count: int,
    *,
    only: str = "",
) -> None:
    """Register a law by what is done with what is held, both ways."""

    def applied(  # noqa: PLR0913 - as all laws
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        del e
        values = [one.value for one in given]
        if r is None or len(values) != count or any(v[0] == "stream" for v in values):
            return None
        if r[0] == "stream" or _sort(m, r) not in (only,) if only else _sort(m, r) not in _GOOD:
            return None

        def run(k2: Continue) -> Term:
            found = split(
                m, r, s,
                lambda v, s2: there(m, r, values, v, s2, k2),
                lambda v, s2: gone(m, r, values, v, s2, k2),
            )  # fmt: skip
            assert found is not None
            return found

        return m.joined(s, run, k)

    found: Law = applied
    library_law(name)(found)


def _held(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
    del m, r, a
    return k(v, s)


def _same(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
    del a
    sort = _sort(m, r)
    kind = variants.kind_of(m, r)
    if kind in (NONE,):
        return k(NONE, s)
    known = [one for one in (_GOOD[sort], _BAD[sort]) if _is_known(m, r, one, s)]
    if len(known) == 1:
        return k(known[0] if known[0] == NONE else ("made", known[0], (v,)), s)
    return k(r, s)


def _is_known(m: Machine, r: Term, kind: Term, s: State) -> bool:
    if variants.kind_of(m, r) == kind:
        return True
    heap = m.heap_of(s, CONTENTS)
    others = [one for one in variants.family(m, kind) if one != kind]
    if s.known.get(variants.test_of(r, kind, heap)):
        return True
    return all(s.known.get(variants.test_of(r, one, heap)) is False for one in others)


def _first(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
    del m, r, v
    return k(a[0], s)


def _called(at: int, *, takes: bool = True) -> Callable[..., Term]:
    def way(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
        given = [v] if takes and _takes(m, r, v, s) else []
        return apply(m, a[at], given, s, k)

    return way


def _takes(m: Machine, r: Term, v: Term, s: State) -> bool:
    """Whether a closure for this way is given something: not where nothing is held."""
    del v
    return not _is_known(m, r, NONE, s) if _sort(m, r) == "Option" else True


def _wrapped_call(at: int, *, good: bool) -> Callable[..., Term]:
    def way(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
        return apply(m, a[at], [v], s, lambda w, s2: k(wrapped(m, r, w, good=good), s2))

    return way


def _constant(value: Term) -> Callable[..., Term]:
    def way(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
        del m, r, a, v
        return k(value, s)

    return way


def _made(kind: Term, at: int = -1) -> Callable[..., Term]:
    def way(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
        del m, r
        return k(("made", kind, (a[at] if at >= 0 else v,)), s)

    return way


def _made_by(kind: Term, at: int) -> Callable[..., Term]:
    def way(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
        del r, v
        return apply(m, a[at], [], s, lambda w, s2: k(("made", kind, (w,)), s2))

    return way


def _kept_if(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
    del r

    def tested(t: Term, s2: State) -> Term:
        return operators.condition(
            m, t, s2, lambda s3: k(("made", SOME, (v,)), s3), lambda s3: k(NONE, s3)
        )

    return apply(m, a[0], [v], s, tested)


def _read(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
    """`copied`: what a reference points to."""
    from tracer.classify.equivalence.evaluation.expressions import behind  # noqa: PLC0415

    return behind(m, v, s, lambda w, s2: k(wrapped(m, r, w, good=True), s2))


def _fails(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
    del k
    return m.throw((("unwrapped",), *a, *(() if _sort(m, r) == "Option" else (v,))), s)


_ways("unwrap-or", _held, _first, 1)
_ways("unwrap-or-else", _held, _called(0), 1)
_ways("unwrap", _held, _fails, 0)
_ways("expect", _held, _fails, 1)
_ways("map-inside", _wrapped_call(0, good=True), _same, 1)
_ways("map-failure", _same, _wrapped_call(0, good=False), 1, only="Result")
_ways("and-then", _called(0), _same, 1)
_ways("or-else", _same, _called(0), 1)
_ways("or-this", _same, _first, 1)
_ways("map-or", _called(1), _first, 2)
_ways("map-or-else", _called(1), _called(0), 2)
_ways("ok-or", _made(OK), _made(ERR, 0), 1, only="Option")
_ways("ok-or-else", _made(OK), _made_by(ERR, 0), 1, only="Option")
_ways("is-and", _called(0), _constant(FALSE), 1)
_ways("is-none-or", _called(0), _constant(TRUE), 1, only="Option")
_ways("filter-inside", _kept_if, _constant(NONE), 1, only="Option")
_ways("ok", _made(SOME), _constant(NONE), 0, only="Result")
_ways("err", _constant(NONE), _made(SOME), 0, only="Result")
_ways("copied", _read, _same, 0, only="Option")


@library_law("then-some")
def _then_some(  # noqa: PLR0913 - as all laws
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    del e
    if r is None or len(given) != 1 or sort_of(m, r) not in ("bool", ""):
        return None
    value = given[0].value
    return m.joined(
        s,
        lambda k2: operators.condition(
            m, r, s, lambda s2: k2(("made", SOME, (value,)), s2), lambda s2: k2(NONE, s2)
        ),
        k,
    )


@library_law("then")
def _then(  # noqa: PLR0913 - as all laws
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    del e
    if r is None or len(given) != 1 or sort_of(m, r) != "bool":
        return None
    function = given[0].value

    def run(k2: Continue) -> Term:
        def called(s2: State) -> Term:
            return apply(m, function, [], s2, lambda v, s3: k2(("made", SOME, (v,)), s3))

        return operators.condition(m, r, s, called, lambda s2: k2(NONE, s2))

    return m.joined(s, run, k)


def given_up(m: Machine, v: Term, s: State, k: Continue) -> Term | None:
    """`v?`: what it holds, or its failure is returned, converted to what the function returns."""
    function = s.frame.function
    wanted = function.result if function is not None else core.UNKNOWN
    declared = m.exact.get(v)
    same = (
        declared is not None
        and len(declared.arguments) == len(wanted.arguments) == 2  # noqa: PLR2004
        and declared.arguments[1] == wanted.arguments[1]
    )

    def failed(error: Term, s2: State) -> Term:
        if _sort(m, v) == "Option":
            return m.give(NONE, s2)
        if same:
            return m.give(("made", ERR, (error,)), s2)
        effect = ("call", ("ext", "From.from"), (error,), ())
        return m.event(effect, s2, lambda w, s3: m.give(("made", ERR, (w,)), s3))

    return split(m, v, s, k, failed)
