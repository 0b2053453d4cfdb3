"""Scopes: which names a block or function knows from its start, and look-up from the inside out.

Names that are known in a whole scope wherever they are bound in it (Python's locals, hoisted and
`let` names of JavaScript, items inside of a Rust block) are collected for a file in one pass over
the rows that bind; names that are known from their declaration on are added while lowering.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.lowering.outline.selectors import holds

if TYPE_CHECKING:
    from tracer.semantics.lowering.templates.table import Table
    from tracer.syntax.tree import SyntaxTree

GLOBAL, NONLOCAL = "global", "nonlocal"  # where a name of a scope is really bound


class Hoisted(NamedTuple):
    """A name known in all of a scope: the level it was bound for, the rows that bind it."""

    level: str
    rows: list[int]


class Scope:
    """One open scope while lowering. `names`: binder, expression, or GLOBAL or NONLOCAL."""

    __slots__ = (
        "captures", "given", "has_receiver", "hoisted", "imported", "is_function", "is_hidden",
        "names", "row", "type_names",
    )  # fmt: skip

    def __init__(self, row: int, *, is_function: bool = False, is_hidden: bool = False) -> None:
        self.row = row
        self.is_function = is_function
        self.is_hidden = is_hidden
        self.has_receiver = False  # a receiver of its own, other than the method's
        self.names: dict[str, Any] = {}
        self.hoisted: dict[str, Hoisted] = {}
        self.type_names: dict[str, Any] = {}
        self.captures: set[int] = set()
        self.imported: dict[str, int] = {}  # rows of imports that their names mean from there on
        self.given: set[str] = set()  # names of parameters


class Hoists:
    """The names of each scope of a file that are known from its start."""

    def __init__(self, tree: SyntaxTree, table: Table) -> None:
        self._tree = tree
        self._table = table
        self.of: dict[int, dict[str, Hoisted]] = {}  # by the scope's row; 0 is the file
        self.redirected: dict[int, dict[str, str]] = {}
        if table.redirects:
            for row in tree.rows_of(frozenset(table.redirects)):
                found = self.redirected.setdefault(self._scope_of(row, "function"), {})
                for leaf in _name_leaves(tree, table, row):
                    found[leaf] = table.redirects[tree.kind[row]]
        if table.binds:
            for row in tree.rows_of(frozenset(table.binds)):
                self._add(row)

    def _add(self, row: int) -> None:
        tree = self._tree
        for bind in self._table.binds[tree.kind[row]]:
            if bind.rules and not holds(bind.rules, tree, row):
                continue
            scope = -1
            for target in bind.names.all(tree, row):
                for name_row in pattern_names(tree, self._table, target):
                    if scope < 0 and bind.is_own:
                        scope = row
                    elif scope < 0:
                        scope = self._scope_of(row, bind.level)
                    name = tree.slice(name_row).decode("utf-8", "replace")
                    self._put(scope, name, bind.level, row)

    def _put(self, scope: int, name: str, level: str, row: int) -> None:
        redirect = self.redirected.get(scope, {}).get(name)
        if redirect == GLOBAL:
            self.of.setdefault(0, {}).setdefault(name, Hoisted("global", [])).rows.append(row)
        elif redirect is None:
            self.of.setdefault(scope, {}).setdefault(name, Hoisted(level, [])).rows.append(row)

    def _scope_of(self, row: int, level: str) -> int:
        """The innermost scope around a row, of a level where one is given; the file is row 0."""
        tree, scopes = self._tree, self._table.scopes
        at = tree.parent[row]
        while at > 0:
            rule = scopes.get(tree.kind[at])
            if rule is not None and (not level or rule.level == level):
                parent = tree.parent[at]
                if not rule.unless_in or tree.kind[parent] not in rule.unless_in:
                    return at
            at = tree.parent[at]
        return 0


_BINDING = {
    "through", "tuple_pattern", "fields_pattern", "field_pattern", "rest", "as_pattern",
    "default_pattern", "or_pattern", "variant_pattern", "pairs_pattern",
}  # fmt: skip
_NO_PATTERNS = {"right", "key", "type", "default", "default_value", "name"}  # fields without any


def pattern_names(tree: SyntaxTree, table: Table, row: int) -> list[int]:
    """Rows of the names that a pattern binds. Values, keys and types inside bind none."""
    rules = table.patterns.get(tree.kind[row])
    if not rules:
        return [row] if tree.kind[row] in table.names else []
    rule = next((r for r in rules if holds(r.conditions, tree, row)), None)
    if rule is None or rule.construct not in _BINDING:
        return [row] if rule is not None and rule.construct == "name" else []
    found: list[int] = []
    for child in tree.children(row):
        if tree.field_name(child) in _NO_PATTERNS and tree.kind[child] not in table.patterns:
            continue
        if tree.language.kind_is_named[tree.kind[child]]:
            found += pattern_names(tree, table, child)
    return found


def _name_leaves(tree: SyntaxTree, table: Table, row: int) -> list[str]:
    return [
        tree.slice(r).decode("utf-8", "replace")
        for r in range(row + 1, tree.stop[row])
        if tree.kind[r] in table.names
    ]
