"""`move_file`: a file of modules has another name in its folder, and whoever imports it follows.

Only for languages whose table says how imports name files. Side conditions:
- everybody who might look for the file is seen: the world is closed, or no other file has its name
  or one of the names it defines;
- nobody imports the former name any more; nobody imported the new one, which is no module of the
  library;
- no text spells the former name, in no file of another language does it stand, nobody lists files,
  or imports what he computes;
- what the file is called says nothing to tools (`imports.meant_files`), nor does the file ask;
- it has no syntax error: of broken code nobody can say what it asks.
That the imports of others bring the same things is for `import_run` to say.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.change.refusals import asked_of_proofs
from tracer.classify.equality.subtree_equality import is_broken
from tracer.classify.rules.move.definition_meaning import of_file
from tracer.classify.rules.move.file_references import why_sought
from tracer.classify.rules.move.moved import bound_in
from tracer.semantics.language.tables import has_kind, rows_of, significant_children
from tracer.semantics.names.occurrences import Use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.names.occurrences import Names

RULE = "move_file"


def explain(context: Context) -> Iterator[Explained]:
    """Files with another name, which everybody follows."""
    for index, edit in context.of_kind(EditKind.FILE_MOVE):
        files = context.before.locate(edit.before)[0], context.after.locate(edit.after)[0]
        problem = _problem(context, *files) or asked_of_proofs(why_known(context, *files))
        if problem:
            context.note((index,), problem)
            continue
        context.renamed_files.add(files)
        evidence = "the same file under another name; nobody looks for the former one"
        yield Explained(RULE, evidence, (index,), edit.before, edit.after)


def _problem(context: Context, file_b: int, file_a: int) -> str | None:
    former, new = context.before.paths[file_b], context.after.paths[file_a]
    names = context.names_after(file_a)
    table = names.tables.imports
    if not table or names.tree.language is not context.before.trees[file_b].language:
        return "how files of this language find each other is not known"
    if former in context.after.file_of_path or new in context.before.file_of_path:
        return "another file has one of the names"
    stems = [posixpath.splitext(posixpath.basename(path)) for path in (former, new)]
    if posixpath.dirname(former) != posixpath.dirname(new) or stems[0][1] != stems[1][1]:
        return "the file is in another folder, or of another kind"
    return "there is a syntax error in the file" if is_broken(names.tree, 0) else None


def why_known(context: Context, file_b: int, file_a: int) -> str | None:
    """Who may look for a file by a path that it has on one side only, or None."""
    former, new = context.before.paths[file_b], context.after.paths[file_a]
    names = context.names_after(file_a)
    stems = [posixpath.splitext(posixpath.basename(path))[0] for path in (former, new)]
    return (
        _why_asked(names) or _why_outside(context, names, stems) or why_sought(context, former, new)
    )


def _why_asked(names: Names) -> str | None:
    """Whether the file says what it is called, or is run by its name."""
    if names.tree.text.startswith(b"#!"):
        return "the file is run by its name"
    markers = names.tables.module_markers
    if markers and not has_kind(names.tree, markers):
        return "the file is a script, which is loaded by its name"
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


def _why_outside(context: Context, names: Names, stems: list[str]) -> str | None:
    """Whether somebody who is not seen may look for the file, or for what it defines."""
    if context.closed_world:
        return None
    table = names.tables.imports
    if table.get("by_call"):
        return "other files may import what they compute"
    words = (*table["lists_files"], *(table.get("runs_files") or ()))
    listing = next((w for w in words if not context.is_closed_for(w)), None)
    if listing is not None:
        return f"other files may look for files ({listing})"
    defined = {word for row in significant_children(names.tree, 0) for word in bound_in(names, row)}
    if not defined or not context.is_closed_for(*stems, *sorted(defined)):
        return f"other files may look for {stems[0]}, or have {stems[1]}"
    return None
