"""Objects whose end is an event, and code that gives them up sooner than other code did.

A folder goes with the object that made it, what was written to a file is there when the file is
closed, a weak reference asks whether anybody still has an object. Where values get and lose names,
and code its own function, locals end at another time. Key `lifetimes` of a language's table:

- `ending`: names of functions and classes that give an object which does something when it ends;
- `weak`: names of what asks whether an object is still there;
- `kept`: kinds in which a value that stands there itself is ended by the statement, or handed on;
- `closed_by`: members that end an object, whoever still has it.

Languages without the key say nothing about when an object ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.inlining.named_values import Variable
    from tracer.semantics.functions.functions import Function
    from tracer.semantics.model import Side


def why_ended(side: Side, calls: dict[int, Function], variables: Iterable[Variable]) -> str | None:
    """Whether an object may end at another time without these calls and variables, or None.

    `side` has them; `calls`: the function that each one is of, by row. What a function holds that
    is called last ends with its caller. Cost: a search for the table's words; where there are
    some, a look at the code.
    """
    table: dict[str, Any] = side.names.tables.raw.get("lifetimes") or {}
    words = frozenset(word for key in ("ending", "weak") for word in table.get(key) or ())
    if not side.names.has_any(words, 0):
        return None
    for variable in variables:
        target, value, uses = variable.target, variable.value, list(variable.uses)
        if _ends(side, table, (target, value), uses):
            return f"what {side.word(target)} holds may end at another time"
    functions = {f.key: f for row, f in calls.items() if not _is_last(side, row)}
    for _, function in sorted(functions.items()):
        for target, value in _stored(side, function):
            word = side.word(target)
            _, scope = side.meaning(target)
            uses = [row for row in side.uses(word, scope) if row != target]
            if side.is_inside(scope, function.row) and _ends(side, table, (target, value), uses):
                return f"what {word} holds ends with {function.name}"
    return None


def _is_last(side: Side, call: int) -> bool:
    """Whether nothing is left to do in its function behind a call."""
    statement = _statement(side, call)
    home = side.tree.parent[statement]
    if side.functions.body_of(side.functions.caller(call)) != home:
        return False
    is_alone = side.functions.expression(statement) == call
    return is_alone and side.functions.statements(home)[-1] == statement


def _stored(side: Side, function: Function) -> Iterable[tuple[int, int]]:
    """(target, value) of each variable that a statement of a function stores to."""
    tree, functions = side.tree, side.functions
    for row in range(function.row, tree.stop[function.row]):
        bound = functions.bound(row) if functions.is_list(tree.parent[row]) else None
        targets, value = bound or ((), -1)
        for target in targets:
            if tree.kind_name(target) in side.names.tables.names:
                yield target, value


def _ends(side: Side, table: dict[str, Any], stored: tuple[int, int], uses: list[int]) -> bool:
    """Whether a variable holds an object that ends with it, and whose end may be seen."""
    tree, (_, value) = side.tree, stored
    if uses and all(_is_kept(side, use, table) for use in uses):
        return False
    if _has_ending(side, value, table) and not any(_is_closing(side, u, table) for u in uses):
        return True
    weak, kind = frozenset(table["weak"]), side.functions.table["call"]["kind"]
    is_new = any(tree.kind_name(row) == kind for row in range(value, tree.stop[value]))
    return is_new and any(side.names.has_any(weak, _statement(side, use)) for use in uses)


def _has_ending(side: Side, value: int, table: dict[str, Any]) -> bool:
    """Whether a value holds what a function of the table gives, or something made of it.

    The function is the language's own, imported, or an imported module's. Of `open(p).read()`
    only what was read is left.
    """
    tree, call = side.tree, side.functions.table["call"]
    member = side.functions.table["member"]
    for row in range(value, tree.stop[value]):
        if tree.kind_name(row) != call["kind"]:
            continue
        called = tree.slice(tree.child_by_field(row, call["function"])).decode("utf-8", "replace")
        holder, _, name = called.rpartition(".")
        is_read_off = tree.kind_name(tree.parent[row]) == member["kind"] and row > value
        is_ours = not holder or bool(side.names.imports_of(holder.partition(".")[0]))
        if name in table["ending"] and is_ours and not is_read_off:
            return True
    return False


def _is_kept(side: Side, use: int, table: dict[str, Any]) -> bool:
    """Whether a variable itself is handed on, or ended by the statement it stands in.

    Another variable that never gets another value has the object as long.
    """
    targets, value = side.functions.bound(_statement(side, use)) or ((), -1)
    if value == use and len(targets) == 1:
        _, scope = side.meaning(targets[0])
        others = (row for row in side.uses(side.word(targets[0]), scope) if row != targets[0])
        return scope >= 0 and not any(side.functions.is_assigned(row) for row in others)
    parent = side.tree.parent[use]
    while side.tree.kind_name(parent) in side.names.tables.parentheses:
        parent = side.tree.parent[parent]
    return side.tree.kind_name(parent) in table["kept"]


def _is_closing(side: Side, use: int, table: dict[str, Any]) -> bool:
    """Whether a use ends the object (`f.close()`)."""
    tree, member = side.tree, side.functions.table["member"]
    parent = tree.parent[use]
    if tree.kind_name(parent) != member["kind"]:
        return False
    name = tree.slice(tree.child_by_field(parent, member["name"]))
    return name.decode("utf-8", "replace") in table["closed_by"]


def _statement(side: Side, row: int) -> int:
    while row > 0 and not side.functions.is_list(side.tree.parent[row]):
        row = side.tree.parent[row]
    return row
