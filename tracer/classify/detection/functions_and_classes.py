"""Functions, classes and modules that were moved or renamed."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.detection.program_elements import (
    Function,
    Named,
    Version,
    is_maker,
    leaves,
    share_words,
)
from tracer.classify.detection.similarity import TINY, Likeness
from tracer.syntax.grammar import Role
from tracer.syntax.names import Element
from tracer.syntax.tree import BROKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree

_LIKE = 0.5  # share of a function's leaves that a renamed one shares with the other
_LIKE_MOVED = 0.4  # the same of one that keeps its name in another class
_LIKE_SMALL = 0.7  # the same of those that say too little
_SAID = 0.5  # share of its names and values that a moved one keeps
_SAID_HERE = 0.25  # the same of one that only has another name, and whose variables may have one


class Definitions:
    """Which definition of one version is which of the other."""

    def __init__(self, mapping: NodeMapping, before: Version, after: Version) -> None:
        self.mapping = mapping
        self.before = before
        self.after = after
        self.partner: dict[int, int] = {}  # classes that the mapping does not pair
        self._after: dict[int, int] = {}  # class before -> what `class_after` says of it
        self.likeness = Likeness(self)
        self._pair_classes()

    # ------------------------------------------------------------------ functions

    def pairs(self) -> Iterator[tuple[int, int, Function, Function]]:
        """(node before, node after, function before, function after) of those that differ."""
        for node_b, one in self.before.functions.items():
            node_a = self.mapping.to_after[node_b]
            two = self.after.functions.get(node_a)
            if two is None or not self._is_changed(one, two) or self._is_broken(one, two):
                continue
            is_renamed = one.word != two.word
            if (kept := self.likeness.of_the_same_signature(one, two)) >= 0:
                self.likeness.keep(node_b, kept)
                yield node_b, kept, one, self.after.functions[kept]
            elif self._is_doubtful(node_b, node_a, one, two) or (
                is_renamed and self.likeness.is_outdone(node_b, node_a, one, two)
            ):
                self.likeness.dropped.add(node_b)
            else:
                yield node_b, node_a, one, two
        yield from self.likeness.left_over()

    def files(self) -> Iterator[tuple[int, int, Function, Function]]:
        """The same of the files that differ, for what stands in no function."""
        for file_b, file_a in self.mapping.file_pairs:
            whole = Element(0, 0, "file", "")
            one, two = Function(file_b, whole, None), Function(file_a, whole, None)
            said = self._outside(file_b, self.before), self._outside(file_a, self.after)
            if said[0] != said[1] and not self._is_broken(one, two):
                bases = self.before.forest.base[file_b], self.after.forest.base[file_a]
                yield *bases, one, two

    def _outside(self, file: int, version: Version) -> list[bytes]:
        """What a file says outside of its functions and classes, comments and layout aside."""
        tree, around = version.forest.trees[file], {e.outer for e in version.elements[file]}
        return [tree.entries(row) for row in tree.children(0) if row not in around]

    def makers(self) -> Iterator[tuple[int, int, Function, Function]]:
        """The same of classes whose head says what their objects are made of."""
        for node_b, (file_b, one) in self.before.classes.items():
            node_a = self.class_after(node_b)
            if node_a not in self.after.classes:
                continue
            file_a, two = self.after.classes[node_a]
            both = (self.before.forest.trees[file_b], one), (self.after.forest.trees[file_a], two)
            heads = [tree.child_by_field(e.row, "parameters") for tree, e in both]
            functions = Function(file_b, one, None), Function(file_a, two, None)
            if min(heads) >= 0 and not self._is_broken(*functions):
                yield node_b, node_a, *functions

    def moved(self, node_b: int, node_a: int, one: Function, two: Function) -> Iterator[Named]:
        """How a function was moved or renamed; inner functions go with the one around them."""
        if one.is_inner or two.is_inner:
            return
        detail = f"{one.word} -> {two.word}"
        if self.is_elsewhere(one, two):
            homes = self.class_after(self.before.holder(one)), self.after.holder(two)
            way = self.way(*homes)
            rename = "" if one.word == two.word else "And Rename "
            kind = f"{way} Method" if way != "Move" else f"Move {rename}Method"
            yield Named(kind, detail, node_b, node_a)
        elif one.word != two.word and not (is_maker(one) and is_maker(two)):
            yield Named("Rename Method", detail, node_b, node_a)

    def class_after(self, home: int) -> int:
        """The class that a class of before is now, or -1."""
        if home < 0:
            return -1
        known = self._after.get(home)
        if known is None:
            node = self.mapping.to_after[home]
            node = node if node >= 0 else self.partner.get(home, -1)
            known = self._after[home] = -1 if self._is_another(home, node) else node
        return known

    def is_new(self, node: int) -> bool:
        """Whether a class after is none that was there before."""
        return self.mapping.to_before[node] < 0 and node not in self.partner.values()

    def way(self, home: int, other: int) -> str:
        """How a member got from one class after to another: to a base, from one, or elsewhere."""
        if min(home, other) < 0:
            return "Move"
        if self.after.is_derived(home, other):
            return "Pull Up"
        return "Push Down" if self.after.is_derived(other, home) else "Move"

    def is_elsewhere(self, one: Function, two: Function) -> bool:
        """Whether a function stands below another class, or in another file, than before."""
        base_b, base_a = self.before.forest.base[one.file], self.after.forest.base[two.file]
        if (one.holder is None) != (two.holder is None):
            return True
        if one.holder is not None and two.holder is not None:
            home_b, home_a = base_b + one.holder.row, base_a + two.holder.row
            if home_b in self.before.classes:
                return home_a != self.class_after(home_b)
            return home_a not in (self.mapping.to_after[home_b], self.partner.get(home_b))
        return (one.file, two.file) not in self.mapping.file_pairs

    def _is_changed(self, one: Function, two: Function) -> bool:
        tree_b, tree_a = self.before.forest.trees[one.file], self.after.forest.trees[two.file]
        row_b, row_a = one.element.outer, two.element.outer
        return (
            tree_b.slice(row_b) != tree_a.slice(row_a)
            or one.element.name != two.element.name
            or self.before.forest.paths[one.file] != self.after.forest.paths[two.file]
        )

    def _is_broken(self, one: Function, two: Function) -> bool:
        """Whether a file cannot be read, so that nobody knows what stands in which class."""
        trees = self.before.forest.trees[one.file], self.after.forest.trees[two.file]
        return any(tree.flags[0] & BROKEN for tree in trees)

    def _is_doubtful(self, node_b: int, node_a: int, one: Function, two: Function) -> bool:
        """Whether two functions in other places, or of other names, have too little in common."""
        is_same_name = one.word == two.word
        is_elsewhere = self.is_elsewhere(one, two)
        if is_same_name and not is_elsewhere:
            return False
        if self.is_constructor(self.before, one) != self.is_constructor(self.after, two):
            return True
        share, size = self._likeness(node_b, node_a, one, two)
        if size < TINY and not is_same_name and (is_elsewhere or share < _LIKE_SMALL):
            return True
        least = _SAID if is_elsewhere else _SAID_HERE if size >= TINY else 0.0
        if self._is_said_otherwise(one, two, least):
            return True
        return share < (_LIKE_MOVED if is_same_name else _LIKE)

    def _is_said_otherwise(self, one: Function, two: Function, share: float) -> bool:
        """Whether two bodies have few names and values in common: brackets are the same in many."""
        bodies = self.before.body(one), self.after.body(two)
        words = [_names_and_values(*body) for body in bodies]
        return 2 * (words[0] & words[1]).total() < share * (words[0].total() + words[1].total())

    def is_constructor(self, version: Version, function: Function) -> bool:
        """Whether a function runs for each new object of its class: its name is the language's."""
        known = version.side(function.file).names.tables.raw.get("receivers") or {}
        return function.word in (known.get("constructors") or ()) or is_maker(function)

    def _likeness(
        self, node_b: int, node_a: int, one: Function, two: Function
    ) -> tuple[float, int]:
        """(share of the leaves that two bodies have in common, leaves of the smaller one)."""
        tree_b, body_b = self.before.body(one)
        leaves_b = list(leaves(tree_b, body_b))
        leaves_a = list(leaves(*self.after.body(two)))
        stop_b = node_b + tree_b.stop[one.element.row] - one.element.row
        base = node_a - two.element.row
        count = sum(node_b <= self.mapping.to_before[base + at] < stop_b for at in leaves_a)
        sizes = len(leaves_b), len(leaves_a)
        return 2 * count / max(1, sum(sizes)), min(sizes)

    # ------------------------------------------------------------------ classes and modules

    def classes(self) -> Iterator[Named]:
        """Classes that were renamed or moved. Of several that are one now, the first."""
        taken: set[int] = set()
        for node_b, (_, one) in sorted(
            self.before.classes.items(), key=lambda item: (item[0] in self.partner, item[0])
        ):
            node_a = self.class_after(node_b)
            if node_a not in self.after.classes or self._is_local(node_b, node_a):
                continue
            if node_a in taken:
                continue
            taken.add(node_a)
            _, two = self.after.classes[node_a]
            words = [e.name.rpartition(".")[2] for e in (one, two)]
            is_moved = self._is_moved(node_b, node_a)
            if words[0] != words[1]:
                kind = "Move And Rename Class" if is_moved else "Rename Class"
                yield Named(kind, " -> ".join(words), node_b, node_a)
            elif is_moved:
                yield Named("Move Class", words[1], node_b, node_a)

    def _is_moved(self, node_b: int, node_a: int) -> bool:
        """Whether a class stands in another module, package or class than before."""
        (file_b, one), (file_a, two) = self.before.classes[node_b], self.after.classes[node_a]
        is_apart = "package" not in self.after.forest.trees[file_a].language.raw
        paths = self.before.forest.paths[file_b], self.after.forest.paths[file_a]
        is_moved = _home(paths[0], one, is_apart) != _home(paths[1], two, is_apart)
        return is_moved and not self._goes_along(node_b, node_a)

    def _is_another(self, node_b: int, node_a: int) -> bool:
        """Whether a class of another place and name has nothing of the one it is paired with."""
        if node_b not in self.before.classes or node_a not in self.after.classes:
            return False
        names = self.before.class_name(node_b), self.after.class_name(node_a)
        if names[0] == names[1]:
            return False
        if self._is_moved(node_b, node_a) and not self._shares_members(node_b, node_a):
            return True
        return not share_words(*names) and self._is_unlike(node_b, node_a)

    def _is_unlike(self, node_b: int, node_a: int) -> bool:
        """Whether two classes have few names and values in common."""
        sides = zip((self.before, self.after), (node_b, node_a), strict=True)
        words = []
        for version, node in sides:
            file, element = version.classes[node]
            words.append(_names_and_values(version.forest.trees[file], element.row))
        return 2 * (words[0] & words[1]).total() < _SAID_HERE * sum(w.total() for w in words)

    def _shares_members(self, node_b: int, node_a: int) -> bool:
        """Whether two classes have a method of one name, or methods on one side only at most.

        What makes their objects does not count: every class has it.
        """
        found = [
            {
                f.word
                for f in version.functions.values()
                if version.holder(f) == node and not self.is_constructor(version, f)
            }
            for version, node in ((self.before, node_b), (self.after, node_a))
        ]
        return bool(found[0] & found[1]) or not all(found)

    def _is_local(self, node_b: int, node_a: int) -> bool:
        """Whether a class stands in a function, with which it goes, on both sides."""
        return self.before.is_local(node_b) and self.after.is_local(node_a)

    def _goes_along(self, node_b: int, node_a: int) -> bool:
        """Whether a class stands in one that is the same before and after."""
        homes = [
            next((
                version.forest.base[file] + e.row
                for file, e in version.classes.values()
                if file == own and e.name == name
            ), -1)
            for version, (own, element) in (
                (self.before, self.before.classes[node_b]), (self.after, self.after.classes[node_a])
            )
            if (name := element.name.rpartition(".")[0])
        ]  # fmt: skip
        if len(homes) < len((node_b, node_a)) or -1 in homes:
            return False
        return homes[1] in (self.mapping.to_after[homes[0]], self.partner.get(homes[0]))

    def modules(self) -> Iterator[Named]:
        """Files of functions and variables that were moved or renamed: they move like classes."""
        for file_b, file_a in self.mapping.file_pairs:
            paths = self.before.forest.paths[file_b], self.after.forest.paths[file_a]
            if paths[0] != paths[1] and self._has_members(file_a):
                stem = os.path.basename(paths[1]).partition(".")[0]
                base = self.before.forest.base[file_b], self.after.forest.base[file_a]
                yield Named("Move Class", stem, *base)

    def _has_members(self, file: int) -> bool:
        """Whether functions, variables or statements stand in a file outside of classes."""
        if any(f.file == file and f.holder is None for f in self.after.functions.values()):
            return True
        functions, tree = self.after.side(file).functions, self.after.forest.trees[file]
        if not functions.is_known:
            return False
        ways = set(tree.language.raw.get("compound") or ())
        roles = tree.language.roles
        return any(
            functions.bound(row) is not None
            or tree.kind_name(row) in ways
            or roles[tree.kind[functions.expression(row)]] & Role.CALL
            for row in tree.children(0)
        )

    def _members(self) -> Iterator[tuple[int, int]]:
        """The methods and declared fields of the classes before, each with its class."""
        for node, function in self.before.functions.items():
            home = self.before.holder(function)
            if home >= 0:
                yield node, home
        yield from self.before.fields.items()

    def _pair_namesakes(self) -> None:
        """Pair what is left of a name in two files: a class may be an interface now."""
        files = dict(self.mapping.file_pairs)
        new = {
            (file, e.name): node
            for node, (file, e) in self.after.classes.items()
            if self.mapping.to_before[node] < 0
        }
        for node, (file, e) in self.before.classes.items():
            other = new.get((files.get(file, -1), e.name))
            if other is not None and self.mapping.to_after[node] < 0:
                self.partner[node] = other

    def _pair_classes(self) -> None:
        """Pair a class that is gone with a new one that most of its members went to."""
        self._pair_namesakes()
        known = {e.name for _, e in self.before.classes.values()}
        moved: Counter[tuple[int, int]] = Counter()
        count: Counter[int] = Counter()
        for node_b, home_b in self._members():
            if self.mapping.to_after[home_b] >= 0 or home_b in self.partner:
                continue
            count[home_b] += 1
            node_a = self.mapping.to_after[node_b]
            two = self.after.functions.get(node_a)
            home_a = (
                self.after.holder(two) if two is not None else self.after.fields.get(node_a, -1)
            )
            if home_a >= 0 and self.after.classes[home_a][1].name not in known:
                moved[home_b, home_a] += 1
        for (home_b, home_a), n in sorted(moved.items(), key=lambda item: (-item[1], item[0])):
            if home_b not in self.partner and 2 * n >= count[home_b]:
                self.partner[home_b] = home_a


def _names_and_values(tree: SyntaxTree, row: int) -> Counter[bytes]:
    """What a row says but for brackets and the like, word by word."""
    named = tree.language.kind_is_named
    return Counter(tree.slice(at) for at in leaves(tree, row) if named[tree.kind[at]])


def _home(path: str, element: Element, is_apart: bool) -> str:
    """The module or package a class belongs to, and the class around it.

    `is_apart`: each file is a module, which is nothing of its own if it is called like the class.
    """
    folder, file = os.path.split(path)
    stem = file.partition(".")[0]
    around = element.name.rpartition(".")[0]
    own = element.name.partition(".")[0]
    return f"{folder}/{stem}:{around}" if is_apart and stem != own else f"{folder}:{around}"
