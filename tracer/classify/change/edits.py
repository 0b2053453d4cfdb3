"""The edits of a change set: everything that differs between two forests, and nothing else.

The mapping only suggests which node to compare with which; equality is established here, by
comparing token entries and bytes. Whatever the mapping says, a part of the text that no edit
covers is therefore the same before and after, in the same place of the same tree. That is what
makes "every edit is explained" a proof.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from enum import IntEnum
from typing import TYPE_CHECKING

from tracer.classify.change.tree_differ import Comparison
from tracer.model.named_tuple import NamedTuple
from tracer.syntax import LEAF

if TYPE_CHECKING:
    from tracer.classify.equality.subtree_equality import Prints
    from tracer.matching import Forest, NodeMapping
    from tracer.syntax import SyntaxTree

_BOM = b"\xef\xbb\xbf"


class EditKind(IntEnum):
    """What happened to a node."""

    LAYOUT = 0  # same tokens, other white space or comments
    SPELLING = 1  # equal at NORMAL
    UPDATE = 2  # a leaf with another text
    REPLACE = 3  # another kind in the same place; at a root, the file as a whole
    DELETE = 4
    INSERT = 5
    MOVE = 6  # other parent or other order; what changed inside is edits of its own
    FILE_MOVE = 7  # another path


class Edit(NamedTuple):
    """One edit; node ids of the forests, -1 for a side the edit does not have."""

    kind: EditKind
    before: int
    after: int


def find_edits(mapping: NodeMapping, prints: Prints) -> tuple[Edit, ...]:
    """Every edit of the change set.

    Cost: proportional to the children of the nodes on the way to a difference, plus the size
    of what differs.
    """
    return _Search(mapping, prints).run()


class _Search:
    """Pairs the files, descends, and settles what had no partner in place (`loose` nodes)."""

    def __init__(self, mapping: NodeMapping, prints: Prints) -> None:
        self.mapping = mapping
        self.prints = prints
        self.edits: list[Edit] = []
        self.loose_before: list[int] = []
        self.loose_after: list[int] = []
        self._candidates: dict[int, list[int]] = {}  # by the loose node
        self.moved_before = _Claims(mapping.before)
        self.moved_after = _Claims(mapping.after)

    def run(self) -> tuple[Edit, ...]:
        """All edits: those of the paired files, then moves, deletes and inserts."""
        mapping = self.mapping
        for file_b, file_a in mapping.file_pairs:
            self._compare_files(file_b, file_a)
        self.loose_before += _roots(mapping.before, {b for b, _ in mapping.file_pairs})
        self.loose_after += _roots(mapping.after, {a for _, a in mapping.file_pairs})
        self._settle()
        return tuple(self.edits)

    def _compare_files(self, file_b: int, file_a: int) -> None:
        before, after = self.mapping.before, self.mapping.after
        tree_b, tree_a = before.trees[file_b], after.trees[file_a]
        root_b, root_a = before.base[file_b], after.base[file_a]
        if before.paths[file_b] != after.paths[file_a]:
            self.edits.append(Edit(EditKind.FILE_MOVE, root_b, root_a))
        if tree_b.language is not tree_a.language or tree_b.kind[0] != tree_a.kind[0]:
            self.edits.append(Edit(EditKind.REPLACE, root_b, root_a))
        elif tree_b.text.startswith(_BOM) != tree_a.text.startswith(_BOM):
            # A byte order mark in front of `#!` keeps a script from starting.
            self.edits.append(Edit(EditKind.REPLACE, root_b, root_a))
        elif tree_b.text != tree_a.text:
            known = len(self.edits), len(self.loose_before), len(self.loose_after)
            self._compare(file_b, 0, file_a, 0)
            if known == (len(self.edits), len(self.loose_before), len(self.loose_after)):
                self.edits.append(Edit(EditKind.LAYOUT, root_b, root_a))

    def _compare(self, file_b: int, row_b: int, file_a: int, row_a: int) -> None:
        """Record how two nodes of one kind differ."""
        base_b, base_a = self.mapping.before.base[file_b], self.mapping.after.base[file_a]
        found = Comparison(self.mapping, self.prints, file_b, file_a)
        found.run(row_b, row_a)
        self.edits += [
            Edit(
                EditKind[kind],
                -1 if before < 0 else base_b + before,
                -1 if after < 0 else base_a + after,
            )
            for kind, before, after in found.differences
        ]
        self.loose_before += [base_b + row for row in found.loose_before]
        self.loose_after += [base_a + row for row in found.loose_after]

    def _settle(self) -> None:
        """Turn loose nodes into moves where both ends are loose, else deletes and inserts.

        A node whose image stands in text that was not touched was deleted: the image is a
        copy. Comparing the two ends of a move may leave more nodes loose, hence the rounds.
        """
        known = (-1, -1)
        while known != (len(self.loose_before), len(self.loose_after)):
            known = (len(self.loose_before), len(self.loose_after))
            ends = set(self.loose_after)
            for root in self.loose_before[:]:
                self._find_moves(root, ends)
        gone = [node for node in self.loose_before if node not in self.moved_before]
        new = [node for node in self.loose_after if node not in self.moved_after]
        self.edits += [Edit(EditKind.DELETE, node, -1) for node in gone]
        self.edits += [Edit(EditKind.INSERT, -1, node) for node in new]

    def _find_moves(self, root: int, ends: set[int]) -> None:
        """Record the topmost mapped subtrees of a loose one whose image is loose as well.

        Single leaves count only where they are loose themselves (swapped arguments), not as
        parts of a larger subtree.
        """
        file, row = self.mapping.before.locate(root)
        tree, base = self.mapping.before.trees[file], self.mapping.before.base[file]
        passed = row
        for at in self._mapped(tree, row, base):
            if at < passed:
                continue
            node = base + at
            image = self.mapping.to_after[node]
            if node in self.moved_before:
                passed = tree.stop[at]
            elif self.moved_before.is_free(node) and self._is_free_end(image, ends):
                self._record_move(node, image)
                passed = tree.stop[at]

    def _mapped(self, tree: SyntaxTree, row: int, base: int) -> list[int]:
        """Rows of a loose subtree that have a partner, single leaves below its top left out."""
        known = self._candidates.get(base + row)
        if known is None:
            images = self.mapping.to_after[base + row : base + tree.stop[row]]
            flags = tree.flags
            known = self._candidates[base + row] = [
                at
                for at, image in enumerate(images, row)
                if image >= 0 and (at == row or not flags[at] & LEAF)
            ]
        return known

    def _is_free_end(self, image: int, ends: set[int]) -> bool:
        """Whether a node is in a loose subtree, and no part of it is the end of a move.

        What lies in the end of a move was compared with the other end already, except for
        what that comparison left loose.
        """
        if not self.moved_after.is_free(image):
            return False
        while image >= 0 and image not in self.moved_after:
            if image in ends:
                return True
            image = self.mapping.after.parent(image)
        return False

    def _record_move(self, node: int, image: int) -> None:
        self.moved_before.add(node)
        self.moved_after.add(image)
        file_b, row_b = self.mapping.before.locate(node)
        file_a, row_a = self.mapping.after.locate(image)
        tree_b, tree_a = self.mapping.before.trees[file_b], self.mapping.after.trees[file_a]
        self.edits.append(Edit(EditKind.MOVE, node, image))
        if tree_b.language is not tree_a.language or tree_b.kind[row_b] != tree_a.kind[row_a]:
            self.edits.append(Edit(EditKind.REPLACE, node, image))
        else:
            self._compare(file_b, row_b, file_a, row_a)


def _roots(forest: Forest, paired: set[int]) -> list[int]:
    return [forest.base[i] for i in range(len(forest.trees)) if i not in paired]


class _Claims:
    """Subtrees taken as one end of a move. None may be taken twice, whole or in part."""

    def __init__(self, forest: Forest) -> None:
        self._forest = forest
        self._taken: list[int] = []
        self._known: set[int] = set()

    def add(self, node: int) -> None:
        insort(self._taken, node)
        self._known.add(node)

    def __contains__(self, node: int) -> bool:
        return node in self._known

    def is_free(self, node: int) -> bool:
        """Whether nothing at or below the node is taken."""
        tree, row = self._forest.tree_of(node)
        at = bisect_left(self._taken, node)
        return at == len(self._taken) or self._taken[at] >= node - row + tree.stop[row]
