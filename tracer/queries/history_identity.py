"""Which element before a change is an element after it.

A definition that keeps its name and its parameters under the same parent is itself, whatever
else moved: that settles overloads, and code extracted out of it. Only then the mapping of nodes
decides, and it may not name what its namesake claims. Blocks and variables live and die with
their function: what an extracted method brought along was introduced with it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tracer.queries.history_element import (
    BLOCK,
    VARIABLE,
    Element,
    definition_around,
    definition_at,
    definitions,
    function_around,
    signature,
    sort_of,
    variables,
)
from tracer.queries.history_parts import type_of
from tracer.syntax.names import element_name, qualified_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


class Place(NamedTuple):
    """An element and the index of its file in a forest."""

    file: int
    element: Element


class Identity:
    """Finds elements before, for one mapping."""

    def __init__(self, mapping: NodeMapping) -> None:
        self._mapping = mapping
        self._pair_of = {after: before for before, after in mapping.file_pairs}
        self._known: dict[tuple[int, int], Place | None] = {}

    def partner(self, file: int, element: Element) -> Place | None:
        """The element before of an element of the after file `file`; None when it is new."""
        key = (file, element.row)
        if key not in self._known:
            if element.kind == BLOCK:
                found = self._block(file, element)
            elif element.kind == VARIABLE and self._is_local(file, element):
                found = self._variable(file, element)
            else:
                found = self._definition(file, element)
            self._known[key] = found
        return self._known[key]

    # Definitions

    def _definition(self, file: int, element: Element) -> Place | None:
        namesakes = self._namesakes(file, element)
        tree = self._mapping.after.trees[file]
        mine = signature(tree, element.row)
        for place in namesakes:
            if signature(self._before(place), place.element.row) == mine:
                return place
        mapped = self._mapped_definition(file, element)
        if mapped is not None:
            return mapped
        free = [place for place in namesakes if not self._is_taken(place)]
        if len(free) == 1:
            return free[0]
        return self._renamed_field(file, element) if sort_of(element.kind) == "field" else None

    def _mapped_definition(self, file: int, element: Element) -> Place | None:
        """What the mapping says, when that is a definition of its sort and nobody else's."""
        node = self._mapping.to_before[self._mapping.after.base[file] + element.row]
        place = self._place(node) if node >= 0 else None
        if place is None or sort_of(place.element.kind) != sort_of(element.kind):
            return None
        if self._is_claimed(place):
            return None
        if _word(place.element) != _word(element):
            if sort_of(element.kind) == "field" and not self._is_renamed(file, element, place):
                return None
            if sort_of(element.kind) == "type" and not self._shares_members(file, element, place):
                return None
        return place

    def _renamed_field(self, file: int, element: Element) -> Place | None:
        """The field whose uses are this one's now, when it is no longer there."""
        above = definition_around(self._mapping.after.trees[file], element)
        home = self.partner(file, above) if above is not None else None
        if home is None:
            return None
        tree_b = self._before(home)
        votes = self._uses(file, element, range(len(self._mapping.after.trees[file])))
        for found in definitions(tree_b):
            if (
                sort_of(found.kind) == "field"
                and _row(definition_around(tree_b, found)) == home.element.row
                and votes[_word(found)] * 2 > votes.total()
                and not self._is_claimed(place := Place(home.file, found))
            ):
                return place
        return None

    def _is_renamed(self, file: int, element: Element, place: Place) -> bool:
        """Whether a field of another name is the same: by its uses, else by its type."""
        tree = self._mapping.after.trees[file]
        votes = self._uses(file, element, range(len(tree)))
        if votes:
            return votes[_word(place.element)] * 2 >= votes.total()
        return type_of(self._before(place), place.element) == type_of(tree, element)

    def _uses(self, file: int, element: Element, rows: range) -> Counter[str]:
        """What the uses of a name were called before."""
        mapping, tree = self._mapping, self._mapping.after.trees[file]
        word = _word(element).encode()
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

    def _namesakes(self, file: int, element: Element) -> list[Place]:
        """Definitions before of the same kind and name under the partner of the same parent."""
        file_b = self._pair_of.get(file)
        if file_b is None:
            return []
        tree_a, tree_b = self._mapping.after.trees[file], self._mapping.before.trees[file_b]
        above = definition_around(tree_a, element)
        home: Element | None = None
        if above is not None:
            place = self.partner(file, above)
            if place is None or place.file != file_b:
                return []
            home = place.element
        return [
            Place(file_b, found)
            for found in definitions(tree_b)
            if sort_of(found.kind) == sort_of(element.kind)
            and _word(found) == _word(element)
            and _row(definition_around(tree_b, found)) == _row(home)
        ]

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
        return Place(file, definition_at(tree, row)) if element_name(tree, row) else None

    # What lives in a function

    def _home(self, file: int, element: Element) -> tuple[int, range, Element | None] | None:
        """(file, rows, function) before that an element may have been in."""
        tree = self._mapping.after.trees[file]
        row = function_around(tree, element.row)
        if row < 0:
            file_b = self._pair_of.get(file)
            if file_b is None:
                return None
            return file_b, range(len(self._mapping.before.trees[file_b])), None
        place = self.partner(file, definition_at(tree, row))
        if place is None:
            return None
        tree_b, top = self._before(place), place.element.row
        return place.file, range(top, tree_b.stop[top]), place.element

    def _block(self, file: int, element: Element) -> Place | None:
        home = self._home(file, element)
        if home is None:
            return None
        file_b, rows, _ = home
        base_a, base_b = self._mapping.after.base[file], self._mapping.before.base[file_b]
        row = self._mapping.to_before[base_a + element.row] - base_b
        tree_b = self._mapping.before.trees[file_b]
        if row not in rows:
            return None
        return Place(file_b, Element(row, row, BLOCK, qualified_name(tree_b, row)))

    def _variable(self, file: int, element: Element) -> Place | None:
        home = self._home(file, element)
        if home is None or home[2] is None:
            return None
        file_b, rows, _ = home
        tree_a, tree_b = self._mapping.after.trees[file], self._mapping.before.trees[file_b]
        before = [v for v in variables(tree_b) if v.row in rows]
        function = function_around(tree_a, element.row)
        after = [v for v in variables(tree_a) if function < v.row < tree_a.stop[function]]
        mapped = self._mapped(file, file_b, element, before)
        if mapped is not None and _word(mapped) == _word(element):
            return Place(file_b, mapped)
        same_b = [v for v in before if _word(v) == _word(element)]
        same_a = [v for v in after if _word(v) == _word(element)]
        if len(same_b) == len(same_a) == 1:
            return Place(file_b, same_b[0])
        alike = _like(tree_b, same_b, tree_a, element)
        if len(alike) == len(_like(tree_a, same_a, tree_a, element)) == 1:
            return Place(file_b, alike[0])
        votes = self._uses(file, element, range(function, tree_a.stop[function]))
        still = {_word(v) for v in after}
        gone = [v for v in before if _word(v) not in still]
        if mapped is not None and mapped in gone:
            word = _word(mapped)
            if votes[word] * 2 >= votes.total() and (
                votes or type_of(tree_b, mapped) == type_of(tree_a, element)
            ):
                return Place(file_b, mapped)
        used = [v for v in gone if votes[_word(v)] * 2 > votes.total()]
        return Place(file_b, used[0]) if len(used) == 1 else None

    def _mapped(
        self, file: int, file_b: int, element: Element, before: Iterable[Element]
    ) -> Element | None:
        """The variable before whose name or declaration the mapping pairs with this one's."""
        base_a, base_b = self._mapping.after.base[file], self._mapping.before.base[file_b]
        to_before, parent = self._mapping.to_before, self._mapping.after.trees[file].parent
        by_row = {v.row: v for v in before}
        row = to_before[base_a + element.row] - base_b
        if row in by_row:
            return by_row[row]
        row = to_before[base_a + parent[element.row]] - base_b
        above = self._mapping.before.trees[file_b].parent
        inside = [v for v in by_row.values() if above[v.row] == row]
        return inside[0] if len(inside) == 1 else None

    def _is_local(self, file: int, element: Element) -> bool:
        tree = self._mapping.after.trees[file]
        return tree.stop[element.row] == element.row + 1

    def _before(self, place: Place) -> SyntaxTree:
        return self._mapping.before.trees[place.file]


def _members(tree: SyntaxTree, element: Element) -> Counter[str]:
    """The names of the definitions directly inside a type."""
    return Counter(
        _word(found)
        for found in definitions(tree)
        if element.row < found.row < tree.stop[element.row]
        and _row(definition_around(tree, found)) == element.row
    )


def _word(element: Element) -> str:
    return (element.name or "").rpartition(".")[2]


def _row(element: Element | None) -> int:
    return element.row if element is not None else -1


def _like(
    tree: SyntaxTree, found: Iterable[Element], tree_a: SyntaxTree, element: Element
) -> list[Element]:
    """The variables of the same type."""
    wanted = type_of(tree_a, element)
    return [v for v in found if type_of(tree, v) == wanted]
