"""A small project, the edits made to it, and whose every token is by construction."""

from __future__ import annotations

import os
import random
import re
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.accuracy.property.code import LANGUAGES, Language, Node, Part, Token, read, render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.accuracy.property.code import Origins, Placed

FIXTURES = os.path.join(
    os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))),
    "fixtures",
    "origins",
)
START = "start"  # the origin of what the fixtures hold
RECOGNISABLE = 3  # words that make a statement more than a coincidence elsewhere


class Place(NamedTuple):
    """Where a node stands: the list that holds it, and the functions and types around it."""

    block: list[Node]
    index: int
    path: str
    function: Node | None
    type: Node | None

    @property
    def node(self) -> Node:
        """The node that stands there."""
        return self.block[self.index]


class Removed(NamedTuple):
    """What an edit deleted: its code, and whether it was a definition."""

    node: Node
    path: str
    is_definition: bool


class World:
    """The files of one language, each a list of nodes, and what was deleted from them.

    `owner` of a token is the name of the edit that wrote it. `loose` counts why tokens became
    ambiguous by nature.
    """

    def __init__(self, language: str, seed: int) -> None:
        self.language: Language = LANGUAGES[language]
        self.random = random.Random(f"{language} {seed}")
        self.files: dict[str, list[Node]] = {}
        self.spare: list[Node] = []
        self.graves: list[Removed] = []
        self.loose: dict[str, int] = {}
        self.made = 0
        folder = os.path.join(FIXTURES, language)
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                nodes = read(file.read(), self.language, frozenset([START]))
            if name.lower().startswith("spare"):
                self.spare = [place.node for place in self._functions_in(nodes, name)]
            else:
                self.files[name] = nodes

    # What there is

    def texts(self) -> dict[str, bytes]:
        """The text of every file."""
        return {path: render(nodes)[0].encode() for path, nodes in self.files.items()}

    def truth(self, path: str) -> list[Placed]:
        """The tokens of a file, where they stand."""
        return render(self.files[path])[1]

    def functions(self, *, top: bool = False) -> list[Place]:
        """All functions and methods; `top`: only those no other function holds."""
        found = [p for path, nodes in self.files.items() for p in self._functions_in(nodes, path)]
        return [place for place in found if not top or place.function is None]

    def statements(self, *, words: int = 0) -> list[Place]:
        """All statements inside functions that say at least so many words."""
        found = []
        for place in self.places():
            if place.function is None or self._is_definition(place.node):
                continue
            if place.node.parts[0].tokens[0].text in {"case", "default"}:
                continue
            if sum(token.is_word for token in place.node.tokens()) >= words:
                found.append(place)
        return found

    def places(self) -> Iterator[Place]:
        """Every node of every file that is a statement, member or definition."""
        for path, nodes in self.files.items():
            yield from self._walk(nodes, path, None, None)

    def blocks(self, place: Place) -> list[list[Node]]:
        """The lists of statements inside a function, outermost first."""
        found: list[list[Node]] = []

        def visit(node: Node) -> None:
            for part in node.parts:
                if part.body and self._is_block(part):
                    found.append(part.body)
                    for inner in part.body:
                        visit(inner)

        visit(place.node)
        return found

    def body(self, node: Node) -> list[Node]:
        """The statements or members of a function or type."""
        return next((p.body for p in reversed(node.parts) if self._is_block(p)), [])

    def fresh_name(self, stem: str) -> str:
        """A name that nothing has."""
        self.made += 1
        if self.language.name == "python":
            return f"{stem}_{self.made}"
        return f"{stem}{self.made}"

    # Fresh code, out of the spare functions

    def new_function(self, edit: str) -> Node:
        """A function nobody has written before."""
        node = self.random.choice(self.spare).copy(edit)
        self._rename_all(node, edit)
        return node

    def new_statement(self, edit: str) -> Node:
        """A statement nobody has written before."""
        function = self.new_function(edit)
        pool = [node for node in self.body(function) if len(node.tokens()) > 4]
        node = self.random.choice(pool)
        node.blank = 0
        return node

    def _rename_all(self, node: Node, edit: str) -> None:
        number = self.made = self.made + 1
        joint = "_" if self.language.name == "python" else ""
        for token in node.tokens():
            token.origins, token.copied = frozenset([edit]), None
            if token.is_name and token.text not in self.language.keywords and len(token.text) > 2:
                token.text = f"{token.text}{joint}{number}"

    def line(self, text: str, edit: str) -> Node:
        """One line of code that an edit wrote."""
        (node,) = read(text, self.language, frozenset([edit]))
        return node

    # Ambiguity

    def loosen(self, tokens: list[Token], origins: Origins, why: str) -> None:
        """Say that nobody can tell whether tokens are older or one of `origins`."""
        self.loose[why] = self.loose.get(why, 0) + len(tokens)
        for token in tokens:
            token.origins |= origins
            token.why = why

    def loosen_twins(self, block: list[Node], node: Node, why: str) -> None:
        """Share the origins of a node and of those in its block that read the same."""
        text = node.text()
        twins = [other for other in block if other is not node and other.text() == text]
        for twin in twins:
            for one, other in zip(node.tokens(), twin.tokens(), strict=True):
                both = one.origins | other.origins
                self.loosen([one, other], both, why)

    # Inside

    def name_of(self, node: Node) -> str | None:
        """The name a function or type is defined under."""
        head = node.head(self.language).text()
        match = self.language.function.match(head) or self.language.type.match(head)
        return next((v for v in match.groupdict().values() if v), None) if match else None

    def _is_definition(self, node: Node) -> bool:
        return self.name_of(node) is not None

    def _is_block(self, part: Part) -> bool:
        return self.language.opens.search(part.text()) is not None

    def _functions_in(self, nodes: list[Node], path: str) -> list[Place]:
        match = self.language.function.match
        return [
            place
            for place in self._walk(nodes, path, None, None)
            if match(place.node.head(self.language).text()) and self.body(place.node)
        ]

    def _walk(
        self, nodes: list[Node], path: str, function: Node | None, around: Node | None
    ) -> Iterator[Place]:
        for index, node in enumerate(nodes):
            yield Place(nodes, index, path, function, around)
            head = node.head(self.language).text()
            inner = node if self.language.function.match(head) else function
            type_ = node if self.language.type.match(head) else around
            for part in node.parts:
                if self._is_block(part):
                    yield from self._walk(part.body, path, inner, type_)


def words(text: str) -> list[str]:
    """The identifiers in a text."""
    return re.findall(r"[A-Za-z_$][\w$]*", text)
