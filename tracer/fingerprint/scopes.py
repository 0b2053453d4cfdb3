"""Which names of a file mean the same variable, by the scoping rules in its grammar's tables.

The declaring positions fill each scope's names; then every other name is looked up from its
scope outward. What is uncertain keeps its text: a name is *kept* when something may look it up
by its text (`eval`, an inherited member, a macro), because equal digests for two different
programs are worse than different digests for equal ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.fingerprint.positions import Positions
from tracer.fingerprint.regions import Region, Regions, Segment, Variable
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
)
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.fingerprint.edits import NormalForm
    from tracer.fingerprint.scope_tables import Choice, ScopeTables
    from tracer.syntax import SyntaxTree

_START = -1  # from the start of the scope on


class Bindings(NamedTuple):
    """The variables of a file whose names say nothing, and the leaves spelled out besides.

    `is_uniform`: all name leaves of the language are of one kind.
    """

    variables: list[Variable]
    spelled: set[int]
    is_uniform: bool


def resolve(form: NormalForm, tables: ScopeTables, marks: bytes) -> Bindings:
    """The variables bound inside the file's scopes. `marks` has a byte for each row."""
    regions = Regions(form.tree, tables, marks, form.verbatim)
    return _Resolver(form.tree, tables, regions).run()


class _Resolver(Positions):
    def __init__(self, tree: SyntaxTree, tables: ScopeTables, regions: Regions) -> None:
        super().__init__(tree, tables)
        self.regions = regions
        self.pinned_rows: list[int] = []
        self.variables: list[Variable] = []
        self.spelled: set[int] = set()
        self.dynamic = Variable(-1, _START)
        self.outermost = dict.fromkeys(tables.dynamic_names, self.dynamic)

    def run(self) -> Bindings:
        """All steps."""
        segments = self.regions.segments()
        references = [self._declare(segment) for segment in segments]
        for region in self.regions.found:
            self._see(region)
        for segment, rows in zip(segments, references, strict=True):
            if rows:
                self._look_up(segment, rows)
        self._keep_uncertain()
        kept = [v for v in self.variables if not v.kept and v.rows]
        return Bindings(kept, self.spelled, len(self.tables.defaults) == 1)

    # What scopes declare

    def _declare(self, segment: Segment) -> list[int]:
        """Fill in what the segment's names declare; returns the rows that are looked up."""
        tree, tables = self.tree, self.tables
        kind, parent, field = tree.kind, tree.parent, tree.field
        positions = tables.positions
        references: list[int] = []
        defaults, spelled = tables.defaults, tables.spelled
        is_plain = not tables.sequential and not segment.region.rule.opaque
        text, start, end = tree.text, tree.start, tree.end
        own = segment.region.names
        for row in segment.rows:
            fields = positions[kind[parent[row]]]
            choices = fields[field[row]] if fields is not None else None
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
        choice, at = self.settle(row, choices)
        if choice is None:
            return self.tables.defaults[self.tree.kind[row]] == REFERENCE
        if choice.do in (TEXT, REFERENCE, PIN):
            if choice.spelled:
                self.spelled.add(row)
            if choice.do == PIN:
                self.pinned_rows.append(row)
            return choice.do != TEXT
        name, region = self.tree.slice(row), segment.region
        if choice.do == NONLOCAL:
            region.nonlocals.add(name)
            return True
        if name in self.tables.ignored:
            return False
        constants = self.tables.constants
        is_constant = constants is not None and choice.do == BIND and constants.match(name)
        if is_constant or name in region.nonlocals:
            return True
        self._bind(region, name, row, at, choice)
        return False

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
            variable.since = _START  # what is kept is kept everywhere in its scope
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
        outer = self.outermost if above is None or region.rule.closed else above.seen
        for name, variable in region.names.items():
            variable.outer = outer.get(name)
            if variable.kept and variable.outer is not None and self.tables.sequential:
                # Before it is declared, the name may mean either.
                variable.outer.kept = True
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

    def _keep_uncertain(self) -> None:
        """Keep the text of what may be looked up by text."""
        tree, regions = self.tree, self.regions
        for row in (*self.dynamic.rows, *regions.dynamic_rows):
            region = regions.at(row)
            while region is not None:
                for variable in region.names.values():
                    variable.kept = True
                region = region.parent
        for row in regions.mention_rows:
            pattern, parents = self.tables.mentions[tree.kind[row]]
            above = tree.parent[row]
            if parents and not {tree.kind[above], tree.kind[tree.parent[above]]} & parents:
                continue
            region = regions.at(row)
            for match in pattern.finditer(tree.slice(row)):
                self._keep(region, match.group(1))
        for row in self.pinned_rows:
            self._keep(regions.at(row), tree.slice(row))

    def _keep(self, region: Region | None, name: bytes) -> None:
        """Keep the text of all that the name may mean in the region."""
        found = region.seen.get(name) if region is not None else None
        while found is not None:
            found.kept = True
            found = found.outer
