"""Definitions and their names, read off a tree by the roles of its grammar."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from tracer.syntax.tree import SyntaxTree


class Element(NamedTuple):
    """One definition of a file: its row, kind word (`function`, `class`, ...) and name.

    `name` is qualified by the enclosing definitions, with dots; `outer` is the row of the
    outermost wrapper (decorators, export) and equals `row` without one.
    """

    row: int
    outer: int
    kind: str
    name: str


def defined_name(tree: SyntaxTree, row: int) -> str | None:
    """The unqualified name the definition at `row` gives itself, or None.

    C-like declarators are followed to the innermost one, so `int *(*f)(void)` is `f`.
    """
    definition = tree.language.definitions.get(tree.kind[row])
    if definition is None:
        return None
    at = tree.child_by_field(row, definition.name)
    if at < 0:
        return None
    while True:
        inner = tree.child_by_field(at, "declarator")
        if inner < 0:
            break
        at = inner
    return tree.slice(at).decode("utf-8", "replace")


def elements(tree: SyntaxTree) -> list[Element]:
    """All named definitions of a file, in order. Cost: one pass over the kinds."""
    kinds = tree.language.definitions
    if not kinds:
        return []
    found: list[Element] = []
    open_names: list[tuple[int, str]] = []  # (stop, qualified name) of enclosing definitions
    for row, kind in enumerate(tree.kind):
        if kind not in kinds:
            continue
        name = defined_name(tree, row)
        if name is None:
            continue
        while open_names and open_names[-1][0] <= row:
            open_names.pop()
        full = f"{open_names[-1][1]}.{name}" if open_names else name
        open_names.append((tree.stop[row], full))
        found.append(Element(row, wrapper_of(tree, row), kinds[kind].kind, full))
    return found


def wrapper_of(tree: SyntaxTree, row: int) -> int:
    """The outermost wrapper directly around `row`, or `row` itself."""
    roles, kind = tree.language.roles, tree.kind
    at = row
    while True:
        parent = tree.parent[at]
        if parent < 0 or not roles[kind[parent]] & Role.WRAPPER:
            return at
        at = parent


def unwrapped(tree: SyntaxTree, row: int) -> int:
    """The definition inside a wrapper at `row`, or `row` itself when it is no wrapper."""
    roles, kind, definitions = tree.language.roles, tree.kind, tree.language.definitions
    at = row
    while kind[at] not in definitions and roles[kind[at]] & Role.WRAPPER:
        inner = [
            child
            for child in tree.children(at)
            if kind[child] in definitions or roles[kind[child]] & Role.WRAPPER
        ]
        if not inner:
            return row
        at = inner[-1]
    return at


def enclosing_definition(tree: SyntaxTree, row: int) -> int:
    """Row of the innermost named definition at or above `row`, or -1."""
    while row >= 0:
        if defined_name(tree, row) is not None:
            return row
        row = tree.parent[row]
    return -1


def qualified_name(tree: SyntaxTree, row: int) -> str | None:
    """The dotted name of the innermost definition at or above `row`, or None at file level."""
    names = []
    while row >= 0:
        name = defined_name(tree, row)
        if name is not None:
            names.append(name)
        row = tree.parent[row]
    return ".".join(reversed(names)) or None
