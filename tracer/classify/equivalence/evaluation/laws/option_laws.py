"""Laws of values that may be missing or a failure: `Option`, `Result` and what is asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.control.streams import apply
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, TRUE, constant
from tracer.classify.equivalence.evaluation.laws.library_laws import LIBRARY_LAWS, library_law
from tracer.classify.equivalence.evaluation.machine import variants
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.machine.values import (
    declare,
    is_copied,
    is_plain,
    read_through,
    referent,
    sort_of,
    sort_of_type,
)
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.classify.equivalence.evaluation.values.texts import joined_text
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.laws.library_laws import Law
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

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
    test = variants.test_of(variants.lent(m, r), good, heap)
    m.law(COMBINATORS)
    return m.branch(
        test, s,
        lambda s2: there(variants.holding(m, r, good, 0, heap), s2),
        lambda s2: gone(variants.holding(m, r, _BAD[sort], 0, heap), s2),
    )  # fmt: skip


def wrapped(m: Machine, r: Term, v: Term, *, good: bool) -> Term:
    """A value of the same type as another, with something else in it."""
    sort = wrapper_sort(m, r)
    kind = (_GOOD if good else _BAD)[sort]
    return kind if kind == NONE else ("made", kind, (v,))


def wrapper_sort(m: Machine, r: Term) -> str:
    """The type that wraps a value: `Option`, `Result` or what the term is known to be."""
    kind = variants.kind_of(m, r)
    if kind is not None:
        return "Option" if kind in (SOME, NONE) else "Result"
    return sort_of(m, r)


def _question(name: str) -> None:
    kind = ("ext", name)
    sort = "Option" if kind in (SOME, NONE) else "Result"

    @library_law("is " + name)
    def asked(
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

    def applied(
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        del e
        values = [one.value for one in given]
        if r is None or len(values) != count or any(v[0] == "stream" for v in values):
            return None
        wrapper = wrapper_sort(m, r)
        if r[0] == "stream" or wrapper != only if only else wrapper not in _GOOD:
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
    sort = wrapper_sort(m, r)
    kind = variants.kind_of(m, r)
    if kind == NONE:
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
    return not _is_known(m, r, NONE, s) if wrapper_sort(m, r) == "Option" else True


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
        return comparisons.condition(
            m, t, s2, lambda s3: k(("made", SOME, (v,)), s3), lambda s3: k(NONE, s3)
        )

    return apply(m, a[0], [v], s, tested)


def _read(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
    """`copied`: what a reference points to."""
    del a
    from tracer.classify.equivalence.evaluation.places.pointers import behind

    return behind(m, v, s, lambda w, s2: k(wrapped(m, r, w, good=True), s2))


def _fails(m: Machine, r: Term, a: list[Term], v: Term, s: State, k: Continue) -> Term:
    del k
    return m.throw((("unwrapped",), *a, *(() if wrapper_sort(m, r) == "Option" else (v,))), s)


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


@library_law("cloned")
def _cloned(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A copy of a plain value that an option refers to: a text, or what `copied` gives."""
    if r is None or given:
        return None
    declared = m.exact.get(r, core.UNKNOWN)
    held = referent(declared.arguments[0]) if declared.arguments else core.UNKNOWN
    if r[0] == "made" or variants.kind_of(m, r) == NONE:
        value = unreferred(r[2][0]) if r[0] == "made" else NONE
        if value == NONE:
            return k(NONE, s)
        value = read_through(m, value)
        return k(wrapped(m, r, value, good=True), s) if is_plain(sort_of(m, value)) else None
    if sort_of_type(m, held) == "str":
        return m.joined(
            s,
            lambda k2: (
                split(
                    m,
                    r,
                    s,
                    lambda v, s2: _same_held(m, r, v, s2, k2),
                    lambda v, s2: _same(m, r, [], v, s2, k2),
                )
                or ("never", s.duties)
            ),
            k,
        )
    return LIBRARY_LAWS["copied"](m, e, r, given, s, k) if is_copied(m, held) else None


def _same_held(m: Machine, r: Term, v: Term, s: State, k: Continue) -> Term:
    return k(wrapped(m, r, v, good=True), s)


@library_law("as reference")
def _as_reference(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`a.as_ref()` is what `&a` is where it is taken apart; of a text `as_deref` is the same."""
    if r is None or given or wrapper_sort(m, r) not in _GOOD or r[0] == "made":
        return None
    made: Term = ("un", "&", unreferred(r))
    declared = referent(m.exact.get(r, core.UNKNOWN))
    if declared.name:
        declare(m, made, core.Type("&", (declared,)))
        m.exact.setdefault(made, core.Type("&", (declared,)))
    if e.function.name == "as_deref" and not _holds_text(m, declared):
        return None
    return k(made, s)


def _holds_text(m: Machine, declared: core.Type) -> bool:
    return bool(declared.arguments) and sort_of_type(m, declared.arguments[0]) == "str"


@library_law("then-some")
def _then_some(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    del e
    if r is None or len(given) != 1 or sort_of(m, r) not in ("bool", ""):
        return None
    value = given[0].value
    return m.joined(
        s,
        lambda k2: comparisons.condition(
            m, r, s, lambda s2: k2(("made", SOME, (value,)), s2), lambda s2: k2(NONE, s2)
        ),
        k,
    )


@library_law("then")
def _then(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    del e
    if r is None or len(given) != 1 or sort_of(m, r) != "bool":
        return None
    function = given[0].value

    def run(k2: Continue) -> Term:
        def called(s2: State) -> Term:
            return apply(m, function, [], s2, lambda v, s3: k2(("made", SOME, (v,)), s3))

        return comparisons.condition(m, r, s, called, lambda s2: k2(NONE, s2))

    return m.joined(s, run, k)


@library_law("itself")
def _itself(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A copy of a value that never changes."""
    del m, e
    return None if r is None or given else k(unreferred(r), s)


@library_law("same-text")
def _same_text(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A text made of a text; of anything else it may be made in any way."""
    del e
    if r is not None or len(given) != 1:
        return None
    value = unreferred(given[0].value)
    sort = sort_of(m, value)
    if sort == "char":
        return joined_text(m, [value], s, k)
    return k(value, s) if sort == "str" else None


@library_law("empty-text")
def _empty_text(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    del m, e
    return None if r is not None or given else k(constant("str", ""), s)


@library_law("converted")
def _converted(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`u32::from(a)` of a number, letter or truth value is `a as u32`."""
    if (
        r is not None
        or len(given) != 1
        or sort_of(m, given[0].value) not in ("int", "char", "bool")
    ):
        return None
    path = e.function.path if isinstance(e.function, core.External) else ""
    name = path.partition(".")[0]
    made = core.Type(name)
    value: Term = ("cast", given[0].value, type_term(made))
    if m.exact.get(given[0].value) == made:
        return k(given[0].value, s)
    m.types.setdefault(value, m.library.sort(name))
    m.exact[value] = made
    return k(value, s)


@library_law("clone-of")
def _clone_of(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`Rc::clone(&a)` is `a.clone()` of what is known to be an Rc."""
    if r is not None or len(given) != 1 or not isinstance(e.function, core.External):
        return None
    owner = e.function.path.split(".")[-2]
    leaf = ("member", core.Symbol("", (owner, "clone")))
    value = unreferred(given[0].value)
    return m.event(("call", ("method", leaf, value), (), ()), s, k)


def unreferred(value: Term) -> Term:
    """What is referred to, where a reference is made on the spot."""
    while value[0] == "un" and value[1] == "&":
        value = value[2]
    return value


def is_converted(m: Machine, value: Term, wanted: core.Type) -> bool:
    """Whether a conversion to a type gives the value itself: a text as a String, or no change."""
    if wanted.name == "String" and not wanted.arguments:
        return sort_of(m, value) == "str"
    kind = variants.kind_of(m, value)
    if kind is not None and kind[0] == "sym" and not wanted.arguments:
        made = m.context.outline(kind[1])
        return made is not None and made.owner == wanted.name
    return bool(wanted.name) and m.exact.get(value) == wanted
