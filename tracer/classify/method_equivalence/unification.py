"""Whether two terms say the same: locals paired one to one, names by what they mean.

A comparison that succeeds leaves `conditions`: what it took for granted about code outside the
two terms, each a sentence. One that fails leaves `why`: the first pair of terms that differ.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.normal_form import is_receiver
from tracer.classify.method_equivalence.terms import (
    ADAPTED,
    INNER,
    INSIDE,
    Key,
    Term,
    element_of,
    is_path,
    said,
    shape,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.classify.method_equivalence.expression_types import Untyped
    from tracer.classify.method_equivalence.meanings import Meanings, State
    from tracer.classify.method_equivalence.normal_form import Normal

_Arguments = tuple[tuple[Term, ...], tuple[Term, ...], tuple[str, ...]]
_FEW = 6  # parameters that are passed on
_DEEPEST = 4  # calls that stand for values with calls
# What a parameter cannot stand for; the object of a method is not passed but named (`_becomes`).
_NO_ARGUMENT = frozenset(
    (
        "block",
        "if",
        "declare",
        "type",
        "leaf",
        "set",
        "nothing",
        "arguments",
        "return",
        "self",
        "this",
    )
)


class Unifier:
    """One comparison of code before with code after.

    `holes`: parameters (keys of locals) before and after that may stand for code of the other
    side; each stands for one thing. `kinds`: the types of expressions before and after.
    """

    def __init__(
        self,
        normal: Normal,
        meanings: Meanings,
        holes: tuple[frozenset[Key], frozenset[Key]],
        kinds: tuple[Untyped, Untyped],
    ) -> None:
        self.normal = normal
        self.kinds = kinds
        self.meanings = meanings
        self.holes = holes
        self.after_of: dict[Key, Key] = {}
        self.before_of: dict[Key, Key] = {}
        self.filled: dict[tuple[bool, Key], Term] = {}  # (is it after, parameter) -> what it is
        self.selves: dict[bool, Term] = {}  # is it the object after -> what it is on the other side
        self.is_kept = False  # the object is the same on both sides: `this` stood for `this`
        self.reads_own = False  # a field of one class, of the object on both sides
        self.conditions: dict[str, None] = {}
        self.fields: dict[tuple[bool, str], tuple[object, ...]] = {}  # what stands for a field
        self.outer: dict[tuple[bool, str], Term] = {}  # what stands for an object around
        self.retyped: tuple[set[Key], set[Key]] = (set(), set())  # locals of another type now
        self.inferred: dict[tuple[bool, Key], str] = {}  # types that only the value says
        self.why = ""
        self._depth = 0  # calls that stand for their values, one in the other

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

    def _state(self) -> State:
        return (
            dict(self.after_of), dict(self.before_of), dict(self.filled), dict(self.selves),
            self.is_kept, dict(self.conditions), dict(self.fields), dict(self.outer),
        )  # fmt: skip

    def _restore(self, state: State) -> None:
        (
            self.after_of, self.before_of, self.filled, self.selves, self.is_kept,
            self.conditions, self.fields, self.outer,
        ) = state  # fmt: skip

    def _fail(self, before: Term, after: Term) -> bool:
        self.why = self.why or f"{said(before)} against {said(after)}"
        return False

    def _given(self, condition: str | None, before: Term, after: Term) -> bool:
        if condition is None:
            return self._fail(before, after)
        if condition:
            self.conditions[condition] = None
        return True

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

    def type_of(self, term: Term, *, is_after: bool) -> str | None:
        """The type of a term, as far as the change set says it."""
        return self.kinds[is_after].of(term)

    def _is_converted(self, choice: Term, *, is_after: bool) -> bool:
        """Whether a choice between two values turns one of them into the type of the other."""
        known = [self.type_of(kid, is_after=is_after) for kid in choice.kids[1:]]
        is_numeric = bool(self.normal.numeric.intersection(kind for kind in known if kind))
        return None not in known and known[0] != known[1] and is_numeric

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

    def _pair(self, before: Term, after: Term) -> bool:
        known_a, known_b = self.after_of.get(before.key), self.before_of.get(after.key)
        if known_a is None and known_b is None:
            if (False, before.key) in self.filled or (True, after.key) in self.filled:
                return False
            if self._is_self(after, is_after=True) or self._is_self(before, is_after=False):
                return False
            self.after_of[before.key] = after.key
            self.before_of[after.key] = before.key
            return True
        return known_a == after.key and known_b == before.key

    def _is_self(self, local: Term, *, is_after: bool) -> bool:
        """Whether a local of one side is the object whose code the other side is."""
        known = self.selves.get(not is_after)
        return known is not None and known.op == "local" and known.key == local.key

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

    def _is_of_object(self, before: Term, after: Term) -> bool:
        """Whether two names of members of the own object are of one object, as far as is seen."""
        if INSIDE in (before.scope, after.scope) or not self.meanings.is_moved:
            return True
        if self.meanings.needs_no_object(before.text, "field") is not False:
            return True
        self.is_kept = True
        self.reads_own = self.reads_own or self.meanings.is_of_one_class(before.text)
        return not self.selves

    def _constants(self, before: Term, after: Term) -> bool:
        """Whether a name stands for the literal, or for the same one, on the other side."""
        value_b = self.meanings.constant(before, is_after=False) or before
        value_a = self.meanings.constant(after, is_after=True) or after
        return value_b.op == value_a.op == "literal" and value_b.text == value_a.text

    # ------------------------------------------------------------------ members and objects

    def _selves(self, before: Term, after: Term) -> bool:
        """Whether both are the object whose code this is, or one around it."""
        if before.text == after.text:
            if self.selves:
                return self._fail(before, after)
            self.is_kept = True
            if self.meanings.is_moved and not self.meanings.is_kin():
                if not self.meanings.may_be_both():
                    return self._fail(before, after)
                self.conditions["the object is of both classes"] = None
            return True
        if before.text and after.text:
            is_own = self.meanings.is_own(before.text, is_after=False)
            return (is_own and self.meanings.is_own(after.text, is_after=True)) or self._fail(
                before, after
            )
        word = before.text or after.text  # `Outer.this` on one side
        return self.meanings.is_innermost(word) or self._fail(before, after)

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

    def _is_another(self, before: Term, after: Term) -> bool:
        """Whether a function calls itself on one side, and on the other one of another class."""
        return any(
            one.kids[0].op in ("self", "this")
            and other.kids[0].op not in ("self", "this")
            and self.meanings.has_another(one.text, other.text, kind, is_after=is_after)
            for one, other, is_after in ((before, after, True), (after, before, False))
            for kind in [self.type_of(other.kids[0], is_after=is_after)]
        )

    def _is_of_other_type(self, before: Term, after: Term) -> bool:
        """Whether one of two values is a number, and the other is of another type."""
        holders = (
            self.type_of(before.kids[0], is_after=False),
            self.type_of(after.kids[0], is_after=True),
        )
        if holders[0] is not None and holders[1] is not None and holders[0] != holders[1]:
            count = len(before.kids) - 1 if before.op == "call" else None
            if self.meanings.is_one_member(before.text, (holders[0], holders[1]), count) is False:
                return True
        known = self.type_of(before, is_after=False), self.type_of(after, is_after=True)
        is_number = not self.normal.numeric.isdisjoint(
            kind.partition("[")[0] for kind in known if kind
        )
        return None not in known and known[0] != known[1] and is_number

    def _is_chosen_otherwise(self, before: Term, after: Term) -> bool:
        """Whether a function that came or went fits one of two calls as well."""
        count = len(before.kids) - 1
        if before.text == after.text and count == len(after.kids) - 1:
            for at, (b, a) in enumerate(zip(before.kids[1:], after.kids[1:], strict=True)):
                known = self.type_of(b, is_after=False), self.type_of(a, is_after=True)
                is_other = None not in known and known[0] != known[1]
                if is_other and self.meanings.members[1].chooses(after.text, count, at):
                    return True
        return self.meanings.is_called_otherwise(before, after, self._types(before, after))

    def _types(self, before: Term, after: Term) -> tuple[list[str | None], list[str | None]]:
        """The types of the parts of two terms."""
        return (
            [self.type_of(kid, is_after=False) for kid in before.kids],
            [self.type_of(kid, is_after=True) for kid in after.kids],
        )

    def _is_made_otherwise(self, before: Term, after: Term) -> bool:
        """Whether a constructor that came or went fits one of two new objects as well."""
        words = [
            next((k.text for k in term.kids if k.op == "type" or k.text in self.normal.bases), "")
            for term in (before, after)
        ]
        passed = [k for term in (before, after) for k in term.kids if k.op == "arguments"]
        return len(passed) == len(words) and self.meanings.is_made_otherwise(
            (words[0], words[1]), self._types(passed[0], passed[1])
        )

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

    def _is_around(self, other: Term, holder: str, *, is_after: bool) -> bool:
        """Whether the object around, whose member is named, is one thing on the other side.

        `is_after`: it is that of the code after.
        """
        taken = self.after_of if is_after else self.before_of
        kind = self.type_of(other, is_after=not is_after)
        is_other = kind is not None and not self.meanings.is_kind_of(
            holder, kind, is_after=is_after
        )
        if is_other or (other.op == "local" and other.key in taken):
            return self._fail(other, other)
        known = self.outer.setdefault((is_after, holder), other)
        self.conditions[f"{said(other)} is the {holder} around"] = None
        return shape(known) == shape(other) or self._fail(known, other)

    def _of_class(self, other: Term, word: str, *, is_after: bool) -> bool:
        """Whether a member named without a class (after, or before) may be that of a class."""
        is_that = self.meanings.is_that_of(word, other.text, is_after=is_after)
        if is_that is not None:
            return is_that
        own = self.meanings.is_own(other.text, is_after=is_after)
        if not own and not self.meanings.is_own(other.text, is_after=not is_after):
            # A name of the class elsewhere: a static import, or a member that moved.
            self.conditions[f"{word} without a class before it is that of {other.text}"] = None
        return True

    def _own_receivers(self, before: Term, after: Term, word: str) -> bool | None:
        """The same where both are the object whose code this is, None where they are not."""
        if before.op == after.op == "self":
            if word in self.normal.of_any and self.meanings.is_moved and not self.selves:
                return self._selves(before._replace(op="this"), after._replace(op="this"))
            is_free = self.meanings.needs_no_object(word) if self.selves else True
            if is_free is None:
                self.conditions[f"{word} does not depend on its object"] = None
            return is_free is not False or self._fail(before, after)
        if before.op == after.op == "this" and before.text == after.text == "":
            self.is_kept = True  # the member is asked for by its name
            return not self.selves or self._fail(before, after)
        if before.op in ("self", "this") and after.op in ("self", "this"):
            return self._selves(before._replace(op="this"), after._replace(op="this"))
        return None

    def _is_no_member(self, before: Term, after: Term, word: str) -> bool:
        """Whether a name without an object may be what it is outside of a class inside.

        A condition, unless the class inside is one of the change set.
        """
        inside = [
            (term.op == "self" and term.text == INNER)
            # Another name than the word itself is asked for by itself.
            or (term.scope == INSIDE and (term.text == word or before.op == after.op))
            for term in (before, after)
        ]
        is_class = self._is_class(before, is_after=False) or self._is_class(after, is_after=True)
        if is_class or inside == [False, False]:
            return True
        if inside[0] == inside[1]:
            there = [
                self.meanings.has_inside(term.row, word, is_after=bool(at))
                for at, term in enumerate((before, after))
            ]
            return None in there or there[0] == there[1]
        row = (before if inside[0] else after).row
        known = self.meanings.has_inside(row, word, is_after=not inside[0])
        if known is None:
            self.conditions[f"the class inside has no {word}"] = None
        return not known

    def _is_class(self, term: Term, *, is_after: bool) -> bool:
        return term.op == "name" and self.meanings.is_class(term.text, is_after=is_after)

    def _becomes(self, one: Term, other: Term, *, is_after: bool) -> bool:
        """Whether the object whose code this is stands for one thing on the other side."""
        if one.text or self.is_kept or not is_path(other):
            return self._fail(other, one)
        if not self.meanings.is_moved and (is_after or other.op != "local"):
            return self._fail(other, one)  # in its class a method keeps its object, or is given it
        taken = self.after_of if is_after else self.before_of
        if other.op == "local" and other.key in taken:
            return self._fail(other, one)
        known = self.selves.setdefault(is_after, other)
        if known is other:
            self.conditions[
                f"{said(other)} is the object that the method now belongs to"
                if is_after
                else f"callers pass the object the method belonged to as {said(other)}"
            ] = None
        return shape(known) == shape(other) or self._fail(other, one)

    def _is_of_class(self, term: Term, *, is_after: bool) -> bool:
        """Whether a path begins with the name of a class."""
        while term.op in ("get", "call") and len(term.kids) == 1:
            term = term.kids[0]
        return self._is_class(term, is_after=is_after)

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

    def _fills(self, before: Term, after: Term) -> bool:
        """Whether a parameter of one side stands for the code of the other."""
        for one, other, is_after in ((before, after, False), (after, before, True)):
            if one.op != "local" or one.key not in self.holes[is_after]:
                continue
            if one.key in (self.before_of if is_after else self.after_of):
                continue
            known = self.filled.get((is_after, one.key))
            if known is not None:
                if shape(known) == shape(other):
                    return True
                continue
            if self._may_fill(other, is_after=not is_after):
                self.filled[is_after, one.key] = other
                return True
        return False

    def _may_fill(self, term: Term, *, is_after: bool) -> bool:
        """Whether a term can be evaluated by the caller: no statement, no type, no bound local."""
        if term.op in _NO_ARGUMENT or (term.op == "literal" and term.scope == ADAPTED):
            return False
        taken = self.before_of if is_after else self.after_of
        return not any(t.op == "local" and t.key in taken for t in walk(term))


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
