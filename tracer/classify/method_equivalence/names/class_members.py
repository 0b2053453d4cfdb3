"""What the change set itself says of members: their types, what is stored to them, who has one.

A verdict takes for granted what nobody can see. What both versions show is not among that: it is
proven here, or refuted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.definitions import CLASSES, Definition
from tracer.classify.method_equivalence.code.terms import Reader, Term, marks, walk
from tracer.classify.method_equivalence.names.field_correspondence import declaration, erased
from tracer.semantics.model import Side
from tracer.semantics.types.class_hierarchy import bases_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tracer.classify.method_equivalence.code.definitions import Definitions
    from tracer.classify.method_equivalence.code.terms import Key
    from tracer.classify.method_equivalence.names.name_origins import Origins
    from tracer.semantics.names.occurrences import Names


class Members:
    """The members of the classes of one version of a change set, seen from one function."""

    def __init__(
        self,
        known: Definitions,
        origins: Origins,
        names_of: Callable[[int], Names],
        function: tuple[int, int],
    ) -> None:
        """`function`: its file and row."""
        self.known = known
        self.names_of = names_of
        self._origins = origins
        self._function = function

    def declared(self, term: Term) -> str | None:
        """The type of the own object or a member of it, as declared; None if nobody sees it."""
        if term.op == "this" and not term.text:
            around = self.known.around(*self._function)
            return around[-1].text if around else None
        sort = "function" if term.op == "call" else "field"
        if term.op not in ("name", "get", "call"):
            return None
        if term.op != "name" and term.kids[0].op not in ("self", "this"):
            return None
        origin = self._origins.of(*self._function, term.text, (sort,))
        types = {self._type(d) for d in origin.found} if origin.is_certain else set()
        return types.pop() if len(types) == 1 else None

    def of_class(self, name: str, word: str, count: int | None) -> str | None:
        """The declared type of a member of a class of the change set, or None.

        `count`: how many arguments it takes, if it is a function. A class or function with
        parameters for types says nothing.
        """
        found = self.in_class(name, word, count)
        types = {self._type(d) for d in found or ()}
        return types.pop() if len(types) == 1 else None

    def in_class(self, name: str, word: str, count: int | None) -> tuple[Definition, ...] | None:
        """The members of a name that a class of the change set has, or the next one above it."""
        classes = self.classes_of(name)
        if not classes:
            return None
        tree = self.known.forest.trees[classes[0].file]
        if tree.child_by_field(classes[0].row, "type_parameters") >= 0:
            return None
        return self._origins.members_of(
            classes[0], word, ("field",) if count is None else ("function",), count
        )

    def classes_of(self, kind: str) -> Sequence[Definition]:
        """The class of the change set that a type means where the function stands."""
        around = self.known.around(*self._function)
        for holder in reversed(around):
            name = f"{holder.name}.{kind}"
            inside = [
                d for d in self.known.of_word.get(kind, ())
                if d.sort in CLASSES and d.name == name and d.file == holder.file
            ]  # fmt: skip
            if inside:
                return inside
        return self._origins.class_named(around[-1], kind) if around else ()

    def own_class(self) -> list[Definition]:
        """The class that the function stands in."""
        return self.known.around(*self._function)[-1:]

    def base_class(self) -> list[Definition]:
        """The class of the change set that this one is derived from."""
        every = (one for holder in self.own_class() for one in self.line(holder))
        return [one for one in every if one.sort != "interface"][1:2]

    def line(self, holder: Definition) -> Iterator[Definition]:
        """A class and those of the change set that it is derived from."""
        return self._origins.line(holder)

    def parameters(self, function: Definition) -> list[str]:
        """The declared types of the parameters of a function."""
        reader = Reader(Side(self.names_of(function.file)))
        return [parameter.type for parameter in reader.parameters(function.row)]

    def _type(self, definition: Definition) -> str | None:
        tree = self.known.forest.trees[definition.file]
        if definition.sort == "field":
            words = erased(declaration(tree, definition.row)[0]).replace(b" [ ]", b"[]")
            return words.decode("utf-8", "replace") or None
        kind = tree.child_by_field(definition.row, "type")
        if kind < 0 or tree.child_by_field(definition.row, "type_parameters") >= 0:
            return None
        return Reader(Side(self.names_of(definition.file))).type_text(kind)

    def needs_no_object(self, word: str, sort: str = "function") -> bool | None:
        """Whether a member named without an object needs none; None if nobody sees it."""
        origin = self._origins.of(*self._function, word, (sort,))
        if origin.stops:
            return None
        if not origin.found:
            return True if origin.source.is_told else None
        names = [self.names_of(d.file) for d in origin.found]
        return all(
            one.tables.raw["terms"]["without_object"] in marks(one.tree, d.row)
            for one, d in zip(names, origin.found, strict=True)
        )

    def stored(self, field: Definition) -> set[str] | None:
        """The literals that the class of a field stores to it; None if it may get another value.

        Only of a field that no other class can reach.
        """
        tree, names = self.known.forest.trees[field.file], self.names_of(field.file)
        kept = (names.tables.raw.get("types") or {}).get("kept") or ()
        if marks(tree, field.row).isdisjoint(kept):
            return None
        values = list(self._stores(field))
        if any(value is None or value.op != "literal" for value in values):
            return None
        return {value.text for value in values if value is not None} or None

    def values(self, field: Definition) -> list[str]:
        """What the class of a field stores to it, in words; locals of its name aside."""
        values = (v for v in self._stores(field, locals_too=False) if v is not None)
        return sorted(" ".join(t.text for t in walk(value)) for value in values)

    def _stores(self, field: Definition, *, locals_too: bool = True) -> Iterator[Term | None]:
        """The values that the class of a field stores to it; None for what nobody knows.

        `locals_too`: a local of its name, too, is not known.
        """
        tree, names = self.known.forest.trees[field.file], self.names_of(field.file)
        reader = Reader(Side(names))
        first = tree.child_by_field(field.row, "value")
        if first >= 0:
            yield reader.term(first)
        holder = field.name.rpartition(".")[0]
        around = [e.row for e in self.known.elements[field.file] if e.name == holder]
        for o in names.within(field.text, around[0]) if around else ():
            at = o.row
            while tree.kind_name(tree.parent[at]) == reader.table["get"]["kind"]:
                at = tree.parent[at]
            if o.scope >= 0 and not field.row <= o.row < tree.stop[field.row]:
                if locals_too:
                    yield None
                continue
            if tree.kind_name(tree.parent[at]) in reader.table["effects"]:
                store = reader.term(tree.parent[at])
                if store.op != "set":
                    yield None
                elif store.row != at:
                    yield store.kids[1]

    def touched(self, terms: Iterable[Term]) -> tuple[set[str], set[str]]:
        """Names of the fields that code reads, and stores to, own functions it calls included."""
        reads: set[str] = set()
        stores: set[str] = set()
        work, seen = list(terms), set[Definition]()
        while work:
            term = work.pop()
            effects = self._effects(term)
            reads.update(t.text for t in walk(term) if t.op in ("name", "get"))
            stores.update(effects)
            for call in (t for t in walk(term) if t.op == "call"):
                for d in self._called(call):
                    if d not in seen:
                        seen.add(d)
                        work += Reader(Side(self.names_of(d.file))).body(d.row) or ()
        return reads, stores

    def _called(self, call: Term) -> Iterable[Definition]:
        """The functions that a call may run, of those that the change set has."""
        if call.kids[0].op in ("self", "this"):
            return self._origins.of(*self._function, call.text, ("function",)).found
        return [
            d
            for d in self.known.of_word.get(call.text, ())
            if d.sort == "function" and len(self.parameters(d)) == len(call.kids) - 1
        ]

    def _effects(self, term: Term) -> Iterator[str]:
        """Names of the fields that a term stores to itself."""
        calls = self.names_of(self._function[0]).tables.raw["terms"]["effects"]
        for t in walk(term):
            if t.op == "set" or (t.op == "node" and t.text.split()[0] in calls):
                yield from (kid.text for kid in t.kids[:2] if kid.op in ("name", "get"))

    def overloaded(self, terms: Iterable[Term], keys: frozenset[Key]) -> str:
        """The name of several functions, to one of which a local is passed; '' if there is none."""
        for term in (t for one in terms for t in walk(one)):
            if term.op != "call":
                continue
            for at, kid in enumerate(term.kids[1:]):
                is_asked = any(t.op == "local" and t.key in keys for t in walk(kid))
                if is_asked and self.chooses(term.text, len(term.kids) - 1, at):
                    return term.text
        return ""

    def passes_itself(self, terms: Iterable[Term]) -> str:
        """The name of several functions, to one of which the own object is passed, or ''."""
        return next(
            (
                term.text
                for one in terms
                for term in walk(one)
                if term.op == "call"
                for at, kid in enumerate(term.kids[1:])
                if kid.op == "this" and self.chooses(term.text, len(term.kids) - 1, at)
            ),
            "",
        )

    def chooses(self, word: str, count: int, at: int) -> bool:
        """Whether functions of one class and name take other types in one place."""
        types: dict[str, set[str]] = {}
        for d in self.known.of_word.get(word, ()):
            if d.sort == "function":
                taken = Reader(Side(self.names_of(d.file))).parameters(d.row)
                if len(taken) == count:
                    types.setdefault(d.name, set()).add(taken[at].type)
        return any(len(each) > 1 for each in types.values())

    def bases(self, holder: Definition) -> list[str]:
        """The names of the direct bases of a class, sorted."""
        return sorted(bases_of(self.names_of(holder.file), holder.row))

    def may_be_both(self, holder: Definition, other: str) -> bool:
        """Whether an object of a class may be one of a class of another name as well."""
        seen: set[Definition] = set()
        work = [holder]
        while work:
            one = work.pop()
            if one in seen:
                continue
            seen.add(one)
            if one.text == other or one.sort == "interface":
                return True
            for base in bases_of(self.names_of(one.file), one.row):
                found = self._origins.class_named(one, base)
                if not found:
                    return True
                work += [d for d in found if d.sort in CLASSES]
        return False
