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
    found: tuple[str, ...]
    is_word: bool
    token: int  # which token of the model it is


class Judged(NamedTuple):
    """Leaves looked at, words among them, those ambiguous by nature, and the wrong ones."""

    leaves: int
    words: int
    loose: int
    wrong: list[Wrong]

    def __add__(self, other: Judged) -> Judged:  # type: ignore[override]
        return Judged(*(mine + its for mine, its in zip(self, other, strict=True)))


def judge(
    world: World, path: str, state: FileState, text: bytes, name: Callable[[Credit], set[str]]
) -> Judged:
    """Every leaf of a file; `name` says which edits a credit's origin may be."""
    segments = segments_of(parse(text, path=path))
    credited = expand(state, segments)
    owners: list[frozenset[str] | None] = [None] * len(text)
    word = bytearray(len(text))
    token = [0] * len(text)
    for placed in world.truth(path):
        for at in range(placed.start, placed.end):
            owners[at] = placed.token.origins
            word[at] = placed.token.is_word
            token[at] = id(placed.token)
    words = loose = 0
    wrong = []
    for index, credit in enumerate(credited):
        span = range(segments.start[index], segments.end[index])
        wanted = frozenset().union(*(owners[at] or () for at in span))
        is_word = any(word[at] for at in span)
        words += is_word
        loose += len(wanted) > 1
        found = name(credit)
        if not found & wanted:
            piece, line = segments.text(index).decode()[:40], segments.line[index]
            both = tuple(sorted(wanted)), tuple(sorted(found))
            wrong.append(Wrong(path, line, piece, *both, is_word, token[segments.start[index]]))
    return Judged(len(credited), words, loose, wrong)
