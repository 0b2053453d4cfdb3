"""Whether a simple name resolves to the same thing before and after, by the paths to it.

From its class outwards, in both versions (`Origins`): definitions of the change set, what a file
imports, what a package has, and the bases that nobody sees on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.definitions import CLASSES

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.code.definitions import Definitions
    from tracer.classify.method_equivalence.names.definition_correspondence import Twins
    from tracer.classify.method_equivalence.names.name_origins import Origin, Origins


class Ways:
    """The ways of names from one function before and from one after."""

    def __init__(
        self,
        context: Context,
        definitions: tuple[Definitions, Definitions],
        functions: tuple[tuple[int, int], tuple[int, int]],
        origins: tuple[Origins, Origins],
        twins: Twins,
    ) -> None:
        """`functions`: (file, row) before and after."""
        self.context = context
        self.definitions = definitions
        self.functions = functions
        self._origins = origins
        self._twins = twins
        self.own = tuple(
            known.classes_around(*function)
            for known, function in zip(definitions, functions, strict=True)
        )

    def of(self, word: str, sorts: tuple[str, ...]) -> tuple[Origin, Origin]:
        """The origins of a name before and after."""
        before, after = (
            known.of(*function, word, sorts)
            for known, function in zip(self._origins, self.functions, strict=True)
        )
        return before, after

    def stayed(self, word: str, sorts: tuple[str, ...], given: str) -> str | None:
        """The same of a name in a function that stayed in its class.

        What stands around it may be another thing now: a base, an import, a member that hides one.
        """
        before, after = self.of(word, sorts)
        names = [{d.name for d in origin.found} for origin in (before, after)]
        ends = before.source, after.source
        if before.stops == after.stops and names[0] == names[1] and ends[0] == ends[1]:
            return ""
        if before.is_end and after.is_end and not (before.found or after.found):
            return "" if ends[0].long == ends[1].long else None
        if (before.is_certain and after.is_end) or (after.is_certain and before.is_end):
            is_found = bool(before.found) and bool(after.found)
            return self.same(word, sorts, given) if is_found else None
        is_seen = before.found or after.found or before.stops or after.stops
        stars = ends[0].stars, ends[1].stars
        if not is_seen and sorts[0] not in CLASSES and all(stars) and stars[0].isdisjoint(stars[1]):
            return None  # it is there by one of them
        if not is_seen and self._is_taken_whole(word, stars):
            return None
        return self.same(word, sorts, given)

    def _is_taken_whole(self, word: str, stars: tuple[frozenset[str], frozenset[str]]) -> bool:
        """Whether each version takes a class of the change by a star, and it is not the same."""
        named = [
            {
                long
                for d in known.of_word.get(word, ())
                if d.sort in CLASSES
                for long in [f"{known.package(d.file)}.{d.name}"]
                if f"{long.rpartition('.')[0]}.*" in taken
            }
            for known, taken in zip(self.definitions, stars, strict=True)
        ]
        return all(named) and named[0].isdisjoint(named[1])

    def same_at_home(self, word: str) -> str | None:
        """The same of a class named in two classes of one package.

        It is another one where one of the files says what it takes, and the other does not.
        """
        before, after = self.of(word, CLASSES)
        if before.found or after.found or before.source.is_told == after.source.is_told:
            is_other = before.is_end and after.is_end and before.source.long != after.source.long
            return None if is_other else ""
        return self.same(word, CLASSES, f"{word} is the same class in both files")

    def same(self, word: str, sorts: tuple[str, ...], given: str) -> str | None:
        """`given`, if where a name comes from does not say that it is the same, or another."""
        before, after = self.of(word, sorts)
        if before.found and after.found:
            return self.same_found(before, after, given)
        ends = before.source.long, after.source.long
        if before.is_end and after.is_end and not self.is_moved_class(*ends):
            return "" if ends[0] == ends[1] else None
        one, two = (
            origin.is_certain and origin.found[0].holder == own[0]
            for origin, own in zip((before, after), self.own, strict=True)
        )
        if (one and after.is_end) or (two and before.is_end):
            return None  # a member of the class, and what another one has
        is_one = before.is_way_of(after) and before.source.is_class_of(after.source)
        if "function" in sorts and before.source.stars != after.source.stars:
            is_one = False  # of functions of one name the one that fits best is called
        return given if before.found or after.found or not is_one else ""

    def is_moved_class(self, before: str, after: str) -> bool:
        """Whether some file takes from one place now what it took from another one before.

        A class that the change does not have may have moved to another package.
        """
        word = before.rpartition(".")[2]
        return any(
            self.definitions[0].imports(b).get(word) == before
            and self.definitions[1].imports(a).get(word) == after
            for b, a in self.context.mapping.file_pairs
        )

    def same_found(self, before: Origin, after: Origin, given: str) -> str | None:
        """The same where both are definitions of the change set, behind what nobody sees."""
        more: dict[str, None] = {}
        for b in before.found:
            partner = next((a for a in after.found if self._twins.is_partner(b, a)), None)
            partner = partner or next((a for a in after.found if self._twins.is_alike(b, a)), None)
            if partner is None:
                went = next((a for a in after.found if a.sort == b.sort == "field"), None)
                if went is not None and self._twins.went(b, went):
                    return f"{b.text} starts with the value it started with"
                return None if before.is_certain and after.is_certain else given
            same = self._twins.same_variable(b, partner)
            if same is None:
                return None if before.is_certain and after.is_certain else given
            more[same] = None
        if not before.is_way_of(after) or len(before.found) != len(after.found):
            return given
        return "".join(more)
