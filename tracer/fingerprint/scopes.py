"""Which names of a file mean the same variable, by the scoping rules in its grammar's tables.

Three steps: the rows where scopes begin and end cut the file into segments with one innermost
scope each; the declaring positions fill each scope's names; then every other name is looked up
from its segment outward. What is uncertain keeps its text: a name is *pinned* when something
may look it up by its text (`eval`, an inherited member, a macro), because equal digests for
two different programs are worse than different digests for equal ones.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from tracer.fingerprint.columns import not_after, rows_where
from tracer.fingerprint.marks import DOT, NAME, SCOPE
from tracer.fingerprint.scope_tables import (
    ALWAYS_BIND,
    ALWAYS_TEXT,
    BIND,
    GLOBAL,
    KEEP,
    NONLOCAL,
    PIN,
    REFERENCE,
    TEXT,
    UP,
)

if TYPE_CHECKING:
    from tracer.fingerprint.edits import NormalForm
    from tracer.fingerprint.scope_tables import Choice, Scope, ScopeTables
    from tracer.syntax import SyntaxTree

_ONLY_SCOPE = bytes(mark & SCOPE for mark in range(256))
_START = -1  # from the start of the scope on


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
        above = parent.uncertain if parent is not None else -1
        self.uncertain = row if rule.uncertain else above


class Segment(NamedTuple):
    """Name leaves whose innermost scope is `region`; `pins`: what they find is kept."""

    rows: list[int]
    region: Region
    pins: bool


class Bindings(NamedTuple):
    """The variables of a file whose names say nothing, and the leaves spelled out besides."""

    variables: list[Variable]
    spelled: set[int]


def resolve(form: NormalForm, tables: ScopeTables, marks: bytes) -> Bindings:
    """The variables bound inside the file's scopes. `marks` has a byte for each row."""
    return _Resolver(form.tree, tables, marks, form.verbatim).run()


class _Resolver:
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
        self.names: list[int] = []
        self.regions: list[Region] = []
        self.zones: list[tuple[int, int, int]] = [(a, -b, _PINNED) for a, b in verbatim]
        self.dynamic_rows: list[int] = []
        self.mention_rows: list[int] = []
        self.pinned_rows: list[int] = []
        self.variables: list[Variable] = []
        self.spelled: set[int] = set()
        self.dynamic = Variable(-1, _START)
        self.outermost = dict.fromkeys(tables.dynamic_names, self.dynamic)

    def run(self) -> Bindings:
        """All steps."""
        self._find_zones()
        self.names = rows_where(not_after(self.marks, NAME, DOT))
        segments = self._segments()
        references = [self._declare(segment) for segment in segments]
        for region in self.regions:
            self._see(region)
        for segment, rows in zip(segments, references, strict=True):
            if rows:
                self._look_up(segment, rows)
        self._pin_dynamic()
        kept = [v for v in self.variables if not v.kept and v.rows]
        return Bindings(kept, self.spelled)

    # Where scopes are

    def _find_zones(self) -> None:
        """Intervals that begin scopes, or belong to the scope outside the one around them."""
        tree, tables, zones = self.tree, self.tables, self.zones
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

    def _segments(self) -> list[Segment]:
        """The parts of the file inside a scope that hold names, in order."""
        kind, scopes = self.tree.kind, self.tables.scopes
        found: list[Segment] = []
        waiting: list[tuple[int, Region | None, bool]] = []  # (stop, region and pins after it)
        region: Region | None = None
        pins = False
        names = self.names
        begin = 0  # the first name not yet in a segment
        for first, negative_stop, what in [*sorted(self.zones), (len(self.tree), 0, _SCOPE)]:
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
                self.regions.append(region)
            elif what == _OUTSIDE:
                region = region.parent if region is not None else None
            else:
                pins = True
        return found

    # What scopes declare

    def _declare(self, segment: Segment) -> list[int]:
        """Fill in what the segment's names declare; returns the rows that are looked up."""
        tree, tables = self.tree, self.tables
        kind, parent, field = tree.kind, tree.parent, tree.field
        known, fields = tables.positions, tables.fields
        references: list[int] = []
        defaults, spelled = tables.defaults, tables.spelled
        is_plain = not tables.sequential and not segment.region.rule.opaque
        text, start, end = tree.text, tree.start, tree.end
        own = segment.region.names
        for row in segment.rows:
            choices = known[kind[parent[row]] * fields + field[row]]
            if choices is None:
                if defaults[kind[row]] == REFERENCE:
                    references.append(row)
            elif choices is ALWAYS_BIND and is_plain:
                variable = own.get(text[start[row] : end[row]])
                if variable is not None:
                    variable.rows.append(row)
                elif self._act(segment, row, choices):
                    references.append(row)
            elif choices is not ALWAYS_TEXT and self._act(segment, row, choices):
                references.append(row)
            if spelled and kind[row] in spelled:
                self.spelled.add(row)
        return references

    def _act(self, segment: Segment, row: int, choices: list[Choice]) -> bool:
        """Do what the row's position says; whether the row is to be looked up."""
        tree, tables = self.tree, self.tables
        at = row
        while True:
            if choices is ALWAYS_TEXT:
                return False
            choice = self._choose(choices, at, row)
            if choice is None:
                return tables.defaults[tree.kind[row]] == REFERENCE
            if choice.do != UP:
                break
            at = tree.parent[at]
            found = tables.positions[tree.kind[tree.parent[at]] * tables.fields + tree.field[at]]
            if found is None:
                return tables.defaults[tree.kind[row]] == REFERENCE
            choices = found
        if choice.do == TEXT:
            return False
        if choice.do == REFERENCE:
            if choice.spelled:
                self.spelled.add(row)
            return True
        name = tree.text[tree.start[row] : tree.end[row]]
        region = segment.region
        if choice.do == PIN:
            self.pinned_rows.append(row)
            return True
        if choice.do == NONLOCAL:
            region.nonlocals.add(name)
            return True
        if name in tables.ignored:
            return False
        if tables.constants is not None and choice.do == BIND and tables.constants.match(name):
            return True
        if name in region.nonlocals:
            return True
        self._bind(region, name, row, at, choice)
        return False

    def _choose(self, choices: list[Choice], at: int, row: int) -> Choice | None:
        """The first choice whose conditions hold."""
        for choice in choices:
            if self._holds(choice, at, row):
                return choice
        return None

    def _holds(self, choice: Choice, at: int, row: int) -> bool:
        tree = self.tree
        kind = tree.kind
        above = tree.parent[at]
        if choice.direct and at != row:
            return False
        if choice.first and at != above + 1:
            return False
        if choice.previous and kind[at - 1] not in choice.previous:
            return False
        if choice.following:
            after = tree.stop[at]
            if after >= len(tree) or kind[after] not in choice.following:
                return False
        if choice.single >= 0 and (kind[at] != choice.single or tree.stop[at] != at + 2):
            return False
        if choice.match is not None and not choice.match.match(tree.slice(row)):
            return False
        return not choice.with_ or self._has_token(above, choice.with_)

    def _has_token(self, row: int, kinds: frozenset[int]) -> bool:
        """Whether the row has such a child, or a child that has."""
        tree = self.tree
        return any(
            tree.kind[child] in kinds or any(tree.kind[c] in kinds for c in tree.children(child))
            for child in tree.children(row)
        )

    def _bind(self, region: Region, name: bytes, row: int, at: int, choice: Choice) -> None:
        """Declare a name in the scope the choice asks for."""
        target: Region | None = region
        if choice.level:
            while target is not None and target.rule.level != choice.level:
                target = target.parent
        if target is None:
            return
        since = self._since(row, at, choice)
        variable = target.names.get(name)
        if variable is None:
            variable = target.names[name] = Variable(target.row, since)
            self.variables.append(variable)
        elif since < variable.since:
            variable.since = since
        if choice.do in (KEEP, GLOBAL) or target.rule.opaque:
            variable.kept = True
            if target.rule.opaque:
                variable.since = _START
        if choice.spelled:
            self.spelled.add(row)
        variable.rows.append(row)

    def _since(self, row: int, at: int, choice: Choice) -> int:
        """The first row at which a look-up finds what is declared at `row`."""
        tree = self.tree
        if choice.after_kinds:
            above = at
            while above >= 0 and tree.kind[above] not in choice.after_kinds:
                above = tree.parent[above]
            return tree.stop[above] if above >= 0 else row
        if choice.after_field:
            for child in tree.children(tree.parent[at]):
                if tree.field[child] == choice.after_field:
                    return tree.stop[child]
        return row if self.tables.sequential else _START

    # What names mean

    def _see(self, region: Region) -> None:
        """Find all variables a name in the region can mean; those outside are known already."""
        above = region.parent
        while above is not None and above.rule.hidden:
            above = above.parent
        if above is None or region.rule.closed:
            outer = self.outermost
        else:
            outer = above.seen
        for name, variable in region.names.items():
            variable.outer = outer.get(name)
        region.seen = {**outer, **region.names} if region.names else outer

    def _look_up(self, segment: Segment, rows: list[int]) -> None:
        """Add each row to the variable its name means there."""
        tree = self.tree
        text, start, end = tree.text, tree.start, tree.end
        region = segment.region
        find = region.seen.get
        pins, uncertain = segment.pins, region.uncertain
        sequential = self.tables.sequential
        for row in rows:
            variable = find(text[start[row] : end[row]])
            if variable is None:
                continue
            if sequential:
                while variable is not None and variable.since > row:
                    variable = variable.outer
                if variable is None:
                    continue
            variable.rows.append(row)
            if pins or variable.scope < uncertain:
                variable.kept = True

    def _pin_dynamic(self) -> None:
        """Keep the text of what may be looked up by text."""
        tree = self.tree
        firsts = [region.row for region in self.regions]

        def region_at(row: int) -> Region | None:
            i = bisect_left(firsts, row + 1) - 1
            region = self.regions[i] if i >= 0 else None
            while region is not None and row >= tree.stop[region.row]:
                region = region.parent
            return region

        for row in (*self.dynamic.rows, *self.dynamic_rows):
            region = region_at(row)
            while region is not None:
                for variable in region.names.values():
                    variable.kept = True
                region = region.parent
        for row in self.mention_rows:
            pattern, parents = self.tables.mentions[tree.kind[row]]
            above = tree.parent[row]
            if parents and not {tree.kind[above], tree.kind[tree.parent[above]]} & parents:
                continue
            region = region_at(row)
            for match in pattern.finditer(tree.slice(row)):
                self._keep(region, match.group(1))
        for row in self.pinned_rows:
            self._keep(region_at(row), tree.slice(row))

    def _keep(self, region: Region | None, name: bytes) -> None:
        """Keep the text of all that the name may mean in the region."""
        found = region.seen.get(name) if region is not None else None
        while found is not None:
            found.kept = True
            found = found.outer


_OUTSIDE, _PINNED, _SCOPE = range(3)  # in the order they apply at one row
