"""What a change did to an element, in CONTRACT's words, by comparing its parts before and after."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.history.elements.element import (
    BLOCK,
    FIELDS,
    FUNCTION,
    Element,
    comments_above,
    definition_around,
    how_defined,
    is_doc_comment,
    is_local,
    package_of,
)
from tracer.model.enums import Rung
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.fingerprint import Fingerprints
    from tracer.history.elements.element import Place
    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree

FORMATTING = "formatting"
COMMENT_ABOVE = "documentation above"  # told as `documentation`, and only when all is asked for

# In the order they are told.
_PARTS = (
    "rename",
    "parameters",
    "return_type",
    "type",
    "modifiers",
    "annotations",
    "exceptions",
    "documentation",
    COMMENT_ABOVE,
    "expression",
    "body",
)
_BODIES = frozenset(("body", "consequence", "alternative"))  # fields of what runs or does not

Rows = dict[str, list[int]]  # rows of a part's nodes, by the kind a difference in them is


def kinds_of(mapping: NodeMapping, before: Place, after: Place) -> list[str]:
    """What changed about an element; `formatting` when only layout did.

    Empty when not a byte of it changed.
    """
    tree_b, tree_a = mapping.before.trees[before.file], mapping.after.trees[after.file]
    prints_b, prints_a = mapping.before.prints(before.file), mapping.after.prints(after.file)
    parts_b, parts_a = _parts(tree_b, before.element), _parts(tree_a, after.element)
    found = []
    for kind in _PARTS:
        rows_b, rows_a = parts_b.get(kind, []), parts_a.get(kind, [])
        if kind in ("documentation", COMMENT_ABOVE):
            differs = _texts(tree_b, rows_b) != _texts(tree_a, rows_a)
        else:
            differs = _differs(prints_b, rows_b, prints_a, rows_a)
            if kind == "type" and not (rows_b and rows_a) and is_local(tree_a, after.element):
                differs = differs and _same_kind(tree_b, before.element, tree_a, after.element)
        if differs:
            found.append(kind)
    if before.element.kind != after.element.kind and "type" not in found:
        found.append("type")  # a class that became an interface
    found += _moves(mapping, before, after)
    outer_b, outer_a = before.element.outer, after.element.outer
    if not found and tree_b.slice(outer_b) != tree_a.slice(outer_a):
        found.append(FORMATTING)
    return found


def is_respelled(mapping: NodeMapping, before: Place, after: Place) -> bool:
    """Whether an element reads the same in the normal form: only its spelling changed."""
    tree_b, tree_a = mapping.before.trees[before.file], mapping.after.trees[after.file]
    prints_b, prints_a = mapping.before.prints(before.file), mapping.after.prints(after.file)
    parts_b, parts_a = _parts(tree_b, before.element), _parts(tree_a, after.element)
    return all(
        _normal(prints_b, parts_b.get(kind, ())) == _normal(prints_a, parts_a.get(kind, ()))
        for kind in parts_b.keys() | parts_a.keys()
        if kind not in ("documentation", COMMENT_ABOVE)
    )


def type_of(tree: SyntaxTree, element: Element) -> bytes:
    """A variable's or field's type as written, without white space; empty when it has none."""
    rows = _parts(tree, element).get("type", ())
    return b" ".join(b"".join(tree.slice(row).split()) for row in rows)


def value_of(tree: SyntaxTree, element: Element) -> tuple[bytes, Counter[bytes]]:
    """A variable's first value, or what it loops over, without white space; and its words."""
    rows = _parts(tree, element).get("expression", ())
    text = b" ".join(b"".join(tree.slice(row).split()) for row in rows)
    named, kind = tree.language.kind_is_named, tree.kind
    words = Counter(
        tree.slice(at)
        for row in rows
        for at in range(row, tree.stop[row])
        if tree.flags[at] & (LEAF | TRIVIA) == LEAF and named[kind[at]]
    )
    return text, words


def head_rows(tree: SyntaxTree, row: int) -> list[int]:
    """The rows of a block's condition, or of what it loops over; none without one.

    Whether an `else` follows is no part of it.
    """
    named = tree.language.kind_is_named
    parts: Rows = {}
    _block(tree, row, parts)
    return [at for at in parts.get("expression", ()) if named[tree.kind[at]]]


def _differs(
    prints_b: Fingerprints, rows_b: list[int], prints_a: Fingerprints, rows_a: list[int]
) -> bool:
    """Whether tokens differ in more than what formatters of the language respell."""
    tokens_b = [prints_b.digest(Rung.TOKENS, row) for row in rows_b]
    tokens_a = [prints_a.digest(Rung.TOKENS, row) for row in rows_a]
    if tokens_b == tokens_a:
        return False
    if _normal(prints_b, rows_b) != _normal(prints_a, rows_a):
        return True
    kept = prints_a.tree.language.raw.get("kept_by_formatters") or ()
    if not kept:
        return False
    counts_b, counts_a = _leaves(prints_b.tree, rows_b), _leaves(prints_a.tree, rows_a)
    return any(counts_b[word.encode()] != counts_a[word.encode()] for word in kept)


def _same_kind(tree_b: SyntaxTree, old: Element, tree_a: SyntaxTree, new: Element) -> bool:
    """Whether two variables are declared by one kind of node: what is inferred is no other type."""
    kinds = (tree.kind_name(tree.parent[e.row]) for tree, e in ((tree_b, old), (tree_a, new)))
    return len(set(kinds)) == 1


def _normal(prints: Fingerprints, rows: Iterable[int]) -> list[bytes]:
    """Digests without the empty ones of what the normal form leaves out (a trailing comma)."""
    return [digest for digest in (prints.digest(Rung.NORMAL, row) for row in rows) if digest]


def _leaves(tree: SyntaxTree, rows: Iterable[int]) -> Counter[bytes]:
    return Counter(
        tree.slice(at) for row in rows for at in range(row, tree.stop[row]) if tree.flags[at] & LEAF
    )


def _texts(tree: SyntaxTree, rows: Iterable[int]) -> list[bytes]:
    """The words of comments: re-wrapping and re-indenting says nothing new."""
    return [b" ".join(tree.slice(row).split()) for row in rows]


def _moves(mapping: NodeMapping, before: Place, after: Place) -> list[str]:
    """`file_moved`, `moved`, or nothing."""
    tree_b, tree_a = mapping.before.trees[before.file], mapping.after.trees[after.file]
    if (before.file, after.file) not in mapping.file_pairs:
        return ["moved"]
    found = []
    if mapping.before.paths[before.file] != mapping.after.paths[after.file]:
        found.append("file_moved")
    if _home(tree_b, before.element) != _home(tree_a, after.element):
        found.append("moved")
    return found


def _home(tree: SyntaxTree, element: Element) -> tuple[bytes, str | None]:
    """The package and the definition that hold an element, by name."""
    package = package_of(tree)
    above = definition_around(tree, element)
    return (
        b"".join(tree.slice(package).split()) if package >= 0 else b"",
        above.name if above is not None else None,
    )


def _parts(tree: SyntaxTree, element: Element) -> Rows:
    """The rows of an element's parts."""
    parts: Rows = {}
    if element.kind == BLOCK:
        _block(tree, element.row, parts)
        return parts
    if is_local(tree, element):
        _variable(tree, element, parts)
        return parts
    for row in comments_above(tree, element.outer):
        part = COMMENT_ABOVE if is_doc_comment(tree, row) else "documentation"
        parts.setdefault(part, []).append(row)
    at = element.outer
    while at != element.row:
        inner = next(
            child for child in tree.children(at) if child <= element.row < tree.stop[child]
        )
        _sort(tree, (child for child in tree.children(at) if child != inner), parts, "modifiers")
        at = inner
    _definition(tree, element, parts)
    if element.kind == FUNCTION:
        inside = [
            at for at in range(element.outer, tree.stop[element.outer]) if tree.flags[at] & TRIVIA
        ]
        parts.setdefault("documentation", []).extend(inside)
    return parts


def _definition(tree: SyntaxTree, element: Element, parts: Rows) -> None:
    row = element.row
    language = tree.language
    definition = how_defined(tree, row)
    returns = (language.raw.get("return_type") or {}).get(tree.kind_name(row))
    is_field = element.kind in FIELDS
    for child in tree.children(row):
        field = tree.field_name(child)
        if field == definition.name:
            parts.setdefault("rename", []).append(child)
        elif language.roles[tree.kind[child]] & Role.PARAMETERS:
            parts.setdefault("parameters", []).append(child)
        elif field is not None and field == returns:
            parts.setdefault("return_type", []).append(child)
        elif is_field and field in ("type", "dimensions"):
            parts.setdefault("type", []).append(child)
        elif field == definition.body:
            if is_field:
                parts.setdefault("expression", []).append(child)
            else:
                _body(tree, row, child, parts)
        else:
            _sort(tree, [child], parts, "body")


def _body(tree: SyntaxTree, row: int, body: int, parts: Rows) -> None:
    """The statements of a body; a documentation string is told apart."""
    rule = tree.language.raw.get("docstrings") or {}
    has_docstring = tree.kind_name(row) in (rule.get("in") or ())
    first = True
    for child in tree.children(body):
        if tree.flags[child] & TRIVIA:
            continue
        is_docstring = (
            first and has_docstring and tree.kind_name(child) in (rule.get("kinds") or ())
        )
        parts.setdefault("documentation" if is_docstring else "body", []).append(child)
        first = False


def _block(tree: SyntaxTree, row: int, parts: Rows) -> None:
    """A block's statements, and what decides whether they run."""
    roles = tree.language.roles
    branches = tree.language.raw.get("branches") or ()
    for child in tree.children(row):
        if tree.flags[child] & TRIVIA:
            continue
        field, role = tree.field_name(child), roles[tree.kind[child]]
        is_body = (
            role & Role.BLOCK
            or field in _BODIES
            or tree.kind_name(child) in branches
            or (field is None and role & (Role.COMPOUND | Role.STATEMENT))
        )
        parts.setdefault("body" if is_body else "expression", []).append(child)


def _variable(tree: SyntaxTree, element: Element, parts: Rows) -> None:
    """Name, type, modifiers and first value of a variable, from the nodes that declare it."""
    parts["rename"] = [element.row]
    definitions, types = tree.language.definitions, tree.language.raw.get("types") or ()
    top = element.outer if element.outer != element.row else tree.parent[element.row]
    at = element.row
    while at != top:
        at = tree.parent[at]
        for child in tree.children(at):
            field = tree.field_name(child)
            if child <= element.row < tree.stop[child] or tree.flags[child] & TRIVIA:
                continue
            is_type = field is None and child < element.row and tree.kind_name(child) in types
            if is_type or field in ("type", "dimensions"):
                parts.setdefault("type", []).append(child)
            elif field in ("value", "right"):
                parts.setdefault("expression", []).append(child)
            elif tree.kind[child] not in definitions and child < element.row:
                _sort(tree, [child], parts, "")
    parts.pop("", None)


def _sort(tree: SyntaxTree, rows: Iterable[int], parts: Rows, default: str) -> None:
    """Children whose kind of node says what they are. Annotations may stand among modifiers."""
    raw = tree.language.raw
    for row in rows:
        if tree.flags[row] & TRIVIA:
            continue
        name = tree.kind_name(row)
        inside = tree.children(row)
        if name in raw.get("modifiers", ()) and inside:
            _sort(tree, inside, parts, "modifiers")
            continue
        if tree.field_name(row) in ("type", "dimensions") and default == "modifiers":
            parts.setdefault("type", []).append(row)
            continue
        kind = next(
            (key for key in ("annotations", "modifiers", "exceptions") if name in raw.get(key, ())),
            default,
        )
        parts.setdefault(kind, []).append(row)
