"""Functions that became one, or several.

Who called whom tells what happened: a function that took in what it called inlined it, one that
calls what it gave away extracted it. Two functions of which neither called the other merged when
what they held stands in one now; and one split when whoever called it calls both parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.history.elements.element import FUNCTION, definition_around, definitions, word_of
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.history.elements.element import Element
    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree

_MOST = 0.5  # share of a function's nodes that are paired with nodes of another


class Taken(NamedTuple):
    """Functions that stand in another one now: called by it before, or merged with it."""

    inlined: list[Element]
    merged: list[Element]


class Joined:
    """What two versions of one file say about functions that joined or parted.

    Cost: a look at the mapping for the nodes of each function that is gone or new.
    """

    def __init__(self, mapping: NodeMapping, file_b: int, file_a: int) -> None:
        self._mapping = mapping
        self._before, self._after = mapping.before.trees[file_b], mapping.after.trees[file_a]
        self._base_b, self._base_a = mapping.before.base[file_b], mapping.after.base[file_a]

    def taken_in(self, new: Element, old: Element, is_gone: Callable[[Element], bool]) -> Taken:
        """The functions, gone now, most of which stands in `new`, which was `old`."""
        found = Taken([], [])
        called = self._called(self._before, old, is_gone)
        for other in _functions(self._before):
            if other.row == old.row or not is_gone(other):
                continue
            if self._share(other, new) < _MOST:
                continue
            if word_of(other).encode() in called:
                found.inlined.append(other)
            elif self._share(old, new) >= _MOST:
                found.merged.append(other)
        return found

    def split_from(self, new: Element) -> Element | None:
        """The function that most of a new one stood in, when the rest of it is called beside it."""
        word = word_of(new).encode()
        for old in _functions(self._before):
            if self._share_of_new(new, old) < _MOST:
                continue
            for rest in _functions(self._after):
                if word_of(rest) != word_of(old) or rest.row == new.row:
                    continue
                if word not in names_in(self._after, rest.row) and self._are_called(new, rest, old):
                    return old
        return None

    def has_split(self, old: Element, is_new: Callable[[Element], bool]) -> bool:
        """Whether most of some new function, called beside the rest, stood in `old`."""
        return any(
            is_new(other) and (found := self.split_from(other)) and found.row == old.row
            for other in _functions(self._after)
        )

    def _are_called(self, new: Element, rest: Element, old: Element) -> bool:
        """Whether a function that called `old` calls both parts now."""
        wanted = {word_of(new).encode(), word_of(rest).encode()}
        home = _above(self._after, new)
        for caller in _functions(self._after):
            if caller.row in (new.row, rest.row) or _above(self._after, caller) != home:
                continue
            node = self._mapping.to_before[self._base_a + caller.row] - self._base_b
            if 0 <= node < len(self._before) and wanted <= names_in(self._after, caller.row):
                return word_of(old).encode() in names_in(self._before, node)
        return False

    def _called(
        self, tree: SyntaxTree, function: Element, is_open: Callable[[Element], bool]
    ) -> set[bytes]:
        """The names a function spells, itself or through functions that `is_open` lets through."""
        named = names_in(tree, function.row)
        waiting = [f for f in _functions(tree) if f.row != function.row and is_open(f)]
        grown = True
        while grown:
            grown = False
            for other in list(waiting):
                if word_of(other).encode() in named:
                    waiting.remove(other)
                    named |= names_in(tree, other.row)
                    grown = True
        return named

    def _share(self, old: Element, new: Element) -> float:
        """The share of a function before that stands in a function after."""
        mapping = self._mapping
        first, last = self._base_b + old.row + 1, self._base_b + self._before.stop[old.row]
        low, high = self._base_a + new.row, self._base_a + self._after.stop[new.row]
        heirs = mapping.to_after[first:last]
        there = sum(1 for node in heirs if low < node < high)
        if mapping.merged_into:
            merged = (mapping.merged_into.get(node, -1) for node in range(first, last))
            there += sum(1 for node in merged if low < node < high)
        return there / max(1, last - first)

    def _share_of_new(self, new: Element, old: Element) -> float:
        """The share of a function after that stood in a function before."""
        first, last = self._base_a + new.row + 1, self._base_a + self._after.stop[new.row]
        low, high = self._base_b + old.row, self._base_b + self._before.stop[old.row]
        sources = self._mapping.to_before[first:last]
        return sum(1 for node in sources if low < node < high) / max(1, last - first)


def names_in(tree: SyntaxTree, row: int) -> set[bytes]:
    """What the leaves below a row spell."""
    return {tree.slice(at) for at in range(row, tree.stop[row]) if tree.stop[at] == at + 1}


def _functions(tree: SyntaxTree) -> list[Element]:
    return [found for found in definitions(tree) if found.kind == FUNCTION]


def _above(tree: SyntaxTree, element: Element) -> int:
    found = definition_around(tree, element)
    return found.row if found is not None else -1
