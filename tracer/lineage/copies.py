"""Copies: new code that repeats code which still stands elsewhere.

A copy is its maker's, but it remembers what it repeats. Lines are compared as they read,
without their indentation, in runs: one equal line is a coincidence, several are a copy.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.lineage.segments import Segments
from tracer.lineage.state import expand, fold, lines_with
from tracer.lineage.windows import window_of
from tracer.model.attribution import Copied, Credit
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.model.attribution import FileState
    from tracer.syntax import SyntaxTree

_TELLING = 8  # words that make a run of equal lines more than a coincidence
_COMMON = 16  # a line that stands in more places tells nothing of where it is from

_WORD = re.compile(rb"\w+")


class Original(NamedTuple):
    """A text that code may have been copied from, and whose it is."""

    path: str
    text: bytes
    state: FileState


_Place = tuple[int, int]  # number of the original, 0-based line


class Library:
    """Originals by their lines, read once for all files that may hold copies of them.

    `more` are looked at after those of `base`, which stays as it is.
    """

    def __init__(self, more: Sequence[Original], base: Library | None = None) -> None:
        self._base = base
        self._before = 0 if base is None else len(base)
        self._originals = more
        self._texts = [_stripped(original.text) for original in more]
        self._places: dict[bytes, list[_Place]] = {}
        for number, lines in enumerate(self._texts, self._before):
            for at, line in enumerate(lines):
                self._places.setdefault(line, []).append((number, at))

    def __len__(self) -> int:
        return self._before + len(self._originals)

    def original(self, number: int) -> Original:
        """One of the originals."""
        if self._base is not None and number < self._before:
            return self._base.original(number)
        return self._originals[number - self._before]

    def text(self, number: int) -> list[bytes]:
        """The lines of one of them, without outer blanks."""
        if self._base is not None and number < self._before:
            return self._base.text(number)
        return self._texts[number - self._before]

    def of(self, line: bytes) -> list[_Place]:
        """Where a line stands; nowhere, if in so many places that it tells nothing."""
        places = self._all(line)
        return places if len(places) <= _COMMON else []

    def _all(self, line: bytes) -> list[_Place]:
        own = self._places.get(line, [])
        return own if self._base is None else [*self._base._all(line), *own]  # noqa: SLF001


def mark_copies(
    state: FileState,
    tree: SyntaxTree,
    library: Library,
    is_new: Callable[[Credit], bool],
) -> FileState:
    """The state with `copied` on new code that stands in one of the library's originals as well.

    Of several places the one with the longest run of equal lines counts, then the first.
    Cost: linear in the lines from the first new one to the last; at most 16 places are tried for
    each.
    """
    lines = lines_with(state, is_new)
    if lines is None or not library:
        return state
    segments = Segments(tree, window_of(tree, *lines))
    credited = expand(state, segments)
    new = _new_lines(segments, credited, is_new)
    if not new:
        return state
    copied: dict[int, Copied] = {}
    found = _runs(new, library)
    by_line: dict[int, dict[int, Credit]] = {}
    for line, (number, row) in found.items():
        known = by_line.get(number)
        if known is None:
            known = by_line[number] = _credits(library.original(number).state)
        source = known.get(row + 1)
        if source is not None:
            copied[line] = Copied(source.origin, library.original(number).path, row + 1)
    if not copied:
        return state
    marked = [
        credit._replace(copied=at._replace(offset=at.offset - credit.line))
        if (at := copied.get(segments.line[index] - 1)) is not None and is_new(credit)
        else credit
        for index, credit in enumerate(credited)
    ]
    return fold(state.path, state.content, segments, marked, state)


def _runs(new: dict[int, bytes], library: Library) -> dict[int, _Place]:
    """{new line: where it was copied from}, from the longest runs of equal lines."""
    found: dict[int, _Place] = {}
    for line in sorted(new):
        if line in found or not new[line]:
            continue
        best: _Place | None = None
        length = 0
        for place in library.of(new[line]):
            size = _common(new, line, library.text(place[0]), place[1])
            if size > length:
                best, length = place, size
        if best is None:
            continue
        words = sum(len(_WORD.findall(new[line + at])) for at in range(length))
        if words >= _TELLING:
            for at in range(length):
                found[line + at] = (best[0], best[1] + at)
    return found


def _common(new: dict[int, bytes], line: int, lines: Sequence[bytes], start: int) -> int:
    size = 0
    while start + size < len(lines) and new.get(line + size) == lines[start + size]:
        size += 1
    return size


def _new_lines(
    segments: Segments, credited: list[Credit], is_new: Callable[[Credit], bool]
) -> dict[int, bytes]:
    """{0-based line: its text without outer blanks} of the lines that are new as a whole.

    Blank lines count, those after the last as well, so that they do not end a run.
    """
    old: set[int] = set()
    news = 0
    for index, credit in enumerate(credited):
        if is_new(credit):
            news += 1
        else:
            old.add(segments.line[index] - 1)
    if not news:
        return {}
    texts, window = _stripped(segments.tree.text), segments.window
    stop = min(window.last_line, len(texts))
    while stop < len(texts) and not texts[stop]:
        stop += 1
    return {line: texts[line] for line in range(window.first_line - 1, stop) if line not in old}


def _stripped(text: bytes) -> list[bytes]:
    return [line.strip() for line in text.split(b"\n")]


def _credits(state: FileState) -> dict[int, Credit]:
    """The credit of each line; of a mixed one that of its largest part."""
    found = {
        line: run.credit._replace(line=run.credit.line + line - run.start_line)
        for run in state.runs
        for line in range(run.start_line, run.end_line + 1)
    }
    for entry in state.mixed:
        found[entry.line] = max(entry.parts, key=lambda part: part[0])[1]
    return found
