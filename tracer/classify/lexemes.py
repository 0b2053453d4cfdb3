"""The tokens of a text as the language's own lexer reads them, without any grammar.

A tree with errors says little about what it could not parse (macros that stand for syntax), but
compilers do not ask for a tree: two texts with the same tokens are the same program. Table
`lexemes` of verdicts.yaml:

- `skip`: blanks and comments, which are no tokens; `token`: any token;
- `directive`: the first token of a line that goes on as a directive, to the end of that line;
  blanks in it are not part of it, except that it ends where its pattern does;
- `splice`: a line end that the language takes away, skipped between blanks;
- `adjacent`: a literal that may be split in two (named group `body`, with an optional `prefix`);
  `absorbs`: what must not stand at the end of a first part, since it would take in the next;
- `halves`: tokens that are read as their characters, because they may also stand apart.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.classify.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import SyntaxTree


def has_lexemes(tree: SyntaxTree) -> bool:
    """Whether the language's table says how its texts are read."""
    return bool(tables_of(tree.language).raw.get("lexemes"))


def is_same_text(before: SyntaxTree, after: SyntaxTree) -> bool:
    """Whether two texts have the same tokens, directives line by line.

    Comments that the language or its tools read count as tokens. Cost: one pass over both texts,
    up to the first difference.
    """
    if before.language is not after.language or not has_lexemes(before):
        return False
    ends = (None,)
    ours, theirs = _merged(before), _merged(after)
    while True:
        one, other = next(ours, ends), next(theirs, ends)
        if one != other:
            return False
        if one is ends:
            return True


class _Reader:
    """The compiled table of one language."""

    def __init__(self, raw: dict[str, Any]) -> None:
        parts = [
            f"(?P<{name}>{raw[name]})"
            for name in ("skip", "splice", "directive", "token")
            if raw.get(name)
        ]
        parts.append(r"(?P<newline>\n)|(?P<other>.)")
        self.pattern = re.compile("|".join(parts).encode(), re.DOTALL)
        self.adjacent = re.compile((raw.get("adjacent") or r"(?!)").encode(), re.DOTALL)
        self.absorbs = re.compile((raw.get("absorbs") or r"(?!)").encode())
        self.halves = frozenset(text.encode() for text in raw.get("halves") or ())


_APART = re.compile(rb"[\s;,(){}\[\]]")  # what joins nothing beside it
_READERS: dict[str, _Reader] = {}


def _tokens(tree: SyntaxTree) -> Iterator[tuple[bytes]]:  # noqa: C901 - one case a kind of token
    """Tokens in order; the end of a directive is one of its own."""
    reader = _READERS.get(tree.language.name)
    if reader is None:
        raw = tables_of(tree.language).raw["lexemes"]
        reader = _READERS[tree.language.name] = _Reader(raw)
    significant = tree.language.significant_comment
    is_line_start, is_directive = True, False
    text = tree.text
    for match in reader.pattern.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "newline":
            if is_directive:
                yield (b"\n",)
            is_line_start, is_directive = True, False
        elif kind == "skip":
            if significant is not None and significant.match(token):
                yield (token,)
        elif kind == "splice":
            around = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
            if not _APART.search(around):
                yield (token,)  # it may join two halves of a token
        elif kind == "directive" and is_line_start:
            yield (b"".join(token.split()),)
            is_line_start, is_directive = False, True
        elif token in reader.halves or (kind == "directive" and not is_line_start):
            yield from ((token[at : at + 1],) for at in range(len(token)))
        else:
            yield (token,)
            is_line_start = False
    if is_directive:
        yield (b"\n",)


def _merged(tree: SyntaxTree) -> Iterator[tuple[bytes, ...] | tuple[None]]:
    """The tokens, neighbouring literals of one sort as one."""
    prefix = body = b""
    is_held = False
    reader = None
    for (token,) in _tokens(tree):
        reader = reader or _READERS[tree.language.name]
        found = reader.adjacent.fullmatch(token)
        if found is not None:
            if is_held and found["prefix"] == prefix and not reader.absorbs.search(body):
                body += found["body"]
                continue
            if is_held:
                yield (prefix, body)
            prefix, body, is_held = found["prefix"], found["body"], True
            continue
        if is_held:
            yield (prefix, body)
            is_held = False
        yield (token,)
    if is_held:
        yield (prefix, body)
