"""A text with a preprocessor as tokens and includes: what stands between its includes, and which.

Headers of the standard library may be included in any order (C11 7.1.2, C++ [using.headers]); one
of them in front of another is no matter, in front of anything else it may be. Which are standard is
`standard_headers` of the table `preprocessor`.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import tables_of
from tracer.semantics.lexical.lexer import merged_tokens, reads_as

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import Language, SyntaxTree

Token = tuple[bytes, ...]

_INCLUDE = re.compile(rb"#(?:include|include_next|import)\b")
_LINE = re.compile(rb"^[ \t]*#[ \t]*(?:include|include_next|import)\b", re.MULTILINE)


def has_include(text: bytes) -> bool:
    """Whether a line of a text begins an include."""
    return _LINE.search(text) is not None


def is_same_without_includes(before: SyntaxTree, after: SyntaxTree) -> bool:
    """Whether two texts have the same tokens but for their includes.

    Cost: one pass over both texts, up to the first difference.
    """
    return _is_same(_without_includes(before), _without_includes(after))


def is_same_in_order(before: SyntaxTree, after: SyntaxTree) -> bool:
    """Whether two texts have the same tokens, standard headers that follow each other in any order.

    Cost: one pass over both texts, up to the first difference.
    """
    return _is_same(_with_sorted_includes(before), _with_sorted_includes(after))


def _is_same(ours: Iterator[Token | list[Token]], theirs: Iterator[Token | list[Token]]) -> bool:
    return all(one == other for one, other in zip_longest(ours, theirs))


def _without_includes(tree: SyntaxTree) -> Iterator[Token | list[Token]]:
    return (one for one in _items(tree) if isinstance(one, tuple))


def _with_sorted_includes(tree: SyntaxTree) -> Iterator[Token | list[Token]]:
    standard = _standard_headers(reads_as(tree.language))
    run: list[list[Token]] = []
    for one in _items(tree):
        if isinstance(one, list) and standard.fullmatch(_named(one)):
            run.append(one)
            continue
        yield from sorted(run)
        run.clear()
        yield one
    yield from sorted(run)


def _items(tree: SyntaxTree) -> Iterator[Token | list[Token]]:
    """Tokens, and each include as the list of its own; no comma in front of a closing brace.

    Such a comma means nothing to the language, but to a macro that is given it: between
    parentheses, and in directives, it stays.
    """
    comma: Token = (b",",)
    is_held = False  # a comma of which it is not known yet what follows
    include: list[Token] | None = None
    depth, is_directive = 0, False
    for token in merged_tokens(tree):
        is_directive = token != (b"\n",) and (is_directive or token[0].startswith(b"#"))
        depth += 0 if is_directive else (token == (b"(",)) - (token == (b")",))
        if is_held:
            is_held = False
            if token != (b"}",) or depth or is_directive:
                yield comma
        if include is not None:
            if token == (b"\n",):
                yield include
                include = None
            else:
                include.append(token)
        elif _INCLUDE.match(token[0]):
            include = [token]
        elif token == comma:
            is_held = True
        else:
            yield token
    if is_held:
        yield comma
    if include is not None:
        yield include


def _named(include: list[Token]) -> bytes:
    """What an include names, brackets included; of other directives nothing."""
    text = b"".join(part for token in include for part in token)
    return text.removeprefix(b"#include")


@cache
def _standard_headers(language: Language) -> re.Pattern[bytes]:
    table = tables_of(language).raw.get("preprocessor") or {}
    return re.compile((table.get("standard_headers") or "(?!)").encode())
