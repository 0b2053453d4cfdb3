"""`layout`: the same tokens in the same tree, with other white space or comments.

Side conditions: the language is fully known, neither side has a syntax error there, and the
leaves were compared one by one (`equality/subtree_equality.py`). Comments the language or its tools
read are tokens (`significant_comments` in grammar.yaml), so a change of one is never layout.
Comments that silence a checker (`silences` in verdicts.yaml) change no behaviour, but the evidence
tells of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.semantics.language.tables import kind_set, tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import Language, SyntaxTree

RULE = "layout"
_NONE: Counter[bytes] = Counter()  # to be read only: an edit in thousands has such a comment


def explain(context: Context) -> Iterator[Explained]:
    """Layout edits outside broken code."""
    for index, edit in context.of_kind(EditKind.LAYOUT):
        if not context.is_sound(edit):
            continue
        before = _silenced(*context.tree_before(edit.before)) if edit.before >= 0 else _NONE
        after = _silenced(*context.tree_after(edit.after)) if edit.after >= 0 else _NONE
        is_comment = edit.before < 0 or edit.after < 0
        evidence = (
            "a comment without meaning to the language"
            if is_comment
            else "the same tokens in the same tree; white space or comments differ"
        )
        if before != after:
            verb = "went" if after <= before else "came" if before <= after else "changed"
            evidence += f"; a comment that silences a checker {verb}"
        yield Explained(RULE, evidence, (index,), edit.before, edit.after)


def _silenced(tree: SyntaxTree, row: int) -> Counter[bytes]:
    """The texts of the comments of a subtree that silence a checker."""
    words, wanted = _silencers(tree.language)
    text = tree.slice(row).lower()
    if not any(word in text for word in words):
        return _NONE
    rows = tree.rows_of(kind_set(tree.language, tree.language.raw.get("comments") or ()))
    inside = rows[bisect_left(rows, row) : bisect_left(rows, tree.stop[row])]
    found = [text for text in map(tree.slice, inside) if wanted.search(text)]
    return Counter(found) if found else _NONE


@cache
def _silencers(language: Language) -> tuple[tuple[bytes, ...], re.Pattern[bytes]]:
    """What the comments of a language that silence a checker look like, and words they have."""
    table = tables_of(language).raw.get("silences") or {"words": (), "patterns": ()}
    joined = "|".join(f"(?:{pattern})" for pattern in table["patterns"])
    return tuple(word.encode() for word in table["words"]), re.compile(joined.encode())
