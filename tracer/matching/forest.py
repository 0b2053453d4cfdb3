"""One side of a change set: the trees of all its files, under one numbering of nodes."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from tracer import native
from tracer.fingerprint import fingerprint
from tracer.matching.keys import Keys
from tracer.matching.similarity import Bags
from tracer.syntax import TRIVIA, parse
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.fingerprint import Fingerprints
    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element


_KEPT_BYTES = 1 << 17  # of a text whose tree is kept for a moment
_KEPT = 8  # such trees, some 40 MB at the most


def _parsed(path: str, text: bytes) -> SyntaxTree:
    """The tree of a text. One call matches the same versions several times: see `engine.turns`."""
    if len(text) > _KEPT_BYTES:
        return parse(text, path=path)
    return _kept(path, text, native.core())


@lru_cache(maxsize=_KEPT)
def _kept(path: str, text: bytes, _parser: object) -> SyntaxTree:
    return parse(text, path=path)


class Kids(dict[int, list[int]]):
    """row → its children that are no comments. Cost: one look at the children, once."""

    __slots__ = ("_tree",)

    def __init__(self, tree: SyntaxTree) -> None:
        self._tree = tree

    def __missing__(self, row: int) -> list[int]:
        flags = self._tree.flags
        found = [child for child in self._tree.children(row) if not flags[child] & TRIVIA]
        self[row] = found
        return found


class Forest:
    """Trees of several files. Node id = `base[file] + row`; `base` has one entry more.

    Immutable after construction. `keys[file]` compares its rows, `bags[file]` says how alike
    they are, `kids[file]` keeps the children of rows that were asked for.
    """

    __slots__ = (
        "_blocks",
        "_defined",
        "_elements",
        "_outer",
        "_prints",
        "_rows",
        "bags",
        "base",
        "file_of_path",
        "keys",
        "kids",
        "paths",
        "trees",
    )

    def __init__(self, trees: Iterable[tuple[str, SyntaxTree]]) -> None:
        pairs = tuple(trees)
        self.paths = tuple(path for path, _ in pairs)
        self.trees = tuple(tree for _, tree in pairs)
        self.keys = tuple(Keys(tree) for tree in self.trees)
        self.bags = tuple(Bags(tree) for tree in self.trees)
        self.kids = tuple(Kids(tree) for tree in self.trees)
        self._elements: list[list[Element] | None] = [None] * len(self.trees)
        self._outer: list[dict[int, Element] | None] = [None] * len(self.trees)
        self._rows: list[frozenset[int] | None] = [None] * len(self.trees)
        self._blocks: list[bytes | None] = [None] * len(self.trees)
        self._prints: list[Fingerprints | None] = [None] * len(self.trees)
        self._defined: frozenset[tuple[str, str]] | None = None
        self.file_of_path = {path: i for i, path in enumerate(self.paths)}
        base = [0]
        for tree in self.trees:
            base.append(base[-1] + len(tree))
        self.base = tuple(base)

    @classmethod
    def from_texts(cls, texts: Iterable[tuple[str, bytes]]) -> Forest:
        """Parse every text in the language its path and content tell."""
        return cls((path, _parsed(path, text)) for path, text in texts)

    def __len__(self) -> int:
        return self.base[-1]

    def elements(self, file: int) -> list[Element]:
        """The named definitions of a file. Cost: one pass over its kinds, once."""
        known = self._elements[file]
        if known is None:
            known = self._elements[file] = elements(self.trees[file])
        return known

    def prints(self, file: int) -> Fingerprints:
        """The fingerprints of a file: one object, so that every digest is made once."""
        known = self._prints[file]
        if known is None:
            known = self._prints[file] = fingerprint(self.trees[file])
        return known

    def outermost(self, file: int) -> dict[int, Element]:
        """{row of the outermost wrapper: definition} of a file; one a wrapper."""
        known = self._outer[file]
        if known is None:
            known = {element.outer: element for element in self.elements(file)}
            self._outer[file] = known
        return known

    def blocks(self, file: int) -> bytes:
        """A byte for each row of a file: 1 for a block."""
        known = self._blocks[file]
        if known is None:
            tree = self.trees[file]
            is_block = tree.language.block_kinds
            known = self._blocks[file] = bytes(map(is_block.__getitem__, tree.kind))
        return known

    def rows_defined(self, file: int) -> frozenset[int]:
        """Rows of the named definitions of a file."""
        known = self._rows[file]
        if known is None:
            known = frozenset(element.row for element in self.elements(file))
            self._rows[file] = known
        return known

    def home(self, node: int) -> int:
        """The named definition around a node, or the root of its file; -1 for a root."""
        file, row = self.locate(node)
        tree = self.trees[file]
        rows = self.rows_defined(file)
        row = tree.parent[row]
        while row > 0 and row not in rows:
            row = tree.parent[row]
        return self.base[file] + row if row >= 0 else -1

    @property
    def defined(self) -> frozenset[tuple[str, str]]:
        """(kind name, unqualified name) of every named definition of all files."""
        if self._defined is None:
            self._defined = frozenset(
                (tree.kind_name(element.row), element.name.rpartition(".")[2])
                for file, tree in enumerate(self.trees)
                for element in self.elements(file)
            )
        return self._defined

    def locate(self, node: int) -> tuple[int, int]:
        """(file index, row) of a node id."""
        file = bisect_right(self.base, node) - 1
        return file, node - self.base[file]

    def tree_of(self, node: int) -> tuple[SyntaxTree, int]:
        """(tree, row) of a node id."""
        file, row = self.locate(node)
        return self.trees[file], row

    def parent(self, node: int) -> int:
        """Node id of the parent, or -1 for a root."""
        file, row = self.locate(node)
        above = self.trees[file].parent[row]
        return above if above < 0 else self.base[file] + above
