"""One side of a change set: the trees of all its files, under one numbering of nodes."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.syntax import SyntaxTree


class Forest:
    """Trees of several files. Node id = `base[file] + row`; `base` has one entry more.

    Immutable after construction.
    """

    __slots__ = ("base", "file_of_path", "paths", "trees")

    def __init__(self, trees: Iterable[tuple[str, SyntaxTree]]) -> None:
        pairs = tuple(trees)
        self.paths = tuple(path for path, _ in pairs)
        self.trees = tuple(tree for _, tree in pairs)
        self.file_of_path = {path: i for i, path in enumerate(self.paths)}
        base = [0]
        for tree in self.trees:
            base.append(base[-1] + len(tree))
        self.base = tuple(base)

    @classmethod
    def from_texts(cls, texts: Iterable[tuple[str, bytes]]) -> Forest:
        """Parse every text in the language its path and content tell."""
        return cls((path, parse(text, path=path)) for path, text in texts)

    def __len__(self) -> int:
        return self.base[-1]

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
