"""What tells definitions of one name apart: the types of their parameters, then the whole head.

An overload is another definition, however alike the bodies are: when a body moves into a new
overload and the one that had it calls that, both are still who their signatures say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.syntax.grammar import Role
from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element

_DEEPEST = 4  # a parameter list stands at most so far below its definition (C declarators)


def same_signature(
    before: tuple[SyntaxTree, Iterable[Element]], after: tuple[SyntaxTree, Iterable[Element]]
) -> list[tuple[Element, Element]]:
    """Pairs of one kind and name that only one definition on each side can be.

    By name where it occurs once on both sides; else by the whole head, then by the types of
    the parameters. Cost: linear; heads are read only where a name occurs twice.
    """
    named_b, named_a = _by_name(*before), _by_name(*after)
    found = []
    for name, rest_b in named_b.items():
        rest_a = named_a.get(name, [])
        if len(rest_b) == len(rest_a) == 1:
            found.append((rest_b[0], rest_a[0]))
        elif rest_a:
            found += _by_head(before[0], rest_b, after[0], rest_a)
    return found


def _by_head(
    tree_b: SyntaxTree, all_b: list[Element], tree_a: SyntaxTree, all_a: list[Element]
) -> list[tuple[Element, Element]]:
    """Pairs of definitions of one name: those of one head first, then of one parameter list."""
    found: list[tuple[Element, Element]] = []
    for read in (_head, _types):
        taken_b, taken_a = {b.row for b, _ in found}, {a.row for _, a in found}
        keys_b = _by_key(tree_b, [b for b in all_b if b.row not in taken_b], read)
        keys_a = _by_key(tree_a, [a for a in all_a if a.row not in taken_a], read)
        for key, same_b in keys_b.items():
            same_a = keys_a.get(key, ())
            if len(same_b) == len(same_a) == 1:
                found.append((same_b[0], same_a[0]))
    return found


def _by_name(
    tree: SyntaxTree, elements: Iterable[Element]
) -> dict[tuple[str, str, str], list[Element]]:
    found: dict[tuple[str, str, str], list[Element]] = {}
    for element in elements:
        name = element.name.rpartition(".")[2]
        key = (tree.kind_name(element.outer), tree.kind_name(element.row), name)
        found.setdefault(key, []).append(element)
    return found


def _by_key(
    tree: SyntaxTree, elements: list[Element], read: Callable[[SyntaxTree, Element], Hashable]
) -> dict[Hashable, list[Element]]:
    found: dict[Hashable, list[Element]] = {}
    for element in elements:
        found.setdefault(read(tree, element), []).append(element)
    return found


def _head(tree: SyntaxTree, element: Element) -> bytes:
    """The definition's words up to its body, decorators included."""
    body = body_of(tree, element.row)
    end = tree.start[body] if body >= 0 else tree.end[element.row]
    return b" ".join(tree.text[tree.start[element.outer] : end].split())


def _types(tree: SyntaxTree, element: Element) -> tuple[bytes, ...]:
    """The type of each parameter; the parameter itself where it has none."""
    return parameter_types(tree, element.row)


def body_of(tree: SyntaxTree, row: int) -> int:
    """Row of a definition's body, or -1 without one."""
    definition = tree.language.definitions.get(tree.kind[row])
    return tree.child_by_field(row, definition.body) if definition is not None else -1


def parameter_types(tree: SyntaxTree, row: int) -> tuple[bytes, ...]:
    """The type of each parameter of the definition at `row`, as its words."""
    found = []
    parameters = _parameters(tree, row)
    if parameters >= 0:
        named, flags = tree.language.kind_is_named, tree.flags
        for child in tree.children(parameters):
            if named[tree.kind[child]] and not flags[child] & TRIVIA:
                typed = tree.child_by_field(child, "type")
                found.append(b" ".join(tree.slice(typed if typed >= 0 else child).split()))
    return tuple(found)


def _parameters(tree: SyntaxTree, row: int) -> int:
    """Row of the parameter list in the head of a definition, or -1."""
    body = body_of(tree, row)
    roles, kind = tree.language.roles, tree.kind
    level = [row]
    for _ in range(_DEEPEST):
        below = [child for at in level for child in tree.children(at) if child != body]
        for child in below:
            if roles[kind[child]] & Role.PARAMETERS:
                return child
        level = below
    return -1
