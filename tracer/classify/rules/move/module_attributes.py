"""Whether somebody asked for a moved name where it was not, or asks what moved for where it is.

A name that its new home did not have may have been asked for all the same: by an import that may
fail (`except ImportError`), by `hasattr`, by a hook of the module (`imports.hooks`), by a star that
left another thing in its place. And what moved may be asked for the names around it
(`imports.reached_by`), or run as an example by who looks for those of a file (`prompt_runners`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.rules.move.moved import was_imported
from tracer.semantics.language.tables import rows_of
from tracer.semantics.names.imports import target_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.loaders import MODULE, computed_loader
from tracer.semantics.reflection.lookups.module_namespaces import module_name, taken_as_module
from tracer.semantics.reflection.lookups.monkey_patching import reaches_all
from tracer.semantics.reflection.lookups.package_members import spelled_modules

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.classify.rules.move.moved import Moved
    from tracer.semantics.names.imports import Import
    from tracer.semantics.names.occurrences import Names


def why_expected(context: Context, moved: Moved) -> str | None:
    """Why somebody may find the moved names, or others by them, who did not before, or None.

    Cost: a look at the files that have the names; of stars, at the imports of all files.
    """
    new = [name for name in moved.edits if not was_imported(context, moved, name)]
    return (
        (_why_asked_before(context, moved, new) if moved.target_b >= 0 and new else None)
        or _why_starred(context, moved, new)
        or _why_asked_for_home(context, moved)
    )


def _why_asked_before(context: Context, moved: Moved, new: list[str]) -> str | None:
    """Whether the new file was asked for a name that it did not have."""
    forest, path = context.before, context.before.paths[moved.target_b]
    target = context.names_before(moved.target_b)
    for hook in target.tables.imports.get("hooks") or ():
        if any(o.scope == 0 for o in target.occurrences(hook)):
            return f"{hook} of {path} may have answered for {new[0]}"
    for name in new:
        for file in context.files_with(name, is_after=False):
            names = context.names_before(file)
            if file == moved.target_b or not names.tables.imports:
                continue
            if any(
                entry.name == name
                and target_of(
                    forest.file_of_path, forest.paths[file], entry.module, names.tree.language
                )
                == path
                for entry in names.imports
            ) or _is_read_off(names, taken_as_module(forest, names, (file, path)), path, name):
                return f"{forest.paths[file]} asked {path} for {name} before it was there"
    return None


def _is_read_off(names: Names, taken: list[Import], path: str, name: str) -> bool:
    """Whether a file reads a name off a module that it took, or has it in a text."""
    known = {module_name(path), *(entry.local for entry in taken)}
    for found in names.occurrences(name) if taken else ():
        at = names.tree.child_by_field(names.tree.parent[found.row], "object")
        receiver = names.tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""
        if found.use is Use.DATA or (
            found.use is Use.MEMBER and receiver.rpartition(".")[2] in known
        ):
            return True
    return False


def _why_starred(context: Context, moved: Moved, new: list[str]) -> str | None:
    """Whether a star brings a new name to a file that has, or lists, names of its own."""
    forest = context.after
    table = context.names_after(moved.target_a).tables.imports
    if not table.get("objects") or not new:
        return None
    reached, work = {moved.target_a}, [moved.target_a]
    stars = context.kept(_stars)
    while work:
        takers = stars.get(forest.paths[work.pop()], ())
        work += [file for file in takers if file not in reached]
        reached.update(takers)
    own = moved.target_a, moved.source_a
    for file in sorted(reached - {moved.target_a}):
        names = context.names_after(file)
        listing = names.has_any(names.tables.dynamic_file, 0)
        if listing is not None:
            return f"a star brings {new[0]} to {forest.paths[file]}, which may list it ({listing})"
        for name in new:
            if file not in own and any(o.use is not Use.DATA for o in names.occurrences(name)):
                return f"a star brings {name} to {forest.paths[file]}"
    return None


def _stars(context: Context) -> dict[str, list[int]]:
    """The files that take a star, by the path they take it of."""
    found: dict[str, list[int]] = {}
    forest = context.after
    for file, tree in enumerate(forest.trees):
        names = context.names_after(file)
        if not rows_of(tree, (names.tables.imports.get("star") or "",)):
            continue
        for module in spelled_modules(names):
            path = target_of(forest.file_of_path, forest.paths[file], module, tree.language)
            if path is not None:
                found.setdefault(path, []).append(file)
    return found


def _why_asked_for_home(context: Context, moved: Moved) -> str | None:
    """Whether what moved may be asked for its file, or be run as an example of it."""
    source = context.names_before(moved.source_b)
    if not source.tables.imports.get("objects"):
        return None
    prompt = str(source.tables.raw.get("prompt") or "").encode()
    is_example = bool(prompt) and any(
        prompt in source.tree.slice(row) for row in moved.rows_b.values()
    )
    runners = frozenset(source.tables.raw.get("prompt_runners") or ())
    forest = context.after
    for file, path in enumerate(forest.paths):
        names = context.names_after(file)
        if names.tables is not source.tables:
            continue
        if file not in (moved.source_a, moved.target_a) and names.kept(reaches_all):
            return f"{path} may find names of any file"
        if computed_loader(names, (MODULE,)) and _has_any(names, "of_file"):
            return f"{path} may ask what moved for its file"
        if is_example and names.has_any(runners, 0):
            return f"{path} may run the examples of a file"
    return None


def _has_any(names: Names, key: str) -> bool:
    return names.has_any(frozenset(names.tables.imports.get(key) or ()), 0) is not None


def why_configured(context: Context, moved: Moved) -> str | None:
    """Whether a file of another kind names a moved thing in its new home, where it was not."""
    module = module_name(context.after.paths[moved.target_a])
    for name in moved.edits:
        for file in context.files_with(name, is_after=True):
            if context.names_after(file).tables.imports:
                continue
            wanted = rf"\b{re.escape(module)}[.:/#]+{re.escape(name)}\b".encode()
            if re.search(wanted, context.after.trees[file].text):
                return f"{context.after.paths[file]} names {name} in its new file"
    return None
