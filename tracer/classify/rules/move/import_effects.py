"""Whether importing the file that something moved to runs nothing new."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tracer.classify.change.refusals import Asks, Refusal
from tracer.classify.rules.move.definition_meaning import comes_back, is_inert
from tracer.classify.rules.move.moved import home_of, was_imported
from tracer.semantics.language.tables import has_word, significant_children
from tracer.semantics.names.free_names import import_key
from tracer.semantics.names.import_graph import modules_of
from tracer.semantics.names.imports import module_path, target_of
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from tracer.classify.change.change import Context
    from tracer.classify.rules.move.moved import Moved
    from tracer.semantics.names.imports import Import
    from tracer.semantics.names.occurrences import Names


def why_code_runs(context: Context, moved: Moved) -> str | None:
    """Whether importing the new file from the former one may have an effect of its own."""
    if _nobody_new(context, moved):
        return None
    target = context.names_after(moved.target_a)
    path = context.after.paths[moved.target_a]
    home = home_of(context, moved)
    if not target.tables.imports.get("live"):
        files, language = context.after.file_of_path, target.tree.language
        if any(target_of(files, path, entry.module, language) == home for entry in target.imports):
            if comes_back(context, moved):
                return "the new file imports the former one"
            why = _why_not_executed_before(context, moved)
            if why:
                return why
    source = context.names_before(moved.source_b)
    known = {
        target_of(context.before.file_of_path, home, entry.module, source.tree.language)
        for entry in source.imports
        if source.tree.parent[entry.statement] == 0
    }
    return None if path in known else _why_loud(context, moved, known)


def why_more(context: Context, moved: Moved) -> str | None:
    """Whether somebody who imports the new file executes a module by it that he did not before.

    What came with the moved code was imported by the former file, and executed by its importers.
    """
    if moved.target_b < 0 or not statements_of(context.names_before(moved.target_b)):
        return None
    before, after = context.names_before(moved.target_b), context.names_after(moved.target_a)
    known = {module_path(before.tree, e) for e in before.imports if is_executed_at(before, e)}
    new = [
        entry
        for entry in after.imports
        if is_executed_at(after, entry)
        and module_path(after.tree, entry) not in known
        and not _is_silent(context, moved.target_a, entry, set())
    ]
    if not new:
        return None
    module = module_path(after.tree, new[0])
    if not context.closed_world:
        return f"others may import the new file, which executes {module} now"
    home = context.before.paths[moved.source_b]
    other = _newcomer(context, moved, home, but=moved.source_a)
    return None if other is None else f"{other} did not execute {module}"


def _newcomer(context: Context, moved: Moved, wanted: str, *, but: int = -1) -> str | None:
    """The first file (another than `but`) that imports the new one, and did not import `wanted`.

    `wanted` is a path before. Cost: the imports of all files.
    """
    files, paths = context.after.file_of_path, context.after.paths
    former = {after: before for before, after in context.mapping.file_pairs}
    for file, here in enumerate(paths):
        names = context.names_after(file)
        if file == but or not is_importing(names, files, here, paths[moved.target_a]):
            continue
        b = former.get(file, -1)
        before = context.before
        if b < 0 or not is_importing(
            context.names_before(b), before.file_of_path, before.paths[b], wanted, surely=True
        ):
            return here
    return None


def is_executed_at(names: Names, entry: Import) -> bool:
    """Whether an import stands at the top of a file, and is for more than the compiler."""
    erased = frozenset(names.tables.imports.get("erased") or ())
    is_top = names.tree.parent[entry.statement] == 0
    return is_top and not has_word(names.tree, entry.statement, erased)


def is_surely_executed(names: Names, entry: Import) -> bool:
    """Whether an import executes its module for certain: a compiler may leave out one of types."""
    if not is_executed_at(names, entry):
        return False
    tree, erased = names.tree, names.tables.raw.get("erased") or {}
    if "queries" not in erased:
        return True
    kinds = frozenset(erased["names"])
    return any(
        tree.kind_name(found.row) not in kinds
        and not tree.language.roles[tree.kind[tree.parent[found.row]]] & Role.IMPORT
        and not _is_inside(names, found.row, erased["queries"])
        for taken in names.imports_at(entry.statement)
        for found in names.occurrences(taken.local)
        if found.use is Use.NAME and found.row not in (taken.row, taken.local_row)
    )


def _is_inside(names: Names, row: int, kinds: Collection[str]) -> bool:
    """Whether a row is right inside one of some kinds."""
    tree = names.tree
    return any(
        tree.kind_name(at) in kinds for at in (tree.parent[row], tree.parent[tree.parent[row]])
    )


def _is_silent(context: Context, file: int, entry: Import, seen: set[int]) -> bool:
    """Whether executing what an import takes does nothing, as far as the change has it."""
    names = context.names_after(file)
    files, here = context.after.file_of_path, context.after.paths[file]
    paths = [target_of(files, here, module, names.tree.language) for module in modules_of(entry)]
    known = {files[path] for path in paths if path is not None}
    if not known:
        root = module_path(names.tree, entry).partition(".")[0]
        table = names.tables.imports
        return root in (table.get("quiet") or ())
    for other in sorted(known - seen):
        seen.add(other)
        there = context.names_after(other)
        for row in loud(there):
            is_import = there.tree.language.roles[there.tree.kind[row]] & Role.IMPORT
            entries = there.imports_at(row) if is_import else []
            if not entries or not all(_is_silent(context, other, e, seen) for e in entries):
                return False
    return True


def is_carried(context: Context, moved: Moved) -> bool:
    """Whether executing the new file does what executing the former one did at its top."""
    source, path = context.names_before(moved.source_b), context.before.paths[moved.source_b]
    target, here = context.names_after(moved.target_a), context.after.paths[moved.target_a]
    shared = Keys(target, here)
    roles, kind = source.tree.language.roles, source.tree.kind
    return all(
        roles[kind[row]] & Role.IMPORT and are_shared(source, path, row, shared, here)
        for row in loud(source)
    )


def _nobody_new(context: Context, moved: Moved) -> bool:
    """Whether the new file had the names anyway, and only those import it who did before."""
    if not all(was_imported(context, moved, name) for name in moved.edits):
        return False
    return _newcomer(context, moved, context.before.paths[moved.target_b]) is None


def _why_loud(context: Context, moved: Moved, known: Collection[str | None]) -> str | None:
    """Whether the new file, or a package around it, does more when it is executed than `known`."""
    path, home = context.after.paths[moved.target_a], home_of(context, moved)
    shared = keys_of(context, moved)
    packages = packages_of(context, (path, home), known)
    if None in packages:
        return "importing the new file executes its package, which is not known"
    code: str | None = None  # of a new file, all of which moved: what programs do is compared
    for file in (moved.target_a, *(file for file in packages if file is not None)):
        names, place = context.names_after(file), context.after.paths[file]
        for row in loud(names):
            if not names.tree.language.roles[names.tree.kind[row]] & Role.IMPORT:
                said = f"importing the new file may run code, in {place}"
                if file != moved.target_a or moved.target_b >= 0:
                    return said
                code = code or Refusal.of(Asks.MEANING, said)
                continue
            # What a package takes from the former file, it would take in the middle of it.
            own = home if file == moved.target_a else ""
            if not are_shared(names, place, row, shared, own):
                return f"the new file imports something the former one did not, in {place}"
    return code


def runs_no_package(context: Context, ends: tuple[str, str], known: Collection[str | None]) -> bool:
    """Whether all packages around a file (`packages_of`) are known, and do nothing at their top."""
    around = packages_of(context, ends, known)
    return all(file is not None and not loud(context.names_after(file)) for file in around)


def packages_of(
    context: Context, ends: tuple[str, str], known: Collection[str | None]
) -> list[int | None]:
    """The files of the packages around a file that are executed before it is, and were not before.

    `ends`: the paths of that file and of the one that imports it now, which imported `known`. None
    stands for one that is not in the change set, but may exist.
    """
    files = context.after.file_of_path
    path, home = ends
    # A file that is gone was of the language of the one that imported it.
    at = files[path] if path in files else files[home]
    package = context.names_after(at).tables.imports.get("package")
    found: list[int | None] = []
    folder = posixpath.dirname(path) if package else ""
    while folder:
        inside = folder + "/"
        if home.startswith(inside) or any(k and k.startswith(inside) for k in known):
            break
        own = files.get(f"{inside}{package}")
        if own is not None or not context.closed_world:
            found.append(own)
        folder = posixpath.dirname(folder)
    return found


def _why_not_executed_before(context: Context, moved: Moved) -> str | None:
    """Whether somebody who imports the new file did not execute the former one before.

    The new file executes it now. Who imported the former file did; of the others nobody knows what
    they import, unless the file is new.
    """
    is_new = moved.target_b < 0 or not statements_of(context.names_before(moved.target_b))
    if not (is_new or context.closed_world):
        return "others may import the new file, which executes the former one"
    other = _newcomer(context, moved, context.before.paths[moved.source_b])
    return None if other is None else f"{other} did not execute the former file"


def is_importing(
    names: Names, paths: Collection[str], here: str, wanted: str, *, surely: bool = False
) -> bool:
    """Whether a file imports another one at its top (`surely`: and executes it for certain)."""
    language = names.tree.language
    return any(
        names.tree.parent[entry.statement] == 0
        and (not surely or is_surely_executed(names, entry))
        and wanted
        in (
            target_of(paths, here, entry.module, language),
            target_of(paths, here, f"{entry.module}.{entry.name}", language),
        )
        for entry in names.imports
    )


def loud(names: Names) -> list[int]:
    """The imports at the top of a file, and what may run code there; looked for once."""
    return names.kept(_loud)


def _loud(names: Names) -> list[int]:
    roles, kind = names.tree.language.roles, names.tree.kind
    return [
        row
        for row in statements_of(names)
        if roles[kind[row]] & Role.IMPORT
        or not (roles[kind[row]] & Role.LITERAL or is_inert(names, row) or _is_constant(names, row))
    ]


def _is_constant(names: Names, row: int) -> bool:
    """Whether a statement at the top of a file only gives names to literals, or to functions."""
    tree = names.tree
    table = (names.tables.raw.get("order") or {}).get("constants") or {}
    kinds = table.get("kinds") or {}
    if tree.kind_name(row) not in kinds:  # exported: the declaration is a part of the statement
        row = next((kid for kid in tree.children(row) if tree.kind_name(kid) in kinds), row)
    declarator = kinds.get(tree.kind_name(row))
    if declarator is None:
        return False
    holders = [kid for kid in tree.children(row) if tree.kind_name(kid) == declarator]
    named = tree.language.kind_is_named
    for holder in holders:
        work = [tree.child_by_field(holder, "value")]
        if tree.kind_name(tree.child_by_field(holder, "name")) not in names.tables.words:
            return False  # taking a value apart asks it for its parts
        while work:
            at = work.pop()
            kind = tree.kind_name(at) if at >= 0 else ""
            if at < 0 or kind in table["functions"] or not named[tree.kind[at]]:
                continue
            if kind in table["made_of"] and not has_word(tree, at, frozenset(table["never"])):
                work += significant_children(tree, at)
            elif not (tree.flags[at] & LEAF and tree.language.roles[tree.kind[at]] & Role.LITERAL):
                return False
    return bool(holders)


def statements_of(names: Names) -> list[int]:
    """The rows at the top of a file, comments aside (of which some count, for tools)."""
    roles, kind = names.tree.language.roles, names.tree.kind
    rows = significant_children(names.tree, 0)
    return [row for row in rows if not roles[kind[row]] & Role.COMMENT]


class Keys:
    """What a file imports at its top, as comparable keys, made for those that may be asked for."""

    def __init__(self, names: Names, path: str) -> None:
        self._names = names
        self._path = path
        parent = names.tree.parent
        self._entries = [entry for entry in names.imports if parent[entry.statement] == 0]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and any(
            key == import_key(self._names, self._path, entry.local)
            for entry in self._entries
            if key.endswith(f" {entry.name}")
            or (entry.name is None and (entry.module[:1] == "." or entry.module in key))
        )


def keys_of(context: Context, moved: Moved) -> Keys:
    """What the former file imported at its top."""
    return Keys(context.names_before(moved.source_b), context.before.paths[moved.source_b])


def are_shared(
    names: Names, path: str, statement: int, shared: Container[str | None], home: str
) -> bool:
    """Whether the former file imported, or is, all that a statement imports.

    Or the statement is a `__future__`, which both files have.
    """
    kind = names.tree.kind_name(statement)
    if kind == names.tables.raw["imports"].get("future"):
        return True
    entries = names.imports_at(statement)
    return bool(entries) and all(
        import_key(names, path, e.local) in shared
        or target_of((home,), path, e.module, names.tree.language) == home
        for e in entries
    )
