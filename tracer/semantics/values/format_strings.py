"""Replacement fields of a format string, each with the argument it takes.

`'{} {}'` and `'{0} {1}'` take the same arguments. Source: the grammar of format strings in the
Python Library Reference; `string.Formatter` reads them, and what it cannot read is left alone.
"""

from __future__ import annotations

import re
from string import Formatter

_DEEPEST = 2  # a field in the specification of a field
_BRACE = re.compile(r"\\[NxuU0-7]")
Fields = tuple[object, ...]


def fields_of(text: str) -> Fields | None:
    """Texts and fields in order, each field numbered; None where a text is not read with certainty.

    `text` is the source between the quotes: with an escape that may stand for a brace, or where
    only some fields are numbered, it is not read.
    """
    if _BRACE.search(text):
        return None
    reader = _Reader()
    try:
        found = reader.read(text, 0)
    except ValueError:
        return None
    return None if reader.is_mixed else found


class _Reader:
    """Numbers the fields of one string: an outer field before those in its specification."""

    def __init__(self) -> None:
        self.next = 0
        self.has_numbers = False

    @property
    def is_mixed(self) -> bool:
        """Whether some fields are numbered and some are not."""
        return self.has_numbers and self.next > 0

    def read(self, text: str, depth: int) -> Fields:
        """The parts of a text; raises ValueError where the language would."""
        if depth > _DEEPEST:
            raise ValueError(text)
        found: list[object] = []
        for literal, name, spec, conversion in Formatter().parse(text):
            found.append(literal)
            if name is None:
                continue
            place = len(name) - len(name.lstrip("0123456789"))
            number, rest = name[:place], name[place:]
            if number:
                self.has_numbers = True
            elif not name or name[0] in ".[":
                number, self.next = str(self.next), self.next + 1
            found.append((number, rest, self.read(spec or "", depth + 1), conversion))
        return tuple(found)
