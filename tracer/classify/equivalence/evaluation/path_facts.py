"""What one test says of another on the same path.

Only what holds in each language and for each value is here: an order that `<` gives is taken to
be transitive through constants, and false for what is no number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.terms import are_told_apart, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.domain.terms import Term

    Alike = Callable[[Any, Any], bool]

_NULLS = ("null", "undefined")


def answered(test: Term, fact: Term, alike: Alike, *, said: bool) -> bool | None:
    """What `test` is where `fact` was found to be `said`; None where that says nothing.

    `alike(x, y)`: whether a part of the test and a part of the fact are the same value.
    """
    while fact[0] == "not":
        fact, said = fact[1], not said
    if test[0] == fact[0]:
        if alike(test, fact):
            return said
        if test[0] == "is":
            return _other_constant(test, fact, alike, said=said)
        if test[0] == "compare" and test[1] == fact[1] == "<":
            return _bounds(test, fact, alike, said=said)
        return None
    if test[0] == "compare" and test[1] == "<" and fact[0] == "is" and said:
        return _of_constant(test, fact, alike)
    if test[0] == "null" and fact[0] == "is" and said and fact[2][0] == "c":
        return fact[2][1] in _NULLS if alike(test[1], fact[1]) else None
    if {test[0], fact[0]} == {"null", "truth"} and said and alike(test[1], fact[1]):
        return False
    return None


def _other_constant(test: Term, fact: Term, alike: Alike, *, said: bool) -> bool | None:
    """A value that is one constant is no other one of its kind."""
    one, other = test[2], fact[2]
    if not said or one[0] != "c" or other[0] != "c" or not alike(test[1], fact[1]):
        return None
    return bool(one == other) if are_told_apart(one, other) else None


def _of_constant(test: Term, fact: Term, alike: Alike) -> bool | None:
    """An order of a value that is known, and a number."""
    value = number(fact[2])
    if value is None or fact[2][1] != "int":
        return None
    found = _bound(test)
    if found is None:
        return None
    is_above, of, bound = found
    if _is_apart(bound, value) or not alike(of, fact[1]):
        return None
    return bound < value if is_above else value < bound


def _bounds(test: Term, fact: Term, alike: Alike, *, said: bool) -> bool | None:
    """`3 < a` says `2 < a`, and that `a < 3` is false; `a < b` says that `b < a` is false."""
    if said and alike(test[2], fact[3]) and alike(test[3], fact[2]):
        return False
    ours, theirs = _bound(test), _bound(fact)
    if ours is None or theirs is None or not alike(ours[1], theirs[1]):
        return None
    is_above, _, bound = ours  # whether the test is `bound < value`
    was_above, _, known = theirs
    if _is_apart(bound, known):
        return None
    if is_above == was_above:
        implied = bound <= known if is_above else bound >= known
        if said:
            return True if implied else None
        weaker = bound >= known if is_above else bound <= known
        return False if weaker else None
    if not said:
        return None
    excluded = bound <= known if was_above else bound >= known
    return False if excluded else None


def _is_apart(one: int, other: int) -> bool:
    """Whether zero stands between: C compares an unsigned value with a negative one as unsigned."""
    return (one < 0) != (other < 0)


def _bound(test: Term) -> tuple[bool, Term, int] | None:
    """Whether a whole number stands left, the value on the other side, and the number."""
    for at, other in ((2, 3), (3, 2)):
        value = number(test[at])
        if value is not None and test[at][1] == "int":
            return at == 2, test[other], value  # noqa: PLR2004 - the left operand
    return None
