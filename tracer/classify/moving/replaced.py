"""Whether somebody puts something else in the place of what moved code uses, or it is in the way.

Where modules are objects (`imports.objects`), `a.g = h` or a text `"a.g"` given to a tool for tests
puts h in the place of g for the code in a; code that moved to b looks for g there. And a star takes
what came to a file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.import_runs import import_table
from tracer.classify.imports import target_of
from tracer.classify.move_names import free_names
from tracer.classify.names import Use
from tracer.classify.namespaces import is_read_by_members, module_name, taken_as_module
from tracer.classify.tables import is_at, positions, rows_of

if TYPE_CHECKING:
    from tracer.classify.context import Context
    from tracer.classify.moving.moved import Moved
    from tracer.classify.names import Names, Occurrence


def why_replaced(context: Context, moved: Moved) -> str | None:
    """Why moved code may find another thing than before under a name, or others may, or None.

    Cost: a search for the names in the files that have the name of a module.
    """
    source = context.names_before(moved.source_b)
    if not import_table(source).get("objects"):
        return None
    words = {w for row in moved.rows_b.values() for w in free_names(source, row) if w}
    for forest, names_of, home in (
        (context.before, context.names_before, moved.source_b),
        (context.after, context.names_after, moved.source_a),
    ):
        path = forest.paths[home]
        module = module_name(path)
        for file, tree in enumerate(forest.trees):
            if module.encode() not in tree.text or file == home:
                continue
            names = names_of(file)
            if names.tables is not source.tables:
                continue
            modules = taken_as_module(forest, names, (file, path))
            if not all(is_read_by_members(names, entry, spelled=True) for entry in modules):
                return f"{forest.paths[file]} may put another thing in {path}"
            taken = {entry.local for entry in modules}
            if any(_is_path(names, o, module) for o in names.occurrences(module)):
                taken.add("")
            for word in sorted(words):
                found = names.occurrences(word)
                if any(_is_replaced(names, o, word, (module, taken)) for o in found):
                    return f"{forest.paths[file]} may put another {word} in {path}"
    return _why_in_the_way(context, moved)


def is_stored_elsewhere(
    context: Context, file: int, word: str, *, is_after: bool, is_member: bool
) -> bool:
    """Whether another file of a version stores to a name of a module, or to a member of any object.

    Where modules are no objects, nobody can. Cost: a look at the files that have the word.
    """
    forest = context.after if is_after else context.before
    names_of = context.names_after if is_after else context.names_before
    tables = names_of(file).tables
    if not import_table(names_of(file)).get("objects"):
        return False
    assigns = positions((tables.raw.get("expansion") or {}).get("assigns"))
    path = forest.paths[file]
    module = module_name(path)
    for other in context.files_with(word, is_after=is_after):
        names = names_of(other)
        if other == file or names.tables is not tables:
            continue
        tree, found = names.tree, names.occurrences(word)
        if is_member:
            if any(o.use is Use.MEMBER and is_at(tree, tree.parent[o.row], assigns) for o in found):
                return True
            continue
        taken = {entry.local for entry in taken_as_module(forest, names, (other, path))}
        if any(_is_replaced(names, o, word, (module, taken)) for o in found):
            return True
    return False


def _is_path(names: Names, found: Occurrence, module: str) -> bool:
    """Whether a text is the path of a module, or its start."""
    text = names.tree.slice(found.row).decode("utf-8", "replace").strip("'\"")
    is_path = re.fullmatch(rf"(?:[\w.]*\.)?{re.escape(module)}\.?", text) is not None
    return found.use is Use.DATA and is_path


def _is_replaced(names: Names, found: Occurrence, word: str, module: tuple[str, set[str]]) -> bool:
    """Whether an occurrence stores to a member of a module, or names it in a text.

    `module`: its name, and the names of a file for it ("" where a text is its path).
    """
    tree = names.tree
    if found.use is Use.DATA:
        text = tree.slice(found.row).decode("utf-8", "replace").strip("'\"")
        is_path = re.search(rf"\b{re.escape(module[0])}\.{re.escape(word)}\Z", text) is not None
        return is_path or (text.lstrip(".") == word and bool(module[1]))
    assigns = positions((names.tables.raw.get("expansion") or {}).get("assigns"))
    at = tree.parent[found.row]
    receiver = tree.child_by_field(at, "object") if found.use is Use.MEMBER else -1
    if receiver < 0 and found.use is Use.MEMBER:
        return "" in module[1]  # `patch.multiple("a", g=h)`
    if receiver < 0 or not is_at(tree, at, assigns):
        return False
    text = tree.slice(receiver).decode("utf-8", "replace")
    is_asked = re.search(rf"""["'](?:[\w.]*\.)?{re.escape(module[0])}["']""", text) is not None
    return is_asked or text.rpartition(".")[2] in module[1]


def _why_in_the_way(context: Context, moved: Moved) -> str | None:
    """Whether a star brings a moved name to a file that may have its own."""
    forest = context.after
    target = forest.paths[moved.target_a]
    for file, tree in enumerate(forest.trees):
        words = [w for w in moved.edits if w.encode() in tree.text]
        if not words or file == moved.target_a:
            continue
        names = context.names_after(file)
        table = import_table(names)
        if not table.get("objects"):
            continue
        for star in rows_of(tree, (table["star"],)):
            statement = tree.parent[star]
            part = table["parts"].get(tree.kind_name(statement)) or {}
            at = tree.child_by_field(statement, part.get("module", ""))
            module = tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""
            if target_of(forest.file_of_path, forest.paths[file], module, tree.language) != target:
                continue
            for word in words:
                if any(o.use is not Use.DATA for o in names.occurrences(word)):
                    return f"a star brings {word} to {forest.paths[file]}"
    return None
