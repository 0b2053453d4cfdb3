"""Files cut into units: one for each function, class head, binding and statement beside them.

A refactoring takes whole units elsewhere, or takes code from one into another. Imports, comments
and what says to which package a file belongs are no part of any unit: they follow the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.syntax.grammar import Role
from tracer.syntax.names import elements
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element

FUNCTION, TYPE, BINDING, STATEMENT = "function", "type", "binding", "statement"

_TYPES = frozenset({"class", "interface", "struct", "enum", "type", "impl", "trait", "namespace"})
_BINDS = frozenset({b"=", b":="})
_PACKAGE = lazy_pattern(r"package|namespace_(declaration|definition)$|mod_item$")
# What stands between words, and says nothing of behaviour: brackets, separators, quotes.
_MARKS = frozenset(b"""( ) [ ] { } , ; : . = := -> => :: ? " ' ` \"\"\" ''' ${""".split())
# Words that say what is done. Other words that are no names introduce things: `def`, `const`.
_DOING = frozenset(
    b"""if elif elseif else unless for foreach while until loop do switch match case when default
    break continue goto yield raise throw throws try catch except finally rescue ensure assert
    with defer go select delete del not and or in is instanceof as new typeof sizeof await
    true false True False None null nil undefined""".split()
)


class Token(NamedTuple):
    """One leaf of a unit. `is_content`: a refactoring neither makes nor loses it."""

    text: bytes
    row: int
    is_name: bool
    is_content: bool
    line: int


class Unit(NamedTuple):
    """One unit of a file: its path, qualified name, kind, line and leaves.

    `head` is how many of the tokens belong to what introduces it: its name and parameters.
    """

    path: str
    name: str
    kind: str
    line: int
    tokens: tuple[Token, ...]
    head: int = 0

    @property
    def bare(self) -> str:
        """The name without those of the definitions around it."""
        return self.name.rpartition(".")[2]

    @property
    def texts(self) -> tuple[bytes, ...]:
        """The leaves as they are written."""
        return tuple(token.text for token in self.tokens)

    @property
    def shape(self) -> tuple[bytes, ...]:
        """The leaves with every name left out."""
        return tuple(b"\0" if token.is_name else token.text for token in self.tokens)

    @property
    def names(self) -> frozenset[bytes]:
        """The names that stand in it."""
        return frozenset(token.text for token in self.tokens if token.is_name)

    @property
    def content(self) -> tuple[bytes, ...]:
        """What of it a refactoring keeps: literals, operators, words that do something."""
        return tuple(token.text for token in self.tokens if token.is_content)


def units_of(tree: SyntaxTree, path: str) -> list[Unit]:
    """The units of a file, in order. Cost: one look at each leaf."""
    owners = _owners(tree)
    groups: dict[int, tuple[Element | None, list[Token]]] = {}
    roles, kinds, stop = tree.language.roles, tree.kind, tree.stop
    row = 0
    while row < len(tree):
        flags = roles[kinds[row]]
        if flags & (Role.IMPORT | Role.COMMENT) or (
            tree.parent[row] == 0 and _PACKAGE.search(tree.kind_name(row)) and owners[row] is None
        ):
            row = max(stop[row], row + 1)
            continue
        if tree.flags[row] & LEAF and tree.start[row] < tree.end[row]:
            owner = owners[row]
            at = owner.row if owner is not None and owner.kind == FUNCTION else _member(tree, row)
            groups.setdefault(at, (owner, []))[1].append(_token(tree, row))
        row += 1
    found = [_unit(tree, path, at, *group) for at, group in groups.items()]
    return [unit for unit in found if unit is not None]


def imported_in(tree: SyntaxTree) -> set[bytes]:
    """The words that stand in the imports of a file."""
    roles, kinds = tree.language.roles, tree.kind
    return {
        tree.slice(at)
        for row, kind in enumerate(kinds)
        if roles[kind] & Role.IMPORT
        for at in range(row, tree.stop[row])
        if tree.flags[at] & LEAF and (roles[kinds[at]] & (Role.IDENTIFIER | Role.MEMBER))
    }


def _owners(tree: SyntaxTree) -> list[Element | None]:
    """For each row the innermost type around it, or the outermost function inside of that."""
    owners: list[Element | None] = [None] * len(tree)
    inside = 0  # where a function ends whose inner definitions are its own
    for element in elements(tree):
        if element.row < inside:
            continue
        if element.kind in _TYPES:
            kept = element
        elif element.kind == FUNCTION:
            kept, inside = element, tree.stop[element.row]
        else:
            continue
        first, last = element.outer, tree.stop[element.outer]
        owners[first:last] = [kept] * (last - first)
    return owners


def _member(tree: SyntaxTree, row: int) -> int:
    """The statement or member around a row that stands directly in a file or in a type."""
    roles, kinds, parents = tree.language.roles, tree.kind, tree.parent
    definitions = tree.language.definitions
    while (parent := parents[row]) > 0:
        if roles[kinds[parent]] & Role.BLOCK:
            return row
        if kinds[row] in definitions and definitions[kinds[row]].kind in _TYPES:
            return row
        if kinds[parent] in definitions and definitions[kinds[parent]].kind in _TYPES:
            return parent
        row = parent
    return row


def _token(tree: SyntaxTree, row: int) -> Token:
    text, roles = tree.slice(row), tree.language.roles[tree.kind[row]]
    is_name = bool(roles & (Role.IDENTIFIER | Role.MEMBER)) or (
        tree.kind_name(row).endswith("identifier")
    )
    is_word = text[:1].isalpha() or text[:1] == b"_"
    is_content = not is_name and (
        bool(roles & (Role.LITERAL | Role.VERBATIM))
        or tree.kind_name(row).endswith(("_content", "_fragment"))
        or (text in _DOING if is_word else text not in _MARKS)
    )
    return Token(text, row, is_name, is_content, tree.line_of(tree.start[row]))


def _unit(
    tree: SyntaxTree, path: str, at: int, owner: Element | None, tokens: list[Token]
) -> Unit | None:
    """The unit of some leaves; None where they only document, or say nothing."""
    line = tree.line_of(tree.start[tokens[0].row])
    around = owner.name if owner is not None else ""
    if owner is not None and owner.kind == FUNCTION:
        return Unit(path, around, FUNCTION, line, tuple(tokens), _head(tree, owner.row, tokens))
    if owner is not None and (at == owner.row or tree.stop[at] >= tree.stop[owner.row]):
        return Unit(path, around, TYPE, line, tuple(tokens))
    if not any(token.is_name for token in tokens):
        is_empty = all(token.text in _MARKS for token in tokens)
        is_text = any(token.is_content for token in tokens) and not any(
            token.is_content and token.text in _DOING for token in tokens
        )
        if is_empty or is_text:
            return None
    first = next((token.text.decode("utf-8", "replace") for token in tokens if token.is_name), "")
    name = f"{around}.{first}" if around else first
    is_binding = bool(around) or any(token.text in _BINDS for token in tokens)
    return Unit(path, name, BINDING if is_binding else STATEMENT, line, tuple(tokens))


def _head(tree: SyntaxTree, row: int, tokens: list[Token]) -> int:
    """How many leaves of a function come before what it does."""
    roles, kinds = tree.language.roles, tree.kind
    for at in range(row, tree.stop[row]):
        if roles[kinds[at]] & Role.PARAMETERS:
            end = tree.stop[at]
            return sum(1 for token in tokens if token.row < end)
    return 0
