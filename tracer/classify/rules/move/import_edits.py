"""The imports, uses through a module and exports that make up for a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.change.shorthand_properties import replaced
from tracer.classify.rules.move.definition_meaning import is_taken_back
from tracer.classify.rules.move.import_effects import are_shared, keys_of, statements_of
from tracer.classify.rules.move.moved import (
    RULE,
    Moved,
    bound_in,
    entries_in,
    home_of,
    was_imported,
)
from tracer.classify.rules.move.users import is_member_of, module_entry, star_taker
from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.free_names import is_erased, is_used_in, top_bindings
from tracer.semantics.names.imports import target_of
from tracer.semantics.names.occurrence_kinds import is_behind_dot
from tracer.syntax.grammar import Role
from tracer.syntax.names import wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.rules.move.import_effects import Keys
    from tracer.semantics.names.occurrences import Names


def why_in_no_package(context: Context, moved: Moved) -> str | None:
    """Whether a file in the outermost folder names another one from where it stands (`.a`).

    Only modules of a package can. That folder may be one, where a file of it did so before.
    """
    table = context.names_before(moved.source_b).tables.imports
    if not table.get("objects"):
        return None
    relative = [
        context.after.paths[file]
        for file in (moved.source_a, moved.target_a)
        if file >= 0 and _is_relative(context.names_after(file), context.after.paths[file])
    ]
    if not relative or any(
        _is_relative(context.names_before(file), path)
        for file, path in enumerate(context.before.paths)
    ):
        return None
    return f"{relative[0]} is in no package"


def _is_relative(names: Names, path: str) -> bool:
    return "/" not in path and any(entry.module[:1] == "." for entry in names.imports)


def explained_imports(context: Context, moved: Moved) -> Iterator[Explained]:
    """Insertions that make the move work, and nothing else."""
    shared = keys_of(context, moved)
    target = context.after.paths[moved.target_a]
    home = home_of(context, moved)
    is_new = moved.target_b < 0 or not significant_children(context.before.trees[moved.target_b], 0)
    here = dict(context.of_files(-1, moved.target_a, EditKind.INSERT))
    if moved.source_a >= 0:
        here |= dict(context.of_files(-1, moved.source_a, EditKind.INSERT))
    for index, edit in sorted(here.items()):
        if index not in context.open:
            continue
        file, row = context.after.locate(edit.after)
        names = context.names_after(file)
        if not context.is_sound(edit):
            continue
        if file == moved.target_a and row == 0:
            if not _is_only(names, moved, shared, (target, home)):
                continue
        elif file == moved.target_a:
            is_future = names.tree.kind_name(row) == names.tables.imports.get("future")
            if not (is_future and is_new) and not is_needed(context, moved, row):
                continue
        elif file != moved.source_a or not _brings(context, names, moved, row):
            continue
        yield Explained(RULE, "an import the move needs", (index,), -1, edit.after)


def is_needed(context: Context, moved: Moved, row: int) -> bool:
    """Whether a row of the new file is an import that what moved there uses, and nothing new.

    To a file that had nothing, names of the former one may come without a use; also what that one
    says about stars, which nobody takes from the new file.
    """
    names = context.names_after(moved.target_a)
    target, home = context.after.paths[moved.target_a], home_of(context, moved)
    while row > 0 and not names.tree.language.roles[names.tree.kind[row]] & Role.IMPORT:
        row = names.tree.parent[row]
    entries = entries_in(names, row)
    if not entries or not are_shared(names, target, row, keys_of(context, moved), home):
        return False
    tree = names.tree
    is_new = moved.target_b < 0 or not statements_of(context.names_before(moved.target_b))
    known = context.names_after(moved.source_a) if moved.source_a >= 0 else None
    return all(
        any(is_used_in(names, at, entry.local) for at in moved.rows_a.values())
        or (
            is_new
            and known is not None
            and entry.name is not None
            and (
                not names.tables.is_reserved(entry.local)
                or (entry.name == entry.local and _is_star_list_unread(context, moved, entry.local))
            )
            and bool(top_bindings(known, entry.name))
            and target_of((home,), target, entry.module, tree.language) == home
        )
        for entry in entries
    )


def _is_star_list_unread(context: Context, moved: Moved, word: str) -> bool:
    """Whether a name only says what a star brings, and no file takes a star from the new file."""
    names = context.names_after(moved.target_a)
    if not context.closed_world or word not in (
        names.tables.keyword_parameters.get("star_lists") or ()
    ):
        return False
    return star_taker(context, context.after.paths[moved.target_a]) is None


def explained_references(context: Context, moved: Moved) -> Iterator[Explained]:
    """Uses of a moved name in its former file that now are members of the new module."""
    module = module_entry(context, moved) if moved.source_a >= 0 else None
    if module is None:
        return
    files = (moved.source_b, moved.source_a)
    tree = context.after.trees[moved.source_a]
    for name in sorted(moved.edits):

        def member(row: int, name: str = name) -> int:
            at = tree.child_by_field(row, "attribute") if tree.stop[row] - row > 1 else -1
            is_ours = at >= 0 and tree.slice(at) == name.encode()
            names = context.names_after(moved.source_a)
            return at if is_ours and is_member_of(names, at, module.local) else -1

        for found in replaced(
            context, files, name, context.names_before(files[0]).tables.names, member
        ):
            base = context.before.base[files[0]]
            yield Explained(
                RULE,
                f"{name} is found in {module.local}",
                found.edits,
                base + found.row_b,
                context.after.base[files[1]] + found.row_a,
            )
        yield from _explained_dots(context, moved, name, module.local)


def _explained_dots(context: Context, moved: Moved, name: str, module: str) -> Iterator[Explained]:
    """A name in a pattern (`case Kind.RED`) that the new module's now stands before."""
    names, tree = context.names_after(moved.source_a), context.after.trees[moved.source_a]
    places = [
        found.row
        for found in (names.occurrences(name) if names.tables.dotted else ())
        if is_behind_dot(tree, names.tables, found.row) and is_member_of(names, found.row, module)
    ]
    if not places:
        return
    base, base_b = context.after.base[moved.source_a], context.before.base[moved.source_b]
    before = context.before.trees[moved.source_b]
    added = {edit.after - base: index for index, edit in context.of_kind(EditKind.INSERT)}
    for row in places:
        around = tree.parent[row]
        kids = significant_children(tree, around)
        head = kids[: kids.index(row)]
        former = context.mapping.to_before[base + around] - base_b
        if (
            all(at in added for at in head)
            and 0 < former < len(before)
            and before.slice(significant_children(before, former)[0]) == name.encode()
        ):
            edits = tuple(added[at] for at in head)
            evidence = f"{name} is found in {module}"
            yield Explained(RULE, evidence, edits, base_b + former, base + around)


def explained_exports(context: Context, moved: Moved) -> Iterator[Explained]:
    """Definitions of the former file that are exported now, because the new file imports them."""
    if moved.source_a < 0 or not context.closed_world:
        return
    names = context.names_after(moved.source_a)
    if not names.tables.imports.get("live"):
        return
    tree, base = names.tree, context.after.base[moved.source_a]
    base_b, stop_b = context.before.base[moved.source_b], context.before.base[moved.source_b + 1]
    for index, edit in list(context.of_kind(EditKind.INSERT)):
        row = edit.after - base
        if not 0 < row < len(tree) or tree.parent[row] != 0:
            continue
        if tree.kind_name(row) not in names.tables.fixed_inside:
            continue
        span = (edit.after, base + tree.stop[row])
        moves = [i for i, e in context.of_kind(EditKind.MOVE) if span[0] <= e.after < span[1]]
        if len(moves) != 1 or not base_b <= context.edits[moves[0]].before < stop_b:
            continue
        inner = context.edits[moves[0]].after - base
        is_all = len(significant_children(tree, row)) == 2  # noqa: PLR2004 - export and it
        taken = [word for word in bound_in(names, inner) if is_taken_back(context, moved, word)]
        if taken and is_all and tree.parent[inner] == row:
            yield Explained(
                RULE,
                f"{taken[0]} is exported for its new user",
                (index, *moves),
                context.edits[moves[0]].before,
                edit.after,
            )


def explained_unexports(context: Context, moved: Moved) -> Iterator[Explained]:
    """Exports of the former file that nobody needs, since their only user has what moved now.

    That nobody else looks for them there, `why_unreachable` has found out.
    """
    names = context.names_before(moved.source_b)
    tree, base = names.tree, context.before.base[moved.source_b]
    homes = {wrapper_of(tree, row): name for name, row in moved.rows_b.items()}
    for index, edit in list(context.of_kind(EditKind.DELETE)):
        row = edit.before - base
        if row not in homes or tree.kind_name(row) not in names.tables.fixed_inside:
            continue
        is_all = len(significant_children(tree, row)) == 2  # noqa: PLR2004 - export and it
        if is_all and context.closed_world and was_imported(context, moved, homes[row]):
            evidence = f"{homes[row]} is not exported where its only user defines it"
            yield Explained(RULE, evidence, (index,), edit.before, -1)


def _is_only(names: Names, moved: Moved, shared: Keys, paths: tuple[str, str]) -> bool:
    """Whether a new file holds only what moved there, and imports of the former file."""
    rows = {wrapper_of(names.tree, row) for row in moved.rows_a.values()}
    roles, kind = names.tree.language.roles, names.tree.kind
    for row in statements_of(names):
        if row in rows:
            continue
        if not roles[kind[row]] & Role.IMPORT or not are_shared(
            names, *paths[:1], row, shared, paths[1]
        ):
            return False
    return True


def _brings(context: Context, names: Names, moved: Moved, row: int) -> bool:
    """Whether inserted code of the former file only imports moved names from the new one."""
    tree, here = names.tree, context.after.paths[moved.source_a]
    target = context.after.paths[moved.target_a]
    at = row
    while at > 0 and not tree.language.roles[tree.kind[at]] & Role.IMPORT:
        at = tree.parent[at]
    if at <= 0 or tree.parent[at] != 0:
        return False
    entries = entries_in(names, row)
    if not entries:
        return not tree.language.kind_is_named[tree.kind[row]]  # a comma between two names
    module = module_entry(context, moved)
    return all(
        ((entry.name in moved.edits and entry.local == entry.name) or entry == module)
        and not is_erased(names, entry)
        and target_of(context.after.file_of_path, here, entry.module, tree.language) == target
        for entry in entries
    )
