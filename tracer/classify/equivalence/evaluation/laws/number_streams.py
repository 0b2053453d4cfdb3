"""Streams of plain numbers, and what streams are collected to: laws that tables name.

The type of the elements is kept as the exact type of the stream: a sum of `long` is none of `int`.
Sums of floating point numbers are left alone, as libraries compensate for rounding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.control.streams import Stream, made, ranged, run_of
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import ONE, ZERO, Term
from tracer.classify.equivalence.evaluation.laws.collection_laws import COLLECTORS, SUMS, folded
from tracer.classify.equivalence.evaluation.laws.iterator_laws import gathered, unmade
from tracer.classify.equivalence.evaluation.laws.library_laws import LIBRARY_LAWS, library_law
from tracer.classify.equivalence.evaluation.laws.stream_ends import joined_texts
from tracer.classify.equivalence.evaluation.machine.conversions import exact_name, kept
from tracer.classify.equivalence.evaluation.machine.values import sort_of
from tracer.classify.equivalence.evaluation.values import operators
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_LONG_ZERO: Term = ("c", "int:long", "0")
_ZEROS = {"int": ZERO, "long": _LONG_ZERO}
_COLLECTED = {"toList": "list", "toSet": "set"}
law(
    "sum-of-numbers",
    "The sum of a stream of whole numbers is the loop that adds them to 0, in its own type.",
    "import java.util.*;\nclass A { static int f(List<String> a) { int t = 0; "
    "for (String b : a) { t += b.length(); } return t; } }\n",
    "import java.util.*;\nclass A { static int f(List<String> a) { "
    "return a.stream().mapToInt(b -> b.length()).sum(); } }\n",
    "import java.util.*;\nclass A { static int f(List<String> a) { "
    "return (int) a.stream().mapToLong(b -> b.length()).sum(); } }\n",
    "java",
)
law(
    "collected-stream",
    "What a stream is collected to is a new collection, and the loop that adds to it.",
    "import java.util.*;\nclass A { static List<String> f(List<String> a) { "
    "List<String> c = new ArrayList<>(); for (String b : a) { if (b.isEmpty()) { c.add(b); } } "
    "return c; } }\n",
    "import java.util.*;\nimport java.util.stream.*;\n"
    "class A { static List<String> f(List<String> a) { "
    "return a.stream().filter(b -> b.isEmpty()).collect(Collectors.toList()); } }\n",
    "import java.util.*;\nimport java.util.stream.*;\n"
    "class A { static List<String> f(List<String> a) { "
    "return a.stream().filter(b -> !b.isEmpty()).collect(Collectors.toList()); } }\n",
    "java",
)


def _of(m: Machine, run: object, force: object, name: str) -> Term:
    """A stream whose elements are plain numbers of a type."""

    def converted(
        s: State,
        stored: Iterable[int],
        body: Callable[[Term, State, Then, Continue], Term],
        end: Then,
        left: Continue,
    ) -> Term:
        def each(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return kept(m, element, core.Type(name), s2, lambda v, s3: body(v, s3, next_, leave))

        return run(s, stored, each, end, left)  # type: ignore[operator]

    value = made(m, Stream(converted, force))  # type: ignore[arg-type]
    m.exact[value] = core.Type(name)
    return value


def _to(name: str) -> None:
    """The law of a step that makes numbers of a type."""

    @library_law(f"map {name}")
    def step(
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        def typed(value: Term, s2: State) -> Term:
            return k(_of(m, run_of(m, value), unmade(m, e, r, given), name), s2)

        return LIBRARY_LAWS["map"](m, e, r, given, s, typed)


for _name in ("int", "long", "double"):
    _to(_name)


@library_law("map within")
def _map_within(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`map` of a stream of numbers stays one."""
    name = exact_name(m, r) if r is not None else ""
    return LIBRARY_LAWS[f"map {name}" if name else "map"](m, e, r, given, s, k)


@library_law("filter within")
def _filter_within(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`filter` of a stream of numbers stays one."""

    def typed(value: Term, s2: State) -> Term:
        if r is not None and r in m.exact:
            m.exact.setdefault(value, m.exact[r])
        return k(value, s2)

    return LIBRARY_LAWS["filter"](m, e, r, given, s, typed)


@library_law("numbers from")
def _numbers(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _range(m, e, given, s, k, is_closed=False)


@library_law("numbers through")
def _numbers_through(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return _range(m, e, given, s, k, is_closed=True)


def _range(
    m: Machine, e: core.Call, given: list[Given], s: State, k: Continue, *, is_closed: bool
) -> Term | None:
    """Whole numbers from one to another. One that ends with the largest number there is goes on."""
    values = [one.value for one in given]
    if len(values) != 2 or any(exact_name(m, one) != "int" for one in values):  # noqa: PLR2004
        return None
    if is_closed and values[1][0] != "c":
        return None  # a loop to the largest number never ends
    force = unmade(m, e, None, given)
    value = made(m, ranged(m, values[0], values[1], force, closed=is_closed))
    m.exact[value] = core.Type("int")
    return k(value, s)


@library_law("elements of")
def _elements(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`Arrays.stream(a)`: the elements of an array, to be gone through."""
    declared = m.exact.get(given[0].value, core.UNKNOWN) if len(given) == 1 else core.UNKNOWN
    if r is not None or declared.name != "array" or len(declared.arguments) != 1:
        return None
    value = made(m, Stream(run_of(m, given[0].value), unmade(m, e, None, given)))
    if declared.arguments[0].name in _ZEROS:
        m.exact[value] = declared.arguments[0]
    return k(value, s)


@library_law("sum within")
def _sum_within(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    start = _ZEROS.get(exact_name(m, r)) if r is not None else None
    if r is None or given or start is None:
        return None
    m.law(SUMS)

    return _added(m, run_of(m, r), start, None, s, k)


@library_law("count long")
def _count(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is None or given or r[0] != "stream":
        return None
    m.law(SUMS)

    return _added(m, run_of(m, r), _LONG_ZERO, ONE, s, k)


def _added(m: Machine, run: object, start: Term, each: Term | None, s: State, k: Continue) -> Term:
    """The sum of all elements, or of one number for each; of the type of what it starts with."""
    name = exact_name(m, start)

    def typed(total: Term, s2: State) -> Term:
        m.exact.setdefault(total, core.Type(name))
        m.types.setdefault(total, "int")
        return k(total, s2)

    def combine(total: Term, v: Term, s2: State, k2: Continue) -> Term:
        m.exact.setdefault(total, core.Type(name))
        m.types.setdefault(total, "int")
        return operators.operate(
            m, "+", total, v if each is None else each, s2,
            lambda t, s3: kept(m, t, core.Type(name), s3, k2),
        )  # fmt: skip

    return folded(m, run, start, combine, s, typed)


@library_law("collect into")
def _collect(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is None or r[0] != "stream" or len(given) != 1:
        return None
    between = _joining(given[0].value)
    if between is not None:
        return joined_texts(m, e, run_of(m, r), between, s, k)
    kind = _kind_of(m, given[0].value)
    if not kind:
        return None
    m.law(COLLECTORS)
    return gathered(m, run_of(m, r), kind, s, k)


def _joining(collector: Term) -> Term | None:
    """What a collector puts between the texts that it joins, None for any other."""
    if collector[0] != "call" or collector[1][0] != "ext" or len(collector[2]) != 1:
        return None
    is_joining = collector[1][1].rpartition(".")[2] == "joining"
    return collector[2][0] if is_joining else None


def _kind_of(m: Machine, collector: Term) -> str:
    """The sort of collection that a collector makes, '' where it is another one."""
    if collector[0] != "call" or collector[1][0] != "ext":
        return ""
    name = collector[1][1].rpartition(".")[2]
    if name in _COLLECTED and not collector[2]:
        return _COLLECTED[name]
    if name != "toCollection" or len(collector[2]) != 1:
        return ""
    function = collector[2][0]
    tree: Term = function[4] if function[0] == "fn" and not function[2] else ("",)
    if tree[0] != "ret" or tree[2] or tree[1][0] != "new" or tree[1][3] != ():
        return ""
    return sort_of(m, tree[1]) if tree[1][2] in ("list", "set") else ""


def _unbox(name: str) -> None:
    """The law of a method that takes a number out of its box."""

    @library_law(f"unbox {name}")
    def out(
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        if r is None or given or r[0] == "stream":
            return None
        return kept(m, r, core.Type(name), s, k)


for _name in ("int", "long", "double", "char"):
    _unbox(_name)
