"""How two nodes of one kind differ: the descent below a pair of rows of two trees."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tracer.classify.equality.subtree_equality import (
    is_printed,
    is_same_bytes,
    is_same_tokens,
    sameness,
    without_ends,
)
from tracer.matching.sequences import common_pairs, increasing
from tracer.semantics.language.tables import kinds_with
from tracer.syntax.grammar import Role
from tracer.syntax.tree import BROKEN, LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.classify.equality.subtree_equality import Prints
    from tracer.matching import NodeMapping
    from tracer.syntax import Language, SyntaxTree

_UNITS = Role.STATEMENT | Role.BLOCK | Role.DEFINITION
_LISTED = 3  # rows from a name to the list of imported names that it stands in
_PUNCTUATION = 3  # rows of a leftover that may be mere punctuation to a formatter

Pairs = list[tuple[int, int]]
_Marks = tuple[int, int, int]  # how many differences and loose rows were known


class Comparison:
    """Differences below a pair of rows, and the rows left without a partner in place.

    `differences` are (name of an EditKind, row before or -1, row after or -1).
    """

    def __init__(self, mapping: NodeMapping, prints: Prints, file_b: int, file_a: int) -> None:
        self.mapping = mapping
        self.prints = prints
        self.before = mapping.before.trees[file_b]
        self.after = mapping.after.trees[file_a]
        self.code_b = mapping.before.kids[file_b]  # children that are no comments
        self.code_a = mapping.after.kids[file_a]
        self.base_b = mapping.before.base[file_b]
        self.base_a = mapping.after.base[file_a]
        normal = self.before.language.raw.get("normal") or {}
        self._markup = (normal.get("markup") or {}).get("expression")
        self._may_be_printed = bool((normal.get("strings") or {}).get("printed_by"))
        self._is_same = sameness(self.before, self.after)
        self._has_comments = tuple(len(tree) > tree.rank[-1] for tree in (self.before, self.after))
        self._is_normal = False  # whether the normal form of both is known to be made
        self.differences: list[tuple[str, int, int]] = []
        self.loose_before: list[int] = []
        self.loose_after: list[int] = []

    def run(self, row_b: int, row_a: int) -> None:
        """Compare two rows of one kind, and all that is below them.

        NORMAL is asked of literals, statements and lists of statements: below, its digests
        need not stand alone, since a formatter may move text from one part to the next.
        """
        before, after, differences = self.before, self.after, self.differences
        roles, kind, parent = before.language.roles, before.kind, before.parent
        flags_b, flags_a, comments = before.flags, after.flags, before.language.comment_kinds
        rank_b, rank_a, stop_b, stop_a = before.rank, after.rank, before.stop, after.stop
        may_be_printed = self._may_be_printed
        work: list[tuple[int, int, _Marks | None]] = [(row_b, row_a, None)]
        while work:
            b, a, marks = work.pop()
            if marks is not None:
                self._finish(b, a, marks)
                continue
            role, leaf_b, leaf_a = roles[kind[b]], flags_b[b] & LEAF, flags_a[a] & LEAF
            is_as_large = rank_b[stop_b[b]] - rank_b[b] == rank_a[stop_a[a]] - rank_a[a]
            if is_as_large and is_same_tokens(before, b, after, a):
                if not is_same_bytes(before, b, after, a):
                    self._layout(b, a)
            elif (
                (role & Role.LITERAL and self._is_whole_literal(b)) or kind[b] in comments
            ) and self._is_spelling(b, a):
                differences.append(("SPELLING", b, a))
            elif may_be_printed and is_printed(before, b) and is_printed(after, a):
                differences.append(("REPLACE", b, a))  # its white space counts as well
            elif leaf_b and leaf_a:
                differences.append(("UPDATE", b, a))
            elif b > 0 and (leaf_b or leaf_a):
                differences.append(("REPLACE", b, a))
            else:
                # A row that stands in a list of statements.
                if b > 0 and not role & Role.BLOCK and roles[kind[parent[b]]] & Role.BLOCK:
                    work.append((b, a, self._marks()))
                work += [(*pair, None) for pair in reversed(self._children(b, a))]

    def _layout(self, row_b: int, row_a: int) -> None:
        """One layout edit; in a file with errors, one for each child, so that clean ones count."""
        if row_b == 0 and self.before.flags[0] & BROKEN:
            known = len(self.differences)
            for pair in self._children(row_b, row_a):
                if not is_same_bytes(self.before, pair[0], self.after, pair[1]):
                    self.differences.append(("LAYOUT", *pair))
            if len(self.differences) > known:
                return
        self.differences.append(("LAYOUT", row_b, row_a))

    def _has(self, row_b: int, role: int) -> bool:
        return bool(self.before.language.roles[self.before.kind[row_b]] & role)

    def _marks(self) -> _Marks:
        return len(self.differences), len(self.loose_before), len(self.loose_after)

    def _finish(self, row_b: int, row_a: int, marks: _Marks) -> None:
        """A statement is compared: if it only is spelled otherwise, that is the one edit."""
        is_structural = marks[1:] != (len(self.loose_before), len(self.loose_after))
        if not is_structural and not any(
            kind in ("UPDATE", "REPLACE") and (not self._is_name(row) or self._is_listed(row))
            for kind, row, _ in self.differences[marks[0] :]
        ):
            return
        if not self._is_spelling(row_b, row_a):
            return
        del self.differences[marks[0] :]
        del self.loose_before[marks[1] :]
        del self.loose_after[marks[2] :]
        self.differences.append(("SPELLING", row_b, row_a))

    def _is_listed(self, row_b: int) -> bool:
        """Whether a name stands in a list whose names may be in another order."""
        kind, parent = self.before.kind, self.before.parent
        lists = _sorted_lists(self.before.language)
        for _ in range(_LISTED):
            row_b = parent[row_b]
            if row_b <= 0 or kind[row_b] in lists:
                return row_b > 0
        return False

    def _is_whole_literal(self, row_b: int) -> bool:
        """Whether a literal is no part of another, or of markup, whose text it may join."""
        tree, roles, kind = self.before, self.before.language.roles, self.before.kind
        at = tree.parent[row_b]
        while at > 0 and not roles[kind[at]] & _UNITS:
            if roles[kind[at]] & Role.LITERAL or tree.kind_name(at) == self._markup:
                return False
            at = tree.parent[at]
        return True

    def _is_name(self, row_b: int) -> bool:
        return self._has(row_b, Role.IDENTIFIER | Role.MEMBER)

    def _is_spelling(self, row_b: int, row_a: int) -> bool:
        """Whether two rows are equal at NORMAL; names, which NORMAL keeps, are counted first.

        The count is cheap, and asking NORMAL makes the normal form of both files, where the
        matching has not done so.
        """
        if not self._is_normal:
            trees = self.before, self.after
            self._is_normal = all(self.prints.has_normal(tree) for tree in trees)
        if not self._is_normal and self._names(self.before, row_b) != self._names(
            self.after, row_a
        ):
            return False
        return self.prints.is_same_normal(self.before, row_b, self.after, row_a)

    def _names(self, tree: SyntaxTree, row: int) -> list[bytes]:
        """The names in a subtree, sorted."""
        kinds, flags = kinds_with(tree.language, Role.IDENTIFIER), tree.flags
        rows = tree.rows_within(kinds, row, tree.stop[row])
        return sorted(tree.slice(at) for at in rows if flags[at] & LEAF)

    def _children(self, row_b: int, row_a: int) -> Pairs:
        """Pairs of children to compare further; what has no partner in place is loose."""
        kids_b, kids_a = self.code_b[row_b], self.code_a[row_a]
        texts_b = _comments(self.before, row_b) if self._has_comments[0] else []
        texts_a = _comments(self.after, row_a) if self._has_comments[1] else []
        in_place, rest_b, rest_a = self._align(kids_b, kids_a)
        if rest_b or rest_a:
            is_asked = self._may_be_spelling(row_b, rest_b, rest_a)
            if is_asked and self._is_spelling(row_b, row_a):
                self.differences.append(("SPELLING", row_b, row_a))
                return []
            self.loose_before += rest_b
            self.loose_after += rest_a
        if texts_b or texts_a:
            self._comments(texts_b, texts_a)
        return in_place

    def _may_be_spelling(self, row_b: int, rest_b: list[int], rest_a: list[int]) -> bool:
        """Whether NORMAL is to be asked of a list of statements, where tokens came or went.

        As soon as a whole statement did it is not worth the cost: no formatter does that, and
        the list may be the whole file. What is no list is asked when its statement is done.
        """
        if not self._has(row_b, Role.BLOCK):
            return False
        return all(self.before.size(row) <= _PUNCTUATION for row in rest_b) and all(
            self.after.size(row) <= _PUNCTUATION for row in rest_a
        )

    def _align(self, kids_b: list[int], kids_a: list[int]) -> tuple[Pairs, list[int], list[int]]:
        """(pairs in order still to compare, children before and after without a partner)."""
        # Those of other layout are compared further, for the layout edit.
        kids_b, kids_a = without_ends(kids_b, kids_a, self._is_same)
        if not kids_b or not kids_a:
            return [], kids_b, kids_a
        if len(kids_b) == len(kids_a) and self._are_partners(kids_b, kids_a):
            return list(zip(kids_b, kids_a, strict=True)), [], []
        anchors = self._anchors(kids_b, kids_a)
        pairs: Pairs = []
        rest_b: list[int] = []
        rest_a: list[int] = []
        low_b = low_a = 0
        for i, j in [*anchors, (len(kids_b), len(kids_a))]:
            if low_b < i or low_a < j:
                gap = self._gap(kids_b[low_b:i], kids_a[low_a:j])
                pairs += gap
                rest_b += _without(kids_b[low_b:i], {b for b, _ in gap})
                rest_a += _without(kids_a[low_a:j], {a for _, a in gap})
            if i < len(kids_b):
                pairs.append((kids_b[i], kids_a[j]))
            low_b, low_a = i + 1, j + 1
        return pairs, rest_b, rest_a

    def _are_partners(self, kids_b: list[int], kids_a: list[int]) -> bool:
        """Whether the mapping pairs each child with the one in its place."""
        to_after, base_b, base_a = self.mapping.to_after, self.base_b, self.base_a
        kind_b, kind_a = self.before.kind, self.after.kind
        field_b, field_a = self.before.field, self.after.field
        for b, a in zip(kids_b, kids_a, strict=True):
            if (
                to_after[base_b + b] != base_a + a
                or kind_b[b] != kind_a[a]
                or field_b[b] != field_a[a]
            ):
                return False
        return True

    def _anchors(self, kids_b: list[int], kids_a: list[int]) -> Pairs:
        """Index pairs of children the mapping pairs, of one kind and field, in order."""
        place = {self.base_a + a: j for j, a in enumerate(kids_a)}
        points = []
        for i, b in enumerate(kids_b):
            j = place.get(self.mapping.to_after[self.base_b + b], -1)
            if j >= 0 and self._may_pair(b, kids_a[j]):
                points.append((i, j))
        return increasing(points)

    def _may_pair(self, row_b: int, row_a: int) -> bool:
        before, after = self.before, self.after
        return before.kind[row_b] == after.kind[row_a] and before.field[row_b] == after.field[row_a]

    def _gap(self, kids_b: list[int], kids_a: list[int]) -> Pairs:
        """Children between two anchors that the mapping pairs with nothing, in order.

        Those with equal tokens first (punctuation), then equal numbers of one kind and field.
        Pairing more than the mapping does is safe, and says more than a delete and an insert.
        """
        free_b = [b for b in kids_b if self.mapping.to_after[self.base_b + b] < 0]
        free_a = [a for a in kids_a if self.mapping.to_before[self.base_a + a] < 0]
        if not free_b or not free_a:
            return []
        equal = common_pairs(
            [(self.before.field[b], self.before.entries(b)) for b in free_b],
            [(self.after.field[a], self.after.entries(a)) for a in free_a],
        )
        found: Pairs = []
        low_b = low_a = 0
        for i, j in [*equal, (len(free_b), len(free_a))]:
            run_b, run_a = free_b[low_b:i], free_a[low_a:j]
            if len(run_b) == len(run_a):
                found += [p for p in zip(run_b, run_a, strict=True) if self._may_replace(*p)]
            if i < len(free_b):
                found.append((free_b[i], free_a[j]))
            low_b, low_a = i + 1, j + 1
        return found

    def _may_replace(self, row_b: int, row_a: int) -> bool:
        """Whether two rows nothing else pairs are one another's successor.

        Statements and definitions the matcher kept apart stay apart, unless they differ in
        nothing but the text of leaves.
        """
        if not self._may_pair(row_b, row_a):
            return False
        roles = self.before.language.roles[self.before.kind[row_b]]
        is_unit = roles & (Role.STATEMENT | Role.DEFINITION | Role.WRAPPER | Role.COMPOUND)
        return not is_unit or self._is_isostructural(row_b, row_a)

    def _is_isostructural(self, row_b: int, row_a: int) -> bool:
        before, after = self.before, self.after
        return before.kind[row_b : before.stop[row_b]] == after.kind[
            row_a : after.stop[row_a]
        ] and before.size(row_b) == after.size(row_a)

    def _comments(self, texts_b: list[int], texts_a: list[int]) -> None:
        """Comments directly below two rows: those that came, went or changed are layout."""
        same = common_pairs(
            [self.before.slice(c) for c in texts_b], [self.after.slice(c) for c in texts_a]
        )
        kept_b, kept_a = {texts_b[i] for i, _ in same}, {texts_a[j] for _, j in same}
        self.differences += [("LAYOUT", c, -1) for c in texts_b if c not in kept_b]
        self.differences += [("LAYOUT", -1, c) for c in texts_a if c not in kept_a]


@lru_cache
def _sorted_lists(language: Language) -> frozenset[int]:
    """Kinds of the lists whose order NORMAL leaves out, lists of statements aside."""
    rules = (language.raw.get("normal") or {}).get("sort") or ()
    names = {
        name
        for rule in rules
        for name in (rule["in"] if isinstance(rule["in"], list) else [rule["in"]])
    }
    ids = {language.kind_ids.get((name, True), -1) for name in names}
    return frozenset(at for at in ids if at >= 0 and not language.roles[at] & Role.BLOCK)


def _comments(tree: SyntaxTree, row: int) -> list[int]:
    """Children that are comments."""
    last = tree.stop[row]
    if tree.rank[last] - tree.rank[row] == last - row:
        return []
    flags = tree.flags
    return [child for child in tree.children(row) if flags[child] & TRIVIA]


def _without(rows: list[int], taken: set[int]) -> list[int]:
    return [row for row in rows if row not in taken]
