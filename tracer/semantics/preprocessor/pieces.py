"""A text as the preprocessor reads it: tokens with the layout before them, and directives."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.syntax import Language, SyntaxTree


class UnreadError(Exception):
    """The text cannot be read as the preprocessor would; the message says why."""


class Piece(NamedTuple):
    """A token. `before`: blanks and comments in front; `hidden`: macros that it is no more.

    `is_apart`: it stays a token of its own, whatever stands before it.
    """

    text: bytes
    before: bytes = b""
    hidden: frozenset[bytes] = frozenset()
    is_apart: bool = False

    @property
    def written(self) -> bytes:
        """The token with what stands in front."""
        return (self.before or (b" " if self.is_apart else b"")) + self.text


class Directive(NamedTuple):
    """A line for the preprocessor: its word, the tokens behind it, and the line as it stands."""

    word: bytes
    pieces: tuple[Piece, ...]
    line: bytes
    before: bytes


class Table(NamedTuple):
    """The table `preprocessor` of verdicts.yaml, with patterns of the table `lexemes`."""

    scanner: re.Pattern[bytes]
    token: re.Pattern[bytes]
    raw: re.Pattern[bytes]
    shows: frozenset[bytes]
    unseen: re.Pattern[bytes]
    standard: re.Pattern[bytes]
    switches: re.Pattern[bytes]
    headers: tuple[str, ...]


@cache
def table_of(language: Language) -> Table | None:
    """How texts of a language are read; None where there is no preprocessor."""
    raw = tables_of(language).raw
    own = raw.get("preprocessor")
    if not own:
        return None
    token, skip = raw["lexemes"]["token"].strip(), raw["lexemes"]["skip"]
    scanner = rf"(?P<newline>\n)|(?P<skip>{skip})|(?P<token>{token}|.)"
    return Table(
        re.compile(scanner.encode(), re.DOTALL),
        re.compile(token.encode(), re.DOTALL),
        re.compile(own["raw_strings"].encode()),
        frozenset(name.encode() for name in own["shows"]),
        re.compile(raw["macro_pattern"].encode()),
        re.compile(own["standard_headers"].encode()),
        re.compile(own["switches"].encode()),
        tuple(raw["shared_files"]),
    )


_REMEMBERED = 4  # texts: both versions of a file, and one that they read
OPENS = frozenset({b"if", b"ifdef", b"ifndef"})
_SPLICE = re.compile(rb"\\\r?\n")
_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*\Z")


def is_word(text: bytes) -> bool:
    """Whether a token can be the name of a macro."""
    return _WORD.match(text) is not None


def pieces_of(tree: SyntaxTree, table: Table) -> tuple[list[Piece | Directive], bytes]:
    """The tokens and directives of a file, and the layout at its end.

    Cost: one pass over the text, unless it was read just now.
    Raises: UnreadError where a line end that is taken away may stand in a raw literal.
    """
    return _pieces_in(bytes(tree.text), table)


@lru_cache(_REMEMBERED)
def _pieces_in(text: bytes, table: Table) -> tuple[list[Piece | Directive], bytes]:
    if _SPLICE.search(text):
        if table.raw.search(text):
            msg = "a line goes on in the next, and there are raw literals"
            raise UnreadError(msg)
        text = _SPLICE.sub(b"", text)
    found: list[Piece | Directive] = []
    before, is_fresh = b"", True
    matches = table.scanner.finditer(text)
    for match in matches:
        if match.lastgroup == "newline":
            before, is_fresh = before + b"\n", True
        elif match.lastgroup == "skip":
            before += match.group()
        elif is_fresh and match.group() == b"#":
            found.append(_directive(matches, before, match.start(), text))
            before = b"\n"
        else:
            found.append(Piece(match.group(), before))
            before, is_fresh = b"", False
    return found, before


def _directive(
    matches: Iterable[re.Match[bytes]], before: bytes, start: int, text: bytes
) -> Directive:
    """The directive whose sign stands at a place, read up to the end of its line."""
    pieces: list[Piece] = []
    layout, end = b"", len(text)
    for match in matches:
        if match.lastgroup == "newline":
            end = match.start()
            break
        if match.lastgroup == "skip":
            layout += b" "
        else:
            pieces.append(Piece(match.group(), layout))
            layout = b""
    word = pieces[0].text if pieces else b""
    return Directive(word, tuple(pieces[1:]), text[start:end], before)


def guard_of(items: list[Piece | Directive]) -> bytes | None:
    """The name by which a file is read once, where that is all the file; else None."""
    if len(items) < 3:  # noqa: PLR2004 - the three directives of it
        return None
    first, second, last = items[0], items[1], items[-1]
    if (
        not isinstance(first, Directive)
        or not isinstance(second, Directive)
        or not isinstance(last, Directive)
        or (first.word, second.word, last.word) != (b"ifndef", b"define", b"endif")
        or [one.text for one in first.pieces] != [one.text for one in second.pieces]
        or len(first.pieces) != 1
    ):
        return None
    depth = 0
    for item in items[:-1]:
        if isinstance(item, Directive):
            depth += (item.word in OPENS) - (item.word == b"endif")
            if not depth or (depth == 1 and item.word in (b"else", b"elif")):
                return None
    return first.pieces[0].text
