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
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.classify.bases import Classes
from tracer.classify.context import Context, Explained, significant_leaves
from tracer.classify.dynamic import look_up_in
from tracer.classify.edits import EditKind
from tracer.classify.imports import Import, has_star, target_of
from tracer.classify.move_names import free_names, import_key, top_bindings
from tracer.classify.names import Use
from tracer.classify.namespaces import seen_whole
from tracer.classify.order import facts_of
from tracer.classify.shorthands import replaced
from tracer.classify.tables import has_kind, is_at, positions, rows_of, significant_children
from tracer.classify.visibility import is_entry
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, unwrapped, wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.names import Names
    from tracer.syntax import SyntaxTree

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
        context.moves.append(moved)
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
        yield from _references(context, moved)
        yield from _exports(context, moved)


def _groups(context: Context) -> list[Moved]:
    pairs = dict(context.mapping.file_pairs)
    back = {after: before for before, after in pairs.items()}
    found: dict[tuple[int, int], Moved] = {}
    for index, edit in context.of_kind(EditKind.MOVE):
        file_b, row_b = context.before.locate(edit.before)
        file_a, row_a = context.after.locate(edit.after)
        tree_b, tree_a = context.before.trees[file_b], context.after.trees[file_a]
        row_b, row_a = unwrapped(tree_b, row_b), unwrapped(tree_a, row_a)
        name = defined_name(tree_b, row_b)
        is_top = not (
            tree_b.parent[wrapper_of(tree_b, row_b)] or tree_a.parent[wrapper_of(tree_a, row_a)]
        )
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
            if not _is_inert(names, row):
                return f"defining {name} may run code"
            if is_entry(names, name):
                return f"tools may look for {name} in its file"
    classes = Classes(context.before, context.names_before)
    for name, row in moved.rows_b.items():
        problem = classes.why_not_plain(moved.source_b, row)
        if problem:
            return f"{name}: {problem}"
    return None


def _is_inert(names: Names, row: int) -> bool:
    """Whether a definition does nothing but bind its name, before anything runs or in its turn."""
    order = names.tables.raw.get("order") or {}
    row = unwrapped(names.tree, row)
    if _table(names).get("live") and names.tree.kind_name(row) in (order.get("free") or ()):
        return True
    return facts_of(names, order, row, is_class=True).is_inert


def _table(names: Names) -> dict[str, Any]:
    return names.tables.raw.get("imports") or {}


def _look_ups(context: Context, moved: Moved) -> str | None:
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    for names in (source, target):
        word = look_up_in(names, names.tables.dynamic_file, 0)
        if word:
            return f"{word} may look names up by spelling"
        if has_star(names.tree):
            return "names are imported without being spelled out"
    if _future(source) != _future(target):
        return "the files differ in __future__"
    for pattern, kinds in (_table(source).get("pragmas") or {}).items():
        if has_kind(target.tree, frozenset(kinds)) and (
            _pragmas(source.tree, pattern) != _pragmas(target.tree, pattern)
        ):
            return "comments say that the files are compiled in different ways"
    return None


def _future(names: Names) -> set[bytes]:
    kind = (names.tables.raw["imports"] or {}).get("future", "")
    tree = names.tree
    return {tree.slice(row) for row in significant_children(tree, 0) if tree.kind_name(row) == kind}


def _pragmas(tree: SyntaxTree, pattern: str) -> list[bytes]:
    """The texts of the comments of a file that a pattern is found in."""
    wanted = re.compile(pattern.encode())
    texts = (tree.slice(row) for row in rows_of(tree, tree.language.raw.get("comments") or ()))
    return sorted(text for text in texts if wanted.search(text))


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
            own = _of_file(names, row)
            if own:
                return f"{name} uses {own}, which is its file's"
            for word in free_names(names, row):
                if word is None or (word.startswith("__") and not _table(names).get("live")):
                    return f"{name} uses a name whose meaning depends on its file"
                if word in moved.edits or _is_taken_back(context, moved, word):
                    continue
                keys = import_key(source, paths[0], word), import_key(target, paths[1], word)
                if keys[0] is None or keys[0] != keys[1]:
                    return f"{word} is not the same in the new file"
    return None


def _of_file(names: Names, row: int) -> str | None:
    """A word or form in the subtree of a row that means another thing in another file, if any."""
    table = _table(names)
    words = {w for w in table.get("of_file") or () if not top_bindings(names, w)}
    word = names.has_any(frozenset(words), row)
    if word:
        return word
    tree, kinds = names.tree, table.get("of_file_kinds") or ()
    found = (at for at in range(row, tree.stop[row]) if tree.kind_name(at) in kinds)
    return next((tree.slice(at).decode("utf-8", "replace") for at in found), None)


def _is_taken_back(context: Context, moved: Moved, word: str) -> bool:
    """Whether the new file imports a definition of the former one, which stays what it was.

    Only where imports are live (`imports.live`): bound at once, read when the code runs.
    """
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    if not _table(target).get("live"):
        return False
    bound = top_bindings(target, word)
    entries = [e for e in target.imports if e.local == word]
    if len(bound) != 1 or len(entries) != 1 or entries[0].name != word:
        return False
    assigns = positions((target.tables.raw.get("expansion") or {}).get("assigns"))
    if any(is_at(target.tree, o.row, assigns) for o in target.occurrences(word)):
        return False  # what is imported cannot be assigned
    paths, here = context.after.paths, context.after.paths[moved.target_a]
    home = target_of(paths, here, entries[0].module, target.tree.language)
    own = {e.local for e in source.imports}
    return (
        home == paths[moved.source_a]
        and word not in own
        and _is_defined_once(source, word)
        and _is_defined_once(context.names_after(moved.source_a), word)
    )


def _is_defined_once(names: Names, word: str) -> bool:
    """Whether one thing at the top of a file has the name, signatures of overloads aside."""
    tree = names.tree
    signatures = (names.tables.raw.get("order") or {}).get("pinned") or ()
    kinds = [tree.kind_name(tree.parent[o.row]) for o in top_bindings(names, word)]
    return sum(kind not in signatures for kind in kinds) == 1


def _unreachable(context: Context, moved: Moved) -> str | None:
    """Whether somebody who used the name at its old home no longer finds it."""
    names = context.names_after(moved.source_a)
    target = context.after.paths[moved.target_a]
    here = context.after.paths[moved.source_a]
    entries = {e.local: e for e in names.imports if names.tree.parent[e.statement] == 0}
    for name in moved.edits:
        entry = entries.get(name)
        is_there = (
            entry is not None
            and entry.name == name
            and target_of(context.after.paths, here, entry.module, names.tree.language) == target
        )
        bound = top_bindings(names, name)
        is_back = is_there and len(bound) == 1 and entry is not None
        if is_back and not _table(names).get("live"):
            if entry is not None and _runs_before(names, entry.statement):
                return f"something runs before {name} is imported"
            continue
        if is_back and not _is_exported(context, moved, name):
            continue
        if not context.closed_world:
            return f"other files may still look for {name} in its former file"
        problem = None if is_back else _still_used(context, moved, name)
        problem = problem or _left_behind(context, moved, name)
        if problem:
            return problem
    return None


def _is_exported(context: Context, moved: Moved, name: str) -> bool:
    """Whether other files could import a name, which its former file no longer defines."""
    return any(o.fixed for o in top_bindings(context.names_before(moved.source_b), name))


def _still_used(context: Context, moved: Moved, name: str) -> str | None:
    """Whether the former file uses the name, other than as a member of the new module."""
    names = context.names_after(moved.source_a)
    module = _module_entry(context, moved)
    # Where a module has no name for itself, a member is not what the file defines.
    is_apart = not names.has_any(names.tables.module_readers, 0)
    is_live = _table(names).get("live")
    for found in names.occurrences(name):
        is_member = found.use is Use.MEMBER and is_apart
        if found.use is Use.DATA or (is_member and (is_live or _is_of_object(names, found.row))):
            continue
        if found.use is Use.NAME and names.scope_of(found, name) > 0:
            continue  # another thing of that name
        if module is None or not _is_member_of(names, found.row, module.local):
            return f"{name} is still used in its former file"
    if module is not None and _runs_before(names, module.statement):
        return f"something runs before {module.local} is imported"
    return None


def _is_of_object(names: Names, row: int) -> bool:
    """Whether a member is read off something in which nothing stands that an import brought."""
    tree, around = names.tree, names.tree.parent[row]
    bound = {entry.local for entry in names.imports}
    return not any(
        tree.slice(at).decode("utf-8", "replace") in bound
        for at in range(around, row)
        if tree.flags[at] & LEAF
    )


def _module_entry(context: Context, moved: Moved) -> Import | None:
    """The import of the new file, as a module, by the former one; nothing else has its name."""
    names, before = context.names_after(moved.source_a), context.names_before(moved.source_b)
    paths, here = context.after.paths, context.after.paths[moved.source_a]
    for entry in names.imports:
        path = target_of(paths, here, entry.module, names.tree.language)
        if entry.name is None and path == paths[moved.target_a] and "." not in entry.module:
            is_new = not any(o.use is not Use.DATA for o in before.occurrences(entry.local))
            is_one = sum(o.scope >= 0 for o in names.occurrences(entry.local)) == 1
            return entry if is_new and is_one else None
    return None


def _is_member_of(names: Names, row: int, module: str) -> bool:
    """Whether a leaf is read off the module of that name."""
    tree = names.tree
    parent = tree.parent[row]
    receiver = tree.child_by_field(parent, "object")
    return receiver >= 0 and receiver != row and tree.slice(receiver) == module.encode()


def _runs_before(names: Names, statement: int) -> bool:
    """Whether anything but imports and a leading string precedes a statement of a file."""
    tree = names.tree
    comments = tree.language.comment_kinds
    rows = [row for row in significant_children(tree, 0) if tree.kind[row] not in comments]
    for place, row in enumerate(rows):
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
    if _is_exported(context, moved, name):
        problem = seen_whole(forest, context.names_after, moved.source_a)
        if problem:
            return problem
    for file, tree in enumerate(forest.trees):
        names = context.names_after(file)
        if name.encode() not in tree.text:
            continue
        is_own = file in (moved.source_a, moved.target_a)
        if not is_own and (not names.tables.raw.get("imports") or has_star(tree)):
            return f"{forest.paths[file]} may use {name}"
        for entry in names.imports:
            path = target_of(forest.paths, forest.paths[file], entry.module, tree.language)
            if path == home and entry.name in ((None,) if is_own else (name, None)):
                return f"{forest.paths[file]} still looks for {name} in its former file"
        found = () if is_own else names.occurrences(name)
        if any(o.use in (Use.MEMBER, Use.UNCLEAR) for o in found):
            return f"{forest.paths[file]} may reach {name} through its former file"
    return None


def _runs_code(context: Context, moved: Moved) -> str | None:
    """Whether importing the new file from the former one may have an effect of its own."""
    target = context.names_after(moved.target_a)
    path = context.after.paths[moved.target_a]
    home = context.after.paths[moved.source_a]
    for entry in target.imports:
        is_back = target_of(context.after.paths, path, entry.module, target.tree.language) == home
        if is_back and not _table(target).get("live"):
            return "the new file imports the former one"
    source = context.names_before(moved.source_b)
    known = {
        target_of(context.before.paths, home, entry.module, source.tree.language)
        for entry in source.imports
        if source.tree.parent[entry.statement] == 0
    }
    if path in known:
        return None
    shared = _keys(context, moved)
    for row in _statements(target):
        if target.tree.language.roles[target.tree.kind[row]] & Role.IMPORT:
            if not _are_shared(target, path, row, shared, home):
                return "the new file imports something the former one did not"
        elif not _is_inert(target, row):
            return "importing the new file may run code"
    return None


def _statements(names: Names) -> list[int]:
    """The rows at the top of a file, comments aside (of which some count, for tools)."""
    roles, kind = names.tree.language.roles, names.tree.kind
    rows = significant_children(names.tree, 0)
    return [row for row in rows if not roles[kind[row]] & Role.COMMENT]


def _keys(context: Context, moved: Moved) -> set[str]:
    """What the former file imported at its top, as comparable keys."""
    names = context.names_before(moved.source_b)
    path = context.before.paths[moved.source_b]
    return {
        key
        for entry in names.imports
        if names.tree.parent[entry.statement] == 0
        and (key := import_key(names, path, entry.local)) is not None
    }


def _are_shared(names: Names, path: str, statement: int, shared: set[str], home: str) -> bool:
    """Whether the former file imported, or is, all that a statement imports.

    Or the statement is a `__future__`, which both files have.
    """
    kind = names.tree.kind_name(statement)
    if kind == names.tables.raw["imports"].get("future"):
        return True
    entries = [e for e in names.imports if e.statement == statement]
    return bool(entries) and all(
        import_key(names, path, e.local) in shared
        or target_of((home,), path, e.module, names.tree.language) == home
        for e in entries
    )


# ------------------------------------------------------------------ the imports that make up


def _imports(context: Context, moved: Moved) -> Iterator[Explained]:
    """Insertions that make the move work, and nothing else."""
    shared = _keys(context, moved)
    target = context.after.paths[moved.target_a]
    home = context.after.paths[moved.source_a]
    is_new = moved.target_b < 0 or not significant_children(context.before.trees[moved.target_b], 0)
    for index, edit in context.of_kind(EditKind.INSERT):
        file, row = context.after.locate(edit.after)
        names = context.names_after(file)
        if not context.is_sound(edit):
            continue
        if file == moved.target_a and row == 0:
            if not _is_only(names, moved, shared, (target, home)):
                continue
        elif file == moved.target_a:
            is_future = names.tree.kind_name(row) == _table(names).get("future")
            if not (is_future and is_new) and not is_needed(context, moved, row):
                continue
        elif file != moved.source_a or not _brings(context, names, moved, row):
            continue
        yield Explained(RULE, "an import the move needs", (index,), -1, edit.after)


def is_needed(context: Context, moved: Moved, row: int) -> bool:
    """Whether a row of the new file is an import that what moved there uses, and nothing new."""
    names = context.names_after(moved.target_a)
    target, home = context.after.paths[moved.target_a], context.after.paths[moved.source_a]
    while row > 0 and not names.tree.language.roles[names.tree.kind[row]] & Role.IMPORT:
        row = names.tree.parent[row]
    entries = _entries(names, row)
    if not entries or not _are_shared(names, target, row, _keys(context, moved), home):
        return False
    used = {word for at in moved.rows_a.values() for word in free_names(names, at)}
    return all(entry.local in used for entry in entries)


def _references(context: Context, moved: Moved) -> Iterator[Explained]:
    """Uses of a moved name in its former file that now are members of the new module."""
    module = _module_entry(context, moved)
    if module is None:
        return
    files = (moved.source_b, moved.source_a)
    tree = context.after.trees[moved.source_a]
    for name in sorted(moved.edits):

        def member(row: int, name: str = name) -> int:
            at = tree.child_by_field(row, "attribute") if tree.stop[row] - row > 1 else -1
            is_ours = at >= 0 and tree.slice(at) == name.encode()
            names = context.names_after(moved.source_a)
            return at if is_ours and _is_member_of(names, at, module.local) else -1

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


def _exports(context: Context, moved: Moved) -> Iterator[Explained]:
    """Definitions of the former file that are exported now, because the new file imports them."""
    names = context.names_after(moved.source_a)
    if not _table(names).get("live") or not context.closed_world:
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
        taken = [word for word in _bound_in(names, inner) if _is_taken_back(context, moved, word)]
        if taken and is_all and tree.parent[inner] == row:
            yield Explained(
                RULE,
                f"{taken[0]} is exported for its new user",
                (index, *moves),
                context.edits[moves[0]].before,
                edit.after,
            )


def _bound_in(names: Names, row: int) -> list[str]:
    """The words that a statement at the top of a file binds there."""
    tree = names.tree
    words = {
        tree.slice(at).decode("utf-8", "replace")
        for at in range(row, tree.stop[row])
        if tree.flags[at] & LEAF and tree.kind_name(at) in names.tables.words
    }
    return sorted(
        word
        for word in words
        if any(row <= o.row < tree.stop[row] for o in top_bindings(names, word))
    )


def _entries(names: Names, row: int) -> list[Import]:
    """The imports inside a node."""
    stop = names.tree.stop[row]
    return [entry for entry in names.imports if row <= entry.row < stop]


def _is_only(names: Names, moved: Moved, shared: set[str], paths: tuple[str, str]) -> bool:
    """Whether a new file holds only what moved there, and imports of the former file."""
    rows = {wrapper_of(names.tree, row) for row in moved.rows_a.values()}
    roles, kind = names.tree.language.roles, names.tree.kind
    for row in _statements(names):
        if row in rows:
            continue
        if not roles[kind[row]] & Role.IMPORT or not _are_shared(
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
    entries = _entries(names, row)
    if not entries:
        return not tree.language.kind_is_named[tree.kind[row]]  # a comma between two names
    module = _module_entry(context, moved)
    return all(
        ((entry.name in moved.edits and entry.local == entry.name) or entry == module)
        and target_of(context.after.paths, here, entry.module, tree.language) == target
        for entry in entries
    )
