"""Methods of classes that stand in an expression or in a function, and a method's other name.

Such a class has no symbol: its methods are code of what it stands in. It may be derived from the
class of a method that is renamed, and override it afterwards, or no longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.names.occurrences import Names, Use
from tracer.syntax.names import defined_name

if TYPE_CHECKING:
    from tracer.classify.change.change import Context

_DECLARATORS = 4  # of C and C++ between a definition and its name, as for a pointer to a pointer


def why_nested(context: Context, before: str, after: str) -> str | None:
    """Why a method may not get a name: a class without a symbol has one of it, or keeps the other.

    Cost: the occurrences of the new name before, and of the former one after.
    """
    for word, is_after in ((after, False), (before, True)):
        for file in context.files_with(word, is_after=is_after):
            names = context.names(file, is_after=is_after)
            if names.tables.is_known and _is_declared_inside(names, word):
                return f"a class in a function or an expression has a {word}, which may override it"
    return None


def _is_declared_inside(names: Names, word: str) -> bool:
    """Whether a method of a class that has no symbol has the name."""
    found = (one.row for one in names.occurrences(word) if one.use is not Use.DATA)
    return any(_is_inside(names, row, word) for row in found)


def _member_of(names: Names, row: int, word: str) -> int:
    """The row of the definition that has its name at a row, below declarators perhaps, or -1."""
    at = names.tree.parent[row]
    for _ in range(_DECLARATORS):
        if at < 0 or defined_name(names.tree, at) == word:
            return at
        at = names.tree.parent[at]
    return -1


def _is_inside(names: Names, row: int, word: str) -> bool:
    """Whether a row names a member of a class that is anonymous, or local to a function."""
    tree, scopes = names.tree, names.tables.scopes
    member = _member_of(names, row, word)
    if member < 0:
        return False
    body = tree.parent[member]
    while body >= 0 and scopes.get(tree.kind_name(body)) in (None, "block"):
        body = tree.parent[body]
    if body < 0 or scopes.get(tree.kind_name(body)) != "class":
        return False
    at = tree.parent[body]
    if defined_name(tree, body) is None and (at < 0 or defined_name(tree, at) is None):
        return True
    while at >= 0 and scopes.get(tree.kind_name(at)) != "function":
        at = tree.parent[at]
    return at >= 0
