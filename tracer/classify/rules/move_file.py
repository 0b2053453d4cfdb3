"""`move_file`: a file of modules has another name in its folder, and whoever imports it follows.

Only for languages whose table says how imports name files. Side conditions:
- everybody who might look for the file is seen: the world is closed, or no other file has its name
  or one of the names it defines;
- nobody imports the former name any more; nobody imported the new one, which is no module of the
  library;
- no text spells the former name, in no file of another language does it stand, nobody lists files,
  or imports what he computes;
- what the file is called says nothing to tools (`imports.meant_files`), nor does the file ask.
That the imports of others bring the same things is for `import_run` to say.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from tracer.classify.context import Context, Explained
from tracer.classify.edits import EditKind
from tracer.classify.import_runs import import_table
from tracer.classify.imports import target_of
from tracer.classify.moving.body import of_file
from tracer.classify.moving.moved import bound_in
from tracer.classify.moving.reached import modules_of
from tracer.classify.names import Use
from tracer.classify.namespaces import imports_computed
from tracer.classify.tables import rows_of, significant_children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.classify.names import Names
    from tracer.matching import Forest

RULE = "move_file"


def explain(context: Context) -> Iterator[Explained]:
    """Files with another name, which everybody follows."""
    for index, edit in context.of_kind(EditKind.FILE_MOVE):
        files = context.before.locate(edit.before)[0], context.after.locate(edit.after)[0]
        problem = _problem(context, *files)
        if problem:
            context.note((index,), problem)
            continue
        context.renamed_files.add(files)
        evidence = "the same file under another name; nobody looks for the former one"
        yield Explained(RULE, evidence, (index,), edit.before, edit.after)


def _problem(context: Context, file_b: int, file_a: int) -> str | None:
    former, new = context.before.paths[file_b], context.after.paths[file_a]
    names = context.names_after(file_a)
    table = import_table(names)
    if not table or names.tree.language is not context.before.trees[file_b].language:
        return "how files of this language find each other is not known"
    if former in context.after.file_of_path or new in context.before.file_of_path:
        return "another file has one of the names"
    stems = [posixpath.splitext(posixpath.basename(path)) for path in (former, new)]
    if posixpath.dirname(former) != posixpath.dirname(new) or stems[0][1] != stems[1][1]:
        return "the file is in another folder, or of another kind"
    meant = re.compile(table.get("meant_files") or "")
    for stem, _ in stems:
        if meant.fullmatch(stem) or "." in stem:
            return f"tools may look for a file that is called {stem}"
    if stems[1][0] in (table.get("quiet") or ()):
        return f"{stems[1][0]} is a module of the library"
    return (
        _why_accompanied(context, former, new)
        or _why_asked(names)
        or _why_outside(context, names, stems[0][0])
        or _why_imported(context, former, new)
        or _why_spelled(context, stems[0][0])
    )


def _why_accompanied(context: Context, *paths: str) -> str | None:
    """Whether a file or folder beside it has the name too, but for its ending, and goes with it."""
    wanted = {posixpath.splitext(path)[0] for path in paths}
    for path in sorted({*context.before.paths, *context.after.paths}.difference(paths)):
        stems = (path.partition("/")[0], *(path[: at.start()] for at in re.finditer("[./]", path)))
        if not wanted.isdisjoint(stems):
            return f"{path} is called like it"
    return None


def _why_asked(names: Names) -> str | None:
    """Whether the file says what it is called, or is run by its name."""
    if names.tree.text.startswith(b"#!"):
        return "the file is run by its name"
    own = of_file(names, 0)
    if own is not None:
        return f"the file uses {own}, which says what it is called"
    tree, known = names.tree, names.tables.raw.get("builtins") or ()
    for row in rows_of(tree, names.tables.words):
        word = tree.slice(row).decode("utf-8", "replace")
        found = names.at(row, word) if word.startswith("__") and word not in known else None
        if found is not None and found.use is Use.NAME and names.scope_of(found, word) < 0:
            return f"the file uses {word}, which may say what it is called"
    return None


def _why_outside(context: Context, names: Names, stem: str) -> str | None:
    """Whether somebody who is not seen may look for the file, or for what it defines."""
    if context.closed_world:
        return None
    defined = {word for row in significant_children(names.tree, 0) for word in bound_in(names, row)}
    if not defined or not context.is_closed_for(stem, *sorted(defined)):
        return f"other files may look for {stem}"
    return None


def _why_imported(context: Context, former: str, new: str) -> str | None:
    """Whether somebody still imports the former name, or imported the new one."""
    for forest, names_of, path, said in (
        (context.after, context.names_after, former, "still imports {}"),
        (context.before, context.names_before, new, "imported something as {}"),
    ):
        for file in range(len(forest.paths)):
            if _imports(forest, names_of, file, path):
                return f"{forest.paths[file]} {said.format(path)}"
    return None


def _imports(forest: Forest, names_of: Callable[[int], Names], file: int, path: str) -> bool:
    """Whether a file imports what a path would be the file of, as far as that is known.

    A module that is no file of the change is one, too, if its last name is that of the file.
    """
    names, here, known = names_of(file), forest.paths[file], forest.file_of_path
    language, stem = names.tree.language, posixpath.splitext(posixpath.basename(path))[0]
    package = str(import_table(names).get("package"))
    for entry in names.imports:
        home = target_of(known, here, entry.module, language)
        is_file = home is not None and posixpath.basename(home) != package
        for module in modules_of(entry)[: 1 if is_file else None]:
            if target_of((path,), here, module, language) == path:
                return True
            last = re.split(r"[./]", module)[-1]
            if last == stem and target_of(known, here, module, language) is None:
                return True
    return False


def _why_spelled(context: Context, stem: str) -> str | None:
    """Whether a text of some file may be the former name, or a file looks for what it computes."""
    wanted = re.compile(rb"(?<![\w])" + re.escape(stem.encode()) + rb"(?![\w])")
    for forest, names_of in (
        (context.before, context.names_before),
        (context.after, context.names_after),
    ):
        for file, tree in enumerate(forest.trees):
            names = names_of(file)
            table = import_table(names)
            is_text = wanted.search(tree.text) is not None
            if is_text and (not table or forest is context.after):
                rows = rows_of(tree, tree.language.raw.get("strings") or ())
                if not table or any(wanted.search(tree.slice(row)) for row in rows):
                    return f"{forest.paths[file]} may name the file in a text"
            if table and (
                names.has_any(frozenset(table.get("lists_files") or ()), 0)
                or imports_computed(names, table)
            ):
                return f"{forest.paths[file]} may look for files"
    return None
