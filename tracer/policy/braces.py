"""`{a,b}` and `{1..5}` in a word, as bash expands them."""

from __future__ import annotations

_MANY = 64  # words one expression may give
_LENGTH = 4096
_GLOB = "*?["
_SHIFT = 0xE000  # quoted characters are moved here, so that they mean nothing


def expanded(pieces: list[tuple[str, bool]]) -> list[tuple[str, bool]] | None:
    """The words of (text, is_quoted) parts, each with whether it is a glob.

    None where there are too many, or where shells disagree.
    """
    raw = "".join(_hidden(text) if quoted else text for text, quoted in pieces)
    if len(raw) > _LENGTH:
        return None
    words = _expand(raw, 0)
    if words is None or len(words) > _MANY:
        return None
    return [(_shown(word), any(char in word for char in _GLOB)) for word in words]


def _hidden(text: str) -> str:
    return "".join(chr(_SHIFT + ord(char)) if ord(char) < 128 else char for char in text)  # noqa: PLR2004


def _shown(text: str) -> str:
    return "".join(
        chr(ord(char) - _SHIFT) if _SHIFT <= ord(char) < _SHIFT + 128 else char for char in text
    )


def _expand(text: str, depth: int) -> list[str] | None:
    start = text.find("{")
    if start < 0:
        return None if "}" in text and "," in text else [text]
    end = _closing(text, start)
    if end is None or depth > 8:  # noqa: PLR2004
        return None
    after = _expand(text[end + 1 :], depth + 1)
    if after is None:
        return None
    choices = _choices(text[start + 1 : end], depth)
    if choices is None or len(choices) * len(after) > _MANY:
        return None
    head = text[:start]
    return [f"{head}{choice}{rest}" for choice in choices for rest in after]


def _closing(text: str, start: int) -> int | None:
    level = 0
    for at in range(start, len(text)):
        level += (text[at] == "{") - (text[at] == "}")
        if not level:
            return at
    return None


def _choices(inside: str, depth: int) -> list[str] | None:
    parts, level, start = [], 0, 0
    for at, char in enumerate(inside):
        level += (char == "{") - (char == "}")
        if char == "," and not level:
            parts.append(inside[start:at])
            start = at + 1
    parts.append(inside[start:])
    if len(parts) == 1:
        sequence = _sequence(inside)
        if sequence is not None:
            return sequence
        return None if "{" in inside or ".." in inside else ["{" + inside + "}"]
    found: list[str] = []
    for part in parts:
        several = _expand(part, depth + 1)
        if several is None:
            return None
        found += several
    return found


def _sequence(inside: str) -> list[str] | None:
    """The first and the last of `{1..9}`: those between differ in nothing but digits."""
    ends = inside.split("..")
    if len(ends) not in (2, 3) or not all(end.isascii() and end.isdigit() for end in ends):
        return None
    return ends[:2]
