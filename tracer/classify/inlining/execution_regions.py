"""When the code at a row runs, seen from the function around it: later, again, or in any case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.language.tables import is_at
from tracer.semantics.names.occurrence_kinds import Use, is_only_shown

if TYPE_CHECKING:
    from tracer.semantics.model import Side


def is_captured(side: Side, row: int, function: int) -> bool:
    """Whether the code at a row runs later than the function's own."""
    lazy = side.functions.table.get("lazy") or ()
    scopes = side.names.tables.scopes
    while row > function:
        kind = side.tree.kind_name(row)
        if scopes.get(kind) == "function" or kind in lazy:
            return True
        row = side.tree.parent[row]
    return False


def is_looped(side: Side, row: int, function: int) -> bool:
    """Whether a row may be run more than once in one run of the function."""
    loops, scopes = side.functions.table.get("repeats") or (), side.names.tables.scopes
    while row > function:
        kind = side.tree.kind_name(row)
        if kind in loops or scopes.get(kind) == "comprehension":
            return True
        row = side.tree.parent[row]
    return False


def loop_around(side: Side, row: int, other: int, function: int) -> int:
    """The innermost loop in the function with both rows in it, or -1."""
    loops = side.functions.table.get("repeats") or ()
    while row > function:
        if side.tree.kind_name(row) in loops and side.is_inside(other, row):
            return row
        row = side.tree.parent[row]
    return -1


def guard_of(side: Side, row: int, function: int) -> int:
    """What may still run something in the function after it is left at a row, or -1."""
    guards = side.functions.table.get("guards") or ()
    while row > function:
        if side.tree.kind_name(row) in guards:
            return row
        row = side.tree.parent[row]
    return -1


def is_deeper(side: Side, row: int, function: int) -> bool:
    """Whether another function stands between a row and the function."""
    tree, scopes = side.tree, side.names.tables.scopes
    while row > function:
        if scopes.get(tree.kind_name(row)) == "function":
            return True
        row = tree.parent[row]
    return False


def is_seen_inside(side: Side, scope: int, word: str, function: int) -> bool:
    """Whether a function inside uses a local of the function."""
    return any(is_deeper(side, side.tree.parent[row], function) for row in side.uses(word, scope))


def is_bound_once(side: Side, scope: int, word: str) -> bool:
    """Whether a variable has one value for good, in each run of what declares it."""
    bound = [o.row for o in side.names.inside(word, max(scope, 0)) if o.scope == scope]
    if len(bound) != 1:
        return False
    (row,) = bound
    if any(side.functions.is_assigned(r) for r in side.uses(word, scope) if r != row):
        return False
    tree, fresh = side.tree, side.functions.table.get("fresh") or ()
    repeats = side.functions.table.get("repeats") or ()
    while row > scope:
        kind = tree.kind_name(row)
        if kind in fresh:
            return True
        if kind in repeats:
            return False
        row = tree.parent[row]
    return True


def is_only_stored(side: Side, row: int) -> bool:
    """Whether a variable gets a value at a row, whatever it had before (no `+=`, no `del`)."""
    functions, tree = side.functions, side.tree
    if not functions.is_assigned(row):
        return False
    at = tree.parent[row]
    while tree.kind_name(at) in (functions.table.get("list") or ()):
        at = tree.parent[at]
    if tree.kind_name(at) in (functions.table.get("deletes") or ()):
        return False
    return not (functions.is_updated(row) or is_at(tree, row, side.evaluation.updates))


def is_declared_anew(side: Side, scope: int, word: str) -> bool:
    """Whether each run of the code around a variable makes another one."""
    fresh = side.functions.table.get("fresh") or ()
    found = side.names.inside(word, max(scope, 0))
    row = next((o.row for o in found if o.scope == scope), scope)
    while row > scope:
        if side.tree.kind_name(row) in fresh:
            return True
        row = side.tree.parent[row]
    return False


def uses_within(side: Side, outer: int, word: str) -> list[Use]:
    """How a word is used below a row."""
    return [found.use for found in side.names.inside(word, outer)]


def has_unclear(side: Side, outer: int, word: str) -> bool:
    """Whether a use of a word below a row may be anything; a read that prints its name is none."""
    return any(
        found.use is Use.UNCLEAR
        and (
            side.functions.is_assigned(found.row)
            or not is_only_shown(side.tree, side.names.tables, found.row)
        )
        for found in side.names.inside(word, outer)
    )
