"""What a list of statements holds, where it branches, and what leaves it, by the language's table.

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
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equality.subtree_equality import is_broken
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import significant_children
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.language.tables import Tables
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import Language, SyntaxTree

RETURNS, CONTINUES = "returns", "continues"  # ends of lists, by the table's keys
DEEP = 60  # conditions in one another; nobody writes more, and reading them is recursive
_KINDS = (
    "functions", "lists", "inside", "leaves", RETURNS, CONTINUES, "idle", "kept", "loops",
    "brackets", "always", "never", "else", "elif",
)  # fmt: skip


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


class Statements:
    """The statements of the functions of one file."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.tree: SyntaxTree = names.tree
        self.table: dict[str, Any] = names.tables.raw["branches"]
        self._kinds, self.preferred = _compiled(self.tree.language, names.tables)
        self._leaving: dict[int, bool] = {}

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
        if depth > DEEP:
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

    def is_sign(self, row: int) -> bool:
        """Whether a row is punctuation, and no word."""
        tree = self.tree
        return not tree.language.kind_is_named[tree.kind[row]] and not tree.slice(row).isalpha()

    def says_nothing(self, row: int) -> bool:
        """Whether a statement says nothing wherever a list ends that ends so."""
        return self.is_kind(row, "idle") or any(
            self.is_bare(row, end) for end in (RETURNS, CONTINUES)
        )
