"""The variables a shell computes with: their text is evaluated, which can run commands."""

from __future__ import annotations

from tracer.policy.spelling import NotUnderstood

_OPERATORS = frozenset(';+-*/%<>=!&|^~?:,() \t\n"')
_COUNTED = frozenset({"RANDOM", "SECONDS", "LINENO", "UID", "EUID"})


def computed_names(text: str) -> tuple[set[str], set[str]]:
    """The names an expression reads, and those it sets."""
    read: set[str] = set()
    written: set[str] = set()
    at, end = 0, len(text)
    while at < end:
        char = text[at]
        if char == "$":
            at = _expansion(text, at + 1, read)
        elif char.isascii() and char.isdigit():
            while at < end and text[at].isascii() and text[at].isalnum():
                at += 1
        elif char == "_" or (char.isascii() and char.isalpha()):
            start = at
            while at < end and (text[at] == "_" or (text[at].isascii() and text[at].isalnum())):
                at += 1
            name = text[start:at]
            (written if _is_set(text, start, at) else read).add(name)
        elif char in _OPERATORS:
            at += 1
        else:
            raise NotUnderstood
    return read - _COUNTED, written


def _expansion(text: str, at: int, read: set[str]) -> int:
    """`$name`, `${name}`, `${#name}`, `$#`, `$?`."""
    char = text[at : at + 1]
    if char in ("#", "?"):
        return at + 1
    if char == "{":
        end = text.find("}", at, at + 80)
        inside = text[at + 1 : end]
        name = inside.removeprefix("#").removesuffix("[@]")
        if end < 0 or not (name.isascii() and name.isidentifier()):
            raise NotUnderstood
        if not inside.startswith("#"):
            if inside != name:
                raise NotUnderstood
            read.add(name)
        return end + 1
    start = at
    while at < len(text) and (text[at] == "_" or (text[at].isascii() and text[at].isalnum())):
        at += 1
    if not text[start:at].isidentifier():
        raise NotUnderstood
    read.add(text[start:at])
    return at


def _is_set(text: str, start: int, end: int) -> bool:
    """Whether a plain `=` follows; `+=`, `++` and their like also read."""
    rest = text[end : end + 60].lstrip()
    return start >= 0 and rest.startswith("=") and not rest.startswith("==")
