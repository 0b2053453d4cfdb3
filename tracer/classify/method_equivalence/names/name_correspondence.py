"""What a name that is no local means to the code before and to the code after.

A method that moves takes its words along; this asks whether they still name the same things.
Where both definitions are in the change set it is decided by looking at them: the same ones (by
the mapping, or by their code), renamed ones, or others. Where they are not, the answer is a
condition, which the verdict shows.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.definitions import CLASSES, Definition
from tracer.classify.method_equivalence.code.terms import INSIDE, Reader, Term, marks
from tracer.classify.method_equivalence.names.definition_correspondence import BOTH
from tracer.classify.method_equivalence.names.field_correspondence import declaration, erased
from tracer.classify.method_equivalence.names.meanings import Along
from tracer.classify.method_equivalence.names.member_correspondence import MemberCorrespondence
from tracer.semantics.model import Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


_PARTS = " is made of"


def is_of_both(condition: str) -> bool:
    """Whether a condition says that a member of one class is what the other class has."""
    return condition.endswith(BOTH)


def is_of_parts(condition: str) -> bool:
    """Whether a condition says that nothing depends on what a member is made of."""
    return condition.endswith(_PARTS)


class Meanings(MemberCorrespondence):
    """What names mean around one function before and one after."""

    def of_part(self) -> Meanings:
        """The same where one function is a part of the other."""
        other = copy(self)
        other._is_part, other._known = True, {}  # noqa: SLF001 - a copy of its own
        return other

    # ------------------------------------------------------------------ questions

    def has_inside(self, row: int, word: str, *, is_after: bool) -> bool | None:
        """Whether a class inside the function, around a row, has a member; None if unseen."""
        file, function = self.files[is_after], self.rows[is_after]
        return self._origins[is_after].has_inside(file, row, function, word)

    def is_that_of(self, word: str, holder: str, *, is_after: bool) -> bool | None:
        """Whether a member named without a class is that of a class on the other side.

        `is_after`: it is named without one in the code after. None if nobody sees both.
        """
        own = self._origins[is_after].of(
            self.files[is_after], self.rows[is_after], word, ("function", "field")
        )
        theirs = [
            d
            for d in self.definitions[not is_after].of_word.get(word, ())
            if d.holder == holder and d.sort in {found.sort for found in own.found}
        ]
        if not own.is_certain or not theirs:
            return None
        pairs = [(t, o) if is_after else (o, t) for o in own.found for t in theirs]
        return any(
            b.sort == a.sort
            and (self._twins.is_partner(b, a) or self._twins.is_alike(b, a))
            and self._twins.same_variable(b, a) == ""
            for b, a in pairs
        )

    def above(self, word: str) -> str | None:
        """The condition that a function of the base is the same seen from both classes.

        None where one of the two classes has it itself: it may be what the other calls above.
        """
        is_there = False
        for at, known in enumerate(self.definitions if self.is_moved else ()):
            holders = {d.holder for d in known.of_word.get(word, ())}
            is_there = is_there or not holders.isdisjoint(self.own[1 - at][:1])
            is_there = is_there or (
                word not in self.names and not holders.isdisjoint(self.own[at][:1])
            )
        if is_there:
            return None
        before, after = (
            known.above(file, row, word, ("function", "field"))
            for known, file, row in zip(self._origins, self.files, self.rows, strict=True)
        )
        given = f"{word} is the same above both classes"
        if not self.is_moved and [d.name for d in before.found] == [d.name for d in after.found]:
            if any(map(self._is_of_other_type, before.found, after.found)):
                return None
            return "" if before.stops == after.stops else given
        if before.found and after.found:
            return self._ways.same_found(before, after, given)
        return "" if not before.found and not after.found and before.is_way_of(after) else given

    def same(self, before: Term, after: Term) -> str | None:
        """None when two names mean different things, else the condition ('' for none)."""
        key = (_sort(before), before.text, after.text)
        if key not in self._known:
            self._known[key] = self._same(before, after)
        return self._known[key]

    def constant(self, term: Term, *, is_after: bool) -> Term | None:
        """The literal that a name stands for and that can never be another."""
        if term.op not in ("name", "get"):
            return None
        known = self.definitions[is_after]
        if term.op == "get" and term.kids[0].op == "name":
            holder = term.kids[0].text
            fields = (d for d in known.of_word.get(term.text, ()) if d.sort == "field")
            found = [d for d in fields if d.holder == holder]
        else:
            origin = self._ways.of(term.text, ("field",))[is_after]
            is_inside = term.scope == INSIDE and self.has_inside(
                term.row, term.text, is_after=is_after
            )
            found = [] if origin.stops or is_inside is not False else list(origin.found)
        if len(found) != 1:
            return None
        tree = known.forest.trees[found[0].file]
        if not self._twins.is_final(found[0], is_after=is_after):
            return None
        value = tree.child_by_field(found[0].row, "value")
        if value < 0:
            return None
        names = (self.context.names_after if is_after else self.context.names_before)(found[0].file)
        term = Reader(Side(names)).term(value)
        if term.op != "literal":
            return None
        kind = declaration(tree, found[0].row)[0].decode()
        is_plain = term.text.isdigit() if kind == "int" else kind == "String"
        # A constant of another type converts its literal.
        return term if is_plain else term._replace(text=f"{kind} {term.text}")

    def is_variable(self, word: str, *, is_after: bool) -> bool:
        """Whether a name is a field of the class around that may have several values.

        A name that neither the change set nor an import of the file defines is inherited.
        """
        found = self.definitions[is_after].of_word.get(word, ())
        if not found:
            return not self.is_class(word, is_after=is_after)
        return any(
            d.sort == "field"
            and d.owner in self.owners[is_after]
            and not self._twins.is_final(d, is_after=is_after)
            for d in found
        )

    def is_lasting(self, term: Term, *, is_after: bool) -> bool:
        """Whether a term names a field that never changes once its object is made."""
        if term.op != "name" and (term.op != "get" or term.kids[0].op not in ("self", "this")):
            return False
        origin = self._ways.of(term.text, ("field",))[is_after]
        names_of = self.context.names_after if is_after else self.context.names_before
        return origin.is_certain and all(
            names.tables.raw["terms"]["lasting"] in marks(names.tree, d.row)
            for d in origin.found
            for names in [names_of(d.file)]
        )

    def around_of(self, word: str, *, is_after: bool) -> str:
        """The class around the innermost one that a function without an object belongs to, or ''.

        Of a function that moved, and that needs an object of this class.
        """
        origin = self._ways.of(word, ("function",))[is_after]
        holders = {d.holder for d in origin.found} if origin.is_certain else set()
        needs = self.members[is_after].needs_no_object(word) is False
        one = next(iter(holders)) if len(holders) == 1 else ""
        return one if self.is_moved and needs and one in self.own[is_after][1:] else ""

    def is_of_one_class(self, word: str) -> bool:
        """Whether a field of the own object is that of one class on both sides."""
        before, after = self._ways.of(word, ("field",))
        return {d.name for d in before.found} == {d.name for d in after.found}

    def along(
        self,
        calls: tuple[Term, Term],
        types: tuple[list[str | None], list[str | None]],
        chosen: tuple[int, ...],
        *,
        is_after: bool,
    ) -> Along | None:
        """What a called function does without some arguments, compared with its other version.

        `types`: those of the arguments; `is_after`: the call after passes more. None where it is
        another thing, or where nobody sees which function of the change set is called.
        """
        found = []
        sides = zip(calls, types, self.definitions, self._origins, self.members, strict=True)
        for at, (call, kinds, known, origins, members) in enumerate(sides):
            functions: Iterable[Definition] = known.of_word.get(call.text, ())
            if call.kids[0].op in ("self", "this"):
                origin = origins.of(self.files[at], self.rows[at], call.text, ("function",))
                functions = origin.found
            taken = [(d, members.parameters(d)) for d in functions if d.sort == "function"]
            fitting = [d for d, taking in taken if len(taking) == len(kinds)]
            if len(fitting) > 1:
                fitting = [d for d, taking in taken if taking == kinds]
            if len(fitting) != 1 or known.is_overridden(fitting[0]):
                return None
            found.append(fitting[0])
        own = [(d.file, d.row) for d in found]
        if own == list(zip(self.files, self.rows, strict=True)):
            return self._again(own[is_after], calls[is_after], chosen, is_after=is_after)
        return self._along(found[0], found[1], chosen, is_after=is_after)

    def _again(
        self, function: tuple[int, int], call: Term, chosen: tuple[int, ...], *, is_after: bool
    ) -> Along | None:
        """The same where a function calls itself: it hands on what it was passed."""
        names = (self.context.names_after if is_after else self.context.names_before)(function[0])
        parameters = Reader(Side(names)).parameters(function[1])
        is_handed_on = all(
            call.kids[1 + at].op == "local" and call.kids[1 + at].key == parameters[at].key
            for at in chosen
        )
        return Along(is_seen=True) if is_handed_on and not self._is_part else None

    def stands_for(self, before: Term, after: Term) -> str | None:
        """What must hold for a field of one class to be what stands there in the other."""
        return self._fields.stands_for(before, after) if self.is_moved else None

    def value_of(
        self, term: Term, types: Sequence[str | None], *, is_after: bool
    ) -> tuple[Term, tuple[str, ...]] | None:
        """What a call of a function of the class gives, when that is one value; conditions."""
        found = self._fields.called(term, is_after=is_after)
        given = found and self._value(found, term.kids[1:], types, is_after=is_after)
        if found is None or given is None:
            return None
        names = (self.context.names_after if is_after else self.context.names_before)(found.file)
        words = marks(names.tree, found.row)
        is_certain = not words.isdisjoint(names.tables.raw["terms"]["not_overridden"])
        if not is_certain and self.definitions[is_after].is_overridden(found):
            return None  # the change itself says so
        dispatched = "" if is_certain else f"no subclass has a {term.text} of its own"
        return given[0], tuple(one for one in (given[1], dispatched) if one)

    # ------------------------------------------------------------------ answers

    def _same(self, before: Term, after: Term) -> str | None:
        sort = _sort(before)
        if before.text == after.text:
            is_ours = before.op == "name" or before.kids[0].op in ("self", "this")
            is_ours = is_ours and (after.op == "name" or after.kids[0].op in ("self", "this"))
            if not is_ours:
                return None if self._is_other_value(before, after) else ""
            return self._kept(before, sort) if self.is_moved else self._stayed(before.text, sort)
        if sort == "function" and (before.text, after.text) == self.names:
            return self._itself(before, after)
        for b, a in self._pairs(before.text, after.text, (sort, *CLASSES)):
            if b.sort != sort and before.op != "name":
                continue
            if not (self._may_mean(before, b, is_after=False) and self._may_mean(after, a)):
                continue
            if b.sort in CLASSES:
                is_known = self._twins.is_partner(b, a)
            else:
                is_near = (
                    self._twins.is_partner(b, a)
                    or self._twins.is_marked(b)
                    or self._twins.is_ours(b, a)
                )
                is_known = is_near and self._twins.is_alike(b, a)
            if is_known and b.sort == "function" and self._twins.is_dispatched_now(b, a):
                continue
            if is_known:
                return f"{before.text} is now called {after.text}"
        return None

    def _may_mean(self, term: Term, one: Definition, *, is_after: bool = True) -> bool:
        """Whether a name of the own class may mean a definition; True where not all is seen."""
        if term.op != "name" and term.kids[0].op not in ("self", "this"):
            return True
        file, row = self.files[is_after], self.rows[is_after]
        origin = self._origins[is_after].of(file, row, term.text, (one.sort,))
        return not origin.is_certain or one in origin.found

    def _is_other_value(self, before: Term, after: Term) -> bool:
        """Whether two fields of a class, named with it, are two values, or of two types."""
        found = [
            [d for d in known.of_word.get(term.text, ()) if d.sort == "field"
             and d.holder == term.kids[0].text]
            for known, term in zip(self.definitions, (before, after), strict=True)
            if term.op == "get"
        ]  # fmt: skip
        if [len(them) for them in found] != [1, 1]:
            return False
        one, two = found[0][0], found[1][0]
        return self._is_of_other_type(one, two) or self._twins.is_other_constant(one, two)

    def _itself(self, before: Term, after: Term) -> str | None:
        """The same of a call that has the name of the function it stands in, on both sides."""
        if self._is_part:
            return None  # a part that calls itself is not the whole that does
        is_own = any(term.kids[0].op in ("self", "this") for term in (before, after))
        return "" if is_own else f"{before.text} of another object is now called {after.text}"

    def _stayed(self, word: str, sort: str) -> str | None:
        """The same of a name in a function that stayed in its class."""
        stayed = self._ways.stayed(word, (sort, *CLASSES), f"{word} names what it named")
        return self._retyped(word, sort) if stayed == "" else stayed

    def _retyped(self, word: str, sort: str) -> str | None:
        """The same of a member of the class, where its declared type may be another now."""
        here = [
            [d for owner in own for d in known.of_word.get(word, ()) if d.owner == owner
             and d.sort == sort]
            for known, own in zip(self.definitions, self.owners, strict=True)
        ]  # fmt: skip
        if not any(here):
            here = [
                [d for d in origin.found if origin.is_certain and d.sort == sort]
                for origin in self._ways.of(word, (sort,))
            ]
        if [len(them) for them in here] != [1, 1]:
            return ""
        one, two = here[0][0], here[1][0]
        if self._twins.is_dispatched_now(one, two) or (
            sort == "field" and self._twins.needs_an_object_now(one, two)
        ):
            return None
        if sort == "function" and self._is_of_other_type(one, two):
            return None
        trees = [
            known.forest.trees[d[0].file] for known, d in zip(self.definitions, here, strict=True)
        ]
        whole = [declaration(tree, them[0].row)[0] for tree, them in zip(trees, here, strict=True)]
        types = [erased(kind).decode("utf-8", "replace") for kind in whole]
        if types[0] == types[1]:
            is_other = sort == "field" and self._twins.is_other_value(one, two)
            given = (
                "" if whole[0] == whole[1] else f"nothing asks what {word}, a {types[0]},{_PARTS}"
            )
            return None if is_other else given
        if self._is_of_other_type(one, two):
            return None
        return f"nothing asks whether {word} is a {types[0]} or a {types[1]}"

    def _kept(self, before: Term, sort: str) -> str | None:
        """Whether a name of the class around still names the same in the class after."""
        if self._is_value_of_class(before.text, sort):
            return None
        sorts = (sort, *CLASSES)
        b, a = (
            next(
                (
                    d
                    for owner in own
                    for d in known.of_word.get(before.text, ())
                    if d.owner == owner and d.sort in sorts
                ),
                None,
            )
            for known, own in zip(self.definitions, self.owners, strict=True)
        )
        if b is None or a is None:
            is_known = b is a and before.op == "name" and self._is_known(before.text)
            given = "" if is_known else before.text + BOTH
            return self._ways.same(before.text, sorts, given)
        if self._twins.is_partner(b, a) or self._twins.is_alike(b, a):
            is_other = self._is_of_other_type(b, a)
            return None if is_other else self._twins.same_variable(b, a)
        if (before.text,) * 2 == self.names and sort == "function":
            return ""
        if b.sort == a.sort == "field" and self._twins.went(b, a):
            return f"{b.text} starts with the value it started with"
        return self._twins.dispatched(before.text, b, a)

    def _is_value_of_class(self, word: str, sort: str) -> bool:
        """Whether a name is a value, or a function of its values, that one of the classes has."""
        sides = zip(self.definitions, self.files, self.rows, strict=True)
        around = [known.around(file, row)[-1:] for known, file, row in sides]
        if not all(around) or self._twins.is_partner(around[0][0], around[1][0]):
            return False
        raw = self.context.names_after(self.files[1]).tables.raw["terms"]
        for known, (holder,) in zip(self.definitions, around, strict=True):
            tree = known.forest.trees[holder.file]
            if sort == "function":
                if word in raw["own_functions"].get(holder.sort, ()):
                    return True
                continue
            for row in range(holder.row, tree.stop[holder.row]):
                name = (
                    tree.child_by_field(row, "name") if tree.kind_name(row) in raw["values"] else -1
                )
                if name >= 0 and tree.slice(name).decode("utf-8", "replace") == word:
                    return True
        return False


def _sort(term: Term) -> str:
    return "function" if term.op == "call" else "field"
