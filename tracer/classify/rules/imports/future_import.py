"""`future_import`: what a file asks of later versions of its language, put otherwise.

Table `imports` of verdicts.yaml: `future`, the kind of such statements; `future_settled`, what the
language has by now, so that asking for it changes nothing. Side conditions: the same is asked on
both sides, those aside, a text does not become the documentation of the file, and the name of what
is no longer asked for (it is a variable of the file, too) stands nowhere else in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.rules.imports.import_groups import KINDS
from tracer.semantics.language.tables import rows_of, significant_children
from tracer.semantics.names.imports import asked_of_later
from tracer.semantics.names.occurrences import Names, Use
from tracer.semantics.values.string_values import is_spelled_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import SyntaxTree

RULE = "future_import"


def explain(context: Context) -> Iterator[Explained]:
    """Edits within such statements, where both sides ask for the same."""
    for file_b, file_a in context.mapping.file_pairs:
        names_b, names_a = context.names_before(file_b), context.names_after(file_a)
        kind = names_b.tables.imports.get("future")
        is_pair = names_a.tables is names_b.tables and names_b.tree.text != names_a.tree.text
        if not kind or not is_pair:
            continue
        rows_b, rows_a = rows_of(names_b.tree, (kind,)), rows_of(names_a.tree, (kind,))
        if not rows_b and not rows_a:
            continue
        base_b, base_a = context.before.base[file_b], context.after.base[file_a]
        edits = tuple(
            index
            for index, edit in context.of_files(file_b, file_a, *KINDS)
            if _is_in(names_b.tree, rows_b, edit.before, base_b)
            and _is_in(names_a.tree, rows_a, edit.after, base_a)
            and context.is_sound(edit)
        )
        went = _gone((names_b, rows_b), (names_a, rows_a))
        if _is_documented(names_b.tree) != _is_documented(names_a.tree):
            continue  # a text behind such a statement documents nothing
        if _is_late(names_a.tree, kind):
            continue
        if not edits or went is None or _is_taken(context, (file_b, file_a), kind, went):
            continue
        yield Explained(
            RULE,
            "the same is asked of later versions of the language, or what all versions have now",
            edits,
            base_b + rows_b[0] if rows_b else -1,
            base_a + rows_a[0] if rows_a else -1,
        )


def _is_documented(tree: SyntaxTree) -> bool:
    """Whether the first statement of a file is a text."""
    texts = (tree.language.raw.get("docstrings") or {}).get("kinds") or ()
    return next(iter(_statements(tree)), None) in texts


def _statements(tree: SyntaxTree) -> list[str]:
    """The kinds of what stands at the top of a file, without comments, which tools may read."""
    comments = tree.language.raw.get("comments") or ()
    kinds = (tree.kind_name(row) for row in significant_children(tree, 0))
    return [name for name in kinds if name not in comments]


def _is_late(tree: SyntaxTree, kind: str) -> bool:
    """Whether such a statement stands behind another one, where the language refuses it."""
    kinds = _statements(tree)
    texts = (tree.language.raw.get("docstrings") or {}).get("kinds") or ()
    head = kinds[1:] if kinds and kinds[0] in texts else kinds
    first = next((at for at, name in enumerate(head) if name != kind), len(head))
    return kind in head[first:]


def _is_in(tree: SyntaxTree, rows: list[int], node: int, base: int) -> bool:
    return node < 0 or any(row <= node - base < tree.stop[row] for row in rows)


def _is_taken(context: Context, files: tuple[int, int], kind: str, words: set[str]) -> bool:
    """Whether another file of the change has one of the words, other than to ask for the same."""
    versions = (
        (context.before, context.names_before, files[0]),
        (context.after, context.names_after, files[1]),
    )
    return any(
        _is_said(names_of(file), rows_of(tree, (kind,)), word)
        for forest, names_of, own in versions
        for file, tree in enumerate(forest.trees)
        for word in words
        if file != own and word.encode() in tree.text and names_of(file).tables.is_known
    )


def _gone(*sides: tuple[Names, list[int]]) -> set[str] | None:
    """What one side asks for and the other has in any case; None if that is not so."""
    (names, rows_b), (_, rows_a) = sides
    asked_b, asked_a = _asked(names.tree, rows_b), _asked(sides[1][0].tree, rows_a)
    settled = names.tables.imports.get("future_settled") or ()
    went = asked_b ^ asked_a
    if any(name not in settled or any(_is_said(*side, name) for side in sides) for name in went):
        return None
    return went


def _is_said(names: Names, rows: list[int], word: str) -> bool:
    """Whether a word stands in a file outside such statements, in a text that may be a name too."""
    return any(
        not _is_in(names.tree, rows, o.row, 0)
        if o.use is not Use.DATA
        else is_spelled_in(names, o.row, word)
        for o in names.occurrences(word)
    )


def _asked(tree: SyntaxTree, rows: list[int]) -> set[str]:
    """The names in such statements, as they are spelled."""
    return {name for row in rows for name in asked_of_later(tree, row)}
