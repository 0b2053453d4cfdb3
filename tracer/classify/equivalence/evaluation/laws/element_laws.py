"""Laws of what gives or looks for elements: found ones, places, pairs of two, parsed texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import Given
from tracer.classify.equivalence.evaluation.calls.callees import plain_call
from tracer.classify.equivalence.evaluation.calls.models import method_model
from tracer.classify.equivalence.evaluation.control.streams import (
    Stream,
    apply,
    counted,
    made,
    plain_stream,
    run_of,
)
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    TRUE,
    ZERO,
    constant,
    number,
)
from tracer.classify.equivalence.evaluation.laws.collection_laws import typed_elements
from tracer.classify.equivalence.evaluation.laws.iterator_laws import unmade, usable
from tracer.classify.equivalence.evaluation.laws.library_laws import library_law, values_of
from tracer.classify.equivalence.evaluation.laws.option_laws import (
    NONE,
    SOME,
    is_converted,
    split,
    unreferred,
)
from tracer.classify.equivalence.evaluation.laws.sequence_functions import first_where
from tracer.classify.equivalence.evaluation.machine.heap import CONTENTS
from tracer.classify.equivalence.evaluation.machine.values import (
    declare,
    is_plain,
    referent,
    sort_of,
    sort_of_type,
)
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

FOUND = law(
    "found-element",
    "`find` and `position` are loops that end at the first element, or its place, for which a "
    "test holds.",
    "fn f(a: &[i32]) -> Option<usize> { a.iter().position(|b| *b == 3) }\n",
    "fn f(a: &[i32]) -> Option<usize> { for (i, b) in a.iter().enumerate() { "
    "if *b == 3 { return Some(i); } } None }\n",
    "fn f(a: &[i32]) -> Option<usize> { for (i, b) in a.iter().enumerate() { "
    "if *b != 3 { return Some(i); } } None }\n",
    "rust",
)
PAIRED = law(
    "paired-elements",
    "Two sequences that are gone through together give pairs, whoever takes them apart.",
    "fn f(a: &[i32], b: &[i32]) -> i32 { a.iter().zip(b.iter()).map(|(x, y)| x * y).sum() }\n",
    "fn f(a: &[i32], b: &[i32]) -> i32 { let mut t = 0; "
    "for (x, y) in a.iter().zip(b.iter()) { t += x * y; } t }\n",
    "fn f(a: &[i32], b: &[i32]) -> i32 { let mut t = 0; "
    "for (x, y) in b.iter().zip(a.iter()) { t += x - y; } t }\n",
    "rust",
)
PARSED = law(
    "parsed-text",
    "A text that is parsed as a number, letter or truth value is a value, with the failure that "
    "its type says.",
    "fn f(a: &str) -> Result<i32, std::num::ParseIntError> { "
    "match a.parse::<i32>() { Ok(b) => Ok(b * 2), Err(c) => Err(c) } }\n",
    "fn f(a: &str) -> Result<i32, std::num::ParseIntError> { "
    "let b: i32 = a.parse()?; Ok(b * 2) }\n",
    "fn f(a: &str) -> Result<i32, std::num::ParseIntError> { "
    "let b: i32 = a.parse()?; Ok(b * 3) }\n",
    "rust",
)
ORDERING = law(
    "three-way-comparison",
    "Which of two whole numbers, texts or letters is the larger is a chain of comparisons.",
    "use std::cmp::Ordering;\nfn f(a: i32, b: i32) -> i32 { match a.cmp(&b) { "
    "Ordering::Less => 1, Ordering::Equal => 2, Ordering::Greater => 3 } }\n",
    "fn f(a: i32, b: i32) -> i32 { if a < b { 1 } else if a == b { 2 } else { 3 } }\n",
    "fn f(a: i32, b: i32) -> i32 { if a > b { 1 } else if a == b { 2 } else { 3 } }\n",
    "rust",
)
_FAILURES = {"int": "std.num.ParseIntError", "float": "std.num.ParseFloatError",
             "bool": "std.str.ParseBoolError", "char": "std.char.ParseCharError"}  # fmt: skip


REVERSED: Term = ("ext", "Reverse")


@library_law("find element")
def _find_element(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The first element that a function is true for, if there is one."""
    del e
    return _found(m, r, given, s, k, of_place=False)


@library_law("find place")
def _find_place(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The place of the first element that a function is true for, if there is one."""
    del e
    return _found(m, r, given, s, k, of_place=True)


def _found(
    m: Machine, r: Term | None, given: list[Given], s: State, k: Continue, *, of_place: bool
) -> Term | None:
    values = values_of(given)
    if r is None or r[0] != "stream" or len(values) != 1 or not usable(m, values[0]):
        return None
    m.law(FOUND)
    source = run_of(m, r)
    if of_place:
        source = counted(m, source, ZERO, None, pair="pair").run

    def parts(element: Term) -> tuple[Term, Term]:
        answer, one = element[1] if of_place else (element, element)
        return ("made", SOME, (answer,)), one

    def test(one: Term, s2: State, k2: Continue) -> Term:
        return apply(m, values[0], [one], s2, k2)

    return first_where(m, source, test, s, k, parts=parts, none=NONE)


@library_law("elements")
def _elements(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The parts of a text, a value that is gone through: letters, lines, words."""
    if r is None or r[0] == "stream" or sort_of(m, r) != "str":
        return None
    if not all(is_plain(sort_of(m, one.value)) for one in given) or e.type_arguments:
        return None
    leaf = ("member", e.function.owner or e.function.name)
    subject: Term = ("call", ("method", leaf, r), tuple(values_of(given)))
    of = e.type.arguments[0] if len(e.type.arguments) == 1 else core.UNKNOWN
    run = typed_elements(m, plain_stream(m, subject, "values").run, of)
    return k(made(m, Stream(run, unmade(m, e, r, given))), s)


@library_law("parts")
def _parts(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The parts of a list, each of a number of elements that is said and not 0: `windows(2)`."""
    if r is None or r[0] == "stream" or len(given) != 1 or (number(given[0].value) or 0) < 1:
        return None
    leaf = ("member", e.function.owner or e.function.name)
    whole = referent(m.exact.get(r, core.UNKNOWN), ("&", "&mut"))

    def on(s2: State) -> Term:
        subject: Term = ("call", ("method", leaf, r), (given[0].value,), m.heap_of(s2, CONTENTS))
        part = core.Type("&", (core.Type("array_type", whole.arguments),))
        run = plain_stream(m, subject, "values").run
        if len(whole.arguments) == 1:
            run = typed_elements(m, run, part)
        return k(made(m, Stream(run, unmade(m, e, r, given))), s2)

    return m.flushed(s, on) if s.pending else on(s)


@library_law("zip")
def _zip(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Pairs of the elements of two containers, both gone through as they stand."""
    if r is None or r[0] != "stream" or len(given) != 1:
        return None
    one = m.streams[r[1]].subject
    other: Term | None = unreferred(given[0].value)
    if other is not None and other[0] == "stream":
        other = m.streams[other[1]].subject
    if one is None or other is None:
        return None
    types = [m.exact.get(subject, core.UNKNOWN) for subject in (one, other)]
    source = plain_stream(m, ("zipped", one, other), "values").run
    m.law(PAIRED)

    def run(s2: State, stored: object, body: object, end: Then, left: Continue) -> Term:
        def each(element: Term, s3: State, next_: Then, leave: Continue) -> Term:
            parts = []
            for at, whole in enumerate(types):
                part: Term = ("zipped part", element, at)
                _declare_lent(m, part, whole)
                parts.append(part)
            return body(("tuple", tuple(parts)), s3, next_, leave)  # type: ignore[operator]

        return source(s2, stored, each, end, left)  # type: ignore[arg-type]

    return k(made(m, Stream(run, unmade(m, e, r, given))), s)


def _declare_lent(m: Machine, part: Term, whole: core.Type) -> None:
    """An element of a container that is only looked at is a reference."""
    whole = referent(whole)
    if len(whole.arguments) == 1:
        lent = core.Type("&", whole.arguments)
        declare(m, part, lent)
        m.exact.setdefault(part, lent)


@library_law("has element")
def _has_element(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Whether a container of plain values has one: the loop that looks for it."""
    del e
    if r is None or r[0] == "stream" or len(given) != 1:
        return None
    whole = referent(m.exact.get(r, core.UNKNOWN), ("&", "&mut"))
    if len(whole.arguments) != 1 or not is_plain(sort_of_type(m, whole.arguments[0])):
        return None
    m.law("quantifiers")
    sought = unreferred(given[0].value)
    source = typed_elements(m, run_of(m, r), core.Type("&", whole.arguments))

    def test(element: Term, s2: State, k2: Continue) -> Term:
        return comparisons.compare(m, "==", element, sought, s2, k2)

    return first_where(
        m, source, test, s, k, parts=lambda one: (TRUE, one), none=FALSE, is_quiet=True
    )


@library_law("parse")
def _parse(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A text read as a number, letter or truth value; as anything else it may do anything."""
    if r is None or given or not isinstance(e.function, core.Member):
        return None
    leaf: Term = ("method", ("member", core.Symbol("", ("str", "parse"))), r)
    wanted = e.type_arguments[0] if len(e.type_arguments) == 1 else core.UNKNOWN
    sort = m.library.sort(wanted.name) if isinstance(wanted.name, str) else ""
    failure = _FAILURES.get(sort)
    if failure is None or wanted.name == sort == "int":

        def typed(v: Term, s2: State) -> Term:
            m.types.setdefault(v, "Result")
            return k(v, s2)

        return plain_call(m, e, leaf, given, s, typed)
    m.law(PARSED)
    value: Term = ("call", leaf, (), ("type", wanted.name))
    m.types.setdefault(value, "Result")
    m.exact.setdefault(value, core.Type("Result", (wanted, core.Type(failure))))
    return k(m.sized(value), s)


@library_law("three-way")
def _three_way(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Less, equal or greater, as the comparisons that tell."""
    del e
    if r is None or len(given) != 1:
        return None
    one, other = r, unreferred(given[0].value)
    return _compared(m, one, other, s, k) if _is_compared(m, one, other) else None


def _is_compared(m: Machine, one: Term, other: Term) -> bool:
    """Whether two values are plain ones of a sort, tuples of such, or such turned round."""
    if one[0] == other[0] == "tuple":
        pairs = list(zip(one[1], other[1], strict=False))
        return len(one[1]) == len(other[1]) and all(
            _is_compared(m, unreferred(a), unreferred(b)) for a, b in pairs
        )
    if one[0] == other[0] == "made" and one[1] == other[1] == REVERSED:
        return _is_compared(m, unreferred(one[2][0]), unreferred(other[2][0]))
    return sort_of(m, one) == sort_of(m, other) and sort_of(m, one) in ("int", "char", "str")


def _compared(m: Machine, one: Term, other: Term, s: State, k: Continue) -> Term:
    m.law(ORDERING)
    if one[0] == "made":
        return _compared(m, unreferred(other[2][0]), unreferred(one[2][0]), s, k)
    if one[0] == "tuple":
        return m.joined(s, lambda k2: _by_parts(m, one[1], other[1], s, k2), k)
    return _told(m, one, other, s, k)


def _by_parts(
    m: Machine, ours: tuple[Term, ...], theirs: tuple[Term, ...], s: State, k: Continue
) -> Term:
    """The first parts that differ say which of two tuples is the larger."""
    if not ours:
        return k(("ext", "Equal"), s)

    def told(way: Term, s2: State) -> Term:
        if way != ("ext", "Equal"):
            return k(way, s2)
        return _by_parts(m, ours[1:], theirs[1:], s2, k)

    return _compared(m, unreferred(ours[0]), unreferred(theirs[0]), s, told)


@library_law("reversed")
def _reversed(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`Reverse(a)`: a value that is compared the other way round."""
    del m, e
    return k(("made", REVERSED, (given[0].value,)), s) if r is None and len(given) == 1 else None


def _told(m: Machine, one: Term, other: Term, s: State, k: Continue) -> Term:
    less, equal, greater = (("ext", name) for name in ("Less", "Equal", "Greater"))

    def ask(operator: str, s2: State, yes: Then, no: Then) -> Term:
        return comparisons.compare(
            m, operator, one, other, s2,
            lambda t, s3: comparisons.condition(m, t, s3, yes, no),
        )  # fmt: skip

    def choose(k2: Continue) -> Term:
        return ask(
            "<", s, lambda s2: k2(less, s2),
            lambda s2: ask("==", s2, lambda s3: k2(equal, s3), lambda s3: k2(greater, s3)),
        )  # fmt: skip

    return m.joined(s, choose, k)


@library_law("of plain values")
def _of_plain(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A value of a text and other plain values; with a function it may do anything."""
    values = [unreferred(one) for one in values_of(given)]
    if r is None or not all(is_plain(sort_of(m, one)) for one in values):
        return None
    modelled = method_model(m, e.function.name, r, [Given(one) for one in values], s, k)
    if modelled is not None:
        return modelled
    leaf: Term = ("member", core.Symbol("", (sort_of(m, r), e.function.name)))
    value: Term = ("call", ("method", leaf, r), tuple(values))
    if e.type.name:
        declare(m, value, e.type)
        m.exact.setdefault(value, e.type)
    return k(m.sized(value), s)


@library_law("taken elements")
def _taken_elements(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`.into_iter()`: the elements, whose end nobody sees."""
    if r is None or given or m.context.has_destructors:
        return None
    return k(made(m, Stream(run_of(m, r), unmade(m, e, r, given), None)), s)


@library_law("held or empty")
def _held_or_empty(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`unwrap_or_default` of a plain type: what is held, or 0, false or an empty text."""
    if r is None or given:
        return None
    declared = m.exact.get(r, core.UNKNOWN) if r[0] != "ext" else core.UNKNOWN
    held = declared.arguments[0] if declared.arguments else e.type
    empty = _EMPTY.get(sort_of_type(m, held)) if held.name != "&" else None
    if empty is None:
        return None
    return m.joined(
        s, lambda k2: split(m, r, s, k2, lambda _, s2: k2(empty, s2)) or ("never", s.duties), k
    )


_EMPTY = {"int": ZERO, "bool": FALSE, "str": constant("str", "")}


@library_law("sized list")
def _sized_list(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A new list with room for more elements than it has, which are none."""
    if r is not None or len(given) != 1 or m.context.asks_for_room:
        return None
    return k(("new", m.fresh(), "list", (), s.site), s)


@library_law("converted to")
def _converted_to(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`.into()`: of a text to a String it is that text, to its own type it is itself."""
    if r is None or given or len(e.type_arguments) != 1 or r[0] == "stream":
        return None
    return k(r, s) if is_converted(m, r, e.type_arguments[0]) else None
