"""What a reader tells apart at a glance: keywords, comments, and texts in quotes.

Read off the syntax tree by what grammars call their nodes, so that every grammar has colours
without a table of its own. Nothing is concluded from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.syntax import parse
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

_COMMENT, _STRING, _KEYWORD = "comment", "string", "keyword"
_QUOTED = ("string", "char_literal", "character_literal", "heredoc", "regex")
_LARGEST = 1 << 20  # bytes of a text that is parsed for its colours


class Token(NamedTuple):
    """Bytes of a text, half-open, and what they are."""

    start: int
    end: int
    kind: str


def token_classes(path: str, text: bytes) -> list[Token]:
    """The keywords, comments and strings of a text, ascending; neighbours of one class are one.

    Cost: a parse and one pass over the rows. A text of more than 1 MB has none.
    """
    if len(text) > _LARGEST:
        return []
    tree = parse(text, path=path)
    names = [_class_of(name) for name in tree.language.kind_names]
    found: list[Token] = []
    for row, flags in enumerate(tree.flags):
        if not flags & LEAF or tree.start[row] == tree.end[row]:
            continue
        kind = _COMMENT if flags & TRIVIA else _kind(tree, row, names)
        if not kind:
            continue
        start, end = tree.start[row], tree.end[row]
        last = found[-1] if found else None
        if last and last.kind == kind and not text[last.end : start].strip(b" "):
            found[-1] = Token(last.start, end, kind)
        else:
            found.append(Token(start, end, kind))
    return found


def _class_of(name: str) -> str:
    if "comment" in name:
        return _COMMENT
    is_code = "interpolation" in name or "substitution" in name or "format_spec" in name
    return _STRING if not is_code and any(word in name for word in _QUOTED) else ""


def _kind(tree: SyntaxTree, row: int, names: list[str]) -> str:
    own = names[tree.kind[row]]
    if own:
        return own
    parent = tree.parent[row]
    if parent >= 0 and tree.stop[parent] - parent > 1 and names[tree.kind[parent]]:
        return names[tree.kind[parent]]
    name = tree.kind_name(row)
    is_word = name.isalpha() and tree.slice(row) in {name.encode(), name.capitalize().encode()}
    return _KEYWORD if is_word else ""
