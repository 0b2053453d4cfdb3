"""What the names a definition takes from its file refer to."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tracer.classify.imports import imports_of
from tracer.classify.names import Names, Occurrence, Use
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator


def free_names(names: Names, row: int) -> Iterator[str | None]:
    """Words in the subtree of a definition that refer to its file or beyond, its own excepted.

    None stands for one whose meaning is not certain.
    """
    tree = names.tree
    seen: set[str] = set()
    own = tree.child_by_field(row, tree.language.definitions[tree.kind[row]].name)
    for at in range(row, tree.stop[row]):
        if not tree.flags[at] & LEAF or tree.kind_name(at) not in names.tables.words or at == own:
            continue
        word = tree.slice(at).decode("utf-8", "replace")
        if word in seen:
            continue
        seen.add(word)
        for found in names.within(word, row):
            if found.use is Use.UNCLEAR:
                yield None
            elif found.use is Use.NAME and found.row != own:
                scope = names.scope_of(found, word)
                if scope < 0 or scope == 0:
                    yield word
                    break


def top_bindings(names: Names, word: str) -> list[Occurrence]:
    """Occurrences that bind a word at the top of the file."""
    return [o for o in names.occurrences(word) if o.scope == 0]


def import_key(names: Names, path: str, word: str) -> str | None:
    """What a word stands for at the top of a file, comparable between files.

    A builtin, or the one thing a top-level import binds to it; None for anything else.
    """
    bound = top_bindings(names, word)
    entries = [entry for entry in imports_of(names.tree) if entry.local == word]
    if not bound and not entries:
        is_known = word in (names.tables.raw.get("builtins") or ())
        return f"builtin {word}" if is_known else None
    if len(bound) != 1 or len(entries) != 1 or entries[0].local_row != bound[0].row:
        return None
    entry = entries[0]
    if names.tree.parent[entry.statement] != 0:
        return None
    module = entry.module
    if module.startswith("."):
        module = f"{posixpath.dirname(path)}:{module}"
    return f"{module} {entry.name or ''}"
