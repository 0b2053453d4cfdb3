"""Whether a function is defined before anything calls for it, where definitions are executed.

A caller may stand before the function it calls as long as nobody calls the caller in between. To
do that, something must name the caller, or name what names it, or what it was stored in: such names
are collected from the whole scope, and none of them may stand in a statement between the two that
calls something when it is executed, function bodies and lambdas aside. Where the caller is a
method, neither may what its class executes on the spot; its class has bases that do nothing when it
is made, and nothing decorates it but what only wraps, or comes from a module that runs nothing it
decorates (`imports.decorate`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.imports import module_path
from tracer.classify.names import Use
from tracer.classify.tables import significant_children
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, unwrapped, wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tracer.classify.side import Side


def is_defined_in_time(
    side: Side, function: int, callers: Iterable[int], is_plain_class: Callable[[int], bool]
) -> bool:
    """Whether the function at a row is there whenever code at the rows of `callers` runs.

    `is_plain_class`: whether making the class at a row runs nothing but its body.
    """
    tree = side.tree
    around = _list_around(side, function)
    home = side.functions.caller(tree.parent[function])
    first = function
    for caller in callers:
        if not side.is_inside(caller, around):
            return False
        top = _child_of(side, around, caller)
        if top > function:
            continue
        first = min(first, top)
        if side.functions.caller(caller) == home:
            return False  # the call itself comes first
        if not _is_made_quietly(side, top, caller, is_plain_class):
            return False
    if first == function:
        return True
    words = _naming(side, home, [_child_of(side, around, c) for c in callers])
    between = [row for row in significant_children(tree, around) if first <= row < function]
    return _is_quiet(side, between, words)


def _list_around(side: Side, row: int) -> int:
    row = side.tree.parent[row]
    while row > 0 and not side.functions.is_list(row):
        row = side.tree.parent[row]
    return row


def _child_of(side: Side, parent: int, row: int) -> int:
    while side.tree.parent[row] != parent:
        row = side.tree.parent[row]
    return row


def _naming(side: Side, home: int, tops: list[int]) -> set[str]:
    """The names of a scope through which one of the statements may be called."""
    body = side.functions.body_of(home)
    words: set[str] = set()
    seen: set[int] = set()
    work = [word for top in tops for word in _bound_in(side, top, home)]
    while work:
        word = work.pop()
        if word in words:
            continue
        words.add(word)
        for found in side.names.occurrences(word):
            if found.use is Use.DATA or not body < found.row < side.tree.stop[body]:
                continue
            statement = _child_of(side, body, found.row)
            if statement not in seen:
                seen.add(statement)
                work += _bound_in(side, statement, home)
                work += _stored_in(side, statement, home)  # `table[1] = f`: found in the table
    return words


def _stored_in(side: Side, statement: int, home: int) -> list[str]:
    """The names of a scope in the targets of a statement that stores something."""
    tree, table = side.tree, side.functions.table
    fields = (table.get("binds") or {}).get(tree.kind_name(side.functions.expression(statement)))
    if not isinstance(fields, dict):
        return []
    target = tree.child_by_field(side.functions.expression(statement), fields["target"])
    words = _words_in(side, range(target, tree.stop[target]))
    return [w for w in words if any(o.scope == home for o in side.names.occurrences(w))]


def _bound_in(side: Side, statement: int, home: int) -> list[str]:
    """The names that a statement binds in a scope."""
    tree = side.tree
    name = defined_name(tree, unwrapped(tree, statement))
    if name is not None:
        return [name]
    return [
        word
        for word in _words_in(side, range(statement, tree.stop[statement]))
        if any(found.scope == home for found in side.names.within(word, statement))
    ]


def _words_in(side: Side, rows: range) -> set[str]:
    tree, words = side.tree, side.names.tables.words
    return {side.word(at) for at in rows if tree.flags[at] & LEAF and tree.kind_name(at) in words}


def _is_quiet(side: Side, rows: Sequence[int], words: set[str]) -> bool:
    """Whether what neighbouring statements execute on the spot calls nothing by one of the words.

    Nor imports, as other modules may come back for them.
    """
    tree = side.tree
    if not rows:
        return True
    if any(tree.language.roles[tree.kind[row]] & Role.IMPORT for row in rows):
        return False
    low, high, around = rows[0], tree.stop[rows[-1]], tree.parent[rows[0]]
    return not any(
        found.use is not Use.DATA
        and found.scope < 0
        and low <= found.row < high
        and _is_run_with(side, found.row, _child_of(side, around, found.row))
        for word in words
        for found in side.names.occurrences(word)
    )


def _is_run_with(side: Side, row: int, statement: int) -> bool:
    return not _is_deferred(side, row, statement) and _is_called_with(side, row, statement)


def _is_called_with(side: Side, row: int, statement: int) -> bool:
    """Whether a row stands in something that calls, or may: more than to define and to store."""
    tree, raw, table = side.tree, side.names.tables.raw, side.functions.table
    kinds = {
        *((raw.get("evaluation") or {}).get("effects") or ()),
        *(tree.language.raw.get("annotations") or ()),
        *(table.get("loops") or ()),
    } - {*(table.get("binds") or ()), *(table.get("deletes") or ())}
    holders = (raw.get("order") or {}).get("plain_holder") or {}
    while row > statement:
        row = tree.parent[row]
        kind = tree.kind_name(row)
        is_derived = kind in holders and tree.child_by_field(row, holders[kind]) >= 0
        if kind in kinds or is_derived:
            return True
    return False


def _is_deferred(side: Side, row: int, statement: int) -> bool:
    """Whether a row stands in the body of a function in a statement."""
    tree, scopes = side.tree, side.names.tables.scopes
    while row != statement:
        parent = tree.parent[row]
        if scopes.get(tree.kind_name(parent)) == "function" and tree.field_name(row) == "body":
            return True
        row = parent
    return False


def _is_made_quietly(
    side: Side, top: int, caller: int, is_plain_class: Callable[[int], bool]
) -> bool:
    """Whether the definitions around a caller run it neither by a decorator nor in a class body."""
    tree, scopes = side.tree, side.names.tables.scopes
    at = caller
    while at >= top:
        kind = scopes.get(tree.kind_name(at))
        if kind in ("class", "function"):
            wrapper = wrapper_of(tree, at)
            if wrapper != at and not is_plainly_decorated(side, wrapper):
                return False
        if kind == "class":
            body = side.functions.body_of(at)
            words = set(_bound_in(side, _child_of(side, body, caller), at))
            rows = significant_children(tree, body)
            if not is_plain_class(at) or not _is_quiet(side, rows, words):
                return False
        at = tree.parent[at]
    return True


def is_plainly_decorated(side: Side, wrapper: int) -> bool:
    """Whether decorators run nothing of what they decorate, as far as their names say."""
    tree, raw = side.tree, side.names.tables.raw
    known = set((raw.get("order") or {}).get("plain_decorators") or ())
    known.update(side.names.tables.keyword_parameters.get("plain_decorators") or ())
    modules = set((raw.get("imports") or {}).get("decorate") or ())
    inner = unwrapped(tree, wrapper)
    for row in significant_children(tree, wrapper):
        text = tree.slice(row).lstrip(b"@ ").decode("utf-8", "replace")
        if row == inner or text in known or f".{text.rpartition('.')[2]}" in known:
            continue
        root = re.split(r"\W", text, maxsplit=1)[0]
        entries = side.names.imports_of(root)
        bound = [o for o in side.names.occurrences(root) if o.scope >= 0]
        homes = {module_path(tree, entry).partition(".")[0] for entry in entries}
        if not homes or not homes <= modules or not all(o.fixed for o in bound):
            return False
    return True
