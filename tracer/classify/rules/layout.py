"""`layout`: the same tokens in the same tree, with other white space or comments.

Side conditions: the language is fully known, neither side has a syntax error there, and the
leaves were compared one by one (`equality.py`). Comments the language or its tools read are
tokens (`significant_comments` in grammar.yaml), so a change of one is never layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.context import Context, Explained
from tracer.classify.edits import EditKind

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = "layout"


def explain(context: Context) -> Iterator[Explained]:
    """Layout edits outside broken code."""
    for index, edit in context.of_kind(EditKind.LAYOUT):
        if not context.is_sound(edit):
            continue
        is_comment = edit.before < 0 or edit.after < 0
        evidence = (
            "a comment without meaning to the language"
            if is_comment
            else "the same tokens in the same tree; white space or comments differ"
        )
        yield Explained(RULE, evidence, (index,), edit.before, edit.after)
