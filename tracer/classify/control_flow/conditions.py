"""What the condition of a branch asks: negations at its parts, one of two opposite operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.control_flow.branches import DEEP, Unread
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import significant_children

if TYPE_CHECKING:
    from tracer.classify.control_flow.branches import Statements
    from tracer.syntax import SyntaxTree

ALL, ANY = "all", "any"
_DUAL = {ALL: ANY, ANY: ALL}


class Condition(NamedTuple):
    """`op` is `ALL` (of `parts`), `ANY`, or "" for the expression at `row`, negated or not."""

    op: str
    row: int
    is_negated: bool = False
    parts: tuple[Condition, ...] = ()


def negated(condition: Condition) -> Condition:
    """What holds exactly where a condition does not."""
    if not condition.op:
        return condition._replace(is_negated=not condition.is_negated)
    parts = tuple(negated(part) for part in condition.parts)
    return Condition(_DUAL[condition.op], condition.row, False, parts)


def condition(
    statements: Statements, row: int, *, is_negated: bool = False, depth: int = 0
) -> Condition:
    """A condition, negations pushed to its parts."""
    if depth > DEEP:
        raise Unread("conditions too deep in one another")
    tree, row = statements.tree, _bare(statements, row)
    kind = tree.kind_name(row)
    table = statements.table["not"].get(kind)
    if table and _has(tree, row, table["token"]):
        inner = tree.child_by_field(row, table["field"])
        return condition(statements, inner, is_negated=not is_negated, depth=depth + 1)
    table = statements.table["both"].get(kind)
    for op in (ALL, ANY) if table else ():
        if _has(tree, row, table[op]):
            name = op if not is_negated else _DUAL[op]
            parts: list[Condition] = []
            for field in table["fields"]:
                side = tree.child_by_field(row, field)
                part = condition(statements, side, is_negated=is_negated, depth=depth + 1)
                parts += part.parts if part.op == name else (part,)
            return Condition(name, row, False, tuple(parts))
    signs = compared(statements, row)
    return Condition("", row, is_negated != (signs is not None and signs[0] != signs[1]))


def decided(statements: Statements, asked: Condition) -> bool | None:
    """Whether a literal decides a condition, and how."""
    for key, value in (("always", True), ("never", False)):
        if not asked.op and statements.is_kind(asked.row, key):
            return value != asked.is_negated
    return None


def is_opposite(statements: Statements, row: int) -> bool:
    """Whether a row is an operator that has an opposite."""
    return statements.tree.slice(row) in statements.preferred


def compared(statements: Statements, row: int) -> tuple[bytes, bytes, int, int] | None:
    """(operator, the one it is written with here, both values) of a comparison, if it is one.

    Only of two values, by an operator that has an opposite.
    """
    if not statements.is_kind(row, "compare"):
        return None
    tree = statements.tree
    children = significant_children(tree, row)
    if len(children) != 3:  # noqa: PLR2004 - value, operator, value
        return None
    sign = b" ".join(tree.slice(children[1]).split())
    preferred = statements.preferred.get(sign)
    return None if preferred is None else (sign, preferred, children[0], children[2])


def _bare(statements: Statements, row: int) -> int:
    """The expression in brackets that add nothing."""
    while statements.is_kind(row, "brackets"):
        inner = statements.named(row)
        if len(inner) != 1:
            break
        row = inner[0]
    return row


def _has(tree: SyntaxTree, row: int, token: str) -> bool:
    """Whether a token stands directly in a row."""
    children = significant_children(tree, row)
    return any(tree.slice(child) == token.encode() for child in children)
