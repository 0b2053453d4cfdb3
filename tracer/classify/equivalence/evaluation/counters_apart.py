"""Loops whose counters are a number apart: `n` counts from 1 where the other side has `i + 1`.

Two terms are held against each other once more (`relation`), with variables of loops that are
paired with a number: what one holds is what the other holds and that number. It is proved like any
other pair, by induction: of what they start with, and of each next round. The number is found where
both sides first read them. Only variables that start as plain whole numbers are taken, of the type
that such literals have: sums of these are exact, or wrap in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import marked, number, starts_of
from tracer.classify.equivalence.evaluation.number_pairs import LEFT, RIGHT
from tracer.classify.equivalence.evaluation.relation import Relation, held, related

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.semantics import Semantics
    from tracer.classify.equivalence.evaluation.domain.terms import Term

APART = law(
    "counters-apart",
    "A variable of a loop is another one and a number, where both are whole numbers that start "
    "that far apart and each round keeps them so.",
    "def f(a):\n    n = 1\n    while g(a):\n        h(n)\n        n += 1\n",
    "def f(a):\n    i = 0\n    while g(a):\n        h(i + 1)\n        i += 1\n",
    "def f(a):\n    i = 0\n    while g(a):\n        i += 1\n        h(i + 1)\n",
)

_EXACT = frozenset({"unbounded", "wrap32"})  # where sums of whole numbers are never rounded
_SIDES = (LEFT, RIGHT)
Parts = tuple[Any, int]  # a value without the number that is added to it, None for none; the number


def related_or_apart(before: Term, after: Term, semantics: Semantics) -> frozenset[str] | None:
    """The laws by which two terms do the same, with counters apart if need be; or None.

    Cost: that of `related`, twice where counters start apart.
    """
    by = related(before, after, semantics)
    return _related_apart(before, after, semantics) if by is None else by


def _related_apart(before: Term, after: Term, semantics: Semantics) -> frozenset[str] | None:
    if semantics.integers not in _EXACT:
        return None
    counters = _counters(before), _counters(after)
    if not counters[LEFT] or not counters[RIGHT]:
        return None
    if sorted(counters[LEFT].values()) == sorted(counters[RIGHT].values()):
        return None
    return held(_Apart(semantics, counters), before, after)


class _Apart(Relation):
    """A relation in which counters are paired that are a number apart."""

    def __init__(
        self, semantics: Semantics, counters: tuple[dict[int, int], dict[int, int]]
    ) -> None:
        super().__init__(semantics)
        self._counters = counters
        self._apart: dict[int, int] = {}  # left -> what the left one has more than its partner

    def _same(self, x: Any, y: Any, sides: tuple[int, int] = _SIDES, *, pairs: bool = True) -> bool:
        if sides == _SIDES and isinstance(x, tuple) and isinstance(y, tuple):
            one, other = _parts(self._look(LEFT, x)), _parts(self._look(RIGHT, y))
            if _is_slot(one[0]) and _is_slot(other[0]) and one[1] != other[1]:
                return self._are_apart(one[0][1], other[0][1], other[1] - one[1], pairs=pairs)
        return super()._same(x, y, sides, pairs=pairs)

    def _numbered(self, x: Term, y: Term, sides: tuple[int, int], *, pairs: bool) -> bool:
        if sides != _SIDES or x[0] != "phi":
            return super()._numbered(x, y, sides, pairs=pairs)
        if x[1] not in self._slots.of[LEFT]:
            self._apart.pop(x[1], None)  # of an attempt that was taken back
        return self._apart.get(x[1], 0) == 0 and super()._numbered(x, y, sides, pairs=pairs)

    def _are_apart(self, left: int, right: int, by: int, *, pairs: bool) -> bool:
        """Whether a counter is another one and a number; counters not met yet are paired so."""
        slots = self._slots.partner(LEFT, left), self._slots.partner(RIGHT, right)
        if slots == (right, left):
            return self._apart.get(left, 0) == by
        numbers = self._numbers.partner(LEFT, left), self._numbers.partner(RIGHT, right)
        if not pairs or slots != (None, None) or numbers not in ((None, None), (right, left)):
            return False
        starts = self._counters[LEFT].get(left), self._counters[RIGHT].get(right)
        if starts[0] is None or starts[1] is None or starts[0] - starts[1] != by:
            return False
        self._apart[left] = by
        self._slots.add(left, right)
        self.laws.add(APART)
        return True

    def _carried(self, ours: dict[int, Term], theirs: dict[int, Term]) -> bool:
        for left, right in list(self._slots.of[LEFT].items()):
            if (left in ours) != (right in theirs):
                return False
            if left not in ours:
                continue
            by = self._apart.get(left, 0)
            if not (
                self._keeps((left, right), (ours[left], theirs[right]), by)
                if by
                else self._same(ours[left], theirs[right])
            ):
                return False
        return True

    def _keeps(self, slots: tuple[int, int], values: tuple[Term, Term], by: int) -> bool:
        """Whether two counters get whole numbers, or are counted on, and stay as far apart."""
        one = _parts(self._look(LEFT, values[LEFT]))
        other = _parts(self._look(RIGHT, values[RIGHT]))
        if one[0] is None and other[0] is None:
            return one[1] == other[1] + by
        counters = ("phi", slots[LEFT]), ("phi", slots[RIGHT])
        return (one[0], other[0]) == counters and one[1] == other[1]


def _counters(term: Term) -> dict[int, int]:
    """Variables of loops that start as plain whole numbers, and these."""
    found: dict[int, int] = {}
    for part in marked(term):
        for slot, value in _starts(part):
            start = number(value) if value[:2] == ("c", "int") else None
            if isinstance(slot, int) and start is not None:
                found[slot] = start
    return found


def _starts(part: Any) -> Any:
    """What variables of a finished loop start with."""
    if isinstance(part, tuple) and part[:1] in (("loop",), ("each",)) and len(part) > 4:  # noqa: PLR2004
        return part[-1]
    return starts_of(part)


def _parts(term: Any) -> Parts:
    """A value as another one and a whole number that is added to it."""
    if not isinstance(term, tuple) or not term:
        return term, 0
    if term[:2] == ("c", "int"):
        whole = number(term)
        return (term, 0) if whole is None else (None, whole)
    if term[:2] == ("any-order", "+") and len(term) == 3 and len(term[2]) == 2:  # noqa: PLR2004
        for at in (0, 1):
            whole = number(term[2][at]) if term[2][at][:2] == ("c", "int") else None
            if whole is not None:
                base, more = _parts(term[2][1 - at])
                return base, whole + more
    return term, 0


def _is_slot(base: Any) -> bool:
    return isinstance(base, tuple) and len(base) == 2 and base[0] == "phi"  # noqa: PLR2004
