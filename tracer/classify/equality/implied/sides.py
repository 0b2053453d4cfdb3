"""The two sides of a file in which something is implied, and its calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import named_children
from tracer.semantics.names.imports import has_star
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree

Rows = tuple[int, int]


class Sides(NamedTuple):
    """The names of a file before and after, and the table of its language."""

    before: Names
    after: Names
    table: dict[str, Any]
    is_ours: Callable[[str], bool]  # whether the change set has a module
    # Whether it gives another meaning to a name of the language, or of a module ("" for none).
    is_put: Callable[[str, str], bool]

    def is_own(self, word: str) -> bool:
        """Whether a word means the language's own thing wherever the file says it."""
        is_ours = any(
            has_star(names.tree) or names.is_unclear(word) or names.is_bound(word)
            for names in (self.before, self.after)
        )
        return not is_ours and not self.is_put(word, "")


def called(tree: SyntaxTree, row: int) -> str | None:
    """The plain name that a call calls."""
    at = tree.child_by_field(row, "function")
    return tree.slice(at).decode("utf-8", "replace") if at >= 0 and tree.flags[at] & LEAF else None


def arguments_of(tree: SyntaxTree, row: int) -> list[int]:
    """Rows of the arguments of a call."""
    return named_children(tree, tree.child_by_field(row, "arguments"))
