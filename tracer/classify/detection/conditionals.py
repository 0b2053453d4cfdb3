"""Conditions of branches that ask for the opposite now, or were split into several, or merged."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from tracer.classify.control_flow.branches import Statements, Unread
from tracer.classify.control_flow.conditions import Condition, compared, condition
from tracer.model.named_tuple import NamedTuple
from tracer.syntax.names import element_name
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.function_pair import Pair
    from tracer.classify.detection.program_elements import Named
    from tracer.semantics.model import Side

# (op, parts) of a condition of several parts, ("", (negated, words)) of a single one.
_Key = tuple[str, tuple]  # type: ignore[type-arg]  # a part is a key again, or words
_DUAL = {"all": "any", "any": "all"}


class _Branch(NamedTuple):
    """A branch, what is done where its condition holds, and the condition: their rows."""

    row: int
    then: int
    asked: int


def of_conditions(pair: Pair) -> Iterator[Named]:
    """What happened to the conditions of a function.

    Of conditions that are gone and new ones: one that holds exactly where the other did not was
    inverted; one whose parts stand in several now was split. Cost: the branches of both functions.
    """
    asked = [list(_asked(pair.sides[at], pair.rows[at], pair.stops[at])) for at in (0, 1)]
    found = [Counter(key for key, _ in side) for side in asked]
    gone, new = found[0] - found[1], found[1] - found[0]
    branches = [dict(side) for side in asked]
    for key in sorted(gone, key=repr):
        other = _negated(key)
        if other in new and _is_swapped(pair, branches[0][key], branches[1][other]):
            yield pair.named("Invert Condition", _text(pair, 0, branches[0][key]))
    for at, kind in enumerate(("Split Conditional", "Merge Conditional")):
        several, single = (gone, new) if not at else (new, gone)
        for key in sorted(several, key=repr):
            if key[0] and _negated(key) not in single and _is_spread(key, single):
                yield pair.named(kind, _text(pair, at, branches[at][key]))


def _text(pair: Pair, at: int, branch: _Branch) -> str:
    """The condition of a branch as it is written, in one line."""
    side = pair.sides[at]
    text = side.tree.slice(side.functions.bare(branch.asked))
    return b" ".join(text.split()).decode("utf-8", "replace")


def _is_swapped(pair: Pair, branch: _Branch, branch_a: _Branch) -> bool:
    """Whether one branch became the other, and something is done in the other case now."""
    (whole, then, _), (whole_a, then_a, _) = branch, branch_a
    tree, tree_a = pair.sides[0].tree, pair.sides[1].tree
    if pair.partner(0, whole) not in (-1, whole_a) or pair.partner(1, whole_a) not in (-1, whole):
        return False
    inside = range(then_a, tree_a.stop[then_a])
    return any(
        tree.flags[row] & LEAF and (partner := pair.partner(0, row)) >= 0 and partner not in inside
        for row in range(then, tree.stop[then])
    )


def _is_spread(key: _Key, others: Counter[_Key]) -> bool:
    """Whether every part of a condition stands in other ones, and no single one has them all.

    One of these asks nothing else: where each asks more, conditions were added to, not split.
    """
    parts = set(key[1])
    asked = [set(other[1]) if other[0] else {other} for other in others]
    held = [parts & other for other in asked]
    is_spread = parts == set().union(*held) and parts not in held
    return is_spread and any(other <= parts for other in asked)


def _asked(side: Side, row: int, stop: int) -> Iterator[tuple[_Key, _Branch]]:
    """The conditions of the branches in a span, with these."""
    table = side.names.tables.raw.get("branches")
    if not table:
        return
    tree, statements = side.tree, Statements(side.names)
    kinds = {tree.language.kind_ids.get((k, True), -1) for k in (table["if"]["kind"],
             *(table.get("elif") or ()))}  # fmt: skip
    inner = row  # what stands before it is a function's or class's of its own
    for at in tree.rows_within(frozenset({*kinds, *tree.language.definitions}), row + 1, stop):
        if at < inner:
            continue
        if tree.kind[at] not in kinds:
            inner = tree.stop[at] if element_name(tree, at) else inner
            continue
        asked = tree.child_by_field(at, table["if"]["condition"])
        then = tree.child_by_field(at, table["if"]["then"])
        with suppress(Unread):
            key = _key(statements, condition(statements, asked))
            yield key, _Branch(at, max(then, at), asked)


def _key(statements: Statements, asked: Condition) -> _Key:
    """What a condition asks, by its words."""
    if asked.op:
        return asked.op, tuple(_key(statements, part) for part in asked.parts)
    tree = statements.tree
    signs = compared(statements, asked.row)
    words: tuple[bytes, ...] = tuple(tree.slice(asked.row).split())
    if signs is not None:
        words = signs[1], tree.slice(signs[2]), tree.slice(signs[3])
    return "", (asked.is_negated, words)


def _negated(key: _Key) -> _Key:
    if key[0]:
        return _DUAL[key[0]], tuple(_negated(part) for part in key[1])
    return "", (not key[1][0], key[1][1])
