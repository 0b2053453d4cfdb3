"""What variables of a loop start with, where what a round adds to them says their type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.machine.conversions import as_literal, exact_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

TYPED_START = law(
    "type-of-what-is-added",
    "Where operands are of one type, a literal that a number of a type is added to is of that "
    "type, whether a declaration says so or not.",
    "pub fn f(v: &[i32]) -> i64 { let mut t: i64 = 0; for a in v { t += *a as i64; } t }\n",
    "pub fn f(v: &[i32]) -> i64 { v.iter().map(|a| *a as i64).sum() }\n",
    "pub fn f(v: &[i32]) -> i64 { v.iter().map(|a| *a as i64).sum::<i64>() + 1 }\n",
    "rust",
)


def plain_starts(
    m: Machine, starts: tuple[tuple[Term, Term], ...], rounds: Iterable[Term]
) -> tuple[tuple[Term, Term], ...]:
    """Slots with what they start with: the plain literal where each round says its type."""
    if not m.semantics.operands_alike:
        return starts
    typed = {slot for slot, start in starts if start[0] == "c" and start[1].startswith("int:")}
    if not typed:
        return starts
    added: dict[Term, set[str]] = {}
    for part in rounds:
        for slot, value in part[2]:
            if slot in typed and value != ("phi", slot):
                added.setdefault(slot, set()).add(_type_added(m, value, ("phi", slot)))
    return tuple((slot, _plain(m, start, added.get(slot, set()))) for slot, start in starts)


def _plain(m: Machine, start: Term, names: set[str]) -> Term:
    """The literal without its type, if all that is added is of that type."""
    name = next(iter(names)) if len(names) == 1 else ""
    plain = as_literal(m, start, name)
    if plain != start:
        m.law(TYPED_START)
    return plain


def _type_added(m: Machine, value: Term, variable: Term) -> str:
    """The type of a number that is added to a variable, '' where that is not what is done."""
    if value[:2] != ("any-order", "+") or variable not in value[2]:
        return ""
    names = {exact_name(m, one) for one in value[2] if one != variable and one[0] != "c"}
    return next(iter(names)) if len(names) == 1 else ""
