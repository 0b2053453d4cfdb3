"""`Fingerprints`: the digests of a tree's subtrees, at every rung."""

from __future__ import annotations

from array import array
from itertools import chain
from struct import iter_unpack
from typing import TYPE_CHECKING, Any

from xxhash import xxh3_128_digest

from tracer import native
from tracer.fingerprint import columns, compiled_normal
from tracer.fingerprint.alpha import Nameless
from tracer.fingerprint.compiled import rules_for, unpacked
from tracer.fingerprint.digests import ENTRY, FLAT, SHAPE, Spelling, flat
from tracer.fingerprint.layout import Layout
from tracer.fingerprint.marks import BLOCK, NAMED, SKIP, UNIT
from tracer.fingerprint.normal import normalise
from tracer.fingerprint.scope_tables import scope_tables_for
from tracer.fingerprint.scopes import resolve
from tracer.fingerprint.tables import tables_for
from tracer.model.collector import no_collector
from tracer.model.enums import Rung
from tracer.syntax import BROKEN, TRIVIA

if TYPE_CHECKING:
    from tracer.fingerprint.edits import NormalForm
    from tracer.syntax import SyntaxTree

FORMAT = 1  # raised when any digest of any text changes; stored with every persisted digest

_BROKEN_TAG = b"\x0a"


class Fingerprints:
    """The digests of one tree: subtrees of any trees are equal at a rung when their digests are.

    A digest depends on the subtree alone; from NORMAL on also on what its parent makes of it (a
    string may be a docstring, brackets may belong to an `if`). Everything is made on first use:
    TOKENS needs only the tree, NORMAL and SHAPE one pass over it, ALPHA the scopes.
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
        self._trivia_rows: list[int] | None = None
        self._shapes: bytes = b""
        self._units: list[int] | None = None
        self._placed: list[tuple[int, int, int]] | None = None
        self._core = native.core()
        self._packed_form: bytes = b""
        self._packed: tuple[bytes, bytes] | None = None

    def digest(self, rung: Rung, row: int) -> bytes:
        """16 bytes for the subtree at `row`; empty for a comment.

        Above TOKENS it is empty too for what the normal form leaves out (a trailing comma).
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
        """Digests parallel to the tree: TOKENS of every row, the other rungs of `units`.

        Elsewhere they are empty; `digest` makes them for any row.
        """
        known = self._columns.get(rung)
        if known is None:
            # Thousands of small tuples and no cycles: the collector would only look on.
            with no_collector():
                known = self._tokens() if rung is Rung.TOKENS else self._of_units(rung)
            self._columns[rung] = known
        return known

    @property
    def _trivia(self) -> list[int]:
        """Rows of the comments that are not tokens."""
        if self._trivia_rows is None:
            self._trivia_rows = columns.trivia_rows(self.tree)
        return self._trivia_rows

    @property
    def has_normal(self) -> bool:
        """Whether the normal form has been made."""
        return self._form is not None

    def units(self) -> list[int]:
        """Rows of the root, definitions, their wrappers and statements, ascending."""
        if self._units is None:
            if self._core is not None:
                self._units = self._core.units(self.tree, self._tables.marks.values)
            else:
                self._units = self._find_units()
        return self._units

    def _find_units(self) -> list[int]:
        tree = self.tree
        kind, stop = tree.kind, tree.stop
        marks = self._tables.marks.of(kind.tobytes())
        found = bytearray(marks.translate(_ONLY_UNIT))
        found[0] = 1
        for block in columns.rows_where(marks.translate(_ONLY_BLOCK)):
            row, last = block + 1, stop[block]
            while row < last:
                found[row] = 1
                row = stop[row]
        for row in self._trivia:
            found[row] = 0
        named = marks.translate(_ONLY_NAMED)
        return columns.rows_where(columns.both(bytes(found), named))

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
        form = None if rung is Rung.TOKENS else self._normal_form()
        if form is None or not form.has(row):  # the inside of a rewritten literal is itself
            return self._as_parsed(rung, row)
        size = form.size(row)
        if not size:
            return b""
        if rung is Rung.ALPHA and row in self._names().holders:
            return self._names().digest(row)
        rung = Rung.NORMAL if rung is Rung.ALPHA else rung
        return self._spelling(rung).digest(form.start(row), size)

    def _as_parsed(self, rung: Rung, row: int) -> bytes:
        """The digest of the subtree's tokens, or of their kinds."""
        tree = self.tree
        at = tree.rank[row]
        size = tree.rank[tree.stop[row]] - at
        if rung is Rung.SHAPE:
            shapes = self._base_shapes()
            return Spelling(shapes, SHAPE, shapes).digest(at, size)
        if size <= FLAT:
            return flat(tree.tokens, at, size)
        return self._spelling(Rung.TOKENS).digest(at, size)

    def _tokens(self) -> list[bytes]:
        """TOKENS of every row. One hash for each inner node: see `digests`."""
        tree = self.tree
        if self._core is not None:
            shapes = self._base_shapes() if tree.rank[-1] > FLAT else b""
            return self._with_broken(self._core.tokens(tree, shapes))
        tokens, rank, stop = tree.tokens, tree.rank, tree.stop
        found = [entry for (entry,) in iter_unpack("16s", tokens)]
        for row in self._trivia:  # ascending, so that earlier rows are in place
            found.insert(row, b"")
        large = set(self._large_rows())
        inner = columns.inner_rows(tree)
        if large:
            inner = [row for row in inner if row not in large]
        hashed = [xxh3_128_digest(tokens[rank[row] << 4 : rank[stop[row]] << 4]) for row in inner]
        for row, digest in zip(inner, hashed, strict=True):
            found[row] = digest
        for row in self._trivia:  # a node that holds nothing else is its own entry
            above = tree.parent[row]
            if tree.size(above) == 1:
                found[above] = tree.entries(above)
        for row in sorted(large, reverse=True):
            found[row] = self._spelling(Rung.TOKENS).digest(rank[row], tree.size(row))
        return self._with_broken(found)

    def _with_broken(self, found: list[bytes]) -> list[bytes]:
        """The column with the digests of broken rows at TOKENS."""
        tree = self.tree
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
        if rung is Rung.EXACT:
            return self._exact(units)
        if rung is Rung.ALPHA and self._core is not None:
            column = self._alpha()
        elif rung is Rung.ALPHA:
            column = list(self.column(Rung.NORMAL))
            holders = self._names().holders
            units = [row for row in units if row in holders]
            for row, found in zip(units, self._names().digests(units), strict=True):
                column[row] = found
        else:
            column = self._in_normal_form(rung)
        if self.tree.flags[0] & BROKEN:
            for row in units:
                if self.tree.flags[row] & BROKEN:
                    column[row] = self._digest(rung, row)
        return column

    def _exact(self, units: list[int]) -> list[bytes]:
        """EXACT of `units`."""
        known = self._columns.get(Rung.TOKENS)
        if self.tree.flags[0] & BROKEN:
            known = None
        if known is None and self._core is not None:
            places = self._core.places(self.tree, units, b"", b"")
            known = self._core_digests(places, self.tree.tokens, ENTRY, self._base_shapes())
        if known is None:
            tokens = [self._as_parsed(Rung.TOKENS, row) for row in units]
        else:
            tokens = [known[row] for row in units]
        column = [b""] * len(self.tree)
        for row, found in zip(units, self._layout.digests(units, tokens), strict=True):
            column[row] = found
        return column

    def _alpha(self) -> list[bytes]:
        """ALPHA of `units`, by the native core."""
        column = list(self.column(Rung.NORMAL))
        form, tree = self._normal_form(), self.tree
        variables, spelled = self._bound()
        held = self._core.holders(tree, variables)
        rules = rules_for(self._core, scope_tables_for(self._tables))
        shifts = array("i", form.shifts)
        self._core.alpha(
            tree, form.entries, form.shapes, shifts, form.is_reordered, self._packed_places(),
            held, variables, spelled, rules.prefixes, column,
        )  # fmt: skip
        return column

    def _bound(self) -> tuple[bytes, bytes]:
        """The variables whose names say nothing, as the native core gives them."""
        if self._packed is None:
            tables = scope_tables_for(self._tables)
            rules = rules_for(self._core, tables)
            verbatim = array("i", chain.from_iterable(self._normal_form().verbatim))
            mentioned = rules.mentioned(self.tree)
            self._packed = self._core.resolve(self.tree, rules.native, verbatim, mentioned)
        return self._packed

    def _in_normal_form(self, rung: Rung) -> list[bytes]:
        """NORMAL or SHAPE of `units`. One hash each, as `Spelling.digest` does it."""
        if self._core is not None:
            form = self._normal_form()
            data, width = (form.entries, ENTRY) if rung is Rung.NORMAL else (form.shapes, SHAPE)
            return self._core_digests(self._packed_places(), data, width, form.shapes)
        column = [b""] * len(self.tree)
        spelling = self._spelling(rung)
        data, width = bytes(spelling.data), spelling.width
        least = 1 if width == ENTRY else 0
        for row, place, size in self._places():
            if least < size <= FLAT:
                column[row] = xxh3_128_digest(data[width * place : width * (place + size)])
            elif size:
                column[row] = spelling.digest(place, size)
        return column

    def _core_digests(self, places: Any, data: Any, width: int, shapes: Any) -> list[bytes]:
        """A column with the digests of places of a buffer, by the native core."""
        column: list[bytes] = self._core.digests(len(self.tree), places, data, width, shapes)
        return column

    def _packed_places(self) -> bytes:
        """What `_places` says, as the native core has it."""
        if not self._packed_form:
            form = self._normal_form()
            shifts = array("i", form.shifts)
            self._packed_form = self._core.places(self.tree, self.units(), shifts, form.by_rows())
        return self._packed_form

    def _places(self) -> list[tuple[int, int, int]]:
        """Each of `units`, where it stands in the normal form, and how large it is there."""
        if self._placed is None:
            form, tree = self._normal_form(), self.tree
            rank = tree.rank
            shifts = form.shifts
            units = self.units()
            begins = [rank[row] for row in units]
            sizes = [form.size(row) for row in units]
            if shifts:
                begins = [at + shifts[at] for at in begins]
            self._placed = list(zip(units, begins, sizes, strict=True))
        return self._placed

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
        if self._shapes:
            return self._shapes
        if self._core is not None:
            self._shapes = self._core.shapes(self.tree, self._tables.written_codes)
        else:
            kinds = columns.without(self.tree.kind.tobytes(), self._trivia, 2)
            self._shapes = columns.shapes(self.tree, kinds, self._tables.codes, self._trivia)
        return self._shapes

    def _normal_form(self) -> NormalForm:
        if self._form is None and self._core is not None and self._tables.has_rules:
            shapes = self._base_shapes()
            self._form = compiled_normal.normalise(self._core, self.tree, self._tables, shapes)
        if self._form is None:
            marks = self._marks_with(self._tables.marks)
            self._form = normalise(self.tree, self._tables, marks, self._base_shapes())
        return self._form

    def _names(self) -> Nameless:
        if self._nameless is None:
            form = self._normal_form()
            if self._core is not None:
                bindings = unpacked(*self._bound())
            else:
                tables = scope_tables_for(self._tables)
                bindings = resolve(form, tables, self._marks_with(tables.marks))
            self._nameless = Nameless(form, bindings)
        return self._nameless

    def _marks_with(self, table: columns.ByteTable) -> bytes:
        """A byte for each row, comments marked as such."""
        marks = bytearray(table.of(self.tree.kind.tobytes()))
        for row in self._trivia:
            marks[row] = SKIP
        return bytes(marks)


_ONLY_UNIT = bytes(mark & UNIT for mark in range(256))
_ONLY_BLOCK = bytes(mark & BLOCK for mark in range(256))
_ONLY_NAMED = bytes(255 if mark & NAMED else 0 for mark in range(256))


def fingerprint(tree: SyntaxTree) -> Fingerprints:
    """The fingerprints of a tree. Cost: next to nothing; digests are made when asked for."""
    return Fingerprints(tree)
