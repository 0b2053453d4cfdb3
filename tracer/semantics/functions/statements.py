"""Statements of bodies: what each stores, returns, or is but for brackets around it.

Table `expansion` of verdicts.yaml:

- `lists`: kinds between a body and its statements;
- `parentheses`, `statement`: kinds around an expression that add nothing;
- `return`: the kind that leaves a function with a result;
- `binds`: kinds of statements (or their only parts) that store one value -> fields of the target
  and the value; `list`: kinds of several targets and values; `record`: kinds whose parts are
  targets and values by name, when all of them are of the kind given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import is_assigned, significant_children
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree


class Bodies:
    """The statements of one file's bodies."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.tree: SyntaxTree = names.tree
        self.table: dict[str, Any] = names.tables.raw.get("expansion") or {}
        self._parentheses = frozenset(self.table.get("parentheses") or ())
        self._statement = frozenset(self.table.get("statement") or ())
        # Where the last separator of a list says nothing: (its text, the list's kind).
        if names.tables.trailing is None:
            names.tables.trailing = frozenset(
                (rule["token"].encode(), kind)
                for rule in (self.tree.language.raw.get("normal") or {}).get("trailing") or ()
                if not rule.get("open_ended") and rule.get("min", 1) == 1
                for kind in rule["in"]
            )
        self._trailing = names.tables.trailing

    def body_of(self, function: int) -> int:
        """The body of a function of any kind; the file itself for the file."""
        return 0 if function == 0 else self.tree.child_by_field(function, "body")

    def statements(self, body: int) -> list[int]:
        """The statements of a body."""
        named = self.tree.language.kind_is_named
        kids = [c for c in significant_children(self.tree, body) if named[self.tree.kind[c]]]
        lists = self.table.get("lists") or ()
        if len(kids) == 1 and self.tree.kind_name(kids[0]) in lists:
            return self.statements(kids[0])
        return [c for c in kids if self.tree.kind_name(c) != "empty_statement"]

    def parts(self, row: int) -> list[int]:
        """The children that count: no semicolon at the end, no last comma of a list."""
        tree, named = self.tree, self.tree.language.kind_is_named
        kids = significant_children(tree, row)
        if kids and tree.slice(kids[-1]) == b";" and len(kids) > 1:
            kids.pop()
        last = len(kids) - 2
        if last > 0 and not named[tree.kind[kids[-1]]] and named[tree.kind[kids[last - 1]]]:
            is_neutral = (tree.slice(kids[last]), tree.kind_name(row)) in self._trailing
            if is_neutral or (last > 2 and tree.slice(kids[last]) == b","):  # noqa: PLR2004
                del kids[last]
        return kids

    def is_list(self, row: int) -> bool:
        """Whether a row is a list of statements."""
        return bool(self.tree.language.roles[self.tree.kind[row]] & Role.BLOCK)

    def bare(self, row: int) -> int:
        """The expression inside parentheses, or the row itself."""
        while self.tree.kind_name(row) in self._parentheses:
            kids = significant_children(self.tree, row)
            if len(kids) != 3:  # noqa: PLR2004 - ( expression )
                break
            row = kids[1]
        return row

    def expression(self, statement: int) -> int:
        """The expression an expression statement consists of, or the row itself."""
        if self.tree.kind_name(statement) in self._statement:
            named = self.tree.language.kind_is_named
            kids = significant_children(self.tree, statement)
            inner = [c for c in kids if named[self.tree.kind[c]]]
            if len(inner) == 1:
                return self.bare(inner[0])
        return statement

    def returned(self, statement: int) -> int:
        """The value a return statement returns; -1 without one, -2 if it is none."""
        if self.tree.kind_name(statement) != self.table["return"]:
            return -2
        named = self.tree.language.kind_is_named
        kids = [c for c in significant_children(self.tree, statement) if named[self.tree.kind[c]]]
        return self.bare(kids[0]) if kids else -1

    def bound(self, statement: int) -> tuple[tuple[int, ...], int] | None:
        """(target leaves, value) of a statement that stores one value, or None."""
        tree, at = self.tree, self.expression(statement)
        for _ in range(3):
            fields = self.table["binds"].get(tree.kind_name(at))
            if fields is None:
                return None
            if isinstance(fields, dict):
                target = tree.child_by_field(at, fields["target"])
                value = tree.child_by_field(at, fields["value"])
                if target < 0 or value < 0 or self._has_operator(at):
                    return None
                return self._targets(target), self.bare(value)
            wanted = [c for c in significant_children(tree, at) if tree.kind_name(c) == fields]
            if len(wanted) != 1:
                return None
            at = wanted[0]
        return None

    def is_updated(self, row: int) -> bool:
        """Whether the old value of a variable is read as well where a new one is stored (`+=`)."""
        parent = self.tree.parent[row]
        fields = self.table["binds"].get(self.tree.kind_name(parent))
        if not isinstance(fields, dict) or self.tree.field_name(row) != fields["target"]:
            return False
        return self.tree.child_by_field(parent, fields["value"]) >= 0 and self._has_operator(parent)

    def _has_operator(self, row: int) -> bool:
        """Whether a store is of the `+=` sort."""
        tokens = [self.tree.slice(c) for c in significant_children(self.tree, row)]
        return not any(token in (b"=", b":=") for token in tokens)

    def _targets(self, row: int) -> tuple[int, ...]:
        kind = self.tree.kind_name(row)
        part = (self.table.get("record") or {}).get(kind)
        if part is None and kind not in (self.table.get("list") or ()):
            return (row,)
        named = self.tree.language.kind_is_named
        kids = [c for c in significant_children(self.tree, row) if named[self.tree.kind[c]]]
        if part is not None and (not kids or any(self.tree.kind_name(c) != part for c in kids)):
            return (row,)
        return tuple(kids)

    def spelled_out(self, row: int, key: bytes) -> int:
        """The value that a part of a record gives the property `key`, or -1."""
        tree = self.tree
        fields = (self.names.tables.raw.get("spelled_out") or {}).get(tree.kind_name(row))
        if fields is None:
            return -1
        at, value = (tree.child_by_field(row, field) for field in fields)
        return value if at >= 0 and tree.flags[at] & LEAF and tree.slice(at) == key else -1

    def values(self, row: int) -> tuple[int, ...]:
        """The single values of a list of values, or the one value."""
        return self._targets(row)

    def is_assigned(self, row: int) -> bool:
        """Whether a new value is stored in the variable at a leaf, after its declaration."""
        return is_assigned(self.tree, row, self.names.tables)
