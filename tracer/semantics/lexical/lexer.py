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

Languages without full tables may have the lexer of another (`lexemes` in `structural.yaml`): `of`
names it, `where` finds what a text of the language has, `unless` what none may have.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import tables_of
from tracer.syntax.grammar import language_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import Language, SyntaxTree


def has_lexemes(tree: SyntaxTree) -> bool:
    """Whether tables say how this text is read."""
    if tables_of(tree.language).raw.get("lexemes"):
        return True
    patterns = _patterns_of(tree.language)
    if patterns is None:
        return False
    where, unless = patterns
    return where.search(tree.text) is not None and unless.search(tree.text) is None


@cache
def _patterns_of(language: Language) -> tuple[re.Pattern[bytes], re.Pattern[bytes]] | None:
    """What a text has, and what it must not have, for another language's lexer to read it."""
    table = language.raw.get("lexemes")
    if not table:
        return None
    texts = table.get("where") or "", table.get("unless") or "(?!)"
    where, unless = (re.compile(text.encode(), re.MULTILINE) for text in texts)
    return where, unless


def reads_as(language: Language) -> Language:
    """The language whose lexer reads the texts of this one."""
    table = None if tables_of(language).raw.get("lexemes") else language.raw.get("lexemes")
    return language_named(table["of"]) if table else language


def is_same_text(before: SyntaxTree, after: SyntaxTree) -> bool:
    """Whether two texts have the same tokens, directives line by line.

    Comments that the language or its tools read count as tokens. Cost: one pass over both texts,
    up to the first difference.
    """
    if before.language is not after.language or not (has_lexemes(before) and has_lexemes(after)):
        return False
    quick = _quick(before), _quick(after)
    if quick[0] is not None and quick[1] is not None:
        if quick[0] == quick[1]:
            return True
        directives: dict[bytes, list[bytes]] = {}
        return not _differ_at_once(_reader(before), quick[0], quick[1]) and (
            _settled(before, quick[0], directives) == _settled(after, quick[1], directives)
        )
    ends = (None,)
    ours, theirs = merged_tokens(before), merged_tokens(after)
    while True:
        one, other = next(ours, ends), next(theirs, ends)
        if one != other:
            return False
        if one is ends:
            return True


def tokens_by_directive(tree: SyntaxTree) -> tuple[list[bytes], list[int]]:
    """The tokens, and for each the number of the directive it is in (0: none), from 1.

    The name that a directive defines is a token of its own. Cost: one pass over the text.
    """
    reader, text = _reader(tree), bytes(tree.text)
    significant = reads_as(tree.language).significant_comment
    tokens: list[bytes] = []
    lines: list[int] = []
    count, is_line_start, is_directive = 0, True, False
    for match in reader.pattern.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "newline":
            is_line_start, is_directive = True, False
            continue
        if kind == "skip":
            parts = [token] if significant is not None and significant.match(token) else []
        elif kind == "splice":
            around = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
            parts = [] if _APART.search(around) else [token]
        elif kind == "directive" and is_line_start:
            is_line_start, is_directive, count = False, True, count + 1
            parts = _DIRECTIVE.findall(token)
        elif kind == "directive":
            parts = [part for part in (token[:1], token[1:].lstrip()) if part]
        else:
            parts, is_line_start = [token], False
        tokens += parts
        lines += [count if is_directive else 0] * len(parts)
    return tokens, lines


class _Reader:
    """The compiled table of one language."""

    def __init__(self, raw: dict[str, Any]) -> None:
        parts = [
            f"(?P<{name}>{raw[name]})"
            for name in ("skip", "splice", "directive", "token")
            if raw.get(name)
        ]
        directive = rf"\n[ \t]*\#(?:\\\r?\n|{_WHOLE}|[^\n])*"
        # What `skip` says of blanks is said first: a repeated choice costs ten times as much.
        blank = rf"[ \t]*+(?:(?:{raw['skip']}|\n(?![ \t]*\#))[ \t]*+)*+"
        self.quick = re.compile(f"{blank}({directive}|{raw['token']}|.)".encode(), re.DOTALL)
        parts.append(r"(?P<newline>\n)|(?P<other>.)")
        self.pattern = re.compile("|".join(parts).encode(), re.DOTALL)
        self.adjacent = re.compile((raw.get("adjacent") or r"(?!)").encode(), re.DOTALL)
        self.absorbs = re.compile((raw.get("absorbs") or r"(?!)").encode())
        self.halves = frozenset(text.encode() for text in raw.get("halves") or ())


_APART = re.compile(rb"[\s;,(){}\[\]]")  # what joins nothing beside it
_DIRECTIVE = re.compile(rb"#[ \t]*\w*|[\w$\x80-\xff]+|<[^>]*>|\(")
_OPERATOR = re.compile(rb"#[ \t]*\w*")  # inside a directive, before what it makes a text of
# What may hide where a directive ends: literals and comments, and what is left of half of them.
_WHOLE = r"""\"(?:[^"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\[^\n][0-9A-Fa-f]{0,8})'|/\*(?:[^*]|\*(?!/))*\*/"""
_PARTS = re.compile(_WHOLE.encode(), re.DOTALL)
_HALF = re.compile(rb"[\"']|//|/\*")
_DOUBTFUL = (b"#", b"\\")  # a directive behind a comment, a line end that is taken away
_READERS: dict[str, _Reader] = {}


def _reader(tree: SyntaxTree) -> _Reader:
    name = tree.language.name
    found = _READERS.get(name)
    if found is None:
        table = tables_of(reads_as(tree.language)).raw["lexemes"]
        found = _READERS[name] = _Reader(table)
    return found


def _quick(tree: SyntaxTree) -> list[bytes] | None:
    """The tokens with each directive as it stands, in one go; None where that may say too much.

    Equal lists are equal tokens; others may be equal as well. A comment in front of a directive
    would hide where it starts, half a literal or comment in it where it ends; a line end that is
    taken away joins what is around it.
    """
    reader = _reader(tree)
    if reads_as(tree.language).significant_comment is not None:
        return None
    found = reader.quick.findall(b"\n" + tree.text)
    if reader.quick.groups > 1:  # the others are what a token's pattern compares itself with
        found = [groups[0] for groups in found]
    for token in set(found):
        if token[:1] in _DOUBTFUL or (token[:1] == b"\n" and _is_doubtful(token)):
            return None
    return found


def _is_doubtful(directive: bytes) -> bool:
    """Whether a directive may end elsewhere: half a literal or comment in it, or raw text."""
    is_half = b"/*" in directive and _HALF.search(_PARTS.sub(b"", directive)) is not None
    return is_half or b'R"' in directive


def _differ_at_once(reader: _Reader, ours: list[bytes], theirs: list[bytes]) -> bool:
    """Whether the first tokens that differ are two directives of which neither is the other."""
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            return one[:1] == other[:1] == b"\n" and (
                list(_lexed(reader, one[1:] + b"\n")) != list(_lexed(reader, other[1:] + b"\n"))
            )
    return False


_Settled = list["bytes | tuple[bytes, bytes]"]  # tokens, and literals as prefix and body


def _settled(
    tree: SyntaxTree, tokens: list[bytes], directives: dict[bytes, list[bytes]]
) -> _Settled:
    """Tokens made in one go, with directives taken apart and literals put together.

    `directives`: those that were taken apart for the other version.
    """
    reader = _reader(tree)
    odd = {t for t in set(tokens) if t[:1] == b"\n" or t in reader.halves or b'"' in t}
    found: _Settled = []
    done = 0
    for place in [place for place, token in enumerate(tokens) if token in odd]:
        token, is_next = tokens[place], done == place
        found += tokens[done:place]
        done = place + 1
        if token[:1] == b"\n":
            if token not in directives:
                directives[token] = [part for (part,) in _lexed(reader, token[1:] + b"\n")]
            found += directives[token]
        elif token in reader.halves:
            found += [token[at : at + 1] for at in range(len(token))]
        elif (part := reader.adjacent.fullmatch(token)) is not None:
            prefix, body = part["prefix"], part["body"]
            last = found[-1] if is_next and found else b""
            if isinstance(last, tuple) and last[0] == prefix and not reader.absorbs.search(last[1]):
                found[-1] = (prefix, last[1] + body)
            else:
                found.append((prefix, body))
        else:
            found.append(token)
    return found + tokens[done:]


def _tokens(tree: SyntaxTree) -> Iterator[tuple[bytes]]:
    """Tokens in order; the end of a directive is one of its own."""
    return _lexed(_reader(tree), tree.text, reads_as(tree.language).significant_comment)


def _lexed(  # noqa: C901 - one case a kind of token
    reader: _Reader, text: bytes, significant: re.Pattern[bytes] | None = None
) -> Iterator[tuple[bytes]]:
    is_line_start, is_directive = True, False
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
        elif kind == "directive" and _OPERATOR.fullmatch(token):
            yield from ((part,) for part in (token[:1], token[1:].lstrip()) if part)
        elif token in reader.halves or kind == "directive":
            yield from ((token[at : at + 1],) for at in range(len(token)))
        else:
            yield (token,)
            is_line_start = False
    if is_directive:
        yield (b"\n",)


def merged_tokens(tree: SyntaxTree) -> Iterator[tuple[bytes, ...]]:
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
