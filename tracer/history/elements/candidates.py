"""What speaks for an element before being one after: names, uses, words and members.

Each question is about one pair of versions; which answer counts is `identity`'s to decide.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.history.elements.differences import type_of
from tracer.history.elements.element import (
    FUNCTION,
    Element,
    Place,
    definition_around,
    definition_at,
    definitions,
    signature,
    sort_of,
    word_of,
)
from tracer.history.elements.merged_functions import Joined, names_in
from tracer.matching.similarity import Bags, dice
from tracer.syntax.names import assigned_name, element_name

if TYPE_CHECKING:
    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


_RELATED = 0.4  # share of words below which a function of other parameters is another
_WHOLE = 0.95  # share of a function's words that is all of it
_CLEARLY = 0.2  # how much more alike another function must be
_SHORT = 60  # weight of the words of a function too short to tell


Bag = tuple[Counter[bytes], int]


class Candidates:
    """Elements before that may be one after, for one mapping."""

    def __init__(self, mapping: NodeMapping) -> None:
        self._mapping = mapping
        self._pair_of = {after: before for before, after in mapping.file_pairs}

    def _same_body(self, file: int, element: Element) -> Place | None:
        """The function, gone now, in whose place most of a new one stood.

        Its form may be another one: a function without a name that was assigned to a member
        became a declaration, a method or an arrow.
        """
        mapping, tree = self._mapping, self._mapping.after.trees[file]
        base, first, last = mapping.after.base[file], element.row + 1, tree.stop[element.row]
        homes: Counter[tuple[int, int]] = Counter()
        for row in range(first, last):
            node = mapping.to_before[base + row]
            if node >= 0:
                file_b, row_b = mapping.before.locate(node)
                homes[file_b, _function_row(mapping.before.trees[file_b], row_b)] += 1
        (file_b, row_b), count = next(iter(homes.most_common(1)), ((0, -1), 0))
        if row_b < 0 or 2 * count < last - first:
            return None
        tree_b = mapping.before.trees[file_b]
        if 2 * count < tree_b.stop[row_b] - row_b - 1:
            return None
        place = Place(file_b, definition_at(tree_b, row_b))
        heir = mapping.to_after[mapping.before.base[file_b] + row_b]
        if heir not in (-1, base + element.row) or self._is_claimed(place):
            return None
        return place

    def _split_from(self, file: int, element: Element) -> Place | None:
        """The function a new one is a part of."""
        file_b = self._pair_of.get(file)
        if file_b is None:
            return None
        found = Joined(self._mapping, file_b, file).split_from(element)
        return Place(file_b, found) if found is not None else None

    def _likelier(self, file: int, element: Element, place: Place) -> Place | None:
        """The function a function was, when its parameters changed too.

        One of the same parent that is gone and is far more alike than the one the mapping names,
        which may be there for its name alone; none when even that has little in common. Of two
        that became one, the one that called the other took it in.
        """
        tree_a, tree_b = self._mapping.after.trees[file], self._before(place)
        if signature(tree_b, place.element.row) == signature(tree_a, element.row):
            return place
        bag, bags = Bags(tree_a).bag(element.row), Bags(tree_b)
        mine = bags.bag(place.element.row)
        is_whole = sum((mine[0] & bag[0]).values()) >= _WHOLE * mine[1]
        called = names_in(tree_b, place.element.row) if is_whole else set()
        least = max(dice(bag, mine), dice(self._with_called(file, element), mine))
        above = row_of(definition_around(tree_b, place.element))
        best, best_score = place, least + _CLEARLY
        for found in definitions(tree_b):
            other = Place(place.file, found)
            if (
                found.kind == FUNCTION
                and found.row != place.element.row
                and row_of(definition_around(tree_b, found)) == above
                and (score := dice(bag, bags.bag(found.row))) > best_score
                and word_of(found).encode() not in called
                and not self._is_claimed(other)
            ):
                best, best_score, least = other, score, score
        return best if is_whole or least >= _RELATED or bag[1] < _SHORT else None

    def _with_called(self, file: int, element: Element) -> Bag:
        """A function's words and those of the new functions it names: it may have been both."""
        tree = self._mapping.after.trees[file]
        bags, words = Bags(tree), names_in(tree, element.row)
        known = self._words_before(file)
        counts, weight = bags.bag(element.row)
        for found in definitions(tree):
            word = word_of(found)
            if found.kind == FUNCTION and word.encode() in words and word not in known:
                more = bags.bag(found.row)
                counts, weight = counts + more[0], weight + more[1]
        return counts, weight

    def _words_before(self, file: int) -> set[str]:
        """The names of the definitions in the file that a file was."""
        file_b = self._pair_of.get(file)
        trees = self._mapping.before.trees
        return {word_of(e) for e in definitions(trees[file_b])} if file_b is not None else set()

    def _gave_away(self, file: int, element: Element, place: Place) -> bool:
        """Whether a namesake's body went to a new function that this one calls."""
        if element.kind != FUNCTION or self._is_claimed(place):
            return False
        mapping, tree = self._mapping, self._mapping.after.trees[file]
        heir = mapping.to_after[mapping.before.base[place.file] + place.element.row]
        row = heir - mapping.after.base[file]
        if not 0 <= row < len(tree) or row == element.row:
            return False
        word = word_of(definition_at(tree, row))
        return word.encode() in names_in(tree, element.row) and word not in self._words_before(file)

    def _is_renamed(self, file: int, element: Element, place: Place) -> bool:
        """Whether a field of another name is the same: by its uses, else by its type."""
        tree = self._mapping.after.trees[file]
        votes = self._uses(file, element, range(len(tree)))
        if votes:
            return votes[word_of(place.element)] * 2 >= votes.total()
        return type_of(self._before(place), place.element) == type_of(tree, element)

    def _uses(self, file: int, element: Element, rows: range) -> Counter[str]:
        """What the uses of a name were called before."""
        mapping, tree = self._mapping, self._mapping.after.trees[file]
        word = word_of(element).encode()
        base, size = mapping.after.base[file], len(word)
        votes: Counter[str] = Counter()
        for row in rows:
            if tree.end[row] - tree.start[row] != size or tree.stop[row] != row + 1:
                continue
            node = mapping.to_before[base + row]
            inside = element.row <= row < tree.stop[element.row]
            if node >= 0 and not inside and tree.slice(row) == word:
                tree_b, row_b = mapping.before.tree_of(node)
                votes[tree_b.slice(row_b).decode("utf-8", "replace")] += 1
        return votes

    def _shares_members(self, file: int, element: Element, place: Place) -> bool:
        """Whether half of the members of two types have the same names."""
        mine = _members(self._mapping.after.trees[file], element)
        theirs = _members(self._before(place), place.element)
        return 2 * (mine & theirs).total() >= max(mine.total(), theirs.total())

    def _is_claimed(self, place: Place) -> bool:
        """Whether the after side has the very definition: same file, name and parameters."""
        file = next((a for b, a in self._mapping.file_pairs if b == place.file), None)
        if file is None:
            return False
        tree_b, tree_a = self._before(place), self._mapping.after.trees[file]
        mine = signature(tree_b, place.element.row)
        return any(
            found.name == place.element.name
            and sort_of(found.kind) == sort_of(place.element.kind)
            and signature(tree_a, found.row) == mine
            for found in definitions(tree_a)
        )

    def _is_taken(self, place: Place) -> bool:
        node = self._mapping.before.base[place.file] + place.element.row
        return self._mapping.to_after[node] >= 0

    def _place(self, node: int) -> Place | None:
        file, row = self._mapping.before.locate(node)
        tree = self._mapping.before.trees[file]
        is_named = element_name(tree, row) or assigned_name(tree, row)
        return Place(file, definition_at(tree, row)) if is_named else None

    def _before(self, place: Place) -> SyntaxTree:
        return self._mapping.before.trees[place.file]


def _members(tree: SyntaxTree, element: Element) -> Counter[str]:
    """The names of the definitions directly inside a type."""
    return Counter(
        word_of(found)
        for found in definitions(tree)
        if element.row < found.row < tree.stop[element.row]
        and row_of(definition_around(tree, found)) == element.row
    )


def _function_row(tree: SyntaxTree, row: int) -> int:
    """Row of the innermost function around a row that has a name or is assigned to one, or -1."""
    kinds = tree.language.definitions
    while row >= 0:
        definition = kinds.get(tree.kind[row])
        is_named = definition is not None and definition.kind == FUNCTION
        if (is_named and element_name(tree, row)) or assigned_name(tree, row):
            return row
        row = tree.parent[row]
    return -1


def row_of(element: Element | None) -> int:
    """The row of an element, or -1."""
    return element.row if element is not None else -1
