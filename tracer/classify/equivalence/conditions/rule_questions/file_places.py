"""Who looks for a file by its path: tools, searches, texts that spell it, importers elsewhere.

What a file defines is asked definition by definition. That it has another path, came or went is
asked of the file as a whole, as the rules for files ask, and of every proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.limits import counted
from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.classify.rules.move.file import why_known
from tracer.classify.rules.move.file_references import why_sought, why_taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context


def why_placed(context: Context) -> list[tuple[Subject, str]]:
    """Why files may not have another path, come or go.

    Cost: for each such file, a search of all texts.
    """
    asked = ((one, counted(context, (why,))) for one, why in _asked(context))
    return [(subject, why) for subject, why in asked if why]


def why_renamed(context: Context, file_b: int, file_a: int) -> str | None:
    """Why a file may not have another path, be it by a comparison of trees or by a map."""
    if not _is_module(context, file_b, file_a):
        return None
    return counted(context, (why_known(context, file_b, file_a),))


def _asked(context: Context) -> Iterator[tuple[Subject, str | None]]:
    pairs = context.mapping.file_pairs
    for file_b, file_a in pairs:
        if context.before.paths[file_b] != context.after.paths[file_a]:
            yield Subject(file_b, file_a), context.kept(why_renamed, file_b, file_a)
    paired = {b for b, _ in pairs}, {a for _, a in pairs}
    for file, path in enumerate(context.before.paths):
        if file not in paired[0] and context.names_before(file).tables.imports:
            yield Subject(file, -1), why_sought(context, path, None)
    for file, path in enumerate(context.after.paths):
        if file not in paired[1] and context.names_after(file).tables.imports:
            yield Subject(-1, file), why_taken(context, path)


def _is_module(context: Context, file_b: int, file_a: int) -> bool:
    """Whether how files of its language find each other is known."""
    names = context.names_after(file_a)
    is_one = names.tree.language is context.before.trees[file_b].language
    return is_one and bool(names.tables.imports)
