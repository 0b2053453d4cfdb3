"""Statements in one order and one form: guards, nested conditions, choices, results.

Each step keeps what is executed, in the order it is executed:

- what follows a branch that leaves is its `else`: `if (a) return x; else B` is
  `if (a) return x; B`;
- `if (!a) A else B` is `if (a) B else A`; `!(a && b)` is `!a || !b`; `if (a) if (b) S` is
  `if (a && b) S`;
- a `return` without value at the end of a function says nothing, and a guard that only returns
  is the condition of what follows;
- `if (a) return x; return y` is `return a ? x : y`, and the same of one variable set in both;
- a declaration followed by the first value is one with it.

`without_names` goes further: a value that is used once, in the next statement, before anything
with an effect, needs no name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.classify.method_equivalence.code.terms import NOTHING, Term, is_return, said, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.method_equivalence.code.method import Code

_DONE = "done"  # statements that are in normal form already
BY_IF = "by statements"  # a choice that was written as two statements


class Typed(str):
    """The condition that a value has a type, in words; `value` is its term."""

    __slots__ = ("is_after", "kind", "value")
    value: Term
    kind: str
    is_after: bool

    @classmethod
    def of(cls, value: Term, kind: str, *, is_after: bool) -> Typed:
        """That a value has the type that its variable was declared with."""
        found = cls(f"{said(value)} has the type {kind}")
        found.value, found.kind, found.is_after = value, kind, is_after
        return found


class Normal:
    """The normal form of statements, for one language's table."""

    def __init__(
        self, table: dict[str, Any], expansion: dict[str, Any], final: Sequence[str]
    ) -> None:
        """`final`: types that no other one is derived from."""
        self._reads = 0
        # Values that lost their names, each with a statement in which something is read before it.
        self.passed: list[tuple[bool, Term, Term]] = []
        self.is_after = False  # the side whose values lose their names
        self.taken: list[Typed] = []  # what is taken for granted about types of values
        self.types: dict[tuple[int, str], str] = {}  # declared types of the locals, as written
        self.result = ""  # and of what the function gives
        self.opposites: dict[str, str] = table["opposites"]
        self.preferred = frozenset(table["preferred"])
        self.truth: str = table["true"]
        self.falsehood: str = table["false"]
        self.numeric = frozenset(table["numeric"])
        self.closed = frozenset((*table["numeric"], *final))
        self.inferred = frozenset(table["inferred"])
        self.literals = {name: re.compile(form) for name, form in table["literals"].items()}
        self.calls = frozenset(table["effects"])
        self.bases = frozenset(table["bases"])
        self.of_any = frozenset(table["of_any"])
        self.asking = frozenset(table["asking"])
        self.typed = frozenset(table["typed"])
        self.making = frozenset(table["making"])
        self.words = frozenset(table["words"])
        self.over = frozenset(table["over"])
        self.references = frozenset(table["references"])
        self.own_members = frozenset(table["own_members"])
        self.condition: str = table["condition"]
        self.comparing = frozenset(table["comparing"])
        self.closures = frozenset(table["closures"])
        self.leaving = frozenset((*expansion["leaves"], *expansion["jumps"]))

    # ------------------------------------------------------------------ lists

    def statements(self, terms: Sequence[Term], *, is_tail: bool) -> tuple[Term, ...]:
        """The normal form of a list; `is_tail`: the function ends after it."""
        work = list(terms)[::-1]
        out: list[Term] = []
        while work:
            term = work.pop()
            if term.op == "block":
                work += term.kids[::-1]
                continue
            if term.op == _DONE:
                for one in term.kids:
                    out.append(one)
                    self._join(out)
                continue
            if term.op == "if":
                term, lifted = self._if(term, is_tail=is_tail and not work)
                work += lifted[::-1]
                if is_tail and work and not term.kids[2].kids and self._ends_bare(term.kids[1]):
                    then = term.kids[1]._replace(kids=term.kids[1].kids[:-1])
                    other = Term("block", "", tuple(work[::-1]), term.row)
                    work = []
                    term = Term("if", "", (term.kids[0], then, other), term.row)
                    term, lifted = self._if(term, is_tail=True)
                    work += lifted[::-1]
                out += self._chosen(term)
            else:
                out.append(self.inside(term))
            self._join(out)
        if is_tail and out and is_return(out[-1]) and not out[-1].kids[1:]:
            out.pop()
        return tuple(out)

    def _ends_bare(self, block: Term) -> bool:
        """Whether a block returns at its end, without a value."""
        last = block.kids[-1] if block.kids else None
        return last is not None and is_return(last) and len(last.kids) == 1

    def leaves(self, terms: Sequence[Term]) -> bool:
        """Whether control never gets past the end of a list."""
        if not terms:
            return False
        last = terms[-1]
        if last.op == "if":
            return self.leaves(last.kids[1].kids) and self.leaves(last.kids[2].kids)
        return last.op in ("node", "return") and last.text.split()[0] in self.leaving

    def _if(self, term: Term, *, is_tail: bool) -> tuple[Term, tuple[Term, ...]]:
        """(the condition with its branches, statements lifted out of one of them)."""
        condition = self.inside(term.kids[0])
        then = self.statements(term.kids[1].kids, is_tail=is_tail)
        lifted: tuple[Term, ...] = ()
        if then and self.leaves(then) and term.kids[2].kids and not self._is_negative(condition):
            # Not looked at yet: it is when the statements after it are.
            lifted = term.kids[2].kids
            other: tuple[Term, ...] = ()
        else:
            other = self.statements(term.kids[2].kids, is_tail=is_tail)
            if not then and other:
                condition, then, other = self.negated(condition), other, then
            if then and other and self._is_negative(condition):
                condition, then, other = self.negated(condition), other, then
            if other and self.leaves(then):
                lifted, other = (Term(_DONE, "", other),), ()
            elif other and self.leaves(other):
                rest, then, other = then, other, ()
                condition, lifted = self.negated(condition), (Term(_DONE, "", rest),)
        if not other and len(then) == 1 and then[0].op == "if" and not then[0].kids[2].kids:
            condition = _joined("and", condition, then[0].kids[0])
            then = then[0].kids[1].kids
        blocks = (Term("block", "", then, term.row), Term("block", "", other, term.row))
        return Term("if", "", (condition, *blocks), term.row), lifted

    def _chosen(self, term: Term) -> list[Term]:
        """One variable set in both branches is set to a choice."""
        condition, then, other = term.kids
        if len(then.kids) == len(other.kids) == 1:
            one, two = then.kids[0], other.kids[0]
            if (
                one.op == two.op == "set"
                and one.kids[0].op == "local"
                and (one.kids[0].key == two.kids[0].key)
            ):
                value = self.choice(condition, one.kids[1], two.kids[1], BY_IF, term.row)
                return [Term("set", "", (one.kids[0], value), term.row)]
        return [term]

    def _join(self, out: list[Term]) -> None:
        """Put the last two statements together where they are one."""
        if len(out) < 2:  # noqa: PLR2004 - two statements
            return
        one, two = out[-2:]
        if one.op == "declare" and one.kids[1] is NOTHING and two.op == "set":
            if two.kids[0].op == "local" and two.kids[0].key == one.kids[0].key:
                out[-2:] = [Term("declare", one.text, two.kids, one.row)]
        elif (
            one.op == "if"
            and not one.kids[2].kids
            and len(one.kids[1].kids) == 1
            and self._is_result(one.kids[1].kids[0])
            and self._is_result(two)
        ):
            first = one.kids[1].kids[0]
            condition, then, other = one.kids[0], first.kids[1], two.kids[1]
            if self._is_negative(condition):
                condition, then, other = self.negated(condition), other, then
            value = self.choice(condition, then, other, BY_IF, one.row)
            out[-2:] = [Term("return", first.text, (first.kids[0], value), one.row)]
            self._join(out)

    def _is_result(self, term: Term) -> bool:
        return is_return(term) and len(term.kids) == 2  # noqa: PLR2004 - return and value

    # ------------------------------------------------------------------ expressions

    def inside(self, term: Term) -> Term:
        """The normal form of a term that is no list."""
        if term.op == "block":
            return term._replace(kids=self.statements(term.kids, is_tail=False))
        if not term.kids:
            return term
        is_closure = term.op == "node" and term.text.split()[0] in self.closures
        kids = tuple(
            kid._replace(kids=self.statements(kid.kids, is_tail=True))
            if is_closure and kid.op == "block"
            else self.inside(kid)
            for kid in term.kids
        )
        if term.op == "if":
            return Term("block", "", self.statements((term,), is_tail=False), term.row)
        if term.op == "not":
            return self.negated(kids[0])
        if term.op == "choice":
            condition, then, other = kids
            if self._is_negative(condition):
                condition, then, other = self.negated(condition), other, then
            return self.choice(condition, then, other, term.text, term.row)
        return term._replace(kids=kids)

    def choice(self, condition: Term, then: Term, other: Term, how: str, row: int) -> Term:
        """A choice between two values; conditions stand for themselves.

        Unless they may be boxes, which a choice opens.
        """
        words = (then.text, other.text)
        if words == (self.truth, self.falsehood) and self.type_of(condition) == self.condition:
            return condition
        if words == (self.falsehood, self.truth):
            return self.negated(condition)
        return Term("choice", how, (condition, then, other), row)

    def _is_negative(self, term: Term) -> bool:
        return term.op == "not" or (
            term.op == "binary" and term.text in self.opposites and term.text not in self.preferred
        )

    def negated(self, term: Term) -> Term:
        """What is true exactly when the term is not."""
        if term.op == "not":
            return term.kids[0]
        if term.op == "binary" and term.text in self.opposites:
            return term._replace(text=self.opposites[term.text])
        if term.op in ("and", "or"):
            other = "or" if term.op == "and" else "and"
            return Term(other, "", tuple(self.negated(kid) for kid in term.kids), term.row)
        if term.text == self.truth:
            return term._replace(text=self.falsehood)
        if term.text == self.falsehood:
            return term._replace(text=self.truth)
        return Term("not", "", (term,), term.row)

    def settled(
        self, terms: Sequence[Term], key: tuple[int, str], *, is_true: bool
    ) -> tuple[Term, ...] | None:
        """The list where a local is always true, or always false; None if it decides nothing."""
        value = Term("literal", self.truth if is_true else self.falsehood)
        decided = tuple(self._decided(replaced(term, key, value)) for term in terms)
        if sum(1 for t in decided for _ in walk(t)) == sum(1 for t in terms for _ in walk(t)):
            return None
        return self.statements(decided, is_tail=True)

    def _decided(self, term: Term) -> Term:
        """A term without the conditions that are always true or always false."""
        if not term.kids:
            return term
        kids = tuple(self._decided(kid) for kid in term.kids)
        first = kids[0].text if kids[0].op == "literal" else ""
        if term.op in ("if", "choice") and first in (self.truth, self.falsehood):
            return kids[1] if first == self.truth else kids[2]
        if term.op in ("and", "or"):
            neutral = self.truth if term.op == "and" else self.falsehood
            left = tuple(kid for kid in kids if (kid.op, kid.text) != ("literal", neutral))
            if first == self.negated(Term("literal", neutral)).text:
                return kids[0]
            return term._replace(kids=left) if len(left) > 1 else (*left, kids[0])[0]
        if term.op == "not":
            return self.negated(kids[0])
        return term._replace(kids=kids)

    # ------------------------------------------------------------------ values without names

    def without_names(self, code: Code) -> tuple[Term, ...]:
        """The body with values that are used once, at once, in the place of their names."""
        self.types, self.result = code.locals, code.result
        work = self._unnamed([self._deep(term) for term in code.plain or ()])
        return self.statements(work, is_tail=True)

    def _unnamed(self, work: list[Term]) -> list[Term]:
        at = len(work) - 2
        while at >= 0:
            one = work[at]
            if self._is_dispensable(one, work[at + 1 :]):
                work[at : at + 2] = [replaced(work[at + 1], one.kids[0].key, one.kids[1])]
                at = min(at, len(work) - 1)
            at -= 1
        return work

    def _deep(self, term: Term) -> Term:
        kids = tuple(self._deep(kid) for kid in term.kids)
        if term.op == "block":
            kids = tuple(self._unnamed(list(kids)))
        return term._replace(kids=kids)

    def _is_dispensable(self, term: Term, rest: list[Term]) -> bool:
        if term.op != "declare" or term.kids[1].op == "nothing" or not rest:
            return False
        key, value = term.kids[0].key, term.kids[1]
        if any(self.is_assigned((value,), t.key) for t in walk(rest[0]) if t.op == "local"):
            return False  # what it stores may be read before it
        uses = [t for other in rest for t in walk(other) if t.op == "local" and t.key == key]
        self._reads = 0
        if len(uses) != 1 or self._first(rest[0], key) != 1:
            return False
        if not self._is_typed(term) and not self._may_be_typed(term, rest[0]):
            return False
        if self._reads > 0 and not self.is_quiet(value):
            self.passed.append((self.is_after, value, rest[0]))
        return True

    def _is_typed(self, term: Term) -> bool:
        """Whether a value has the type its variable is declared with: it chooses no overload."""
        value = term.kids[1]
        if term.text in self.inferred:
            return value.op == "literal"
        known = self.type_of(value)
        return known == term.text or (known is None and value.op == "local" and not term.text)

    def _may_be_typed(self, term: Term, use: Term) -> bool:
        """Whether nothing asks, where a variable is used, for the type that it has by itself.

        What only the code of others says is noted in `taken`.
        """
        key, value = term.kids[0].key, term.kids[1]
        if term.text in self.numeric or value.op == "literal" or _is_argument(use, key):
            return False
        if term.text in self.inferred:
            return not self._is_made(value) or not is_receiver(use, key)
        is_boxed = term.text == self.condition and is_return(use) and use.kids[1].key == key
        if _is_asked(use, key) or (is_boxed and self.result != self.condition):
            if self.type_of(value) is not None:
                return False
            self.taken.append(Typed.of(value, term.text, is_after=self.is_after))
        return True

    def type_of(self, value: Term) -> str | None:  # noqa: PLR0911 - one kind of value a line
        """The type of a value, where the function itself says it; '' for one without a name."""
        if value.op == "local":
            return self.types.get(value.key)
        if value.op == "literal":
            return self.literal_type(value.text)
        if value.op in ("not", "and", "or") or (
            value.op == "binary" and value.text in self.comparing
        ):
            return self.condition
        kind = value.text.split()[0] if value.op == "node" else ""
        if kind == "constant":
            return self.type_of(value.kids[0])
        if kind in self.asking:
            return self.condition
        if kind not in self.typed:
            return None
        named = [kid.text for kid in value.kids[:2] if kid.op == "type"]
        is_own = any(
            kid.op == "node" and kid.text.split()[0] in self.own_members for kid in value.kids
        )
        return "" if is_own or not named else named[0]

    def literal_type(self, text: str) -> str | None:
        """The type of a literal by its form, if it has one of its own."""
        return next((name for name, form in self.literals.items() if form.fullmatch(text)), None)

    def _is_made(self, value: Term) -> bool:
        """Whether a value is a new object, or what a store leaves."""
        return value.op == "node" and value.text.split()[0] in self.calls

    def is_quiet(self, term: Term) -> bool:
        """Whether evaluating a term changes nothing that others read."""
        return not any(
            t.op in ("call", "set") or (t.op == "node" and t.text.split()[0] in self.calls)
            for t in walk(term)
        )

    def is_first(self, term: Term, key: tuple[int, str], *, reads: bool = False) -> bool:
        """Whether a local is read in any case, before any effect.

        `reads`: and before anything that may change.
        """
        self._reads = 0
        return self._first(term, key) == 1 and not (reads and self._reads)

    def _first(self, term: Term, key: tuple[int, str]) -> int:
        """1 when the local is read before any effect, 0 when it is not there, else 2."""
        if term.op == "local":
            return int(term.key == key)
        self._reads += term.op in ("name", "get")
        if term.op == "set":
            kids: tuple[Term, ...] = (*term.kids[0].kids, term.kids[1])
            if term.kids[0].op == "local" and term.kids[0].key == key:
                return 2
        else:
            kids = term.kids
        certain = 1 if term.op in ("if", "choice", "and", "or") else len(kids)
        if term.op == "block" or (term.op == "node" and not self._is_straight(term)):
            certain = 0
        for place, kid in enumerate(kids):
            if place >= certain:
                break
            found = self._first(kid, key)
            if found:
                return found
        if any(t.op == "local" and t.key == key for kid in kids[certain:] for t in walk(kid)):
            return 2
        return 0 if self.is_quiet(term) else 2

    def is_assigned(self, terms: Sequence[Term], key: tuple[int, str]) -> bool:
        """Whether a local gets a new value."""
        for term in (t for one in terms for t in walk(one)):
            is_store = term.op == "set" or (
                term.op == "node" and term.text.split()[0] in self.calls
            )
            targets = term.kids[:1] if term.op == "set" else term.kids
            if is_store and any(t.op == "local" and t.key == key for t in targets):
                return True
        return False

    def _is_straight(self, term: Term) -> bool:
        """Whether all parts of a node are evaluated once, in order."""
        return term.text.split()[0] in self.leaving or term.text.split()[0] in self.calls


def _is_argument(term: Term, key: tuple[int, str]) -> bool:
    """Whether a local is passed to a function as it is."""
    if term.op in ("call", "arguments"):
        places = term.kids[1 if term.op == "call" else 0 :]
        if any(kid.op == "local" and kid.key == key for kid in places):
            return True
    return any(_is_argument(kid, key) for kid in term.kids)


def is_receiver(term: Term, key: tuple[int, str]) -> bool:
    """Whether something is reached through a local: its type says which field or overload."""
    if term.op in ("get", "call") and term.kids[0].op == "local" and term.kids[0].key == key:
        return True
    return any(is_receiver(kid, key) for kid in term.kids)


def _is_asked(term: Term, key: tuple[int, str]) -> bool:
    """Whether the type of a local says what is done: a member of it, an operator, a choice."""
    places = term.kids[1:] if term.op == "choice" else term.kids
    if term.op in ("get", "call"):
        places = term.kids[:1]
    if term.op in ("get", "call", "binary", "choice") and any(
        kid.op == "local" and kid.key == key for kid in places
    ):
        return True
    return any(_is_asked(kid, key) for kid in term.kids)


def _joined(op: str, *terms: Term) -> Term:
    kids = [k for term in terms for k in (term.kids if term.op == op else (term,))]
    return Term(op, "", tuple(kids), terms[0].row)


def replaced(term: Term, key: tuple[int, str], value: Term) -> Term:
    """A term with a value in the place of a local."""
    if term.op == "local" and term.key == key:
        return value
    if not term.kids:
        return term
    return term._replace(kids=tuple(replaced(kid, key, value) for kid in term.kids))
