"""Attributes of classes that were renamed, moved or got another type.

An attribute is a field that the class declares, or what its methods store in the object they belong
to. It is another one's successor where the mapping puts it in the other's places.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.detection.program_elements import (
    CLASSES,
    Function,
    Named,
    Version,
    is_same_type,
)
from tracer.syntax.names import name_row, wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.functions_and_classes import Definitions
    from tracer.semantics.model import Side

_Places = dict[tuple[int, str], list[int]]  # (class, attribute) -> nodes of its name


class Attributes:
    """The attributes of all classes of two versions."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.mapping = definitions.mapping
        self.versions = definitions.before, definitions.after
        # What a class declares or its methods store, not only read.
        self._made: tuple[set[tuple[int, str]], ...] = (set(), set())
        # What each object has from the start.
        self._given: tuple[set[tuple[int, str]], ...] = (set(), set())
        self._declared: set[tuple[int, str]] = set()  # fields before
        self.places = self._places(0), self._places(1)
        self.moved: list[tuple[int, int]] = []  # (class before, class after) of each that moved

    def run(self) -> Iterator[Named]:
        """Attributes that are gone, by what stands where they stood; and types of those kept."""
        before, after = self.places
        kept = {(self.definitions.class_after(home), word) for home, word in self._made[0]}
        new = self._made[1] - kept
        owner = {node: key for key in new for node in after[key]}
        for home, word in sorted(self._made[0]):
            home_a = self.definitions.class_after(home)
            if (home_a, word) in self._made[1]:
                yield from self._retyped((home, word), (home_a, word))
                continue
            nodes = before[home, word]
            votes = Counter(
                key for node in nodes if (key := owner.get(self.mapping.to_after[node])) is not None
            )
            if not votes:
                continue
            (to, other), count = max(votes.items(), key=lambda item: (item[1], item[0]))
            paired = sum(self.mapping.to_after[node] >= 0 for node in nodes)
            if (to, other) not in new or 2 * count <= paired:
                continue
            new.remove((to, other))
            detail = f"{word} -> {other}"
            if to == home_a:
                yield Named("Rename Attribute", detail, home, to)
                yield from self._retyped((home, word), (to, other))
            elif other == word and ((home, word) in self._declared or self._is_above(to, home_a)):
                way = self.definitions.way(home_a, to)
                yield Named(f"{way} Attribute", detail, home, to)
                yield from self._retyped((home, word), (to, other))
                self.moved.append((home, to))
        yield from self._of_the_same_name(new)

    def is_made(self, at: int, home: int, word: str) -> bool:
        """Whether a class of one side declares an attribute, or its methods store one."""
        return (home, word) in self._made[at]

    def type_of(self, at: int, key: tuple[int, str]) -> str | None:
        """The type that a class of one side declares an attribute with, if it does."""
        return self._type(at, self.places[at].get(key, []))

    def _of_the_same_name(self, new: set[tuple[int, str]]) -> Iterator[Named]:
        """Attributes that are gone and made anew in a base, in a derived class or in a new class.

        To a class that is neither, one alone may have gone by chance.
        """
        by_word: dict[str, list[int]] = {}
        for to, word in sorted(new & self._given[1]):
            by_word.setdefault(word, []).append(to)
        found: dict[tuple[int, int], list[Named]] = {}
        for home, word in sorted(self._given[0]):
            home_a = self.definitions.class_after(home)
            if home_a < 0 or (home_a, word) in self._made[1]:
                continue
            for to in by_word.get(word, ()):
                way = self.definitions.way(home_a, to)
                if way != "Move" or self.definitions.is_new(to):
                    named = Named(f"{way} Attribute", f"{word} -> {word}", home, to)
                    found.setdefault((home, to), []).append(named)
        for (home, to), names in sorted(found.items()):
            if len(names) > 1 or not names[0].kind.startswith("Move"):
                yield from names
                self.moved.append((home, to))

    def _is_above(self, node: int, below: int) -> bool:
        """Whether a class that was there before is one that another is made of now."""
        after = self.versions[1]
        if self.mapping.to_before[node] < 0 or below not in after.classes:
            return False
        file, element = after.classes[below]
        tree = after.forest.trees[file]
        body = tree.child_by_field(element.row, "body")
        head = tree.text[tree.start[element.row] : tree.start[body] if body >= 0 else None]
        name = after.classes[node][1].name.rpartition(".")[2]
        return re.search(rf"\b{re.escape(name)}\b".encode(), head) is not None

    def _retyped(self, old: tuple[int, str], new: tuple[int, str]) -> Iterator[Named]:
        types = [self._type(at, self.places[at][key]) for at, key in enumerate((old, new))]
        if None not in types and not is_same_type(*types):
            detail = f"{new[1]}: {types[0]} -> {types[1]}"
            yield Named("Change Attribute Type", detail, old[0], new[0])

    def _type(self, at: int, nodes: list[int]) -> str | None:
        """The declared type of an attribute."""
        forest = self.versions[at].forest
        for node in nodes:
            file, row = forest.locate(node)
            tree = forest.trees[file]
            outer = wrapper_of(tree, tree.parent[row])
            kind = tree.child_by_field(outer, "type")
            if kind >= 0 and not kind <= row < tree.stop[kind]:
                return "".join(tree.slice(kind).decode("utf-8", "replace").split())
        return None

    # ------------------------------------------------------------------ places

    def _places(self, at: int) -> _Places:
        """Where the attributes of the classes of one version are named."""
        found: _Places = {}
        version = self.versions[at]
        for file, tree in enumerate(version.forest.trees):
            base = version.forest.base[file]
            found_here = version.elements[file]
            known = {e.name: e for e in found_here if e.kind in CLASSES}
            for e in found_here:
                holder = known.get(e.name.rpartition(".")[0])
                name = name_row(tree, e.row)
                if e.kind == "field" and holder is not None and name >= 0:
                    key = base + holder.row, e.name.rpartition(".")[2]
                    found.setdefault(key, []).append(base + name)
                    self._made[at].add(key)
                    self._given[at].add(key)
                    if not at:
                        self._declared.add(key)
        for node, function in version.functions.items():
            home = version.holder(function)
            if home >= 0:
                self._stored(version, node - function.element.row, function, home, found)
        return found

    def _stored(
        self, version: Version, base: int, function: Function, home: int, found: _Places
    ) -> None:
        """Add what a method reaches through its object."""
        side, row = version.side(function.file), function.element.row
        member = side.functions.table.get("member")
        if not member:
            return
        tree = side.tree
        kind = tree.language.kind_ids.get((member["kind"], True), -1)
        word = self._object(version, function)
        is_maker = self.definitions.is_constructor(version, function)
        for at in tree.rows_within(frozenset((kind,)), row, tree.stop[row]):
            name, owner = (tree.child_by_field(at, member[part]) for part in ("name", "object"))
            if min(name, owner) < 0 or tree.slice(owner) != word or self._is_called(side, at):
                continue
            key = home, side.word(name)
            found.setdefault(key, []).append(base + name)
            stored = side.functions.bound(tree.parent[at]) or ((), -1)
            if at in stored[0]:
                self._made[version.is_after].add(key)
                if is_maker:
                    self._given[version.is_after].add(key)

    def _object(self, version: Version, function: Function) -> bytes:
        """The word for the object a method belongs to."""
        side = version.side(function.file)
        if not side.functions.table.get("self_parameter"):
            return b"this"
        row = side.tree.child_by_field(function.element.row, "parameters")
        names = side.names.tables.names
        first = next((r for r in range(row, side.tree.stop[row])
                      if side.tree.kind_name(r) in names), -1)  # fmt: skip
        return side.tree.slice(first) if first >= 0 else b""

    def _is_called(self, side: Side, row: int) -> bool:
        table = side.functions.table["call"]
        is_call = side.tree.kind_name(side.tree.parent[row]) == table["kind"]
        return bool(is_call and side.tree.field_name(row) == table["function"])
