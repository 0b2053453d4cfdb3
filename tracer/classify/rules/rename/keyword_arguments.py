"""Whether a renamed parameter may be passed by keyword somewhere.

Only for languages whose table has `keyword_parameters`. A parameter is safe when its position
or form keeps callers from naming it, or when every call of its function is known: the function
is local, private to its file, or the world is closed for its name and no tool calls it; or it is
a method that the language calls by position (`by_position`), or a private one in a closed world.
Its name is used for nothing but direct calls, in all files; and no call passes the name of the
parameter or an unpacked mapping. Decorators are of the `plain_decorators`, which hand on what they
are given.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.classify.change.refusals import Asks, Refusal
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.imports import has_star
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.semantics.types.class_hierarchy import Classes
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.names import defined_name, wrapper_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.change.change import Context
    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree


def may_be_passed_by_name(
    context: Context, file_b: int, file_a: int, rows: list[tuple[int, int]]
) -> str | None:
    """Why callers may see the name of the parameter bound at one of the rows, or None.

    `rows` are (row before, row after) of the occurrences of one local.
    """
    before = _Version(context, context.before, context.names_before, file_b)
    after = _Version(context, context.after, context.names_after, file_a)
    for version, row in (*((before, b) for b, _ in rows), *((after, a) for _, a in rows)):
        names = version.names
        table = names.tables.keyword_parameters
        holder = _keyword_parameter(names.tree, table, row) if table else -1
        if holder < 0:
            continue
        reason = _unknown_calls(version, table, names.tree.parent[holder], row)
        if reason:
            name = names.tree.slice(row).decode("utf-8", "replace")
            return Refusal.of(Asks.NAMES, f"callers may pass {name} by keyword ({reason})")
    return None


class _Version(NamedTuple):
    """The file of a parameter in one version of the change set."""

    context: Context
    forest: Forest
    names_of: Callable[[int], Names]
    file: int

    @property
    def names(self) -> Names:
        """The names of the file."""
        return self.names_of(self.file)


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


def _unknown_calls(  # noqa: C901, PLR0911, PLR0912 - one guard a line
    version: _Version, table: dict[str, Any], function: int, row: int
) -> str | None:
    """Why some call of the function may not be known, or may name the parameter."""
    names = version.names
    tree = names.tree
    name = defined_name(tree, function)
    if name is None or not _is_plainly_wrapped(names, table, function):
        return "the function is anonymous or decorated"
    own = next(
        (o for o in names.occurrences(name) if o.scope >= 0 and _names(tree, function, o.row)), None
    )
    if own is None:
        return "other files may call it"
    word = tree.slice(row)
    kind = names.kind_of_scope(own.scope)
    if kind == "class" and re.match(table.get("by_position") or r"(?!)", name):
        is_plain = all(
            _is_plain_call(tree, table, tree.parent[found.row], word)
            for found in names.occurrences(name)
            if found.use is Use.MEMBER
        )
        return None if is_plain else f"{name} is also called with names"
    if kind == "class" and names.tables.is_private(name) and version.context.is_closed_for(name):
        return _called_as_member(version, table, own, word)
    is_open = kind == "file" and not names.tables.is_private(name)
    is_closed = version.context.is_closed_for(name) and not names.tables.is_entry(name)
    if kind not in ("function", "file") or (is_open and not is_closed):
        return "other files may call it"
    for found in names.occurrences(name):
        if found.use is Use.DATA and is_closed and not _is_looked_up(names, table, found.row, name):
            continue
        if found.use in (Use.UNCLEAR, Use.DATA):
            return f"{name} is mentioned by spelling"
        if found.use is Use.MEMBER:
            return f"{name} is also reached through an object"
        if found.row == own.row:
            continue
        if found.scope >= 0:
            return f"{name} has another binding"
        if not _is_plain_call(tree, table, found.row, word):
            return f"{name} is used other than by calls with known arguments"
    if kind == "function":
        return None
    return _called_elsewhere(version, table, name, word, is_private=not is_open)


def _is_looked_up(names: Names, table: dict[str, Any], row: int, name: str) -> bool:
    """Whether a text may be there to find a name, rather than in the list of what a star brings."""
    tree, lists = names.tree, table.get("star_lists") or ()
    at = row
    while at > 0:
        at = tree.parent[at]
        left = tree.child_by_field(at, "left")
        if left >= 0 and tree.parent[at] == 0 and tree.slice(left).decode() in lists:
            return False
    return is_spelled_in(names, row, name)


def _called_as_member(
    version: _Version, table: dict[str, Any], own: Occurrence, word: bytes
) -> str | None:
    """Why a private method may be used otherwise than by plain calls, or by a base not seen."""
    tree = version.names.tree
    name = tree.slice(own.row).decode("utf-8", "replace")
    classes = Classes(version.forest, version.names_of)
    inherited = classes.may_inherit(version.file, own.row, name)
    if inherited:
        return inherited
    for found in version.names.occurrences(name):
        if found.use is Use.MEMBER:
            if not _is_plain_call(tree, table, tree.parent[found.row], word):
                return f"{name} is used other than by calls with known arguments"
        elif found.use is Use.DATA:
            if is_spelled_in(version.names, found.row, name):
                return f"{name} is mentioned by spelling"
        elif found.scope < 0 or version.names.kind_of_scope(found.scope) != "class":
            return f"{name} has another binding"
    return _called_elsewhere(version, table, name, word)


def _called_elsewhere(
    version: _Version, table: dict[str, Any], name: str, word: bytes, *, is_private: bool = False
) -> str | None:
    """Why a file other than the function's may use it otherwise than by plain calls.

    `is_private`: by its name, so that other files may have their own, and no star brings it.
    """
    for file, tree in enumerate(version.forest.trees):
        if file == version.file or name.encode() not in tree.text:
            continue
        names = version.names_of(file)
        is_other = names.tables.keyword_parameters is not table
        if is_other and is_private:
            continue
        if is_other or (has_star(tree) and not is_private):
            return f"{version.forest.paths[file]} may call it"
        imported = {e.row for e in names.imports_of(name) if e.name == name}
        for found in names.occurrences(name):
            at = tree.parent[found.row] if found.use is Use.MEMBER else found.row
            if is_private and _is_its_own(names, found, name):
                continue
            is_text = found.use is Use.DATA and not is_spelled_in(names, found.row, name)
            is_import = any(row <= found.row < tree.stop[row] for row in imported)
            if not (is_text or is_import or _is_plain_call(tree, table, at, word)):
                return f"{version.forest.paths[file]} may call it"
    return None


def _is_its_own(names: Names, found: Occurrence, name: str) -> bool:
    """Whether a file, and no import in it, binds what an occurrence of a name stands for."""
    scope = names.scope_of(found, name)
    bound = [o for o in names.occurrences(name) if o.scope == scope]
    return found.use is Use.NAME and scope >= 0 and not any(o.fixed for o in bound)


def _is_plainly_wrapped(names: Names, table: dict[str, Any], function: int) -> bool:
    """Whether all that decorates a definition hands on what it is given."""
    tree = names.tree
    wrapper = wrapper_of(tree, function)
    if wrapper == function:
        return True
    marks = [row for row in significant_children(tree, wrapper) if row != function]
    known = table.get("plain_decorators") or ()
    texts = [tree.slice(row).lstrip(b"@ ").decode("utf-8", "replace") for row in marks]
    roots = {text.partition(".")[0] for text in texts}
    bound = [o for root in roots for o in names.occurrences(root) if o.scope >= 0]
    return set(texts) <= set(known) and all(o.fixed for o in bound)


def _names(tree: SyntaxTree, function: int, row: int) -> bool:
    return row == tree.child_by_field(function, "name")


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
