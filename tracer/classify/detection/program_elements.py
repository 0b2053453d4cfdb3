"""The functions and classes of one version of a change set, and the names given to changes."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.detection.unnamed_classes import with_unnamed
from tracer.classify.detection.variable_bindings import bindings_of
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.model import Side
from tracer.semantics.types.class_hierarchy import bases_of
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element

_HALF = 0.5
_LONG = 6  # letters of a name that can be known again with a few of them changed
_SLIP = 0.15  # share of its letters that may

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")

CLASSES = ("class", "interface", "enum")


class Named(NamedTuple):
    """One refactoring: its name, what it speaks of, and the nodes before and after (or -1)."""

    kind: str
    detail: str
    before: int
    after: int


class Function(NamedTuple):
    """A function of one version, and where it stands."""

    file: int
    element: Element
    holder: Element | None

    @property
    def word(self) -> str:
        """The simple name."""
        return self.element.name.rpartition(".")[2]

    @property
    def is_inner(self) -> bool:
        """Whether it stands inside another function."""
        return self.holder is not None and self.holder.kind == "function"

    @property
    def is_method(self) -> bool:
        """Whether it stands in a class."""
        return self.holder is not None and self.holder.kind != "function"


class Version:
    """The definitions of one version of the change set."""

    def __init__(self, context: Context, *, is_after: bool) -> None:
        self.is_after = is_after
        self.forest: Forest = context.after if is_after else context.before
        self._names = context.names_after if is_after else context.names_before
        self._sides: dict[int, Side] = {}
        self._bindings: dict[tuple[int, int], dict[str, list[int]]] = {}
        self._inner: dict[int, list[int]] = {}  # rows of functions and classes, by file
        self.elements = [
            with_unnamed(tree, self.forest.elements(file))
            for file, tree in enumerate(self.forest.trees)
        ]
        self._above: dict[int, set[str]] = {}
        self.functions: dict[int, Function] = {}
        self.classes: dict[int, tuple[int, Element]] = {}
        self.fields: dict[int, int] = {}  # the class of each that a class declares
        for file, tree in enumerate(self.forest.trees):
            known: list[Element] = []
            for e in self.elements[file]:
                while known and tree.stop[known[-1].row] <= e.row:
                    known.pop()
                node = self.forest.base[file] + e.row
                if e.kind == "function" and tree.child_by_field(e.row, "parameters") >= 0:
                    self.functions[node] = Function(file, e, known[-1] if known else None)
                elif e.kind in CLASSES:
                    self.classes[node] = (file, e)
                elif e.kind == "field" and known and known[-1].kind in CLASSES:
                    self.fields[node] = self.forest.base[file] + known[-1].row
                if e.kind in ("function", *CLASSES):
                    known.append(e)

    def side(self, file: int) -> Side:
        """What is asked of a file."""
        known = self._sides.get(file)
        if known is None:
            known = self._sides[file] = Side(self._names(file))
        return known

    def bindings(self, file: int, row: int) -> dict[str, list[int]]:
        """Which leaves of a function, or of a file (row 0), bind its variables."""
        known = self._bindings.get((file, row))
        if known is None:
            inner = self._inner.get(file)
            if inner is None:
                kinds = ("function", *CLASSES)
                inner = [e.row for e in self.elements[file] if e.kind in kinds]
                self._inner[file] = inner
            known = self._bindings[file, row] = bindings_of(self.side(file), row, inner)
        return known

    def holder(self, function: Function) -> int:
        """The node of the class of a method, or -1."""
        if function.holder is None or function.holder.kind not in CLASSES:
            return -1
        return self.forest.base[function.file] + function.holder.row

    def is_derived(self, node: int, other: int) -> bool:
        """Whether one class is derived from another one, by the names of their bases."""
        wanted = self.class_name(other)
        seen: set[int] = set()
        work = [node]
        while work:
            node = work.pop()
            if node in seen or node not in self.classes:
                continue
            seen.add(node)
            names = self._bases(node)
            if wanted in names:
                return True
            work += [at for at in self.classes if self.class_name(at) in names]
        return False

    def is_local(self, node: int) -> bool:
        """Whether a class stands in a function."""
        file, element = self.classes[node]
        around = element.name.rpartition(".")[0]
        return any(
            f.element.name == around and f.file == file
            for f in (self.functions.values() if around else ())
        )

    def class_name(self, node: int) -> str:
        """The simple name of a class."""
        return self.classes[node][1].name.rpartition(".")[2]

    def _bases(self, node: int) -> set[str]:
        known = self._above.get(node)
        if known is None:
            file, element = self.classes[node]
            names = bases_of(self._names(file), element.row) or self._named_in_head(file, element)
            known = self._above[node] = {name.rpartition(".")[2] for name in names} - {""}
        return known

    def _named_in_head(self, file: int, element: Element) -> set[str]:
        """The words between the name or parameters of a class and its body.

        Where no table says what a class is derived from: there its bases are named.
        """
        if self._names(file).tables.is_known:
            return set()
        tree = self.forest.trees[file]
        parts = [tree.child_by_field(element.row, part) for part in ("name", "parameters", "body")]
        first = max((tree.stop[row] for row in parts[:2] if row >= 0), default=element.row)
        last = parts[2] if parts[2] >= 0 else tree.stop[element.row]
        return {tree.slice(row).decode("utf-8", "replace") for row in range(first, last)
                if tree.flags[row] & LEAF and not tree.flags[row] & TRIVIA}  # fmt: skip

    def body(self, function: Function) -> tuple[SyntaxTree, int]:
        """A function's tree and the row of its body (-1 without one)."""
        tree = self.forest.trees[function.file]
        return tree, tree.child_by_field(function.element.row, "body")


def leaves(tree: SyntaxTree, row: int) -> Iterator[int]:
    """The leaves of a subtree, comments aside; none below row -1."""
    for at in range(row, tree.stop[row] if row >= 0 else row):
        if tree.flags[at] & LEAF and not tree.flags[at] & TRIVIA:
            yield at


def is_definition(side: Side, row: int) -> bool:
    """Whether a leaf is the name of a definition."""
    tree, around = side.tree, side.tree.parent[row]
    return tree.kind[around] in tree.language.definitions and tree.field_name(row) == "name"


def is_maker(function: Function) -> bool:
    """Whether a function is called like the class it stands in: it is renamed with it."""
    holder = function.holder
    return holder is not None and holder.name.rpartition(".")[2] == function.word


def is_same_type(one: str | None, other: str | None) -> bool:
    """Whether two types are one but for whether there may be no value."""
    return (one or "").rstrip("?") == (other or "").rstrip("?")


def words_of(name: str) -> set[str]:
    """The words of a name, written with underscores or capitals."""
    return {part.lower() for part in _WORD.findall(name)}


def share_words(one: str, other: str, share: float = _HALF) -> bool:
    """Whether two names have many of their words in common, or nearly all their letters."""
    words = words_of(one), words_of(other)
    if len(words[0] & words[1]) >= share * max(map(len, words)):
        return True
    sizes = len(one), len(other)
    if min(sizes) < _LONG or max(sizes) - min(sizes) > _SLIP * max(sizes):
        return False
    letters = Counter(one.lower()) & Counter(other.lower())
    return letters.total() >= (1 - _SLIP) * max(sizes) and one[0].lower() == other[0].lower()
