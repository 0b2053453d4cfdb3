"""What is evaluated when, inside one statement.

Table `evaluation` of verdicts.yaml:

- `steps`: positions whose child is evaluated exactly once when its parent is, after the siblings
  before it; everything else (branches, bodies, lambdas, comprehensions) may not be;
- `first_only`: kinds of which only the first operand is, unless the operator is not one of
  `short_circuits`;
- `chains`: `kinds` whose first operand may end them all early, with the kind (`ends`) of what does;
- `certain`: kinds -> how many of their operands are evaluated in any case, the first ones;
- `sources`: clauses -> what the first of them is given, which is evaluated before all else of the
  node they are in (the first iterable of a comprehension);
- `decides`: kinds -> which operand is evaluated first, the others after it, if at all (the
  condition of `a if c else b`);
- `later`: positions evaluated after the siblings behind them (what is assigned to);
- `updates`: positions that are read first and assigned later on (`+=`);
- `effects`: kinds that may change what others read (calls, assignments, `await`), tokens after
  a colon (`:delete`);
- `plain`: kinds of inner nodes, besides literals, that cannot fail (reading an attribute);
- `shared`: kinds besides names that give the same thing each time: no new object that can change;
- `functions`: kinds whose insides run later, if at all.

Reading a name, an attribute or an element, and applying an operator, is taken to change nothing
that others read; so are exceptions, when two expressions could raise them in another order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import is_at, positions, significant_children, tables_of

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree


_KNOWN: dict[str, dict[str, Any]] = {}


class Evaluation:
    """The evaluation order of one tree's expressions, by its language's table."""

    def __init__(self, tree: SyntaxTree) -> None:
        known = _KNOWN.get(tree.language.name)
        if known is not None:
            self.__dict__.update(known)
            self.tree = tree
            return
        table: dict[str, Any] = tables_of(tree.language).raw.get("evaluation") or {}
        self.tree = tree
        self.is_known = bool(table)
        self._steps = positions(table.get("steps"))
        self._first_only = frozenset(table.get("first_only") or ())
        chains = table.get("chains") or {}
        self._chains = frozenset(chains.get("kinds") or ())
        self._ends: str = chains.get("ends") or ""
        self._certain: dict[str, int] = table.get("certain") or {}
        self._sources: dict[str, str] = table.get("sources") or {}
        self._decides: dict[str, int] = table.get("decides") or {}
        self._later = positions(table.get("later"))
        self.updates = positions(table.get("updates"))
        self._short = frozenset(text.encode() for text in table.get("short_circuits") or ())
        ids = tree.language.kind_ids
        self._effects = {
            ids.get((kind.removeprefix(":"), not kind.startswith(":")), -1)
            for kind in table.get("effects") or ()
        }
        literals = tree.language.raw.get("strings") or ()
        self.plain = {
            ids.get((kind, True), -1) for kind in (*(table.get("plain") or ()), *literals)
        }
        self._shared = {
            ids.get((kind, True), -1) for kind in (*(table.get("shared") or ()), "")
        } | {ids.get((kind, True), -1) for kind in tables_of(tree.language).names}
        self._functions = {ids.get((kind, True), -1) for kind in table.get("functions") or ()}
        # What the table says is the same for every tree of the language.
        _KNOWN[tree.language.name] = {k: v for k, v in self.__dict__.items() if k != "tree"}

    def is_quiet(self, row: int) -> bool:
        """Whether evaluating the subtree changes nothing that others read."""
        return not self.effects(row)

    def is_shareable(self, row: int) -> bool:
        """Whether evaluating the subtree several times gives the same thing: no new object."""
        tree, named = self.tree, self.tree.language.kind_is_named
        return all(
            tree.kind[at] in self._shared
            for at in range(row, tree.stop[row])
            if named[tree.kind[at]] and tree.kind[at]
        )

    def effects(self, row: int) -> list[int]:
        """Rows of what may have an effect below `row`, functions that are only made aside."""
        kind = self.tree.kind
        found: list[int] = []
        at, last = row, self.tree.stop[row]
        while at < last:
            if kind[at] in self._functions:
                at = self.tree.stop[at]
                continue
            if kind[at] in self._effects:
                found.append(at)
            at += 1
        return found

    def is_once(  # noqa: PLR0911 - one guard a line
        self, statement: int, row: int
    ) -> bool:
        """Whether `row` is evaluated exactly once whenever the statement starts."""
        tree = self.tree
        while row != statement:
            if self._is_source(row):
                row = tree.parent[tree.parent[row]]
                continue
            if row < 0 or not is_at(tree, row, self._steps):
                return False
            parent = tree.parent[row]
            kind = tree.kind_name(parent)
            if kind in self._first_only and self._is_skippable(parent, row):
                return False
            if kind in self._chains and self._may_end_before(parent, row):
                return False
            if kind in self._certain and self._operand(parent, row) >= self._certain[kind]:
                return False
            above = tree.kind[tree.parent[parent]]
            if is_at(tree, row, self._later) and above == tree.kind[parent]:
                return False  # `a = b[c] = d` stores in a before it looks for b
            if kind in self._decides and self._operand(parent, row) != self._decides[kind]:
                return False
            row = parent
        return True

    def _operand(self, parent: int, row: int) -> int:
        """Which of the operands of its parent a row is, from 0."""
        named, kind = self.tree.language.kind_is_named, self.tree.kind
        kids = [c for c in significant_children(self.tree, parent) if named[kind[c]]]
        return kids.index(row)

    def is_earlier(self, at: int, row: int) -> bool:
        """Whether what stands at `at`, and is not around `row`, is evaluated before it."""
        if self.tree.stop[at] <= row:
            return not self._is_later(at, row)
        return at >= self.tree.stop[row] and self._is_later(row, at)

    def _is_later(self, row: int, other: int) -> bool:
        """Whether `row`, which stands before `other` in the text, is evaluated after it."""
        tree = self.tree
        while row >= 0:
            parent = tree.parent[row]
            if parent >= 0 and tree.stop[row] <= other < tree.stop[parent]:
                if is_at(tree, row, self._later):
                    return True
                if self._is_in_source(other, parent):
                    return True
                first = self._decides.get(tree.kind_name(parent))
                return first is not None and self._operand_at(parent, other) == first
            row = parent
        return False

    def _is_source(self, row: int) -> bool:
        """Whether a row is what the first clause of its kind is given."""
        tree = self.tree
        clause = tree.parent[row]
        if clause <= 0 or self._sources.get(tree.kind_name(clause)) != tree.field_name(row):
            return False
        if tree.field[row] == 0:
            return False
        kids = significant_children(tree, tree.parent[clause])
        return clause == next(c for c in kids if tree.kind[c] == tree.kind[clause])

    def _is_in_source(self, row: int, around: int) -> bool:
        """Whether a row is in what the first clause of a node is given."""
        while row > around:
            if self._is_source(row) and self.tree.parent[self.tree.parent[row]] == around:
                return True
            row = self.tree.parent[row]
        return False

    def _operand_at(self, parent: int, row: int) -> int:
        """Which of the operands of `parent` a row is in, or -1."""
        while self.tree.parent[row] != parent:
            row = self.tree.parent[row]
        is_named = self.tree.language.kind_is_named[self.tree.kind[row]]
        return self._operand(parent, row) if is_named else -1

    def _is_skippable(self, parent: int, row: int) -> bool:
        kids = significant_children(self.tree, parent)
        is_short = any(self.tree.slice(kid) in self._short for kid in kids)
        return is_short and row != kids[0]

    def _may_end_before(self, parent: int, row: int) -> bool:
        """Whether a chain may be over before an operand of its last link (`a?.b(row)`)."""
        tree, at = self.tree, parent
        while tree.kind_name(at) in self._chains:
            kids = significant_children(tree, at)
            if any(tree.kind_name(kid) == self._ends for kid in kids):
                return row != significant_children(tree, parent)[0]
            at = kids[0]
        return False

    def is_undisturbed(self, statement: int, row: int) -> bool:
        """Whether nothing in the statement that is done before `row` has an effect."""
        return not any(self.is_earlier(at, row) for at in self.effects(statement))
