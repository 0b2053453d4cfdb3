"""In-place alignment: from a matched pair of nodes down, sibling list by sibling list.

Children with equal tokens are paired by longest common subsequence; what lies between two
such pairs is a gap, in which definitions pair by name, single fields by role, and, once what
moved is known, the rest by similarity in order. Every pair found is aligned in turn. Subtrees
with equal tokens are never entered, so the cost follows the change.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.matching.alone import (
    sole_by_field,
    sole_shapes,
    sole_shapes_with_words,
    sole_targets,
)
from tracer.matching.mapping import Stage
from tracer.matching.sequences import common_pairs, increasing
from tracer.matching.signatures import same_signature
from tracer.matching.similarity import best_of, dice, votes
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, unwrapped
from tracer.syntax.tree import BROKEN, ENTRY, LEAF, TRIVIA

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from tracer.matching.mapping import NodeMapping
    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element

LIKE = 0.5  # siblings of one gap pair from here on
VERY_LIKE = 0.75  # so alike that they pair before it is known what moved
_ALONE = 0.2  # enough for statements that are alone in a gap
_WRAPPING = 4_000  # rows of a statement searched for another one that it wraps
_CANDIDATES = 8  # most promising overloads compared, where there are very many
_COMMON = 16  # a leaf in more overloads than this does not make candidates
_GAP_LIMIT = 4_000  # pairs of a gap compared with each other; beyond it only in order


class Aligner:
    """Aligns nodes of one file before with nodes of one file after, writing to a draft.

    `least` is the likeness from which siblings between equal ones pair; a lone pair of one
    kind needs less of it when `least` is low.
    """

    def __init__(
        self, draft: NodeMapping, file_b: int, file_a: int, *, least: float = LIKE
    ) -> None:
        self.draft = draft
        self.before = draft.before.trees[file_b]
        self.after = draft.after.trees[file_a]
        self.base_b = draft.before.base[file_b]
        self.base_a = draft.after.base[file_a]
        self.same_language = self.before.language is self.after.language
        self._key_b = draft.before.keys[file_b].key
        self._key_a = draft.after.keys[file_a].key
        self._kids_b = draft.before.kids[file_b]
        self._kids_a = draft.after.kids[file_a]
        self._blocks = (draft.before.blocks(file_b), draft.after.blocks(file_a))
        self._bags_b = draft.before.bags[file_b]
        self._bags_a = draft.after.bags[file_a]
        # Definitions of one signature that are not very alike, where the caller wants to know.
        self.contested: list[tuple[int, int]] | None = None
        self._held_b: set[int] = set()
        self._held_a: set[int] = set()
        self._outer_b = draft.before.outermost(file_b)
        self._outer_a = draft.after.outermost(file_a)
        self._least = least
        self._alone = _ALONE if least <= LIKE else least

    def align(self, row_b: int, row_a: int) -> None:
        """Pair the descendants of two rows that are paired already (or about to be)."""
        if not self.same_language:
            return
        work = [(row_b, row_a)]
        while work:
            top_b, top_a = work.pop()
            kids_b, kids_a = self._kids_b[top_b], self._kids_a[top_a]
            if self._all_paired(kids_b, kids_a):
                continue
            if self._key_b(top_b) == self._key_a(top_a):
                for child_b, child_a in zip(kids_b, kids_a, strict=True):
                    if self._is_free(child_b, child_a):
                        self._pair_equal(child_b, child_a)
                continue
            work += self._by_signature(kids_b, kids_a)
            for gap_b, gap_a in self._gaps(kids_b, kids_a):
                work += self._align_gap(gap_b, gap_a)

    def _all_paired(self, kids_b: list[int], kids_a: list[int]) -> bool:
        """Whether one of two lists of siblings has nothing left to pair."""
        to_after, to_before, base_b, base_a = (
            self.draft.to_after, self.draft.to_before, self.base_b, self.base_a,
        )  # fmt: skip
        for row in kids_b:
            if to_after[base_b + row] < 0:
                break
        else:
            return True
        return all(to_before[base_a + row] >= 0 for row in kids_a)

    def align_members(self, row_b: int, row_a: int) -> None:
        """Pair the definitions directly inside two rows by likeness; not what they hold."""
        kids_b = [row for row in self._kids_b[row_b] if row in self._outer_b]
        kids_a = [row for row in self._kids_a[row_a] if row in self._outer_a]
        for gap_b, gap_a in self._gaps(kids_b, kids_a):
            self._align_gap(gap_b, gap_a)

    def _by_signature(self, kids_b: list[int], kids_a: list[int]) -> list[tuple[int, int]]:
        """Pair members that only one definition on the other side can be; returns unequal pairs.

        Before the order of siblings counts: an overload whose body went into a new one keeps its
        name and parameters, and members may stand in any order.
        """
        if self._outer_b.keys().isdisjoint(kids_b) or self._outer_a.keys().isdisjoint(kids_a):
            return []
        members_b = self._members(kids_b, self._outer_b, self.draft.to_after, self.base_b)
        members_a = self._members(kids_a, self._outer_a, self.draft.to_before, self.base_a)
        if not members_b or not members_a:
            return []
        work = []
        for b, a in same_signature((self.before, members_b), (self.after, members_a)):
            if self._key_b(b.outer) == self._key_a(a.outer):
                self._pair_equal(b.outer, a.outer)
            elif self.contested is not None and self.similarity(b.row, a.row) < VERY_LIKE:
                self.contested.append((self.base_b + b.outer, self.base_a + a.outer))
                self._held_b.add(b.outer)
                self._held_a.add(a.outer)
            else:
                self.draft.pair(self.base_b + b.outer, self.base_a + a.outer, Stage.ALIGNED)
                work.append((b.outer, a.outer))
        return work

    @staticmethod
    def _members(
        kids: list[int], outermost: dict[int, Element], partner: array[int], base: int
    ) -> list[Element]:
        return [outermost[row] for row in kids if row in outermost and partner[base + row] < 0]

    def similarity(self, row_b: int, row_a: int) -> float:
        """Dice's coefficient over the leaves of two subtrees."""
        return dice(self._bags_b.bag(row_b), self._bags_a.bag(row_a))

    def _gaps(self, kids_b: list[int], kids_a: list[int]) -> list[tuple[list[int], list[int]]]:
        """The runs of unpaired children between children paired with each other, in order."""
        base_b, base_a = self.base_b, self.base_a
        to_after, to_before = self.draft.to_after, self.draft.to_before
        place_a = {base_a + row: j for j, row in enumerate(kids_a)}
        known = []
        for i, row in enumerate(kids_b):
            j = place_a.get(to_after[base_b + row], -1)
            if j >= 0:
                known.append((i, j))
        found = []
        low_b = low_a = 0
        for i, j in [*increasing(known), (len(kids_b), len(kids_a))]:
            gap_b = [row for row in kids_b[low_b:i] if to_after[base_b + row] < 0]
            gap_a = [row for row in kids_a[low_a:j] if to_before[base_a + row] < 0]
            if self._held_b:
                gap_b = [row for row in gap_b if row not in self._held_b]
                gap_a = [row for row in gap_a if row not in self._held_a]
            if gap_b and gap_a:
                found.append((gap_b, gap_a))
            low_b, low_a = i + 1, j + 1
        return found

    def _align_gap(self, kids_b: list[int], kids_a: list[int]) -> list[tuple[int, int]]:
        """Pair what is equal in a gap, then what lies between; returns pairs to align."""
        equal = common_pairs([self._key_b(r) for r in kids_b], [self._key_a(r) for r in kids_a])
        for i, j in equal:
            self._pair_equal(kids_b[i], kids_a[j])
        work = []
        low_b = low_a = 0
        for i, j in [*equal, (len(kids_b), len(kids_a))]:
            if low_b < i and low_a < j:
                for pair in self._unequal(kids_b[low_b:i], kids_a[low_a:j]):
                    if self._is_free(*pair) and not self._wrapped(*pair):
                        self.draft.pair(self.base_b + pair[0], self.base_a + pair[1], Stage.ALIGNED)
                        work.append(pair)
            low_b, low_a = i + 1, j + 1
        return work

    def _wrapped(self, row_b: int, row_a: int) -> bool:
        """Whether one of two statements is inside the other, which wraps it; pairs it there.

        `if c: S` in `if d: if c: S` is the inner one. Cost: a search for the tokens of the
        smaller in those of the larger, up to a size.
        """
        roles = self.before.language.roles[self.before.kind[row_b]]
        if not roles & (Role.STATEMENT | Role.COMPOUND):
            return False
        size_b, size_a = self.before.size(row_b), self.after.size(row_a)
        if size_b == size_a or max(size_b, size_a) > _WRAPPING:
            return False
        if size_b < size_a:
            row_a = _find(self.after, row_a, self.before.entries(row_b))
        else:
            row_b = _find(self.before, row_b, self.after.entries(row_a))
        if row_a < 0 or row_b < 0 or not self._is_free(row_b, row_a):
            return False
        self._pair_equal(row_b, row_a)
        return True

    def _is_free(self, row_b: int, row_a: int) -> bool:
        draft = self.draft
        return draft.to_after[self.base_b + row_b] < 0 and draft.to_before[self.base_a + row_a] < 0

    def _pair_equal(self, row_b: int, row_a: int) -> None:
        if self.before.stop[row_b] == row_b + 1 == self.after.stop[row_a] - row_a + row_b:
            if self._is_free(row_b, row_a):
                self.draft.pair(self.base_b + row_b, self.base_a + row_a, Stage.IN_PLACE)
            return
        self.draft.pair_subtrees(self.base_b + row_b, self.base_a + row_a, Stage.IN_PLACE)

    def _unequal(self, kids_b: list[int], kids_a: list[int]) -> list[tuple[int, int]]:
        """Pairs between two runs of siblings none of which are equal in order."""
        if len(kids_b) == len(kids_a) == 1:
            pair = kids_b[0], kids_a[0]
            return [pair] if self._go_together(*pair) else []
        found = self._by_name(kids_b, kids_a)
        found += self._by_field(kids_b, kids_a, found)
        rest_b = self._unclaimed(self.before, _without(kids_b, [b for b, _ in found]), 1)
        rest_a = self._unclaimed(self.after, _without(kids_a, [a for _, a in found]), 0)
        if self._least > LIKE:
            rest_b = [row for row in rest_b if not self._is_simple(row, 0)]
            rest_a = [row for row in rest_a if not self._is_simple(row, 1)]
        else:
            alike = self._by_target(rest_b, rest_a)
            found += alike
            rest_b = _without(rest_b, [b for b, _ in alike])
            rest_a = _without(rest_a, [a for _, a in alike])
            for shapes in (sole_shapes_with_words, sole_shapes):
                alike = self._by_shape(rest_b, rest_a, shapes)
                found += alike
                rest_b = _without(rest_b, [b for b, _ in alike])
                rest_a = _without(rest_a, [a for _, a in alike])
        return found + self._by_similarity(rest_b, rest_a)

    def _go_together(self, row_b: int, row_a: int) -> bool:
        """What the steps of `_unequal` come to for one row on either side, most of all gaps."""
        before, after = self.before, self.after
        if before.kind[row_b] != after.kind[row_a]:
            return False
        name_b = defined_name(before, unwrapped(before, row_b))
        name_a = defined_name(after, unwrapped(after, row_a))
        if name_b is not None and name_b == name_a:
            return True
        may_pair = self._may_pair(row_b, row_a)
        if may_pair and before.field[row_b] and before.field[row_b] == after.field[row_a]:
            return True
        if not (self._unclaimed(before, [row_b], 1) and self._unclaimed(after, [row_a], 0)):
            return False
        if self._least > LIKE:
            simple = self._is_simple(row_b, 0) or self._is_simple(row_a, 1)
            return may_pair and not simple
        return may_pair or bool(
            sole_shapes(before, [row_b]).keys() & sole_shapes(after, [row_a]).keys()
        )

    def _by_target(self, kids_b: list[int], kids_a: list[int]) -> list[tuple[int, int]]:
        """Statements that alone assign to one target on both sides.

        `a = f(g(x))` is not `b = g(x)`, though most of it went there, when `a = f(b)` follows.
        """
        targets_b, targets_a = sole_targets(self.before, kids_b), sole_targets(self.after, kids_a)
        if not targets_b or not targets_a:
            return []
        pairs = [
            (row, targets_a[target])
            for target, row in targets_b.items()
            if target in targets_a and self._may_pair(row, targets_a[target])
        ]
        return increasing(sorted(pairs))

    def _by_shape(
        self,
        kids_b: list[int],
        kids_a: list[int],
        shapes: Callable[[SyntaxTree, list[int]], dict[bytes, int]],
    ) -> list[tuple[int, int]]:
        """Inner siblings whose kinds agree all the way down, when no other has that shape.

        A short statement whose one name was renamed has nothing else left to be known by.
        """
        shapes_b, shapes_a = shapes(self.before, kids_b), shapes(self.after, kids_a)
        pairs = [(row, shapes_a[shape]) for shape, row in shapes_b.items() if shape in shapes_a]
        return increasing(sorted(pairs))

    def _is_simple(self, row: int, side: int) -> bool:
        """Whether a row is a statement without a block inside.

        Such a one is paired by likeness only when it is known what moved: a call that stands in
        place of what was extracted names the same things.
        """
        tree = (self.before, self.after)[side]
        roles, kind = tree.language.roles, tree.kind
        if not (
            roles[kind[row]] & Role.STATEMENT
            or (row and roles[kind[tree.parent[row]]] & Role.BLOCK)
        ):
            return False
        return self._blocks[side].find(1, row + 1, tree.stop[row]) < 0

    def _unclaimed(self, tree: SyntaxTree, rows: list[int], side: int) -> list[int]:
        """The rows without the definitions that the other side has under the same name."""
        forest = (self.draft.before, self.draft.after)[side]
        kept = []
        for row in rows:
            inner = unwrapped(tree, row)
            name = defined_name(tree, inner)
            if name is None or (tree.kind_name(inner), name) not in forest.defined:
                kept.append(row)
        return kept

    def _by_name(self, kids_b: list[int], kids_a: list[int]) -> list[tuple[int, int]]:
        """Definitions of one kind and name; overloads pair by similarity, best first."""
        named_b = self._named(self.before, kids_b)
        named_a = self._named(self.after, kids_a)
        found: list[tuple[int, int]] = []
        for key, rows_b in named_b.items():
            rows_a = named_a.get(key, [])
            if len(rows_b) == 1 and len(rows_a) == 1:
                found.append((rows_b[0], rows_a[0]))
            elif rows_a:
                found += self._best_first(rows_b, rows_a, 0.0)
        return found

    def _named(self, tree: SyntaxTree, rows: list[int]) -> dict[tuple[int, str], list[int]]:
        found: dict[tuple[int, str], list[int]] = {}
        for row in rows:
            inner = unwrapped(tree, row)
            name = defined_name(tree, inner)
            if name is not None:
                # A decorated definition may lose its wrapper and stay the same definition,
                # but the pair must be of one kind; the wrapper stage takes the other case.
                found.setdefault((tree.kind[row], name), []).append(row)
        return found

    def _by_field(
        self, kids_b: list[int], kids_a: list[int], known: list[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """Children that alone fill one field with one kind on both sides."""
        fields_b = sole_by_field(self.before, _without(kids_b, [b for b, _ in known]))
        fields_a = sole_by_field(self.after, _without(kids_a, [a for _, a in known]))
        return [
            (row, fields_a[key])
            for key, row in fields_b.items()
            if key in fields_a and self._may_pair(row, fields_a[key])
        ]

    def _may_pair(self, row_b: int, row_a: int) -> bool:
        """Whether a lone pair is plausible: statements and definitions need a likeness.

        The parts of a matched expression need none, and to ask each level of a deep one for
        its leaves would cost the square of its depth.
        """
        if (self.before.flags[row_b] | self.after.flags[row_a]) & BROKEN:
            return self.similarity(row_b, row_a) >= self._least
        roles = self.before.language.roles[self.before.kind[row_b]]
        if roles & (Role.STATEMENT | Role.DEFINITION | Role.WRAPPER | Role.COMPOUND):
            return self.similarity(row_b, row_a) >= self._alone or (
                self._alone < LIKE and self._same_head(row_b, row_a)
            )
        return True

    def _by_similarity(self, kids_b: list[int], kids_a: list[int]) -> list[tuple[int, int]]:
        """Siblings of one kind, in order, as alike as possible in sum."""
        kind_b, kind_a = self.before.kind, self.after.kind
        shared = {kind_b[row] for row in kids_b} & {kind_a[row] for row in kids_a}
        rest_b = [row for row in kids_b if kind_b[row] in shared]
        rest_a = [row for row in kids_a if kind_a[row] in shared]
        if not rest_b or not rest_a:
            return []
        if len(rest_b) == 1 and len(rest_a) == 1:
            return [(rest_b[0], rest_a[0])] if self._may_pair(rest_b[0], rest_a[0]) else []
        if len(rest_b) * len(rest_a) > _GAP_LIMIT:
            return [
                (b, a)
                for b, a in zip(rest_b, rest_a, strict=False)
                if kind_b[b] == kind_a[a] and self._score(b, a) > 0
            ]
        return self.in_order(rest_b, rest_a)

    def in_order(self, rest_b: list[int], rest_a: list[int]) -> list[tuple[int, int]]:
        """The monotone pairing with the greatest sum of scores (Needleman and Wunsch)."""
        scores = [[self._score(b, a) for a in rest_a] for b in rest_b]
        height, width = len(rest_b), len(rest_a)
        best = [[0.0] * (width + 1) for _ in range(height + 1)]
        for i in range(height - 1, -1, -1):
            for j in range(width - 1, -1, -1):
                best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + scores[i][j])
        found = []
        i = j = 0
        while i < height and j < width:
            if scores[i][j] > 0 and best[i][j] == best[i + 1][j + 1] + scores[i][j]:
                found.append((rest_b[i], rest_a[j]))
                i, j = i + 1, j + 1
            elif best[i][j] == best[i + 1][j]:
                i += 1
            else:
                j += 1
        return found

    def _score(self, row_b: int, row_a: int) -> float:
        """Similarity when the two may pair, else 0. Leaves pair by kind, with a small score."""
        if self.before.kind[row_b] != self.after.kind[row_a]:
            return 0.0
        if self.before.flags[row_b] & self.after.flags[row_a] & LEAF:
            named = self.before.language.kind_is_named[self.before.kind[row_b]]
            return 0.1 if named and self._least <= LIKE else 0.0
        alike = self.similarity(row_b, row_a)
        if alike >= self._least:
            return alike
        return self._least if self._least <= LIKE and self._same_head(row_b, row_a) else 0.0

    def _same_head(self, row_b: int, row_a: int) -> bool:
        """Whether two compound statements of one kind have one condition, whatever they hold."""
        if not self.before.language.roles[self.before.kind[row_b]] & Role.COMPOUND:
            return False
        head = _head(self.before, row_b)
        return bool(head) and head == _head(self.after, row_a)

    def _promising(self, rows_b: list[int], rows_a: list[int]) -> list[tuple[int, int]]:
        """Index pairs of rows that share uncommon leaves: of many overloads, those to compare."""
        holders: dict[bytes, list[int]] = {}
        for i, row in enumerate(rows_b):
            for leaf in self._bags_b.bag(row)[0]:
                holders.setdefault(leaf, []).append(i)
        return [
            (i, j)
            for j, row in enumerate(rows_a)
            for i in best_of(votes(self._bags_a.bag(row)[0], holders, _COMMON), _CANDIDATES)
        ]

    def _best_first(
        self, rows_b: list[int], rows_a: list[int], least: float
    ) -> list[tuple[int, int]]:
        """Pairs in order of similarity, each row once; ties by position."""
        if len(rows_b) * len(rows_a) <= _GAP_LIMIT:
            pairs = [(i, j) for i in range(len(rows_b)) for j in range(len(rows_a))]
        else:
            pairs = self._promising(rows_b, rows_a)
        scored = sorted(
            (-self.similarity(rows_b[i], rows_a[j]), abs(i - j), rows_b[i], rows_a[j])
            for i, j in pairs
        )
        taken_b: set[int] = set()
        taken_a: set[int] = set()
        found = []
        for score, _, b, a in scored:
            if b not in taken_b and a not in taken_a and -score >= least:
                taken_b.add(b)
                taken_a.add(a)
                found.append((b, a))
        return found


def _head(tree: SyntaxTree, row: int) -> bytes:
    """Tokens of a compound statement before what it holds; empty when they name nothing."""
    roles, kind, named, flags = (
        tree.language.roles, tree.kind, tree.language.kind_is_named, tree.flags,
    )  # fmt: skip
    last = row + 1
    says = False
    for child in tree.children(row):
        if roles[kind[child]] & (Role.BLOCK | Role.STATEMENT | Role.COMPOUND):
            break
        says = says or (named[kind[child]] and not flags[child] & TRIVIA)
        last = tree.stop[child]
        if says and tree.field[child]:
            break
    return tree.tokens[ENTRY * tree.rank[row + 1] : ENTRY * tree.rank[last]] if says else b""


def _find(tree: SyntaxTree, top: int, entries: bytes) -> int:
    """The first row below `top` with these tokens, or -1."""
    inside = tree.entries(top)
    at = inside.find(entries, 1)
    while at >= 0:
        if at % ENTRY == 0:
            rank = tree.rank[top] + at // ENTRY
            # The first row of that rank which is no comment.
            row = bisect_left(tree.rank, rank, top, tree.stop[top])
            while tree.flags[row] & TRIVIA:
                row += 1
            return row if tree.size(row) * ENTRY == len(entries) else -1
        at = inside.find(entries, at + 1)
    return -1


def _without(rows: list[int], taken: list[int]) -> list[int]:
    gone = set(taken)
    return [row for row in rows if row not in gone]
