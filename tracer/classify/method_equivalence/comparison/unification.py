"""Whether two terms say the same: locals paired one to one, names by what they mean.

A comparison that succeeds leaves `conditions`: what it took for granted about code outside the
two terms, each a sentence. One that fails leaves `why`: the first pair of terms that differ.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.normal_form import is_receiver
from tracer.classify.method_equivalence.code.terms import (
    INNER,
    INSIDE,
    Term,
    element_of,
    is_path,
    said,
    shape,
    walk,
)
from tracer.classify.method_equivalence.comparison.member_access import MemberAccess

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_Arguments = tuple[tuple[Term, ...], tuple[Term, ...], tuple[str, ...]]
_FEW = 6  # parameters that are passed on
_DEEPEST = 4  # calls that stand for values with calls


class Unifier(MemberAccess):
    """One comparison of code before with code after.

    `holes`: parameters (keys of locals) before and after that may stand for code of the other
    side; each stands for one thing. `kinds`: the types of expressions before and after.
    """

    # ------------------------------------------------------------------ trying

    def attempt(self, before: Term, after: Term) -> bool:
        """As `same`, but a failure leaves nothing behind."""
        kept = self._state()
        if self.same(before, after):
            return True
        self._restore(kept)
        return False

    def attempt_lists(self, before: Sequence[Term], after: Sequence[Term]) -> bool:
        """As `same_lists`, but a failure leaves nothing behind."""
        kept = self._state()
        if self.same_lists(before, after):
            return True
        self._restore(kept)
        return False

    # ------------------------------------------------------------------ comparing

    def same_lists(self, before: Sequence[Term], after: Sequence[Term]) -> bool:
        """Whether two lists of statements do the same, one by one."""
        if len(before) != len(after):
            longer = before if len(before) > len(after) else after
            at = min(len(before), len(after))
            for b, a in zip(before, after, strict=False):
                if not self.attempt(b, a):
                    return False
            self.why = self.why or f"{said(longer[at])} on one side only"
            return False
        return all(self.same(b, a) for b, a in zip(before, after, strict=True))

    def same(self, before: Term, after: Term) -> bool:
        """Whether two terms say the same, or one is a field that the other stands for."""
        kept = self._state()
        if self._says(before, after):
            return True
        why = self.why
        self._restore(kept)
        if self._stands(before, after):
            self.why = ""
            return True
        self._restore(kept)
        self.why = why
        return False

    def _stands(self, before: Term, after: Term) -> bool:
        """Whether a field of one class is what a name or path of the other stands for."""
        if not (is_path(before) and is_path(after)) or "local" in (before.op, after.op):
            return False
        condition = self.meanings.stands_for(before, after)
        if condition is None:
            return False
        for is_after, one, other in ((False, before, after), (True, after, before)):
            form = shape(other)
            if self.fields.setdefault((is_after, said(one)), form) != form:
                return False
        self.conditions[condition] = None
        return True

    def _says(self, before: Term, after: Term) -> bool:  # noqa: C901, PLR0911, PLR0912 - by kind
        """Whether two terms say the same."""
        if before.op == after.op == "local" and self._pair(before, after):
            return True
        if self._fills(before, after):
            return True
        if before.op != after.op:
            if self._constants(before, after) or self._is_decided(before, after):
                return True
            kept = self._state()
            if self._reached(before, after):
                return True
            self._restore(kept)
            return self._expanded(before, after)
        if before.op == "local":
            return self._fail(before, after)
        if before.op == "name":
            return self._names(before, after)
        if before.op in ("self", "this"):
            return self._selves(before, after)
        if before.op in ("call", "get"):
            kept = self._state()
            if self._member(before, after):
                return True
            self._restore(kept)
            return self._expanded(before, after)
        if before.op == "type":
            return self._given(self.meanings.same_types(before.text, after.text), before, after)
        if before.op == "declare":
            return self._declared(before, after)
        if before.op == "block":
            return self.same_lists(before.kids, after.kids)
        if before.op == "choice" and before.text != after.text:
            if self._is_converted(before, is_after=False) or self._is_converted(
                after, is_after=True
            ):
                return self._fail(before, after)
            self.conditions["both results of a condition have one type"] = None
        elif before.text != after.text or _asks_for_itself(before) != _asks_for_itself(after):
            return self._fail(before, after)
        if before.op == "node" and before.text.split()[0] in self.normal.over:
            return self._over(before, after)
        if before.op == "node" and before.text.split()[0] in self.normal.references:
            return self._kids(before, after) and not self.meanings.is_referred_otherwise(
                before.kids[0], before.kids[-1].text
            )
        if before.op == "node" and before.text.split()[0] in self.normal.making:
            return self._kids(before, after) and not self._is_made_otherwise(before, after)
        return self._kids(before, after)

    def _is_decided(self, before: Term, after: Term) -> bool:
        """Whether one side chooses between true and false by what the other side is.

        A box that is empty is an error to choose by.
        """
        words = (self.normal.truth, self.normal.falsehood)
        for is_after, one, other in ((False, before, after), (True, after, before)):
            if one.op != "choice" or tuple(kid.text for kid in one.kids[1:]) != words:
                continue
            known = self.type_of(one.kids[0], is_after=is_after)
            pair = (one.kids[0], other) if not is_after else (other, one.kids[0])
            if known not in (None, self.normal.condition) or not self.attempt(*pair):
                return False
            if known is None:
                self.conditions[f"{said(one.kids[0])} is a {self.normal.condition}"] = None
            return True
        return False

    def _kids(self, before: Term, after: Term) -> bool:
        if len(before.kids) != len(after.kids):
            return self._fail(before, after)
        return all(self.same(b, a) for b, a in zip(before.kids, after.kids, strict=True))

    def _declared(self, before: Term, after: Term) -> bool:
        condition = self.meanings.same_types(before.text, after.text)
        if condition is None:
            if before.text == after.text or {before.text, after.text} & self.normal.closed:
                return self._fail(before, after)
            self.retyped[0].add(before.kids[0].key)
            self.retyped[1].add(after.kids[0].key)
            for is_after, term in ((False, before), (True, after)):
                known = self.type_of(term.kids[1], is_after=is_after) if term.kids[1:] else None
                if known and term.text in self.normal.inferred:
                    self.inferred[is_after, term.kids[0].key] = known
            condition = f"nothing asks whether a variable is declared {before.text} or {after.text}"
        self.conditions.update({condition: None} if condition else {})
        return self._kids(before, after)

    def _over(self, before: Term, after: Term) -> bool:
        """Whether two loops over elements are one: type, name, elements, statements."""
        one, two = element_of(before), element_of(after)
        if one is None or two is None or one.text == two.text:
            return self._kids(before, after)
        is_kin = any(
            self.meanings.is_kind_of(b, a, is_after=is_after)
            for is_after in (False, True)
            for b, a in ((one.text, two.text), (two.text, one.text))
        )
        if not is_kin and any(
            is_receiver(t, e.kids[0].key) for t, e in ((before, one), (after, two))
        ):
            return self._fail(one, two)  # members of two classes
        rest = [
            t._replace(kids=tuple(k for k in t.kids if k.row not in (e.row, e.kids[0].row)))
            for t, e in ((before, one), (after, two))
        ]
        return self._declared(one, two) and self._kids(rest[0], rest[1])

    def _names(self, before: Term, after: Term) -> bool:
        condition = self.meanings.same(before, after)
        if condition is None and self._constants(before, after):
            return True
        if not self._is_no_member(before, after, before.text):
            return self._fail(before, after)
        if condition is not None and not self._is_of_object(before, after):
            return self._fail(before, after)
        return self._given(condition, before, after)

    # ------------------------------------------------------------------ members and objects

    def _member(self, before: Term, after: Term) -> bool:
        condition = self.meanings.same(before, after)
        if condition is None or self._is_of_other_type(before, after):
            return self._fail(before, after)
        if before.op == "call" and (
            self._is_chosen_otherwise(before, after) or self._is_another(before, after)
        ):
            return self._fail(before, after)
        if not self._receivers(before.kids[0], after.kids[0], before.text):
            return False
        words = {term.kids[0].text for term in (before, after) if term.kids[0].op == "leaf"}
        if words & self.normal.bases:
            above = self.meanings.above(before.text)
            if above is None:
                return self._fail(before, after)
            self.conditions.update({above: None} if above else {})
        if condition:
            self.conditions[condition] = None
        for arguments_b, arguments_a, given in self._given_along(before, after):
            if len(arguments_b) == len(arguments_a) and self._all(arguments_b, arguments_a):
                self.conditions.update(dict.fromkeys(given))
                return True
        return self._fail(before, after)

    def _all(self, before: Sequence[Term], after: Sequence[Term]) -> bool:
        kept = self._state()
        if all(self.same(b, a) for b, a in zip(before, after, strict=True)):
            return True
        self._restore(kept)
        return False

    def _given_along(self, before: Term, after: Term) -> Iterator[_Arguments]:
        """The arguments of two calls, then without new parameters that are only passed on."""
        lists = [before.kids[1:], after.kids[1:]]
        yield lists[0], lists[1], ()
        longer = len(lists[1]) > len(lists[0])
        extra = abs(len(lists[1]) - len(lists[0]))
        passed = [
            at for at, t in enumerate(lists[longer])
            if t.op == "this" or (t.op == "local" and t.key in self.holes[longer])
        ]  # fmt: skip
        if not extra or before.text != after.text or len(passed) > _FEW:
            return
        for chosen in combinations(passed, extra):
            given = self._along(before, after, chosen, is_after=longer)
            if given is not None:
                rest = tuple(t for at, t in enumerate(lists[longer]) if at not in chosen)
                yield (lists[0], rest, given) if longer else (rest, lists[1], given)

    def _along(
        self, before: Term, after: Term, chosen: tuple[int, ...], *, is_after: bool
    ) -> tuple[str, ...] | None:
        """The conditions under which a function does the same without some arguments, or None.

        `is_after`: the call after passes them. Where both versions of the function are seen, the
        code decides, and what it has in the place of its parameter is what the call passes.
        """
        types = (
            [self.type_of(kid, is_after=False) for kid in before.kids[1:]],
            [self.type_of(kid, is_after=True) for kid in after.kids[1:]],
        )
        along = self.meanings.along((before, after), types, chosen, is_after=is_after)
        if along is None:
            return None
        call, other = (after, before) if is_after else (before, after)
        if not along.is_seen:
            words = ", ".join(said(call.kids[1 + at]) for at in chosen)
            return (f"{before.text} does the same whether it is passed {words} or has it",)
        is_own = other.kids[0].op in ("self", "this")
        for at, what in along.stood:
            argument = call.kids[1 + at]
            if what.op != "literal" and (not is_own or any(t.op == "local" for t in walk(what))):
                return None
            if what.op == "this" and argument.op == "this":
                continue
            if not self.attempt(*((what, argument) if is_after else (argument, what))):
                return None
        return along.conditions

    def _expanded(self, before: Term, after: Term) -> bool:
        """Whether a call of a function of the class is the value that it gives."""
        if self._depth == _DEEPEST:
            return self._fail(before, after)
        self._depth += 1
        is_same = any(
            self._is_value(one, other, is_after=is_after)
            for one, other, is_after in ((before, after, False), (after, before, True))
        )
        self._depth -= 1
        return is_same or self._fail(before, after)

    def _is_value(self, one: Term, other: Term, *, is_after: bool) -> bool:
        """Whether what a call (before, or after) gives is what stands on the other side."""
        types = [self.type_of(kid, is_after=is_after) for kid in one.kids[1:]]
        found = self.meanings.value_of(one, types, is_after=is_after)
        if found is None:
            return False
        value, conditions = found
        if not self.attempt(*((other, value) if is_after else (value, other))):
            return False
        self.conditions.update(dict.fromkeys(conditions))
        return True

    def _receivers(self, before: Term, after: Term, word: str) -> bool:
        """Whether a member is reached through the same thing."""
        is_said = "this" in (before.op, after.op) and before.text == after.text == INNER
        if is_said and before.op != after.op:
            self.conditions[f"{word} is a member of the class inside"] = None
        elif not is_said:
            if not self._is_no_member(before, after, word):
                return self._fail(before, after)
            before, after = _around(before), _around(after)
        own = self._own_receivers(before, after, word)
        if own is not None:
            return own
        for one, other, is_after in ((before, after, False), (after, before, True)):
            # `is_after`: `one`, the object whose code this is, stands in the code after.
            if one.op in ("self", "this"):
                if self._is_class(other, is_after=not is_after):
                    return self._of_class(other, word, is_after=is_after) or self._fail(one, other)
                around = self.meanings.around_of(word, is_after=is_after)
                if around and is_path(other) and not one.text:
                    return self._is_around(other, around, is_after=is_after)
                return self._becomes(one, other, is_after=is_after)
        return self.same(before, after)

    def _reached(self, before: Term, after: Term) -> bool:
        """`this.x`, `x` and `Type.x` are one field; `this` may be a parameter."""
        for one, other, is_after in ((before, after, False), (after, before, True)):
            if one.op == "get" and other.op == "name":
                condition = self.meanings.same(*((one, other) if not is_after else (other, one)))
                if condition is None:
                    return self._fail(before, after)
                if condition:
                    self.conditions[condition] = None
                inner = INNER if other.scope == INSIDE else ""
                hidden = Term("self", inner, (), other.row)
                pair = (one.kids[0], hidden) if not is_after else (hidden, one.kids[0])
                return self._receivers(*pair, one.text)
            if one.op in ("this", "self") and (
                other.op in ("local", "name") or self._is_of_class(other, is_after=not is_after)
            ):
                return self._becomes(one._replace(op="this"), other, is_after=is_after)
        return self._fail(before, after)

    # ------------------------------------------------------------------ parameters


def _around(receiver: Term) -> Term:
    """The object of a class inside a function, as that around where nobody says it."""
    is_inner = receiver.op == "self" and receiver.text == INNER
    return receiver._replace(text="") if is_inner else receiver


def _asks_for_itself(term: Term) -> bool:
    """Whether a comparison asks if the own object is there; a parameter may be nothing."""
    return (
        term.op == "binary"
        and any(kid.op in ("self", "this") for kid in term.kids)
        and any(kid.op in ("leaf", "literal") and kid.text == "null" for kid in term.kids)
    )
