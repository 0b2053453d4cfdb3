"""Blanks of markup that are layout: between attributes, and in elements that hold only elements.

White space in an element with text of its own is text. Elements whose blanks are shown as they are
(`pre`) are named by the language's table, and what stands in them is never layout.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.syntax import Language, SyntaxTree


class Markup(NamedTuple):
    """What a table says of markup, as kinds; `verbatim` finds names of elements.

    `containers` hold elements and blanks, `tags` attributes, `names` are the leaves with an
    element's name; beside containers and tags `others` may stand in a container.
    """

    containers: frozenset[int]
    tags: frozenset[int]
    names: frozenset[int]
    others: frozenset[int]
    blanks: frozenset[int]
    verbatim: re.Pattern[bytes]

    def is_layout(self, tree: SyntaxTree, row: int, place: int) -> bool:
        """Whether white space at `place`, which the leaf `row` follows, is no text.

        Cost: the nodes around it, and the children of the innermost.
        """
        while row > 0 and tree.start[row] >= place:
            row = tree.parent[row]
        if tree.kind[row] in self.tags:
            row = tree.parent[row]
        elif row == 0 or tree.kind[row] in self.containers:
            if not self._holds_only_elements(tree, row):
                return False
        else:
            return False
        while row > 0:
            if tree.kind[row] in self.containers and self.verbatim.fullmatch(self._name(tree, row)):
                return False
            row = tree.parent[row]
        return True

    def _holds_only_elements(self, tree: SyntaxTree, row: int) -> bool:
        kinds = {tree.kind[child] for child in tree.children(row) if tree.slice(child).strip()}
        comments = tree.language.comment_kinds
        return bool(kinds & self.containers) and all(
            kind in self.containers or kind in self.tags or kind in self.others or kind in comments
            for kind in kinds
        )

    def _name(self, tree: SyntaxTree, row: int) -> bytes:
        """The name of the element at `row`, the first that is spelled in it."""
        for at in range(row, tree.stop[row]):
            if tree.kind[at] in self.names:
                return tree.slice(at).lower()
        return b""


def markup_of(language: Language, table: dict[str, Any] | None) -> Markup | None:
    """The part `markup` of a language's `indentation`; None where it has none."""
    if table is None:
        return None

    def kinds(key: str) -> frozenset[int]:
        named = frozenset(table.get(key) or ())
        return frozenset(kind for kind, name in enumerate(language.kind_names) if name in named)

    return Markup(
        kinds("containers"),
        kinds("tags"),
        kinds("names"),
        kinds("others"),
        kinds("blanks"),
        re.compile(table["verbatim"].encode()),
    )
