"""Whether somebody looks for a file of modules by its name, which it has no longer."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from tracer.classify.import_runs import import_table
from tracer.classify.imports import target_of
from tracer.classify.moving.reached import modules_of
from tracer.classify.namespaces import imports_computed
from tracer.classify.tables import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.context import Context
    from tracer.classify.names import Names
    from tracer.matching import Forest


def why_sought(context: Context, former: str, new: str | None) -> str | None:
    """Why somebody may still look for `former`, or has looked for `new` (a path or None), or None.

    Cost: the imports of all files, and a search for the name in all texts.
    """
    stems = [posixpath.splitext(posixpath.basename(p))[0] for p in (former, new) if p is not None]
    names = context.names_before(context.before.file_of_path[former])
    meant = re.compile(import_table(names).get("meant_files") or "")
    for stem in stems:
        if meant.fullmatch(stem) or "." in stem:
            return f"tools may look for a file that is called {stem}"
    paths = (former,) if new is None else (former, new)
    return (
        _why_accompanied(context, *paths)
        or _why_imported(context, former)
        or (None if new is None else why_taken(context, new))
        or _why_spelled(context, stems[0])
    )


def why_taken(context: Context, path: str) -> str | None:
    """Why a file that comes may be taken for something else that was imported, or None."""
    names = context.names_after(context.after.file_of_path[path])
    stem = posixpath.splitext(posixpath.basename(path))[0]
    table = import_table(names)
    package = posixpath.join(posixpath.dirname(path), str(table.get("package")))
    if stem in (table.get("quiet") or ()) and package not in context.after.file_of_path:
        return f"{stem} is a module of the library"
    for file in range(len(context.before.paths)):
        if _imports(context.before, context.names_before, file, path):
            return f"{context.before.paths[file]} imported something as {path}"
    return None


def _why_accompanied(context: Context, *paths: str) -> str | None:
    """Whether a file or folder beside it has the name too, but for its ending, and goes with it."""
    wanted = {posixpath.splitext(path)[0] for path in paths}
    for path in sorted({*context.before.paths, *context.after.paths}.difference(paths)):
        stems = (path.partition("/")[0], *(path[: at.start()] for at in re.finditer("[./]", path)))
        if not wanted.isdisjoint(stems):
            return f"{path} is called like it"
    return None


def _why_imported(context: Context, former: str) -> str | None:
    """Whether somebody still imports the former name."""
    for file in range(len(context.after.paths)):
        if _imports(context.after, context.names_after, file, former):
            return f"{context.after.paths[file]} still imports {former}"
    return None


def _imports(forest: Forest, names_of: Callable[[int], Names], file: int, path: str) -> bool:
    """Whether a file imports what a path would be the file of, as far as that is known.

    A module that is no file of the change is one, too, if the end of the path is its name.
    """
    names, here, known = names_of(file), forest.paths[file], forest.file_of_path
    language, parts = names.tree.language, posixpath.splitext(path)[0].split("/")
    package = str(import_table(names).get("package"))
    for entry in names.imports:
        home = target_of(known, here, entry.module, language)
        is_file = home is not None and posixpath.basename(home) != package
        for module in modules_of(entry)[: 1 if is_file else None]:
            if target_of((path,), here, module, language) == path:
                return True
            spelled = [part for part in re.split(r"[./@~#]", module) if part]
            is_like = spelled and parts[-len(spelled) :] == spelled
            if is_like and target_of(known, here, module, language) is None:
                return True
    return False


def _why_spelled(context: Context, stem: str) -> str | None:
    """Whether a text of some file may be the former name, or a file looks for what it computes."""
    wanted = re.compile(rb"(?<![\w])" + re.escape(stem.encode()) + rb"(?![\w])")
    for forest, names_of in (
        (context.before, context.names_before),
        (context.after, context.names_after),
    ):
        for file, tree in enumerate(forest.trees):
            names = names_of(file)
            table = import_table(names)
            is_text = wanted.search(tree.text) is not None
            if is_text and (not table or forest is context.after):
                rows = rows_of(tree, tree.language.raw.get("strings") or ())
                if not table or any(wanted.search(tree.slice(row)) for row in rows):
                    return f"{forest.paths[file]} may name the file in a text"
            if table and (
                names.has_any(frozenset(table.get("lists_files") or ()), 0)
                or imports_computed(names, table)
            ):
                return f"{forest.paths[file]} may look for files"
    return None
