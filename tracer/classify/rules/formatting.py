"""`formatting`: another spelling of the same code, as formatters write it.

Two subtrees equal at NORMAL differ only in what the language's table declares neutral: quotes,
redundant parentheses, trailing commas, semicolons, the spelling of literals. Side conditions:
the language is fully known, neither side has a syntax error there, and no imported names
changed order (`import_order` asks for more).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.context import Context, Explained, changed_leaves
from tracer.classify.edits import EditKind
from tracer.classify.rules.import_order import is_reordered_import

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = "formatting"


def explain(context: Context) -> Iterator[Explained]:
    """Edits between subtrees that are equal at NORMAL."""
    for index, edit in context.of_kind(EditKind.SPELLING):
        if context.is_sound(edit) and not is_reordered_import(context, edit):
            leaves = changed_leaves(context, edit.after)
            yield Explained(
                RULE,
                "equal at NORMAL: quotes, parentheses, commas, semicolons or literal spelling",
                (index,),
                edit.before,
                edit.after,
                kept=leaves,
                touched=leaves,
            )
