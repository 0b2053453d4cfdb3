"""Counters beside loops over elements, as ones that start at 0 with the first number added."""

from __future__ import annotations

from typing import Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import ONE, ZERO, Term, marked

LATE = law(
    "counter-from-one",
    "A counter beside a loop over elements is its first number and how many elements were before, "
    "where whole numbers have no end.",
    "def f(a):\n    i = 1\n    for b in a:\n        g(i, b)\n        i += 1\n",
    "def f(a):\n    for i, b in enumerate(a, start=1):\n        g(i, b)\n",
    "def f(a):\n    for i, b in enumerate(a):\n        g(i, b)\n",
)


def late_counters(term: Term) -> dict[Term, Term]:
    """Counters of loops over elements that start at a number other than 0, and that number.

    They get the next number in each round, and nothing else anywhere.
    """
    starts: dict[Term, Term] = {}
    other: set[Term] = set()
    for one in marked(term):
        if len(one) < 4:  # noqa: PLR2004
            continue
        if one[0] == "loop":
            other.update(slot for slot, _ in one[2])
        elif one[0] == "each":
            other.update(slot for slot, _ in one[4] if slot in starts)
            starts.update(one[4])
        elif one[0] == "next" and isinstance(one[2], tuple):
            other.update(slot for slot, value in one[2] if not _is_step(slot, value))
        elif one[0] == "fall" and isinstance(one[2], tuple):
            other.update(slot for slot, _ in one[2])
    return {
        slot: value
        for slot, value in starts.items()
        if slot not in other and value[:2] == ("c", "int") and value != ZERO
    }


def _is_step(slot: Term, value: Term) -> bool:
    """Whether a variable gets the next number."""
    return value[:2] == ("any-order", "+") and set(value[2]) == {ONE, ("phi", slot)}


def from_zero(term: Any, late: dict[Term, Term], done: dict[int, Any] | None = None) -> Any:
    """A term in which such counters start at 0; what reads one adds its first number."""
    done = {} if done is None else done
    if not isinstance(term, tuple | frozenset):
        return term
    found = done.get(id(term))
    if found is not None:
        return found[1]
    made: Any
    if isinstance(term, tuple) and term[:1] == ("phi",) and term[1] in late:
        made = ("any-order", "+", (late[term[1]], term))
    elif isinstance(term, tuple) and len(term) == 2 and term[0] in late:  # noqa: PLR2004
        made = (term[0], term[1] if _is_step(*term) else ZERO)
    else:
        parts = [from_zero(one, late, done) for one in term]
        made = frozenset(parts) if isinstance(term, frozenset) else tuple(parts)
    done[id(term)] = (term, made)
    return made
