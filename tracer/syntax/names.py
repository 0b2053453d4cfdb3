"""Definitions and their names, read off a tree by the roles of its grammar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from tracer.syntax.tree import SyntaxTree

_SCOPE = lazy_pattern(r"\s*::\s*")  # `A::f`, with whatever white space a long name is broken by


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

    C-like declarators are followed to the innermost one, so `int *(*f)(void)` is `f`. A scope in
    the name is written with dots: `A::f` is `A.f`.
    """
    at = name_row(tree, row)
    return _SCOPE.sub(".", tree.slice(at).decode("utf-8", "replace")) or None if at >= 0 else None


def name_row(tree: SyntaxTree, row: int) -> int:
    """The row of the name that the definition at `row` gives itself, or -1."""
    definition = tree.language.definitions.get(tree.kind[row])
    if definition is None:
        return -1
    if definition.only_with and tree.child_by_field(row, definition.only_with) < 0:
        return -1
    at = inner = tree.child_by_field(row, definition.name)
    while inner >= 0:
        at = inner
        inner = _inner_declarator(tree, at)
    return at


def _inner_declarator(tree: SyntaxTree, row: int) -> int:
    """The declarator inside the one at `row`, or -1 when `row` is the name itself."""
    inner = tree.child_by_field(row, "declarator")
    if inner < 0 and tree.kind_name(row).endswith("_declarator"):
        # `(*f)` and `&f` have no field for it.
        named = [c for c in tree.children(row) if tree.language.kind_is_named[tree.kind[c]]]
        inner = named[0] if len(named) == 1 else -1
    # An abstract declarator declares no name: `operator int()` is a name as it stands.
    return -1 if inner >= 0 and tree.kind_name(inner).startswith("abstract_") else inner


def element_name(tree: SyntaxTree, row: int) -> str | None:
    """As `defined_name`, but None for a local variable: no element of its file."""
    definition = tree.language.definitions.get(tree.kind[row])
    if definition is not None and definition.local_in:
        at = tree.parent[row]
        while at >= 0:
            if tree.kind[at] in definition.local_in:
                return None
            at = tree.parent[at]
    return defined_name(tree, row)


def assigned_name(tree: SyntaxTree, row: int) -> str | None:
    """The name of what a function without one is assigned to, by `assigned` of the grammar.

    `app.use = function () {}` gives `app.use`. None for anything else.
    """
    table = tree.language.raw.get("assigned") or {}
    fields = table.get(tree.kind_name(row))
    if fields is None or tree.parent[row] < 0 or defined_name(tree, row) is not None:
        return None
    field = fields.get(tree.kind_name(tree.parent[row]))
    target = tree.child_by_field(tree.parent[row], field) if field else -1
    if target < 0 or target == row:
        return None
    return b"".join(tree.slice(target).split()).decode("utf-8", "replace")


def elements(tree: SyntaxTree) -> list[Element]:
    """All named definitions of a file, in order. Cost: a look at each definition, once a tree."""
    if tree.named is None:
        tree.named = tuple(_elements(tree))
    return list(tree.named)


def _elements(tree: SyntaxTree) -> list[Element]:
    kinds = tree.language.definitions
    if not kinds:
        return []
    found: list[Element] = []
    open_names: list[tuple[int, str]] = []  # (stop, qualified name) of enclosing definitions
    for row in tree.rows_of(frozenset(kinds)):
        name = element_name(tree, row)
        if name is None:
            continue
        while open_names and open_names[-1][0] <= row:
            open_names.pop()
        full = f"{open_names[-1][1]}.{name}" if open_names else name
        open_names.append((tree.stop[row], full))
        found.append(Element(row, wrapper_of(tree, row), kinds[tree.kind[row]].kind, full))
    return found


def wrapper_of(tree: SyntaxTree, row: int) -> int:
    """The outermost wrapper directly around `row`, or `row` itself.

    A wrapper around several definitions (`const a = 1, b = 2`) belongs to none of them.
    """
    roles, kind, definitions = tree.language.roles, tree.kind, tree.language.definitions
    at = row
    while True:
        parent = tree.parent[at]
        if parent < 0 or not roles[kind[parent]] & Role.WRAPPER:
            return at
        if sum(1 for child in tree.children(parent) if kind[child] in definitions) > 1:
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
    definitions = tree.language.definitions
    while row >= 0:
        if tree.kind[row] in definitions and element_name(tree, row) is not None:
            return row
        row = tree.parent[row]
    return -1


def qualified_name(tree: SyntaxTree, row: int) -> str | None:
    """The dotted name of the innermost definition at or above `row`, or None at file level."""
    names = []
    definitions, kind, parent = tree.language.definitions, tree.kind, tree.parent
    while row >= 0:
        if kind[row] in definitions:
            name = element_name(tree, row)
            if name is not None:
                names.append(name)
        row = parent[row]
    return ".".join(reversed(names)) or None
