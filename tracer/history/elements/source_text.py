"""Where the text of an element was, when no element before is what it was.

A function that was extracted stood inside of another one that is still there; a grammar may not
have understood the version before; lines may have moved to another file. The leaves of the lines
tell where they were, as in `blame`, and log goes on with those lines. What still stands where it
was copied from is its maker's, so a copy begins with the commit that made it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.history.elements.location import Spot
from tracer.history.step_cache import steps_of
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.history.commit_steps import StepLine
    from tracer.history.line_diffs import Hunk
    from tracer.history.versions import Version, Versions

TEXT = "text"  # the kind of a spot that is the lines an element was made of

_MOST = 0.5  # share of the characters below which the text is new
_GAP = 10  # lines between two that still belong together; more in a long text

Line = tuple["Version | None", int]  # 0-based


class TextBefore(NamedTuple):
    """The lines one step back, and whether they say what they do after, in the same file."""

    spot: Spot
    is_same: bool


def text_before(
    versions: Versions, spot: Spot, known: Iterable[tuple[Version, Sequence[Hunk]]]
) -> list[TextBefore]:
    """Where most of a spot's text was: in each of the versions compared, else in other files.

    `known` has the versions before with their differences; none for a new file.
    Cost: a look-up of what the commit did to its lines, as `blame` asks for it.
    """
    version = spot.version
    found: list[TextBefore] = []
    done: set[str | None] = set()
    for before, hunks in known:
        parent = versions.parent_of(version, before)
        done.add(parent)
        steps = steps_of(versions, version, before, parent, hunks)
        places = [before, *_places(versions, parent, steps.before[1:])]
        lines = [*_passed(spot, before, hunks), *_moved(spot, steps.lines, places)]
        found += _gathered(versions, spot, lines)
    for parent in versions.commits_before(version.commit) if not found else ():
        if parent not in done:
            steps = steps_of(versions, version, None, parent, ())
            places = _places(versions, parent, steps.before)
            found += _gathered(versions, spot, _moved(spot, steps.lines, places))
    return found


def _places(versions: Versions, parent: str | None, paths: Sequence[str]) -> list[Version | None]:
    """The versions that the other files of a commit were before."""
    return [versions.latest(parent, path) if parent else None for path in paths]


def _passed(spot: Spot, before: Version, hunks: Sequence[Hunk]) -> list[tuple[int, Line]]:
    """(line after, line before) of the spot's lines that the difference leaves alone."""
    found: list[tuple[int, Line]] = []
    at = shift = 0
    for hunk in hunks:
        found += [(line, (before, line + shift)) for line in _within(spot, at, hunk.after_start)]
        at, shift = hunk.after_end, hunk.before_end - hunk.after_end
    found += [(line, (before, line + shift)) for line in _within(spot, at, spot.end_line)]
    return found


def _within(spot: Spot, start: int, stop: int) -> range:
    """The lines `start <= i < stop` that are the spot's; 0-based."""
    return range(max(start, spot.start_line - 1), min(stop, spot.end_line))


def _moved(
    spot: Spot, lines: Mapping[int, StepLine], places: Sequence[Version | None]
) -> list[tuple[int, Line]]:
    """The same of lines inside the difference: where most of a line's leaves were."""
    found: list[tuple[int, Line]] = []
    for line in range(spot.start_line - 1, spot.end_line):
        step = lines.get(line)
        leaves = [leaf for leaf in step.leaves if leaf is not None] if step is not None else []
        if step is not None and 2 * len(leaves) > len(step.leaves):
            homes = Counter((leaf.file, leaf.line) for leaf in leaves)
            (file, there), _ = homes.most_common(1)[0]
            found.append((line, (places[file], there)))
    return found


def _gathered(
    versions: Versions, spot: Spot, lines: Sequence[tuple[int, Line]]
) -> list[TextBefore]:
    """The lines before that stand together and are most of the text; none where it is new."""
    texts = versions.lines(spot.version)
    sizes = {line: len(b"".join(texts[line].split())) for line in _within(spot, 0, len(texts))}
    weights: Counter[Line] = Counter()
    for line, home in lines:
        weights[home] += sizes[line]
    best = 0
    chosen: list[Line] = []
    for group in _groups(weights, max(_GAP, 2 * len(sizes))):
        weight = sum(weights[home] for home in group)
        if weight > best:
            best, chosen = weight, group
    version = chosen[0][0] if chosen else None
    if version is None or best < _MOST * sum(sizes.values()):
        return []
    first, last = chosen[0][1], chosen[-1][1]
    there = Spot(version, first + 1, last + 1, TEXT, None)
    mine = [b"".join(texts[line].split()) for line in sizes]
    theirs = [b"".join(line.split()) for line in versions.lines(version)[first : last + 1]]
    return [TextBefore(there, mine == theirs and version.path == spot.version.path)]


def _groups(homes: Iterable[Line], gap: int) -> list[list[Line]]:
    """Lines of one version that stand near each other, in order."""
    known = sorted(home for home in homes if home[0] is not None)
    groups: list[list[Line]] = []
    for home in known:
        last = groups[-1][-1] if groups else None
        if last is not None and last[0] == home[0] and home[1] - last[1] <= gap:
            groups[-1].append(home)
        else:
            groups.append([home])
    return groups
