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
from tracer.syntax.names import assigned_name, element_name, qualified_name

if TYPE_CHECKING:
    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


_RELATED = 0.4  # share of words below which a function of other parameters is another
_WHOLE = 0.95  # share of a function's words that is all of it
_CLEARLY = 0.2  # how much more alike another function must be
_SHORT = 60  # weight of the words of a function too short to tell


Bag = tuple[Counter[bytes], int]


class Identity:
    """Finds elements before, for one mapping."""

    def __init__(self, mapping: NodeMapping) -> None:
        self._mapping = mapping
        self._pair_of = {after: before for before, after in mapping.file_pairs}
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
        above = _row(definition_around(tree_b, place.element))
        best, best_score = place, least + _CLEARLY
        for found in definitions(tree_b):
            other = Place(place.file, found)
            if (
                found.kind == FUNCTION
                and found.row != place.element.row
                and _row(definition_around(tree_b, found)) == above
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

    def _is_called_by_namesake(self, file: int, element: Element, place: Place) -> bool:
        """Whether a function of the name that a new one's body had calls it: it was extracted."""
        tree = self._mapping.after.trees[file]
        if word_of(element) == word_of(place.element) or place.file != self._pair_of.get(file):
            return False
        if word_of(element) in self._words_before(file):
            return False
        above = _row(definition_around(tree, element))
        return any(
            found.kind == FUNCTION
            and word_of(found) == word_of(place.element)
            and _row(definition_around(tree, found)) == above
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
                and _row(definition_around(tree_b, found)) == home.element.row
                and votes[word_of(found)] * 2 > votes.total()
                and not self._is_claimed(place := Place(home.file, found))
            ):
                return place
        return None

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
        here = [f for f, a in zip(called, above_b, strict=True) if _row(a) == _row(home)]
        if not here and home is not None:
            # What several nodes define together: a class opened again, the `impl`s of a type.
            here = [f for f, a in zip(called, above_b, strict=True) if a and a.name == home.name]
        return [Place(file_b, found) for found in here]

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

    def _before(self, place: Place) -> SyntaxTree:
        return self._mapping.before.trees[place.file]


def _members(tree: SyntaxTree, element: Element) -> Counter[str]:
    """The names of the definitions directly inside a type."""
    return Counter(
        word_of(found)
        for found in definitions(tree)
        if element.row < found.row < tree.stop[element.row]
        and _row(definition_around(tree, found)) == element.row
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


def _row(element: Element | None) -> int:
    return element.row if element is not None else -1
