"""Names whose binding the normal form must keep: in code never reached, or in one branch only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.control_flow.branches import Unread
from tracer.semantics.names.occurrences import Use
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.classify.control_flow.branches import Statements


def check_unreached(statements: Statements, body: int, dead: list[int]) -> None:
    """What is never reached is nothing but statements that would be run.

    A name that it binds is the function's own for all of it, so none stands anywhere else.
    """
    inside = [at for row in dead for at in range(row, statements.tree.stop[row])]
    if any(statements.is_kind(at, "kept") for at in inside):
        raise Unread("what is never reached says how the function is run")
    function, names, rows = statements.tree.parent[body], statements.names, frozenset(inside)
    bound = [at for at in inside if _scope(statements, at) >= 0]
    # `import a.b` binds a, which the tables do not count as a binding.
    bound += [entry.local_row for at in inside for entry in names.imports_at(at)]
    if any(_is_unclear(statements, at) for at in inside):
        raise Unread("it is not certain what is never reached binds")
    if not bound:
        return
    if names.has_any(names.tables.dynamic_local, function):
        raise Unread("names are looked up by their spelling")
    for word in sorted({statements.tree.slice(at).decode("utf-8", "replace") for at in bound}):
        if any(found.row not in rows for found in names.inside(word, function)):
            raise Unread(f"code that is never reached makes {word} a local of the function")


def check_scopes(statements: Statements, body: int, lists: list[int]) -> None:
    """The names that a branch has for itself stand nowhere else in the function."""
    if not statements.table.get("scoped"):
        return
    tree, names = statements.tree, statements.names
    function = tree.parent[body]
    for branch in lists:
        last = tree.stop[branch]
        own = {
            tree.slice(at).decode("utf-8", "replace")
            for at in range(branch, last)
            if (scope := _scope(statements, at)) >= 0
            and (not branch < scope < last or statements.is_kind(scope, "inside"))
        }
        if own and names.has_any(names.tables.dynamic_local, function):
            raise Unread("names are looked up by their spelling")
        for word in sorted(own):
            for found in names.inside(word, function):
                is_name = found.use in (Use.NAME, Use.UNCLEAR)
                if is_name and not branch <= found.row < last:
                    raise Unread(f"{word} of one branch may be another one's")


def _scope(statements: Statements, row: int) -> int:
    """The scope that a leaf binds a name in, or -1."""
    tree = statements.tree
    if not tree.flags[row] & LEAF or tree.kind_name(row) not in statements.names.tables.words:
        return -1
    return statements.names.occurrence_at(row, tree.slice(row).decode("utf-8", "replace")).scope


def _is_unclear(statements: Statements, row: int) -> bool:
    """Whether a leaf is a name that may be bound there."""
    tree = statements.tree
    if not tree.flags[row] & LEAF or tree.kind_name(row) not in statements.names.tables.words:
        return False
    word = tree.slice(row).decode("utf-8", "replace")
    return statements.names.occurrence_at(row, word).use is Use.UNCLEAR
