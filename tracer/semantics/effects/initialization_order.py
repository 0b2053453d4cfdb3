"""Whether a function is defined before anything calls it, where definitions are executed.

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

from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.imports import module_path
from tracer.semantics.names.occurrences import Use
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, unwrapped, wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tracer.semantics.model import Side
    from tracer.semantics.names.occurrences import Occurrence


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
    return _is_quiet(side, between, words) and all(
        _is_made_quietly(side, top, found.row, is_plain_class)
        for found, top in _mentioned(side, between, words)
        if _is_deferred(side, found.row, top)
    )


def is_left_alone(side: Side, home: int, statements: Sequence[int]) -> bool:
    """Whether statements at the top of a file run nothing of the code in one of them, or below.

    `home`: the statement that holds the code, which is itself among them or behind them.
    """
    holders = (side.names.tables.raw.get("order") or {}).get("plain_holder") or {}

    def is_plain_class(row: int) -> bool:
        field = holders.get(side.tree.kind_name(row))
        return field is not None and side.tree.child_by_field(row, field) < 0

    words = _naming(side, 0, [home])
    return (
        bool(words)
        and _is_quiet(side, statements, words, imports=False)
        and all(
            _is_made_quietly(side, top, found.row, is_plain_class)
            for found, top in _mentioned(side, statements, words)
            if _is_deferred(side, found.row, top)
        )
    )


def is_asked_for(
    side: Side, row: int, statements: Sequence[int], is_plain_class: Callable[[int], bool]
) -> bool:
    """Whether statements at the top of a file may ask for the definition at a row when executed.

    By its name, or by calling something that names it.
    """
    tree = side.tree
    name = defined_name(tree, unwrapped(tree, row))
    if name is None or not statements:
        return bool(statements)
    words = _naming(side, 0, [row])
    if not _is_quiet(side, statements, words, imports=False):
        return True
    for found, top in _mentioned(side, statements, words):
        if _is_deferred(side, found.row, top):
            if not _is_made_quietly(side, top, found.row, is_plain_class):
                return True
        elif side.word(found.row) == name:
            return True
    low, high = statements[0], tree.stop[statements[-1]]
    lists = set(side.names.tables.keyword_parameters.get("star_lists") or ())
    return any(
        found.use is Use.DATA
        and low <= found.row < high
        and not _is_deferred(side, found.row, _child_of(side, 0, found.row))
        and is_spelled_in(side.names, found.row, name)
        and lists.isdisjoint(_bound_in(side, _child_of(side, 0, found.row), 0))
        for found in side.names.occurrences(name)
    )


def _mentioned(
    side: Side, rows: Sequence[int], words: Iterable[str]
) -> Iterator[tuple[Occurrence, int]]:
    """Where neighbouring statements use the words, each with the row of the statement."""
    if not rows:
        return
    low, high, around = rows[0], side.tree.stop[rows[-1]], side.tree.parent[rows[0]]
    for word in words:
        for found in side.names.occurrences(word):
            if found.use is Use.DATA or found.fixed or not low <= found.row < high:
                continue  # what an import names is in another file
            is_read = found.scope < 0  # `c += 1` reads what it binds
            if is_read or side.tree.kind_name(side.tree.parent[found.row]) in side.called_kinds:
                yield found, _child_of(side, around, found.row)


def _list_around(side: Side, row: int) -> int:
    row = side.tree.parent[row]
    while row > 0 and not side.functions.is_list(row):
        row = side.tree.parent[row]
    return row


def _child_of(side: Side, parent: int, row: int) -> int:
    while side.tree.parent[row] != parent:
        row = side.tree.parent[row]
    return row


def _naming(side: Side, home: int, tops: list[int]) -> dict[str, bool]:
    """The names of a scope through which one of the statements may be called.

    Each with whether it may be a class, or an object of one: of these, operators and reading
    members call methods as well.
    """
    body = side.functions.body_of(home)
    words: dict[str, bool] = {}
    seen: set[tuple[int, bool]] = set()
    work = [(w, _is_class(side, top)) for top in tops for w in _bound_in(side, top, home)]
    while work:
        word, is_object = work.pop()
        if words.get(word, -1) >= is_object:
            continue
        words[word] = is_object
        for found in side.names.occurrences(word):
            if found.use is Use.DATA or not body < found.row < side.tree.stop[body]:
                continue
            if side.names.is_of_function(found, word, home):
                continue  # another thing of that name
            statement = _child_of(side, body, found.row)
            sort = is_object or _is_class(side, statement)
            if (statement, sort) not in seen:
                seen.add((statement, sort))
                work += [(word, sort) for word in _bound_in(side, statement, home)]
                # `table[1] = f`: found in the table
                work += [(word, sort) for word in _stored_in(side, statement, home)]
    return words


def _is_class(side: Side, statement: int) -> bool:
    kind = side.tree.kind_name(unwrapped(side.tree, statement))
    return side.names.tables.scopes.get(kind) == "class"


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


def _is_quiet(
    side: Side, rows: Sequence[int], words: dict[str, bool], *, imports: bool = True
) -> bool:
    """Whether what neighbouring statements execute on the spot calls nothing by one of the words.

    Nor (`imports`) do they import, as other modules may come back for them.
    """
    tree = side.tree
    if not rows:
        return True
    if imports and any(tree.language.roles[tree.kind[row]] & Role.IMPORT for row in rows):
        return False
    return not any(
        _is_run_with(side, found.row, top, is_object=words[side.word(found.row)])
        for found, top in _mentioned(side, rows, words)
    )


def _is_run_with(side: Side, row: int, statement: int, *, is_object: bool) -> bool:
    if _is_deferred(side, row, statement):
        return False
    return _is_called_with(side, row, statement) or (
        is_object and not _is_only_named(side, row, statement)
    )


def _is_only_named(side: Side, row: int, statement: int) -> bool:
    """Whether a statement does no more with what a leaf names than to store or to annotate."""
    tree, raw = side.tree, side.names.tables.raw
    order = raw.get("order") or {}
    notes = frozenset((raw.get("imports") or {}).get("spelled_in") or ())
    kinds = frozenset(order.get("evaluated") or ()).union(
        tree.language.raw.get("wrappers") or (), side.functions.table.get("statement") or ()
    )
    binds = side.functions.table.get("binds") or {}
    while row != statement:
        parent = tree.parent[row]
        kind = tree.kind_name(parent)
        if kind in notes:
            return True
        if kind not in kinds:
            return False
        fields = binds.get(kind)
        target = tree.child_by_field(parent, fields["target"]) if isinstance(fields, dict) else -1
        is_taken_apart = target >= 0 and not tree.flags[target] & LEAF
        if is_taken_apart or tree.field_name(row) in order.get("looked_at", {}).get(kind, ()):
            return False
        row = parent
    return True


def _is_called_with(side: Side, row: int, statement: int) -> bool:
    """Whether a row stands in something that calls, or may: more than to define and to store."""
    tree, raw = side.tree, side.names.tables.raw
    kinds = side.called_kinds
    holders = (raw.get("order") or {}).get("plain_holder") or {}
    while row > statement:
        row = tree.parent[row]
        kind = tree.kind_name(row)
        is_derived = kind in holders and tree.child_by_field(row, holders[kind]) >= 0
        if kind in kinds or is_derived:
            return True
    return False


def _is_deferred(side: Side, row: int, statement: int) -> bool:
    """Whether a row stands in the body of a function in a statement, which does not call it.

    A function without a name that something is called with may be called at once.
    """
    tree, scopes = side.tree, side.names.tables.scopes
    is_later = False
    while row != statement:
        parent = tree.parent[row]
        if scopes.get(tree.kind_name(parent)) == "function" and tree.field_name(row) == "body":
            if defined_name(tree, parent) is not None:
                return True
            is_later = True
        elif tree.kind_name(parent) in side.called_kinds:
            is_later = False
        row = parent
    return is_later


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
            words = dict.fromkeys(_bound_in(side, _child_of(side, body, caller), at), True)
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
