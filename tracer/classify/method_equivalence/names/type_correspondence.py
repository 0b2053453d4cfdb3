"""Whether types that two methods name are the same type."""

from __future__ import annotations

from tracer.classify.method_equivalence.code.definitions import CLASSES, Definition
from tracer.classify.method_equivalence.names.correspondence import Correspondence
from tracer.classify.method_equivalence.names.definition_correspondence import BOTH
from tracer.classify.method_equivalence.names.field_correspondence import declaration, erased


class TypeCorrespondence(Correspondence):
    """Which types before are which types after."""

    def is_class(self, word: str, *, is_after: bool) -> bool:
        """Whether a name is known to be a class: defined in the change set, or imported."""
        if any(
            d.sort in CLASSES for known in self.definitions for d in known.of_word.get(word, ())
        ):
            return True
        return word in self.definitions[is_after].imports(self.files[is_after])

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

    def _is_converted(self, functions: tuple[Definition, Definition]) -> bool:
        """Whether two functions take a number, or what none is derived from, of two types."""
        before, after = (
            members.parameters(d) for members, d in zip(self.members, functions, strict=True)
        )
        return self._overloads.is_taken_otherwise(before, after)

    def is_kind_of(self, kind: str, other: str, *, is_after: bool) -> bool:
        """Whether a type is another one, or one of a class derived from it, as far as is seen."""
        return kind == other or self.definitions[is_after].extends(kind, other)

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
