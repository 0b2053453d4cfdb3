"""Locals that all rounds of a loop share, and that a function made in a round keeps (`var`).

A term says nothing of whether a local is one for all rounds or a new one in each: that is seen only
by a function which outlives its round.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.languages import table_of
from tracer.semantics.language.tables import rows_called

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.syntax import SyntaxTree


def why_shared(context: Context, changed: list[tuple[int, int]]) -> str | None:
    """Why a local may be one for all rounds of a loop on one side only, or None."""
    found: list[Counter[bytes]] = []
    for at, forest in enumerate((context.before, context.after)):
        names: Counter[bytes] = Counter()
        for file in {pair[at] for pair in changed} - {-1}:
            names.update(_kept(forest.trees[file]))
        found.append(names)
    differing = (found[0] - found[1]) + (found[1] - found[0])
    if not differing:
        return None
    name = min(differing).decode("utf-8", "replace")
    return f"a function made in a loop keeps `{name}`, which all rounds share on one side only"


def _kept(tree: SyntaxTree) -> Iterator[bytes]:
    """Names that all rounds of a loop share and that a function inside of it reads."""
    table = table_of(tree.language.name)
    if not table.loop_shared:
        return
    for loop in rows_called(tree, 0, table.loops):
        inner = rows_called(tree, loop, table.closures)
        if not inner:
            continue
        shared = {
            name
            for row in rows_called(tree, loop, table.loop_shared)
            if not any(function < row < tree.stop[function] for function in inner)
            for name in _declared(tree, row, table.loop_shared)
        }
        for function in inner:
            for row in range(function, tree.stop[function]):
                if tree.stop[row] == row + 1 and tree.slice(row) in shared:
                    yield tree.slice(row)


def _declared(tree: SyntaxTree, row: int, shared: dict[str, str]) -> Iterator[bytes]:
    """The words of what a declaration binds, where it binds for all rounds."""
    said = shared[tree.kind_name(row)]
    if said:
        field, _, word = said.partition(" ")
        at = tree.child_by_field(row, field)
        if at < 0 or tree.slice(at) != word.encode():
            return
        places = [tree.child_by_field(row, "left")]
    else:
        places = [tree.child_by_field(one, "name") for one in tree.children(row)]
    for place in places:
        for leaf in range(place, tree.stop[place]) if place >= 0 else ():
            if tree.stop[leaf] == leaf + 1:
                yield tree.slice(leaf)
