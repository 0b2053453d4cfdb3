"""Two finished terms compared path by path, where they are not equal as they stand.

A term is a tree of tests, and the same choice can be written as many trees: tests of pure values in
another order, twice, or joined where the other side has copies. So both trees are walked together.
Where either side decides, both ways are walked with what the test says (`path_facts`); the other
side's tests that this answers are no choice any more. Two terms are the same if on each path both
do the same events, with the same values, and compute before each event the same things that may
fail. This is a bisimulation of two deterministic programs; the tests are free variables, so nothing
is assumed of them but what `path_facts` knows.

Numbers of events and objects are paired as they are met. A pair holds for the rest of its path;
what the rounds of a loop, the runs of a closure or the parts of a `try` pair holds for all that
follows, for they all happen in one run. Variables of loops are paired where both sides first read
them, and proved by induction: equal starts, and equal values for the next round.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.decisions import is_node, ways_out
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, ONE, TRUE, ZERO
from tracer.classify.equivalence.evaluation.method_values import METHODS, calls_method
from tracer.classify.equivalence.evaluation.number_pairs import LEFT, RIGHT, Pairs
from tracer.classify.equivalence.evaluation.path_facts import answered

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.domain.semantics import Semantics
    from tracer.classify.equivalence.evaluation.domain.terms import Term

PATHS = law(
    "same-on-each-path",
    "Tests of values with no effect between them may stand in any order: each path does the same.",
    "def f(a: int, b: str):\n    if b == 'x':\n        return 1\n    if a > 2:\n        return 2\n"
    "    return 1\n",
    "def f(a: int, b: str):\n    if a > 2 and b != 'x':\n        return 2\n    return 1\n",
    "def f(a: int, b: str):\n    if a > 2 or b != 'x':\n        return 2\n    return 1\n",
)

_STEPS = 30_000  # parts of terms that are held against each other; about a second for a million
_ROUNDS = 6  # of finding which variables of a loop belong together
_SIDES = (LEFT, RIGHT)
_DECISIONS = frozenset({"if", "cases"})
_TESTS = frozenset({"compare", "equal", "is", "null", "truth", "filled", "in", "instance", "not"})


class _SpentError(Exception):
    """The terms are too large to be compared like this."""


def related(before: Term, after: Term, semantics: Semantics) -> frozenset[str] | None:
    """The laws by which two finished terms do the same on each path; None where they may not.

    Cost: bounded; None where that is exceeded.
    """
    return held(Relation(semantics), before, after)


def held(relation: Relation, before: Term, after: Term) -> frozenset[str] | None:
    """The laws by which a relation holds between two terms; None where it may not."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 60_000))
    try:
        return frozenset(relation.laws) if relation.hold(before, after) else None
    except _SpentError:
        return None
    finally:
        sys.setrecursionlimit(limit)


class Relation:
    """A bisimulation of two terms: what is paired, and what is known on the path."""

    def __init__(self, semantics: Semantics) -> None:
        self._semantics = semantics
        self.laws = {PATHS}
        self._left = _STEPS
        self._numbers = Pairs()
        self._slots = Pairs()  # variables of loops
        self._trail: list[Callable[[], None]] = []  # how to take back what holds for this path
        self._escaped: list[set[tuple[int, int]]] = []  # pairs of all paths of an open part
        self._held: tuple[dict[int, Term], dict[int, Term]] = ({}, {})  # variables of joins
        self._joins: tuple[dict[int, Term], dict[int, Term]] = ({}, {})
        self._facts: list[tuple[int, Term, bool]] = []
        self._done: list[tuple[int, Term]] = []  # what was computed on this path
        self._asked: set[tuple[int, int]] = set()  # ids of tests that are being decided

    def hold(self, before: Term, after: Term) -> bool:
        """Whether the terms are the same; a tree, or a function with a tree inside."""
        if before[:1] == after[:1] == ("fn",) and len(before) == len(after):
            # Nothing follows in the same run, so that each path may pair as it likes.
            said = before[:4] + before[5:], after[:4] + after[5:]
            return self._each(*said, _SIDES, pairs=True) and self._trees(
                before[4], after[4], (), ()
            )
        return self._same(before, after)

    def _tick(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _SpentError

    # What holds for a path only

    def _mark(self) -> tuple[int, int, int]:
        return len(self._trail), len(self._facts), len(self._done)

    def _back(self, mark: tuple[int, int, int]) -> None:
        while len(self._trail) > mark[0]:
            self._trail.pop()()
        del self._facts[mark[1] :]
        del self._done[mark[2] :]

    def _tried(self, attempt: Callable[[], bool]) -> bool:
        """Whether an attempt succeeds; what a failed one has paired is taken back."""
        mark = self._mark()
        known = len(self._slots.of[LEFT])
        if attempt():
            return True
        self._back(mark)
        for one in list(self._slots.of[LEFT])[known:]:  # they stand in the order of their pairing
            self._slots.drop(one)
        return False

    def _set(self, table: dict[int, Term], key: int, value: Term) -> None:
        had = table.get(key)

        def undo() -> None:
            if had is None:
                del table[key]
            else:
                table[key] = had

        table[key] = value
        self._trail.append(undo)

    def _pair(self, left: int, right: int, *, is_local: bool) -> bool:
        """Pair two numbers; `is_local`: nothing that happened before can name them."""
        known = self._numbers.partner(LEFT, left), self._numbers.partner(RIGHT, right)
        if known != (None, None):
            return known == (right, left)
        slots = self._slots.partner(LEFT, left), self._slots.partner(RIGHT, right)
        if slots not in ((None, None), (right, left)):
            return False
        self._numbers.add(left, right)

        def undo() -> None:
            self._numbers.drop(left)
            if self._escaped and not is_local:
                self._escaped[-1].add((left, right))

        self._trail.append(undo)
        return True

    def _part(self, run: Callable[[], bool]) -> bool:
        """Walk code that runs in one run with what follows; its pairs are kept."""
        mark = self._mark()
        self._escaped.append(set())
        holds = run()
        self._back(mark)
        pairs = self._escaped.pop()
        return holds and all(self._pair(a, b, is_local=False) for a, b in sorted(pairs))

    # Trees

    def _trees(self, a: Term, b: Term, due: tuple[Term, ...], owed: tuple[Term, ...]) -> bool:
        """Whether two trees do the same; `due`, `owed`: computed since the event before."""
        while True:
            self._tick()
            a, due = self._ahead(LEFT, a, due)
            b, owed = self._ahead(RIGHT, b, owed)
            if a[0] in _DECISIONS and b[0] in _DECISIONS:
                self._tried(partial(self._same, a[1], b[1]))  # pairs what they read
            if a[0] in _DECISIONS:
                ways = [(way[0], (way[1], b, (*due, *a[2]), owed)) for way in ways_out(a)]
                return all(self._on_path(LEFT, said, self._trees, *on) for said, on in ways)
            if b[0] in _DECISIONS:
                ways = [(way[0], (a, way[1], due, (*owed, *b[2]))) for way in ways_out(b)]
                return all(self._on_path(RIGHT, said, self._trees, *on) for said, on in ways)
            if a[0] != b[0] or len(a) != len(b):
                return False
            if a[0] != "do":
                return self._node(a, b, due, owed)
            if not self._met((*due, *a[3]), (*owed, *b[3])) or not self._same(a[2], b[2]):
                return False
            if not self._pair(a[1][1], b[1][1], is_local=True):
                return False
            a, b, due, owed = a[4], b[4], (), ()

    def _on_path(
        self, side: int, said: list[tuple[Term, bool]], walk: Callable[..., bool], *on: Any
    ) -> bool:
        """Walk on with what a test says; a way that cannot be taken is no difference."""
        mark = self._mark()
        for test, value in said:
            known = self._decided(side, test)
            if known is not None and known != value:
                self._back(mark)
                return True
            self._facts.append((side, test, value))
        holds = walk(*on)
        self._back(mark)
        return holds

    def _ahead(self, side: int, tree: Term, due: tuple[Term, ...]) -> tuple[Term, tuple[Term, ...]]:
        """The next node that does or asks something not known on this path."""
        while True:
            self._tick()
            head = tree[0]
            if head == "join":
                self._set(self._joins[side], tree[1][1], tree[3])
                tree = tree[2]
            elif head == "fall" and tree[1][1] in self._joins[side]:
                values = [(slot, self._settled(side, value)) for slot, value in tree[3]]
                for slot, value in values:
                    self._set(self._held[side], slot, value)
                due = (*due, *tree[2])
                tree = self._joins[side][tree[1][1]]
            elif head in _DECISIONS:
                way = self._taken(side, tree)
                if way is None:
                    return tree, due
                due = (*due, *tree[2])
                tree = way
            else:
                return tree, due

    def _settled(self, side: int, value: Term) -> Term:
        """A value with the variables that it is itself, so that none is looked up in a circle."""
        while value[0] == "phi" and value[1] in self._held[side]:
            value = self._held[side][value[1]]
        return value

    def _taken(self, side: int, tree: Term) -> Term | None:
        """The way out of a decision that the path has answered already."""
        left = [
            way
            for said, way in ways_out(tree)
            if not any(self._decided(side, test) is (not value) for test, value in said)
        ]
        return left[0] if len(left) == 1 else None

    def _node(self, a: Term, b: Term, due: tuple[Term, ...], owed: tuple[Term, ...]) -> bool:
        """Whether two nodes that decide nothing and are no event are the same."""
        head = a[0]
        if head in ("loop", "each"):
            return self._loops(a, b, due, owed)
        if head in ("next", "fall"):
            return (
                self._met((*due, *a[2]), (*owed, *b[2]))
                and self._same(a[1], b[1])
                and self._carried(dict(a[3]), dict(b[3]))
            )
        if head == "try":
            return self._tries(a, b, due, owed)
        if head == "arms":
            return (
                self._met((*due, *a[3]), (*owed, *b[3]))
                and self._same(a[1:3], b[1:3])
                and len(a[4]) == len(b[4])
                and all(
                    self._tried(partial(self._same, x[0], y[0]))
                    and self._on_path(LEFT, [], self._trees, x[1], y[1], (), ())
                    for x, y in zip(a[4], b[4], strict=True)
                )
            )
        met = self._met((*due, *a[-1]), (*owed, *b[-1]))
        return met and all(self._gives(x, y) for x, y in zip(a[1:-1], b[1:-1], strict=True))

    def _gives(self, x: Any, y: Any) -> bool:
        """Whether two values that are given are the same; of two tests, whatever one says."""
        if self._tried(partial(self._same, x, y)):
            return True
        is_typed = self._semantics.truth == "bool" and self._semantics.types_matter
        if not (any if is_typed else all)(map(_is_test, (x, y))):
            return False
        return all(
            self._on_path(LEFT, [(x, v)], lambda said: self._decided(RIGHT, y) is said, v)
            for v in (True, False)
        )

    def _carried(self, ours: dict[int, Term], theirs: dict[int, Term]) -> bool:
        """Whether variables that belong together have the same value."""
        for left, right in list(self._slots.of[LEFT].items()):
            if (left in ours) != (right in theirs):
                return False
            if left in ours and not self._same(ours[left], theirs[right]):
                return False
        return True

    def _loops(self, a: Term, b: Term, due: tuple[Term, ...], owed: tuple[Term, ...]) -> bool:
        is_each = a[0] == "each"
        duties, body = (4, 5) if is_each else (2, 3)
        if not self._met((*due, *a[duties]), (*owed, *b[duties])):
            return False
        if is_each and not (a[2] == b[2] and self._same(a[3], b[3])):
            return False
        if not self._pair(a[1][1], b[1][1], is_local=True):
            return False
        starts = dict(a[-1]), dict(b[-1])
        for _ in range(_ROUNDS):
            known = len(self._slots.of[LEFT])
            if not self._part(partial(self._trees, a[body], b[body], (), ())):
                return False
            if is_each and not self._part(partial(self._trees, a[6], b[6], (), ())):
                return False
            if len(self._slots.of[LEFT]) == known:
                return self._carried(*starts)
        return False

    def _tries(self, a: Term, b: Term, due: tuple[Term, ...], owed: tuple[Term, ...]) -> bool:
        if not self._met((*due, *a[2]), (*owed, *b[2])):
            return False
        if not self._pair(a[1][1], b[1][1], is_local=True):
            return False
        return all(self._part(partial(self._same, x, y)) for x, y in zip(a[3:], b[3:], strict=True))

    def _met(self, due: tuple[Term, ...], owed: tuple[Term, ...]) -> bool:
        """Whether both sides compute the same things that may fail, that were not computed yet."""
        ours = [one for one in due if not self._is_done(LEFT, one)]
        theirs = [one for one in owed if not self._is_done(RIGHT, one)]
        unmet = list(theirs)
        for one in ours:
            found = next((it for it in theirs if self._tried(partial(self._same, one, it))), None)
            if found is None:
                return False
            unmet = [it for it in unmet if it is not found]
        for one in unmet:
            if not any(self._tried(partial(self._same, it, one)) for it in ours):
                return False
        self._done += [(LEFT, one) for one in ours]
        return True

    def _is_done(self, side: int, one: Term) -> bool:
        return any(self._alike(side, other, one, it) for other, it in self._done)

    # Values

    def _decided(self, side: int, test: Term) -> bool | None:
        """What the path says of a test; nothing while that is asked: it may hold a choice by it."""
        if test[0] == "not":
            found = self._decided(side, test[1])
            return None if found is None else not found
        if test[0] == "c":
            return bool(test == TRUE) if test in (TRUE, FALSE) else None
        if (side, id(test)) in self._asked:
            return None
        self._asked.add((side, id(test)))
        found = None
        for other, fact, value in self._facts[::-1]:
            found = answered(test, fact, partial(self._alike, side, other), said=value)
            if found is not None:
                break
        self._asked.discard((side, id(test)))
        return found

    def _alike(self, side: int, other: int, x: Term, y: Term) -> bool:
        """Whether two values are the same for all that is known: nothing is paired for it."""
        if side > other:
            side, x, other, y = other, y, side, x
        return self._same(x, y, (side, other), pairs=False)

    def _look(self, side: int, term: Any) -> Any:
        """A value as this path has it."""
        while isinstance(term, tuple) and len(term) > 1:
            if term[0] == "phi" and term[1] in self._held[side]:
                term = self._held[side][term[1]]
            elif term[0] == "?" and len(term) == 4:  # noqa: PLR2004
                found = self._decided(side, term[1])
                if found is None:
                    return term
                term = term[2] if found else term[3]
            else:
                return term
        return term

    def _same(self, x: Any, y: Any, sides: tuple[int, int] = _SIDES, *, pairs: bool = True) -> bool:
        """Whether two parts are the same; numbers that were not met yet are paired."""
        self._tick()
        x, y = self._look(sides[0], x), self._look(sides[1], y)
        if not isinstance(x, tuple) or not isinstance(y, tuple):
            return type(x) is type(y) and bool(x == y)
        if sides[0] == sides[1] and x == y:
            return True
        if not x or not y:
            return x == y
        if x[0] in ("#", "phi") and len(x) == len(y) == 2 and x[0] == y[0]:  # noqa: PLR2004
            return self._numbered(x, y, sides, pairs=pairs)
        if x[0] == "?" or y[0] == "?":
            return self._chosen(x, y, sides, pairs=pairs)
        truth = self._as_truth(x, y, sides)
        if truth is not None:
            return truth
        if {x[0], y[0]} == {"bin", "any-order"} and x[1] == y[1]:
            # Where one side knows that the operands are numbers, they are on both.
            return self._unordered(_operands(x), _operands(y), sides, pairs=pairs)
        if {x[0], y[0]} == {"fn", "sym"} and self._semantics.methods_are_functions:
            self.laws.add(METHODS)
            return calls_method(*((x, y) if x[0] == "fn" else (y, x)))
        if len(x) != len(y):
            return False
        if is_node(x) and is_node(y):
            return pairs and self._part(partial(self._trees, x, y, (), ()))
        if x[0] == "fn" and y[0] == "fn":
            return pairs and self._functions(x, y)
        if x[0] == y[0] == "joined":  # the heap after either way
            return self._unordered(x[1:], y[1:], sides, pairs=pairs)
        if x[0] in ("any-order", "equal") and x[0] == y[0] and isinstance(x[2], tuple):
            rest = x[:2] + x[3:], y[:2] + y[3:]
            return self._each(*rest, sides, pairs=pairs) and self._unordered(
                x[2], y[2], sides, pairs=pairs
            )
        return self._each(x, y, sides, pairs=pairs)

    def _each(self, x: Term, y: Term, sides: tuple[int, int], *, pairs: bool) -> bool:
        return len(x) == len(y) and all(
            self._same(one, other, sides, pairs=pairs) for one, other in zip(x, y, strict=True)
        )

    def _unordered(self, x: Term, y: Term, sides: tuple[int, int], *, pairs: bool) -> bool:
        left = list(y)
        if len(x) != len(y):
            return False
        for one in x:
            for at, other in enumerate(left):
                if self._tried(partial(self._same, one, other, sides, pairs=pairs)):
                    del left[at]
                    break
            else:
                return False
        return True

    def _numbered(self, x: Term, y: Term, sides: tuple[int, int], *, pairs: bool) -> bool:
        if sides[0] == sides[1]:
            return bool(x[1] == y[1])
        table = self._slots if x[0] == "phi" else self._numbers
        known = table.partner(LEFT, x[1]), table.partner(RIGHT, y[1])
        if known != (None, None) or not pairs:
            return known == (y[1], x[1])
        if x[0] == "#":
            return self._pair(x[1], y[1], is_local=False)
        numbers = self._numbers.partner(LEFT, x[1]), self._numbers.partner(RIGHT, y[1])
        if numbers not in ((None, None), (y[1], x[1])):
            return False
        self._slots.add(x[1], y[1])
        return True

    def _chosen(self, x: Any, y: Any, sides: tuple[int, int], *, pairs: bool) -> bool:
        """Whether a choice between two values is the same, whatever its test says."""
        at = 0 if x[0] == "?" else 1
        test = (x, y)[at][1]

        def on(value: bool) -> bool:
            picked = (x, y)[at][2 if value else 3]
            pair = (picked, y) if at == 0 else (x, picked)
            return self._same(*pair, sides, pairs=pairs)

        # Both are asked where the value is used: what one pairs, the other may not pair otherwise.
        return all(
            self._part(partial(self._on_path, sides[at], [(test, value)], on, value))
            for value in (True, False)
        )

    def _as_truth(self, x: Term, y: Term, sides: tuple[int, int]) -> bool | None:
        """Whether a test has the value that the other side gives, where it is a constant."""
        constants = {TRUE: True, FALSE: False}
        if self._semantics.tests_are_numbers:
            constants |= {ONE: True, ZERO: False}
        for side, test, other in ((sides[0], x, y), (sides[1], y, x)):
            said = self._decided(side, test) if other in constants and test[0] != "c" else None
            if said is not None or (_is_test(test) and other in constants):
                return said is constants[other]
        return None

    def _functions(self, x: Term, y: Term) -> bool:
        """Whether two functions that are made are the same, whenever they run."""
        if not self._each(x[:4] + x[5:], y[:4] + y[5:], _SIDES, pairs=True):
            return False
        facts, done = self._facts, self._done
        self._facts, self._done = [], []
        try:
            return self._part(partial(self._trees, x[4], y[4], (), ()))
        finally:
            self._facts, self._done = facts, done


def _is_test(term: Any) -> bool:
    return isinstance(term, tuple) and bool(term) and term[0] in _TESTS


def _operands(term: Term) -> Term:
    """The operands of an operator, in the order that they stand in."""
    return term[2] if term[0] == "any-order" else term[2:4]
