"""Counters of a wide type that are only read as a narrow one: they may count in that type."""

from __future__ import annotations

from typing import Any, TypeAlias

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    LONG,
    Term,
    marked,
    number,
    replaced,
    starts_of,
)

NARROWED = law(
    "narrowed-counter",
    "A counter of type `long` that only grows by whole literals, and is only read as an `int`, is "
    "one of type `int`: what is left of a number is left of the sum.",
    "import java.util.*;\nclass A { static int f(List<String> a) { int t = 0; "
    "for (String b : a) { if (b.isEmpty()) { t++; } } return t; } }\n",
    "import java.util.*;\nclass A { static int f(List<String> a) { "
    "return (int) a.stream().filter(b -> b.isEmpty()).count(); } }\n",
    "import java.util.*;\nclass A { static int f(List<String> a) { "
    "return (short) a.stream().filter(b -> b.isEmpty()).count(); } }\n",
    "java",
)
_NARROW = ("type", "int", (), False)
_LIMIT = 2**31
Slots: TypeAlias = "list[tuple[Term, Term]]"


def narrowed_counters(term: Term) -> Slots:
    """Variables of loops that may be narrower, with what they start with."""
    found: Slots = []
    for node in marked(term):
        found += [
            (slot, start)
            for slot, start in starts_of(node)
            if start[:2] == ("c", LONG) and _is_narrow(term, slot, start)
        ]
    return found


def with_narrow(term: Any, slots: Slots) -> Any:
    """A term in which some variables are of the narrow type."""
    for slot, start in slots:
        phi: Term = ("phi", slot)
        term = replaced(term, ("cast", phi, _NARROW), phi)
        term = replaced(term, (slot, start), (slot, ("c", "int", start[2])))
    return term


def _is_narrow(term: Any, slot: Term, start: Term) -> bool:
    """Whether a variable is only counted on, and read as the narrow type."""
    value = number(start)
    if value is None or abs(value) >= _LIMIT:
        return False
    phi: Term = ("phi", slot)
    is_read = False
    seen: set[int] = set()
    stack = [term]
    while stack:
        one = stack.pop()
        if not isinstance(one, tuple | frozenset) or id(one) in seen:
            continue
        if one == phi:
            return False
        seen.add(id(one))
        if one == ("cast", phi, _NARROW):
            is_read = True
        elif not (
            isinstance(one, tuple)
            and len(one) == 2  # noqa: PLR2004 - a variable and what it holds
            and one[0] == slot
            and (one[1] in (phi, start) or _is_step(one[1], phi))
        ):
            stack.extend(one)
    return is_read


def _is_step(value: Term, phi: Term) -> bool:
    """Whether a value is the variable and a literal more."""
    parts: tuple[Term, ...] = ()
    if value[:2] == ("any-order", "+"):
        parts = value[2]
    elif value[:2] == ("bin", "+"):
        parts = value[2:]
    rest = [one for one in parts if one != phi]
    return len(rest) == len(parts) - 1 and all(one[:2] == ("c", "int") for one in rest)
