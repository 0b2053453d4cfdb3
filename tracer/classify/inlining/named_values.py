"""Variables that only name a value: each use could as well be the expression.

A variable is one when it is assigned once, by a statement of its own, and either

- nobody uses it: the statement is no more than its value, or
- its value is the same whenever it is read (a literal, a name that is never assigned), or
- all its uses are in the next statement, the first of them is evaluated exactly once and before
  anything there that has an effect, and (with several uses) evaluating the value has no effect
  and makes no object that can change, and nothing before the last use has an effect; between the two stand only other such variables, used
  after it.
"""  # noqa: E501

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.effects.definite_assignment import is_undisturbed
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.readers.name_readers import name_escapes
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.semantics.model import Side


class Variable(NamedTuple):
    """A statement that names a value: its row, the name, the value, and where it is used."""

    statement: int
    target: int
    value: int
    uses: tuple[int, ...]


def assigned_once(side: Side, statements: Iterable[int]) -> dict[int, Variable]:
    """The locals that are assigned once, by one of the statements; by its row."""
    found = ((row, _variable(side, row)) for row in statements)
    return {row: variable for row, variable in found if variable is not None}


def replaceable(side: Side, found: dict[int, Variable]) -> dict[int, Variable]:
    """Those of them that only name a value, some of them perhaps because others do."""
    found = dict(found)
    while True:
        bad = [row for row, variable in found.items() if not _is_replaceable(side, variable, found)]
        if not bad:
            return found
        for row in bad:
            del found[row]


def _variable(side: Side, statement: int) -> Variable | None:  # noqa: PLR0911
    tree = side.tree
    if not side.functions.is_list(tree.parent[statement]):
        return None
    stored = side.functions.bound(statement)
    if stored is None or len(stored[0]) != 1:
        return None
    target, value = stored[0][0], stored[1]
    if tree.kind_name(target) not in side.names.tables.names:
        return None
    word = side.word(target)
    own = side.names.occurrence_at(target, word)
    if own.scope < 0 or own.fixed:
        return None
    if side.names.kind_of_scope(own.scope) in ("file", "class"):
        return None
    # What is bound to a function's own scope stands in it, and sees its bindings first.
    inside = side.names.inside(word, own.scope)
    bound = [o for o in inside if o.scope == own.scope]
    uses = tuple(
        o.row
        for o in inside
        if o.use is Use.NAME
        and o.row != target
        and (o.scope if o.scope >= 0 else side.names.scope_at(o.row, word)) == own.scope
    )
    is_plain = len(bound) == 1 and not any(side.functions.is_assigned(row) for row in uses)
    if not is_plain or any(use < statement for use in uses):
        return None
    if any(o.use is Use.UNCLEAR for o in inside) or name_escapes(side.names, word, own.scope):
        return None
    return Variable(statement, target, value, uses)


def _is_replaceable(  # noqa: C901, PLR0911 - one guard a line
    side: Side, variable: Variable, others: dict[int, Variable]
) -> bool:
    tree = side.tree
    if not variable.uses:
        return True  # the value alone
    around = tree.parent[variable.statement]
    if (
        all(side.is_inside(use, around) for use in variable.uses)
        and _is_constant(side, variable.value)
        and not _may_be_early(side, variable)
    ):
        return True
    statements = side.functions.statements(around)
    if variable.statement not in statements:
        return False
    place = statements.index(variable.statement) + 1
    passed = []
    while place < len(statements) and not side.is_inside(variable.uses[0], statements[place]):
        if statements[place] not in others:
            return False
        passed.append(others[statements[place]])
        place += 1
    if place == len(statements):
        return False
    following = statements[place]
    first, last = variable.uses[0], variable.uses[-1]
    if not side.is_inside(last, following) or not side.evaluation.is_once(following, first):
        return False
    if not all(_is_used_after(side, other, variable) for other in passed):
        return False
    is_quiet = side.is_silent(variable.value)
    if len(variable.uses) > 1 and not (is_quiet and side.is_shareable(variable.value, following)):
        return False
    if not is_quiet and _is_read_before(side, variable.value, following, first):
        return False
    suspends = side.functions.suspends(variable.value)
    return all(
        is_undisturbed(
            side, following, use, value=variable.value, is_quiet=is_quiet, suspends=suspends
        )
        for use in variable.uses
    )


def _is_used_after(side: Side, other: Variable, variable: Variable) -> bool:
    """Whether every use of another variable is evaluated after those of this one."""
    return bool(other.uses) and all(
        side.evaluation.is_earlier(use, later) for use in variable.uses for later in other.uses
    )


def _is_read_before(side: Side, value: int, following: int, use: int) -> bool:
    """Whether a statement reads, before the use of a value, a variable that the value assigns."""
    tree, words = side.tree, side.names.tables.words
    assigned = {
        side.word(at)
        for at in range(value, tree.stop[value])
        if tree.flags[at] & LEAF and side.functions.is_assigned(at)
    }
    return bool(assigned) and any(
        side.word(at) in assigned and side.evaluation.is_earlier(at, use)
        for at in range(following, tree.stop[following])
        if tree.flags[at] & LEAF and tree.kind_name(at) in words
    )


def _may_be_early(side: Side, variable: Variable) -> bool:
    """Whether a function that is there from the start may read a variable before it is assigned."""
    tree, names = side.tree, side.names
    if not side.functions.table.get("hoisted"):
        return False
    home = tree.parent[variable.statement]
    kinds = names.tables.raw.get("plain_functions") or ()
    earlier = [row for row in side.functions.statements(home) if row < variable.statement]
    if all(tree.kind_name(row) in kinds for row in earlier):
        return False
    for use in variable.uses:
        at = tree.parent[use]
        while at > home:
            if tree.kind_name(at) in kinds:
                return True
            at = tree.parent[at]
    return False


def _is_constant(side: Side, value: int) -> bool:
    """Whether a value is the same at all times: a literal without names in it."""
    tree = side.tree
    if not tree.language.roles[tree.kind[value]] & Role.LITERAL:
        return False
    if not side.evaluation.is_shareable(value):
        return False
    return side.evaluation.is_quiet(value) and not has_names(side, value)


def has_names(side: Side, literal: int) -> bool:
    """Whether something in a literal means what it does by where or when it stands: `${this.n}`."""
    tree, table = side.tree, side.functions.table
    words = frozenset(table.get("class_words") or ()) | frozenset(table.get("own_kinds") or ())
    words |= side.names.tables.names
    return any(tree.kind_name(at) in words for at in range(literal, tree.stop[literal]))
