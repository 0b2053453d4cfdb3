"""What a name means where it stands: declared there, looked up, or no variable at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.fingerprint.scope_tables import BIND, UP, scope_tables_for
from tracer.fingerprint.tables import tables_for

if TYPE_CHECKING:
    from tracer.fingerprint.scope_tables import Choice, ScopeTables
    from tracer.syntax import SyntaxTree


class Positions:
    """Reads a tree by its language's `alpha` positions."""

    def __init__(self, tree: SyntaxTree, tables: ScopeTables) -> None:
        self.tree = tree
        self.tables = tables

    def settle(self, row: int, choices: list[Choice]) -> tuple[Choice | None, int]:
        """What the row's position means, and the row that fills it: the name or its pattern."""
        tree, tables = self.tree, self.tables
        at = row
        while True:
            choice = next((c for c in choices if self._holds(c, at, row)), None)
            if choice is None or choice.do != UP:
                return choice, at
            at = tree.parent[at]
            above = tables.at(tree.kind[tree.parent[at]], tree.field[at])
            if above is None:
                return None, at
            choices = above

    def _holds(self, choice: Choice, at: int, row: int) -> bool:
        """Whether all conditions of a choice hold."""
        tree = self.tree
        kind, above = tree.kind, tree.parent[at]
        if (choice.direct and at != row) or (choice.first and at != above + 1):
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


def declared(tree: SyntaxTree, top: int = 0) -> list[tuple[int, int]]:
    """(row of the name, row of its pattern) of each variable declared below `top`, in order.

    A name declared again in its scope (an assignment, in languages without declarations) is
    there once. Empty for languages without scoping rules. Cost: one pass over the name leaves.
    """
    tables = scope_tables_for(tables_for(tree.language))
    positions = Positions(tree, tables)
    found: list[tuple[int, int]] = []
    seen: set[tuple[int, bytes]] = set()
    kinds, parent, field = tree.kind, tree.parent, tree.field
    for row in range(max(1, top), tree.stop[top]):
        if kinds[row] not in tables.defaults:
            continue
        choices = tables.at(kinds[parent[row]], field[row])
        if choices is None:
            continue
        choice, at = positions.settle(row, choices)
        if choice is None or choice.do != BIND:
            continue
        key = (scope_of(tree, at), tree.slice(row))
        if key not in seen:
            seen.add(key)
            found.append((row, at))
    return found


def scope_of(tree: SyntaxTree, row: int) -> int:
    """Row of the innermost scope around a row, or -1. Cost: one step a level."""
    scopes = scope_tables_for(tables_for(tree.language)).scopes
    while row >= 0 and tree.kind[row] not in scopes:
        row = tree.parent[row]
    return row


def is_function_scope(tree: SyntaxTree, row: int) -> bool:
    """Whether a scope is that of a function, named or not."""
    scope = scope_tables_for(tables_for(tree.language)).scopes.get(tree.kind[row])
    return scope is not None and scope.level == "function"
