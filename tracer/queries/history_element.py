"""One element of a file: finding its node, and saying what a commit changed about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.fingerprint import fingerprint
from tracer.model.enums import Rung
from tracer.syntax.grammar import Role
from tracer.syntax.names import (
    defined_name,
    elements,
    enclosing_definition,
    qualified_name,
    wrapper_of,
)
from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.fingerprint import Fingerprints
    from tracer.matching import NodeMapping
    from tracer.model.spans import LineRange
    from tracer.syntax import SyntaxTree

BLOCK = "block"
RANGE = "range"

# In the order they are told.
_PARTS = (
    "rename",
    "parameters",
    "return_type",
    "modifiers",
    "annotations",
    "exceptions",
    "documentation",
    "expression",
    "body",
)


class Element(NamedTuple):
    """A node that history follows: its row, the row of its outermost wrapper, and its name."""

    row: int
    outer: int
    kind: str
    name: str | None


def element_at(tree: SyntaxTree, lines: LineRange) -> Element | None:
    """The definition or block whose lines these are (or whose first line, for one line)."""
    found: Element | None = None
    for element in elements(tree):
        span = tree.lines(element.outer)
        head = tree.line_of(tree.start[element.row])
        if span == lines or (lines.start_line == lines.end_line and lines.start_line == head):
            found = Element(element.row, element.outer, element.kind, element.name)
    if found is not None:
        return found
    roles = tree.language.roles
    for row in range(len(tree)):
        if roles[tree.kind[row]] & Role.COMPOUND and tree.lines(row) == lines:
            return Element(row, row, BLOCK, qualified_name(tree, row))
    return None


def same_element(tree: SyntaxTree, kind: str, name: str | None, start_line: int) -> Element | None:
    """The element of that kind and name that starts on a line; the nearest of several."""
    if kind == BLOCK:
        roles = tree.language.roles
        rows = [
            Element(row, row, BLOCK, name)
            for row in range(len(tree))
            if roles[tree.kind[row]] & Role.COMPOUND and tree.lines(row).start_line == start_line
        ]
        return rows[0] if rows else None
    named = [
        Element(element.row, element.outer, element.kind, element.name)
        for element in elements(tree)
        if element.name == name
    ]
    return min(
        named,
        key=lambda element: abs(tree.lines(element.outer).start_line - start_line),
        default=None,
    )


def partner(mapping: NodeMapping, file: int, element: Element) -> tuple[int, Element] | None:
    """(file, element) before of an element after, or None when the change introduced it.

    A definition that no stage paired is still the one with its qualified name.
    """
    node = mapping.to_before[mapping.after.base[file] + element.row]
    if node >= 0:
        before, row = mapping.before.locate(node)
        tree = mapping.before.trees[before]
        name = qualified_name(tree, row)
        return before, Element(row, wrapper_of(tree, row), element.kind, name)
    if element.kind == BLOCK or element.name is None:
        return None
    for before, after in mapping.file_pairs:
        if after == file:
            for found in elements(mapping.before.trees[before]):
                free = mapping.to_after[mapping.before.base[before] + found.row] < 0
                if free and found.name == element.name and found.kind == element.kind:
                    return before, Element(found.row, found.outer, found.kind, found.name)
    return None


def kinds_of(
    mapping: NodeMapping, before: tuple[int, Element], after: tuple[int, Element]
) -> list[str]:
    """What changed about an element, in CONTRACT's words; `formatting` when only layout did.

    Empty when not a byte of it changed.
    """
    tree_b, tree_a = mapping.before.trees[before[0]], mapping.after.trees[after[0]]
    parts_b = _parts(fingerprint(tree_b), before[1])
    parts_a = _parts(fingerprint(tree_a), after[1])
    found = [kind for kind in _PARTS if _told(parts_b.get(kind)) != _told(parts_a.get(kind))]
    found += _moves(mapping, before, after)
    if not found and tree_b.slice(before[1].outer) != tree_a.slice(after[1].outer):
        found.append("formatting")
    return found


def _told(digests: list[bytes] | None) -> list[bytes]:
    """Without the empty digests of what the normal form leaves out (a trailing comma)."""
    return [digest for digest in digests or () if digest]


def _moves(
    mapping: NodeMapping, before: tuple[int, Element], after: tuple[int, Element]
) -> list[str]:
    """`file_moved`, `moved`, or nothing."""
    (file_b, element_b), (file_a, element_a) = before, after
    found = []
    if (file_b, file_a) in mapping.file_pairs:
        if mapping.before.paths[file_b] != mapping.after.paths[file_a]:
            found.append("file_moved")
    else:
        return ["moved"]
    tree_b, tree_a = mapping.before.trees[file_b], mapping.after.trees[file_a]
    above_b = enclosing_definition(tree_b, tree_b.parent[element_b.outer])
    above_a = enclosing_definition(tree_a, tree_a.parent[element_a.outer])
    home = mapping.before.base[file_b] + above_b if above_b >= 0 else -1
    origin = mapping.to_before[mapping.after.base[file_a] + above_a] if above_a >= 0 else -1
    renamed_home = (
        above_b >= 0
        and above_a >= 0
        and defined_name(tree_b, above_b) == defined_name(tree_a, above_a)
    )
    if home != origin and not renamed_home:
        found.append("moved")
    return found


def _parts(prints: Fingerprints, element: Element) -> dict[str, list[bytes]]:
    """Digests of the element's parts, by the kind of change that a difference in them is.

    At NORMAL: what a formatter respells is no difference.
    """
    tree = prints.tree
    parts: dict[str, list[bytes]] = {}
    documentation = _comments_above(tree, element.outer)
    if documentation:
        parts["documentation"] = documentation
    if element.kind == BLOCK:
        _block_parts(prints, element.row, parts)
        return parts
    at = element.outer
    while at != element.row:
        inner = next(
            child for child in tree.children(at) if child <= element.row < tree.stop[child]
        )
        _add(prints, (child for child in tree.children(at) if child != inner), parts, "modifiers")
        at = inner
    _definition_parts(prints, element.row, parts)
    return parts


def _definition_parts(prints: Fingerprints, row: int, parts: dict[str, list[bytes]]) -> None:
    tree = prints.tree
    language = tree.language
    definition = language.definitions[tree.kind[row]]
    returns = (language.raw.get("return_type") or {}).get(tree.kind_name(row))
    for child in tree.children(row):
        field = tree.field_name(child)
        if field == definition.name:
            parts.setdefault("rename", []).append(prints.digest(Rung.NORMAL, child))
        elif language.roles[tree.kind[child]] & Role.PARAMETERS:
            parts.setdefault("parameters", []).append(prints.digest(Rung.NORMAL, child))
        elif field is not None and field == returns:
            parts.setdefault("return_type", []).append(prints.digest(Rung.NORMAL, child))
        elif field == definition.body:
            _body_parts(prints, row, child, parts)
        else:
            _add(prints, [child], parts, "body")


def _body_parts(prints: Fingerprints, row: int, body: int, parts: dict[str, list[bytes]]) -> None:
    """The statements of a body; a documentation string is told apart."""
    tree = prints.tree
    rule = tree.language.raw.get("docstrings") or {}
    has_docstring = tree.kind_name(row) in (rule.get("in") or ())
    first = True
    for child in tree.children(body):
        if tree.flags[child] & TRIVIA:
            continue
        if first and has_docstring and tree.kind_name(child) in (rule.get("kinds") or ()):
            parts.setdefault("documentation", []).append(prints.digest(Rung.NORMAL, child))
        else:
            parts.setdefault("body", []).append(prints.digest(Rung.NORMAL, child))
        first = False


def _block_parts(prints: Fingerprints, row: int, parts: dict[str, list[bytes]]) -> None:
    """A block's statements, and what decides whether they run."""
    tree = prints.tree
    roles = tree.language.roles
    branches = tree.language.raw.get("branches") or ()
    for child in tree.children(row):
        is_body = roles[tree.kind[child]] & Role.BLOCK or tree.kind_name(child) in branches
        parts.setdefault("body" if is_body else "expression", []).append(
            prints.digest(Rung.NORMAL, child)
        )


def _add(
    prints: Fingerprints, rows: Iterable[int], parts: dict[str, list[bytes]], default: str
) -> None:
    """Children whose kind of node says what they are."""
    tree = prints.tree
    raw = tree.language.raw
    for row in rows:
        if tree.flags[row] & TRIVIA:
            continue
        name = tree.kind_name(row)
        kind = next(
            (key for key in ("annotations", "modifiers", "exceptions") if name in raw.get(key, ())),
            default,
        )
        parts.setdefault(kind, []).append(prints.digest(Rung.NORMAL, row))


def _comments_above(tree: SyntaxTree, row: int) -> list[bytes]:
    """The words of the comments that stand directly above a node."""
    siblings = tree.children(tree.parent[row]) if tree.parent[row] >= 0 else []
    found: list[bytes] = []
    line = tree.lines(row).start_line
    for at in reversed(siblings[: siblings.index(row)] if row in siblings else []):
        span = tree.lines(at)
        if not tree.flags[at] & TRIVIA or span.end_line < line - 1:
            break
        found.append(b" ".join(tree.slice(at).split()))
        line = span.start_line
    return found[::-1]
