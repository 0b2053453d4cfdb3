"""The last step to a canonical term: leaves mapped, unordered things sorted, fresh numbers given.

Numbers are given by first occurrence. Variables that a loop carries are numbered where they are
read; those that nothing reads are gone, with their starts and steps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import xxhash

from tracer.classify.equivalence.evaluation.domain.terms import Term, marked

Rename: TypeAlias = Callable[[Term], Term]
_LEAVES = frozenset({"sym", "member", "label", "module"})
_PLAIN = frozenset({str, int, bool, type(None)})  # what has no parts


def finish(term: Term, rename: Rename | None = None) -> Term:
    """A term in its final form, with the names of the other side."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 60_000))
    try:
        return _Finisher(rename).run(term)
    finally:
        sys.setrecursionlimit(before)


def finished_pairs(
    term: Term, pairs: frozenset[tuple[Term, Term]], rename: Rename | None = None
) -> frozenset[tuple[Term, Term]]:
    """Pairs of terms that are noted beside a term, with the numbers that they have in it."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 60_000))
    try:
        finisher = _Finisher(rename)
        finisher.run(term)
        return frozenset((finisher.go(one), finisher.go(other)) for one, other in pairs)
    finally:
        sys.setrecursionlimit(before)


def digest(term: Any) -> str:
    """A digest of a finished term; shared parts are visited once."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 60_000))
    try:
        return _digest(term, {}).hex()
    finally:
        sys.setrecursionlimit(before)


def _digest(term: Any, known: dict[int, tuple[Any, bytes]]) -> bytes:
    if not isinstance(term, tuple):
        return xxhash.xxh3_128_digest(f"{type(term).__name__}:{term!r}".encode())
    found = known.get(id(term))
    if found is None:
        parts = [b"(%d" % len(term)]
        for one in term:
            parts.append(_digest(one, known))  # noqa: PERF401 - terms are deep
        found = (term, xxhash.xxh3_128_digest(b"".join(parts)))
        known[id(term)] = found
    return found[1]


class _Finisher:
    def __init__(self, rename: Rename | None) -> None:
        self.rename = rename
        self.numbers: dict[Term, int] = {}
        self.memo: dict[int, tuple[Any, Any]] = {}
        self.carried: list[dict[Term, Term]] = []
        self.finished: list[dict[Term, Any]] = []
        self.constant_slots: dict[Term, Term] = {}

    def run(self, term: Term) -> Term:
        self.constant_slots = _constant_slots(term)
        made = self.go(term)
        while self._carry():
            pass
        final: Term = self._placed(made, {}) if self.carried else made
        return final

    def number(self, fresh: Term) -> int:
        return self.numbers.setdefault(fresh, len(self.numbers))

    def go(self, term: Any) -> Any:
        if isinstance(term, frozenset):
            return self._set(term)
        if not isinstance(term, tuple) or not term:
            return term
        found = self.memo.get(id(term))
        if found is not None:
            return found[1]
        made = self._node(term)
        self.memo[id(term)] = (term, made)
        return made

    def _node(self, term: Term) -> Any:
        head = term[0]
        if head in ("#", "#s"):
            return ("#", self.number(term))
        if head == "phi":
            constant = self.constant_slots.get(term[1])
            if constant is not None:
                return self.go(constant)
            return ("phi", self.number(term[1]))
        if head in _LEAVES and len(term) == 2:  # noqa: PLR2004
            return self.rename(term) if self.rename is not None else term
        if head == "any-order":
            return (head, term[1], self._sorted(term[2]))
        if head == "equal":
            return (head, term[1], self._sorted(term[2]), *self._all(term[3:]))
        if head == "loop":
            number, duties = self.go(term[1]), self.go(term[3])
            return ("loop", number, duties, self.go(term[4]), self._late(term[2]))
        if head == "each":
            number, subject, duties = self.go(term[1]), self.go(term[3]), self.go(term[5])
            tree, after = self.go(term[6]), self.go(term[7])
            return ("each", number, term[2], subject, duties, tree, after, self._late(term[4]))
        if head in ("next", "fall") and isinstance(term[2], tuple) and len(term) == 4:  # noqa: PLR2004
            return (head, self.go(term[1]), self.go(term[3]), self._late(term[2]))
        if head == "arms":
            made = [self.go(one) for one in term[:4]]
            groups = sorted(term[4], key=lambda group: self._key(group[0]))
            return (*made, tuple((self.go(kinds), self.go(tree)) for kinds, tree in groups))
        if head == "do":
            duties, effect = self.go(term[3]), self.go(term[2])
            return ("do", self.go(term[1]), effect, duties, self.go(term[4]))
        return tuple(self._all(term))

    def _all(self, terms: Any) -> list[Any]:
        made = []
        memo = self.memo
        for one in terms:
            if type(one) in _PLAIN:
                made.append(one)
                continue
            found = memo.get(id(one))
            made.append(self.go(one) if found is None else found[1])
        return made

    def _set(self, terms: frozenset[Any]) -> Term:
        return tuple(self._all(sorted(terms, key=self._key)))

    def _sorted(self, terms: Term) -> Term:
        return tuple(self._all(sorted(terms, key=self._key)))

    def _key(self, term: Any) -> tuple[str, str]:
        return (repr(self._blank(term)), repr(term))

    def _blank(self, term: Any) -> Any:
        """A term as both sides write it, without numbers that are not given yet."""
        if isinstance(term, frozenset):
            return tuple(sorted([self._blank(one) for one in term], key=repr))
        if not isinstance(term, tuple) or not term:
            return term
        head = term[0]
        if head in ("#", "#s"):
            return ("#", self.numbers.get(term, -1))
        if head in _LEAVES and len(term) == 2 and self.rename is not None:  # noqa: PLR2004
            return self.rename(term)
        made = []
        for one in term:
            made.append(self._blank(one))  # noqa: PERF401 - terms are deep
        return tuple(made)

    def _late(self, carried: Term) -> Term:
        self.carried.append(dict(carried))
        self.finished.append({})
        return ("late values", len(self.carried) - 1)

    def _carry(self) -> bool:
        """Values of variables that have a number by now."""
        more = False
        for at, carried in enumerate(self.carried):
            done = self.finished[at]
            ready = [slot for slot in carried if slot in self.numbers and slot not in done]
            for slot in sorted(ready, key=self.numbers.__getitem__):
                done[slot] = ()
                done[slot] = self.go(carried[slot])
                more = True
        return more

    def _placed(self, term: Any, known: dict[int, Any]) -> Any:
        if not isinstance(term, tuple) or not term:
            return term
        found = known.get(id(term))
        if found is not None:
            return found[1]
        if term[0] == "late values" and len(term) == 2:  # noqa: PLR2004
            done = self.finished[term[1]]
            made: Any = tuple(
                [
                    (self.numbers[slot], self._placed(done[slot], known))
                    for slot in sorted(done, key=self.numbers.__getitem__)
                ]
            )
        else:
            items = []
            is_same = True
            for one in term:
                if type(one) in _PLAIN:
                    items.append(one)
                    continue
                part = self._placed(one, known)
                is_same = is_same and part is one
                items.append(part)
            made = term if is_same else tuple(items)
        known[id(term)] = (term, made)
        return made


def _constant_slots(term: Term) -> dict[Term, Term]:
    """Variables of loops that no round changes: what they start with."""
    starts: dict[Term, Term] = {}
    changed: set[Term] = set()
    for one in marked(term):
        head = one[0]
        if head in ("loop", "each") and len(one) > 4:  # noqa: PLR2004
            starts.update(one[2] if head == "loop" else one[4])
        elif head in ("next", "fall") and len(one) == 4 and isinstance(one[2], tuple):  # noqa: PLR2004
            changed.update(slot for slot, value in one[2] if value != ("phi", slot))
    return {slot: value for slot, value in starts.items() if slot not in changed}
