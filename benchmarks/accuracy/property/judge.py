"""The truth of a world held against the credits tracer gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.lineage import expand, segments_of
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.accuracy.property.world import World
    from tracer.model.attribution import Credit, FileState


class Wrong(NamedTuple):
    """A leaf with another origin than the model's."""

    path: str
    line: int
    text: str
    wanted: tuple[str, ...]
    found: str
    is_word: bool


class Judged(NamedTuple):
    """Leaves looked at, words among them, those ambiguous by nature, and the wrong ones."""

    leaves: int
    words: int
    loose: int
    wrong: list[Wrong]

    def __add__(self, other: Judged) -> Judged:  # type: ignore[override]
        return Judged(*(mine + its for mine, its in zip(self, other, strict=True)))


def judge(
    world: World, path: str, state: FileState, text: bytes, name: Callable[[Credit], str]
) -> Judged:
    """Every leaf of a file; `name` says which edit a credit's origin is."""
    segments = segments_of(parse(text, path=path))
    credited = expand(state, segments)
    owners: list[frozenset[str] | None] = [None] * len(text)
    word = bytearray(len(text))
    for placed in world.truth(path):
        for at in range(placed.start, placed.end):
            owners[at] = placed.token.origins
            word[at] = placed.token.is_word
    words = loose = 0
    wrong = []
    for index, credit in enumerate(credited):
        span = range(segments.start[index], segments.end[index])
        wanted = frozenset().union(*(owners[at] or () for at in span))
        is_word = any(word[at] for at in span)
        words += is_word
        loose += len(wanted) > 1
        found = name(credit)
        if found not in wanted:
            piece = segments.text(index).decode()[:40]
            wrong.append(
                Wrong(path, segments.line[index], piece, tuple(sorted(wanted)), found, is_word)
            )
    return Judged(len(credited), words, loose, wrong)
