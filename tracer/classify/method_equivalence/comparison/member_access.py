"""Whether members, calls and their objects mean the same before and after."""

from __future__ import annotations

from tracer.classify.method_equivalence.code.terms import INNER, INSIDE, Term, is_path, said, shape
from tracer.classify.method_equivalence.comparison.pairing import Pairing


class MemberAccess(Pairing):
    """Asks of members and objects what the names in both methods mean."""

    def _is_converted(self, choice: Term, *, is_after: bool) -> bool:
        """Whether a choice between two values turns one of them into the type of the other."""
        known = [self.type_of(kid, is_after=is_after) for kid in choice.kids[1:]]
        is_numeric = bool(self.normal.numeric.intersection(kind for kind in known if kind))
        return None not in known and known[0] != known[1] and is_numeric

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
