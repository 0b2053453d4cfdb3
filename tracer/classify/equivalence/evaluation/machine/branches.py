"""Decisions: both ways from a test, and what a path has decided already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NO_DUTIES,
    NULL,
    ONE,
    TRUE,
    UNDEFINED,
    ZERO,
    Term,
    are_told_apart,
    number,
    replaced,
)
from tracer.classify.equivalence.evaluation.machine import variants
from tracer.classify.equivalence.evaluation.machine.heap import Heap
from tracer.classify.equivalence.evaluation.machine.values import sort_of
from tracer.semantics.core import UNKNOWN

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import (
        State,
        Then,
    )


ORDERED = law(
    "ordered-choice",
    "A choice by the order of two whole numbers that comes to the same where they are equal may "
    "ask either of them for the smaller one.",
    "class A { static int f(int a, int b) { return a > b ? a : b; } }\n",
    "class A { static int f(int a, int b) { return a < b ? b : a; } }\n",
    "class A { static double f(double a, double b) { return a < b ? b : a; } }\n",
    "java",
)
_MIRRORED = 200  # nodes of both ways of a test that may be asked the other way round
_SHIFTS = 4  # by how much a test for a number is moved at most
_LEAST = -(2**31)


class Branches(Heap):
    """Goes both ways from a test, but where the path knows the answer."""

    def branch(self, test: Term, state: State, yes: Then, no: Then) -> Term:
        """Both ways from a test that is a canonical condition."""
        while test[0] == "not":
            test, yes, no = test[1], no, yes
        if test == TRUE:
            return yes(state)
        if test == FALSE:
            return no(state)
        if test[0] == "variant" and len(test) == 4:  # noqa: PLR2004
            return variants.branch(self, test, state, yes, no)
        decided = self.decided(test, state)
        if decided is not None:
            return yes(state) if decided else no(state)
        self.tick()
        clean = state._replace(duties=NO_DUTIES)
        sure: dict[Term, Any] = {**state.known, test: True}
        if test[0] == "is":
            sure["value", test[1]] = test[2]
        one = yes(clean._replace(known=sure))
        other = no(clean._replace(known={**state.known, test: False}))
        return self.node_if(test, state.duties, one, other)

    @staticmethod
    def decided(test: Term, state: State) -> bool | None:
        """What the path already says about a test; a value equal to a constant is no other."""
        found = state.known.get(test)
        if found is None and test[0] == "is":
            value: Any = state.known.get(("value", test[1]))
            if (
                value is not None
                and value[0] == test[2][0] == "c"
                and are_told_apart(value, test[2])
            ):
                return bool(value == test[2])
        return found

    def node_if(self, test: Term, duties: frozenset[Term], one: Term, other: Term) -> Term:
        """The node of a decision, or what it comes to."""
        if one == other and one[0] in ("ret", "next", "fall", "end"):
            return (*one[:-1], one[-1] | duties)
        if one[0] == other[0] == "ret" and one[-1] == other[-1] == NO_DUTIES:
            if self.semantics.tests_are_numbers:
                one, other = as_number(one), as_number(other)
                if (one[1], other[1]) == (ONE, ZERO):
                    return ("ret", test, duties)
                if (one[1], other[1]) == (ZERO, ONE):
                    return ("ret", ("not", test), duties)
            if test[0] == "null" and self._is_rebuilt_null(test[1], one[1], other[1]):
                return ("ret", test[1], duties)
            if (one[1], other[1]) == (TRUE, FALSE):
                return ("ret", test, duties)
            if (one[1], other[1]) == (FALSE, TRUE):
                return ("ret", ("not", test), duties)
        if test[0] == "is" and test[2][0] == "c":
            return node_cases(test, duties, one, other)
        if test[:2] == ("compare", "<"):
            made = _ordered_choice(self, test, duties, one, other)
            if made is not None:
                return made
        return ("if", test, duties, one, other)

    def are_small(self, one: Term, other: Term) -> bool:
        """Whether both ways of a test may be held against each other wherever one is met."""
        return self._size(one) + self._size(other) <= _MIRRORED

    def _is_rebuilt_null(self, value: Term, one: Term, other: Term) -> bool:
        """Whether null where a value is null, else the value, is it; not where types act."""
        if one != NULL or other != value:
            return False
        said = self.semantics
        if not said.types_matter or said.loose_null or said.operators_overloadable:
            return False
        kinds = self.semantics.null_types
        return not kinds or getattr(self.exact.get(value), "name", "") in kinds

    def settled(self, value: Term, state: State) -> Term:
        """A question that this path has answered, as its answer; a value that it knows, as that."""
        known = self._known(value, state)
        if known is not None:
            return known
        test = value[1] if value[0] == "not" else value
        answer: Any = None
        if test[0] in ("compare", "equal", "is", "null", "in", "instance", "filled"):
            answer = self.decided(test, state)
        elif test[0] == "variant" and len(test) == 4:  # noqa: PLR2004
            answer = variants.decided(self, test, state)
        if type(answer) is not bool:
            return value
        return TRUE if answer != (test is not value) else FALSE

    def _known(self, value: Term, state: State) -> Term | None:
        """The literal that a value equals on this path, if that is known and of its plain type."""
        if state.known.get(("null", value)):
            return NULL
        if self.semantics.truth == "nonzero" and state.known.get(("truth", value)) is False:
            return NULL if self.exact.get(value, UNKNOWN).name == "*" else None
        found: Any = state.known.get(("value", value))
        if found is None or found[0] != "c":
            return None
        if found in (NULL, UNDEFINED):
            literal: Term = found
            return literal
        is_zero = self.semantics.integers == "double" and found == ZERO  # perhaps -0
        return found if sort_of(self, value) == found[1] != "float" and not is_zero else None


def _ordered_choice(
    m: Branches, test: Term, duties: frozenset[Term], one: Term, other: Term
) -> Term | None:
    """The choice as it is asked here, None for one that is asked so already.

    `a > b ? a : b` is `a < b ? b : a`, and `a < 0 ? 0 : a` is `a > 0 ? a : 0`.
    """
    from tracer.classify.equivalence.evaluation.machine.conversions import exact_name

    a, b = test[2:]
    is_bound = number(a) is not None and a[1] == "int"
    said = m.semantics
    if said.integers == "double" or not said.types_matter or sort_of(m, b) != "int":
        return None
    if not said.operands_alike:
        names = {exact_name(m, x) for x in ((b,) if is_bound else (a, b))}
        if len(names) != 1 or "" in names:
            return None
    if not m.are_small(one, other):
        return None
    if is_bound:
        bound = _moved(m, a, b, one, other)
        if bound == a:
            return None
        m.law(ORDERED)
        return ("if", ("compare", "<", bound, b), duties, one, other)
    if sort_of(m, a) != "int" or _shape(b) >= _shape(a):
        return None
    if _where_equal(one, a, b) != _where_equal(other, a, b):
        return None
    m.law(ORDERED)
    return ("if", ("compare", "<", b, a), duties, other, one)


def _moved(m: Branches, bound: Term, value: Term, one: Term, other: Term) -> Term:
    """The least number that a value may be asked to be above, for the same outcome."""
    from tracer.classify.equivalence.evaluation.machine.conversions import exact_name

    least = 0 if exact_name(m, value) in m.semantics.unsigned_types else _LEAST
    for _ in range(_SHIFTS):
        at = number(bound)
        assert at is not None
        if at <= least or _where_equal(one, value, bound) != _where_equal(other, value, bound):
            break
        bound = ("c", bound[1], str(at - 1))
    return bound


def _where_equal(way: Term, value: Term, by: Term) -> Term:
    """What a way comes to where a value is another one."""
    made: Term = replaced(way, value, by)
    while made[0] == "if" and made[1][:2] == ("compare", "<") and not made[2]:
        a, b = made[1][2:]
        numbers = number(a), number(b)
        if a != b and None in numbers:
            break
        is_less = a != b and numbers[0] < numbers[1]  # type: ignore[operator]
        made = made[3] if is_less else made[4]
    return made


def _shape(term: Any) -> str:
    """A term without what another map, or another place, may name otherwise."""
    if not isinstance(term, tuple):
        return "" if isinstance(term, frozenset) else str(term)
    if term[:1] in (("sym",), ("member",), ("#",), ("#s",), ("type",)):
        return str(term[0])
    return "(" + " ".join(map(_shape, term)) + ")"


def as_number(leaf: Term) -> Term:
    """A leaf that gives a truth value, as giving 0 or 1."""
    numbers = {TRUE: ONE, FALSE: ZERO}
    return ("ret", numbers.get(leaf[1], leaf[1]), leaf[2])


def node_cases(test: Term, duties: frozenset[Term], one: Term, other: Term) -> Term:
    """A decision on one of some constants: exclusive, so in no order."""
    subject, picked = test[1], test[2]
    cases: tuple[Term, ...] = ()
    default = other
    if (
        other[0] == "cases"
        and other[1] == subject
        and not other[2]
        and all(are_told_apart(case[0], picked) for case in other[3])
    ):
        cases, default = other[3], other[4]
    if one == default and one[0] in ("ret", "next", "fall", "end"):
        if cases:
            return (other[0], other[1], duties, cases, default)
        return (*one[:-1], one[-1] | duties)
    made = tuple(sorted([*cases, (picked, one)], key=lambda case: case[0]))
    return ("cases", subject, duties, made, default)
