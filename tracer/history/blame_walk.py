"""The walk back through history, until every leaf of a text has met the commit that wrote it.

As git blame does, unresolved code waits at versions of files, and the newest version is looked
at first. What a commit's text difference leaves alone passes to its parents unread. Only code
inside a difference is parsed, matched and classified, together with other files of the same
commit that lost lines like it. What was carried waits at the version it came from; what was
not is new, and its origin is the commit.

Source: the suspect queue of git's blame.c; what replaces its whitespace, move and copy
heuristics is the engine.
"""

from __future__ import annotations

import heapq
from itertools import chain
from typing import TYPE_CHECKING

from tracer.history.commit_engine import first_on_line, line_widths
from tracer.history.commit_steps import follow
from tracer.history.predecessors import on_other_sides, origins_of
from tracer.history.restored_versions import RESTORED
from tracer.history.step_cache import steps_of
from tracer.history.unresolved import Pending, Piece, Run, divide, pending, union
from tracer.history.versions import WORKTREE, Version
from tracer.lineage import ASIDE, CUT, NEW
from tracer.model.attribution import Credit, Cut, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from tracer.history.commit_steps import Steps
    from tracer.history.line_diffs import Hunk
    from tracer.history.versions import Versions
    from tracer.lineage import Segments


class Walk:
    """One question to history: the origin of the leaves of one version.

    `segments` are the target's leaves. `lines` limits the question to some target lines
    (1-based). The answer of `run` has one credit for each segment asked about; `changed` says
    of each line asked about which commit last changed its words. `progress` hears how many
    leaves are answered, and of how many.

    With `shares`, every leaf is followed to its own origin. Without, a line is let go of as soon
    as its owner is known, which by the rule of `line_owner` is the first commit met that wrote
    or cut anything in it; all its leaves then have that owner's credit. `kept` are segments that
    are followed to their own origin all the same.
    """

    def __init__(  # noqa: PLR0913 - what limits the question
        self,
        versions: Versions,
        start: Version,
        segments: Segments,
        lines: Iterable[int] | None,
        progress: Callable[[int, int], None] | None = None,
        *,
        shares: bool = True,
        kept: Collection[int] = (),
    ) -> None:
        self._progress = progress
        self._shares = shares
        self._owned: dict[int, _Owner] = {}  # target line -> whose it is; without `shares`
        self._versions = versions
        self._segments = segments
        self._path = start.path
        count = segments.tree.line_count
        self._widths = line_widths(segments, count)
        self._first = [first_on_line(segments, line + 1) for line in range(count + 1)]
        self._kept = frozenset(self._place(index) for index in kept)
        self._waiting: dict[Version, Pending] = {}
        self._queue: list[tuple[int, int, Version]] = []
        self._order = 0
        self.credits: dict[int, Credit] = {}
        self.changed: dict[int, Touch] = {}  # line -> who last changed its words
        self._last: dict[int, Touch] = {}
        self._cut_at: dict[int, tuple[str, int]] = {}  # where the leaf then was, path and line
        self._asides: dict[tuple[str, int], str] = {}  # (commit, segment) -> rule
        wanted = range(count) if lines is None else sorted({line - 1 for line in lines})
        runs = [Run(line, 1, line) for line in wanted if 0 <= line < count and self._widths[line]]
        self._count = sum(self._widths[run.line] for run in runs)
        self._wait(start, pending(runs, ()))

    def run(self) -> dict[int, Credit]:
        """A credit for each segment index."""
        while self._queue:
            _, _, version = heapq.heappop(self._queue)
            waiting = self._waiting.pop(version, None)
            if waiting:
                waiting = self._without_owned(waiting, version)
            if waiting:
                self._step(version, waiting)
            if self._progress is not None:
                self._progress(len(self.credits), self._count)
        for target, owner in self._owned.items():
            for index in range(self._first[target], self._first[target + 1]):
                self.credits.setdefault(index, owner.credit)
        return self.credits

    def cuts(self) -> dict[Cut, tuple[str, int]]:
        """Where the lines then stood from which a commit took code; of several the first."""
        found: dict[Cut, tuple[str, int]] = {}
        for index, place in sorted(self._cut_at.items()):
            credit = self.credits[index]
            if credit.last.rule == CUT:
                found.setdefault(Cut(credit.last.id, credit.origin, credit.line), place)
        return found

    def _step(self, version: Version, waiting: Pending) -> None:
        """Take everything that waits at a version one step back."""
        versions = self._versions
        if versions.is_boundary(version):
            self._resolve(version, waiting, SourceKind.BASELINE)
            return
        origins = origins_of(versions, version)
        rest = waiting
        hunks: dict[Version, list[Hunk]] = {}
        for before in chain(origins.versions, on_other_sides(versions, version, origins)):
            hunks[before] = versions.hunks(before, version)
            passed, rest = divide(rest, hunks[before])
            self._wait(before, passed)
            if not rest:
                return
        rest = self._put_back(version, rest)
        if not rest:
            return
        for before, changed in hunks.items():
            rest = self._carry(version, before, changed, rest)
            if not rest:
                return
        rest = self._carry_without_file(version, tuple(hunks), rest)
        if not rest:
            return
        if origins.has_gap or versions.is_shallow(version.commit):
            self._resolve(version, rest, SourceKind.UNKNOWN)
        else:
            self._resolve(version, rest, SourceKind.COMMIT)

    def _put_back(self, version: Version, rest: Pending) -> Pending:
        """Send what a commit put back to where it stood; return the rest."""
        for older in self._versions.put_back(version):
            if self._versions.text(older) is None:
                continue
            back, rest = divide(rest, self._versions.hunks(older, version))
            touch = _touch(version, RESTORED)
            for target in back.targets():
                self.changed.setdefault(target + 1, touch)
            for index in self._indexes(back):
                self._last.setdefault(index, touch)
            self._wait(older, self._without_owned(back, older))
            if not rest:
                break
        return rest

    def _carry(
        self, version: Version, before: Version, hunks: list[Hunk], rest: Pending
    ) -> Pending:
        """Follow code inside the difference to one version before; return what is new to it."""
        parent = self._versions.parent_of(version, before)
        steps = steps_of(self._versions, version, before, parent, hunks)
        if not steps.lines:
            return rest
        return self._take(version, steps, rest, [before, *self._places(parent, steps.before[1:])])

    def _carry_without_file(
        self, version: Version, known: Sequence[Version], rest: Pending
    ) -> Pending:
        """The same for parents that have no version of the file: code may have come from others.

        That is every parent of a commit that made the file, and often one parent of a merge.
        """
        versions = self._versions
        done = {versions.parent_of(version, before) for before in known}
        for parent in versions.commits_before(version.commit):
            if parent in done:
                continue
            steps = steps_of(versions, version, None, parent, ())
            if not steps.lines:
                continue
            rest = self._take(version, steps, rest, self._places(parent, steps.before))
            if not rest:
                break
        return rest

    def _take(
        self, version: Version, steps: Steps, rest: Pending, places: list[Version | None]
    ) -> Pending:
        """Send on what a commit carried, note what it touched, and return what is fresh."""
        found = follow(steps, rest, self._widths)
        for target, ordinal, rule, line in found.touched:
            index = self._first[target] + ordinal
            known = self._last.get(index)
            if known is None or (rule == CUT and known.rule != CUT):
                self._last[index] = _touch(version, rule)
                if rule == CUT:
                    self._cut_at[index] = version.path, line + 1
                if rule == CUT and not self._shares and target not in self._owned:
                    self._own_cut(version, target)
        for target, ordinal, rule in found.asides:
            self._asides[version.commit, self._first[target] + ordinal] = rule
        for target, rule in found.altered:
            self.changed.setdefault(target + 1, _touch(version, rule))
        for file, carried in found.carried.items():
            place = places[file]
            if place is not None:
                self._wait(place, self._without_owned(carried, place))
            else:
                self._resolve(version, carried, SourceKind.UNKNOWN)
        return found.fresh

    def _places(self, parent: str | None, paths: Sequence[str]) -> list[Version | None]:
        """The versions that the other files of a commit were before."""
        return [self._versions.latest(parent, path) if parent else None for path in paths]

    def _wait(self, version: Version, part: Pending) -> None:
        """Let code wait at a version; what waits there already stays."""
        if not part:
            return
        known = self._waiting.get(version)
        if known is None:
            self._order += 1
            entry = (-self._versions.time(version.commit), self._order, version)
            heapq.heappush(self._queue, entry)
            self._waiting[version] = part
        else:
            self._waiting[version] = union((known, part))

    def _resolve(self, version: Version, part: Pending, kind: SourceKind) -> None:
        """Credit code to a version: its commit wrote it, or nothing older is known."""
        if version.commit == WORKTREE:
            kind = SourceKind.UNKNOWN
        source = Source(version.commit, kind, version.path)
        method = Method.UNKNOWN if kind is SourceKind.UNKNOWN else Method.INFERRED
        new = Touch(version.commit, kind, NEW)
        for run in part.runs:
            for offset in range(run.size):
                target = run.target + offset
                line = run.line + offset + 1
                self.changed.setdefault(target + 1, new)
                for index in range(self._first[target], self._first[target + 1]):
                    last = self._last.get(index, new)
                    self.credits[index] = Credit(source, line, last, method)
        for piece in part.pieces:
            index = self._first[piece.target] + piece.target_ordinal
            last = self._last.get(index, new)
            rule = self._asides.get((version.commit, index))
            if rule is not None and last.rule != CUT:
                last = new._replace(rule=rule)
            credit = self.credits[index] = Credit(source, piece.line + 1, last, method)
            if not self._shares and last.rule not in ASIDE:
                self._own(version, index, credit)

    def _own(self, version: Version, index: int, credit: Credit) -> None:
        """Note whose a line is, by a leaf of it that a commit wrote; of several the first."""
        target = self._segments.line[index] - 1
        known = self._owned.get(target)
        time = self._versions.time(version.commit)
        if known is None or (time >= known.time and (known.segment < 0 or index < known.segment)):
            self._owned[target] = _Owner(time, index, credit)

    def _own_cut(self, version: Version, target: int) -> None:
        """Note that a line is a commit's that took code out of it, and may have written none."""
        kind = SourceKind.UNKNOWN if version.commit == WORKTREE else SourceKind.COMMIT
        method = Method.UNKNOWN if kind is SourceKind.UNKNOWN else Method.INFERRED
        source = Source(version.commit, kind, self._path)
        credit = Credit(source, target + 1, _touch(version, CUT), method)
        self._owned[target] = _Owner(self._versions.time(version.commit), -1, credit)

    def _without_owned(self, part: Pending, version: Version) -> Pending:
        """Code whose line is not known to be a commit's newer than `version`, and what is kept."""
        owned, kept = self._owned, self._kept
        if not owned:
            return part
        time = self._versions.time(version.commit)
        newer = {target for target, owner in owned.items() if owner.time > time}
        runs: list[Run] = []
        pieces: list[Piece] = []
        for run in part.runs:
            targets = range(run.target, run.target + run.size)
            if newer.isdisjoint(targets):
                runs.append(run)
                continue
            for target in targets:
                line = run.line + target - run.target
                if target not in newer:
                    runs.append(Run(line, 1, target))
                else:
                    ordinals = range(self._widths[target])
                    pieces += (Piece(line, k, target, k) for k in ordinals if (target, k) in kept)
        waiting = part.pieces
        if newer:
            waiting = tuple(
                piece for piece in waiting if piece[2] not in newer or piece[2:] in kept
            )
        if not pieces and len(runs) == len(part.runs):
            return Pending(tuple(runs), waiting)
        return pending(runs, (*pieces, *waiting))

    def _indexes(self, part: Pending) -> Iterator[int]:
        """The segments that a part stands for."""
        for run in part.runs:
            yield from range(self._first[run.target], self._first[run.target + run.size])
        for piece in part.pieces:
            yield self._first[piece.target] + piece.target_ordinal

    def _place(self, index: int) -> tuple[int, int]:
        """The target line of a segment (0-based), and its ordinal there."""
        line = self._segments.line[index]
        return line - 1, index - self._first[line - 1]


class _Owner(NamedTuple):
    """Whose a line is: the commit's time, the leaf that says so (-1 for a cut), its credit."""

    time: int
    segment: int
    credit: Credit


def _touch(version: Version, rule: str) -> Touch:
    kind = SourceKind.UNKNOWN if version.commit == WORKTREE else SourceKind.COMMIT
    return Touch(version.commit, kind, rule)
