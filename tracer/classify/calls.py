"""Whether a renamed parameter may be passed by keyword somewhere.

Only for languages whose table has `keyword_parameters`. A parameter is safe when its position
or form keeps callers from naming it, or when every call of its function is known: the function
is local, private to its file, or the world is closed; its name is used for nothing but direct
calls; and no call passes the name or an unpacked mapping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.names import Names, Use
from tracer.classify.tables import significant_children
from tracer.syntax.names import defined_name, wrapper_of

if TYPE_CHECKING:
    from tracer.classify.context import Context
    from tracer.syntax import SyntaxTree


def may_be_passed_by_name(
    context: Context, file_b: int, file_a: int, rows: list[tuple[int, int]]
) -> str | None:
    """Why callers may see the name of the parameter bound at one of the rows, or None.

    `rows` are (row before, row after) of the occurrences of one local.
    """
    for forest_names, row in (
        *((context.names_before(file_b), b) for b, _ in rows),
        *((context.names_after(file_a), a) for _, a in rows),
    ):
        table = forest_names.tables.keyword_parameters
        holder = _keyword_parameter(forest_names.tree, table, row) if table else -1
        if holder < 0:
            continue
        function = forest_names.tree.parent[holder]
        reason = _unknown_calls(forest_names, table, function, row)
        if reason:
            name = forest_names.tree.slice(row).decode("utf-8", "replace")
            return f"callers may pass {name} by keyword ({reason})"
    return None


def _keyword_parameter(tree: SyntaxTree, table: dict[str, Any], row: int) -> int:
    """Row of the parameter list when the leaf names a parameter that can be a keyword, or -1."""
    at = row
    while True:
        parent = tree.parent[at]
        if parent < 0 or tree.kind_name(parent) in table["exempt"]:
            return -1
        if tree.kind_name(parent) in table["lists"]:
            break
        first = next(iter(significant_children(tree, parent)), -1)
        name = tree.child_by_field(parent, "name")
        if at not in (first, name):
            return -1  # a default or an annotation, not the parameter's name
        at = parent
    siblings = significant_children(tree, parent)
    after = [tree.kind_name(row) for row in siblings[siblings.index(at) :]]
    return -1 if table["positional_mark"] in after else parent


def _unknown_calls(names: Names, table: dict[str, Any], function: int, row: int) -> str | None:  # noqa: PLR0911 - one guard a line
    """Why some call of the function may not be known, or may name the parameter."""
    tree = names.tree
    name = defined_name(tree, function)
    if name is None or wrapper_of(tree, function) != function:
        return "the function is anonymous or decorated"
    own = next(
        (o for o in names.occurrences(name) if o.scope >= 0 and _names(tree, function, o.row)), None
    )
    if own is None or not _is_private(names, name, own.scope):
        return "other files may call it"
    word = tree.slice(row)
    for found in names.occurrences(name):
        if found.use in (Use.UNCLEAR, Use.DATA):
            return f"{name} is mentioned by spelling"
        if found.row == own.row or found.use is Use.MEMBER:
            if found.use is Use.MEMBER:
                return f"{name} is also reached through an object"
            continue
        if found.scope >= 0:
            return f"{name} has another binding"
        if not _is_plain_call(tree, table, found.row, word):
            return f"{name} is used other than by calls with known arguments"
    return None


def _names(tree: SyntaxTree, function: int, row: int) -> bool:
    return row == tree.child_by_field(function, "name")


def _is_private(names: Names, name: str, scope: int) -> bool:
    kind = names.kind_of_scope(scope)
    return kind == "function" or (kind == "file" and names.tables.is_private(name))


def _is_plain_call(tree: SyntaxTree, table: dict[str, Any], row: int, word: bytes) -> bool:
    """Whether the leaf is what a call calls, with no keyword `word` and nothing unpacked."""
    call = tree.parent[row]
    if tree.kind_name(call) != table["call"] or tree.field_name(row) != table["function"]:
        return False
    arguments = tree.child_by_field(call, table["arguments"])
    for argument in significant_children(tree, arguments) if arguments >= 0 else ():
        kind = tree.kind_name(argument)
        if kind == table["splat"]:
            return False
        if kind == table["keyword"]:
            name = tree.child_by_field(argument, "name")
            if tree.slice(name) == word:
                return False
    return True
