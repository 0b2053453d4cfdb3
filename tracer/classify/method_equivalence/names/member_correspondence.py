"""Whether members and overloads that two methods use are the same ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.names.type_correspondence import TypeCorrespondence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.method_equivalence.code.terms import Term


class MemberCorrespondence(TypeCorrespondence):
    """Which members before are which members after, and which overload is chosen."""

    def is_own(self, word: str, *, is_after: bool) -> bool:
        """Whether a name is the class whose code is compared, or one around it."""
        return word in self.own[is_after]

    def is_innermost(self, word: str) -> bool:
        """Whether a name is the class that the code before, or after, stands in itself."""
        return any(word in own[:1] for own in self.own)

    def is_kin(self) -> bool:
        """Whether one of the two classes names the other as its base, or is the other."""
        return self._twins.is_kin()

    def declared(self, term: Term, *, is_after: bool) -> str | None:
        """The type that the change set declares a member of the own object with."""
        return self.members[is_after].declared(term)

    def needs_no_object(self, word: str, sort: str = "function") -> bool | None:
        """Whether a member named without an object needs none; None if nobody sees it."""
        known = [members.needs_no_object(word, sort) for members in self.members]
        return None if None in known else all(known)

    def may_be_both(self) -> bool:
        """Whether an object may be of both classes, as far as their headers say."""
        sides = zip(self.definitions, self.files, self.rows, strict=True)
        around = [known.around(file, row)[-1:] for known, file, row in sides]
        if not all(around):
            return False
        (before,), (after,) = around
        is_interface = "interface" in (before.sort, after.sort)
        if not is_interface and self.members[0].bases(before) == self.members[1].bases(after):
            return False  # of two classes below the same one none is below the other
        return self.members[0].may_be_both(before, after.text) or self.members[1].may_be_both(
            after, before.text
        )

    def has_another(self, word: str, other: str, kind: str | None, *, is_after: bool) -> bool:
        """Whether the function itself is called, and on a side one that a class has so called.

        `word`: what is called on the own object, `other`: on one of a type, on the side `is_after`.
        """
        if kind is None or word != self.names[not is_after]:
            return False
        file, row = self.files[is_after], self.rows[is_after]
        holders = self.members[is_after].classes_of(kind)
        functions = [
            d
            for d in self.definitions[is_after].of_word.get(other, ())
            if d.sort == "function" and any(d.owner == (h.file, h.name) for h in holders)
        ]
        return bool(functions) and all((d.file, d.row) != (file, row) for d in functions)

    def is_called_otherwise(
        self, before: Term, after: Term, types: tuple[list[str | None], list[str | None]]
    ) -> bool:
        """Whether one of several functions of a name is on one side only, and may fit a call there.

        `types`: those of the object that it is called on, and of the arguments.
        """
        given = types[0][1:], types[1][1:]
        if before.kids[0].op in ("self", "this") and after.kids[0].op in ("self", "this"):
            if before.text != after.text:
                return False
            holders = self.members[0].own_class(), self.members[1].own_class()
            return self._overloads.is_other(before.text, holders, given)
        if before.text != after.text:
            return False
        if {"self", "this"} & {before.kids[0].op, after.kids[0].op}:
            return self._overloads.of_another(before.text, (None, None), given)
        kinds = [
            term.kids[0].text
            if term.kids[0].op == "name" and self.is_class(term.kids[0].text, is_after=bool(at))
            else types[at][0]
            for at, term in enumerate((before, after))
        ]
        return self._overloads.of_another(
            before.text, (kinds[0], kinds[1]), given
        ) or self._is_taken_otherwise(before.text, kinds, len(given[0]))

    def _is_taken_otherwise(self, word: str, kinds: Sequence[str | None], count: int) -> bool:
        """Whether the one function of a class has parameters now that convert what it is passed."""
        found = [
            (kind and members.in_class(kind, word, count)) or ()
            for members, kind in zip(self.members, kinds, strict=True)
        ]
        if [len(them) for them in found] != [1, 1]:
            return False
        return self._is_converted((found[0][0], found[1][0]))

    def is_referred_otherwise(self, holder: Term, word: str) -> bool:
        """Whether a reference to a function may mean one that is on one side only."""
        is_named = holder.op in ("name", "type")
        before, after = (
            members.classes_of(holder.text) if is_named else members.own_class()
            for members in self.members
        )
        return self._overloads.is_other_set(word, (before, after))

    def is_made_otherwise(
        self, words: tuple[str, str], types: tuple[list[str | None], list[str | None]]
    ) -> bool:
        """The same of the constructors of two classes; '' is the class that code stands in."""
        bases = self.context.names_after(self.files[1]).tables.raw["terms"]["bases"]
        found = [
            members.base_class() if word in bases else
            members.classes_of(word) if word else members.own_class()
            for members, word in zip(self.members, words, strict=True)
        ]  # fmt: skip
        if not all(found) or found[0][0].text != found[1][0].text:
            return False
        word, holders = found[0][0].text, (found[0], found[1])
        return self._overloads.is_other(word, holders, types) or self._overloads.is_converted(
            word, holders, len(types[0])
        )

    def is_one_member(self, word: str, types: tuple[str, str], count: int | None) -> bool | None:
        """Whether a name is one member of two classes, before and after; None if unseen."""
        before, after = (
            members.in_class(kind, word, count)
            for members, kind in zip(self.members, types, strict=True)
        )
        if before is None or after is None:
            return None
        is_one_object = types[0] == types[1] or self._may_be_one(types)
        return len(before) == len(after) and all(
            any(
                self._twins.is_partner(b, a)
                or (
                    count is not None
                    and is_one_object
                    and not self._twins.is_of_class(a)
                    and self.members[0].parameters(b) == self.members[1].parameters(a)
                )
                for a in after
            )
            for b in before
        )

    def _may_be_one(self, types: tuple[str, str]) -> bool:
        """Whether an object may be of one class before and of another after, as far as is seen."""
        sides = zip(self.members, types, types[::-1], strict=True)
        return any(
            members.may_be_both(holder, other)
            for members, kind, other in sides
            for holder in members.classes_of(kind)
        )
