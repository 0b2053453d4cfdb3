"""A part of a text file that tracer keeps, between two comment lines; the rest is the person's."""

from __future__ import annotations

import os

from tracer.model.disk import write_atomically
from tracer.model.errors import InputError

_NAME = "tracer"
_ENDS = {"#": "", "<!--": " -->"}


def keep(path: str, block: str) -> str:
    """What was done to the Markdown file to hold the section: created, changed or kept.

    Raises: InputError for a file that cannot be read or written.
    """
    try:
        before = None
        if os.path.lexists(path):
            with open(path, encoding="utf-8", newline="") as file:
                before = file.read()
        after = put(before or "", block, "<!--")
        if after == before:
            return "kept"
        write_atomically(path, after.encode())
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}", fix="Make it a writable text file.") from error
    return "created" if before is None else "changed"


def put(text: str, block: str, comment: str) -> str:
    """The text with the section holding `block`: in its old place, else at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    begin, end = _marks(comment)
    lines = [begin, *block.rstrip("\n").split("\n"), end]
    section = newline.join(lines) + newline
    found = _find(text, comment)
    if found is not None:
        return text[: found[0]] + section + text[found[1] :]
    if not text.strip():
        return text + section
    gap = newline if text.endswith("\n") else newline * 2
    return text + gap + section


def take(text: str, comment: str) -> str:
    """The text without the section, and without the blank line put before it."""
    found = _find(text, comment)
    if found is None:
        return text
    head, tail = text[: found[0]], text[found[1] :]
    newline = "\r\n" if head.endswith("\r\n") else "\n"
    if head.endswith(newline * 2):
        head = head.removesuffix(newline)
    return head + tail


def holds(text: str, comment: str) -> bool:
    """Whether the section is there."""
    return _find(text, comment) is not None


def _find(text: str, comment: str) -> tuple[int, int] | None:
    """Where the section starts and stops, its marks and last line end included."""
    begin, end = _marks(comment)
    start = text.find(begin)
    if start < 0:
        return None
    stop = text.find(end, start)
    if stop < 0:
        return None
    stop += len(end)
    for newline in ("\r\n", "\n"):
        if text.startswith(newline, stop):
            return start, stop + len(newline)
    return start, stop


def _marks(comment: str) -> tuple[str, str]:
    tail = _ENDS[comment]
    return f"{comment} {_NAME}: begin{tail}", f"{comment} {_NAME}: end{tail}"
