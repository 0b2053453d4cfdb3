"""`split_literal`: a long text in two literals, joined by the language's operator, or in one.

Only for languages whose table has `split_literals`, in which literals joined so are one constant.
Read as a chain from left to right, neighbouring literals become one; other operands must be the
same and in the same places. Side conditions: plain literals of one sort of quotes, no escape takes
in what follows it, and both chains stand in the same place of the same parent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.classify.change.change import Context, Explained, changed_leaves
from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.equality.subtree_equality import is_same_tokens
from tracer.semantics.language.tables import significant_children, tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree

RULE = "split_literal"
_KINDS = (
    EditKind.INSERT, EditKind.DELETE, EditKind.UPDATE, EditKind.REPLACE, EditKind.MOVE,
    EditKind.SPELLING,
)  # fmt: skip
_Piece = tuple[bytes, bytes, int]  # opening quote, text, 0; or for another operand b"", b"", row


def explain(context: Context) -> Iterator[Explained]:
    """Chains of literals and other operands that are the same text."""
    for _, edit in context.of_kind(*_KINDS):
        pair = _chains(context, edit)
        if pair is None or not context.is_sound(Edit(EditKind.REPLACE, *pair)):
            continue
        (tree_b, row_b), (tree_a, row_a) = context.tree_before(pair[0]), context.tree_after(pair[1])
        if not _is_same(tree_b, row_b, tree_a, row_a):
            continue
        edits = tuple(i for i in context.below(*pair) if context.edits[i].kind in _KINDS)
        if not edits:
            continue
        leaves = changed_leaves(context, pair[1])
        yield Explained(
            RULE,
            "the same text, in other pieces",
            edits,
            *pair,
            kept=leaves,
            touched=leaves,
        )


def _chains(context: Context, edit: Edit) -> tuple[int, int] | None:
    """The chain around an edit and what stands in its place on the other side, as nodes."""
    is_after = edit.before < 0
    ours, theirs = context.before, context.after
    if is_after:
        ours, theirs = theirs, ours
    top = _top(ours, edit.after if is_after else edit.before)
    twin = context.in_place(top, is_after=is_after) if top >= 0 else -1
    if twin < 0:
        return None
    tree, row = theirs.tree_of(twin)
    if not _is_part(tree, row, tables_of(tree.language).raw["split_literals"]):
        return None
    return (twin, top) if is_after else (top, twin)


def _top(forest: Forest, node: int) -> int:
    """The outermost chain around a node, or the literal around it, or -1."""
    tree, row = forest.tree_of(node)
    table = tables_of(tree.language).raw.get("split_literals")
    if not table:
        return -1
    top = row if _is_part(tree, row, table) else -1
    at = row
    for _ in range(2):  # from a piece of a literal, or the operator, to what holds it
        if top >= 0:
            break
        at = tree.parent[at]
        if at >= 0 and _is_part(tree, at, table):
            top = at
    while top >= 0 and _is_chain(tree, tree.parent[top], table):
        top = tree.parent[top]
    return top if top < 0 else node - row + top


def _is_part(tree: SyntaxTree, row: int, table: dict[str, Any]) -> bool:
    return tree.kind_name(row) == table["literal"] or _is_chain(tree, row, table)


def _is_chain(tree: SyntaxTree, row: int, table: dict[str, Any]) -> bool:
    """Whether a row joins two operands with the operator that joins literals."""
    if row < 0 or tree.kind_name(row) != table["chain"]:
        return False
    kids = significant_children(tree, row)
    return len(kids) == 3 and tree.slice(kids[1]) == table["operator"].encode()  # noqa: PLR2004


def _is_same(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    before, after = _pieces(tree_b, row_b), _pieces(tree_a, row_a)
    return len(before) == len(after) and all(
        one[:2] == other[:2] and (one[0] or is_same_tokens(tree_b, one[2], tree_a, other[2]))
        for one, other in zip(before, after, strict=True)
    )


def _pieces(tree: SyntaxTree, row: int) -> list[_Piece]:
    """The operands of a chain from left to right, neighbouring literals as one."""
    table = tables_of(tree.language).raw["split_literals"]
    absorbs = re.compile(table["absorbs"].encode())
    operands = []
    while _is_chain(tree, row, table):
        left, _, right = significant_children(tree, row)
        operands.append(right)
        row = left
    found: list[_Piece] = []
    for at in (row, *reversed(operands)):
        piece = _piece(tree, at, table)
        last = found[-1] if found else None
        if last and last[0] and last[0] == piece[0] and not absorbs.search(last[1]):
            found[-1] = (last[0], last[1] + piece[1], 0)
        else:
            found.append(piece)
    return found


def _piece(tree: SyntaxTree, row: int, table: dict[str, Any]) -> _Piece:
    text, quote = tree.slice(row), table["quote"].encode()
    is_plain = tree.kind_name(row) == table["literal"] and text[: 2 * len(quote)] != 2 * quote
    if is_plain and text.startswith(quote) and text.endswith(quote) and len(text) > 1:
        return quote, text[len(quote) : -len(quote)], 0
    return b"", b"", row
