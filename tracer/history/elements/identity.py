"""Which element before a change is an element after it.

A definition that keeps its name and its parameters under the same parent is itself, whatever
else moved: that settles overloads, and code extracted out of it. Only then the mapping of nodes
decides, and it may not name what its namesake claims. Blocks and variables live and die with
their function: what an extracted method brought along was introduced with it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.history.elements.blocks import Blocks
from tracer.history.elements.candidates import Candidates, row_of
from tracer.history.elements.differences import type_of
from tracer.history.elements.element import (
    BLOCK,
    FUNCTION,
    Element,
    Place,
    definition_around,
    definition_at,
    definitions,
    function_around,
    is_local,
    signature,
    sort_of,
    variables,
    word_of,
)
from tracer.history.elements.merged_functions import Joined, names_in
from tracer.history.elements.variables import Variables
from tracer.matching.similarity import Bags, dice
from tracer.syntax.names import qualified_name

if TYPE_CHECKING:
    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


class Identity(Candidates):
    """Finds elements before, for one mapping."""

    def __init__(self, mapping: NodeMapping) -> None:
        super().__init__(mapping)
        self._known: dict[tuple[int, int], Place | None] = {}
        self._assigned: dict[tuple[int, int], dict[int, Place]] = {}
        self._merged: dict[tuple[int, int], list[Place]] = {}
        self._blocks_of: dict[tuple[int, int], Blocks] = {}
        self._bags_of: dict[int, Bags] = {}

    def partner(self, file: int, element: Element) -> Place | None:
        """The element before of an element of the after file `file`; None when it is new."""
        key = (file, element.row)
        if key not in self._known:
            if element.kind == BLOCK:
                found = self._block(file, element)
            elif is_local(self._mapping.after.trees[file], element):
                found = self._variable(file, element)
            else:
                found = self._definition(file, element)
            self._known[key] = found
        return self._known[key]

    # Definitions

    def namesake(self, file: int, element: Element) -> Place | None:
        """A definition before of the same name, parent and parameters; asks no mapping of nodes."""
        if element.kind == BLOCK or is_local(self._mapping.after.trees[file], element):
            return None
        tree = self._mapping.after.trees[file]
        mine, kind = signature(tree, element.row), tree.kind_name(element.row)
        same = [
            place
            for place in self._namesakes(file, element)
            if signature(self._before(place), place.element.row) == mine
        ]
        # A struct and its `impl` have one name.
        alike = (p for p in same if self._before(p).kind_name(p.element.row) == kind)
        return next(alike, same[0] if same else None)

    def _definition(self, file: int, element: Element) -> Place | None:
        found = self.namesake(file, element) or self._mapped_definition(file, element)
        if found is not None:
            return found
        free = [
            place
            for place in self._namesakes(file, element)
            if not self._is_taken(place) or self._gave_away(file, element, place)
        ]
        if len(free) == 1:
            return free[0]
        if sort_of(element.kind) == "field":
            return self._renamed_field(file, element)
        if element.kind != FUNCTION:
            return None
        return self._split_from(file, element) or self._same_body(file, element)

    def _mapped_definition(self, file: int, element: Element) -> Place | None:
        """What the mapping says, when that is a definition of its sort and nobody else's."""
        node = self._mapping.to_before[self._mapping.after.base[file] + element.row]
        place = self._place(node) if node >= 0 else None
        if place is None or sort_of(place.element.kind) != sort_of(element.kind):
            return None
        if self._is_claimed(place):
            return None
        if element.kind == FUNCTION:
            was_extracted = self._is_called_by_namesake(file, element, place)
            return None if was_extracted else self._likelier(file, element, place)
        if word_of(place.element) == word_of(element):
            return place
        if sort_of(element.kind) == "field":
            return place if self._is_renamed(file, element, place) else None
        return place if self._shares_members(file, element, place) else None

    def _is_called_by_namesake(self, file: int, element: Element, place: Place) -> bool:
        """Whether a function of the name that a new one's body had calls it: it was extracted."""
        tree = self._mapping.after.trees[file]
        if word_of(element) == word_of(place.element) or place.file != self._pair_of.get(file):
            return False
        if word_of(element) in self._words_before(file):
            return False
        above = row_of(definition_around(tree, element))
        return any(
            found.kind == FUNCTION
            and word_of(found) == word_of(place.element)
            and row_of(definition_around(tree, found)) == above
            and word_of(element).encode() in names_in(tree, found.row)
            and self.namesake(file, found) is None
            for found in definitions(tree)
        )

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
                and row_of(definition_around(tree_b, found)) == home.element.row
                and votes[word_of(found)] * 2 > votes.total()
                and not self._is_claimed(place := Place(home.file, found))
            ):
                return place
        return None

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
        called = [
            found
            for found in definitions(tree_b)
            if sort_of(found.kind) == sort_of(element.kind) and word_of(found) == word_of(element)
        ]
        above_b = [definition_around(tree_b, found) for found in called]
        here = [f for f, a in zip(called, above_b, strict=True) if row_of(a) == row_of(home)]
        if not here and home is not None:
            # What several nodes define together: a class opened again, the `impl`s of a type.
            here = [f for f, a in zip(called, above_b, strict=True) if a and a.name == home.name]
        return [Place(file_b, found) for found in here]

    def is_extracted(self, file: int, element: Element) -> bool:
        """Whether most of a new function's body stood in a function that is still there."""
        mapping, tree = self._mapping, self._mapping.after.trees[file]
        homes: Counter[tuple[int, int]] = Counter()
        first, last = element.row + 1, tree.stop[element.row]
        for row in range(first, last):
            node = mapping.to_before[mapping.after.base[file] + row]
            if node >= 0:
                file_b, row_b = mapping.before.locate(node)
                homes[file_b, function_around(mapping.before.trees[file_b], row_b)] += 1
        (file_b, row_b), count = next(iter(homes.most_common(1)), ((0, -1), 0))
        if row_b < 0 or 2 * count < last - first:
            return False
        home = Place(file_b, definition_at(mapping.before.trees[file_b], row_b))
        return self._is_taken(home) or self._is_claimed(home)

    def joined(self, file: int, element: Element, place: Place) -> tuple[list[str], list[Place]]:
        """`inlined`, `merged` and `split`, as they apply to a function; and what merged with it."""
        if place.file != self._pair_of.get(file):
            return [], []
        found = Joined(self._mapping, place.file, file)
        node = self._mapping.after.base[file] + element.row

        def is_gone(other: Element) -> bool:
            there = Place(place.file, other)
            heir = self._mapping.to_after[self._mapping.before.base[place.file] + other.row]
            return heir in (-1, node) and not self._is_claimed(there)

        def is_new(other: Element) -> bool:
            return self.partner(file, other) in (None, place)

        taken = found.taken_in(element, place.element, is_gone)
        kinds = ["inlined"] * bool(taken.inlined) + ["merged"] * bool(taken.merged)
        kinds += ["split"] * found.has_split(place.element, is_new)
        return kinds, [Place(place.file, other) for other in taken.merged]

    def joined_kinds(
        self, file: int, element: Element, place: Place, kinds: list[str]
    ) -> tuple[list[str], list[Place]]:
        """The kinds of a change of an element with those of `joined`; and what merged with it.

        A part with another name is not renamed: it was split off.
        """
        more, merged = self.joined(file, element, place)
        return (["split"] if "split" in more and "rename" in kinds else kinds + more), merged

    def may_have_joined(
        self, file: int, element: Element, place: Place, kinds: list[str] | None = None
    ) -> bool:
        """Whether a function grew and another is gone, or it shrank and another is new.

        Asks no mapping of nodes.
        """
        if element.kind != FUNCTION or (kinds is not None and "body" not in kinds):
            return False
        tree_b, tree_a = self._before(place), self._mapping.after.trees[file]
        before, after = (
            {(f.name, signature(tree, f.row)) for f in definitions(tree) if f.kind == FUNCTION}
            for tree in (tree_b, tree_a)
        )
        size_b, size_a = tree_b.size(place.element.row), tree_a.size(element.row)
        return bool(before - after) if size_a > size_b else bool(after - before)

    # What lives in a function

    def _block(self, file: int, element: Element) -> Place | None:
        """A block of the function's partner; of a new function, wherever its code was.

        What came from a function that is gone was inlined and is followed there, unless there
        is more of it in the function's partner.
        """
        tree_a = self._mapping.after.trees[file]
        function = function_around(tree_a, element.row)
        home = self.partner(file, definition_at(tree_a, function)) if function >= 0 else None
        place = self._mapped_block(file, element)
        if home is None:
            return place
        key = (file, function)
        if key not in self._blocks_of:
            sides = (home.file, file), (home.element.row, function)

            def renamed() -> dict[bytes, bytes]:
                return Variables(self._mapping, *sides, lambda _: -1).renamed()

            self._blocks_of[key] = Blocks(self._mapping, *sides, renamed)
        found = self._blocks_of[key]
        row = found.partner(element.row)
        if (
            place is not None
            and found.mapped(element.row) < 0
            and self._came_along(place, file, home, function)
        ):
            bag = self._bags(tree_a).bag(element.row)
            there = dice(self._bags(self._before(place)).bag(place.element.row), bag)
            if row < 0 or there > found.likeness(row, element.row):
                return place
        if row < 0:
            return None
        name = qualified_name(self._before(home), row)
        return Place(home.file, Element(row, row, BLOCK, name))

    def _mapped_block(self, file: int, element: Element) -> Place | None:
        node = self._mapping.to_before[self._mapping.after.base[file] + element.row]
        if node < 0:
            return None
        file_b, row = self._mapping.before.locate(node)
        tree_b = self._mapping.before.trees[file_b]
        return Place(file_b, Element(row, row, BLOCK, qualified_name(tree_b, row)))

    def _bags(self, tree: SyntaxTree) -> Bags:
        if id(tree) not in self._bags_of:
            self._bags_of[id(tree)] = Bags(tree)
        return self._bags_of[id(tree)]

    def _came_along(self, place: Place, file: int, home: Place, function: int) -> bool:
        """Whether the function a block was in is gone, or merged with the one it is in now."""
        row = function_around(self._before(place), place.element.row)
        merged = self._merged_with(file, function, home)
        return self._is_homeless(place) or any(
            other.file == place.file and other.element.row == row for other in merged
        )

    def _merged_with(self, file: int, function: int, home: Place) -> list[Place]:
        """What merged with the function `home` into a function after."""
        key = (file, function)
        if key not in self._merged:
            element = definition_at(self._mapping.after.trees[file], function)
            may = self.may_have_joined(file, element, home)
            self._merged[key] = self.joined(file, element, home)[1] if may else []
        return self._merged[key]

    def _is_homeless(self, place: Place) -> bool:
        """Whether the function a block was in is no longer there."""
        tree = self._before(place)
        function = function_around(tree, place.element.row)
        if function < 0:
            return False
        old = Place(place.file, definition_at(tree, function))
        return not self._is_claimed(old) and not self._is_taken(old)

    def _variable(self, file: int, element: Element) -> Place | None:
        function = function_around(self._mapping.after.trees[file], element.row)
        key = (file, function)
        if key not in self._assigned:
            self._assigned[key] = self._assign(file, function)
        return self._assigned[key].get(element.row)

    def _assign(self, file: int, function: int) -> dict[int, Place]:
        """The variables of a function before, by the row of what each is after."""
        home = self.partner(file, definition_at(self._mapping.after.trees[file], function))
        if home is None:
            return {}

        def block_of(row: int) -> int:
            place = self.partner(file, Element(row, row, BLOCK, None))
            return place.element.row if place is not None and place.file == home.file else -1

        found = Variables(self._mapping, (home.file, file), (home.element.row, function), block_of)
        places = {row: Place(home.file, old) for row, old in found.run().items()}
        for other in self._merged_with(file, function, home):
            rows = other.element.row, function
            more = Variables(self._mapping, (other.file, file), rows, lambda _: -1)
            for row, old in more.run().items():
                places.setdefault(row, Place(other.file, old))
        called = names_in(self._before(home), home.element.row)
        for new in found.after.all:
            if new.row not in places:
                place = self._inlined_variable(file, new, called)
                if place is not None:
                    places[new.row] = place
        return places

    def _inlined_variable(self, file: int, element: Element, called: set[bytes]) -> Place | None:
        """The variable of a function that was called and is gone, when its declaration stands here.

        From another file one declaration is too little to tell.
        """
        mapping, tree = self._mapping, self._mapping.after.trees[file]
        node = mapping.to_before[mapping.after.base[file] + element.row]
        if node < 0:
            return None
        file_b, row = mapping.before.locate(node)
        tree_b = mapping.before.trees[file_b]
        if file_b != self._pair_of.get(file):
            return None
        found = next((v for v in variables(tree_b) if v.row == row), None)
        if found is None or word_of(found) != word_of(element):
            return None
        if type_of(tree_b, found) != type_of(tree, element):
            return None
        gone = function_around(tree_b, found.row)
        if gone < 0 or word_of(definition_at(tree_b, gone)).encode() not in called:
            return None
        place = Place(file_b, found)
        return place if self._is_homeless(place) else None
