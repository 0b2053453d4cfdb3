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

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, significant_leaves
from tracer.classify.change.edits import EditKind
from tracer.classify.change.refusals import asked_of_proofs
from tracer.classify.rules.move.definition_meaning import (
    why_looked_up,
    why_not_alone,
    why_not_inert,
    why_other_meaning,
)
from tracer.classify.rules.move.emptied_file import explained_end
from tracer.classify.rules.move.file_references import why_taken
from tracer.classify.rules.move.import_becomes_definition import why_not_in_time
from tracer.classify.rules.move.import_edits import (
    explained_exports,
    explained_imports,
    explained_references,
    explained_unexports,
    why_in_no_package,
)
from tracer.classify.rules.move.import_effects import why_code_runs, why_more
from tracer.classify.rules.move.module_attributes import why_configured, why_expected
from tracer.classify.rules.move.moved import RULE, Moved
from tracer.classify.rules.move.replacements import why_named, why_replaced
from tracer.classify.rules.move.users import (
    why_asked_for,
    why_listed,
    why_named_otherwise,
    why_unreachable,
)
from tracer.syntax.names import defined_name, unwrapped, wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterator


def explain(context: Context) -> Iterator[Explained]:
    """Definitions that moved to another file, with the imports that make up for it."""
    proved: dict[int, list[Moved]] = {}
    for moved in moved_groups(context):
        problem = asked_of_proofs(next(why_known(context, moved), None))
        if problem:
            context.note(moved.edits.values(), problem)
            continue
        context.moves.append(moved)
        if moved.source_a < 0:
            proved.setdefault(moved.source_b, []).append(moved)
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
        yield from explained_imports(context, moved)
        yield from explained_references(context, moved)
        yield from explained_exports(context, moved)
        yield from explained_unexports(context, moved)
    for groups in proved.values():
        yield from explained_end(context, groups)


def moved_groups(context: Context) -> list[Moved]:
    """What moved from one file to another, as far as it is not explained yet."""
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
        if not is_top or not is_ours or pairs.get(file_b) == file_a:
            continue
        if not context.is_sound(edit):
            continue
        group = found.setdefault(
            (file_b, file_a),
            Moved(file_b, pairs.get(file_b, -1), back.get(file_a, -1), file_a, {}, {}, {}),
        )
        assert name is not None
        group.rows_b[name], group.rows_a[name], group.edits[name] = row_b, row_a, index
    return list(found.values())


def why_known(context: Context, moved: Moved, *, is_renamed: bool = False) -> Iterator[str]:
    """Who may tell that definitions stand in another file.

    `is_renamed`: they have other names there; `moved` has their former ones.
    """
    return filter(None, _why_known(context, moved, is_renamed=is_renamed))


def _why_known(context: Context, moved: Moved, *, is_renamed: bool) -> Iterator[str | None]:
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    if not source.tables.raw.get("imports") or source.tree.language is not target.tree.language:
        yield "how files of this language find each other is not known"
        return
    if moved.target_b < 0:
        yield why_taken(context, context.after.paths[moved.target_a])
    yield why_not_inert(context, moved)
    yield why_looked_up(context, moved)
    if not is_renamed:
        yield why_not_alone(context, moved)
    yield why_other_meaning(context, moved)
    yield why_named_otherwise(context, moved)
    yield why_in_no_package(context, moved)
    yield why_unreachable(context, moved)
    yield why_listed(context, moved)
    yield why_code_runs(context, moved)
    yield why_more(context, moved)
    yield why_asked_for(context, moved)
    yield why_not_in_time(context, moved)
    yield why_replaced(context, moved)
    yield why_named(context, moved)
    yield why_expected(context, moved)
    yield why_configured(context, moved)
