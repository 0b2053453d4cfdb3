"""Code that reads documentation as it is written, its indentation included.

`x.__doc__` may be printed. No reading is a documentation that is set (`x.__doc__ = "..."`), named
(`f(__doc__=None)`), or handed on to be another's (`x.__doc__ = y.__doc__`, also by way of a local
that is used for nothing else but to ask whether it is something). A bare name is that of the file,
or, in the body of a class, of the class.

Table `document_readers` of verdicts.yaml: `words`; `member`: kind -> field of what reads one of
them off something; `getters`, functions that do so by the word as a text, `call` and `list`, their
kinds; `assignment`: kind, its `left` and `right`; `named`: kind -> field where a word is only a
name; `same`: kind -> tokens of a comparison that asks what something is.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.tree import LEAF


class Readers(IntEnum):
    """Whose documentation a file may read."""

    NONE = 0
    HANDED_ON = 1  # nobody's, but some are another's afterwards
    FILE = 2  # the file's own
    ALL = 3


def readers_of(names: Names) -> Readers:
    """Whose documentation a file may read; looked for once."""
    return names.kept(_readers)


def _readers(names: Names) -> Readers:
    table = names.tables.raw.get("document_readers") or {}
    words = tuple(table.get("words") or ())
    found = [
        _read_by(names, table, occurrence, word)
        for word in words
        if word.encode() in names.tree.text
        for occurrence in names.occurrences(word)
    ]
    if Readers.HANDED_ON in found and Readers.FILE in found:
        return Readers.ALL  # the file's own may be one of those
    return max(found, default=Readers.NONE)


def _read_by(names: Names, table: dict[str, Any], found: Occurrence, word: str) -> Readers:
    """Whose documentation is read where a word stands."""
    tree, row = names.tree, found.row
    parent = tree.parent[row]
    if found.use is Use.DATA:
        is_name = is_spelled_in(names, row, word)
        is_handed = is_name and _is_fetched_on(names, table, row)
        return Readers.HANDED_ON if is_handed else Readers.ALL if is_name else Readers.NONE
    kind, field = tree.kind_name(parent), tree.field_name(row)
    if table["named"].get(kind) == field is not None:
        return Readers.NONE
    whole = parent if table["member"].get(kind) == field is not None else row
    if _assigned(names, table, whole, "left") >= 0:
        return Readers.NONE
    if whole != row:
        return Readers.HANDED_ON if _is_handed_on(names, table, whole) else Readers.ALL
    is_plain = found.use is Use.NAME and tree.flags[row] & LEAF
    return Readers.FILE if is_plain and not _is_of_class(names, row) else Readers.ALL


def _is_of_class(names: Names, row: int) -> bool:
    """Whether a name stands in the body of a class, outside functions."""
    tree = names.tree
    while row > 0:
        row = tree.parent[row]
        if tree.kind_name(row) in names.tables.scopes:
            kind = names.kind_of_scope(names.whole_scope(row))
            if kind in ("class", "function"):
                return kind == "class"
    return False


def _is_fetched_on(names: Names, table: dict[str, Any], row: int) -> bool:
    """Whether a text is the word that `getattr(x, "__doc__")` fetches, which is handed on."""
    tree = names.tree
    while row > 0 and tree.kind_name(row) != table["list"]:
        row = tree.parent[row]
    call = tree.parent[row]
    if row <= 0 or tree.kind_name(call) != table["call"]:
        return False
    name = significant_children(tree, call)[0]
    is_getter = tree.slice(name).decode("utf-8", "replace") in table["getters"]
    return is_getter and _is_handed_on(names, table, call)


def _is_handed_on(names: Names, table: dict[str, Any], row: int) -> bool:
    """Whether a documentation becomes another's, at once or by way of a local."""
    tree = names.tree
    target = _assigned(names, table, row, "right")
    if target < 0:
        return False
    if not tree.flags[target] & LEAF:
        return _is_documentation(names, table, target)
    word = tree.slice(target).decode("utf-8", "replace")
    scope = names.scope_at(target, word)
    if scope < 0 or names.kind_of_scope(scope) != "function" or names.is_unclear(word):
        return False
    if names.has_any(names.tables.dynamic_local, scope):
        return False
    return all(
        found.use is not Use.NAME
        or names.scope_of(found, word) != scope
        or _assigned(names, table, found.row, "left") >= 0
        or _is_asked(names, table, found.row)
        or _is_documentation(names, table, _assigned(names, table, found.row, "right"))
        for found in names.occurrences(word)
    )


def _is_documentation(names: Names, table: dict[str, Any], row: int) -> bool:
    """Whether a row is `x.__doc__`."""
    if row < 0:
        return False
    tree = names.tree
    field = table["member"].get(tree.kind_name(row))
    word = tree.child_by_field(row, field) if field else -1
    return word >= 0 and tree.slice(word).decode("utf-8", "replace") in table["words"]


def _is_asked(names: Names, table: dict[str, Any], row: int) -> bool:
    """Whether it is only asked whether a value is a certain one."""
    tree, parent = names.tree, names.tree.parent[row]
    tokens = table["same"].get(tree.kind_name(parent))
    return tokens is not None and all(
        tree.language.kind_is_named[tree.kind[kid]] or tree.kind_name(kid) in tokens
        for kid in significant_children(tree, parent)
    )


def _assigned(names: Names, table: dict[str, Any], row: int, side: str) -> int:
    """The other side of the plain assignment that a row is one side of, or -1."""
    tree, rule = names.tree, table["assignment"]
    parent = tree.parent[row]
    if tree.kind_name(parent) != rule["kind"] or tree.field_name(row) != rule[side]:
        return -1
    if side == "right" and tree.kind_name(tree.parent[parent]) == rule["kind"]:
        return -1  # the value goes to another one, too
    return tree.child_by_field(parent, rule["left" if side == "right" else "right"])
