"""`Fingerprints`: the digests of a tree's subtrees, at every rung."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from xxhash import xxh3_128_digest

from tracer.fingerprint import columns
from tracer.fingerprint.alpha import Nameless
from tracer.fingerprint.digests import ENTRY, FLAT, SHAPE, Spelling, flat
from tracer.fingerprint.layout import Layout
from tracer.fingerprint.marks import BLOCK, SKIP, UNIT
from tracer.fingerprint.normal import normalise
from tracer.fingerprint.scope_tables import scope_tables_for
from tracer.fingerprint.scopes import resolve
from tracer.fingerprint.tables import tables_for
from tracer.model.enums import Rung
from tracer.syntax import BROKEN, TRIVIA

if TYPE_CHECKING:
    from tracer.fingerprint.edits import NormalForm
    from tracer.syntax import SyntaxTree

FORMAT = 1  # raised when any digest of any text changes; stored with every persisted digest

_BROKEN_TAG = b"\x0a"


class Fingerprints:
    """The digests of one tree; two subtrees of any trees compare equal at a rung when their
    digests there are equal. Digests depend on the subtree alone.

    Everything is made on first use: TOKENS needs only the tree, NORMAL and SHAPE one pass over
    it, ALPHA the scopes.
    """

    def __init__(self, tree: SyntaxTree) -> None:
        self.tree = tree
        self._tables = tables_for(tree.language)
        self._columns: dict[Rung, list[bytes]] = {}
        self._digests: dict[tuple[Rung, int], bytes] = {}
        self._form: NormalForm | None = None
        self._spellings: dict[Rung, Spelling] = {}
        self._nameless: Nameless | None = None
        self._layout = Layout(tree)
        self._trivia = columns.trivia_rows(tree)
        self._shapes: bytes = b""
        self._units: list[int] | None = None

    def digest(self, rung: Rung, row: int) -> bytes:
        """16 bytes for the subtree at `row`; empty for comments, and above TOKENS also for what
        the normal form leaves out (a trailing comma).

        Cost: one hash of the subtree, kept; the first call at a rung makes what it needs.
        """
        column = self._columns.get(rung)
        if column is not None and column[row]:
            return column[row]
        key = (rung, row)
        known = self._digests.get(key)
        if known is None:
            known = self._digests[key] = self._digest(rung, row)
        return known

    def column(self, rung: Rung) -> list[bytes]:
        """Digests parallel to the tree: TOKENS of every row, the other rungs of the rows that
        `units` lists (definitions, their wrappers, statements, the root), empty elsewhere.
        """
        known = self._columns.get(rung)
        if known is None:
            # Thousands of small tuples and no cycles: the collector would only look on.
            was_enabled = gc.isenabled()
            gc.disable()
            try:
                known = self._tokens() if rung is Rung.TOKENS else self._of_units(rung)
            finally:
                if was_enabled:
                    gc.enable()
            self._columns[rung] = known
        return known

    def units(self) -> list[int]:
        """Rows of the root, definitions, their wrappers and statements, ascending."""
        if self._units is None:
            tree = self.tree
            kind, stop = tree.kind, tree.stop
            marks = self._tables.marks.of(kind.tobytes())
            found = bytearray(marks.translate(_ONLY_UNIT))
            found[0] = 1
            named = tree.language.kind_is_named
            for block in columns.rows_where(marks.translate(_ONLY_BLOCK)):
                row, last = block + 1, stop[block]
                while row < last:
                    if named[kind[row]]:
                        found[row] = 1
                    row = stop[row]
            for row in self._trivia:
                found[row] = 0
            self._units = columns.rows_where(found)
        return self._units

    # How digests are made

    def _digest(self, rung: Rung, row: int) -> bytes:
        if self.tree.flags[row] & TRIVIA:
            return b""
        if rung is Rung.EXACT:
            return self._layout.digest(row, self._plain(Rung.TOKENS, row))
        found = self._plain(rung, row)
        if self.tree.flags[row] & BROKEN and found:
            return self._broken(row, found)
        return found

    def _broken(self, row: int, found: bytes) -> bytes:
        """Code that does not parse equals only what is the same bytes."""
        return xxh3_128_digest(_BROKEN_TAG + found + self.digest(Rung.EXACT, row))

    def _plain(self, rung: Rung, row: int) -> bytes:
        """The digest as if nothing were broken."""
        tree = self.tree
        at, size = tree.rank[row], tree.size(row)
        if rung is Rung.TOKENS:
            if size <= FLAT:
                return flat(tree.tokens, at, size)
            return self._spelling(Rung.TOKENS).digest(at, size)
        form = self._normal_form()
        if not form.has(row):  # the inside of a rewritten literal stands for itself
            if rung is Rung.SHAPE:
                return Spelling(self._shapes, SHAPE, self._shapes).digest(at, size)
            return self._plain(Rung.TOKENS, row)
        size = form.size(row)
        if not size:
            return b""
        if rung is Rung.ALPHA and row in self._names().holders:
            return self._names().digest(row)
        rung = Rung.NORMAL if rung is Rung.ALPHA else rung
        return self._spelling(rung).digest(form.start(row), size)

    def _tokens(self) -> list[bytes]:
        """TOKENS of every row. One hash for each inner node: see `digests`."""
        tree = self.tree
        tokens, rank, stop = tree.tokens, tree.rank, tree.stop
        begins = [ENTRY * at for at in rank]
        ends = [begins[row] for row in stop]
        large = self._large_rows()
        for row in large:
            ends[row] = begins[row]
        found = [
            tokens[a:b] if b - a == ENTRY else xxh3_128_digest(tokens[a:b])
            for a, b in zip(begins, ends, strict=False)
        ]
        for row in self._trivia:
            found[row] = b""
        for row in reversed(large):
            found[row] = self._spelling(Rung.TOKENS).digest(rank[row], tree.size(row))
        if tree.flags[0] & BROKEN:
            for row, flag in enumerate(tree.flags):
                if flag & BROKEN and found[row]:
                    found[row] = self._broken(row, self._plain(Rung.TOKENS, row))
        return found

    def _large_rows(self) -> list[int]:
        """Rows of more than FLAT entries, ascending."""
        tree = self.tree
        rank, stop = tree.rank, tree.stop
        found: list[int] = []
        waiting = [0]
        while waiting:
            row = waiting.pop()
            if rank[stop[row]] - rank[row] > FLAT:
                found.append(row)
                waiting += tree.children(row)
        return sorted(found)

    def _of_units(self, rung: Rung) -> list[bytes]:
        """A column with the digests of `units`."""
        units = self.units()
        column = [b""] * len(self.tree)
        if rung is Rung.EXACT:
            exact = self._layout.digest
            for row in units:
                column[row] = exact(row, self._plain(Rung.TOKENS, row))
            return column
        form = self._normal_form()
        if rung is Rung.ALPHA:
            normal, holders = self.column(Rung.NORMAL), self._names().holders
            held = [row for row in units if row in holders]
            for row in units:
                column[row] = normal[row]
            for row, found in zip(held, self._names().digests(held), strict=True):
                column[row] = found
        else:
            spelling = self._spelling(rung)
            for row, (place, size) in zip(units, self._places(), strict=True):
                column[row] = spelling.digest(place, size) if size else b""
        if self.tree.flags[0] & BROKEN:
            for row in units:
                if self.tree.flags[row] & BROKEN:
                    column[row] = self._digest(rung, row)
        return column

    def _places(self) -> list[tuple[int, int]]:
        """Where the subtrees of `units` stand in the normal form, and how large they are."""
        form, tree = self._normal_form(), self.tree
        rank, stop, grown, shifts = tree.rank, tree.stop, form.grown, form.shifts
        places = []
        for row in self.units():
            at = rank[row]
            size = rank[stop[row]] - at + grown.get(row, 0)
            places.append((at + shifts[at] if shifts else at, size))
        return places

    # What they are made from

    def _spelling(self, rung: Rung) -> Spelling:
        """The buffers hashed at TOKENS, NORMAL or SHAPE."""
        known = self._spellings.get(rung)
        if known is None:
            if rung is Rung.TOKENS:
                known = Spelling(self.tree.tokens, ENTRY, self._base_shapes())
            else:
                form = self._normal_form()
                shapes = bytes(form.shapes)
                data = form.entries if rung is Rung.NORMAL else shapes
                width = ENTRY if rung is Rung.NORMAL else SHAPE
                known = Spelling(data, width, shapes)
            self._spellings[rung] = known
        return known

    def _base_shapes(self) -> bytes:
        if not self._shapes:
            kinds = columns.without(self.tree.kind.tobytes(), self._trivia, 2)
            self._shapes = columns.shapes(self.tree, kinds, self._tables.codes, self._trivia)
        return self._shapes

    def _normal_form(self) -> NormalForm:
        if self._form is None:
            marks = self._marks_with(self._tables.marks)
            self._form = normalise(self.tree, self._tables, marks, self._base_shapes())
        return self._form

    def _names(self) -> Nameless:
        if self._nameless is None:
            tables = scope_tables_for(self._tables)
            marks = self._marks_with(tables.marks)
            form = self._normal_form()
            self._nameless = Nameless(form, resolve(form, tables, marks))
        return self._nameless

    def _marks_with(self, table: columns.ByteTable) -> bytes:
        """A byte for each row, comments marked as such."""
        marks = bytearray(table.of(self.tree.kind.tobytes()))
        for row in self._trivia:
            marks[row] = SKIP
        return bytes(marks)


_ONLY_UNIT = bytes(mark & UNIT for mark in range(256))
_ONLY_BLOCK = bytes(mark & BLOCK for mark in range(256))


def fingerprint(tree: SyntaxTree) -> Fingerprints:
    """The fingerprints of a tree. Cost: next to nothing; digests are made when asked for."""
    return Fingerprints(tree)
