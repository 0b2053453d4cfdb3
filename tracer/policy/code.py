"""What code of another language does that is hard to undo: `python -c CODE`, a here-document, ...

Nobody can tell from a text what code does. Two things can be seen, and are what agents write: calls
whose names say that they delete whole directories, and command lines in quotes beside a call that
runs them. Both are looked for by name; code that hides them needs an intent as any other code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 20_000  # characters of code that are looked at
_QUOTED = lazy_pattern(r"'([^'\n]{1,2000})'|\"([^\"\n]{1,2000})\"|`([^`\n]{1,2000})`")
_MOST = 100  # texts in quotes
_SHORTEST = 3  # `a;b`: the shortest line worth a look


class Code:
    """The table `code` of `hooks/shell.yaml`."""

    def __init__(self, table: dict[str, Any]) -> None:
        self._programs: str = table["programs"]
        self._runs: str = table["runs"]
        self._escapes: str = table["escapes"]
        self._deletes: str = table["deletes"]

    def takes(self, program: str) -> bool:
        """Whether the program runs code that its words or its input hold."""
        return re.fullmatch(self._programs, program) is not None

    def deletes(self, text: str) -> bool:
        """Whether code calls what deletes directories, or files that nobody sees beforehand."""
        return re.search(self._deletes, text[:_LONGEST]) is not None

    def lines(self, text: str) -> Iterator[str]:
        """The command lines that code may run: after a program's own escape, or in quotes."""
        text = text[:_LONGEST]
        escaped = re.match(self._escapes, text)
        if escaped is not None:
            yield text[escaped.end() :]
        if not re.search(self._runs, text):
            return
        quoted = [
            next(part for part in found.groups() if part is not None)
            for found in _QUOTED.finditer(text)
        ][:_MOST]
        yield from (line for line in quoted if len(line) >= _SHORTEST)
        if len(quoted) > 1:  # `["rm", "-rf", "src"]`
            yield " ".join(quoted)
