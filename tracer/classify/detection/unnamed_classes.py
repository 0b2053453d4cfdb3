"""Classes that a language names itself where the source does not: Kotlin's `companion object`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.syntax.names import Element, element_name

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree


def with_unnamed(tree: SyntaxTree, elements: list[Element]) -> list[Element]:
    """The definitions of a file with those that have no name of their own, in order.

    What stands in one of these is called after it, too: `A.Companion.f`, not `A.f`. Table
    `unnamed` of the grammar: the kind and the name of each.
    """
    names = tree.language.raw.get("unnamed") or {}
    kinds = {tree.language.kind_ids.get((kind, True), -1): name for kind, name in names.items()}
    rows = [row for row in tree.rows_of(frozenset(kinds)) if element_name(tree, row) is None]
    if not rows:
        return elements
    added = [Element(row, row, "class", kinds[tree.kind[row]]) for row in rows]
    found: list[Element] = []
    around: list[tuple[int, str, str]] = []  # stop, name as it is spelled around, whole name
    spelled: list[tuple[int, str]] = []  # stop, name of each definition as the source has it
    for e in sorted([*elements, *added]):
        while around and around[-1][0] <= e.row:
            around.pop()
        while spelled and spelled[-1][0] <= e.row:
            spelled.pop()
        is_added = e.row in rows
        outer = spelled[-1][1] if spelled else ""
        name = f"{outer}.{e.name}".lstrip(".") if is_added else e.name
        if around:
            name = around[-1][2] + name.removeprefix(around[-1][1])
        if is_added:
            around.append((tree.stop[e.row], outer, name))
        else:
            spelled.append((tree.stop[e.row], e.name))
        found.append(e._replace(name=name))
    return found
