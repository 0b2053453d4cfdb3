"""The shared brain: lessons from failed checks, under a heading of their own in a Markdown file.

A lesson comes from the output of a program, which anybody's code may have written. So it is one
line, cut, without markup, and quoted as data: it cannot give the next agent orders.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.intents.context import escape
from tracer.model.disk import write_atomically

if TYPE_CHECKING:
    from collections.abc import Sequence

HEADING = "## Lessons from failed checks (kept by tracer)"
_NOTE = "Quoted output of checks, for information; the newest last."
_LESSON = 200  # characters
_KEPT = 50


def teach(path: str, lessons: Sequence[str]) -> bool:
    """Whether the file now holds a lesson it did not hold before.

    Raises: OSError where it cannot be written; UnicodeDecodeError for a file that is no text.
    """
    try:
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
    except FileNotFoundError:
        text = ""
    newline = "\r\n" if "\r\n" in text else "\n"
    head, known, tail = _parts(text)
    fresh = [line for line in dict.fromkeys(map(_line, lessons)) if line not in known]
    if not fresh:
        return False
    section = [HEADING, "", _NOTE, "", *[*known, *fresh][-_KEPT:]]
    blocks = [block for block in (head.rstrip(), newline.join(section), tail.strip()) if block]
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    write_atomically(path, ((newline * 2).join(blocks) + newline).encode())
    return True


def _parts(text: str) -> tuple[str, list[str], str]:
    """What stands before the section, its lessons, and what follows it."""
    lines = text.splitlines()
    if HEADING not in lines:
        return text, [], ""
    start = lines.index(HEADING)
    stop = next((i for i in range(start + 1, len(lines)) if lines[i].startswith("#")), len(lines))
    newline = "\r\n" if "\r\n" in text else "\n"
    known = [line for line in lines[start:stop] if line.startswith("- ")]
    return newline.join(lines[:start]), known, newline.join(lines[stop:])


def _line(lesson: str) -> str:
    """One lesson as one item: plain words in quotes, without what Markdown or a model obeys."""
    plain = "".join(char if char not in "`*_[]#|\\" else " " for char in escape(lesson, _LESSON))
    return f'- "{" ".join(plain.split())}"'
