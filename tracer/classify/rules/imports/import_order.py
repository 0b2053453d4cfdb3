"""`import_order`: a run of import statements that brings the same names, written otherwise.

Statements sorted, grouped, split or merged. Only for languages whose table says so
(`imports.runs`), where a run is an unbroken sequence of imports in the file or in a body. Side
conditions:

- the run stands before and behind the same code;
- the run before and the run after take exactly the same things under the same names, and no name
  is bound twice;
- imports that do not spell their names out (stars, bare imports) have the same statements before
  them; so have those whose names nobody uses in the file, since they may be there for what they
  do, modules aside that do nothing when imported (`imports.quiet`) or that the run imports for
  other names as well, which are used; of a star whose names are
  known (`names/star_imports.py`), only imports of these names must stay on the side they are on;
- where an import that fails may be caught, what was bound before it counts: there, names are bound
  in the same order, or all from one module and used only behind the run in its own body, or
  bound anew, to literals, by everything that catches;
- in a file that is its package (`imports.package`), imports of the package's own modules, which
  come back for what was imported before them, keep their order;
- what is imported for the compiler only (`imports.erased`) stays so.

`import a.b` is `import a` as well.

What the rule accepts as harmless is the order in which other modules are first executed.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, changed_leaves
from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.rules.imports.import_groups import KINDS, Run, why_not_same, why_twice
from tracer.classify.rules.move.import_becomes_definition import arrived
from tracer.classify.rules.move.import_edits import is_needed
from tracer.classify.rules.move.importers import followed
from tracer.classify.rules.move.users import is_of_object
from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.imports import has_star, module_path, target_of
from tracer.semantics.names.occurrences import Names, Use
from tracer.semantics.names.star_imports import Brought, from_file, from_library
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.syntax import SyntaxTree

RULE = "import_order"


def explain(context: Context) -> Iterator[Explained]:
    """Runs of imports with edits, where both sides bring the same."""
    for file_b, file_a in context.mapping.file_pairs:
        names_b, names_a = context.names_before(file_b), context.names_after(file_a)
        if not names_b.tables.imports.get("runs") or names_a.tables is not names_b.tables:
            continue
        if names_b.tree.text == names_a.tree.text:
            continue
        for lists in _lists(context, file_b, file_a):
            yield from _explain(context, (file_b, file_a), lists)


def _lists(context: Context, file_b: int, file_a: int) -> list[tuple[int, int]]:
    """Rows of the lists of statements with an edited import, before and after."""
    tree_b, tree_a = context.before.trees[file_b], context.after.trees[file_a]
    base_b, base_a = context.before.base[file_b], context.after.base[file_a]
    found = set()
    for _, edit in context.of_files(file_b, file_a, *KINDS):
        row = edit.before - base_b
        if 0 <= row < len(tree_b):
            found.add((_list_around(tree_b, row), -1))
        row = edit.after - base_a
        if 0 <= row < len(tree_a):
            found.add((-1, _list_around(tree_a, row)))
    pairs = set()
    for before, after in found:
        if before >= 0:
            image = context.mapping.to_after[base_b + before] - base_a
            pairs.add((before, image if 0 <= image < len(tree_a) else -1))
        elif after >= 0:
            image = context.mapping.to_before[base_a + after] - base_b
            pairs.add((image if 0 <= image < len(tree_b) else -1, after))
    return sorted((b, a) for b, a in pairs if min(b, a) >= 0 and (b == 0) == (a == 0))


def _list_around(tree: SyntaxTree, row: int) -> int:
    """The list of statements that holds the import at or around a row, or -1."""
    roles, kind = tree.language.roles, tree.kind
    while row > 0:
        parent = tree.parent[row]
        if roles[kind[parent]] & Role.BLOCK:
            return parent if roles[kind[row]] & Role.IMPORT else -1
        row = parent
    return -1


def _explain(
    context: Context, files: tuple[int, int], lists: tuple[int, int]
) -> Iterator[Explained]:
    names_b, names_a = context.names_before(files[0]), context.names_after(files[1])
    base_b, base_a = context.before.base[files[0]], context.after.base[files[1]]
    runs_b, runs_a = _runs(names_b, lists[0]), _runs(names_a, lists[1])
    if not runs_a and lists[1] == 0:
        yield from _all_gone(context, files, runs_b)
    if len(runs_b) != len(runs_a):
        return
    for run_b, run_a in zip(runs_b, runs_a, strict=True):
        spans = _span(names_b, run_b, base_b), _span(names_a, run_a, base_a)
        edits = tuple(
            index
            for index, edit in context.of_files(*files, *KINDS)
            if _is_within(edit.before, spans[0])
            and (_is_within(edit.after, spans[1]) or _went_along(context, files[1], edit))
            and context.is_sound(edit)
        )
        if not edits:
            continue
        stars_b, stars_a = _stars(context, files[0], 0), _stars(context, files[1], 1)
        ours_b, ours_a = _ours(context, files[0], 0), _ours(context, files[1], 1)
        before = Run(names_b, context.before.paths[files[0]], run_b, stars_b, ours_b)
        after = Run(names_a, context.after.paths[files[1]], run_a, stars_a, ours_a)
        problem = (
            _why_elsewhere(context, files, (run_b, run_a))
            or why_twice(before)
            or why_twice(after)
            or _follow(context, files, before, after)
            or _difference(context, files, before, after)
            or why_not_same(context, before, after)
            or _why_another(context, files[1], before, after)
        )
        if problem:
            context.note(edits, problem)
            continue
        leaves = tuple(leaf for row in run_a for leaf in changed_leaves(context, base_a + row))
        yield Explained(
            RULE,
            "the same names from the same modules, in another order or grouping",
            edits,
            base_b + run_b[0],
            base_a + run_a[0],
            kept=leaves,
            touched=leaves,
        )


def _all_gone(
    context: Context, files: tuple[int, int], runs: list[list[int]]
) -> Iterator[Explained]:
    """The imports of a file that needs none of them any more, as what used them moved."""
    names_b, names_a = context.names_before(files[0]), context.names_after(files[1])
    base = context.before.base[files[0]]
    if not context.closed_world or all(
        files[1] not in (moved.source_a, moved.target_a) for moved in context.moves
    ):
        return
    stars, ours = _stars(context, files[0], 0), _ours(context, files[0], 0)
    for rows in runs:
        before = Run(names_b, context.before.paths[files[0]], rows, stars, ours)
        span = _span(names_b, rows, base)
        edits = tuple(
            index
            for index, edit in context.of_files(*files, *KINDS)
            if edit.before >= 0
            and _is_within(edit.before, span)
            and (edit.after < 0 or _went_along(context, files[1], edit))
            and context.is_sound(edit)
        )
        is_spelled = all(names_b.imports_at(row) for row in rows)
        gone = before.names()
        left = (
            module
            for module, _, local, _ in sorted(
                gone.difference(arrived(context, files, gone)), key=repr
            )
            if not before.is_quiet(module)
            or _may_be_meant(names_a, local)
            or _is_taken_elsewhere(context, files[1], local)
        )
        if edits and is_spelled and (module := next(left, None)) is not None:
            context.note(edits, f"{module} is no longer imported")
        elif edits and is_spelled:
            yield Explained(
                RULE, "nothing in the file needs these imports any more", edits, base + rows[0], -1
            )


def _why_elsewhere(
    context: Context, files: tuple[int, int], runs: tuple[list[int], list[int]]
) -> str | None:
    """Whether a statement that is no import stands on another side of the run than before."""
    tree_b, tree_a = context.before.trees[files[0]], context.after.trees[files[1]]
    base_b, base_a = context.before.base[files[0]], context.after.base[files[1]]
    (first_b, *_), (first_a, *_) = runs
    around = tree_a.parent[first_a]
    for row in significant_children(tree_b, tree_b.parent[first_b]):
        image = context.mapping.to_after[base_b + row] - base_a
        if (
            not tree_b.language.roles[tree_b.kind[row]] & Role.IMPORT
            and 0 < image < len(tree_a)
            and tree_a.parent[image] == around
            and (row < first_b) != (image < first_a)
        ):
            return "it stands before or behind other code than it did"
    return None


def _runs(names: Names, around: int) -> list[list[int]]:
    """The unbroken sequences of import statements in a list of statements."""
    tree = names.tree
    future = names.tables.imports.get("future")
    found: list[list[int]] = [[]]
    for row in significant_children(tree, around):
        is_import = tree.language.roles[tree.kind[row]] & Role.IMPORT
        if is_import and tree.kind_name(row) != future:
            found[-1].append(row)
        elif found[-1] and tree.language.kind_is_named[tree.kind[row]]:
            found.append([])
    return [run for run in found if run]


def _span(names: Names, run: list[int], base: int) -> tuple[int, int]:
    return base + run[0], base + names.tree.stop[run[-1]]


def _is_within(node: int, span: tuple[int, int]) -> bool:
    return node < 0 or span[0] <= node < span[1]


def _follow(context: Context, files: tuple[int, int], before: Run, after: Run) -> str | None:
    """Leaves out what is imported from a file that has another name, or from another file, now.

    Why that may not be the same: an import that is there for what it does passed a renamed file.
    """
    gone, new = before.names() - after.names(), after.names() - before.names()
    one, other = after.implied(gone), before.implied(new)
    before.forget(one)
    after.forget(other)
    gone, new = gone - one, new - other
    pairs = list(followed(context, files, gone, new))
    called = {left[0]: taken[0] for left, taken, is_renamed in pairs if is_renamed}
    if called and before.around(called) != after.around({name: name for name in called.values()}):
        return "an import that is there for what it does has another place"
    before.forget({left for left, *_ in pairs})
    after.forget({taken for _, taken, _ in pairs})
    return None


def _difference(context: Context, files: tuple[int, int], before: Run, after: Run) -> str | None:
    """Whether other names are imported than a proved move needs, or no longer needs.

    A name may go when nothing in the file uses it, in a closed world, and its module is executed
    all the same: by another import of the run, or by the file that something moved to.
    """
    gone, new = before.names() - after.names(), after.names() - before.names()
    for left in list(arrived(context, files, gone)):
        before.forget({left})
        gone = gone - {left}
    if not gone and not new:
        return None
    targets = {moved.target_a for moved in context.moves if moved.source_a == files[1]}
    if not targets or not context.closed_world:
        return "other names are imported"
    paths, here = context.after.paths, context.after.paths[files[1]]
    files_a = context.after.file_of_path
    language = after.tree.language
    homes = {paths[target] for target in targets}
    came = {
        (paths[moved.target_a], name)
        for moved in context.moves
        if moved.target_a in targets
        for name in (None, *moved.edits)
    }
    if any(
        (target_of(files_a, here, module, language), name) not in came
        or name not in (None, local)
        or is_erased
        for module, name, local, is_erased in new
    ):
        return "other names are imported"
    executed = {module_path(after.tree, entry) for entry in after.entries}
    is_called = any(target_of(files_a, here, module, language) in homes for module in executed)
    for target in targets if is_called else ():
        there = context.names_after(target)
        executed |= {module_path(there.tree, entry) for entry in there.imports}
    for module, name, local, is_erased in sorted(gone, key=repr):
        is_kept = name is None and _is_package_kept(context, files[1], after, module, local)
        if not is_kept and _may_be_meant(after.file, local):
            return f"{local} is no longer imported"
        is_run = is_erased or module in executed or before.is_quiet(module)
        if not is_run or (not is_kept and _is_taken_elsewhere(context, files[1], local)):
            return f"{module} is no longer imported"
    before.forget(gone)
    after.forget(new)
    return None


def _is_package_kept(context: Context, file: int, after: Run, module: str, local: str) -> bool:
    """Whether a package keeps its name, and nobody reads the module off it that is no longer there.

    `import a.b` and `import a.c` both bind a.
    """
    parts = module.split(".")
    kept = [
        module_path(after.tree, e).split(".")
        for e in after.entries
        if e.name is None and e.local == local and "." not in e.module
    ]
    if not kept or parts[0] != local:
        return False
    known = max(len(posixpath.commonprefix([parts, other])) for other in kept)
    if known == len(parts):
        return True
    word = parts[known]
    for other in context.files_with(word, is_after=True):
        names = context.names_after(other)
        if not names.tables.is_known:
            return False
        is_own = other != file and any(
            module_path(names.tree, e) == module and names.tree.parent[e.statement] == 0
            for e in names.imports
        )
        if not is_own and any(o.use in (Use.MEMBER, Use.UNCLEAR) for o in names.occurrences(word)):
            return False
    return True


def _is_imported_at(names: Names, row: int) -> bool:
    """Whether a row stands in a statement that imports something."""
    tree = names.tree
    while row > 0 and not tree.language.roles[tree.kind[row]] & Role.IMPORT:
        row = tree.parent[row]
    return row > 0 and bool(names.imports_at(row))


def _may_be_meant(names: Names, local: str) -> bool:
    """Whether some code of a file may mean what an import bound at its top."""
    # Where a module has no name for itself, a member is not what the file imported.
    is_apart = not names.has_any(names.tables.module_readers, 0)
    for found in names.occurrences(local):
        if found.fixed and found.scope < 0 and _is_imported_at(names, found.row):
            continue  # part of a module's name
        if found.use is Use.MEMBER and is_apart and is_of_object(names, found.row):
            continue
        if found.use is Use.NAME:
            scope = names.scope_of(found, local)
            if scope <= 0 or names.kind_of_scope(scope) == "class":
                return True
        elif found.use is Use.UNCLEAR or (
            found.use is Use.MEMBER and not names.tables.imports.get("live")
        ):
            return True
    return False


def _is_taken_elsewhere(context: Context, file: int, local: str) -> bool:
    """Whether another file may use a name of this one."""
    paths, files = context.after.paths, context.after.file_of_path
    for other, tree in enumerate(context.after.trees):
        if other == file or local.encode() not in tree.text:
            continue
        for entry in context.names_after(other).imports:
            if entry.name in (local, None):
                home = target_of(files, paths[other], entry.module, tree.language)
                if home == paths[file]:
                    return True
        if has_star(tree):
            return True
    return False


def _went_along(context: Context, file: int, edit: Edit) -> bool:
    """Whether an import of a file went to another one, with what moved there and uses it."""
    if edit.kind is not EditKind.MOVE:
        return False
    home, row = context.after.locate(edit.after)
    return any(
        moved.source_a == file and moved.target_a == home and is_needed(context, moved, row)
        for moved in context.moves
    )


def _stars(context: Context, file: int, side: int) -> Callable[[str], Brought | None]:
    """What a star brings from a module, in a file of one side of the change set."""
    forest = (context.before, context.after)[side]
    names = (context.names_before, context.names_after)[side]

    def find(module: str) -> Brought | None:
        language = forest.trees[file].language
        home = target_of(forest.file_of_path, forest.paths[file], module, language)
        if home is not None:
            return from_file(names(forest.file_of_path[home]))
        return from_library(module, names(file).tables, language.name)

    return find


def _ours(context: Context, file: int, side: int) -> Callable[[str], bool]:
    """Whether the change set has a module that a file of one side imports."""
    forest = (context.before, context.after)[side]
    language = forest.trees[file].language
    return lambda module: (
        target_of(forest.file_of_path, forest.paths[file], module, language) is not None
    )


def _why_another(context: Context, file: int, before: Run, after: Run) -> str | None:
    """Whether a name that is taken is the module of that name on one side only.

    A file of the change set has the name, and a module below it is imported before, or after.
    """
    forest = context.after
    for module, name, _, _ in sorted(before.submodules() ^ after.submodules()):
        home = target_of(forest.file_of_path, forest.paths[file], module, after.tree.language)
        if home is None:
            continue
        names = context.names_after(forest.file_of_path[home])
        if any(o.scope == 0 and not o.fixed for o in names.occurrences(name)):
            return f"{name} may be what {home} defines, or the module of that name"
    return None
