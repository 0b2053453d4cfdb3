"""What every rule is given: the mapping, its edits, and the questions rules ask of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from tracer.classify.change.edits import Edit, EditKind, find_edits
from tracer.classify.change.reading_differences import no_longer_compiles, other_reading
from tracer.classify.equality.subtree_equality import Prints, is_broken
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.reflection.files.embedded_files import taken_as_text
from tracer.semantics.versions import Versions, World
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tracer.matching import Forest, NodeMapping
    from tracer.model.changes import Proof
    from tracer.syntax import SyntaxTree


class Explained(NamedTuple):
    """Edits that a rule proved not to change behaviour.

    `edits` are indices into `Context.edits`; `before` and `after` the nodes to show (-1 for
    none); `kept` the leaves after whose new text keeps its origin; `touched` the leaves after
    that the rule moved, renamed or reflowed; `named` those that name what stood in their place.
    `proof`: what it rests on, where that is more than the rule.
    """

    rule: str
    evidence: str
    edits: tuple[int, ...]
    before: int
    after: int
    kept: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    proof: Proof | None = None

    @classmethod
    def of_renaming(  # noqa: PLR0913, PLR0917 - what the others have, and where rows begin
        cls, rule: str, evidence: str, edits: Iterable[int], images: Mapping[int, int],
        base: tuple[int, int] = (0, 0), first: int = -1,
    ) -> Explained:  # fmt: skip
        """Leaves that have another name now.

        `images`: row before -> row after, counted from `base` (of nodes: from 0); `first`: the one
        to show, the first of them without it.
        """
        first = min(images) if first < 0 else first
        leaves = tuple(sorted(base[1] + row for row in images.values()))
        shown = base[0] + first, base[1] + images[first]
        return cls(rule, evidence, tuple(sorted(edits)), *shown, kept=leaves, touched=leaves)


class Context(Versions):
    """One change set under judgement; `open` holds the indices of the edits not explained yet."""

    def __init__(
        self,
        mapping: NodeMapping,
        *,
        world: World,
        mentions: Callable[[str], bool] | None,
    ) -> None:
        super().__init__(mapping.before, mapping.after, world=world, mentions=mentions)
        self.mapping = mapping
        self.prints = Prints(mapping.before, mapping.after)
        self.edits: tuple[Edit, ...] = find_edits(mapping, self.prints)
        self.open: set[int] = set(range(len(self.edits)))
        self.locked: set[int] = set()
        self.reasons: dict[int, str] = {}
        self.notes: dict[int, set[str]] = {}  # all of them
        self.moves: list[Any] = []  # what `move_definition` proved, for the imports around it
        self.reordered: set[int] = set()  # edits that `import_order` took for imports in order
        self.renamed_files: set[tuple[int, int]] = set()  # what `move_file` proved
        self._by_kind: dict[EditKind, list[tuple[int, Edit]]] = {}
        for pair in enumerate(self.edits):
            self._by_kind.setdefault(pair[1].kind, []).append(pair)
        self._of_kinds: dict[tuple[EditKind, ...], list[tuple[int, Edit]]] = {}
        self._of_files: tuple[dict[int, list[int]], dict[int, list[int]]] | None = None
        self._by_node: tuple[list[tuple[int, int]], list[tuple[int, int]]] | None = None
        self._ends: tuple[dict[int, int], dict[int, int]] | None = None
        self._of_pairs: dict[tuple[int, int], list[int]] = {}
        self._readings: dict[tuple[int, int], str | None] = {}  # of the pairs asked about
        self._paired = (dict(mapping.file_pairs), {a: b for b, a in mapping.file_pairs})
        self._before = _Regions(self.before, self.edits, "before")
        self._after = _Regions(self.after, self.edits, "after")

    def of_kind(self, *kinds: EditKind) -> Iterator[tuple[int, Edit]]:
        """(index, edit) of the unexplained edits of these kinds, in order."""
        known = self._of_kinds.get(kinds)
        if known is None:
            known = sorted(pair for kind in kinds for pair in self._by_kind.get(kind, ()))
            self._of_kinds[kinds] = known
        for index, edit in known:
            if index in self.open:
                yield index, edit

    def of_files(self, file_b: int, file_a: int, *kinds: EditKind) -> Iterator[tuple[int, Edit]]:
        """The same (without `kinds`, of all) with a side in a file before or after; -1 for none.

        Cost: proportional to the edits of the two files; the first question sorts all of them.
        """
        key = (file_b, file_a)
        known = self._of_pairs.get(key)
        if known is None:
            of_before, of_after = self._of_files or self._by_file()
            known = sorted({*of_before.get(file_b, ()), *of_after.get(file_a, ())})
            self._of_pairs[key] = known
        for index in known:
            edit = self.edits[index]
            if index in self.open and (not kinds or edit.kind in kinds):
                yield index, edit

    def inside(
        self, before: Sequence[tuple[int, int]], after: Sequence[tuple[int, int]]
    ) -> list[int]:
        """Indices of the unexplained edits all of whose sides lie in spans of nodes, in order.

        Cost: proportional to the edits found; the first question sorts all of them.
        """
        if self._by_node is None:
            ends = sorted((e.before, i) for i, e in enumerate(self.edits) if e.before >= 0)
            new = sorted((e.after, i) for i, e in enumerate(self.edits) if e.before < 0)
            self._by_node = (ends, new)
        found: set[int] = set()
        for spans, known in zip((before, after), self._by_node, strict=True):
            for low, high in spans:
                first, last = bisect_left(known, (low, -1)), bisect_left(known, (high, -1))
                found.update(index for _, index in known[first:last])
        found &= self.open
        return sorted(i for i in found if _is_in_one(self.edits[i].after, after))

    def below(self, before: int, after: int) -> tuple[int, ...]:
        """Indices of the unexplained edits that lie in a node before and a node after, in order."""
        (tree_b, row_b), (tree_a, row_a) = self.tree_before(before), self.tree_after(after)
        spans = [(before, before - row_b + tree_b.stop[row_b])]
        return tuple(self.inside(spans, [(after, after - row_a + tree_a.stop[row_a])]))

    def both_sides(self, before: int, after: int) -> tuple[int, int]:
        """A pair of nodes, a missing one (-1) replaced by the partner of the other, if any."""
        if before < 0 <= after:
            before = self.mapping.to_before[after]
        elif after < 0 <= before:
            after = self.mapping.to_after[before]
        return before, after

    def _by_file(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """Indices of the edits of each file, before and after."""
        self._of_files = ({}, {})
        for index, edit in enumerate(self.edits):
            for found, forest, node in (
                (self._of_files[0], self.before, edit.before),
                (self._of_files[1], self.after, edit.after),
            ):
                if node >= 0:
                    found.setdefault(forest.locate(node)[0], []).append(index)
        return self._of_files

    def end_of(self, node: int, is_after: bool) -> int:
        """The index of the edit by which a node after came, or one before went; -1 for none."""
        if self._ends is None:
            came = {edit.after: i for i, edit in self._by_kind.get(EditKind.INSERT, ())}
            went = {edit.before: i for i, edit in self._by_kind.get(EditKind.DELETE, ())}
            self._ends = (went, came)
        return self._ends[is_after].get(node, -1)

    def tree_before(self, node: int) -> tuple[SyntaxTree, int]:
        """(tree, row) of a node before."""
        return self.before.tree_of(node)

    def tree_after(self, node: int) -> tuple[SyntaxTree, int]:
        """(tree, row) of a node after."""
        return self.after.tree_of(node)

    def note(self, edits: Iterable[int], reason: str) -> None:
        """Remember why a rule did not explain these edits; the first reason is the one to tell."""
        for index in edits:
            self.reasons.setdefault(index, reason)
            self.notes.setdefault(index, set()).add(reason)

    def in_place(self, node: int, *, is_after: bool) -> int:
        """The node that stands on the other side where this one does on its own, or -1.

        The same child, in the same field, of its parent's partner.
        """
        ours, theirs = (self.after, self.before) if is_after else (self.before, self.after)
        images = self.mapping.to_before if is_after else self.mapping.to_after
        file, row = ours.locate(node)
        tree = ours.trees[file]
        parent = tree.parent[row]
        image = images[node - row + parent] if parent >= 0 else -1
        if image < 0:
            return -1
        file_o, there = theirs.locate(image)
        other = theirs.trees[file_o]
        if other.language is not tree.language or other.kind[there] != tree.kind[parent]:
            return -1
        kids, others = ours.kids[file][parent], theirs.kids[file_o][there]
        twin = others[bisect_left(kids, row)] if len(kids) == len(others) else -1
        is_same = twin >= 0 and other.field[twin] == tree.field[row]
        return image - there + twin if is_same else -1

    def is_deleted(self, node: int) -> bool:
        """Whether a node before was deleted (and not moved out of something deleted)."""
        index = self._before.innermost(node)
        return index >= 0 and self.edits[index].kind is EditKind.DELETE

    def is_inserted(self, node: int) -> bool:
        """Whether a node after is new (and not moved into something new)."""
        index = self._after.innermost(node)
        return index >= 0 and self.edits[index].kind is EditKind.INSERT

    def lock_insertion(self, node: int) -> bool:
        """Whether a node after lies in an inserted subtree, which then stays unexplained."""
        index = self._after.innermost(node)
        if index < 0 or self.edits[index].kind is not EditKind.INSERT:
            return False
        self.locked.add(index)
        return True

    def other_reading(self, edit: Edit) -> str | None:
        """Why a file of the edit is read differently beyond its tree, if it is."""
        file_b = self.before.locate(edit.before)[0] if edit.before >= 0 else -1
        file_a = self.after.locate(edit.after)[0] if edit.after >= 0 else -1
        why = None
        if file_b >= 0:
            why = self._reading((file_b, self._paired[0].get(file_b, -1)))
        if why is None and file_a >= 0:
            why = self._reading((self._paired[1].get(file_a, -1), file_a))
        return why

    def _reading(self, pair: tuple[int, int]) -> str | None:
        """Why two versions of a file are read differently; -1 for a side there is not."""
        if pair not in self._readings:
            why = None
            if min(pair) >= 0:
                before, after = self.before.trees[pair[0]], self.after.trees[pair[1]]
                if before.text != after.text:
                    why = other_reading(before, after)
                    if why is None and no_longer_compiles(before, after):
                        why = "the file no longer compiles"
                    if why is None:
                        why = self._taken_as_text(pair)
            self._readings[pair] = why
        return self._readings[pair]

    def _taken_as_text(self, pair: tuple[int, int]) -> str | None:
        """Whether a file of the change takes one of two versions of a file as a text."""
        for forest, file in zip((self.before, self.after), pair, strict=True):
            taker = self.kept(_takers, forest).get(file)
            if taker is not None:
                return f"{taker} takes the file as a text"
        return None

    def is_sound(self, edit: Edit) -> bool:
        """Whether both sides of an edit are code of a fully known language without errors."""
        for forest, node in ((self.before, edit.before), (self.after, edit.after)):
            if node >= 0:
                tree, row = forest.tree_of(node)
                if not tree.language.is_full or is_broken(tree, row):
                    return False
        return True


def _takers(_: Versions, forest: Forest) -> dict[int, str]:
    return taken_as_text(forest)


class _Regions:
    """The subtrees that went, came or moved, on one side; innermost wins."""

    def __init__(self, forest: Forest, edits: tuple[Edit, ...], side: str) -> None:
        spans = []
        for index, edit in enumerate(edits):
            node = edit.before if side == "before" else edit.after
            if node >= 0 and edit.kind in (EditKind.DELETE, EditKind.INSERT, EditKind.MOVE):
                tree, row = forest.tree_of(node)
                spans.append((node, node - row + tree.stop[row], index))
        self._spans = sorted(spans)
        self._reach = list(accumulate((stop for _, stop, _ in self._spans), max))

    def innermost(self, node: int) -> int:
        """Index of the edit of the innermost subtree that holds the node, or -1."""
        at = bisect_right(self._spans, (node, 1 << 62, 0)) - 1
        while at >= 0 and self._reach[at] > node:
            if self._spans[at][1] > node:
                return self._spans[at][2]
            at -= 1
        return -1


def _is_in_one(node: int, spans: Sequence[tuple[int, int]]) -> bool:
    return node < 0 or any(low <= node < high for low, high in spans)


def significant_leaves(tree: SyntaxTree, row: int) -> list[int]:
    """Rows of the leaves of a subtree that are tokens."""
    flags = tree.flags
    return [at for at in range(row, tree.stop[row]) if flags[at] & (LEAF | TRIVIA) == LEAF]


def changed_leaves(context: Context, node: int) -> tuple[int, ...]:
    """Leaves after, below a node, that have a partner with another text."""
    tree, row = context.tree_after(node)
    offset, to_before = node - row, context.mapping.to_before
    tree_b, low, high = None, 0, 0  # of the file before that the last partner is in
    found = []
    for at in significant_leaves(tree, row):
        partner = to_before[offset + at]
        if partner < 0:
            continue
        if tree_b is None or not low <= partner < high:
            tree_b, row_b = context.tree_before(partner)
            low = partner - row_b
            high = low + len(tree_b)
        if tree_b.slice(partner - low) != tree.slice(at):
            found.append(offset + at)
    return tuple(found)
