"""Where a simple name comes from: looked for from the class that code stands in, outwards.

A name is a member of the innermost class around that has one so called, itself or from a base;
else what the file imports, or its package has. A base that the change set does not have may have
any member: it is a stop on the way. Two names are one thing if their ways have the same stops and
the same end, whatever the stops have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.definitions import CLASSES, Definition
from tracer.classify.method_equivalence.code.terms import Reader
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.model import Side
from tracer.semantics.types.class_hierarchy import bases_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.classify.method_equivalence.code.definitions import Definitions
    from tracer.semantics.names.occurrences import Names

_NOBODY_KNOWS = "?"


class Source(NamedTuple):
    """What a file says of a name: what it imports, else what its package would have.

    `stars`: what the file takes whole, where the name may come from as well.
    """

    long: str
    stars: frozenset[str] = frozenset()
    is_told: bool = False  # the file imports it by its name, or it is there

    def is_class_of(self, other: Source) -> bool:
        """Whether two of these are one class, or one variable, where both files compile.

        What the stars of one file are short of, its name does not come from; and from two of one
        file it would be ambiguous.
        """
        nested = self.stars <= other.stars or other.stars <= self.stars
        return self.long == other.long and nested


class Origin(NamedTuple):
    """Where a name comes from: the bases on the way that nobody sees, and the end of the way.

    `found`: its definitions, if the change set has them; else `source`.
    """

    stops: tuple[Source, ...]
    found: tuple[Definition, ...] = ()
    source: Source = Source("")

    @property
    def is_end(self) -> bool:
        """Whether it is known by its long name: the file imports it, or it is there."""
        return not self.stops and self.source.is_told

    def is_way_of(self, other: Origin) -> bool:
        """Whether both ways have the same stops."""
        return len(self.stops) == len(other.stops) and all(
            one.is_class_of(two) and one.long != _NOBODY_KNOWS
            for one, two in zip(self.stops, other.stops, strict=True)
        )

    @property
    def is_certain(self) -> bool:
        """Whether the definitions found are what the name means."""
        return bool(self.found) and not self.stops


class Origins:
    """The origins of names in one version of a change set."""

    def __init__(self, known: Definitions, names_of: Callable[[int], Names]) -> None:
        self.known = known
        self.names_of = names_of
        self._found: dict[tuple[int, int, str, tuple[str, ...]], Origin] = {}

    def of(self, file: int, row: int, word: str, sorts: tuple[str, ...]) -> Origin:
        """The origin of a word that stands at a row; it names one of these sorts of things.

        Cost: the classes around and their bases, once for each word.
        """
        key = (file, row, word, sorts)
        if key not in self._found:
            self._found[key] = self._of(*key)
        return self._found[key]

    def _of(self, file: int, row: int, word: str, sorts: tuple[str, ...]) -> Origin:
        tree = self.known.forest.trees[file]
        around = self.known.around(file, row)
        names = self.names_of(file)
        hidden = frozenset((names.tables.raw.get("terms") or {}).get("own_members") or ())
        innermost = around[-1].row if around else 0
        at, stops = tree.parent[row], list[Source]()
        while at > innermost:
            if tree.kind_name(at) in hidden and tree.parent[at] > innermost:
                stops.append(Source(_NOBODY_KNOWS))  # an object with members of its own
            at = tree.parent[at]
        for holder in reversed(around):
            found = self._member(holder, word, sorts, stops)
            if found:
                return Origin(tuple(stops), found)
        return self._of_file(file, word, sorts, tuple(stops))

    def above(self, file: int, row: int, word: str, sorts: tuple[str, ...]) -> Origin:
        """The origin of a member of the bases of the class around a row."""
        around = self.known.around(file, row)
        stops: list[Source] = []
        found = self._member(around[-1], word, sorts, stops, is_above=True) if around else ()
        return Origin(tuple(stops), found)

    def members_of(
        self, holder: Definition, word: str, sorts: tuple[str, ...], count: int | None
    ) -> tuple[Definition, ...] | None:
        """The members of a name that a class has or inherits; None if nobody sees all its bases.

        `count`: how many arguments they take, None for any.
        """
        stops: list[Source] = []
        found = self._member(holder, word, sorts, stops)
        if stops:
            return None
        return tuple(
            d for d in found
            if count is None or len(Reader(Side(self.names_of(d.file))).parameters(d.row)) == count
        )  # fmt: skip

    def has_inside(self, file: int, row: int, function: int, word: str) -> bool | None:
        """Whether a class between a row and the function around it has a member of that name.

        None where it is derived from what nobody sees.
        """
        tree, names = self.known.forest.trees[file], self.names_of(file)
        table = names.tables.raw["terms"]
        is_unseen, at = False, row
        while at > function:
            at = tree.parent[at]
            outer = tree.parent[at]
            if tree.kind_name(at) not in table["own_members"] or outer < function:
                continue
            every = self.known.of_word.get(word, ())
            if any(d.file == file and at < d.row < tree.stop[at] for d in every):
                return True
            fields = (tree.child_by_field(c, "declarator") for c in tree.children(at))
            if any(self._is_named(file, c, word) for c in fields if c >= 0):
                return True
            kind = tree.child_by_field(outer, "type")
            base = tree.slice(kind).decode("utf-8", "replace") if kind >= 0 else ""
            around = self.known.around(file, function)
            classes = self.class_named(around[-1], base) if around else ()
            stops: list[Source] = []
            for one in classes:
                if self._member(one, word, ("function", "field", *CLASSES), stops):
                    return True
            is_unseen = is_unseen or bool(stops) or not classes
        return None if is_unseen else False

    def _is_named(self, file: int, row: int, word: str) -> bool:
        """Whether the name of what stands at a row is a word."""
        tree = self.known.forest.trees[file]
        name = tree.child_by_field(row, "name")
        return name >= 0 and tree.slice(name).decode("utf-8", "replace") == word

    def _member(
        self,
        holder: Definition,
        word: str,
        sorts: tuple[str, ...],
        stops: list[Source],
        *,
        is_above: bool = False,
    ) -> tuple[Definition, ...]:
        """The members of that name which a class has or inherits; bases not seen become stops."""
        seen: set[Definition] = set()
        given: dict[Definition, list[Definition]] = {}  # by interfaces
        work = [holder]
        while work:
            one = work.pop(0)
            if one in seen:
                continue
            seen.add(one)
            name = f"{one.name}.{word}"
            found = [
                d
                for d in self.known.of_word.get(word, ())
                if d.file == one.file and d.name == name and d.sort in sorts
            ]
            if found and not (is_above and one is holder):
                if one.sort != "interface":
                    return tuple(found)
                given[one] = found
                continue
            above: list[Definition] = []
            for base in bases_of(self.names_of(one.file), one.row):
                classes = self.class_named(one, base)
                above += classes
                if not classes and not given:
                    known = self._source(one.file, base)
                    stops.append(known if base else Source(_NOBODY_KNOWS))
            work = above + work  # what a class inherits comes before what an interface has
        if len(given) > 1:  # of two interfaces the one that is derived from the other counts
            above_others = {base for one in given for base in self.line(one) if base != one}
            given = {one: found for one, found in given.items() if one not in above_others}
        return tuple(next(iter(given.values()), ()))

    def line(self, holder: Definition) -> Iterator[Definition]:
        """A class and those of the change set that it is derived from."""
        seen: set[Definition] = set()
        work = [holder]
        while work:
            one = work.pop()
            if one in seen:
                continue
            seen.add(one)
            yield one
            for base in bases_of(self.names_of(one.file), one.row):
                work += self.class_named(one, base)

    def class_named(self, user: Definition, word: str) -> Sequence[Definition]:
        """The class of the change set that a name means in the header of another."""
        every = [d for d in self.known.of_word.get(word, ()) if d.sort in CLASSES]
        if not every:
            return ()
        outer = user.name.rpartition(".")[0]
        near = [
            d for d in every
            if d.file == user.file and f"{outer}.".startswith(d.name[: -len(word)])
        ]  # fmt: skip
        if near:
            return [max(near, key=lambda d: len(d.name))]
        long = self._source(user.file, word).long
        return [d for d in every if self._full(d) == long][:1]

    def _full(self, definition: Definition) -> str:
        package = self.known.package(definition.file)
        return f"{package}.{definition.name}" if package else definition.name

    def _source(self, file: int, word: str) -> Source:
        """What a file says of a name that no class of it has."""
        imports = self.known.all_imports(file)
        if word in imports:
            return Source(" ".join(sorted(imports[word])), is_told=True)
        package = self.known.package(file)
        own = f"{package}.{word}" if package else word
        every = self.known.of_word.get(word, ())
        if any(d.sort in CLASSES and self._full(d) == own for d in every):
            return Source(own, is_told=True)
        return Source(own, frozenset(imports.get("*", ())))

    def _of_file(
        self, file: int, word: str, sorts: tuple[str, ...], stops: tuple[Source, ...]
    ) -> Origin:
        """The origin of what no class around has."""
        library = (self.names_of(file).tables.raw.get("types") or {}).get("library") or ()
        every = self.known.of_word.get(word, ())
        if word in library and word not in self.known.all_imports(file):
            is_class = not frozenset(sorts).isdisjoint(CLASSES)
            if is_class and not any(d.sort in CLASSES for d in every):
                return Origin((), (), Source(word))
        source = self._source(file, word)
        found = tuple(d for d in every if self._full(d) == source.long and d.sort in sorts)
        return Origin(stops, found, source)
