"""ALPHA: bound names are gone, what they are bound to stays.

Each occurrence of a bound name is written as its distance (in entries of the normal form) from
the occurrence before it, 0 for the first. That spells exactly which occurrences mean the same
variable, whatever it is called, and says nothing about where the subtree stands. It is the
"previous occurrence" form of de Bruijn's nameless terms; indices into scopes would need the
number of scopes between, which formatters change.

For a subtree, only variables of scopes inside it (or at its root) are nameless. So the buffer
starts as the normal form, and rows are visited from the last to the first: at a scope its
variables are written in, and any row's digest taken then sees the scopes it holds and no other.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING

from xxhash import xxh3_128_digest

from tracer.fingerprint.digests import ENTRY, SHAPE, Spelling

if TYPE_CHECKING:
    from tracer.fingerprint.edits import NormalForm
    from tracer.fingerprint.regions import Variable
    from tracer.fingerprint.scopes import Bindings

_ENTRY = Struct("<12sI")
BOUND, _SPELLED = b"\x05", b"\x06"
PREFIX = ENTRY - 4  # bytes of an entry that say that it is a bound name, and of which kind


class Nameless:
    """The nameless entries of a normal form, by the scope that makes them so."""

    def __init__(self, form: NormalForm, bindings: Bindings) -> None:
        self.form = form
        self.kinds = form.tree.language.kind_names
        self.spelled = bindings.spelled
        self.is_uniform = bindings.is_uniform
        self.by_scope: dict[int, list[Variable]] = {}
        self._prefixes: dict[int, bytes] = {}
        for variable in bindings.variables:
            self.by_scope.setdefault(variable.scope, []).append(variable)
        # Rows whose subtrees hold a scope with bound names; all others equal their NORMAL.
        self.holders = self._holders()

    def _holders(self) -> set[int]:
        parent = self.form.tree.parent
        found: set[int] = set()
        for row in self.by_scope:
            above = row
            while above >= 0 and above not in found:
                found.add(above)
                above = parent[above]
        return found

    def digests(self, rows: list[int]) -> list[bytes]:
        """The digests of rows, given in ascending order. Cost: one pass for all of them."""
        form = self.form
        buffer = bytearray(form.entries)
        spelling = Spelling(buffer, ENTRY, form.shapes)
        scopes = sorted(self.by_scope)
        found: list[bytes] = []
        for row in reversed(rows):
            while scopes and scopes[-1] >= row:
                first, last = self._write(buffer, scopes.pop(), 0)
                spelling.forget(first, last)
            found.append(spelling.digest(form.start(row), form.size(row)))
        found.reverse()
        return found

    def digest(self, row: int) -> bytes:
        """The digest of one row. Cost: the size of its subtree."""
        form = self.form
        first, size = form.start(row), form.size(row)
        buffer = bytearray(form.entries[ENTRY * first : ENTRY * (first + size)])
        for scope in self.by_scope:
            if row <= scope < form.tree.stop[row]:
                self._write(buffer, scope, first)
        shapes = bytes(form.shapes[SHAPE * first : SHAPE * (first + size)])
        return Spelling(buffer, ENTRY, shapes).digest(0, size)

    def _write(self, buffer: bytearray, scope: int, base: int) -> tuple[int, int]:
        """Write the variables of one scope into the buffer, which begins at `base`.

        Returns the first and the last place written.
        """
        form, kind = self.form, self.form.tree.kind
        rank, shifts = form.tree.rank, form.shifts
        prefixes, spelled, write = self._prefixes, self.spelled, _ENTRY.pack_into
        first, last = len(buffer), 0
        is_uniform = self.is_uniform
        order = form.start if form.is_reordered else None
        for variable in self.by_scope[scope]:
            rows = variable.rows
            if len(rows) > 1:
                rows.sort(key=order)
            places = [rank[row] for row in rows]
            if shifts:
                places = [at + shifts[at] for at in places]
            before = places[0]
            if before < first:
                first = before
            if spelled.isdisjoint(rows) and (is_uniform or len({kind[row] for row in rows}) == 1):
                prefix = prefixes.get(kind[rows[0]]) or self._prefix(kind[rows[0]])
                for place in places:
                    write(buffer, ENTRY * (place - base), prefix, place - before)
                    before = place
            else:
                for place, row in zip(places, rows, strict=True):
                    at = ENTRY * (place - base)
                    buffer[at : at + ENTRY] = self._entry(row, place - before)
                    before = place
            if before > last:
                last = before
        return first, last

    def _entry(self, row: int, distance: int) -> bytes:
        """The entry of a bound name; with its text where that says something too."""
        kind = self.form.tree.kind[row]
        prefix = self._prefixes.get(kind) or self._prefix(kind)
        entry = _ENTRY.pack(prefix, distance)
        if row in self.spelled:
            return xxh3_128_digest(_SPELLED + entry + self.form.tree.slice(row))
        return entry

    def _prefix(self, kind: int) -> bytes:
        """The first 12 bytes of the entries of bound names of a kind."""
        name = self.kinds[kind].encode()
        prefix = self._prefixes[kind] = xxh3_128_digest(BOUND + name)[:PREFIX]
        return prefix
