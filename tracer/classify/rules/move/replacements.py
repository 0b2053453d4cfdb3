"""Whether a name that moved code uses is replaced from outside, or its own name is in the way.

Where modules are objects (`imports.objects`), `a.g = h` or a text `"a.g"` given to a tool for tests
puts h in the place of g for the code in a; code that moved to b looks for g there. And a star takes
what came to a file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import rows_of
from tracer.semantics.names.free_names import free_names
from tracer.semantics.names.imports import target_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.computed_names import why_composed
from tracer.semantics.reflection.lookups.module_namespaces import (
    is_read_by_members,
    module_name,
    taken_as_module,
)
from tracer.semantics.reflection.lookups.monkey_patching import is_replaced, is_stored_elsewhere
from tracer.semantics.reflection.readers.framework_names import stem_of
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.rules.move.moved import Moved
    from tracer.matching import Forest
    from tracer.semantics.names.occurrences import Names, Occurrence


def _homes(context: Context, moved: Moved) -> Iterator[tuple[Forest, Callable[[int], Names], int]]:
    """The former and the new file, each on both sides, or on the one on which it is there."""
    yield context.before, context.names_before, moved.source_b
    if moved.source_a >= 0:
        yield context.after, context.names_after, moved.source_a
    if moved.target_b >= 0:
        yield context.before, context.names_before, moved.target_b
    yield context.after, context.names_after, moved.target_a


def why_replaced(  # noqa: C901 - two ways to put something else there
    context: Context, moved: Moved
) -> str | None:
    """Why moved code may find another thing than before under a name, or others may, or None.

    Cost: a search for the names in the files that have the name of a module.
    """
    source = context.names_before(moved.source_b)
    if not source.tables.imports.get("objects"):
        return None
    words = {w for row in moved.rows_b.values() for w in free_names(source, row) if w}
    words |= {name for name, row in moved.rows_b.items() if _is_recursive(source, row, name)}
    stored = _why_stored(context, moved, words)
    if stored is not None:
        return stored
    for forest, names_of, home in _homes(context, moved):
        path = forest.paths[home]
        module = module_name(path)
        kept = names_of(home).kept(_no_files)
        if not kept:
            kept.append(_speaking(context, forest, names_of, home))
        for file in kept[0]:
            names = names_of(file)
            if names.tables is not source.tables:
                continue
            modules = taken_as_module(forest, names, (file, path))
            if not all(is_read_by_members(names, entry, spelled=True) for entry in modules):
                return f"{forest.paths[file]} may put another thing in {path}"
            taken = {entry.local for entry in modules}
            if any(_is_path(names, o, module) for o in names.occurrences(module)):
                taken.add("")
            for word in sorted(words):
                found = names.occurrences(word)
                if any(is_replaced(names, o, word, (module, taken)) for o in found):
                    return f"{forest.paths[file]} may put another {word} in {path}"
    return _why_in_the_way(context, moved)


def _why_stored(context: Context, moved: Moved, words: Collection[str]) -> str | None:
    """Whether somebody who is handed one of the files may store to what the moved code uses."""
    for forest, _, home in _homes(context, moved):
        is_after = forest is context.after
        for word in sorted(words):
            if is_stored_elsewhere(context, home, word, is_after=is_after, is_member=False):
                return f"somebody may put another {word} in {forest.paths[home]}"
    return None


def _is_recursive(names: Names, row: int, name: str) -> bool:
    """Whether a definition says its own name again."""
    return sum(o.use is not Use.DATA for o in names.inside(name, row)) > 1


def why_named(context: Context, moved: Moved) -> str | None:
    """Why a text that is put together, or not known, may name what moved, or its files, or None."""
    paths = [forest.paths[home] for forest, _, home in _homes(context, moved)]
    return why_composed(context, {*moved.edits, *map(_spelled, paths)}, is_after=True)


def _spelled(path: str) -> str:
    """How texts name a module: with all of its name, points in it too (`shop.test`)."""
    name, stem = module_name(path), stem_of(path)
    return stem if stem.startswith(f"{name}.") else name


def _no_files(_: Names) -> list[list[int]]:
    """Where the files that speak of a module are kept, by the module."""
    return []


def _speaking(
    context: Context, forest: Forest, names_of: Callable[[int], Names], home: int
) -> list[int]:
    """The files that say a module's name in code, or take it, other than to take names of it."""
    module = module_name(forest.paths[home])
    found: list[int] = []
    for file in context.files_with(module, is_after=forest is context.after):
        names = names_of(file)
        tree, roles = names.tree, names.tree.language.roles
        if file != home and (
            taken_as_module(forest, names, (file, forest.paths[home]))
            or any(
                o.use is Use.DATA or not roles[tree.kind[_top(names, o.row)]] & Role.IMPORT
                for o in names.occurrences(module)
            )
        ):
            found.append(file)
    return found


def _top(names: Names, row: int) -> int:
    """The import around a row, or the statement at the top of the file."""
    tree, at = names.tree, row
    while tree.parent[at] > 0 and not tree.language.roles[tree.kind[at]] & Role.IMPORT:
        at = tree.parent[at]
    return at


def _is_path(names: Names, found: Occurrence, module: str) -> bool:
    """Whether a text is the path of a module, or its start."""
    text = names.tree.slice(found.row).decode("utf-8", "replace").strip("'\"")
    is_path = re.fullmatch(rf"(?:[\w.]*\.)?{re.escape(module)}\.?", text) is not None
    return found.use is Use.DATA and is_path


def _why_in_the_way(context: Context, moved: Moved) -> str | None:
    """Whether a star brings a moved name to a file that may have its own."""
    forest = context.after
    target = forest.paths[moved.target_a]
    for file, tree in enumerate(forest.trees):
        words = [w for w in moved.edits if w.encode() in tree.text]
        if not words or file == moved.target_a:
            continue
        names = context.names_after(file)
        table = names.tables.imports
        if not table.get("objects"):
            continue
        for star in rows_of(tree, (table["star"],)):
            statement = tree.parent[star]
            part = table["parts"].get(tree.kind_name(statement)) or {}
            at = tree.child_by_field(statement, part.get("module", ""))
            module = tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""
            if target_of(forest.file_of_path, forest.paths[file], module, tree.language) != target:
                continue
            for word in words:
                if any(o.use is not Use.DATA for o in names.occurrences(word)):
                    return f"a star brings {word} to {forest.paths[file]}"
    return None
