"""One element of a file: a definition, a block or a variable, and how it is found.

Definitions are those of the grammar's tables; a block is a compound statement or one of its
branches (`catch`, `finally`); a variable is what the scoping rules say a function declares.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.fingerprint.positions import declared
from tracer.model.named_tuple import NamedTuple
from tracer.syntax.grammar import Definition, Role
from tracer.syntax.names import (
    assigned_name,
    elements,
    enclosing_definition,
    qualified_name,
    wrapper_of,
)

if TYPE_CHECKING:
    from tracer.model.spans import LineRange
    from tracer.syntax import SyntaxTree

_WITH_END = 2  # children of a statement that is one expression: that, and its semicolon
_ASSIGNED = Definition({"kind": "function"}, frozenset())
BLOCK = "block"
RANGE = "range"
VARIABLE = "variable"
FUNCTION = "function"
FIELDS = frozenset(("field", "variable", "declaration", "constant"))


def sort_of(kind: str) -> str:
    """What stays the same when a class becomes an interface: function, field or type."""
    return kind if kind == FUNCTION else "field" if kind in FIELDS else "type"


class Element(NamedTuple):
    """A node that history follows: its row, the row whose lines it has, its kind and name.

    `row` is the definition, the block, or the leaf that names a variable; `outer` the outermost
    wrapper, or the statement that declares the variable.
    """

    row: int
    outer: int
    kind: str
    name: str | None


def word_of(element: Element) -> str:
    """The last part of an element's name."""
    return (element.name or "").rpartition(".")[2]


def definitions(tree: SyntaxTree) -> list[Element]:
    """The named definitions of a file, in order; functions assigned to a name among them."""
    found = [Element(*element) for element in elements(tree)]
    table = tree.language.raw.get("assigned")
    if not table:
        return found
    ids = (tree.language.kind_ids.get((name, True)) for name in table)
    rows = tree.rows_of(frozenset(kind for kind in ids if kind is not None))
    found += [definition_at(tree, row) for row in rows if assigned_name(tree, row)]
    return sorted(found)


def variables(tree: SyntaxTree) -> list[Element]:
    """The variables and parameters that the functions of a file declare, in order."""
    own = {tree.child_by_field(e.row, _name_field(tree, e.row)) for e in elements(tree)}
    found = []
    for row, pattern in declared(tree):
        if row in own or pattern in own:
            continue
        owner = function_around(tree, row)
        if owner < 0:
            continue
        word = tree.slice(row).decode("utf-8", "replace")
        name = f"{qualified_name(tree, owner)}.{word}"
        found.append(Element(row, _declaration(tree, pattern), VARIABLE, name))
    return found


def blocks(tree: SyntaxTree) -> list[Element]:
    """The compound statements and branches of a file, in order."""
    roles, kinds = tree.language.roles, _branch_kinds(tree)
    return [
        Element(row, row, BLOCK, qualified_name(tree, row))
        for row, kind in enumerate(tree.kind)
        if roles[kind] & Role.COMPOUND or kind in kinds
    ]


def is_block(tree: SyntaxTree, row: int) -> bool:
    """Whether a row is a compound statement or a branch."""
    kind = tree.kind[row]
    return bool(tree.language.roles[kind] & Role.COMPOUND) or kind in _branch_kinds(tree)


def is_branch(tree: SyntaxTree, row: int) -> bool:
    """Whether a block is a branch of another: `catch`, `else`, a `case`."""
    return tree.kind[row] in _branch_kinds(tree)


def element_at(tree: SyntaxTree, lines: LineRange) -> Element | None:
    """The definition, block or variable whose lines these are.

    One line is also the definition whose head stands there. What is outermost comes first, and
    a definition before a block, a block before a variable.
    """
    one_line = lines.start_line == lines.end_line
    found: Element | None = None
    for element in definitions(tree):
        head = tree.line_of(tree.start[element.row])
        if tree.lines(element.outer) == lines or (one_line and lines.start_line == head):
            found = element
    if found is not None:
        return found
    for element in blocks(tree):
        if tree.lines(element.row) == lines:
            return element
    mine = [e for e in variables(tree) if tree.lines(e.outer) == lines]
    return mine[0] if len(mine) == 1 else None


def same_element(
    tree: SyntaxTree, kind: str, name: str | None, start_line: int, end_line: int
) -> Element | None:
    """The element of that kind and name on these lines; the nearest of several.

    A block is the one with both lines, else the first that starts there. What a function holds
    is known by its own word: the types around it may have been renamed where nothing reaches it.
    """
    if kind == BLOCK:
        starting = [e for e in blocks(tree) if tree.lines(e.row).start_line == start_line]
        exact = [e for e in starting if tree.lines(e.row).end_line == end_line]
        return next(iter(exact or starting), None)
    named = [e for e in definitions(tree) if e.name == name and e.kind == kind]
    if kind == VARIABLE and not named:
        word = (name or "").rpartition(".")[2]
        local = [e for e in variables(tree) if (e.name or "").rpartition(".")[2] == word]
        named = [e for e in local if tree.lines(e.outer).start_line == start_line]
        named = [e for e in named if e.name == name] or named
        named = named or [e for e in local if e.name == name]
    return min(named, key=lambda e: abs(tree.lines(e.outer).start_line - start_line), default=None)


def function_around(tree: SyntaxTree, row: int) -> int:
    """Row of the innermost named function around a row, or -1."""
    kinds = tree.language.definitions
    at = enclosing_definition(tree, tree.parent[row]) if row >= 0 else -1
    while at >= 0 and kinds[tree.kind[at]].kind != FUNCTION:
        at = enclosing_definition(tree, tree.parent[at])
    return at


def is_local(tree: SyntaxTree, element: Element) -> bool:
    """Whether an element is a function's variable: its row is the leaf that names it."""
    return element.kind == VARIABLE and tree.stop[element.row] == element.row + 1


def definition_around(tree: SyntaxTree, element: Element) -> Element | None:
    """The definition that directly holds an element; None at file level."""
    row = enclosing_definition(tree, tree.parent[element.outer])
    return definition_at(tree, row) if row >= 0 else None


def definition_at(tree: SyntaxTree, row: int) -> Element:
    """The definition at a row, as an element."""
    name = assigned_name(tree, row)
    if name is not None:
        around = qualified_name(tree, tree.parent[row])
        outer = tree.parent[row]
        above = tree.parent[outer]
        if above >= 0 and len(tree.children(above)) <= _WITH_END:
            roles = tree.language.roles[tree.kind[above]]
            outer = above if roles & Role.STATEMENT else outer
        return Element(row, outer, FUNCTION, f"{around}.{name}" if around else name)
    kind = tree.language.definitions[tree.kind[row]].kind
    return Element(row, wrapper_of(tree, row), kind, qualified_name(tree, row))


def how_defined(tree: SyntaxTree, row: int) -> Definition:
    """Which fields of an element have its name and its body."""
    return tree.language.definitions.get(tree.kind[row]) or _ASSIGNED


def signature(tree: SyntaxTree, row: int) -> tuple[bytes, ...]:
    """The types a function returns and takes, as written without white space.

    A parameter without a type says what stands beside its name.
    """
    roles = tree.language.roles
    words = tree.language.raw.get("parameter") or ()
    returns = (tree.language.raw.get("return_type") or {}).get(tree.kind_name(row))
    result = tree.child_by_field(row, returns) if returns else -1
    found = [b"".join(tree.slice(result).split()) if result >= 0 else b""]
    for child in tree.children(row):
        if not roles[tree.kind[child]] & Role.PARAMETERS:
            continue
        for at in tree.children(child):
            if tree.kind_name(at) in words:
                kind = tree.child_by_field(at, "type")
                found.append(
                    b"".join(tree.slice(kind).split()) if kind >= 0 else _nameless(tree, at)
                )
    return tuple(found)


def heads(tree: SyntaxTree, element: Element) -> list[tuple[int, int]]:
    """Line ranges (1-based, inclusive) outside an element that are its affair.

    Plain comments directly above, the heads of the definitions around it, and the file's
    package; of what lives in a function only that function's head.
    """
    if element.kind == BLOCK or is_local(tree, element):
        row = function_around(tree, element.row)
        return [head_lines(tree, definition_at(tree, row))] if row >= 0 else []
    found = []
    for row in comments_above(tree, element.outer):
        if not is_doc_comment(tree, row):
            lines = tree.lines(row)
            found.append((lines.start_line, lines.end_line))
    above = definition_around(tree, element)
    while above is not None:
        found.append(head_lines(tree, above))
        above = definition_around(tree, above)
    package = package_of(tree)
    if package >= 0:
        lines = tree.lines(package)
        found.append((lines.start_line, lines.end_line))
    return found


def head_lines(tree: SyntaxTree, element: Element) -> tuple[int, int]:
    """The lines of a definition up to where its body starts."""
    first = tree.lines(element.outer).start_line
    body = how_defined(tree, element.row).body
    inside = tree.child_by_field(element.row, body) if body else -1
    if inside < 0:
        return first, tree.lines(element.outer).end_line
    return first, tree.line_of(tree.start[inside])


def package_of(tree: SyntaxTree) -> int:
    """Row of the declaration that names the file's package, or -1."""
    words = tree.language.raw.get("package") or ()
    if words:
        for row in tree.children(0):
            if tree.kind_name(row) in words:
                return row
    return -1


def comments_above(tree: SyntaxTree, row: int, *, across_blanks: bool = False) -> list[int]:
    """The comments that stand directly above a node."""
    siblings = tree.children(tree.parent[row]) if tree.parent[row] >= 0 else []
    found: list[int] = []
    line = tree.lines(row).start_line
    for at in reversed(siblings[: siblings.index(row)] if row in siblings else []):
        span = tree.lines(at)
        if tree.kind[at] not in tree.language.comment_kinds or (
            span.end_line < line - 1 and not across_blanks
        ):
            break
        found.append(at)
        line = span.start_line
    return found[::-1]


def is_doc_comment(tree: SyntaxTree, row: int) -> bool:
    """Whether a comment is of the form that documentation tools read."""
    pattern = tree.language.raw.get("doc_comments")
    return pattern is not None and re.match(pattern.encode(), tree.slice(row)) is not None


def _name_field(tree: SyntaxTree, row: int) -> str:
    return how_defined(tree, row).name


def _branch_kinds(tree: SyntaxTree) -> frozenset[int]:
    language = tree.language
    ids = (language.kind_ids.get((name, True)) for name in language.raw.get("branches") or ())
    return frozenset(kind for kind in ids if kind is not None)


def _nameless(tree: SyntaxTree, row: int) -> bytes:
    """A parameter's text without the name it declares."""
    names = {at for at, _ in declared(tree, row)}
    leaves = (
        at for at in range(row, tree.stop[row]) if tree.stop[at] == at + 1 and at not in names
    )
    return b"".join(tree.slice(at) for at in leaves)


def _declaration(tree: SyntaxTree, pattern: int) -> int:
    """The node that declares a name: a parameter, or a statement that does nothing else.

    Where the declaring node is a loop or a function, the name itself.
    """
    roles, kinds = tree.language.roles, tree.language.definitions
    at = tree.parent[pattern]
    above = tree.parent[at]
    if _holds_code(tree, at):
        return pattern
    if above >= 0 and roles[tree.kind[above]] & Role.STATEMENT and not _holds_code(tree, above):
        inside = [child for child in tree.children(above) if tree.kind[child] in kinds]
        return above if len(inside) <= 1 else at
    return at


def _holds_code(tree: SyntaxTree, row: int) -> bool:
    """Whether a node is more than a declaration: a loop, a function, a branch."""
    roles = tree.language.roles
    if roles[tree.kind[row]] & (Role.COMPOUND | Role.PARAMETERS | Role.BLOCK):
        return True
    if tree.kind_name(row) in (tree.language.raw.get("alpha") or {}).get("scopes", ()):
        return True
    return any(
        roles[tree.kind[child]] & (Role.BLOCK | Role.COMPOUND) for child in tree.children(row)
    )


class Place(NamedTuple):
    """An element and the index of its file in a forest."""

    file: int
    element: Element
