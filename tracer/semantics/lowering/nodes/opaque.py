"""Code that no rule of a table knows: its tokens, with the known code inside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.patterns import lazy_pattern
from tracer.semantics import core
from tracer.syntax import LEAF

if TYPE_CHECKING:
    from tracer.semantics.lowering.code.lowerer import Lowerer

_WORDS = lazy_pattern(r"[A-Za-z_]\w*|\d[\w.]*|\s+|.")
DEEPEST = 90  # levels of the tree that are lowered; what is below is opaque


def opaque(low: Lowerer, row: int) -> core.Opaque:
    """A construct that the table does not know: its tokens, and the known code inside it."""
    low.use = "read"
    low.opaque_kinds.append(low.tree.kind_name(row))
    tokens: list[str] = []
    parts: list[core.Expression] = []
    if low.tree.flags[row] & LEAF:
        opaque_leaf(low, row, tokens, parts)
    for child in low.tree.children(row):
        _below(low, child, tokens, parts, low.depth)
    return core.Opaque(low.tree.kind_name(row), tuple(tokens), tuple(parts), row)


def spelled(low: Lowerer, row: int) -> core.Opaque:
    """Code that may make texts of its words: names are what they are called."""
    found = opaque(low, row)
    tree = low.tree
    rows = range(row, tree.stop[row])
    leaves = [at for at in rows if tree.flags[at] & LEAF]
    comments = tree.language.comment_kinds
    tokens = tuple(low.text_of(at) for at in leaves if tree.kind[at] not in comments)
    return found._replace(tokens=tokens)


def _below(low: Lowerer, row: int, tokens: list[str], parts: list[Any], depth: int) -> None:
    tree = low.tree
    kind = tree.kind[row]
    if kind in tree.language.comment_kinds:
        return
    if tree.flags[row] & LEAF:
        opaque_leaf(low, row, tokens, parts)
    elif depth < DEEPEST and kind in low.table.expressions:
        tokens.append(f"\x00{len(parts)}")
        parts.append(low.expression(row))
    elif depth < DEEPEST and kind in low.table.definitions:
        found = low.function_expression(row)
        if found is not None:
            tokens.append(f"\x00{len(parts)}")
            parts.append(found)
        else:
            for child in tree.children(row):
                _below(low, child, tokens, parts, depth + 1)
    else:
        for child in tree.children(row):
            _below(low, child, tokens, parts, depth + 1)


def opaque_leaf(low: Lowerer, row: int, tokens: list[str], parts: list[Any]) -> None:
    """Add a leaf: its name as a part that is resolved, anything else as a token."""
    if low.tree.kind[row] in low.table.words:
        for word in _WORDS.findall(low.text_of(row)):
            if word[0].isalpha() or word[0] == "_":
                tokens.append(f"\x00{len(parts)}")
                parts.append(low.name(word, row, "read"))
            elif not word.isspace():
                tokens.append(word)
    elif low.tree.kind[row] in low.table.names and not _is_label(low, row):
        text = low.text_of(row)
        place = _type_parameter(low, text)
        tokens.append(f"\x00{len(parts)}" if place is None else f"${place}")
        if place is None:
            parts.append(low.name(text, row, "read"))
    else:
        tokens.append(low.text_of(row))


def _type_parameter(low: Lowerer, text: str) -> int | None:
    """The place of a type parameter that a name means, where it means no value."""
    for scope in reversed(low.scopes):
        if text in scope.names:
            return None
        if text in scope.type_names:
            return scope.type_names[text]
    return None


def _is_label(low: Lowerer, row: int) -> bool:
    """Whether a name is a word of its place (a keyword argument's) and refers to nothing."""
    parent = low.tree.parent[row]
    selector = low.table.labels.get(low.tree.kind[parent]) if parent >= 0 else None
    return selector is not None and selector.first(low.tree, parent) == row


def flat(low: Lowerer, row: int) -> core.Opaque:
    """Code that is nested too deeply, as tokens; its names are resolved."""
    low.opaque_kinds.append("flat")
    tree = low.tree
    tokens: list[str] = []
    parts: list[core.Expression] = []
    for at in range(row, tree.stop[row]):
        if tree.flags[at] & LEAF and tree.kind[at] not in tree.language.comment_kinds:
            opaque_leaf(low, at, tokens, parts)
    return core.Opaque(tree.kind_name(row), tuple(tokens), tuple(parts), row)
