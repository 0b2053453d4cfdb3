"""Whether a local variable has a value at a point, and what is evaluated before another thing.

Languages whose locals belong to the whole function let one be read before anything is stored in
it, which is an error. Reading it at another point must then not be sooner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.effects.initialization_order import is_left_alone
from tracer.semantics.effects.invariance import is_steady_read
from tracer.semantics.language.tables import is_at, significant_children
from tracer.semantics.names.imports import has_star
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role
from tracer.syntax.names import unwrapped
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.semantics.model import Side
    from tracer.syntax import SyntaxTree


def is_surely_bound(side: Side, row: int) -> bool:  # noqa: C901, PLR0911 - one way a line
    """Whether the name at a row has a value whenever control reaches it.

    A name of the file has one if nothing calls for the code around it before
    (`initialization_order.py`); names that a star brings are taken to have one, and those of a
    class.
    """
    if not side.names.tables.is_whole_scope:
        return True
    _, scope = side.meaning(row)
    if scope < 0:
        return _is_given(side, side.word(row))
    if side.names.kind_of_scope(scope) == "class":
        return True
    uses = side.uses(side.word(row), scope)
    deletes = side.functions.table.get("deletes") or ()
    if any(is_deleted(side, use, deletes) for use in uses):
        return False
    if side.names.kind_of_scope(scope) == "file":
        return _is_bound_at_top(side, row, uses)
    if side.names.kind_of_scope(scope) == "comprehension":
        return _is_bound_by_clause(side, row, scope, uses)
    tree, at = side.tree, row
    while at > scope:
        parent = tree.parent[at]
        if side.functions.is_list(parent):
            earlier = {_child_of(tree, parent, use) for use in uses if parent < use < at}
            if any(_binds(side, statement, uses) for statement in earlier):
                return True
        elif tree.child_by_field(parent, "body") == at:
            first = next((use for use in uses if use > parent), at)
            if first < at and is_loop_target(side, parent, first, uses):
                return True
        at = parent
    body = side.functions.body_of(scope)
    return any(scope < use < body for use in uses)


def _is_bound_at_top(side: Side, row: int, uses: list[int]) -> bool:
    """Whether a statement of the file binds a name before anything may run the code at a row."""
    tree, home = side.tree, row
    while tree.parent[home] > 0:
        home = tree.parent[home]
    key = side.word(row), home
    if key not in side.there:
        bound = {o.row for o in side.names.occurrences(key[0]) if o.scope == 0}
        tops = sorted({_child_of(tree, 0, at) for at in bound})
        stores = [use for use in uses if use in bound]
        side.there[key] = any(
            any(_binds(side, at, stores) for at in _wrapped(tree, top))
            and _is_there_for(side, top, home)
            for top in tops
        )
    return side.there[key]


def _wrapped(tree: SyntaxTree, row: int) -> list[int]:
    """A statement, and the ones that it exports."""
    rows = [row]
    for at in rows:
        if tree.language.roles[tree.kind[at]] & Role.WRAPPER:
            rows += significant_children(tree, at)
    return rows


def _is_there_for(side: Side, statement: int, home: int) -> bool:
    """Whether a statement at the top of a file is executed before what is in another one runs."""
    tree, raw = side.tree, side.names.tables.raw
    is_hoisted = bool(side.functions.table.get("hoisted"))
    inner = unwrapped(tree, statement)
    if is_hoisted and (
        tree.kind_name(inner) in ((raw.get("order") or {}).get("free") or ())
        or tree.language.roles[tree.kind[statement]] & Role.IMPORT
    ):
        return True
    if statement < home and not is_hoisted:
        return True
    first = 0 if is_hoisted else home
    between = [at for at in significant_children(tree, 0) if first <= at <= statement]
    return is_left_alone(side, home, between)


def _is_given(side: Side, word: str) -> bool:
    """Whether a name that no scope of the file binds is there all the same."""
    known = side.names.tables.raw.get("builtins")
    if not known or word in known or word.startswith("__") or has_star(side.tree):
        return True
    return bool(side.names.imports_of(word))  # `import a.b` binds a


def _is_bound_by_clause(side: Side, row: int, scope: int, uses: list[int]) -> bool:
    """Whether a clause of a comprehension binds the name before the row is evaluated."""
    tree, firsts = side.tree, side.names.tables.outer_first
    home = _child_of(tree, scope, row)
    is_body = tree.child_by_field(scope, "body") == home
    for clause in significant_children(tree, scope):
        if tree.kind_name(clause) not in firsts:
            continue
        source = tree.child_by_field(clause, firsts[tree.kind_name(clause)])
        targets = [use for use in uses if clause < use < source]
        if targets and (is_body or clause < home or row in targets):
            return True
    return False


def _child_of(tree: SyntaxTree, parent: int, row: int) -> int:
    while tree.parent[row] != parent:
        row = tree.parent[row]
    return row


def _binds(side: Side, statement: int, uses: list[int]) -> bool:
    """Whether every way through a statement shows, or gives, a value, or leaves."""
    tree, last = side.tree, (side.functions.table.get("choices") or {})
    inner = [use for use in uses if side.is_inside(use, statement)]
    if any(_is_bound_by(side, use, statement) for use in inner):
        return True
    otherwise = last.get(tree.kind_name(statement))
    kids = significant_children(tree, statement)
    if otherwise is None or tree.kind_name(kids[-1]) != otherwise:
        return False
    lists = [row for row in kids if side.functions.is_list(row)]
    for clause in kids:
        if tree.kind_name(clause) in (tree.language.raw.get("branches") or ()):
            lists += [c for c in significant_children(tree, clause) if side.functions.is_list(c)]
    return all(_list_binds(side, row, inner) for row in lists)


def _list_binds(side: Side, row: int, uses: list[int]) -> bool:
    statements = side.functions.statements(row)
    table = side.functions.table
    leaves = (*table["leaves"], *(table.get("jumps") or ()))
    if statements and side.tree.kind_name(statements[-1]) in leaves:
        return True
    return any(_binds(side, statement, uses) for statement in statements)


def _is_bound_by(side: Side, use: int, statement: int) -> bool:
    """Whether a use in a statement shows, or gives, a value in any case."""
    tree = side.tree
    if tree.kind_name(statement) in (side.functions.table.get("fresh") or ()):
        return True
    if _is_target_of(side, use, statement):
        return True
    roles = tree.language.roles[tree.kind[statement]]
    if roles & Role.IMPORT or (roles & Role.DEFINITION and tree.parent[use] == statement):
        return any(o.row == use and o.scope >= 0 for o in side.names.occurrences(side.word(use)))
    return not side.functions.is_assigned(use) and side.evaluation.is_once(statement, use)


def is_loop_target(side: Side, statement: int, first: int, uses: list[int]) -> bool:
    """Whether the first use is what a loop (or `with`) assigns before its body runs."""
    tree, table = side.tree, side.functions.table
    if tree.kind_name(tree.parent[first]) in (table.get("as_target") or ()):
        return True
    fields = (table.get("loops") or {}).get(tree.kind_name(statement))
    if fields is None:
        return False
    target = tree.child_by_field(statement, fields["target"])
    source = tree.child_by_field(statement, fields["source"])
    is_target = target >= 0 and side.is_inside(first, target)
    return is_target and not any(side.is_inside(row, source) for row in uses)


def is_deleted(side: Side, row: int, kinds: Iterable[str]) -> bool:
    """Whether a name itself is deleted, alone or in a list; not an element of what it names."""
    tree, lists = side.tree, side.functions.table.get("list") or ()
    at = tree.parent[row]
    while tree.kind_name(at) in lists:
        at = tree.parent[at]
    return tree.kind_name(at) in kinds


def is_stored_anew(side: Side, row: int, after: int) -> bool:
    """Whether every way from row `after` to a read at `row` stores a new value in the variable."""
    tree = side.tree
    _, scope = side.meaning(row)
    stores = [use for use in side.uses(side.word(row), scope) if after < use < row]
    at = row
    while at > scope:
        parent = tree.parent[at]
        # In the list that holds both, what is stored between the two is stored in any case.
        low = after if parent < after and side.is_inside(after, parent) else parent
        if side.functions.is_list(parent):
            if any(_is_stored_by(side, use, parent) for use in stores if low < use < at):
                return True
        elif tree.child_by_field(parent, "body") == at and low == parent:
            first = next((use for use in stores if use > parent), at)
            if first < at and is_loop_target(side, parent, first, stores):
                return True
        if low == after:
            return False
        at = parent
    return False


def _is_stored_by(side: Side, use: int, around: int) -> bool:
    """Whether a statement of a list stores a value in the variable used at a row."""
    statement = use
    while side.tree.parent[statement] != around:
        statement = side.tree.parent[statement]
    return _is_target_of(side, use, statement)


def _is_target_of(side: Side, use: int, statement: int) -> bool:
    """Whether a statement stores its one value, or a part of it, in the variable of a use."""
    stored = side.functions.bound(statement)
    if stored is None:
        return False
    at, lists = use, side.functions.table.get("list") or ()
    while at not in stored[0] and side.tree.kind_name(side.tree.parent[at]) in lists:
        at = side.tree.parent[at]
    return at in stored[0]


def can_fail(side: Side, row: int) -> bool:
    """Whether evaluating a row may end in a failure: all but names, attributes and literals."""
    tree, plain = side.tree, side.evaluation.plain
    named = tree.language.kind_is_named
    return any(
        named[tree.kind[at]] and not tree.flags[at] & LEAF and tree.kind[at] not in plain
        for at in range(row, tree.stop[row])
    )


def is_undisturbed(  # noqa: PLR0913 - what is moved, and over what
    side: Side, statement: int, row: int, *, value: int, is_quiet: bool, suspends: bool = False
) -> bool:
    """Whether what a statement does before `row` may as well be done after `value`.

    Nothing there has an effect; before a value that can fail nothing can fail itself, so that the
    same failure comes first; and before one that has an effect (not `is_quiet`) nothing reads what
    that may change. `suspends`: the value waits, so that the top of the file may go on meanwhile.
    """
    if not side.evaluation.is_undisturbed(statement, row):
        return False
    fails = can_fail(side, value)
    if is_quiet and not fails:
        return True
    tree, plain = side.tree, side.evaluation.plain
    named = tree.language.kind_is_named
    for at in range(statement, tree.stop[statement]):
        if not named[tree.kind[at]] or not side.evaluation.is_earlier(at, row):
            continue
        if not tree.flags[at] & LEAF and tree.kind[at] not in plain:
            return False
        if is_quiet:
            continue
        is_name = tree.kind_name(at) in side.names.tables.words
        is_read = is_name and side.meaning(at)[0] is Use.NAME and not _is_target(side, at)
        if is_read and not is_surely_bound(side, at):
            return False
        if not _is_target(side, at) and not is_steady_read(side, at, suspends=suspends):
            return False
    return True


def _is_target(side: Side, row: int) -> bool:
    """Whether a name is only stored to."""
    if is_at(side.tree, row, side.evaluation.updates) or side.functions.is_updated(row):
        return False
    if side.functions.is_assigned(row):
        return True
    found = side.names.at(row, side.word(row))
    return found is not None and found.scope >= 0
