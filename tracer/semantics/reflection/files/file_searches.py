"""In which folders code looks for files by a text that it computes.

A text whose beginning is known (`import(`./locales/${n}`)`, `readdir("./locales")`) finds files of
one folder: what is put behind it does not lead out of there (docs/rules.md). One that is not known
may find any file.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import named_children
from tracer.semantics.names.occurrences import Names, Use
from tracer.semantics.reflection.lookups.loaders import FILE, MODULE, NAME, given_to_loaders
from tracer.semantics.reflection.lookups.module_namespaces import computed_imports
from tracer.semantics.values.string_values import GAP, OWN, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_WILD = re.compile(r"[*?\[\]{}()!]")


def folders_searched(names: Names) -> tuple[str | None, ...]:
    """The folders that a file looks for files in; None: anywhere. Found once a file."""
    return names.kept(_folders_searched)


def _folders_searched(names: Names) -> tuple[str | None, ...]:
    table = names.tables.imports
    return tuple(dict.fromkeys(_found(names, table))) if table else ()


def _found(names: Names, table: dict[str, Any]) -> Iterator[str | None]:
    is_path = table.get("style") == "path"
    if _runs_files(names, table) or _lists_files(names, table):
        yield None
    words = table.get("lists_files") or ()
    for word in words if names.has_any(frozenset(words), 0) else ():
        if names.has_any(frozenset((word,)), 0):
            is_plain = word in (table.get("lists_folder") or ())
            yield from _listed(names, word) if is_plain else (None,)
    for row in computed_imports(names, table):
        yield _folder(value_of(names, row)) if is_path and row >= 0 else None
    for sort in (FILE, MODULE, NAME):
        for texts in given_to_loaders(names, sort):
            is_one = is_path and sort == MODULE and len(texts) == 1
            yield _folder(texts[0]) if is_one else None


def _folder(text: str, *, is_module: bool = True) -> str | None:
    """The folder that all lies in which a text with gaps may name; None: nobody knows.

    `is_module`: the first name of a path may stand for another one (`@/locales`).
    """
    known, gap, _ = text.rpartition(OWN)[2].partition(GAP)
    path = known if not gap and not is_module else posixpath.dirname(known)
    parts = posixpath.normpath(path).split("/") if path else []
    if path.startswith("/") or ":" in path:
        return None  # from the root of the disk, or of who knows what
    if is_module and text[:1] not in (".", OWN):
        parts = parts[1:]
    wild = next((at for at, part in enumerate(parts) if _WILD.search(part)), len(parts))
    return "/".join(part for part in parts[:wild] if part not in ("", ".", "..")) or None


def _listed(names: Names, word: str) -> Iterator[str | None]:
    """The folders whose files a function of that name lists."""
    tree = names.tree
    for found in names.occurrences(word):
        is_import = any(
            found.row in (e.row, e.local_row) and e.local == word for e in names.imports
        )
        if is_import or found.use is Use.DATA:
            continue
        at = tree.parent[found.row] if found.use is Use.MEMBER else found.row
        fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(tree.parent[at]))
        if fields is None or tree.field_name(at) != fields["function"]:
            yield None
            continue
        given = tree.child_by_field(tree.parent[at], fields["arguments"])
        kids = named_children(tree, given) if given >= 0 else []
        yield _folder(value_of(names, kids[0]), is_module=False) if kids else None


def _lists_files(names: Names, table: dict[str, Any]) -> bool:
    """Whether a file has a function of a module that lists files (`imports.lists_files_of`)."""
    for word, module in (table.get("lists_files_of") or {}).items():
        off = f"{module}.{word}".encode()
        if any(entry.name == word and entry.module == module for entry in names.imports):
            return True
        if off in names.tree.text and any(
            names.tree.slice(names.tree.parent[o.row]) == off for o in names.occurrences(word)
        ):
            return True
    return False


def _runs_files(names: Names, table: dict[str, Any]) -> bool:
    """Whether a file has what executes a file it is told (`imports.runs_files`)."""
    for word, module in (table.get("runs_files") or {}).items():
        has_module = module.encode() in names.tree.text
        for found in names.occurrences(word):
            is_free = names.imports_of(word) or not names.is_bound(word)
            if found.use is Use.NAME and is_free:
                return True
            if has_module and found.use is not Use.DATA:
                return True
    return False
