"""What a function runs under which conditions, in one form for all ways to write it.

Statements are left as they are; only the `if`s around and between them are read. Each step
keeps what is executed, in the order it is executed:

- what follows a branch that leaves (`return`, `raise`, `break`, ...) is its `else`:
  `if (a) return x; else B` is `if (a) return x; B`;
- `if (!a) A else B` is `if (a) B else A`; `!(a && b)` is `!a || !b`, and `!(a == b)` is `a != b`
  where the language says so;
- `if (a) if (b) S` is `if (a && b) S`;
- a `return` without a value at the end of a function, and a `continue` at the end of a loop, say
  nothing, so a guard that only returns is the condition of what follows;
- what stands behind a statement that leaves, or under `if (false)`, is never reached.

Table `branches` of verdicts.yaml:

- `functions`: kinds with a body; `lists`: kinds that hold statements; `inside`: kinds in them that
  hold their statements;
- `if`: its kind, and the fields of condition, branch, and what is otherwise; `else`, `elif`: kinds
  of what is otherwise;
- `not`: kinds of negations, their field and token; `both`: kinds of conditions in one, their fields
  and tokens; `compare`: kinds of comparisons, and which operators are each other's opposites;
  `brackets`: kinds around an expression that add nothing; `always`, `never`: literals that decide;
- `leaves`: kinds that leave; `returns`, `continues`: those of them that say nothing at the end of a
  function, or loop, and what they may hold; `loops`: kinds with a body; `idle`: kinds that do
  nothing;
- `opaque`: kinds, and fields they need, of which nothing is said (labels, names that are bound as
  far as a condition holds); `kept`: kinds that count where they are never reached (`yield`);
- `result`: the field of a function that says it has a result, whose end then needs a `return`;
- `scoped`: whether a list has names of its own.

Source: the guard clauses and nested conditionals of Fowler's catalogue; here as an equality of
normal forms, so both directions and all mixtures of them are one.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.classify.equality import is_broken, is_same_tokens
from tracer.classify.names import Use
from tracer.classify.tables import significant_children
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.classify.names import Names
    from tracer.classify.tables import Tables
    from tracer.syntax import Language, SyntaxTree

RETURNS, CONTINUES = "returns", "continues"  # ends of lists, by the table's keys
ALL, ANY = "all", "any"
_DUAL = {ALL: ANY, ANY: ALL}
_DEEP = 60  # conditions in one another; nobody writes more, and reading them is recursive
_KINDS = (
    "functions", "lists", "inside", "leaves", RETURNS, CONTINUES, "idle", "kept", "loops",
    "brackets", "always", "never", "else", "elif",
)  # fmt: skip


class Condition(NamedTuple):
    """`op` is `ALL` (of `parts`), `ANY`, or "" for the expression at `row`, negated or not."""

    op: str
    row: int
    is_negated: bool = False
    parts: tuple[Condition, ...] = ()


class Branch(NamedTuple):
    """An `if`: what is run where the condition holds, and where it does not (last item first)."""

    row: int
    condition: Condition
    then: list[Item]
    other: list[Item]


Item = int | Branch  # the row of a statement, or a condition


class Chain(NamedTuple):
    """An `if`: (row, condition, branch) of each part, and the row of what is otherwise, or -1."""

    parts: tuple[tuple[int, int, int], ...]
    other: int

    @property
    def branches(self) -> list[int]:
        """The rows of the branches."""
        return [then for _, _, then in self.parts]


class Unread(Exception):  # noqa: N818 - an answer, not an error
    """Why the branches of a function are not read; caught by whoever asks."""


def _compiled(
    language: Language, tables: Tables
) -> tuple[dict[str, frozenset[int]], dict[bytes, bytes]]:
    """The ids of the kinds under each key, and the operator that each one is written with here."""
    found = _COMPILED.get(language.name)
    if found is None:
        ids, table = language.kind_ids, tables.raw["branches"]
        named = {key: table.get(key) or () for key in _KINDS} | {
            "compare": table["compare"]["kinds"]
        }
        kinds = {
            key: frozenset(ids.get((kind, True), -1) for kind in value)
            for key, value in named.items()
        }
        pairs = [(one.encode(), two.encode()) for one, two in table["compare"]["opposites"]]
        found = kinds, {sign: one for one, two in pairs for sign in (one, two)}
        _COMPILED[language.name] = found
    return found


_COMPILED: dict[str, tuple[dict[str, frozenset[int]], dict[bytes, bytes]]] = {}


class Branches:
    """The branches of the functions of one file."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.tree: SyntaxTree = names.tree
        self.table: dict[str, Any] = names.tables.raw["branches"]
        self._kinds, self._preferred = _compiled(self.tree.language, names.tables)
        self._leaving: dict[int, bool] = {}
        self.dead: list[int] = []  # what is never reached in the lists read, and says so itself

    def is_kind(self, row: int, key: str) -> bool:
        """Whether a row is of one of the kinds under a key of the table."""
        return self.tree.kind[row] in self._kinds[key]

    def body_around(self, row: int) -> int:
        """The row of the body of the innermost function that a row stands in, or -1."""
        while row > 0:
            if self.end_of(row) == RETURNS:
                return row
            row = self.tree.parent[row]
        return -1

    def end_of(self, row: int) -> str | None:
        """What says nothing at the end of a list of statements; None where there is no list."""
        parent = self.tree.parent[row]
        is_body = parent >= 0 and self.tree.field_name(row) == "body"
        if is_body and self.is_kind(parent, "loops"):
            return CONTINUES
        if not self.is_kind(row, "lists"):
            return None
        return RETURNS if is_body and self.is_kind(parent, "functions") else ""

    def statements(self, row: int) -> list[int]:
        """The statements of a list, or the one statement that stands in the place of a list."""
        if not self.is_kind(row, "lists"):
            return [row]
        found: list[int] = []
        for child in self.named(row):
            found += self.named(child) if self.is_kind(child, "inside") else (child,)
        return found

    def named(self, row: int) -> list[int]:
        """The children that are neither punctuation nor comments."""
        named, kind = self.tree.language.kind_is_named, self.tree.kind
        return [c for c in significant_children(self.tree, row) if named[kind[c]]]

    def is_text_first(self, body: int) -> bool:
        """Whether a body starts with a literal that stands alone: a documentation, a directive."""
        first = next(iter(self.statements(body)), -1)
        if first < 0:
            return False
        tree, inner = self.tree, self.named(first)
        row = inner[0] if len(inner) == 1 and not tree.flags[first] & LEAF else first
        roles = tree.language.roles
        return any(roles[tree.kind[at]] & Role.LITERAL for at in (first, row))

    # ------------------------------------------------------------------ reading

    def form(self, row: int) -> list[Item]:
        """What a list of statements, or one statement, runs, last first.

        Raises `Unread` where that is not known. Cost: proportional to the function around.
        """
        body = self.body_around(row)
        if body < 0:
            raise Unread("it is in no function")
        reading, end = _Reading(self), self.end_of(row) or ""
        # What gives a result with a bare `return` has to say so at its end.
        result = self.table.get("result")
        if (
            end == RETURNS
            and result
            and self.tree.child_by_field(self.tree.parent[row], result) >= 0
        ):
            end = ""
        found = reading.items(self.statements(row), [], end)
        placed = set(_rows(found)) | reading.dropped
        dead = [at for at in reading.seen if at not in placed]
        self._check_dead(body, dead)
        self._check_scopes(body, reading.lists)
        self.dead += [*dead, *reading.decided]
        return found

    def check(self, body: int) -> None:
        """Raise `Unread` if a function has what nothing is said of."""
        tree = self.tree
        if is_broken(tree, body):
            raise Unread("a syntax error")
        opaque: dict[str, list[str]] = self.table.get("opaque") or {}
        for at in range(body, tree.stop[body]):
            if tree.kind[at] in tree.language.comment_kinds and not tree.flags[at] & TRIVIA:
                raise Unread("a comment that is read")
            fields = opaque.get(tree.kind_name(at))
            if fields is not None and (
                not fields or any(tree.child_by_field(at, name) >= 0 for name in fields)
            ):
                raise Unread("a label, or a name that is bound by a condition")

    def chain(self, row: int) -> Chain | None:
        """The `if` at a row; None where there is none, or one that says more."""
        table, tree = self.table["if"], self.tree
        if tree.kind_name(row) != table["kind"]:
            return None
        condition = tree.child_by_field(row, table["condition"])
        then = tree.child_by_field(row, table["then"])
        rest = [child for child in self.named(row) if child not in (condition, then)]
        if min(condition, then) < 0 or any(tree.field_name(c) != table["other"] for c in rest):
            return None
        parts, other = [(row, condition, then)], -1
        for child in rest:
            if other >= 0:
                return None
            if not self.is_kind(child, "elif"):
                inner = self.named(child) if self.is_kind(child, "else") else [child]
                if len(inner) != 1:
                    return None
                other = inner[0]
                continue
            inner = [tree.child_by_field(child, table[key]) for key in ("condition", "then")]
            if min(inner) < 0:
                return None
            parts.append((child, inner[0], inner[1]))
        return Chain(tuple(parts), other)

    def otherwise(self, row: int) -> list[int]:
        """The statements of what is otherwise; none for -1."""
        return [] if row < 0 else self.statements(row)

    def leaves(self, statements: Sequence[int], depth: int = 0) -> bool:
        """Whether control never gets past the end of some statements."""
        return any(self._leaves(row, depth) for row in statements)

    def _leaves(self, row: int, depth: int) -> bool:
        if self.is_kind(row, "leaves"):
            return True
        if depth > _DEEP:
            raise Unread("conditions too deep in one another")
        known = self._leaving.get(row)
        if known is None:
            known, found = False, self.chain(row)
            if found is not None and found.other >= 0:
                known = all(
                    self.leaves(one, depth + 1)
                    for one in (*map(self.statements, found.branches), self.otherwise(found.other))
                )
            self._leaving[row] = known
        return known

    def is_bare(self, row: int, end: str) -> bool:
        """Whether a statement says nothing at the end of a list that ends so."""
        if not end or not self.is_kind(row, end):
            return False
        held = self.table[end][self.tree.kind_name(row)]
        return all(self.tree.kind_name(child) in held for child in self.named(row))

    def says_nothing(self, row: int) -> bool:
        """Whether a statement says nothing wherever a list ends that ends so."""
        return self.is_kind(row, "idle") or any(
            self.is_bare(row, end) for end in (RETURNS, CONTINUES)
        )

    # ------------------------------------------------------------------ conditions

    def bare(self, row: int) -> int:
        """The expression in brackets that add nothing."""
        while self.is_kind(row, "brackets"):
            inner = self.named(row)
            if len(inner) != 1:
                break
            row = inner[0]
        return row

    def condition(self, row: int, *, is_negated: bool = False, depth: int = 0) -> Condition:
        """A condition, negations pushed to its parts."""
        if depth > _DEEP:
            raise Unread("conditions too deep in one another")
        tree, row = self.tree, self.bare(row)
        kind = tree.kind_name(row)
        table = self.table["not"].get(kind)
        if table and self._has(row, table["token"]):
            inner = tree.child_by_field(row, table["field"])
            return self.condition(inner, is_negated=not is_negated, depth=depth + 1)
        table = self.table["both"].get(kind)
        for op in (ALL, ANY) if table else ():
            if self._has(row, table[op]):
                name = op if not is_negated else _DUAL[op]
                parts: list[Condition] = []
                for field in table["fields"]:
                    side = tree.child_by_field(row, field)
                    part = self.condition(side, is_negated=is_negated, depth=depth + 1)
                    parts += part.parts if part.op == name else (part,)
                return Condition(name, row, False, tuple(parts))
        signs = self.compared(row)
        return Condition("", row, is_negated != (signs is not None and signs[0] != signs[1]))

    def _has(self, row: int, token: str) -> bool:
        """Whether a token stands directly in a row."""
        children = significant_children(self.tree, row)
        return any(self.tree.slice(child) == token.encode() for child in children)

    def is_opposite(self, row: int) -> bool:
        """Whether a row is an operator that has an opposite."""
        return self.tree.slice(row) in self._preferred

    def compared(self, row: int) -> tuple[bytes, bytes, int, int] | None:
        """(operator, the one it is written with here, both values) of a comparison, if it is one.

        Only of two values, by an operator that has an opposite.
        """
        if not self.is_kind(row, "compare"):
            return None
        children = significant_children(self.tree, row)
        if len(children) != 3:  # noqa: PLR2004 - value, operator, value
            return None
        sign = b" ".join(self.tree.slice(children[1]).split())
        preferred = self._preferred.get(sign)
        return None if preferred is None else (sign, preferred, children[0], children[2])

    def decided(self, condition: Condition) -> bool | None:
        """Whether a literal decides a condition, and how."""
        for key, value in (("always", True), ("never", False)):
            if not condition.op and self.is_kind(condition.row, key):
                return value != condition.is_negated
        return None

    # ------------------------------------------------------------------ what must not get lost

    def _check_dead(self, body: int, dead: list[int]) -> None:
        """What is never reached is nothing but statements that would be run.

        A name that it binds is the function's own for all of it, so none stands anywhere else.
        """
        inside = [at for row in dead for at in range(row, self.tree.stop[row])]
        if any(self.is_kind(at, "kept") for at in inside):
            raise Unread("what is never reached says how the function is run")
        function, names, rows = self.tree.parent[body], self.names, frozenset(inside)
        bound = [at for at in inside if self._scope(at) >= 0]
        # `import a.b` binds a, which the tables do not count as a binding.
        bound += [entry.local_row for at in inside for entry in names.imports_at(at)]
        if any(self._is_unclear(at) for at in inside):
            raise Unread("it is not certain what is never reached binds")
        if not bound:
            return
        if names.has_any(names.tables.dynamic_local, function):
            raise Unread("names are looked up by their spelling")
        for word in sorted({self.tree.slice(at).decode("utf-8", "replace") for at in bound}):
            if any(found.row not in rows for found in names.inside(word, function)):
                raise Unread(f"what is never reached makes {word} the function's own")

    def _scope(self, row: int) -> int:
        """The scope that a leaf binds a name in, or -1."""
        tree = self.tree
        if not tree.flags[row] & LEAF or tree.kind_name(row) not in self.names.tables.words:
            return -1
        return self.names.occurrence_at(row, tree.slice(row).decode("utf-8", "replace")).scope

    def _is_unclear(self, row: int) -> bool:
        """Whether a leaf is a name that may be bound there."""
        tree = self.tree
        if not tree.flags[row] & LEAF or tree.kind_name(row) not in self.names.tables.words:
            return False
        word = tree.slice(row).decode("utf-8", "replace")
        return self.names.occurrence_at(row, word).use is Use.UNCLEAR

    def _check_scopes(self, body: int, lists: list[int]) -> None:
        """The names that a branch has for itself stand nowhere else in the function."""
        if not self.table.get("scoped"):
            return
        tree, names = self.tree, self.names
        function = tree.parent[body]
        for branch in lists:
            last = tree.stop[branch]
            own = {
                tree.slice(at).decode("utf-8", "replace")
                for at in range(branch, last)
                if (scope := self._scope(at)) >= 0
                and (not branch < scope < last or self.is_kind(scope, "inside"))
            }
            if own and names.has_any(names.tables.dynamic_local, function):
                raise Unread("names are looked up by their spelling")
            for word in sorted(own):
                for found in names.inside(word, function):
                    is_name = found.use in (Use.NAME, Use.UNCLEAR)
                    if is_name and not branch <= found.row < last:
                        raise Unread(f"{word} of one branch may be another one's")


class _Reading:
    """One list being read, with all that it has in it."""

    def __init__(self, branches: Branches) -> None:
        self.branches = branches
        self.seen: list[int] = []  # statements
        self.dropped: set[int] = set()  # those that say nothing
        self.lists: list[int] = []  # rows of branches
        self.decided: list[int] = []  # conditions that are literals

    def items(
        self, statements: Sequence[int], rest: list[Item], end: str, depth: int = 0
    ) -> list[Item]:
        """What statements and the rest behind them run; `end`: what says nothing at the end."""
        if depth > _DEEP:
            raise Unread("conditions too deep in one another")
        branches, out = self.branches, list(rest)
        for row in reversed(statements):
            self.seen.append(row)
            found = branches.chain(row)
            if found is not None:
                out = self._chosen(found, out, end, depth)
            elif branches.is_kind(row, "idle"):
                self.dropped.add(row)
            elif branches.is_bare(row, end):
                self.dropped.add(row)
                out = []
            elif branches.is_kind(row, "leaves"):
                out = [row]
            else:
                out.append(row)
        return out

    def _chosen(self, chain: Chain, rest: list[Item], end: str, depth: int) -> list[Item]:
        """What an `if`, or the rest of its chain, and the rest behind it run."""
        branches, later = self.branches, Chain(chain.parts[1:], chain.other)
        row, test, then = chain.parts[0]
        statements = branches.statements(then)
        self.lists.append(then)
        condition = branches.condition(test)
        known = branches.decided(condition)
        if known is not None:
            self.dropped.add(row)
            self.decided.append(test)
        if known is False:
            self.seen += statements
            return self._otherwise(later, rest, end, depth)
        behind = [branches.statements(one) for one in later.branches]
        behind.append(branches.otherwise(later.other))
        if known is True:
            self.seen += [statement for one in behind for statement in one]
            return self.items(statements, rest, end, depth + 1)
        is_left, is_left_behind = branches.leaves(statements), all(map(branches.leaves, behind))
        if rest and not is_left and not is_left_behind:
            yes = self.items(statements, [], "", depth + 1)
            no = self._otherwise(later, [], "", depth)
            return [*rest, _settled(row, condition, yes, no)]
        yes = self.items(statements, [] if is_left else rest, end, depth + 1)
        no = self._otherwise(later, [] if is_left_behind else rest, end, depth)
        return [_settled(row, condition, yes, no)]

    def _otherwise(self, chain: Chain, rest: list[Item], end: str, depth: int) -> list[Item]:
        if chain.parts:
            if depth > _DEEP:
                raise Unread("conditions too deep in one another")
            return self._chosen(chain, rest, end, depth + 1)
        if chain.other >= 0:
            self.lists.append(chain.other)
        return self.items(self.branches.otherwise(chain.other), rest, end, depth + 1)


def _settled(row: int, condition: Condition, then: list[Item], other: list[Item]) -> Branch:
    """A condition in its one form: nested ones together, no negation in front."""
    if not then and not other:
        return Branch(row, condition, [], [])  # whoever changes it means something by it
    if not then:
        condition, then, other = negated(condition), other, then
    if not other and len(then) == 1 and isinstance(inner := then[0], Branch):
        own = inner.condition if not inner.other else negated(inner.condition)
        if not inner.other or not inner.then:
            then = inner.then or inner.other
            parts = [one.parts if one.op == ALL else (one,) for one in (condition, own)]
            condition = Condition(ALL, row, False, (*parts[0], *parts[1]))
    if condition.op == ANY or (not condition.op and condition.is_negated):
        condition, then, other = negated(condition), other, then
    return Branch(row, condition, then, other)


def negated(condition: Condition) -> Condition:
    """What holds exactly where a condition does not."""
    if not condition.op:
        return condition._replace(is_negated=not condition.is_negated)
    parts = tuple(negated(part) for part in condition.parts)
    return Condition(_DUAL[condition.op], condition.row, False, parts)


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


class Sameness:
    """Whether two lists of statements, or two statements, run the same."""

    def __init__(self, before: Branches, after: Branches) -> None:
        self.before = before
        self.after = after

    def is_same(self, row_b: int, row_a: int) -> bool:
        """Whether two bodies run the same. Raises `Unread`. Cost: proportional to both."""
        work: list[tuple[Item, Item]] = [(row_b, row_a)]
        self.before.dead, self.after.dead = [], []
        while work:
            one, two = work.pop()
            if isinstance(one, Branch) and isinstance(two, Branch):
                if not self._is_same_condition(one.condition, two.condition):
                    return False
                below = [(one.then, two.then), (one.other, two.other)]
            elif isinstance(one, int) and isinstance(two, int):
                if is_same_tokens(self.before.tree, one, self.after.tree, two):
                    continue
                parts = self._parts(one, two)
                if parts is None:
                    return False
                below = [parts]
            else:
                return False
            for left, right in below:
                if len(left) != len(right):
                    return False
                work += zip(left, right, strict=True)
        return self._is_same_dead()

    def _is_same_dead(self) -> bool:
        """Whether statements that are never reached came or went as a whole, if at all.

        Whoever changes a part of one means something by it.
        """
        one = Counter(self.before.tree.entries(row) for row in self.before.dead)
        two = Counter(self.after.tree.entries(row) for row in self.after.dead)
        return not one - two or not two - one

    def _parts(self, row_b: int, row_a: int) -> tuple[list[Item], list[Item]] | None:
        """What two statements that differ have to have in common; None where they cannot."""
        before, after = self.before.tree, self.after.tree
        if before.entries(row_b) == after.entries(row_a):
            return None  # what is printed as it is written
        if self._is_list(row_b, row_a):
            # Of a function or a class: a text behind `pass`, or in a condition, documents nothing.
            is_text = self.before.is_text_first(row_b), self.after.is_text_first(row_a)
            if is_text[0] != is_text[1]:
                return None
            forms = self.before.form(row_b), self.after.form(row_a)
            # The one statement of a loop without brackets is its own list.
            if forms != ([row_b], [row_a]):
                return forms
        if (before.flags[row_b] | after.flags[row_a]) & LEAF:
            return None
        kids_b, kids_a = significant_children(before, row_b), significant_children(after, row_a)
        is_alike = before.kind[row_b] == after.kind[row_a] and (
            [before.field[kid] for kid in kids_b] == [after.field[kid] for kid in kids_a]
        )
        return (list(kids_b), list(kids_a)) if is_alike else None

    def _is_list(self, row_b: int, row_a: int) -> bool:
        """Whether two rows are lists that end alike, or conditions that stand in none."""
        ends = self.before.end_of(row_b), self.after.end_of(row_a)
        if ends != (None, None):
            return ends[0] == ends[1]
        return self.before.chain(row_b) is not None and self.after.chain(row_a) is not None

    def _is_same_condition(self, one: Condition, two: Condition) -> bool:
        work = [(one, two)]
        while work:
            left, right = work.pop()
            if left.op != right.op or left.is_negated != right.is_negated:
                return False
            if left.op:
                if len(left.parts) != len(right.parts):
                    return False
                work += zip(left.parts, right.parts, strict=True)
            elif not self._is_same_value(left.row, right.row):
                return False
        return True

    def _is_same_value(self, row_b: int, row_a: int) -> bool:
        """Whether two expressions are the same, comparisons by an opposite operator too."""
        tree_b, tree_a = self.before.tree, self.after.tree
        if is_same_tokens(tree_b, row_b, tree_a, row_a):
            return True
        one, two = self.before.compared(row_b), self.after.compared(row_a)
        return (
            one is not None
            and two is not None
            and one[1] == two[1]
            and is_same_tokens(tree_b, one[2], tree_a, two[2])
            and is_same_tokens(tree_b, one[3], tree_a, two[3])
        )
