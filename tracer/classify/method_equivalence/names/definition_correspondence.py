"""What two definitions of one name, one of each version, are to each other.

Whether they are one thing: the mapping pairs them, or they are the same code; whether a field went
from one class to another, or stands there beside the other; whether a call still finds the one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equality.subtree_equality import is_same_tokens
from tracer.classify.method_equivalence.code.terms import marks
from tracer.classify.method_equivalence.names.field_correspondence import (
    Fields,
    declaration,
    erased,
)
from tracer.semantics.language.tables import is_at, positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.code.definitions import Definition, Definitions
    from tracer.classify.method_equivalence.names.class_members import Members

BOTH = " is the same in both classes"


class Twins:
    """Definitions before beside those after, as the two functions that are compared see them."""

    def __init__(  # noqa: PLR0913, PLR0917 - what `Meanings` has of both versions
        self,
        context: Context,
        definitions: tuple[Definitions, Definitions],
        own: tuple[list[str], ...],
        owners: tuple[list[tuple[int, str]], ...],
        members: tuple[Members, ...],
        fields: Fields,
        is_same_code: Callable[[Definition, Definition], bool],
    ) -> None:
        """`own` and `owners`: the classes around each of the two functions, as names and places."""
        self.context = context
        self.definitions = definitions
        self.own = own
        self.owners = owners
        self.members = members
        self._fields = fields
        self._is_same_code = is_same_code

    def is_kin(self) -> bool:
        """Whether one of the two classes names the other as its base, or is the other."""
        one, other = (own[0] if own else "" for own in self.own)
        return (
            one == other
            or self.definitions[1].extends(one, other)
            or self.definitions[1].extends(other, one)
        )

    def is_partner(self, before: Definition, after: Definition) -> bool:
        """Whether the mapping says that a definition before is the one after."""
        forest_b, forest_a = self.context.before, self.context.after
        node = forest_b.base[before.file] + before.row
        return self.context.mapping.to_after[node] == forest_a.base[after.file] + after.row

    def is_alike(self, before: Definition, after: Definition) -> bool:
        """Whether two definitions are the same code, their names aside."""
        tree_b = self.definitions[0].forest.trees[before.file]
        tree_a = self.definitions[1].forest.trees[after.file]
        if before.sort == "function":
            return self._is_same_code(before, after)
        if before.sort != "field":
            # Two classes are two, however alike; one that went may be one that came.
            mapping = self.context.mapping
            is_gone = mapping.to_after[self.context.before.base[before.file] + before.row] < 0
            return is_gone and is_same_tokens(tree_b, before.row, tree_a, after.row)
        own = [name.encode() for around in self.own for name in around]
        return declaration(tree_b, before.row, own) == declaration(tree_a, after.row, own)

    def is_ours(self, before: Definition, after: Definition) -> bool:
        """Whether two functions are the only ones of their names in the classes around."""
        sides = zip((before, after), self.definitions, self.owners, strict=True)
        return before.sort == after.sort == "function" and all(
            d.owner in own[:1]
            and sum(o.owner in own[:1] for o in known.of_word[d.text] if o.sort == d.sort) == 1
            for d, known, own in sides
        )

    def is_marked(self, definition: Definition) -> bool:
        """Whether what marks a definition without a body says what it is."""
        tree = self.definitions[0].forest.trees[definition.file]
        if definition.sort != "function" or tree.child_by_field(definition.row, "body") >= 0:
            return False
        return any(word.startswith('"') for word in marks(tree, definition.row))

    def needs_an_object_now(self, before: Definition, after: Definition) -> bool:
        """Whether one of two definitions needs an object, and the other does not."""
        sides = (
            (self.context.names_before(before.file), before.row),
            (self.context.names_after(after.file), after.row),
        )
        word = sides[0][0].tables.raw["terms"]["without_object"]
        return len({word in marks(names.tree, row) for names, row in sides}) > 1

    def is_of_class(self, function: Definition) -> bool:
        """Whether a function after needs no object."""
        names = self.context.names_after(function.file)
        return names.tables.raw["terms"]["without_object"] in marks(names.tree, function.row)

    def is_final(self, field: Definition, *, is_after: bool) -> bool:
        """Whether a field can have but one value."""
        names = (self.context.names_after if is_after else self.context.names_before)(field.file)
        return marks(names.tree, field.row).issuperset(names.tables.raw["terms"]["constant_with"])

    def is_other_value(self, before: Definition, after: Definition) -> bool:
        """Whether two fields get one value each, as their classes show, and not the same."""
        stored = [m.stored(d) for m, d in zip(self.members, (before, after), strict=True)]
        if None not in stored and stored[0] != stored[1]:
            return True
        return self._is_lasting(before, after) and self._fields.is_told(before, after)

    def _is_lasting(self, before: Definition, after: Definition) -> bool:
        """Whether two fields get one value each."""
        names = self.context.names_before(before.file), self.context.names_after(after.file)
        word = names[0].tables.raw["terms"]["lasting"]
        return all(
            word in marks(one.tree, d.row) for one, d in zip(names, (before, after), strict=True)
        )

    def is_other_constant(self, before: Definition, after: Definition) -> bool:
        """Whether two fields that never change say what they are, and it is not the same."""
        is_fixed = self.is_final(before, is_after=False) and self.is_final(after, is_after=True)
        return is_fixed and self._fields.is_told(before, after)

    def same_variable(self, before: Definition, after: Definition) -> str | None:
        """The condition under which two definitions that are the same code are one thing.

        Two fields of one type are two variables, unless they can never change; None where both
        get literals only, and others.
        """
        if before.sort != "field":
            return ""
        stored = [m.stored(d) for m, d in zip(self.members, (before, after), strict=True)]
        is_other = None not in stored and stored[0] != stored[1]
        if is_other or self._is_copied(before, after):
            return None
        if self.needs_an_object_now(before, after):
            return f"one object only has {before.text}"
        is_in_place = before.holder == after.holder and self.is_partner(before, after)
        if is_in_place or self.is_final(before, is_after=False):
            return "" if is_in_place else self._same_constant(before, after)
        if stored[0] is not None and stored[0] == stored[1] and len(stored[0]) == 1:
            return ""
        is_other = self._fields.is_told(before, after) or self._are_two(before, after)
        return None if is_other else self._same_place(before, after)

    def _same_place(self, before: Definition, after: Definition) -> str:
        """The condition that two fields which may change are one."""
        is_one = self.is_partner(before, after) or self.went(before, after)
        values = [m.values(d) for m, d in zip(self.members, (before, after), strict=True)]
        if is_one and values[0] != values[1] and self._is_lasting(before, after):
            return f"{before.text} starts with the value it started with"
        is_copy = not self._are_shared(before, after) and self._is_there(before, after)
        return before.text + BOTH if not is_one or is_copy else ""

    def _same_constant(self, before: Definition, after: Definition) -> str | None:
        """The condition that two fields that never change have one value."""
        if not self._fields.is_told(before, after):
            return ""
        literals = [
            self._fields.literals(d, is_after=bool(at)) for at, d in enumerate((before, after))
        ]
        is_other = all(literals) and literals[0] != literals[1]
        return None if is_other else f"{before.text} starts with the value it started with"

    def _is_there(self, before: Definition, after: Definition) -> bool:
        """Whether the class of a field before still has one of its name, or that after had one."""
        return any(
            d.sort == "field" and d.name == one.name
            for one, known in zip((before, after), self.definitions[::-1], strict=True)
            for d in known.of_word.get(one.text, ())
        )

    def _is_copied(self, before: Definition, after: Definition) -> bool:
        """Whether a field that all objects share stays where it is, and has a copy now.

        What never changes may be copied, unless it is an object that is made for it.
        """
        if not self._are_shared(before, after) or not self._is_there(before, after):
            return False
        if before.holder == after.holder or self.is_partner(before, after):
            return False
        if any(
            not self.is_final(d, is_after=bool(at)) and self._is_stored(d, is_after=bool(at))
            for at, d in enumerate((before, after))
        ):
            return True
        names = self.context.names_before(before.file)
        value = names.tree.child_by_field(before.row, "value")
        return value >= 0 and names.tree.kind_name(value) in names.tables.raw["terms"]["effects"]

    def _are_shared(self, before: Definition, after: Definition) -> bool:
        """Whether neither of two fields needs an object."""
        names = self.context.names_before(before.file), self.context.names_after(after.file)
        word = names[0].tables.raw["terms"]["without_object"]
        return all(
            word in marks(one.tree, d.row) for one, d in zip(names, (before, after), strict=True)
        )

    def _is_stored(self, field: Definition, *, is_after: bool) -> bool:
        """Whether code of the change stores to a field, or to another one of its name."""
        names_of = self.context.names_after if is_after else self.context.names_before
        for file in self.context.files_with(field.text, is_after=is_after):
            names = names_of(file)
            tree, raw = names.tree, names.tables.raw
            if not raw.get("terms"):
                continue
            stores = positions(raw["expansion"]["assigns"])
            for o in names.occurrences(field.text):
                at = o.row
                while tree.kind_name(tree.parent[at]) == raw["terms"]["get"]["kind"]:
                    at = tree.parent[at]
                if is_at(tree, at, stores):
                    return True
        return False

    def _are_two(self, before: Definition, after: Definition) -> bool:
        """Whether two fields stand side by side, before as well as after.

        They need no object, or belong to one class and its base.
        """
        if not self._are_shared(before, after) and not self.is_kin():
            return False
        stays, was = (
            any(
                d.sort == "field" and d.holder == one.holder
                for d in known.of_word.get(one.text, ())
            )
            for known, one in zip(self.definitions[::-1], (before, after), strict=True)
        )
        return stays and was and not self.is_partner(before, after)

    def went(self, before: Definition, after: Definition) -> bool:
        """Whether a field left one class for another: same name and type, gone here, new there.

        Not where both say what it starts with, and that is another thing, nor where the new one
        hides the former one.
        """
        stays = any(d.holder == before.holder for d in self.definitions[1].of_word[after.text]
                    if d.sort == "field")  # fmt: skip
        was = any(d.holder == after.holder for d in self.definitions[0].of_word[before.text]
                  if d.sort == "field")  # fmt: skip
        types = [
            erased(declaration(known.forest.trees[d.file], d.row)[0])
            for known, d in zip(self.definitions, (before, after), strict=True)
        ]
        hides = stays and self.definitions[1].extends(after.holder, before.holder)
        is_new = not hides and (not stays or not was)
        return types[0] == types[1] and is_new and not self._fields.is_told(before, after)

    def dispatched(self, word: str, before: Definition, after: Definition) -> str | None:
        """Whether a call in a superclass still reaches the method of the class before."""
        still = [
            d
            for d in self.definitions[1].of_word.get(word, ())
            if d.holder == before.holder and self.is_partner(before, d)
        ]
        is_above = self.definitions[1].extends(before.holder, after.holder)
        tree = self.definitions[1].forest.trees[after.file]
        raw = self.context.names_after(after.file).tables.raw["terms"]
        words = marks(tree, after.row).intersection(raw["not_overridden"])
        if still and is_above and before.sort == "function" and not words:
            return f"{word} of {before.holder} overrides that of {after.holder}"
        return None

    def is_dispatched_now(self, before: Definition, after: Definition) -> bool:
        """Whether a class of the change has a function of its own now that it had, but not as such.

        One that was called otherwise, or that a private function did not call.
        """
        if before.sort != "function":
            return False
        names = self.context.names_before(before.file)
        words = marks(names.tree, before.row)
        was_alone = not words.isdisjoint(names.tables.raw["terms"]["not_overridden"])
        if before.text == after.text and not was_alone:
            return False
        names = self.context.names_after(after.file)
        if not marks(names.tree, after.row).isdisjoint(names.tables.raw["terms"]["not_overridden"]):
            return False
        return any(
            d.sort == "function"
            and d.holder != after.holder
            and self.definitions[1].extends(d.holder, after.holder)
            and any(o.holder == d.holder for o in self.definitions[0].of_word.get(d.text, ()))
            for d in self.definitions[1].of_word.get(after.text, ())
        )
