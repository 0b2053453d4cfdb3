"""Other files that import what moved, from where it is now.

Only where no file can be asked for what it exports by a text (`users.left_behind` says so), and
where the former file is executed all the same: nobody may leave out what it does at its top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.rules.move.import_effects import (
    is_carried,
    is_surely_executed,
    loud,
    runs_no_package,
)
from tracer.classify.rules.move.moved import home_of
from tracer.semantics.names.import_graph import reached_from
from tracer.semantics.names.imports import target_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.rules.move.moved import Moved

# What an import takes: (module, name or None, local name, is it for the compiler only).
Taken = tuple[str, str | None, str, bool]


def followed(
    context: Context, files: tuple[int, int], gone: set[Taken], new: set[Taken]
) -> Iterator[tuple[Taken, Taken, bool]]:
    """Pairs of what a file imports no longer and imports now, which are one and the same thing.

    And whether the whole file has another name, so that what it does is done there.
    """
    file_b, file_a = files
    names = context.names_after(file_a)
    language = names.tree.language
    before, after = context.before.paths, context.after.paths
    alike: dict[tuple[str | None, str, bool], list[Taken]] = {}
    for other in sorted(new, key=repr):
        alike.setdefault(other[1:], []).append(other)
    for one in sorted(gone, key=repr):
        for other in alike.get(one[1:], ()):
            homes = (
                target_of(context.before.file_of_path, before[file_b], one[0], language),
                target_of(context.after.file_of_path, after[file_a], other[0], language),
            )
            if any(homes == (before[b], after[a]) for b, a in context.renamed_files):
                yield one, other, True
                continue
            for moved in context.moves if context.closed_world else ():
                places = before[moved.source_b], after[moved.target_a]
                is_same = one[1] in moved.edits and homes == places and file_a != moved.source_a
                is_live = names.tables.imports.get("live")
                if (
                    is_same
                    and (one[3] or _is_executed(context, moved, file_a))
                    and (is_live or _is_in_turn(context, moved, files))
                ):
                    yield one, other, False


def _is_in_turn(context: Context, moved: Moved, files: tuple[int, int]) -> bool:
    """Whether a file that imports the new home now finds it complete, and runs no other package.

    Where imports are executed in their turn, and files that import each other see halves.
    """
    file_b, file_a = files
    if file_a in reached_from(context.after, context.names_after, moved.target_a):
        return False
    if file_b in reached_from(context.before, context.names_before, moved.source_b):
        return False
    paths = context.after.paths
    ends = paths[moved.target_a], paths[file_a]
    return runs_no_package(context, ends, {home_of(context, moved)})


def _is_executed(context: Context, moved: Moved, file: int) -> bool:
    """Whether a file that imports the new home executes the former one, or that does nothing."""
    if moved.source_a < 0:
        return is_carried(context, moved)
    paths, files = context.after.paths, context.after.file_of_path
    home = paths[moved.source_a]
    for place in (file, moved.target_a):
        names = context.names_after(place)
        for entry in names.imports:
            path = target_of(files, paths[place], entry.module, names.tree.language)
            if path == home and is_surely_executed(names, entry):
                return True
    names = context.names_after(moved.source_a)
    taken = {
        entry.statement
        for entry in names.imports
        if target_of(files, home, entry.module, names.tree.language) == paths[moved.target_a]
    }
    return taken.issuperset(loud(names))
