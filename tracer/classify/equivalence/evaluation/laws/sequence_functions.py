"""Functions of a library for sequences that are values: what is in them, what sorts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import as_list
from tracer.classify.equivalence.evaluation.control.streams import apply, run_of
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, TRUE, constant
from tracer.classify.equivalence.evaluation.laws.iterator_laws import usable
from tracer.classify.equivalence.evaluation.laws.library_laws import library_law, values_of
from tracer.classify.equivalence.evaluation.laws.quantifier_laws import QUANTIFIERS
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.machine.values import is_plain, sort_of, sort_of_type
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.control.streams import Run
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

law(
    "contained-element",
    "Whether a sequence of plain values contains one is the loop that looks for it.",
    'package m\nimport "slices"\nfunc f(a []string, b string) bool { '
    "return slices.Contains(a, b) }\n",
    "package m\nfunc f(a []string, b string) bool { for _, c := range a { if c == b { "
    "return true } }\n return false }\n",
    "package m\nfunc f(a []string, b string) bool { for _, c := range a { if c != b { "
    "return true } }\n return false }\n",
    "go",
)
SORTED = law(
    "sorted-sequence",
    "A sequence of texts or whole numbers is sorted in the one way there is, whoever does it.",
    'package m\nimport "sort"\nfunc f(a []string) { sort.Strings(a) }\n',
    'package m\nimport "slices"\nfunc f(a []string) { slices.Sort(a) }\n',
    'package m\nimport "slices"\nfunc f(a []string) { slices.Reverse(a) }\n',
    "go",
)


GETTERS = law(
    "attribute-getter",
    "`attrgetter` and `itemgetter` of names and keys that are written out are functions that read "
    "those.",
    "def f(a):\n    return sorted(a, key=lambda b: (b.x, b.y))\n",
    "from operator import attrgetter\n\n\n"
    "def f(a):\n    return sorted(a, key=attrgetter('x', 'y'))\n",
    "from operator import attrgetter\n\n\n"
    "def f(a):\n    return sorted(a, key=attrgetter('y', 'x'))\n",
)
_GIVEN = 1 << 20  # the binder of its parameter: that of nothing else


@library_law("attribute getter")
def _attribute_getter(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A function that reads attributes: the one of its name, or a tuple of several."""
    names = [one.value for one in e.arguments]
    reads: list[core.Expression] = []
    for name in names:
        if not isinstance(name, core.Literal) or name.kind != "str":
            return None
        node: core.Expression = core.Local(_GIVEN)
        for part in name.value.split("."):
            if not part.isidentifier():
                return None
            node = core.Member(node, part)
        reads.append(node)
    return None if r is not None or len(reads) != len(given) else _reader(m, e, reads, s, k)


@library_law("element getter")
def _element_getter(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A function that reads elements: the one of its key, or a tuple of several."""
    keys = [one.value for one in e.arguments]
    if r is not None or len(keys) != len(given):
        return None
    if not all(isinstance(one, core.Literal) and one.kind in ("int", "str") for one in keys):
        return None
    return _reader(m, e, [core.Index(core.Local(_GIVEN), one) for one in keys], s, k)


def _reader(
    m: Machine, e: core.Call, reads: list[core.Expression], s: State, k: Continue
) -> Term | None:
    """A function of one parameter that gives what it reads of it."""
    if not reads or any(one.label or one.spread for one in e.arguments):
        return None
    m.law(GETTERS)
    whole = core.Construct("tuple", tuple(map(core.Item, reads))) if len(reads) > 1 else reads[0]
    parameter = core.Parameter(_GIVEN, "item", kind="positional")
    return m.evaluate(core.Function((parameter,), (core.Return(whole),)), s, k)


@library_law("contained")
def _contained(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if r is not None or len(values) != 2 or not _is_sequence_of_plain(m, values[0]):  # noqa: PLR2004
        return None

    def test(element: Term, s2: State, k2: Continue) -> Term:
        return comparisons.compare(m, "==", element, values[1], s2, k2)

    return _searched(m, values[0], test, s, k)


law(
    "includes-as-cases",
    "Whether a list that was just made of literals includes a value is `===` with each of them.",
    "function f(a) { return ['x', 'y'].includes(a) }\n",
    "function f(a) { return a === 'x' || a === 'y' }\n",
    "function f(a) { return a === 'x' || a === 'z' }\n",
    "javascript",
)


@library_law("one of")
def _one_of_literals(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Whether a list of literals, made where it is asked, includes a value."""
    items = comparisons.literal_items(m, r, s) if r is not None and len(given) == 1 else None
    if items is None:
        return None
    m.law("includes-as-cases")
    return comparisons.one_of(m, given[0].value, items, s, k)


@library_law("place of")
def _place_of(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The index of the first of several plain values that is one, or -1."""
    values = values_of(given)
    if r is not None or len(values) != 2 or not _is_sequence_of_plain(m, values[0]):  # noqa: PLR2004
        return None

    def test(element: Term, s2: State, k2: Continue) -> Term:
        return comparisons.compare(m, "==", element, values[1], s2, k2)

    return _searched(m, values[0], test, s, k, of_place=True)


@library_law("place where")
def _place_where(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The index of the first element for which a function is true, or -1."""
    del e
    return _where(m, r, given, s, k, of_place=True)


@library_law("contained where")
def _contained_where(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """Whether a function is true for an element."""
    del e
    return _where(m, r, given, s, k)


def _where(
    m: Machine, r: Term | None, given: list[Given], s: State, k: Continue, *, of_place: bool = False
) -> Term | None:
    values = values_of(given)
    if r is not None or len(values) != 2 or not usable(m, values[1]):  # noqa: PLR2004
        return None
    if sort_of(m, values[0]) != "list":
        return None

    def test(element: Term, s2: State, k2: Continue) -> Term:
        return apply(m, values[1], [element], s2, k2)

    return _searched(m, values[0], test, s, k, of_place=of_place)


def _searched(
    m: Machine,
    sequence: Term,
    test: Callable[[Term, State, Continue], Term],
    s: State,
    k: Continue,
    *,
    of_place: bool = False,
) -> Term:
    """The first element of a sequence for which a test holds: whether, or where, it is."""
    m.law(QUANTIFIERS)
    run = run_of(m, sequence, "entries" if of_place else "entry values")
    none = constant("int", "-1") if of_place else FALSE

    def parts(element: Term) -> tuple[Term, Term]:
        if not of_place:
            return TRUE, element
        place, one = element[1]
        return place, one

    return first_where(m, run, test, s, k, parts=parts, none=none, is_quiet=True)


def first_where(
    m: Machine,
    source: Run,
    test: Callable[[Term, State, Continue], Term],
    s: State,
    k: Continue,
    *,
    parts: Callable[[Term], tuple[Term, Term]],
    none: Term,
    is_quiet: bool = False,
) -> Term:
    """A loop that ends at the first element for which a test holds; `none` where there is none.

    `parts` has, of an element, what is given then, and what is tested.
    """

    def loop(k2: Continue) -> Term:
        def body(element: Term, s2: State, next_: Then, leave: Continue) -> Term:
            found, one = parts(element)
            return test(
                one, s2,
                lambda t, s3: comparisons.condition(
                    m, t, s3, lambda s4: leave(found, s4), next_
                ),
            )  # fmt: skip

        start = s._replace(is_quiet=True) if is_quiet else s
        return source(start, (), body, lambda s2: k2(none, s2), k2)

    return m.joined(s, loop, k)


def _is_sequence_of_plain(m: Machine, sequence: Term) -> bool:
    """Whether a sequence holds numbers, texts or truth values."""
    declared = m.exact.get(sequence, core.UNKNOWN)
    return declared.name == "list" and is_plain(sort_of_type(m, declared.arguments[0]))


@library_law("sorted")
def _sorted(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if r is not None or len(values) != 1 or not _is_sequence_of_plain(m, values[0]):
        return None
    if sort_of_type(m, m.exact[values[0]].arguments[0]) not in ("str", "int"):
        return None
    m.law(SORTED)
    effect = ("call", ("ext", "sorted in place"), as_list(m, given, ("ext", "sort")), ())
    return m.event(effect, s, k, changes=frozenset({CONTENTS}))
