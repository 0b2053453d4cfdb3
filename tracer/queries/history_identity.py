"""Which element before a change is an element after it.

A definition that keeps its name and its parameters under the same parent is itself, whatever
else moved: that settles overloads, and code extracted out of it. Only then the mapping of nodes
decides, and it may not name what its namesake claims. Blocks and variables live and die with
their function: what an extracted method brought along was introduced with it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tracer.matching.similarity import Bags, dice
from tracer.queries.history_element import (
    BLOCK,
    FUNCTION,
    Element,
    blocks,
    definition_around,
    definition_at,
    definitions,
    function_around,
    is_branch,
    is_local,
    signature,
    sort_of,
    variables,
)
from tracer.queries.history_held import Held
from tracer.queries.history_parts import head_of, type_of
from tracer.syntax.grammar import Role
from tracer.syntax.names import element_name, qualified_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


_LIST = Role.PARAMETERS
_HELD = 0.4  # share of paired content that makes two blocks the same
_ALIKE = 0.5  # share of words that does
_RELATED = 0.4  # share of words below which a function of other parameters is another
_WHOLE = 0.95  # share of a function's words that is all of it
_CLEARLY = 0.2  # how much more alike another function must be
_SHORT = 60  # weight of the words of a function too short to tell
_BLOCKS = 80  # blocks of a function compared with each other


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
        self._assigned: dict[tuple[int, int], dict[int, Place]] = {}
        self._assigned_blocks: dict[tuple[int, int], dict[int, Place]] = {}
        self._bags_of: dict[int, Bags] = {}
        self._held_of: dict[int, Held] = {}

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
        mine = signature(self._mapping.after.trees[file], element.row)
        for place in self._namesakes(file, element):
            if signature(self._before(place), place.element.row) == mine:
                return place
        return None

    def _definition(self, file: int, element: Element) -> Place | None:
        found = self.namesake(file, element) or self._mapped_definition(file, element)
        if found is not None:
            return found
        free = [place for place in self._namesakes(file, element) if not self._is_taken(place)]
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
        if element.kind == FUNCTION:
            return self._likelier(file, element, place)
        if _word(place.element) != _word(element):
            if sort_of(element.kind) == "field" and not self._is_renamed(file, element, place):
                return None
            if sort_of(element.kind) == "type" and not self._shares_members(file, element, place):
                return None
        return place

    def _likelier(self, file: int, element: Element, place: Place) -> Place | None:
        """The function a function was, when its parameters changed too.

        One of the same parent that is gone and is far more alike than the one the mapping names,
        which may be there for its name alone; none when even that has little in common.
        """
        tree_a, tree_b = self._mapping.after.trees[file], self._before(place)
        if signature(tree_b, place.element.row) == signature(tree_a, element.row):
            return place
        bag, bags = Bags(tree_a).bag(element.row), Bags(tree_b)
        mine = bags.bag(place.element.row)
        if sum((mine[0] & bag[0]).values()) >= _WHOLE * mine[1]:
            return place  # all of it is still there; what it called was inlined
        least = dice(bag, mine)
        above = _row(definition_around(tree_b, place.element))
        best, best_score = place, least + _CLEARLY
        for found in definitions(tree_b):
            other = Place(place.file, found)
            if (
                found.kind == FUNCTION
                and found.row != place.element.row
                and _row(definition_around(tree_b, found)) == above
                and (score := dice(bag, bags.bag(found.row))) > best_score
                and not self._is_claimed(other)
            ):
                best, best_score, least = other, score, score
        return best if least >= _RELATED or bag[1] < _SHORT else None

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

    def has_inlined(self, file: int, element: Element, place: Place) -> bool:
        """Whether most of a function that is gone stands in this one now."""
        mapping, tree_b = self._mapping, self._before(place)
        base = mapping.after.base[file] + element.row
        inside = range(base, base + self._mapping.after.trees[file].stop[element.row] - element.row)
        for gone in definitions(tree_b):
            other = Place(place.file, gone)
            if gone.kind != FUNCTION or self._is_claimed(other) or self._is_taken(other):
                continue
            low, high = gone.row + 1, tree_b.stop[gone.row]
            nodes = mapping.to_after[mapping.before.base[place.file] + low :][: high - low]
            if 2 * sum(1 for node in nodes if node in inside) >= high - low:
                return True
        return False

    def may_have_inlined(self, place: Place, file: int) -> bool:
        """Whether a function before has no namesake after; asks no mapping of nodes."""
        names = {found.name for found in definitions(self._mapping.after.trees[file])}
        return any(
            found.kind == FUNCTION and found.name not in names
            for found in definitions(self._before(place))
        )

    # What lives in a function

    def _block(self, file: int, element: Element) -> Place | None:
        """A block of the function's partner; of a new function, wherever its code was.

        What came from a function that is gone was inlined and is followed there.
        """
        tree_a = self._mapping.after.trees[file]
        function = function_around(tree_a, element.row)
        home = self.partner(file, definition_at(tree_a, function)) if function >= 0 else None
        place = self._mapped_block(file, element)
        if home is None:
            return place
        if place is not None and not self._is_inside(place, home):
            if self._is_homeless(place):
                return place
            place = None
        holder = self._holder(file, element, home)
        if holder is not None and (place is None or not self._keeps_head(file, element, place)):
            return holder
        if place is not None and not self._is_weak(file, element, place):
            return place
        key = (file, function)
        if key not in self._assigned_blocks:
            self._assigned_blocks[key] = self._assign_blocks(file, function, home)
        return self._assigned_blocks[key].get(element.row)

    def _mapped_block(self, file: int, element: Element) -> Place | None:
        node = self._mapping.to_before[self._mapping.after.base[file] + element.row]
        if node < 0:
            return None
        file_b, row = self._mapping.before.locate(node)
        tree_b = self._mapping.before.trees[file_b]
        return Place(file_b, Element(row, row, BLOCK, qualified_name(tree_b, row)))

    def _holder(self, file: int, element: Element, home: Place) -> Place | None:
        """The block of its kind that directly held most of what this one holds, and no more.

        Not one that is still there under its condition: that only gave its statements away.
        """
        mapping = self._mapping
        tree_a, tree_b = mapping.after.trees[file], self._before(home)
        base_a, base_b = mapping.after.base[file], mapping.before.base[home.file]
        low, high = base_b + home.element.row, base_b + tree_b.stop[home.element.row]
        held_a, held_b = self._held_in(tree_a), self._held_in(tree_b)
        mine = held_a.statements(element.row)
        partners = (mapping.to_before[base_a + row] for row in mine)
        row, count = held_b.main_holder(node - base_b for node in partners if low < node < high)
        if (
            row <= home.element.row
            or tree_b.kind_name(row) != tree_a.kind_name(element.row)
            or 2 * count <= max(len(mine), len(held_b.statements(row)))
        ):
            return None
        place = Place(home.file, Element(row, row, BLOCK, qualified_name(tree_b, row)))
        heir = mapping.to_after[base_b + row] - base_a
        if 0 <= heir < len(tree_a) and heir != element.row:
            other = Element(heir, heir, BLOCK, None)
            if self._keeps_head(file, other, place):
                return None
        return place

    def _keeps_head(self, file: int, element: Element, place: Place) -> bool:
        """Whether two blocks have the same condition, or none."""
        head = head_of(self._mapping.after.trees[file], element)
        return head == head_of(self._before(place), place.element)

    def _held_in(self, tree: SyntaxTree) -> Held:
        if id(tree) not in self._held_of:
            self._held_of[id(tree)] = Held(tree)
        return self._held_of[id(tree)]

    def _is_weak(self, file: int, element: Element, place: Place) -> bool:
        """Whether two mapped blocks have neither condition nor most words in common."""
        tree_a, tree_b = self._mapping.after.trees[file], self._before(place)
        if self._keeps_head(file, element, place):
            return False
        bag_a, bag_b = (
            self._bags(tree_a).bag(element.row),
            self._bags(tree_b).bag(place.element.row),
        )
        return dice(bag_b, bag_a) < _ALIKE

    def _bags(self, tree: SyntaxTree) -> Bags:
        if id(tree) not in self._bags_of:
            self._bags_of[id(tree)] = Bags(tree)
        return self._bags_of[id(tree)]

    def _is_inside(self, place: Place, home: Place) -> bool:
        tree, row = self._before(place), home.element.row
        return place.file == home.file and row < place.element.row < tree.stop[row]

    def _is_homeless(self, place: Place) -> bool:
        """Whether the function a block was in is no longer there."""
        tree = self._before(place)
        function = function_around(tree, place.element.row)
        if function < 0:
            return False
        old = Place(place.file, definition_at(tree, function))
        return not self._is_claimed(old) and not self._is_taken(old)

    def _assign_blocks(self, file: int, function: int, home: Place) -> dict[int, Place]:
        """Blocks of a function that the mapping has nothing for inside the function's partner.

        Best first: by an equal condition, by their words, by what is paired inside. A loop may
        have become one of another kind, and a body may be all new.
        """
        mapping = self._mapping
        tree_a, tree_b = mapping.after.trees[file], self._before(home)
        base_a, base_b = mapping.after.base[file], mapping.before.base[home.file]
        first, last = base_a + function, base_a + tree_a.stop[function]
        after, weak = [], {}
        for new in _blocks_of(tree_a, function):
            place = self._mapped_block(file, new)
            if place is None or not self._is_inside(place, home):
                after.append(new)
            elif self._is_weak(file, new, place):
                after.append(new)
                weak[place.element.row] = new.row
        before = [
            old
            for old in _blocks_of(tree_b, home.element.row)
            if old.row in weak or not first < mapping.to_after[base_b + old.row] < last
        ]
        bags_b, bags_a = self._bags(tree_b), self._bags(tree_a)
        scored = []
        for i, old in enumerate(before[:_BLOCKS]):
            head_b = head_of(tree_b, old)
            for k, new in enumerate(after[:_BLOCKS]):
                if is_branch(tree_b, old.row) != is_branch(tree_a, new.row):
                    continue
                is_mapped = weak.get(old.row) == new.row
                same_head = bool(head_b) and head_b == head_of(tree_a, new)
                alike = dice(bags_b.bag(old.row), bags_a.bag(new.row))
                held = self._held(home.file, old.row, file, new.row)
                if same_head or is_mapped or alike >= _ALIKE or held >= _HELD:
                    score = same_head / 2 + is_mapped / 4 + alike + held
                    scored.append((-score, abs(i - k), i, k, old, new))
        found: dict[int, Place] = {}
        taken: set[int] = set()
        for _, _, i, _, old, new in sorted(scored, key=lambda entry: entry[:4]):
            if i not in taken and new.row not in found:
                taken.add(i)
                found[new.row] = Place(home.file, old)
        return found

    def _held(self, file_b: int, row_b: int, file_a: int, row_a: int) -> float:
        """The share of what two nodes hold that is paired with each other."""
        mapping = self._mapping
        tree_b, tree_a = mapping.before.trees[file_b], mapping.after.trees[file_a]
        base_b, base_a = mapping.before.base[file_b], mapping.after.base[file_a]
        low, high = base_b + row_b, base_b + tree_b.stop[row_b]
        partners = mapping.to_before[base_a + row_a + 1 : base_a + tree_a.stop[row_a]]
        shared = sum(1 for node in partners if low < node < high)
        return 2 * shared / (tree_b.stop[row_b] - row_b + tree_a.stop[row_a] - row_a)

    def _variable(self, file: int, element: Element) -> Place | None:
        function = function_around(self._mapping.after.trees[file], element.row)
        key = (file, function)
        if key not in self._assigned:
            self._assigned[key] = self._assign(file, function)
        return self._assigned[key].get(element.row)

    def _assign(self, file: int, function: int) -> dict[int, Place]:
        """The variables of a function before, by the row of what each is after.

        The mapping and the name together; then name and type, or the name alone, where no other
        variable has it; then another name, when the uses say so.
        """
        tree_a = self._mapping.after.trees[file]
        home = self.partner(file, definition_at(tree_a, function))
        if home is None:
            return {}
        tree_b = self._before(home)
        after = _variables_of(tree_a, function)
        before = _variables_of(tree_b, home.element.row)
        mapped = {a.row: b for a in after if (b := self._mapped(file, home.file, a, before))}
        found: dict[int, Element] = {}

        def take(pairs: Iterable[tuple[Element, Element]]) -> None:
            for old, new in pairs:
                if old in before and new in after:
                    found[new.row] = old
                    before.remove(old)
                    after.remove(new)

        take(
            [
                (mapped[a.row], a)
                for a in after
                if a.row in mapped and _word(mapped[a.row]) == _word(a)
            ]
        )
        take(_sole(before, after, lambda tree, v: (_word(v), type_of(tree, v)), tree_b, tree_a))
        rows = range(function, tree_a.stop[function])
        uses = {new.row: self._uses(file, new, rows) for new in after}
        names = {_word(v) for v in before}
        # A new name that stands for another one everywhere: whoever has that one now is new.
        take(
            [
                (mapped[a.row], a)
                for a in after
                if a.row in mapped
                and _word(a) not in names
                and uses[a.row][_word(mapped[a.row])] * 2 > uses[a.row].total()
            ]
        )
        take(_sole(before, after, lambda _, v: _word(v), tree_b, tree_a))
        take(_merged(tree_b, before, tree_a, after))
        for new in list(after):
            votes, old = uses[new.row], mapped.get(new.row)
            if old is None or old not in before:
                used = [v for v in before if votes[_word(v)] * 2 > votes.total()]
                old = used[0] if len(used) == 1 else None
            elif votes[_word(old)] * 2 < votes.total() or (
                not votes and type_of(tree_b, old) != type_of(tree_a, new)
            ):
                old = None
            if old is not None:
                take([(old, new)])
        take(_in_list(tree_b, before, tree_a, after))
        inlined = ((new.row, self._inlined_variable(file, new)) for new in after)
        places = {row: place for row, place in inlined if place is not None}
        return places | {row: Place(home.file, old) for row, old in found.items()}

    def _inlined_variable(self, file: int, element: Element) -> Place | None:
        """The variable of a function of this file that is gone, when its declaration stands here.

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
        if found is None or _word(found) != _word(element):
            return None
        if type_of(tree_b, found) != type_of(tree, element):
            return None
        place = Place(file_b, found)
        return place if self._is_homeless(place) else None

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


def _blocks_of(tree: SyntaxTree, function: int) -> list[Element]:
    """The blocks inside one function."""
    return [e for e in blocks(tree) if function < e.row < tree.stop[function]]


def _variables_of(tree: SyntaxTree, function: int) -> list[Element]:
    """The variables of one function, without those of functions inside it."""
    return [
        v
        for v in variables(tree)
        if function < v.row < tree.stop[function] and function_around(tree, v.row) == function
    ]


def _sole(
    before: list[Element],
    after: list[Element],
    key: Callable[[SyntaxTree, Element], object],
    tree_b: SyntaxTree,
    tree_a: SyntaxTree,
) -> list[tuple[Element, Element]]:
    """Pairs of elements that alone have their key on each side."""
    count_b = Counter(key(tree_b, v) for v in before)
    count_a = Counter(key(tree_a, v) for v in after)
    by_key = {key(tree_b, v): v for v in before}
    return [(by_key[k], v) for v in after if count_b[k := key(tree_a, v)] == 1 and count_a[k] == 1]


def _merged(
    tree_b: SyntaxTree, before: list[Element], tree_a: SyntaxTree, after: list[Element]
) -> list[tuple[Element, Element]]:
    """A variable that is the only one left of its name and type, and the first of several before.

    Declared in each branch before, and once for all of them now.
    """
    count = Counter((_word(v), type_of(tree_a, v)) for v in after)
    first: dict[tuple[str, bytes], Element] = {}
    for old in before:
        first.setdefault((_word(old), type_of(tree_b, old)), old)
    keys = ((_word(v), type_of(tree_a, v)) for v in after)
    return [(first[k], v) for k, v in zip(keys, after, strict=True) if k in first and count[k] == 1]


def _in_list(
    tree_b: SyntaxTree, before: list[Element], tree_a: SyntaxTree, after: list[Element]
) -> list[tuple[Element, Element]]:
    """Parameters left over on both sides that stand in the same place of lists as long."""
    sides = []
    for tree, left in ((tree_b, before), (tree_a, after)):
        places = {}
        for variable in left:
            at = variable.row
            while at > 0 and not tree.language.roles[tree.kind[tree.parent[at]]] & _LIST:
                at = tree.parent[at]
            if at > 0:
                siblings = tree.children(tree.parent[at])
                if _is_own_list(tree, tree.parent[at], variable):
                    places[siblings.index(at), len(siblings)] = variable
        sides.append(places)
    return [(sides[0][key], new) for key, new in sides[1].items() if key in sides[0]]


def _is_own_list(tree: SyntaxTree, row: int, variable: Element) -> bool:
    """Whether a parameter list is that of the function the variable belongs to."""
    return tree.parent[row] == function_around(tree, variable.row)
