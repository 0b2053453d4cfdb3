"""The definitions of one version of a change set, by name."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import significant_children
from tracer.syntax.names import elements
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import Forest

CLASSES = ("class", "interface", "enum")
_DOTTED = re.compile(r"[\w$]+(?:\s*\.\s*[\w$*]+)+")
_BEHIND = re.compile(r"(?<=\s)[\w$]+(?:\s*\.\s*[\w$]+)*")


class Definition(NamedTuple):
    """A definition of the change set: its file, row, sort and qualified name."""

    file: int
    row: int
    sort: str
    name: str

    @property
    def text(self) -> str:
        """The simple name."""
        return self.name.rpartition(".")[2]

    @property
    def owner(self) -> tuple[int, str]:
        """The file, and the qualified name of the definition around it."""
        return self.file, self.name.rpartition(".")[0]

    @property
    def holder(self) -> str:
        """The simple name of the definition around it."""
        return self.name.rpartition(".")[0].rpartition(".")[2]


class Definitions:
    """The definitions of one version of the change set, by simple name."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self.of_word: dict[str, list[Definition]] = {}
        self.elements = [elements(tree) for tree in forest.trees]
        for file, known in enumerate(self.elements):
            for e in known:
                found = Definition(file, e.row, e.kind, e.name)
                self.of_word.setdefault(e.name.rpartition(".")[2], []).append(found)
        self._imports: dict[int, dict[str, list[str]]] = {}
        self._packages: dict[int, str] = {}

    def imports(self, file: int) -> dict[str, str]:
        """The names a file imports: simple name -> long name."""
        return {word: paths[-1] for word, paths in self.all_imports(file).items()}

    def all_imports(self, file: int) -> dict[str, list[str]]:
        """The same with every long name of each; under `*` what is taken whole."""
        known = self._imports.get(file)
        if known is None:
            known = self._imports[file] = {}
            for path in self._paths(file, "import", _DOTTED):
                known.setdefault(path.rpartition(".")[2], []).append(path)
        return known

    def package(self, file: int) -> str:
        """The package that a file says it belongs to, or ''."""
        if file not in self._packages:
            self._packages[file] = next(self._paths(file, "package", _BEHIND), "")
        return self._packages[file]

    def _paths(self, file: int, kind: str, pattern: re.Pattern[str]) -> Iterator[str]:
        """The long names in the statements of a kind at the top of a file."""
        tree = self.forest.trees[file]
        for row in significant_children(tree, 0):
            if tree.kind_name(row).startswith(kind):
                match = pattern.search(tree.slice(row).decode("utf-8", "replace"))
                if match:
                    yield "".join(match.group().split())

    def classes_around(self, file: int, row: int) -> list[str]:
        """Names of the classes around a row, from the innermost out."""
        return [d.text for d in reversed(self.around(file, row))]

    def owners(self, file: int, row: int) -> list[tuple[int, str]]:
        """The `owner`s of what belongs to the classes around a row, from the innermost out."""
        return [(file, d.name) for d in reversed(self.around(file, row))]

    def around(self, file: int, row: int) -> list[Definition]:
        """The classes around a row, from the outermost in."""
        stop = self.forest.trees[file].stop
        return [
            Definition(file, e.row, e.kind, e.name)
            for e in self.elements[file]
            if e.kind in CLASSES and e.row < row < stop[e.row]
        ]

    def extends(self, name: str, other: str) -> bool:
        """Whether a class names another in its header, or one that does."""
        seen, work = {name}, [name]
        while work:
            for d in self.of_word.get(work.pop(), ()):
                tree = self.forest.trees[d.file]
                body = tree.child_by_field(d.row, "body")
                last = body if body >= 0 else tree.stop[d.row]
                words = {tree.slice(at).decode("utf-8", "replace") for at in range(d.row, last)
                         if tree.flags[at] & LEAF}  # fmt: skip
                if d.sort in CLASSES and other in words:
                    return True
                more = words - seen if d.sort in CLASSES else set()
                seen |= more
                work += sorted(more)
        return False

    def is_overridden(self, function: Definition) -> bool:
        """Whether a class of the change set that names its class has a function of that name.

        An object with members of its own is of such a class, and so is a value of an enum.
        """
        return any(
            d.row != function.row and self.overrides(d, function.holder)
            for d in self.of_word.get(function.text, ())
        )

    def overrides(self, function: Definition, holder: str) -> bool:
        """Whether a function is called on objects of a class in the place of the class's own.

        It belongs to a class below, or to a base of one that is derived from an interface: what a
        class inherits comes before what an interface gives it.
        """
        if function.sort != "function":
            return False
        return self._is_below(function, holder) or self._comes_before(function.holder, holder)

    def _comes_before(self, base: str, holder: str) -> bool:
        """Whether some class is derived from a class, and from an interface it knows nothing of."""
        sorts = {d.sort for d in self.of_word.get(holder, ()) if d.sort in CLASSES}
        theirs = {d.sort for d in self.of_word.get(base, ()) if d.sort in CLASSES}
        if base == holder or sorts != {"interface"} or "class" not in theirs:
            return False
        if self.extends(base, holder):
            return False
        return any(self.extends(c, holder) and self.extends(c, base) for c in self._classes)

    @cached_property
    def _classes(self) -> list[str]:
        """The simple names of all classes."""
        return sorted(
            {w for w, known in self.of_word.items() if any(d.sort in CLASSES for d in known)}
        )

    def _is_below(self, function: Definition, holder: str) -> bool:
        """Whether a function belongs to a class derived from one of a name."""
        tree = self.forest.trees[function.file]
        outer = tree.parent[tree.parent[function.row]]
        around = self.around(function.file, function.row)
        if any(one.row == outer or tree.parent[outer] == one.row for one in around[-1:]):
            return function.holder != holder and self.extends(function.holder, holder)
        kind = tree.child_by_field(outer, "type")
        if kind < 0:
            return bool(around) and around[-1].text == holder
        name = tree.slice(kind).partition(b"<")[0].decode("utf-8", "replace")
        return name == holder or self.extends(name, holder)
