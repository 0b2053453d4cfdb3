"""A tree being brought into normal form: edits collected row by row, then spliced in one go."""

from __future__ import annotations

from array import array
from heapq import heappush
from typing import TYPE_CHECKING

from tracer.fingerprint.digests import ENTRY, SHAPE
from tracer.syntax.grammar import leaf_entry

if TYPE_CHECKING:
    from tracer.fingerprint.tables import Tables
    from tracer.syntax import SyntaxTree


class Edits:
    """What changes on the way from `tokens` to the normal form.

    `cuts` are (first, last, entries, shapes): the significant rows [first, last) become these
    entries. `grown` is by how many entries a row's subtree changes; the entries of rows that
    are not written themselves are rewritten from it. `sorted` are lists of siblings whose order
    says nothing.
    """

    __slots__ = (
        "cuts",
        "dropped",
        "gone",
        "grown",
        "kinds",
        "literals",
        "regrouped",
        "sorted",
        "tables",
        "tree",
        "verbatim",
        "written",
    )

    def __init__(self, tree: SyntaxTree, tables: Tables) -> None:
        self.tree = tree
        self.tables = tables
        self.cuts: list[tuple[int, int, bytes, bytes]] = []
        self.grown: dict[int, int] = {}
        self.kinds: dict[int, int] = {}  # row -> the kind it is written with
        self.written: set[int] = set()  # rows whose own entry a cut replaces
        self.literals: set[int] = set()  # rows written wholesale: nothing inside has a place
        self.dropped: list[int] = []  # inner nodes left out
        self.gone: list[tuple[int, int]] = []  # heap of (row, stop): nothing inside is looked at
        self.regrouped: list[tuple[int, int, int]] = []  # (word, inner node, its operand)
        self.sorted: list[list[int]] = []
        self.verbatim: list[tuple[int, int]] = []  # rows whose names must keep their text

    def leaf(self, kind: int, text: bytes) -> tuple[bytes, bytes]:
        """Entry and shape of a leaf."""
        tables = self.tables
        cache = tables.leaf_entries
        key = (kind, text)
        entry = cache.get(key)
        if entry is None:
            entry = cache[key] = leaf_entry(tables.language, kind, text)
        return entry, tables.leaf_shapes[kind]

    def replace_leaf(self, row: int, kind: int, text: bytes) -> None:
        """Write another kind or text for a leaf."""
        self.write_leaf(row, self.leaf(kind, text))

    def write_leaf(self, row: int, leaf: tuple[bytes, bytes]) -> None:
        """Write another entry and shape for a leaf."""
        at = self.tree.rank[row]
        self.cuts.append((at, at + 1, *leaf))
        self.written.add(row)

    def replace(self, row: int, leaves: list[tuple[int, bytes]]) -> None:
        """Write leaves in place of a whole subtree; its rows have no normal form of their own."""
        pairs = [self.leaf(kind, text) for kind, text in leaves]
        self.replace_whole(row, b"".join(p[0] for p in pairs), b"".join(p[1] for p in pairs))

    def replace_whole(self, row: int, entries: bytes, shapes: bytes) -> None:
        """Write a subtree, given as its entries and shapes, in place of another."""
        tree = self.tree
        first, last = tree.rank[row], tree.rank[tree.stop[row]]
        self.cuts.append((first, last, entries, shapes))
        self.written.add(row)
        self.literals.add(row)
        self.leave(row)
        by = len(shapes) // SHAPE - (last - first)
        if by:
            self.grow(row, by)

    def regroup(self, row: int, word: int, inner: int, operand: int) -> None:
        """Write a node as its inner one, whose operand is the node with its word.

        `await (a as b)` becomes `(await a) as b`, entry by entry: three rows change places.
        """
        self.kinds[row] = self.tree.kind[inner]
        self.written.update((word, inner))
        self.regrouped.append((word, inner, operand))

    def drop(self, row: int) -> None:
        """Leave a whole subtree out."""
        tree = self.tree
        first, last = tree.rank[row], tree.rank[tree.stop[row]]
        if last > first and row not in self.written:
            self.cuts.append((first, last, b"", b""))
            self.written.add(row)
            self.grow(row, first - last)
            if last - first > 1:
                self.dropped.append(row)
                self.leave(row)

    def unwrap(self, row: int) -> None:
        """Leave out the row's own entry; what is inside stands in its place."""
        at = self.tree.rank[row]
        self.cuts.append((at, at + 1, b"", b""))
        self.written.add(row)
        self.grow(row, -1)

    def leave(self, row: int) -> None:
        """Nothing inside of the row is looked at any more."""
        heappush(self.gone, (row, self.tree.stop[row]))

    def grow(self, row: int, by: int) -> None:
        """The subtree at `row` gets `by` entries larger."""
        self.grown[row] = self.grown.get(row, 0) + by

    def grown_by(self, row: int) -> int:
        """By how much the subtree at `row` has grown."""
        return self.grown.get(row, 0)

    def finish(self, shapes: bytes) -> NormalForm:
        """Splice everything into the tree's tokens and their `shapes`."""
        tokens = self.tree.tokens
        for before, after in self.tables.replaced:
            tokens = tokens.replace(before, after)
        if not self.cuts and not self.kinds:
            form = NormalForm(self, tokens, shapes, [])
        else:
            self._carry_up()
            self._write_inner()
            self._empty_dropped()
            form = NormalForm(self, *self._splice(tokens, shapes))
        for rows in reversed(self.sorted):  # inner lists first: their order is part of the key
            form.sort(rows)
        return form

    def _splice(self, tokens: bytes, shapes: bytes) -> tuple[bytes, bytes, list[int]]:
        """The new buffers, and by how much each significant row's place shifts."""
        entries: list[bytes] = []
        forms: list[bytes] = []
        shifts: list[int] = []
        at = shift = 0
        for first, last, new_entries, new_shapes in sorted(self.cuts, key=_place):
            if first > at:
                entries.append(tokens[ENTRY * at : ENTRY * first])
                forms.append(shapes[SHAPE * at : SHAPE * first])
            entries.append(new_entries)
            forms.append(new_shapes)
            shifts += [shift] * (last - at)
            shift += len(new_shapes) // SHAPE - (last - first)
            at = last
        entries.append(tokens[ENTRY * at :])
        forms.append(shapes[SHAPE * at :])
        shifts += [shift] * (len(shapes) // SHAPE - at + 1)
        return b"".join(entries), b"".join(forms), shifts

    def _carry_up(self) -> None:
        """Add every change of size to all ancestors, each of them visited once."""
        parent, grown = self.tree.parent, self.grown
        seen: set[int] = set()
        for row in grown:
            above = row
            while above >= 0 and above not in seen:
                seen.add(above)
                above = parent[above]
        for row in sorted(seen, reverse=True):
            by = grown.get(row, 0)
            above = parent[row]
            if by and above >= 0:
                grown[above] = grown.get(above, 0) + by

    def _write_inner(self) -> None:
        """Entries of the inner nodes whose size or kind changed."""
        tree, written, kinds = self.tree, self.written, self.kinds
        rank, stop, kind = tree.rank, tree.stop, tree.kind
        digests, codes = self.tables.language.kind_digests, self.tables.kind_codes
        for row in (*self.grown, *(k for k in kinds if k not in self.grown)):
            if row in written:
                continue
            at = rank[row]
            size = (rank[stop[row]] - at + self.grown.get(row, 0)).to_bytes(4, "little")
            written_kind = kinds.get(row) or kind[row]
            self.cuts.append((at, at + 1, digests[written_kind] + size, codes[written_kind] + size))
        self.write_regrouped()

    def write_regrouped(self) -> None:
        """Entries of the rows that change places."""
        tree, rank, stop, kind = self.tree, self.tree.rank, self.tree.stop, self.tree.kind
        digests, codes = self.tables.language.kind_digests, self.tables.kind_codes
        for word, inner, operand in self.regrouped:
            at, around = rank[word], kind[tree.parent[word]]
            count = 2 + rank[stop[operand]] - rank[operand] + self.grown_by(operand)
            size = count.to_bytes(4, "little")
            self.cuts.append((at, at + 1, digests[around] + size, codes[around] + size))
            text = tree.text[tree.start[word] : tree.end[word]]
            self.cuts.append((rank[inner], rank[inner] + 1, *self.leaf(kind[word], text)))

    def _empty_dropped(self) -> None:
        """Give what is inside of a dropped node no place of its own."""
        tree = self.tree
        for root in self.dropped:
            for row in range(root + 1, tree.stop[root]):
                self.grown[row] = tree.rank[row] - tree.rank[tree.stop[row]]


def _place(cut: tuple[int, int, bytes, bytes]) -> int:
    return cut[0]


class NormalForm:
    """The normal form of a tree: its buffers, and where each row's subtree stands in them."""

    __slots__ = (
        "entries",
        "grown",
        "is_reordered",
        "literals",
        "shapes",
        "shifts",
        "tree",
        "verbatim",
    )

    def __init__(self, edits: Edits, entries: bytes, shapes: bytes, shifts: list[int]) -> None:
        self.tree = edits.tree
        self.entries: bytes | bytearray = entries
        self.shapes: bytes | bytearray = shapes
        self.shifts = shifts  # empty when nothing moved
        self.grown = edits.grown
        self.is_reordered = False  # whether rows stand in another order than in the tree
        self.literals = edits.literals
        self.verbatim = edits.verbatim

    def start(self, row: int) -> int:
        """The position of the row's subtree in the normal form."""
        at = self.tree.rank[row]
        return at + self.shifts[at] if self.shifts else at

    def size(self, row: int) -> int:
        """How many entries the row's subtree has there; 0 when it is left out."""
        tree = self.tree
        return tree.rank[tree.stop[row]] - tree.rank[row] + self.grown.get(row, 0)

    def by_rows(self) -> array[int]:
        """By how many entries each row's subtree grew; empty where no one did."""
        if not self.grown:
            return array("i")
        found = array("i", bytes(4 * len(self.tree)))
        for row, by in self.grown.items():
            found[row] = by
        return found

    def has(self, row: int) -> bool:
        """Whether the row has a place there: the inside of a rewritten literal has none."""
        parent, literals = self.tree.parent, self.literals
        row = parent[row]
        while literals and row >= 0:
            if row in literals:
                return False
            row = parent[row]
        return True

    def sort(self, rows: list[int]) -> None:
        """Put siblings in the order of their entries; what stands between them stays."""
        tree = self.tree
        spans = [(self.start(row), self.start(row) + self.size(row)) for row in rows]
        pieces = [self.entries[ENTRY * a : ENTRY * b] for a, b in spans]
        order = sorted(range(len(rows)), key=pieces.__getitem__)
        if order == list(range(len(rows))):
            return
        self.is_reordered = True
        if not self.shifts:
            self.shifts = [0] * (tree.rank[-1] + 1)
        if not isinstance(self.entries, bytearray) or not isinstance(self.shapes, bytearray):
            self.entries, self.shapes = bytearray(self.entries), bytearray(self.shapes)
        entries, shapes = [], []
        at = place = spans[0][0]
        first = at
        for (a, b), i in zip(spans, order, strict=True):
            begin, end = spans[i]
            entries += [self.entries[ENTRY * at : ENTRY * a], pieces[i]]
            shapes += [
                self.shapes[SHAPE * at : SHAPE * a],
                self.shapes[SHAPE * begin : SHAPE * end],
            ]
            place += a - at
            moved = place - begin
            row = rows[i]
            for p in range(tree.rank[row], tree.rank[tree.stop[row]]):
                self.shifts[p] += moved
            place += end - begin
            at = b
        self.entries[ENTRY * first : ENTRY * place] = b"".join(entries)
        self.shapes[SHAPE * first : SHAPE * place] = b"".join(shapes)
