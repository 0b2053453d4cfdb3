"""Who may use a name that a file binds at its top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.language.tables import has_kind, has_word
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.names.occurrences import Names, Occurrence


def is_private(names: Names, path: str, name: str, bound: Sequence[Occurrence]) -> bool:
    """Whether the language, or the name's spelling, keeps other files from using it."""
    tables = names.tables
    if tables.is_private(name):
        return True
    if not bound or any(path.endswith(ending) for ending in tables.shared_files):
        return False
    if tables.private_with:
        return all(_declared_with(names, o.row, tables.private_with) for o in bound)
    if tables.public_with:
        return not has_kind(names.tree, tables.shared_with) and not any(
            _declared_with(names, o.row, words)
            for o in bound
            for words in tables.public_with.values()
        )
    if tables.module_markers or tables.module_words:
        return not any(o.fixed for o in bound) and is_module(names)
    return False


def _declared_with(names: Names, row: int, words: frozenset[str]) -> bool:
    """Whether the declaration around a binding leaf has one of the words among its modifiers."""
    tree = names.tree
    roles = tree.language.roles
    while row > 0:
        row = tree.parent[row]
        if has_word(tree, row, words):
            return True
        if roles[tree.kind[row]] & (Role.DEFINITION | Role.STATEMENT):
            return False
    return False


def is_module(names: Names) -> bool:
    """Whether the file is a module of its own rather than part of a global script."""
    if has_kind(names.tree, names.tables.module_markers):
        return True
    return names.has_any(names.tables.module_words, 0) is not None
