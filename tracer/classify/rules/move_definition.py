"""`move_definition`: functions and classes moved to the top of another file, imports adjusted.

Side conditions (only for languages whose table says how imports name files):

- the definition is undecorated and does nothing but bind its name when control passes it;
- every name it takes from its file means the same in the new one: a builtin on both sides, the
  same import on both sides, or a definition that moved along;
- the new file did not have the name; the former file imports it from there before anything
  else runs (needed in an open world, and wherever the file still uses the name), or the world
  is closed and every importer follows;
- importing the new file runs nothing new: it was imported before, or its top holds nothing but
  inert definitions and imports the former file has too; it does not import the former file;
- neither file looks its names up by spelling, and both have the same `__future__`.

What the rule accepts as harmless: `__module__` and the order in which modules that both files
import are first executed.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.context import Context, Explained, significant_leaves
from tracer.classify.dynamic import look_up_in
from tracer.classify.edits import EditKind
from tracer.classify.imports import Import, has_star, imports_of, target_of
from tracer.classify.move_names import free_names, import_key, top_bindings
from tracer.classify.names import Use
from tracer.classify.order import facts_of
from tracer.classify.tables import significant_children
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.names import Names

RULE = "move_definition"


class Moved(NamedTuple):
    """Everything that moved from one file to another: rows by name, edits by name."""

    source_b: int
    source_a: int
    target_b: int  # -1 for a new file
    target_a: int
    rows_b: dict[str, int]
    rows_a: dict[str, int]
    edits: dict[str, int]


def explain(context: Context) -> Iterator[Explained]:
    """Definitions that moved to another file, with the imports that make up for it."""
    for moved in _groups(context):
        problem = _problem(context, moved)
        if problem:
            context.note(moved.edits.values(), problem)
            continue
        for name, index in sorted(moved.edits.items()):
            edit = context.edits[index]
            tree, row = context.tree_after(edit.after)
            offset = edit.after - row
            yield Explained(
                RULE,
                f"{name} moved; all names it uses mean the same there, importers still find it",
                (index,),
                edit.before,
                edit.after,
                touched=tuple(offset + at for at in significant_leaves(tree, row)),
            )
        yield from _imports(context, moved)


def _groups(context: Context) -> list[Moved]:
    pairs = dict(context.mapping.file_pairs)
    back = {after: before for before, after in pairs.items()}
    found: dict[tuple[int, int], Moved] = {}
    for index, edit in context.of_kind(EditKind.MOVE):
        file_b, row_b = context.before.locate(edit.before)
        file_a, row_a = context.after.locate(edit.after)
        tree_b, tree_a = context.before.trees[file_b], context.after.trees[file_a]
        name = defined_name(tree_b, row_b)
        is_top = tree_b.parent[row_b] == 0 and tree_a.parent[row_a] == 0
        is_ours = name is not None and name == defined_name(tree_a, row_a)
        if not is_top or not is_ours or pairs.get(file_b, file_a) == file_a:
            continue
        if not context.is_sound(edit):
            continue
        group = found.setdefault(
            (file_b, file_a),
            Moved(file_b, pairs[file_b], back.get(file_a, -1), file_a, {}, {}, {}),
        )
        assert name is not None
        group.rows_b[name], group.rows_a[name], group.edits[name] = row_b, row_a, index
    return list(found.values())


def _problem(context: Context, moved: Moved) -> str | None:
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    if not source.tables.raw.get("imports") or source.tree.language is not target.tree.language:
        return "how files of this language find each other is not known"
    return (
        _not_inert(context, moved)
        or _look_ups(context, moved)
        or _not_alone(context, moved)
        or _other_meaning(context, moved)
        or _unreachable(context, moved)
        or _runs_code(context, moved)
    )


def _not_inert(context: Context, moved: Moved) -> str | None:
    for names, rows in (
        (context.names_before(moved.source_b), moved.rows_b),
        (context.names_after(moved.target_a), moved.rows_a),
    ):
        for name, row in rows.items():
            if not facts_of(names, names.tables.raw.get("order") or {}, row).is_inert:
                return f"defining {name} may run code"
    return None


def _look_ups(context: Context, moved: Moved) -> str | None:
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    for names in (source, target):
        word = look_up_in(names, names.tables.dynamic_file, 0)
        if word:
            return f"{word} may look names up by spelling"
        if has_star(names.tree):
            return "names are imported without being spelled out"
    return "the files differ in __future__" if _future(source) != _future(target) else None


def _future(names: Names) -> set[bytes]:
    kind = (names.tables.raw["imports"] or {}).get("future", "")
    tree = names.tree
    return {tree.slice(row) for row in significant_children(tree, 0) if tree.kind_name(row) == kind}


def _not_alone(context: Context, moved: Moved) -> str | None:
    """Whether a moved name has another binding at its old or new home."""
    source_b, target_a = context.names_before(moved.source_b), context.names_after(moved.target_a)
    for name in moved.edits:
        for names in (source_b, target_a):
            if len(top_bindings(names, name)) != 1:
                return f"{name} is bound more than once"
            if any(o.use is Use.UNCLEAR for o in names.occurrences(name)):
                return f"it is not certain what {name} means"
        if moved.target_b >= 0:
            known = context.names_before(moved.target_b).occurrences(name)
            if any(o.use in (Use.NAME, Use.UNCLEAR) for o in known):
                return f"{name} already meant something in the new file"
    return None


def _other_meaning(context: Context, moved: Moved) -> str | None:
    """Whether a name the definitions use from their file means something else in the new one."""
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    paths = context.before.paths[moved.source_b], context.after.paths[moved.target_a]
    is_elsewhere = posixpath.dirname(paths[0]) != posixpath.dirname(paths[1])
    for names, rows in ((source, moved.rows_b), (target, moved.rows_a)):
        for name, row in rows.items():
            if is_elsewhere and any(e.module.startswith(".") for e in _entries(names, row)):
                return f"{name} imports something relative to its file"
            for word in free_names(names, row):
                if word is None or word.startswith("__"):
                    return f"{name} uses a name whose meaning depends on its file"
                if word in moved.edits:
                    continue
                keys = import_key(source, paths[0], word), import_key(target, paths[1], word)
                if keys[0] is None or keys[0] != keys[1]:
                    return f"{word} is not the same in the new file"
    return None


def _unreachable(context: Context, moved: Moved) -> str | None:
    """Whether somebody who used the name at its old home no longer finds it."""
    names = context.names_after(moved.source_a)
    target = context.after.paths[moved.target_a]
    here = context.after.paths[moved.source_a]
    entries = {e.local: e for e in imports_of(names.tree) if names.tree.parent[e.statement] == 0}
    for name in moved.edits:
        entry = entries.get(name)
        is_there = (
            entry is not None
            and entry.name == name
            and target_of(context.after.paths, here, entry.module, names.tree.language) == target
        )
        bound = top_bindings(names, name)
        if is_there and len(bound) == 1 and entry is not None:
            if _runs_before(names, entry.statement):
                return f"something runs before {name} is imported"
            continue
        if not context.closed_world:
            return f"other files may still look for {name} in its former file"
        if bound or any(o.use is not Use.DATA for o in names.occurrences(name)):
            return f"{name} is still used in its former file"
        problem = _left_behind(context, moved, name)
        if problem:
            return problem
    return None


def _runs_before(names: Names, statement: int) -> bool:
    """Whether anything but imports and a leading string precedes a statement of a file."""
    tree = names.tree
    for place, row in enumerate(significant_children(tree, 0)):
        if row >= statement:
            return False
        is_docstring = place == 0 and tree.language.roles[tree.kind[row]] & Role.LITERAL
        if not tree.language.roles[tree.kind[row]] & Role.IMPORT and not is_docstring:
            return True
    return False


def _left_behind(context: Context, moved: Moved, name: str) -> str | None:
    """Whether another file of a closed world still looks for the name at its former home."""
    forest = context.after
    home = forest.paths[moved.source_a]
    for file, tree in enumerate(forest.trees):
        names = context.names_after(file)
        if file in (moved.source_a, moved.target_a) or name.encode() not in tree.text:
            continue
        if not names.tables.raw.get("imports") or has_star(tree):
            return f"{forest.paths[file]} may use {name}"
        for entry in imports_of(tree):
            path = target_of(forest.paths, forest.paths[file], entry.module, tree.language)
            if path == home and entry.name in (name, None):
                return f"{forest.paths[file]} still looks for {name} in its former file"
        if any(o.use in (Use.MEMBER, Use.UNCLEAR) for o in names.occurrences(name)):
            return f"{forest.paths[file]} may reach {name} through its former file"
    return None


def _runs_code(context: Context, moved: Moved) -> str | None:
    """Whether importing the new file from the former one may have an effect of its own."""
    target = context.names_after(moved.target_a)
    path = context.after.paths[moved.target_a]
    home = context.after.paths[moved.source_a]
    for entry in imports_of(target.tree):
        if target_of(context.after.paths, path, entry.module, target.tree.language) == home:
            return "the new file imports the former one"
    source = context.names_before(moved.source_b)
    known = {
        target_of(context.before.paths, home, entry.module, source.tree.language)
        for entry in imports_of(source.tree)
        if source.tree.parent[entry.statement] == 0
    }
    if path in known:
        return None
    order = target.tables.raw.get("order") or {}
    shared = _keys(context, moved)
    for row in significant_children(target.tree, 0):
        if target.tree.language.roles[target.tree.kind[row]] & Role.IMPORT:
            if not _are_shared(target, path, row, shared):
                return "the new file imports something the former one did not"
        elif not facts_of(target, order, row).is_inert:
            return "importing the new file may run code"
    return None


def _keys(context: Context, moved: Moved) -> set[str]:
    """What the former file imported at its top, as comparable keys."""
    names = context.names_before(moved.source_b)
    path = context.before.paths[moved.source_b]
    return {
        key
        for entry in imports_of(names.tree)
        if names.tree.parent[entry.statement] == 0
        and (key := import_key(names, path, entry.local)) is not None
    }


def _are_shared(names: Names, path: str, statement: int, shared: set[str]) -> bool:
    """Whether the former file imported everything a statement imports (or it is `__future__`)."""
    kind = names.tree.kind_name(statement)
    if kind == names.tables.raw["imports"].get("future"):
        return True
    entries = [e for e in imports_of(names.tree) if e.statement == statement]
    return bool(entries) and all(import_key(names, path, e.local) in shared for e in entries)


# ------------------------------------------------------------------ the imports that make up


def _imports(context: Context, moved: Moved) -> Iterator[Explained]:
    """Insertions that make the move work, and nothing else."""
    shared = _keys(context, moved)
    target = context.after.paths[moved.target_a]
    used = {
        word
        for row in moved.rows_a.values()
        for word in free_names(context.names_after(moved.target_a), row)
    }
    for index, edit in context.of_kind(EditKind.INSERT):
        file, row = context.after.locate(edit.after)
        names = context.names_after(file)
        if not context.is_sound(edit):
            continue
        if file == moved.target_a and row == 0:
            if not _is_only(names, moved, shared, target):
                continue
        elif file == moved.target_a:
            entries = _entries(names, row)
            if not entries or not _are_shared(names, target, row, shared):
                continue
            if any(entry.local not in used for entry in entries):
                continue
        elif file != moved.source_a or not _brings(context, names, moved, row):
            continue
        yield Explained(RULE, "an import the move needs", (index,), -1, edit.after)


def _entries(names: Names, row: int) -> list[Import]:
    """The imports inside a node."""
    stop = names.tree.stop[row]
    return [entry for entry in imports_of(names.tree) if row <= entry.row < stop]


def _is_only(names: Names, moved: Moved, shared: set[str], path: str) -> bool:
    """Whether a new file holds only what moved there, and imports of the former file."""
    rows = set(moved.rows_a.values())
    roles, kind = names.tree.language.roles, names.tree.kind
    for row in significant_children(names.tree, 0):
        if row in rows:
            continue
        if not roles[kind[row]] & Role.IMPORT or not _are_shared(names, path, row, shared):
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
    entries = _entries(names, row)
    if not entries:
        return not tree.language.kind_is_named[tree.kind[row]]  # a comma between two names
    return all(
        entry.name in moved.edits
        and entry.local == entry.name
        and target_of(context.after.paths, here, entry.module, tree.language) == target
        for entry in entries
    )
