"""What a stream of objects ends in: the first element, a text, a copy. Laws that tables name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import Given
from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.control.streams import run_of
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.laws.collection_laws import EXTENDED
from tracer.classify.equivalence.evaluation.laws.iterator_laws import gathered
from tracer.classify.equivalence.evaluation.laws.library_laws import (
    LIBRARY_LAWS,
    external_path,
    library_law,
)
from tracer.classify.equivalence.evaluation.laws.quantifier_laws import QUANTIFIERS
from tracer.classify.equivalence.evaluation.machine.values import declare, is_plain, sort_of
from tracer.classify.equivalence.evaluation.values.presence import guarded
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.control.streams import Run
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_COPIED = frozenset({"list", "set", "deque"})

COPIES = law(
    "copy-as-loop",
    "A new collection of what another holds is the loop that adds each of its elements.",
    "import java.util.*;\nclass A { static List<String> f(List<String> a) { "
    "List<String> c = new ArrayList<>(); for (String b : a) { c.add(b); } return c; } }\n",
    "import java.util.*;\nclass A { static List<String> f(List<String> a) { "
    "return new ArrayList<>(a); } }\n",
    "import java.util.*;\nclass A { static List<String> f(List<String> a) { return a; } }\n",
    "java",
)


@library_law("first found")
def _first(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`stream.findFirst()`: an optional with the first element, an empty one without."""
    name = e.type.name
    if r is None or r[0] != "stream" or given or not isinstance(name, str):
        return None
    holds, empty = (m.library.function(f"{name}.{one}") for one in ("of", "empty"))
    if holds is None or holds.law != "holding" or empty is None:
        return None
    m.law(QUANTIFIERS)

    def loop(k2: Continue) -> Term:
        def body(v: Term, s2: State, next_: Then, leave: Continue) -> Term:
            return _held(m, e, f"{name}.of", v, s2, leave)

        def end(s2: State) -> Term:
            return apply_known(m, e, ("ext", f"{name}.empty"), empty, [], s2, k2)

        return run_of(m, r)(s, (), body, end, k2)

    return m.joined(s, loop, k)


def _held(m: Machine, e: core.Call, path: str, value: Term, s: State, k: Continue) -> Term:
    def made(v: Term, s2: State) -> Term:
        held: Term = ("call", ("ext", path), (v,))
        if e.type.name:
            declare(m, held, e.type)
            m.exact.setdefault(held, e.type)
        return k(held, s2)

    return guarded(m, value, s, made)


@library_law("holding")
def _holding(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`Optional.of(a)`: an optional with `a`; it fails where `a` is null."""
    path = external_path(e.function)
    if r is not None or len(given) != 1 or path is None:
        return None

    return _held(m, e, path, given[0].value, s, k)


@library_law("held")  # `optional.get()`, which `presence` knows not to be null
@library_law("joins texts")  # `String.join`, by which `joined_texts` finds it
def _as_it_stands(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """No other code: the name of the law says something of the function."""
    del m, e, r, given, s, k
    return None


@library_law("appended text")
def _appended(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """What a builder of text appends of a value: what `+` does; of an array its letters."""
    del e
    if r is not None or len(given) != 1:
        return None
    value = given[0].value
    declared = m.exact.get(value, core.UNKNOWN).name
    return k(value, s) if is_plain(sort_of(m, value)) or declared not in ("", "array") else None


def joined_texts(m: Machine, e: core.Call, run: Run, between: Term, s: State, k: Continue) -> Term:
    """The texts of a stream in one: those of the list that they are collected in."""
    found = m.library.functions.items()
    path, known = next((p, one) for p, one in found if one.law == "joins texts")

    def join(texts: Term, s2: State) -> Term:
        return apply_known(m, e, ("ext", path), known, [Given(between), Given(texts)], s2, k)

    return gathered(m, run, "list", s, join)


@library_law("copied list")
def _copied_list(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A new list: empty, with the elements of a collection, or empty with room for some."""
    return _copied(m, "list", e, r, given, s, k)


@library_law("copied set")
def _copied_set(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The same of a set."""
    return _copied(m, "set", e, r, given, s, k)


def _copied(
    m: Machine,
    kind: str,
    e: core.Call,
    r: Term | None,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term | None:
    if len(given) != 1:
        return LIBRARY_LAWS[kind](m, e, r, given, s, k)
    value = given[0].value
    if value[:2] == ("c", "int") and value[2].isdigit():
        return LIBRARY_LAWS[kind](m, e, r, [], s, k)
    if value[0] != "stream" and sort_of(m, value) not in _COPIED:
        return None
    m.law(COPIES)
    return gathered(m, run_of(m, value), kind, s, k)


@library_law("added all")
def _added_all(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`a.addAll(b)` of a list that was made here; whether it changed is left as it is."""
    if r is None or r[0] != "new" or len(given) != 1 or given[0].value == r:
        return None
    value = given[0].value
    if value[0] != "stream" and sort_of(m, value) not in _COPIED:
        return None
    m.law(EXTENDED)
    changed: Term = ("changed", r, value, m.heap_of(s))
    return LIBRARY_LAWS["extend"](m, e, r, given, s, lambda _, s2: k(changed, s2))
