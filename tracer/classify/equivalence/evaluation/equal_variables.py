"""Variables of a loop that are always equal: one of them is enough."""

from __future__ import annotations

from typing import Any, TypeAlias

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    Term,
    is_round,
    marked,
    parts_of,
    replaced,
    starts_of,
)

EQUAL = law(
    "equal-variables",
    "Two variables of a loop that start with one value, and get one value for each next round, "
    "are equal.",
    "def f(a):\n    n = 0\n    for b in a:\n        n += 1\n        g(n, b)\n    return n\n",
    "def f(a):\n    n = 0\n    for n, b in enumerate(a, start=1):\n        g(n, b)\n    return n\n",
    "def f(a):\n    n = 1\n    for n, b in enumerate(a, start=1):\n        g(n, b)\n    return n\n",
)
Slots: TypeAlias = "list[tuple[Term, Term]]"


def equal_variables(term: Term) -> Slots:
    """Pairs (slot, slot in its place) of all loops in a term that has no variable in a third form.

    Cost: one walk, and one more for each loop with variables that start alike.
    """
    found: Slots = []
    for node in marked(term):
        if starts_of(node) and isinstance(node[1], tuple):
            found += _of_loop(node)
    return found


def without(term: Any, equal: Slots) -> Any:
    """A term with the second of each pair in the place of the first."""
    for slot, other in equal:
        term = replaced(term, ("phi", slot), ("phi", other))
    gone = {slot for slot, _ in equal}
    return _dropped(term, gone, {}) if gone else term


def _of_loop(node: Term) -> Slots:
    """The pairs of one loop."""
    starts = dict(starts_of(node))
    alike: dict[Term, list[Term]] = {}
    for slot, start in starts.items():
        alike.setdefault(start, []).append(slot)
    groups = [slots for start, slots in alike.items() if len(slots) > 1 and start != ("unset",)]
    if not groups:
        return []
    nexts = [dict(one[2]) for one in parts_of(node) if is_round(one, node[1])]
    found: Slots = []
    for slots in groups:
        for at, one in enumerate(slots):
            for other in slots[at + 1 :]:
                if _are_equal(nexts, one, other) and other not in dict(found):
                    found.append((other, one))
    return found


def _are_equal(nexts: list[dict[Term, Term]], one: Term, other: Term) -> bool:
    """Whether two variables get the same value for each next round, being equal in this one."""
    before, after = ("phi", other), ("phi", one)
    return all(
        one in values
        and other in values
        and replaced(values[one], before, after) == replaced(values[other], before, after)
        for values in nexts
    )


def _dropped(term: Any, gone: set[Term], memo: dict[int, Any]) -> Any:
    """A term whose loops do not carry some variables."""
    if not isinstance(term, tuple | frozenset):
        return term
    found = memo.get(id(term))
    if found is not None:
        return found[1]
    made: Any
    if isinstance(term, frozenset):
        made = frozenset([_dropped(one, gone, memo) for one in term])
    else:
        parts = [one for one in term if not _is_of(one, gone)]
        made = tuple([_dropped(one, gone, memo) for one in parts])
    made = term if made == term else made
    memo[id(term)] = (term, made)
    return made


def _is_of(part: Any, gone: set[Term]) -> bool:
    """Whether a part says what one of some variables starts with, or is in the next round."""
    return isinstance(part, tuple) and len(part) == 2 and part[0] in gone  # noqa: PLR2004
