"""The words of a shell command as the shell would pass them, where the text alone tells."""

from __future__ import annotations

import os
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.model.events import UNSEEN_NAME
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
_USED = lazy_pattern(r"\$\{?([A-Za-z_]\w*)", re.ASCII)
_GIVING = {"for_statement": "variable", "variable_assignment": "name"}
_CHOICES = 8  # texts of a variable, and ways to choose them
_MANY = 64  # words one brace expression may give


class Word(NamedTuple):
    """One argument. `text` is None when it is known only at run time.

    `is_glob`: the shell replaces it by the files that match. `is_many`: it may become several
    words, or none. `is_operand`: whatever it becomes, it does not begin with a dash. `maybe`: what
    a word without text may be, as far as the line tells; `UNSEEN_NAME` ends one that goes on.
    """

    text: str | None
    is_glob: bool = False
    is_many: bool = False
    is_operand: bool = False
    maybe: tuple[str, ...] = ()


class Variables(NamedTuple):
    """What a line tells of its variables.

    `numbers`: bytes of the line, from and to, between which a variable is sure to hold a number.
    `texts`: what the line gives it anywhere, which may be what it holds. `bound`: one choice.
    """

    numbers: Mapping[str, Sequence[tuple[int, int]]] = {}
    texts: Mapping[str, Sequence[str]] = {}
    bound: Mapping[str, str] = {}


NOTHING_KNOWN = Variables()


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


def words_of(node: Any, cwd: str | None, variables: Variables = NOTHING_KNOWN) -> list[Word]:
    """The words one argument node stands for: one, or several for `{a,b}`.

    `variables` is what the line tells of its own (`variables_of`).
    """
    raw_text = _text(node)
    if raw_text[:2] in ("~+", "~-"):
        known = raw_text[1] == "+" and cwd is not None and raw_text[2:3] in ("", "/")
        return [Word(f"{cwd}{raw_text[2:]}") if known else UNKNOWN]
    pieces = list(_pieces(node, cwd, variables))
    if any(text is None for text, _ in pieces):
        return [UNKNOWN._replace(maybe=_guesses(node, cwd, variables))]
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


def _guesses(node: Any, cwd: str | None, variables: Variables) -> tuple[str, ...]:
    """What a word with unknown parts may be: with what the line gives its variables.

    Where more is unknown, the directories before that.
    """
    found: dict[str, None] = {}
    for bound in _choices(_text(node), variables.texts):
        head = ""
        for text, is_quoted in _pieces(node, cwd, variables._replace(bound=bound)):
            if text is None:
                head = f"{head[: head.rfind('/') + 1]}{UNSEEN_NAME}"
                break
            head += text if is_quoted else _unescape(text)
        if head not in ("", UNSEEN_NAME):
            found[os.path.expanduser(head)] = None
    return tuple(found)


def _choices(text: str, texts: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Ways to choose one text for each variable that a word uses, at most eight."""
    found: list[dict[str, str]] = [{}]
    for name in dict.fromkeys(_USED.findall(text)):
        values = texts.get(name)
        if values:
            found = [known | {name: value} for known in found for value in values][:_CHOICES]
    return found


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


def _pieces(node: Any, cwd: str | None, variables: Variables) -> Iterator[tuple[str | None, bool]]:
    """(text, whether quotes protect it) of the parts of a word; None where it is not known."""
    kind = node.type
    if kind in ("word", "number", "file_descriptor", "extglob_pattern"):
        yield (None if node.child_count else _text(node)), False
    elif kind == "raw_string":
        yield _text(node)[1:-1], True
    elif kind == "string":
        yield _double_quoted(node, cwd, variables), True
    elif kind == "ansi_c_string":
        yield _ansi(_text(node)[2:-1]), True
    elif kind in _EXPANSIONS:
        yield _variable(node, cwd, variables), True
    elif kind in ("concatenation", "command_name"):
        for child in node.children:
            yield from _pieces(child, cwd, variables)
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


def _double_quoted(node: Any, cwd: str | None, variables: Variables) -> str | None:
    """The text of a double-quoted string; what lies between its expansions is literal."""
    text: bytes = node.text
    parts: list[str] = []
    position = 1
    for child in node.children:
        if child.type in ('"', "string_content"):
            continue
        value = _variable(child, cwd, variables) if child.type in _EXPANSIONS else None
        if value is None:
            return None
        start = child.start_byte - node.start_byte
        parts += [_literal(text[position:start]), value]
        position = child.end_byte - node.start_byte
    return "".join([*parts, _literal(text[position:-1])])


def _literal(raw: bytes) -> str:
    return _ESCAPED_IN_QUOTES.sub(r"\1", raw.decode(errors="replace").replace("\\\n", ""))


def _variable(node: Any, cwd: str | None, variables: Variables) -> str | None:
    """The value of `$HOME` and `$PWD`, of what is bound, a digit for a number; None for others."""
    text = _text(node)
    name = text[2:-1] if text.startswith("${") else text[1:]
    if name in variables.bound:
        return variables.bound[name]
    if any(start <= node.start_byte < end for start, end in variables.numbers.get(name, ())):
        return "1"
    if text == "$HOME":
        return os.path.expanduser("~")
    return cwd if text == "$PWD" else None


def variables_of(root: Any, cwd: str | None) -> Variables:
    """What a line tells of its variables.

    One is sure to hold a number in the body of `for port in 8000 8001`, and after `port=8000` on
    its own, if the line sets it by such loops and assignments only: as any other word its name
    might be read, declared or a reference.
    Cost: one pass over the tree, and over the line; nothing in a line without `$`.
    """
    if b"$" not in root.text:
        return NOTHING_KNOWN
    numbers: dict[str, list[tuple[int, int]]] = {}
    texts: dict[str, list[str]] = {}
    cursor = [root]
    while cursor:
        node = cursor.pop()
        cursor += reversed(node.children)
        if node.type not in _GIVING:
            continue
        name = node.child_by_field_name(_GIVING[node.type])
        values = node.children_by_field_name("value")
        if name is None or not values:
            continue
        known = texts.setdefault(_text(name), [])
        for value in values:
            for word in words_of(value, cwd, Variables(texts=texts)):
                new = _values(word, cwd)
                known += [text for text in new if text not in known][: _CHOICES - len(known)]
        if all(_NUMBER.match(_text(value)) for value in values):
            numbers.setdefault(_text(name), []).append(_reach(node))
    named = Counter(_NAME.findall(_text(root))) if numbers else Counter[str]()
    sure = {name: spans for name, spans in numbers.items() if named[name] == len(spans)}
    return Variables(sure, texts)


def _values(word: Word, cwd: str | None) -> Sequence[str]:
    """The texts that a variable may get by a word: of a pattern, what it matches now."""
    if word.text is None:
        return word.maybe
    if not word.is_glob:
        return (word.text,)
    from glob import iglob  # noqa: PLC0415 - few lines have such variables
    from itertools import islice  # noqa: PLC0415

    is_placed = cwd is not None or os.path.isabs(word.text)
    found = iglob(word.text, root_dir=cwd, include_hidden=True) if is_placed else ()
    return list(islice(found, _CHOICES))


def _reach(node: Any) -> tuple[int, int]:
    """Where what a loop or an assignment sets is sure to be set; empty where that depends."""
    body = node.child_by_field_name("body")
    if body is not None:
        return body.start_byte, body.end_byte
    above = node.parent
    is_alone = above is not None and above.type == "program"
    return (node.end_byte, above.end_byte) if is_alone else (0, 0)


def _text(node: Any) -> str:
    text: bytes = node.text
    return text.decode(errors="replace")
