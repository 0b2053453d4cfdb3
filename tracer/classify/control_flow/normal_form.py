"""The one form of a list of statements: what it runs, last first, under which conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.control_flow import branch_scopes as bindings
from tracer.classify.control_flow.branches import DEEP, RETURNS, Chain, Unread
from tracer.classify.control_flow.conditions import ALL, ANY, Condition, condition, decided, negated
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.classify.control_flow.branches import Statements


class Branch(NamedTuple):
    """An `if`: what is run where the condition holds, and where it does not (last item first)."""

    row: int
    condition: Condition
    then: list[Item]
    other: list[Item]


Item = int | Branch  # the row of a statement, or a condition


class Form(NamedTuple):
    """What a list runs, last first, and the rows of what is never reached and says so itself."""

    items: list[Item]
    dead: list[int]


def form(statements: Statements, row: int) -> Form:
    """The form of a list of statements, or of one statement.

    Raises `Unread` where that is not known. Cost: proportional to the function around.
    """
    body = statements.body_around(row)
    if body < 0:
        raise Unread("it is in no function")
    reading, end = _Reading(statements), statements.end_of(row) or ""
    # What gives a result with a bare `return` has to say so at its end.
    result = statements.table.get("result")
    tree = statements.tree
    if end == RETURNS and result and tree.child_by_field(tree.parent[row], result) >= 0:
        end = ""
    found = reading.items(statements.statements(row), [], end)
    placed = set(_rows(found)) | reading.dropped
    dead = [at for at in reading.seen if at not in placed]
    bindings.check_unreached(statements, body, dead)
    bindings.check_scopes(statements, body, reading.lists)
    return Form(found, [*dead, *reading.decided])


class _Reading:
    """One list being read, with all that it has in it."""

    def __init__(self, source: Statements) -> None:
        self.source = source
        self.seen: list[int] = []  # statements
        self.dropped: set[int] = set()  # those that say nothing
        self.lists: list[int] = []  # rows of branches
        self.decided: list[int] = []  # conditions that are literals

    def items(
        self, statements: Sequence[int], rest: list[Item], end: str, depth: int = 0
    ) -> list[Item]:
        """What statements and the rest behind them run; `end`: what says nothing at the end."""
        if depth > DEEP:
            raise Unread("conditions too deep in one another")
        source, out = self.source, list(rest)
        for row in reversed(statements):
            self.seen.append(row)
            found = source.chain(row)
            if found is not None:
                out = self._chosen(found, out, end, depth)
            elif source.is_kind(row, "idle"):
                self.dropped.add(row)
            elif source.is_bare(row, end):
                self.dropped.add(row)
                out = []
            elif source.is_kind(row, "leaves"):
                out = [row]
            else:
                out.append(row)
        return out

    def _chosen(self, chain: Chain, rest: list[Item], end: str, depth: int) -> list[Item]:
        """What an `if`, or the rest of its chain, and the rest behind it run."""
        source, later = self.source, Chain(chain.parts[1:], chain.other)
        row, test, then = chain.parts[0]
        statements = source.statements(then)
        self.lists.append(then)
        asked = condition(source, test)
        known = decided(source, asked)
        if known is not None:
            self.dropped.add(row)
            self.decided.append(test)
        if known is False:
            self.seen += statements
            return self._otherwise(later, rest, end, depth)
        behind = [source.statements(one) for one in later.branches]
        behind.append(source.otherwise(later.other))
        if known is True:
            self.seen += [statement for one in behind for statement in one]
            return self.items(statements, rest, end, depth + 1)
        is_left, is_left_behind = source.leaves(statements), all(map(source.leaves, behind))
        if rest and not is_left and not is_left_behind:
            yes = self.items(statements, [], "", depth + 1)
            no = self._otherwise(later, [], "", depth)
            return [*rest, self._settled(row, asked, yes, no)]
        yes = self.items(statements, [] if is_left else rest, end, depth + 1)
        no = self._otherwise(later, [] if is_left_behind else rest, end, depth)
        return [self._settled(row, asked, yes, no)]

    def _settled(self, row: int, asked: Condition, then: list[Item], other: list[Item]) -> Branch:
        """A condition in its one form, unless its branches are the same code.

        Whoever changes the condition of such means something by it.
        """
        entries = self.source.tree.entries
        texts = [
            [entries(item.row if isinstance(item, Branch) else item) for item in items]
            for items in (then, other)
        ]
        return (
            Branch(row, asked, then, other)
            if texts[0] == texts[1]
            else (_settled(row, asked, then, other))
        )

    def _otherwise(self, chain: Chain, rest: list[Item], end: str, depth: int) -> list[Item]:
        if chain.parts:
            if depth > DEEP:
                raise Unread("conditions too deep in one another")
            return self._chosen(chain, rest, end, depth + 1)
        if chain.other >= 0:
            self.lists.append(chain.other)
        return self.items(self.source.otherwise(chain.other), rest, end, depth + 1)


def _settled(row: int, asked: Condition, then: list[Item], other: list[Item]) -> Branch:
    """A condition in its one form: nested ones together, no negation in front."""
    if not then:
        asked, then, other = negated(asked), other, then
    if not other and len(then) == 1 and isinstance(inner := then[0], Branch):
        own = inner.condition if not inner.other else negated(inner.condition)
        if not inner.other or not inner.then:
            then = inner.then or inner.other
            parts = [one.parts if one.op == ALL else (one,) for one in (asked, own)]
            asked = Condition(ALL, row, False, (*parts[0], *parts[1]))
    if asked.op == ANY or (not asked.op and asked.is_negated):
        asked, then, other = negated(asked), other, then
    return Branch(row, asked, then, other)


def _rows(items: list[Item]) -> Iterator[int]:
    """The rows of all statements and conditions in some items."""
    work: list[Item] = list(items)
    while work:
        item = work.pop()
        if isinstance(item, Branch):
            yield item.row
            work += item.then
            work += item.other
        else:
            yield item
