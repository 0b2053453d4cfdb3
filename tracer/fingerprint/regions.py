"""Where the scopes of a file begin and end, and which names lie in which.

The rows where scopes begin and end, and those whose names belong to the scope outside (a
function's own name, a default value), cut the name leaves of a file into segments with one
innermost scope each.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.fingerprint.columns import not_after, rows_where
from tracer.fingerprint.marks import DOT, NAME, SCOPE
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.fingerprint.scope_tables import Scope, ScopeTables
    from tracer.syntax import SyntaxTree

_ONLY_SCOPE = bytes(mark & SCOPE for mark in range(256))
_OUTSIDE, _PINNED, _SCOPE = range(3)  # in the order they apply at one row


class Variable:
    """One bound name: the scope that binds it and the rows of its name leaves."""

    __slots__ = ("kept", "outer", "rows", "scope", "since")

    def __init__(self, scope: int, since: int) -> None:
        self.scope = scope  # row
        self.since = since  # first row at which a look-up finds it
        self.kept = False  # its text says something: no binder index
        self.outer: Variable | None = None  # what the same name means before `since`
        self.rows: list[int] = []


class Region:
    """One scope of a file."""

    __slots__ = ("names", "nonlocals", "parent", "row", "rule", "seen", "uncertain")

    def __init__(self, row: int, rule: Scope, parent: Region | None) -> None:
        self.row = row
        self.rule = rule
        self.parent = parent
        self.names: dict[bytes, Variable] = {}
        self.nonlocals: set[bytes] = set()
        self.seen: dict[bytes, Variable] = {}  # all that a name in it can mean
        # Row of the innermost scope around that may hide names outside it, or -1.
        self.uncertain: int = -1
        if rule.uncertain:
            self.uncertain = row
        elif parent is not None:
            self.uncertain = parent.uncertain


class Segment(NamedTuple):
    """Name leaves whose innermost scope is `region`; `pins`: what they find is kept."""

    rows: list[int]
    region: Region
    pins: bool


class Regions:
    """The scopes of one file.

    `marks` has a byte for each row; `verbatim` are intervals of rows whose names keep their text.
    """

    def __init__(
        self,
        tree: SyntaxTree,
        tables: ScopeTables,
        marks: bytes,
        verbatim: list[tuple[int, int]],
    ) -> None:
        self.tree = tree
        self.tables = tables
        self.marks = marks
        self.found: list[Region] = []  # in the order of their rows
        self.dynamic_rows: list[int] = []  # what may look up any name around it
        self.mention_rows: list[int] = []  # leaves whose text may name variables
        self._zones: list[tuple[int, int, int]] = [(a, -b, _PINNED) for a, b in verbatim]
        self._find_zones()

    def at(self, row: int) -> Region | None:
        """The innermost scope around a row."""
        i = bisect_left(self.found, row + 1, key=_row_of) - 1
        region = self.found[i] if i >= 0 else None
        while region is not None and row >= self.tree.stop[region.row]:
            region = region.parent
        return region

    def _find_zones(self) -> None:
        """Intervals that begin scopes, or belong to the scope outside the one around them."""
        tree, tables, zones = self.tree, self.tables, self._zones
        kind, stop, field = tree.kind, tree.stop, tree.field
        for row in rows_where(self.marks.translate(_ONLY_SCOPE)):
            here = kind[row]
            if here in tables.scopes and not self._is_inner(row):
                zones.append((row, -stop[row], _SCOPE))
            if here in tables.dynamic_kinds:
                self.dynamic_rows.append(row)
            if here in tables.mentions:
                self.mention_rows.append(row)
            outside = tables.outside.get(here)
            if outside:
                zones += [
                    (c, -stop[c], _OUTSIDE) for c in tree.children(row) if field[c] in outside
                ]
            first = tables.outside_first.get(here)
            if first and self._is_first(row):
                zones += [(c, -stop[c], _OUTSIDE) for c in tree.children(row) if field[c] in first]
            pinned = tables.pinned.get(here)
            if pinned:
                zones += [
                    (c, -stop[c], _PINNED)
                    for c in tree.children(row)
                    if field[c] in pinned or 0 in pinned
                ]

    def _is_first(self, row: int) -> bool:
        """Whether no sibling of the row's kind comes before it."""
        kind = self.tree.kind
        for sibling in self.tree.children(self.tree.parent[row]):
            if kind[sibling] == kind[row]:
                return sibling == row
        return True

    def _is_inner(self, row: int) -> bool:
        """Whether the kind around the row is the scope instead of the row."""
        tree, tables = self.tree, self.tables
        unless = tables.scopes[tree.kind[row]].unless_in
        if not unless:
            return False
        above = tree.parent[row]
        while above >= 0 and tree.kind[above] in tables.through:
            above = tree.parent[above]
        return above >= 0 and tree.kind[above] in unless

    def segments(self) -> list[Segment]:
        """The parts of the file inside a scope that hold names, in order."""
        kind, scopes = self.tree.kind, self.tables.scopes
        found: list[Segment] = []
        waiting: list[tuple[int, Region | None, bool]] = []  # (stop, region and pins after it)
        region: Region | None = None
        pins = False
        names = rows_where(not_after(self.marks, NAME, DOT))
        begin = 0  # the first name not yet in a segment
        for first, negative_stop, what in [*sorted(self._zones), (len(self.tree), 0, _SCOPE)]:
            while waiting and waiting[-1][0] <= first:
                last, outer, outer_pins = waiting.pop()
                after = bisect_left(names, last, begin)
                if region is not None and begin < after:
                    found.append(Segment(names[begin:after], region, pins))
                begin, region, pins = after, outer, outer_pins
            after = bisect_left(names, first, begin)
            if region is not None and begin < after:
                found.append(Segment(names[begin:after], region, pins))
            begin = after
            if not negative_stop:
                break
            waiting.append((-negative_stop, region, pins))
            if what == _SCOPE:
                region = Region(first, scopes[kind[first]], region)
                self.found.append(region)
            elif what == _OUTSIDE:
                region = region.parent if region is not None else None
            else:
                pins = True
        return found


def _row_of(region: Region) -> int:
    return region.row
