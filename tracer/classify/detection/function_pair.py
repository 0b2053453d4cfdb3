"""`Pair`: a function (or file) before and the one it became, and what is asked of both."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tracer.classify.detection.program_elements import Named
from tracer.semantics.language.tables import rows_called
from tracer.semantics.names.occurrences import Use
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.program_elements import Function, Version
    from tracer.matching import NodeMapping
    from tracer.semantics.model import Side
    from tracer.syntax import SyntaxTree


class Pair:
    """A function of both versions, or a file (row 0). Sides are 0 (before) and 1 (after)."""

    def __init__(
        self,
        mapping: NodeMapping,
        versions: tuple[Version, Version],
        nodes: tuple[int, int],
        functions: tuple[Function, Function],
    ) -> None:
        both = tuple(zip(versions, functions, strict=True))
        self.nodes = nodes
        self.sides: tuple[Side, ...] = tuple(v.side(f.file) for v, f in both)
        self.rows = tuple(f.element.row for f in functions)
        self.outer = tuple(f.element.outer for f in functions)
        self.base = tuple(v.forest.base[f.file] for v, f in both)
        self.stops = tuple(s.tree.stop[r] for s, r in zip(self.sides, self.rows, strict=True))
        self._to_other = (mapping.to_after, mapping.to_before)
        self._versions = versions
        self.files = tuple(f.file for f in functions)
        self._is_method = tuple(f.is_method for f in functions)
        self._standing: dict[tuple[int, int], int] = {}
        self._texts: dict[tuple[int, int], tuple[bytes, ...]] = {}
        self._stores: dict[tuple[int, int], tuple[int, int]] = {}

    @property
    def is_same(self) -> bool:
        """Whether both say the same, comments and layout aside."""
        texts = [s.tree.entries(row) for s, row in zip(self.sides, self.outer, strict=True)]
        return texts[0] == texts[1]

    @property
    def is_known(self) -> bool:
        """Whether the tables of both languages say how names are bound."""
        return all(side.names.tables.is_known for side in self.sides)

    def named(self, kind: str, detail: str) -> Named:
        """A name for a change of this function."""
        return Named(kind, detail, *self.nodes)

    def named_variable(self, kind: str, at: int, word: str, detail: str = "") -> Named:
        """A name for a change of a variable: one of the file itself is its attribute."""
        if self.is_of_file(at, word):
            kind = kind.replace("Variable", "Attribute")
        return self.named(kind, detail or word)

    def is_of_file(self, at: int, word: str) -> bool:
        """Whether the file itself, and no branch or loop of it, gives a variable its values."""
        tree = self.sides[at].tree
        ways = tree.language.raw.get("compound") or ()
        leaves = self.bindings[at].get(word, ()) if self.rows[at] == 0 else ()
        return bool(leaves) and all(tree.kind_name(_outermost(tree, r)) not in ways for r in leaves)

    # ------------------------------------------------------------------ rows

    def partner(self, at: int, row: int) -> int:
        """The row of the other function that a row of this one is paired with, or -1."""
        found = self._to_other[at][self.base[at] + row] - self.base[1 - at]
        return found if self.rows[1 - at] <= found < self.stops[1 - at] else -1

    def goes_away(self, at: int, row: int) -> bool:
        """Whether a leaf is paired with one of its word that stands outside of the other one."""
        found = self._to_other[at][self.base[at] + row]
        if found < 0 or self.rows[1 - at] <= found - self.base[1 - at] < self.stops[1 - at]:
            return False
        file, there = self._versions[1 - at].forest.locate(found)
        other = self._versions[1 - at].forest.trees[file]
        return other.slice(there) == self.sides[at].tree.slice(row)

    def standing(self, at: int, row: int) -> int:
        """The row that stands, in the other function, where a row stands in this one; or -1.

        It is the partner that lies in the partner of what is around it, or else what is left
        over in the same gap between such partners. Cost: the siblings of the rows up to one that
        is paired, each row asked for once.
        """
        known = self._standing.get((at, row))
        if known is None:
            known = self._standing[at, row] = self._standing_at(at, row)
        return known

    def _standing_at(self, at: int, row: int) -> int:
        if row <= self.rows[at]:
            return self.rows[1 - at] if row == self.rows[at] else -1
        tree, other = self.sides[at].tree, self.sides[1 - at].tree
        around = tree.parent[row]
        home = self.standing(at, around)
        partner = self.partner(at, row)
        if partner >= 0 and (home < 0 or other.parent[partner] == home):
            return partner
        if home < 0 or tree.kind_name(around) != other.kind_name(home):
            return -1
        kids, others = list(tree.children(around)), list(other.children(home))
        kept = {kid: self.partner(at, kid) for kid in kids}
        kept = {kid: two for kid, two in kept.items() if two >= 0 and other.parent[two] == home}
        index = kids.index(row)
        first = next((i for i in range(index - 1, -1, -1) if kids[i] in kept), -1)
        last = next((i for i in range(index + 1, len(kids)) if kids[i] in kept), len(kids))
        low = others.index(kept[kids[first]]) + 1 if first >= 0 else 0
        high = others.index(kept[kids[last]]) if last < len(kids) else len(others)
        gap, gap_o = kids[first + 1 : last], others[low:high]
        return gap_o[gap.index(row)] if len(gap) == len(gap_o) else -1

    # ------------------------------------------------------------------ names

    @cached_property
    def parameters(self) -> tuple[list[str], list[str]]:
        """Names of the parameters, without the object of a method."""
        found = self._parameters_of(0), self._parameters_of(1)
        return found[0][self._has_object(0) :], found[1][self._has_object(1) :]

    @cached_property
    def objects(self) -> set[str]:
        """Names of the object of a method, where it is a parameter."""
        return {
            word
            for at in (0, 1)
            for word in self._parameters_of(at)[: self._has_object(at)]
        }  # fmt: skip

    def _has_object(self, at: int) -> bool:
        table = self.sides[at].functions.table
        return bool(self._is_method[at] and table.get("self_parameter") and not self._is_static(at))

    def _is_static(self, at: int) -> bool:
        return any(b"static" in mark for mark in self.marks(at))

    def _parameters_of(self, at: int) -> list[str]:
        return self._all_parameters[at]

    @cached_property
    def _all_parameters(self) -> tuple[list[str], list[str]]:
        """Names of the parameters, the object of a method included."""
        return self._bound_in_head(0), self._bound_in_head(1)

    def _bound_in_head(self, at: int) -> list[str]:
        side, row = self.sides[at], self.rows[at]
        where = side.tree.child_by_field(row, "parameters")
        leaves = rows_called(side.tree, where, side.names.tables.names) if where >= 0 else ()
        words = ((side.word(leaf), leaf) for leaf in leaves)
        return [
            word
            for word, leaf in words
            if (found := side.names.at(leaf, word)) is not None and found.scope == row
        ]

    @cached_property
    def locals(self) -> tuple[set[str], set[str]]:
        """Names bound in the functions, parameters aside."""
        return (
            set(self.bindings[0]) - set(self.parameters[0]),
            set(self.bindings[1]) - set(self.parameters[1]),
        )

    @cached_property
    def bindings(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """The leaves that bind each name, of the functions themselves."""
        return self._bindings(0), self._bindings(1)

    def _bindings(self, at: int) -> dict[str, list[int]]:
        row = self.rows[at]
        found = self._versions[at].bindings(self.files[at], row)
        if row > 0:
            return found
        # Of a file only its variables.
        kept = {w: [r for r in rows if self.store_of(at, r) >= 0] for w, rows in found.items()}
        return {word: rows for word, rows in kept.items() if rows}

    def stored(self, at: int, word: str) -> Iterator[tuple[int, int, list[int]]]:
        """(target, value, uses after it) of the stores of one value in a local."""
        side, row = self.sides[at], self.rows[at]
        found = side.names.inside(word, row)
        uses = [o.row for o in found if o.use is Use.NAME]
        for target in self.bindings[at].get(word, ()):
            value = self.value_of(at, target)
            if value >= 0:
                yield target, value, [use for use in uses if use > value]

    def value_of(self, at: int, target: int) -> int:
        """The value that is stored in the one name at a leaf, or -1."""
        return self._store(at, target, is_alone=True)

    def store_of(self, at: int, target: int) -> int:
        """The value that is stored in the name at a leaf, and in others maybe; or -1."""
        return self._store(at, target, is_alone=False)

    def _store(self, at: int, target: int, *, is_alone: bool) -> int:
        found = self._stores.get((at, target))
        if found is None:
            found = self._stores[at, target] = self._find_store(at, target)
        return found[1] if found[0] == 1 or not is_alone else -1

    def _find_store(self, at: int, target: int) -> tuple[int, int]:
        """How many names the statement stores to that stores to the one at a leaf; the value."""
        side = self.sides[at]
        statement = side.tree.parent[target]
        for _ in range(2):
            stored = side.functions.bound(statement) if side.functions.is_known else None
            if stored is not None and target in stored[0]:
                return len(stored[0]), stored[1]
            statement = side.tree.parent[statement]
        return 0, -1

    def is_element(self, word: str) -> bool:
        """Whether a variable only stands for the elements of a parameter that is new."""
        side, leaves = self.sides[1], self.bindings[1].get(word, ())
        new = set(self.parameters[1]) - set(self.parameters[0])
        sources = [_looped_over(side, leaf) for leaf in leaves] if new else []
        return bool(sources) and all(
            row >= 0
            and not new.isdisjoint(w.decode("utf-8", "replace") for w in self.words(1, row))
            for row in sources
        )

    # ------------------------------------------------------------------ marks

    def marks(self, at: int) -> set[bytes]:
        """Annotations of a function."""
        tree = self.sides[at].tree
        kinds = set(tree.language.raw.get("annotations") or ())
        head = tree.child_by_field(self.rows[at], "parameters")
        return {
            b"".join(_without_comments(tree, row).split())
            for row in range(self.outer[at], head)
            if tree.kind_name(row) in kinds
        }

    def words(self, at: int, row: int) -> tuple[bytes, ...]:
        """The texts of the leaves of a row."""
        found = self._texts.get((at, row))
        if found is None:
            tree = self.sides[at].tree
            flags, text, start, end = tree.flags, tree.text, tree.start, tree.end
            found = self._texts[at, row] = tuple(
                [text[start[r] : end[r]] for r in range(row, tree.stop[row]) if flags[r] & LEAF]
            )
        return found


def _looped_over(side: Side, leaf: int) -> int:
    """What a loop goes through whose variable, or one of them, stands at a leaf; or -1."""
    tree, loops = side.tree, side.functions.table.get("loops") or {}
    row, at = leaf, tree.parent[leaf]
    while at >= 0 and not side.functions.is_list(at):
        fields = loops.get(tree.kind_name(at))
        if fields is not None:
            is_target = row == tree.child_by_field(at, fields["target"])
            return tree.child_by_field(at, fields["source"]) if is_target else -1
        row, at = at, tree.parent[at]
    return -1


def _outermost(tree: SyntaxTree, row: int) -> int:
    """The statement of the file that a row stands in."""
    while tree.parent[row] > 0:
        row = tree.parent[row]
    return row


def _without_comments(tree: SyntaxTree, row: int) -> bytes:
    """The text of a row, comments aside."""
    found, last = b"", tree.start[row]
    for leaf in range(row, tree.stop[row]):
        if tree.flags[leaf] & LEAF and tree.flags[leaf] & TRIVIA:
            found += tree.text[last : tree.start[leaf]]
            last = tree.end[leaf]
    return found + tree.text[last : tree.end[row]]
