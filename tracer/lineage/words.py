"""Texts by their words: paragraphs that move and are broken into other lines keep their writer.

A grammar without roles leaves paragraphs, scripts and commands whole, so that leaves say nothing of
their lines. What no other step explains is compared word by word, in reading order: a run of words
that stands once before and once after is the same text, wherever it went.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from tracer.matching.sequences import common_pairs
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from tracer.lineage.segments import Segments

_ANCHOR = 3  # words that begin a run where they stand once on both sides
_TELLING = 4  # different words with letters that a run must have
_BESIDE = 200  # words beside a run that may belong to it
_LETTERS = re.compile(rb"[^\W\d_]{2}|[\x80-\xff]")

Place = tuple[int, int]  # a file, and the index of a segment in it


class Found(NamedTuple):
    """Where the words of a segment stood: their segment before, and what happened to them."""

    place: Place
    is_same: bool  # the segment holds the same words, and no others
    is_cut: bool  # words beside them are gone, and no others stand there


class _Words(NamedTuple):
    """The words of open segments in reading order: their texts, places and lines.

    `telling` are those with letters in segments of several words; what a grammar has taken apart
    into tokens is alike in much that has nothing to do with each other.
    """

    texts: list[bytes]
    places: list[Place]
    lines: list[int]
    telling: set[int]

    def are_neighbours(self, one: int, other: int) -> bool:
        """Whether two words follow each other in one file, without an empty line between."""
        if not 0 <= one < len(self.texts) or not 0 <= other < len(self.texts):
            return False
        return (
            self.places[one][0] == self.places[other][0]
            and abs(self.lines[one] - self.lines[other]) <= 1
        )


def same_words(
    before: Sequence[Segments],
    after: Sequence[Segments],
    open_before: Iterable[Place],
    open_after: Iterable[Place],
) -> dict[Place, Found]:
    """For open segments after all of whose words stood before: where most of them did.

    Cost: linear in the words, but for runs that overlap.
    """
    words_b, words_a = _words(before, open_before), _words(after, open_after)
    to_before = _matched(words_b, words_a)
    if not to_before:
        return {}
    used = set(to_before.values())
    found = {}
    for place, group in groupby(range(len(words_a.texts)), key=words_a.places.__getitem__):
        at = list(group)
        if not all(j in to_before for j in at):
            continue
        homes = Counter(words_b.places[to_before[j]] for j in at)
        home = max(homes, key=lambda one: (homes[one], -one[0], -one[1]))
        is_cut = any(_is_cut(words_b, words_a, to_before, used, j) for j in at)
        texts = before[home[0]].text(home[1]), after[place[0]].text(place[1])
        found[place] = Found(home, texts[0].split() == texts[1].split(), is_cut)
    return found


def _words(segments: Sequence[Segments], places: Iterable[Place]) -> _Words:
    found = _Words([], [], [], set())
    for file, index in places:
        words = segments[file].text(index).split()
        for word in words:
            if len(words) > 1 and _LETTERS.search(word):
                found.telling.add(len(found.texts))
            found.texts.append(word)
            found.places.append((file, index))
            found.lines.append(segments[file].line[index])
    return found


def _matched(words_b: _Words, words_a: _Words) -> dict[int, int]:
    """Word after -> word before, of the longest runs first, then of what stands beside them."""
    found: dict[int, int] = {}
    taken: set[int] = set()
    for length, j, i in sorted(_runs(words_b.texts, words_a.texts), key=lambda r: (-r[0], r[1:])):
        pairs = [(j + k, i + k) for k in range(length) if j + k not in found and i + k not in taken]
        told = {words_a.texts[one] for one, _ in pairs if one in words_a.telling}
        if len(told) >= _TELLING:
            found.update(pairs)
            taken.update(one for _, one in pairs)
    for j, i in sorted(found.items()):
        for step in (1, -1):
            near_b = _open_beside(words_b, i, step, taken)
            near_a = _open_beside(words_a, j, step, found)
            texts = [words_b.texts[k] for k in near_b], [words_a.texts[k] for k in near_a]
            pairs = [(near_a[k], near_b[n]) for n, k in common_pairs(*texts)]
            found.update(pairs)
            taken.update(one for _, one in pairs)
    return found


def _open_beside(words: _Words, at: int, step: int, taken: Collection[int]) -> list[int]:
    """The words from one on in a direction, up to the next that is taken or far away."""
    found: list[int] = []
    last, at = at, at + step
    while len(found) < _BESIDE and at not in taken and words.are_neighbours(last, at):
        found.append(at)
        last, at = at, at + step
    return found


def _runs(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[tuple[int, int, int]]:
    """(length, start after, start before) of equal words around each anchor."""
    at_b, at_a = _anchors(before), _anchors(after)
    ends: dict[int, int] = {}  # start before minus start after -> where its last run ends after
    for key, j in at_a.items():
        i = at_b.get(key, -1)
        if j < 0 or i < 0 or j < ends.get(i - j, 0):
            continue
        first, stop = j, j + _ANCHOR
        shift = i - j
        while first > 0 and first + shift > 0 and after[first - 1] == before[first + shift - 1]:
            first -= 1
        while (
            stop < len(after)
            and stop + shift < len(before)
            and (after[stop] == before[stop + shift])
        ):
            stop += 1
        ends[shift] = stop
        yield stop - first, first, first + shift


def _anchors(words: Sequence[bytes]) -> dict[tuple[bytes, ...], int]:
    """Each few words in a row -> where they stand; -1 where they do so twice."""
    found: dict[tuple[bytes, ...], int] = {}
    for at in range(len(words) - _ANCHOR + 1):
        key = tuple(words[at : at + _ANCHOR])
        found[key] = -1 if key in found else at
    return found


def _is_cut(
    words_b: _Words, words_a: _Words, to_before: dict[int, int], used: set[int], j: int
) -> bool:
    """Whether a word beside this one is gone, and nothing was written in its place."""
    i = to_before[j]
    return any(
        words_b.are_neighbours(i, i + step)
        and i + step not in used
        and not (words_a.are_neighbours(j, j + step) and j + step not in to_before)
        for step in (-1, 1)
    )
