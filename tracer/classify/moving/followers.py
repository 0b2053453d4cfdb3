"""Other files that import what moved, from where it is now.

Only where no file can be asked for what it exports by a text (`users.left_behind` says so), and
where the former file is executed all the same: nobody may leave out what it does at its top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.import_runs import import_table
from tracer.classify.imports import target_of
from tracer.classify.moving.executed import loud
from tracer.classify.tables import has_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.context import Context
    from tracer.classify.moving.moved import Moved

# What an import takes: (module, name or None, local name, is it for the compiler only).
Taken = tuple[str, str | None, str, bool]


def followed(
    context: Context, files: tuple[int, int], gone: set[Taken], new: set[Taken]
) -> Iterator[tuple[Taken, Taken]]:
    """Pairs of what a file imports no longer and imports now, which are one and the same thing."""
    file_b, file_a = files
    names = context.names_after(file_a)
    if not context.closed_world or not import_table(names).get("live"):
        return
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
            for moved in context.moves:
                places = before[moved.source_b], after[moved.target_a]
                is_same = one[1] in moved.edits and homes == places and file_a != moved.source_a
                if is_same and (one[3] or _is_executed(context, moved, file_a)):
                    yield one, other


def _is_executed(context: Context, moved: Moved, file: int) -> bool:
    """Whether a file that imports the new home executes the former one, or that does nothing."""
    paths, files = context.after.paths, context.after.file_of_path
    home = paths[moved.source_a]
    erased = frozenset((str(import_table(context.names_after(file)).get("erased")),))
    for place in (file, moved.target_a):
        names = context.names_after(place)
        for entry in names.imports:
            path = target_of(files, paths[place], entry.module, names.tree.language)
            is_top = names.tree.parent[entry.statement] == 0
            if path == home and is_top and not has_word(names.tree, entry.statement, erased):
                return True
    names = context.names_after(moved.source_a)
    taken = {
        entry.statement
        for entry in names.imports
        if target_of(files, home, entry.module, names.tree.language) == paths[moved.target_a]
    }
    return taken.issuperset(loud(names))
