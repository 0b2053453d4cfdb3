"""Whether those who use a definition still find it, where and when they look."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.change.refusals import Asks, Refusal
from tracer.classify.rules.move.file_references import why_sought
from tracer.classify.rules.move.moved import home_of, was_imported
from tracer.semantics.effects.initialization_order import is_asked_for
from tracer.semantics.language.tables import named_children, rows_of, significant_children
from tracer.semantics.model import Side
from tracer.semantics.names.free_names import top_bindings
from tracer.semantics.names.import_graph import imported_by, reached_from
from tracer.semantics.names.imports import Import, has_star, target_of
from tracer.semantics.names.occurrence_kinds import is_behind_dot
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.module_namespaces import module_name, seen_whole
from tracer.semantics.types.class_hierarchy import Classes
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.change.change import Context
    from tracer.classify.rules.move.moved import Moved
    from tracer.matching import Forest
    from tracer.semantics.names.occurrences import Names


def why_unreachable(context: Context, moved: Moved) -> str | None:
    """Whether somebody who used the name at its old home no longer finds it."""
    if moved.source_a < 0:
        return _why_gone(context, moved)
    names = context.names_after(moved.source_a)
    target = context.after.paths[moved.target_a]
    here, paths = context.after.paths[moved.source_a], context.after.file_of_path
    entries = {e.local: e for e in names.imports if names.tree.parent[e.statement] == 0}
    for name in moved.edits:
        entry = entries.get(name)
        is_there = (
            entry is not None
            and entry.name == name
            and target_of(paths, here, entry.module, names.tree.language) == target
        )
        bound = top_bindings(names, name)
        is_back = is_there and len(bound) == 1 and entry is not None
        if is_back and not names.tables.imports.get("live"):
            if entry is not None and runs_before(names, entry.statement):
                return f"something runs before {name} is imported"
            continue
        if is_back and not is_exported(context, moved, name):
            continue
        if not context.is_closed_for(name):
            return f"other files may still look for {name} in its former file"
        problem = None if is_back else why_still_used(context, moved, name)
        problem = problem or _why_listed_there(context, moved, name)
        problem = problem or left_behind(context, moved, name)
        if problem:
            return problem
    return None


def _why_gone(context: Context, moved: Moved) -> str | None:
    """Whether somebody looks for the former file, of which nothing is left."""
    if not context.closed_world:
        return "other files may still look for the former file"
    problem = why_sought(context, home_of(context, moved), None)
    for name in moved.edits:
        problem = problem or left_behind(context, moved, name)
    return problem


def why_listed(context: Context, moved: Moved) -> str | None:
    """Whether a file of the change may list what the new home has, which now has more."""
    if moved.target_b < 0:
        return None
    names = context.names_after(moved.target_a)
    is_live = names.tables.imports.get("live")
    called = {name: defined_name(names.tree, row) or name for name, row in moved.rows_a.items()}
    new = [
        name
        for name in moved.edits
        if (
            any(o.fixed for o in top_bindings(names, called[name]))
            if is_live
            else not was_imported(context, moved, name)
        )
    ]
    return seen_whole(context.after, context.names_after, (moved.target_a,)) if new else None


def why_named_otherwise(context: Context, moved: Moved) -> str | None:
    """Whether the new home exports what moved by another name than its own (`export default`)."""
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    for name, row in moved.rows_a.items():
        head = _head(target, row)
        if len(head) > 1 and head != _head(source, moved.rows_b[name]):
            return f"{name} is exported by another name"
    return None


def _head(names: Names, definition: int) -> list[bytes]:
    """The words with which a definition is exported: none, one, or more that say by which name."""
    tree, found = names.tree, []
    top = wrapper_of(tree, definition)
    if tree.kind_name(top) in names.tables.fixed_inside:
        marks = (at for at in significant_children(tree, top) if at <= definition)
        found = [tree.slice(at) for at in marks if tree.flags[at] & LEAF]
    return found


def why_asked_for(context: Context, moved: Moved) -> str | None:
    """Whether the former file may see that a name is there earlier than it was.

    What stood above the definition, where definitions are executed; and other files of the change
    that the former one imports, and that import it in turn.
    """
    if context.names_before(moved.source_b).tables.imports.get("live"):
        return None
    for name, row in moved.rows_b.items():
        if _is_there_sooner(context, moved, name) and is_asked_above(
            context.before, context.names_before, moved.source_b, row
        ):
            return f"code above {name} may ask for it"
    for forest, names_of, home, target in (
        (context.before, context.names_before, moved.source_b, moved.target_b),
        (context.after, context.names_after, moved.source_a, moved.target_a),
    ):
        if home < 0:
            continue
        for file in sorted(reached_from(forest, names_of, home) - {home, target}):
            text = forest.trees[file].text
            asked = [name for name in moved.edits if name.encode() in text]
            if asked and home in imported_by(forest, names_of, file):
                return f"{forest.paths[file]}, which it imports, may ask for {asked[0]}"
    return None


def _is_there_sooner(context: Context, moved: Moved, name: str) -> bool:
    """Whether the former file still has a name, or named it above where it was defined.

    What it has not got any more nobody finds sooner than before.
    """
    if moved.source_a < 0 or top_bindings(context.names_after(moved.source_a), name):
        return True
    return any(
        o.use is not Use.DATA and o.row < moved.rows_b[name]
        for o in context.names_before(moved.source_b).occurrences(name)
    )


def is_asked_above(
    forest: Forest, names_of: Callable[[int], Names], file: int, definition: int
) -> bool:
    """Whether code above a definition at the top of a file may ask for its name when it runs."""
    names, classes = names_of(file), Classes(forest, names_of)
    top = wrapper_of(names.tree, definition)
    above = [at for at in significant_children(names.tree, 0) if at < top]

    def is_plain_class(row: int) -> bool:
        return classes.why_not_plain(file, row, are_made=True) is None

    return is_asked_for(Side(names), definition, above, is_plain_class)


def is_exported(context: Context, moved: Moved, name: str) -> bool:
    """Whether other files could import a name, which its former file no longer defines."""
    return any(o.fixed for o in top_bindings(context.names_before(moved.source_b), name))


def why_still_used(context: Context, moved: Moved, name: str) -> str | None:
    """Whether the former file uses the name, other than as a member of the new module."""
    names = context.names_after(moved.source_a)
    module = module_entry(context, moved)
    # Where a module has no name for itself, a member is not what the file defines.
    is_apart = not names.has_any(names.tables.module_readers, 0)
    is_live = names.tables.imports.get("live")
    for found in names.occurrences(name):
        is_member = found.use is Use.MEMBER and is_apart
        if found.use is Use.DATA or (is_member and (is_live or is_of_object(names, found.row))):
            continue
        if found.use is Use.NAME and names.scope_of(found, name) > 0:
            continue  # another thing of that name
        if module is None or not is_member_of(names, found.row, module.local):
            return Refusal.of(Asks.MEANING, f"{name} is still used in its former file")
    if module is not None and runs_before(names, module.statement):
        return f"something runs before {module.local} is imported"
    return None


def is_of_object(names: Names, row: int) -> bool:
    """Whether a member is read off something in which nothing stands that an import brought."""
    tree, around = names.tree, names.tree.parent[row]
    bound = {entry.local for entry in names.imports}
    return not any(
        tree.slice(at).decode("utf-8", "replace") in bound
        for at in range(around, row)
        if tree.flags[at] & LEAF
    )


def module_entry(context: Context, moved: Moved) -> Import | None:
    """The import of the new file, as a module, by the former one; nothing else has its name."""
    names, before = context.names_after(moved.source_a), context.names_before(moved.source_b)
    paths, here = context.after.file_of_path, context.after.paths[moved.source_a]
    target = context.after.paths[moved.target_a]
    for entry in names.imports:
        if entry.name is not None or "." in entry.module:
            continue
        if target_of(paths, here, entry.module, names.tree.language) == target:
            is_new = not any(o.use is not Use.DATA for o in before.occurrences(entry.local))
            is_one = sum(o.scope >= 0 for o in names.occurrences(entry.local)) == 1
            return entry if is_new and is_one else None
    return None


def is_member_of(names: Names, row: int, module: str) -> bool:
    """Whether a leaf is read off the module of that name."""
    tree = names.tree
    parent = tree.parent[row]
    receiver = tree.child_by_field(parent, "object")
    if is_behind_dot(tree, names.tables, row):
        receiver, *others = named_children(tree, parent)
        return others[0] == row and tree.slice(receiver) == module.encode()
    return receiver >= 0 and receiver != row and tree.slice(receiver) == module.encode()


def runs_before(names: Names, statement: int) -> bool:
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


def _why_listed_there(context: Context, moved: Moved, name: str) -> str | None:
    """Whether a star takes a name that the former file lists (`__all__`), and has no more."""
    home = context.after.paths[moved.source_a]
    spelled = context.names_after(moved.source_a).occurrences(name)
    taker = star_taker(context, home) if any(o.use is Use.DATA for o in spelled) else None
    return None if taker is None else f"{taker} takes all that {home} lists, {name} among it"


def star_taker(context: Context, home: str) -> str | None:
    """A file, after, that takes all from what is called like the file at a path, if any."""
    stem = module_name(home)
    for file, tree in enumerate(context.after.trees):
        table = context.names_after(file).tables.imports
        for star in rows_of(tree, (table.get("star", ""),)) if table else ():
            statement = tree.parent[star]
            part = (table.get("parts") or {}).get(tree.kind_name(statement)) or {}
            at = tree.child_by_field(statement, part.get("module", ""))
            module = tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""
            if module.rpartition(".")[2] in (stem, ""):
                return context.after.paths[file]
    return None


def is_path_to(names: Names, row: int, name: str) -> bool:
    """Whether a text is a name, or ends a path with it, where modules are found by texts."""
    if not names.tables.imports.get("objects"):
        return False
    text = names.tree.slice(row).decode("utf-8", "replace").strip("'\"")
    return re.search(rf"(?:\A|[\w\])][.:]){re.escape(name)}(?:\Z|[.:(])", text) is not None


def left_behind(context: Context, moved: Moved, name: str) -> str | None:
    """Whether another file of a closed world still looks for the name at its former home."""
    forest = context.after
    home = home_of(context, moved)
    if moved.source_a >= 0 and is_exported(context, moved, name):
        problem = seen_whole(forest, context.names_after, (moved.source_a,))
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
            path = target_of(forest.file_of_path, forest.paths[file], entry.module, tree.language)
            if path == home and entry.name in ((None,) if is_own else (name, None)):
                return f"{forest.paths[file]} still looks for {name} in its former file"
        found = () if is_own else names.occurrences(name)
        if any(
            o.use in (Use.MEMBER, Use.UNCLEAR)
            or (o.use is Use.DATA and is_path_to(names, o.row, name))
            for o in found
        ):
            return f"{forest.paths[file]} may reach {name} through its former file"
    return None
