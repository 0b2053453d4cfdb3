"""What a name that is no local means to the code before and to the code after.

A method that moves takes its words along; this asks whether they still name the same things.
Where both definitions are in the change set it is decided by looking at them: the same ones (by
the mapping, or by their code), renamed ones, or others. Where they are not, the answer is a
condition, which the verdict shows.
"""

from __future__ import annotations

import os
from copy import copy
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.class_members import Members
from tracer.classify.method_equivalence.definition_correspondence import BOTH, Twins
from tracer.classify.method_equivalence.definitions import CLASSES, Definition, Definitions
from tracer.classify.method_equivalence.field_correspondence import Fields, declaration, erased
from tracer.classify.method_equivalence.meanings import Along
from tracer.classify.method_equivalence.overload_resolution import Overloads
from tracer.classify.method_equivalence.resolution_paths import Ways
from tracer.classify.method_equivalence.terms import INSIDE, Reader, Term, marks
from tracer.semantics.model import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.name_origins import Origins


_PARTS = " is made of"


def is_of_both(condition: str) -> bool:
    """Whether a condition says that a member of one class is what the other class has."""
    return condition.endswith(BOTH)


def is_of_parts(condition: str) -> bool:
    """Whether a condition says that nothing depends on what a member is made of."""
    return condition.endswith(_PARTS)


class Meanings:
    """What names mean around one function before and one after."""

    def __init__(  # noqa: PLR0913 - what the judge has of both versions
        self,
        context: Context,
        definitions: tuple[Definitions, Definitions],
        functions: tuple[tuple[int, int], tuple[int, int]],
        *,
        is_same_code: Callable[[Definition, Definition], bool],
        value: Callable[..., tuple[Term, str] | None],
        along: Callable[..., Along | None],
        origins: tuple[Origins, Origins],
    ) -> None:
        """`functions`: (file, row) before and after."""
        self.context = context
        self.definitions = definitions
        self.files = (functions[0][0], functions[1][0])
        self.rows = (functions[0][1], functions[1][1])
        self.own = tuple(
            known.classes_around(*function)
            for known, function in zip(definitions, functions, strict=True)
        )
        self.names = tuple(
            _name(known, *function) for known, function in zip(definitions, functions, strict=True)
        )
        self.owners = tuple(
            known.owners(*function) for known, function in zip(definitions, functions, strict=True)
        )
        self._is_part = False
        self.is_moved = self.own[0] != self.own[1] or self._is_namesake()
        raw = context.names_after(functions[1][0]).tables.raw
        self._plain = frozenset((*raw["terms"]["numeric"], *raw["types"]["final"]))
        folders = [
            os.path.dirname(known.forest.paths[file])
            for known, file in zip(definitions, self.files, strict=True)
        ]
        self._is_home = folders[0] == folders[1]  # a simple name means the same class
        self._is_same_code = is_same_code
        self._fields = Fields(definitions, self.own, self.owners, value)
        self._value = value
        self._along = along
        self._origins = origins
        self.members = tuple(
            Members(known, origin, names_of, function)
            for known, origin, names_of, function in zip(
                definitions,
                origins,
                (context.names_before, context.names_after),
                functions,
                strict=True,
            )
        )
        self._twins = Twins(
            context, definitions, self.own, self.owners, self.members, self._fields, is_same_code
        )
        self._overloads = Overloads(context, definitions, self.members, raw["terms"], self._plain)
        self._ways = Ways(context, definitions, functions, origins, self._twins)
        self._known: dict[tuple[str, str, str], str | None] = {}

    def _is_namesake(self) -> bool:
        """Whether the two classes have one name, and each stands on in its own file."""
        if self.files[0] < 0 or not all(self.owners):
            return False
        forests = [known.forest for known in self.definitions]
        paths = [f.paths[file] for f, file in zip(forests, self.files, strict=True)]
        if paths[0] == paths[1]:
            return self.owners[0][0][1] != self.owners[1][0][1]
        return any(
            d.name == owner[0][1] and known.forest.paths[d.file] == path
            for known, owner, path in zip(self.definitions[::-1], self.owners, paths, strict=True)
            for d in known.of_word.get(owner[0][1].rpartition(".")[2], ())
            if d.sort in CLASSES
        )

    def of_part(self) -> Meanings:
        """The same where one function is a part of the other."""
        other = copy(self)
        other._is_part, other._known = True, {}  # noqa: SLF001 - a copy of its own
        return other

    # ------------------------------------------------------------------ questions

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

    def has_inside(self, row: int, word: str, *, is_after: bool) -> bool | None:
        """Whether a class inside the function, around a row, has a member; None if unseen."""
        file, function = self.files[is_after], self.rows[is_after]
        return self._origins[is_after].has_inside(file, row, function, word)

    def needs_no_object(self, word: str, sort: str = "function") -> bool | None:
        """Whether a member named without an object needs none; None if nobody sees it."""
        known = [members.needs_no_object(word, sort) for members in self.members]
        return None if None in known else all(known)

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

    def is_class(self, word: str, *, is_after: bool) -> bool:
        """Whether a name is known to be a class: defined in the change set, or imported."""
        if any(
            d.sort in CLASSES for known in self.definitions for d in known.of_word.get(word, ())
        ):
            return True
        return word in self.definitions[is_after].imports(self.files[is_after])

    def same(self, before: Term, after: Term) -> str | None:
        """None when two names mean different things, else the condition ('' for none)."""
        key = (_sort(before), before.text, after.text)
        if key not in self._known:
            self._known[key] = self._same(before, after)
        return self._known[key]

    def same_types(  # noqa: PLR0911 - one guard a line
        self, before: str, after: str
    ) -> str | None:
        """The same of two types as written."""
        if "." in before or "." in after:
            return self._same_long(before, after)
        if before == after:
            word = before.partition("[")[0].rstrip(".")
            nested = self._same_nested(word)
            if nested != "":
                return nested if nested is None else self._ways.same(word, CLASSES, nested)
            one, two = (
                known.imports(file).get(before, "")
                for known, file in zip(self.definitions, self.files, strict=True)
            )
            if one and two and one != two:
                pairs = self._pairs(before, after, CLASSES)
                if any(self._twins.is_partner(b, a) for b, a in pairs):
                    return ""
                is_here = any(known.of_word.get(before) for known in self.definitions)
                if is_here or not self.is_moved or not self._ways.is_moved_class(one, two):
                    return None
                return f"{one} and {two} are one class"
            return "" if word in self._plain else self._same_class(word)
        if any(self._twins.is_partner(b, a) for b, a in self._pairs(before, after, CLASSES)):
            return f"{before} is now called {after}"
        return None

    def _same_class(self, word: str) -> str | None:
        """The same of a type with the same name in both."""
        if not self.is_moved:
            return self._ways.stayed(word, CLASSES, f"{word} names what it named")
        if self._is_home:
            return self._ways.same_at_home(word)
        given = "" if self._is_known(word) else f"{word} is the same class in both files"
        return self._ways.same(word, CLASSES, given)

    def _same_nested(self, word: str) -> str | None:
        """The same of a class that belongs to a class around, '' where none does."""
        if not self.is_moved:
            return ""
        here = [
            next((d for owner in own for d in known.of_word.get(word, ())
                  if d.owner == owner and d.sort in CLASSES), None)
            for known, own in zip(self.definitions, self.owners, strict=True)
        ]  # fmt: skip
        if here[0] is not None and here[1] is not None:
            return "" if self._twins.is_partner(here[0], here[1]) else None
        return word + BOTH if here[0] or here[1] else ""

    def _same_long(self, before: str, after: str) -> str | None:
        """The same where one or both have a qualifier."""
        if before == after:
            return ""
        full = [
            word if "." in word else known.imports(file).get(word, word)
            for word, known, file in zip((before, after), self.definitions, self.files, strict=True)
        ]
        if full[0] == full[1]:
            return ""
        one, other = sorted(full, key=len)
        if other.endswith(f".{one}"):  # `Entry` and `Map.Entry`, with or without its package
            return f"{one} is {other}"
        return None

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

    def is_of_one_class(self, word: str) -> bool:
        """Whether a field of the own object is that of one class on both sides."""
        before, after = self._ways.of(word, ("field",))
        return {d.name for d in before.found} == {d.name for d in after.found}

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

    def _is_converted(self, functions: tuple[Definition, Definition]) -> bool:
        """Whether two functions take a number, or what none is derived from, of two types."""
        before, after = (
            members.parameters(d) for members, d in zip(self.members, functions, strict=True)
        )
        return self._overloads.is_taken_otherwise(before, after)

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

    def is_kind_of(self, kind: str, other: str, *, is_after: bool) -> bool:
        """Whether a type is another one, or one of a class derived from it, as far as is seen."""
        return kind == other or self.definitions[is_after].extends(kind, other)

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

    def _is_known(self, word: str) -> bool:
        """Whether a name is one class to both files: imported alike, or in the change set."""
        full = [
            known.imports(file).get(word)
            for known, file in zip(self.definitions, self.files, strict=True)
        ]
        if full[0] is not None and full[0] == full[1]:
            return True
        found = (d for known in self.definitions for d in known.of_word.get(word, ()))
        return any(d.sort in CLASSES for d in found)

    def _pairs(
        self, before: str, after: str, sorts: tuple[str, ...]
    ) -> list[tuple[Definition, Definition]]:
        return [
            (b, a)
            for b in self.definitions[0].of_word.get(before, ())
            if b.sort in sorts
            for a in self.definitions[1].of_word.get(after, ())
            if a.sort == b.sort
        ]

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

    def _is_of_other_type(self, before: Definition, after: Definition) -> bool:
        """Whether a number or text is declared otherwise: of a field, in arrays, or taken."""
        if before.sort != after.sort or before.sort in CLASSES:
            return False
        if before.sort == "function" and self._is_converted((before, after)):
            return True
        types = {
            erased(declaration(known.forest.trees[d.file], d.row)[0])
            for known, d in zip(self.definitions, (before, after), strict=True)
        }
        is_read = before.sort == "field" or any(b"[" in kind for kind in types)
        plain = (kind.partition(b" [")[0].decode("utf-8", "replace") for kind in types)
        return len(types) > 1 and is_read and not self._plain.isdisjoint(plain)

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


def _name(known: Definitions, file: int, row: int) -> str:
    found = [e.name for e in known.elements[file] if e.row == row]
    return found[0].rpartition(".")[2] if found else ""
