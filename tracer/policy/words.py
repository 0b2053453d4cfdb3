"""The words of a shell command as the shell would pass them, where the text alone tells."""

from __future__ import annotations

import os
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

# A line of plain words, which needs no parser: no quotes, expansions, operators or globs.
PLAIN = lazy_pattern(r"[\w./+:@%,^-][\w./+:@%,^= -]*\Z", re.ASCII)
# Words that begin something other than a simple command.
RESERVED = frozenset(
    {"if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac"}
    | {"select", "function", "time", "coproc", "in", "export", "declare", "local", "readonly"}
    | {"typeset", "unset"}
)
_BRACES = lazy_pattern(r"\{([^{}]*,[^{}]*)\}")
_GLOB = lazy_pattern(r"[*?\[]")
_ESCAPED = lazy_pattern(r"\\(.)", re.DOTALL)
_ESCAPED_IN_QUOTES = lazy_pattern(r'\\([$`"\\])')
_ANSI_ESCAPE = lazy_pattern(
    r"\\(?:(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3})|(.|\Z))", re.DOTALL
)
_ANSI_NAMED = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
    "v": "\v", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
_EXPANSIONS = frozenset({"simple_expansion", "expansion"})
_NUMBER = lazy_pattern(r"\d{1,9}\Z", re.ASCII)
_NAME = lazy_pattern(r"(?<![\w$])(?<!\$\{)[A-Za-z_]\w*", re.ASCII)  # where it is not just used
_MANY = 64  # words one brace expression may give


class Word(NamedTuple):
    """One argument. `text` is None when it is known only at run time.

    `is_glob`: the shell replaces it by the files that match. `is_many`: it may become several
    words, or none. `is_operand`: whatever it becomes, it does not begin with a dash.
    """

    text: str | None
    is_glob: bool = False
    is_many: bool = False
    is_operand: bool = False


UNKNOWN = Word(None, is_many=True)
FOUND = Word(None, is_operand=True)  # a path below one that is given


def plain_words(line: str) -> list[Word] | None:
    """The words of a line that needs no parser, or None."""
    if not PLAIN.match(line):
        return None
    parts = line.split()
    if not parts or parts[0] in RESERVED or "=" in parts[0]:
        return None
    return [Word(part) for part in parts]


def words_of(node: Any, cwd: str | None, numbers: Collection[str] = frozenset()) -> list[Word]:
    """The words one argument node stands for: one, or several for `{a,b}`.

    `numbers` are variables that hold nothing but a number (`numbers_in`).
    """
    raw_text = _text(node)
    if raw_text[:2] in ("~+", "~-"):
        known = raw_text[1] == "+" and cwd is not None and raw_text[2:3] in ("", "/")
        return [Word(f"{cwd}{raw_text[2:]}") if known else UNKNOWN]
    pieces = list(_pieces(node, cwd, numbers))
    if any(text is None for text, _ in pieces):
        return [UNKNOWN]
    if all(not quoted for _, quoted in pieces):
        raw = "".join(text or "" for text, _ in pieces)
        return [_bare(text) for text in _expand_braces(raw)]
    if any("{" in (text or "") and not quoted for text, quoted in pieces):
        return [UNKNOWN]
    is_glob = any(not quoted and _GLOB.search(text or "") for text, quoted in pieces)
    text = "".join(text or "" if quoted else _unescape(text or "") for text, quoted in pieces)
    first, first_is_quoted = pieces[0]
    if not first_is_quoted and (first or "").startswith("~"):
        text = os.path.expanduser(text)
    return [Word(text, is_glob)]


def _bare(raw: str) -> Word:
    """An unquoted word."""
    text = _unescape(raw)
    is_glob = _GLOB.search(_ESCAPED.sub("", raw)) is not None
    return Word(os.path.expanduser(text) if raw.startswith("~") else text, is_glob)


def _unescape(raw: str) -> str:
    return _ESCAPED.sub(r"\1", raw.replace("\\\n", ""))


def _expand_braces(raw: str) -> list[str]:
    """`a{b,c}d` as `abd` and `acd`. What is no such list stays as it is."""
    done: list[str] = []
    waiting = [raw]
    while waiting and len(done) + len(waiting) <= _MANY:
        text = waiting.pop(0)
        match = _BRACES.search(text)
        if match is None:
            done.append(text)
            continue
        head, tail = text[: match.start()], text[match.end() :]
        waiting = [f"{head}{part}{tail}" for part in match.group(1).split(",")] + waiting
    return done + waiting


def _pieces(
    node: Any, cwd: str | None, numbers: Collection[str]
) -> Iterator[tuple[str | None, bool]]:
    """(text, whether quotes protect it) of the parts of a word; None where it is not known."""
    kind = node.type
    if kind in ("word", "number", "file_descriptor", "extglob_pattern"):
        yield (None if node.child_count else _text(node)), False
    elif kind == "raw_string":
        yield _text(node)[1:-1], True
    elif kind == "string":
        yield _double_quoted(node, cwd, numbers), True
    elif kind == "ansi_c_string":
        yield _ansi(_text(node)[2:-1]), True
    elif kind in _EXPANSIONS:
        yield _variable(node, cwd, numbers), True
    elif kind in ("concatenation", "command_name"):
        for child in node.children:
            yield from _pieces(child, cwd, numbers)
    else:
        yield None, True


def _ansi(raw: str) -> str | None:
    """The text of `$'...'`; None where an escape has no one meaning."""

    def unescaped(match: re.Match[str]) -> str:
        code, named = match.group(1, 2)
        if code is not None:
            return chr(int(code.lstrip("xuU"), 8 if code[0] in "01234567" else 16))
        return _ANSI_NAMED[named]

    try:
        return _ANSI_ESCAPE.sub(unescaped, raw)
    except (KeyError, ValueError, OverflowError):
        return None


def _double_quoted(node: Any, cwd: str | None, numbers: Collection[str]) -> str | None:
    """The text of a double-quoted string; what lies between its expansions is literal."""
    text: bytes = node.text
    parts: list[str] = []
    position = 1
    for child in node.children:
        if child.type in ('"', "string_content"):
            continue
        value = _variable(child, cwd, numbers) if child.type in _EXPANSIONS else None
        if value is None:
            return None
        start = child.start_byte - node.start_byte
        parts += [_literal(text[position:start]), value]
        position = child.end_byte - node.start_byte
    return "".join([*parts, _literal(text[position:-1])])


def _literal(raw: bytes) -> str:
    return _ESCAPED_IN_QUOTES.sub(r"\1", raw.decode(errors="replace").replace("\\\n", ""))


def _variable(node: Any, cwd: str | None, numbers: Collection[str]) -> str | None:
    """The value of `$HOME` and `$PWD`, a digit for a number; no other variable is known."""
    text = _text(node)
    name = text[2:-1] if text.startswith("${") else text[1:]
    if name in numbers:
        return "1"
    if text == "$HOME":
        return os.path.expanduser("~")
    return cwd if text == "$PWD" else None


def numbers_in(root: Any) -> frozenset[str]:
    """The variables that hold nothing but a number, as in `for port in 8000 8001`.

    A name counts if the line sets it by such loops and assignments only: as any other word it might
    be read, declared or a reference.
    Cost: one pass over the tree, and over the line.
    """
    given: Counter[str] = Counter()
    cursor = [root] if b"$" in root.text else []
    while cursor:
        node = cursor.pop()
        cursor += node.children
        if node.type == "for_statement":
            name = node.child_by_field_name("variable")
            values = node.children_by_field_name("value")
        elif node.type == "variable_assignment":
            name = node.child_by_field_name("name")
            values = node.children_by_field_name("value")
        else:
            continue
        if name is not None and values and all(_NUMBER.match(_text(value)) for value in values):
            given[_text(name)] += 1
    named = Counter(_NAME.findall(_text(root))) if given else given
    return frozenset(name for name, times in given.items() if named[name] == times)


def _text(node: Any) -> str:
    text: bytes = node.text
    return text.decode(errors="replace")
