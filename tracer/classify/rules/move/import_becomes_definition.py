"""A definition that moves to a file which imported it: the import goes, the name stays what it was.

Side conditions beyond those of a move: the import was at the top, before anything ran, and the
name's only binding there; nothing above the definition asks for the name, and no file that imports
the new home in turn, since the import stood higher; the former file did not import the new one (who
imported it first got an error); and the former file is executed all the same,
or does nothing at its top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.rules.move.import_effects import is_carried, is_importing, runs_no_package
from tracer.classify.rules.move.moved import home_of, was_imported
from tracer.classify.rules.move.users import is_asked_above, runs_before
from tracer.semantics.names.import_graph import imported_by, reached_from
from tracer.semantics.names.imports import target_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.rules.move.importers import Taken
    from tracer.classify.rules.move.moved import Moved


def why_not_in_time(context: Context, moved: Moved) -> str | None:
    """Whether somebody finds the name later than by the import, or misses what that executed."""
    came = [name for name in moved.edits if was_imported(context, moved, name)]
    if not came:
        return None
    target = context.names_after(moved.target_a)
    if not target.tables.imports.get("live"):
        for name in came:
            if is_asked_above(
                context.after, context.names_after, moved.target_a, moved.rows_a[name]
            ):
                return f"code above {name} may ask for it"
            former = context.names_before(moved.target_b)
            if any(runs_before(former, entry.statement) for entry in former.imports_of(name)):
                return f"something ran before {name} was imported"
        for file in sorted(_below(context, moved.target_a)):
            if moved.target_a in imported_by(context.after, context.names_after, file):
                return f"{context.after.paths[file]}, which it imports, may ask for {came[0]}"
        former_home = context.names_before, moved.source_b
        if moved.target_b in reached_from(context.before, *former_home, at_once=True):
            return f"{came[0]} was imported from a file that imports this one: it may have failed"
    return _why_not_executed(context, moved)


def _below(context: Context, file: int) -> set[int]:
    return reached_from(context.after, context.names_after, file) - {file}


def _why_not_executed(context: Context, moved: Moved) -> str | None:
    """Whether importing the new file executes no longer what the former one does at its top."""
    files, here = context.after.file_of_path, context.after.paths[moved.target_a]
    home = home_of(context, moved)
    target = context.names_after(moved.target_a)
    if is_importing(target, files, here, home, surely=True):
        return None
    if not is_carried(context, moved):
        return f"{context.before.paths[moved.source_b]} is no longer executed"
    known = {target_of(files, here, entry.module, target.tree.language) for entry in target.imports}
    if not runs_no_package(context, (home, here), known):
        return f"the package of {home} is no longer executed"
    return None


def arrived(context: Context, files: tuple[int, int], gone: set[Taken]) -> Iterator[Taken]:
    """What a file imports no longer because it is defined there now."""
    for moved in context.moves:
        if files == (moved.target_b, moved.target_a):
            for one in gone:
                name = one[1]
                if name in moved.edits and name and was_imported(context, moved, name):
                    yield one
