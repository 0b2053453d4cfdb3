"""Whether something that functions name has numbers of another type now.

`int g()` became `long g()`, `record U(int n)` has a `double`, a base `Base<Integer>` is one of
`Double`: what is computed with it, or chooses an overload, may be another thing, however it is
reached (a reference to the function, elements of what it gives). Only what has one definition on
each side, with as many types of numbers, is asked about.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Collection

    from tracer.classify.method_equivalence.code.definitions import Definition, Definitions
    from tracer.syntax import SyntaxTree


def retyped(
    definitions: tuple[Definitions, Definitions],
    functions: tuple[tuple[int, int], tuple[int, int]],
    numeric: Collection[str],
) -> str | None:
    """The first word in two functions that is declared with numbers of other types, if any.

    `functions`: the file and row of each. Cost: their words, and the heads of what these name.
    """
    words = sorted(set().union(*map(_words, definitions, functions)))
    for word in words:
        sides = [known.of_word.get(word, ()) for known in definitions]
        for one in sides[0]:
            others = [d for d in sides[1] if (d.name, d.sort) == (one.name, one.sort)]
            if not others and len(sides[0]) == len(sides[1]) == 1:
                others = [d for d in sides[1] if d.sort == one.sort]  # of another class now
            is_own = any((d.file, d.row) in functions for d in (one, *others))
            is_one = len(others) == 1 == sum(d.name == one.name for d in sides[0])
            if is_own or not is_one:
                continue
            types = [
                _numbers(known, d, numeric)
                for known, d in zip(definitions, (one, others[0]), strict=True)
            ]
            if types[0] != types[1] and len(types[0]) == len(types[1]):
                return word
    return None


def is_filled_otherwise(
    before: Collection[str], after: Collection[str], numeric: Collection[str]
) -> bool:
    """Whether the arguments of types in two functions name numbers, and not the same ones."""
    found = [
        {word for text in texts for word in re.findall(r"\w+", text) if word in numeric}
        for texts in (before, after)
    ]
    return all(found) and found[0] != found[1]


def _words(known: Definitions, function: tuple[int, int]) -> set[str]:
    """The words of a function, and of the classes around it, that the change defines."""
    file, row = function
    tree = known.forest.trees[file]
    around = {one.text for one in known.around(file, row)}
    return around | {word for word in _texts(tree, row, tree.stop[row]) if word in known.of_word}


def _numbers(known: Definitions, one: Definition, numeric: Collection[str]) -> list[str]:
    """The types of numbers in the head of a definition, in order."""
    tree = known.forest.trees[one.file]
    first = tree.parent[one.row] if one.sort == "field" else one.row
    body = max(tree.child_by_field(one.row, "body"), tree.child_by_field(one.row, "value"))
    stop = body if body >= 0 else tree.stop[one.row]
    return [word for word in _texts(tree, first, stop) if word in numeric]


def _texts(tree: SyntaxTree, first: int, stop: int) -> list[str]:
    return [
        tree.slice(at).decode("utf-8", "replace")
        for at in range(first, stop)
        if tree.flags[at] & LEAF and not tree.flags[at] & TRIVIA
    ]
