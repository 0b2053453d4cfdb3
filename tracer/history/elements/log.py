"""The life of one element by git history alone, newest change first.

A commit whose text difference stays away from the element passes it on unread. Where the
difference reaches it, the engine says which node it was before, and the parts that differ
name the change. The element is followed into every parent that has it, and a commit is compared
with its first parent: a merge tells what it brought there.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from tracer.history.blame import origin_facts, start_version
from tracer.history.cache import HistoryCache
from tracer.history.commit_engine import CarryStep, File, windows
from tracer.history.elements.differences import FORMATTING, kinds_of
from tracer.history.elements.element import (
    BLOCK,
    FUNCTION,
    RANGE,
    Element,
    Place,
    definition_at,
    function_around,
    heads,
    is_local,
    same_element,
)
from tracer.history.elements.heirs import lives_on
from tracer.history.elements.identity import Identity
from tracer.history.elements.line_ranges import also_named, element_meant, lines_meant
from tracer.history.elements.location import Spot, decode_step, encode_step, spot_key
from tracer.history.elements.reported_kinds import told
from tracer.history.elements.source_text import TEXT, text_before
from tracer.history.elements.verdicts import Judge
from tracer.history.predecessors import on_other_sides, origins_of
from tracer.history.versions import WORKTREE, Version, Versions
from tracer.history.windows import whole, window
from tracer.model.enums import Verdict
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tracer.history.line_diffs import Hunk
    from tracer.history.versions import Elsewhere
    from tracer.history.windows import Window
    from tracer.model.workspace import Workspace
    from tracer.syntax import SyntaxTree

Json = dict[str, Any]


class _Before(NamedTuple):
    """An element one step back, what the step did to it, and what else it was made of."""

    spot: Spot
    kinds: list[str]
    verdict: Verdict
    also: tuple[Spot, ...] = ()


def log_history(  # noqa: PLR0913 - what to tell, and how much of it
    workspace: Workspace,
    path: str,
    spec: str,
    rev: str | None = None,
    *,
    all_kinds: bool = False,
    limit: int | None = None,
) -> Json:
    """CONTRACT's `log` document for the element `spec` means (git's `-L`, without the file).

    `START,END` that are exactly the lines of a definition or block (or START alone, a
    definition's first line) mean that element; other lines are followed as a range.
    Kinds that are not told of such an element (layout, a block's move) are left out unless
    `all_kinds`; at most `limit` changes are told.
    Raises: InputError when there is no such file, line or name; UsageError for a bad spec.
    """
    with Git(workspace.root) as git, HistoryCache.of(workspace) as cache:
        versions = Versions(workspace, git, cache=cache)
        return log_of(versions, path, spec, rev, all_kinds=all_kinds, limit=limit)


def log_of(  # noqa: PLR0913 - what to tell, and how much of it
    versions: Versions,
    path: str,
    spec: str,
    rev: str | None = None,
    *,
    all_kinds: bool = False,
    limit: int | None = None,
) -> Json:
    """`log_history` over versions that may have been read for an element beside it."""
    git = versions.git
    versions.notes.clear()
    start = start_version(versions, path, git.resolve(rev) if rev is not None else None)
    tree = versions.tree(start)
    spot = _first_spot(tree, start, spec)
    changes = []
    for change in _Log(versions, all_kinds=all_kinds).run(spot):
        changes.append(change | _facts(git, change["revision"]))
        if limit is not None and len(changes) >= limit:
            break
    return {
        "element": {
            "path": path,
            "name": spot.name,
            "kind": spot.kind,
            "start_line": spot.start_line,
            "end_line": spot.end_line,
        },
        "changes": changes,
        "notes": [*also_named(tree, spec, spot.start_line), *sorted(versions.notes)],
    }


def _first_spot(tree: SyntaxTree, version: Version, spec: str) -> Spot:
    """The element a person means; lines that are no element are followed as a range."""
    element = element_meant(tree, version.path, spec)
    if element is None:
        lines = lines_meant(tree, version.path, spec)
        return Spot(version, lines.start_line, lines.end_line, RANGE, None)
    return _spot(tree, version, element)


def _spot(tree: SyntaxTree, version: Version, element: Element) -> Spot:
    lines = tree.lines(element.outer)
    around = tuple(heads(tree, element))
    return Spot(
        version, lines.start_line, lines.end_line, element.kind, element.name, around,
        is_local(tree, element),
    )  # fmt: skip


def _facts(git: Git, revision: str | None) -> Json:
    """Who, when and why, of a change."""
    commit = git.commit(revision) if revision else None
    return origin_facts(commit) | {"summary": commit.subject if commit else None}


_Step = tuple[list[Json], list[Spot]]


class _Log:
    """One walk. Spots wait by the time of their commit, newest first."""

    def __init__(self, versions: Versions, *, all_kinds: bool) -> None:
        self._versions = versions
        self._all_kinds = all_kinds
        self._queue: list[tuple[int, int, Spot]] = []
        self._seen: set[Spot] = set()
        self._judge = Judge(versions)
        self._extracted: set[Spot] = set()
        self._unlike: set[Spot] = set()  # whose likest function before lives on elsewhere

    def run(self, spot: Spot) -> Iterator[Json]:
        """The changes, newest first; the introduction last."""
        self._push(spot)
        while self._queue:
            changes, spots = self._known_step(heapq.heappop(self._queue)[2])
            for found in spots:
                self._push(found)
            yield from changes

    def _push(self, spot: Spot) -> None:
        if spot not in self._seen:
            self._seen.add(spot)
            order = -self._versions.time(spot.version.commit)
            heapq.heappush(self._queue, (order, len(self._seen), spot))

    def _known_step(self, spot: Spot) -> _Step:
        """`_step`, kept for later runs where it can be no other then."""
        versions, version = self._versions, spot.version
        if version.commit == WORKTREE:
            return self._step(spot)
        key = spot_key(spot, all_kinds=self._all_kinds)
        raw = versions.cache.get(key)
        if raw is not None:
            try:
                return decode_step(raw)
            except ValueError:
                pass  # made anew
        found = self._step(spot)
        # Where a clone's history ends may be no change of the file once more of it is fetched.
        seen = (version.commit, *(there.version.commit for there in found[1]))
        if not versions.notes and not any(map(versions.is_shallow, seen)):
            versions.cache.put(key, encode_step(*found))
        return found

    def _step(self, spot: Spot) -> _Step:
        """Take the element one commit back: what is told, and where it was."""
        versions, version = self._versions, spot.version
        if version.commit != WORKTREE:
            versions.latest(version.commit, version.path)  # what came before it is known then
        origins = origins_of(versions, version)
        steps = [self._through(spot, before) for before in origins.versions]
        if all(step is None or step.kinds for step in steps):
            sides = on_other_sides(versions, version, origins)
            steps += [self._through(spot, before) for before in sides]
        if not any(steps):
            steps = list(self._from_elsewhere(spot, origins.versions))
        if not any(steps) and spot not in self._unlike:
            steps = list(self._from_text(spot, origins.versions))
        first = steps[0] if steps else None
        changes = self._told(spot, first) if first is not None and first.kinds else []
        spots = [one for step in steps if step for one in (step.spot, *step.also)]
        if any(steps) or origins.has_gap:
            return changes, spots
        if versions.is_shallow(version.commit):
            versions.notes.add(f"this clone knows nothing older than {version.commit[:12]}")
            return changes, spots
        return [*changes, *self._told(spot, None)], spots

    def _through(self, spot: Spot, before: Version) -> _Before | None:
        """The element in one version before; None when it is not there."""
        versions, version = self._versions, spot.version
        hunks = versions.hunks(before, version)
        passed = _passed(spot, before, hunks)
        if passed is None:
            return self._back(spot, before, hunks)
        kinds = ["file_moved"] if before.path != version.path else []
        if not kinds and not hunks and versions.text(before) != versions.text(version):
            kinds = [FORMATTING]  # line ends
        verdict = Verdict.AST_REFACTOR
        if "file_moved" in told(spot.kind, kinds, all_kinds=self._all_kinds):
            verdict = self._judge.on_lines(version, spot.start_line, spot.end_line)
        return _Before(passed, kinds, verdict)

    def _back(self, spot: Spot, before: Version, hunks: Sequence[Hunk]) -> _Before | None:
        """The element in one version before, when the difference reaches it."""
        versions, version = self._versions, spot.version
        if spot.kind == RANGE:
            return _range_back(spot, before, hunks, versions)
        if spot.kind == TEXT:
            return None
        text_b, text_a = versions.text(before) or b"", versions.text(version) or b""
        in_function = spot.kind == BLOCK or spot.is_local
        is_whole = not in_function and _shifted(spot, before, hunks, heads_too=False) is not None
        texts: Window = versions.once(
            ("window", before, version, is_whole),  # whole when only what is around it changed
            lambda: (
                whole(text_b, text_a) if is_whole else window(version.path, text_b, text_a, hunks)
            ),
        )
        carried = self._carried(before, version, texts)
        found = self._element_back(carried, spot, [before], in_place=True)
        found = found or self._element_back(carried, spot, [before])
        if found is None and not in_function and len(texts.after) < len(text_a):
            # What was cut is the same on both sides, and may tell that all of it is.
            carried = self._carried(before, version, whole(text_b, text_a))
            found = self._element_back(carried, spot, [before])
        if found is None or not spot.heads or in_function:
            return found
        # What the window left out is where it was.
        kept = (_lines_passed(head, hunks) for head in spot.heads)
        around = {*found.spot.heads, *(head for head in kept if head is not None)}
        return found._replace(spot=found.spot._replace(heads=tuple(sorted(around))))

    def _carried(self, before: Version, version: Version, texts: Window) -> CarryStep:
        """The engine's view of two versions, or of a part of them."""
        step: CarryStep = self._versions.once(
            ("step", before, version, len(texts.after)),
            lambda: CarryStep([(before.path, version.path, texts)]),
        )
        return step

    def _from_elsewhere(self, spot: Spot, known: Sequence[Version]) -> list[_Before]:
        """The element in another file that the same commit changed."""
        versions, version = self._versions, spot.version
        if spot.kind in (RANGE, TEXT):
            return []
        text = versions.text(version) or b""
        lines, compared = self._lines_to_find(spot, known), [before.path for before in known]
        for parent in versions.commits_before(version.commit):
            others = versions.elsewhere(version, parent, lines, compared)
            if not others:
                continue
            files: list[File] = []
            places: list[Version | None] = []
            for mine in known[:1]:
                texts = window(version.path, versions.text(mine) or b"", text)
                files.append((mine.path, version.path, texts))
                places.append(mine)
            if not files:
                files.append((None, version.path, whole(b"", text)))
            for other in others:
                files.append(self._with_new_name(other))
                places.append(versions.latest(parent, other.path))
            step = self._element_back(CarryStep(files), spot, places)
            if step and lives_on(versions, step.spot, spot, parent):
                self._unlike.add(spot)
                return []
            return [step] if step else []
        return []

    def _from_text(self, spot: Spot, known: Sequence[Version]) -> list[_Before]:
        """The lines that a function was made of, where no function before is it.

        A function begins here all the same, unless no grammar told of one before.
        """
        versions, version = self._versions, spot.version
        if spot.kind not in (FUNCTION, TEXT):
            return []
        compared = [(before, versions.hunks(before, version)) for before in known]
        found: list[_Before] = []
        for there, is_same in text_before(versions, spot, compared):
            if spot.kind == FUNCTION:
                kinds = ["introduced", "extracted"]
            elif is_same:
                kinds = []
            else:
                is_here = there.version.path == version.path
                kinds = ["body"] if is_here else ["moved"]
            found.append(_Before(there, kinds, Verdict.INTENT_EVOLUTION))
        return found

    def _lines_to_find(self, spot: Spot, known: Sequence[Version]) -> list[bytes]:
        """Lines that tell where an element came from: its own, or those of its whole new file.

        What lives in a function came with it.
        """
        lines = self._versions.lines(spot.version)
        if not known:
            return lines
        first, last = spot.start_line, spot.end_line
        if spot.is_local or spot.kind == BLOCK:
            tree = self._versions.tree(spot.version)
            element = same_element(tree, spot.kind, spot.name, first, last)
            row = function_around(tree, element.row) if element is not None else -1
            if row >= 0:
                around = tree.lines(definition_at(tree, row).outer)
                first, last = around.start_line, around.end_line
        return lines[first - 1 : last]

    @staticmethod
    def _with_new_name(other: Elsewhere) -> File:
        """Another file of the commit; one that git finds renamed together with what it became."""
        (file,) = windows([other])
        return file if other.renamed is None else (file[0], other.renamed, file[2])

    def _element_back(
        self,
        step: CarryStep,
        spot: Spot,
        places: Sequence[Version | None],
        *,
        in_place: bool = False,
    ) -> _Before | None:
        """The element before a step; None when the step introduced it.

        `in_place` finds only what its name and parameters tell, which needs no matching.
        """
        mapping = step.unmatched if in_place else step.mapping
        tree = mapping.after.trees[0]
        lines_a = step.lines_after[0]
        first = bisect_left(lines_a, spot.start_line - 1)
        last = bisect_left(lines_a, spot.end_line - 1)
        if first >= len(lines_a) or lines_a[first] != spot.start_line - 1:
            return None
        element = same_element(tree, spot.kind, spot.name, first + 1, last + 1)
        if element is None:
            return None
        identity = Identity(mapping)
        before = identity.namesake(0, element) if in_place else identity.partner(0, element)
        if before is None:
            if not in_place and element.kind == FUNCTION and identity.is_extracted(0, element):
                self._extracted.add(spot)
            return None
        place = places[before.file]
        if place is None:
            return None
        there = self._there(step, place, before)
        kinds = kinds_of(mapping, before, Place(0, element))
        also: list[Spot] = []
        if identity.may_have_joined(0, element, before, kinds):
            kinds, merged = Identity(step.mapping).joined_kinds(0, element, before, kinds)
            also = [self._there(step, place, other) for other in merged]
        is_told = told(spot.kind, kinds, all_kinds=self._all_kinds)
        verdict = Verdict.UNCHANGED
        if is_told:
            where = (spot.version, before, Place(0, element))
            verdict = self._judge.on_step(step, *where, kinds)
        return _Before(there, kinds, verdict, tuple(also))

    def _there(self, step: CarryStep, version: Version, place: Place) -> Spot:
        """Where an element before stands in the whole file."""
        there = _spot(step.unmatched.before.trees[place.file], version, place.element)
        lines = step.lines_before[place.file]
        return there._replace(
            start_line=lines[there.start_line - 1] + 1,
            end_line=lines[there.end_line - 1] + 1,
            heads=tuple((lines[a - 1] + 1, lines[b - 1] + 1) for a, b in there.heads),
        )

    def _told(self, spot: Spot, step: _Before | None) -> list[Json]:
        """A change, if changes of its kinds are told of such an element."""
        kinds = ["introduced"] + ["extracted"] * (spot in self._extracted)
        kinds = told(spot.kind, step.kinds if step else kinds, all_kinds=self._all_kinds)
        if not kinds:
            return []
        commit = spot.version.commit
        parents = self._versions.commits_before(commit)
        return [
            {
                "revision": commit if commit != WORKTREE else None,
                "parent": parents[0] if parents else None,
                "merge": len(parents) > 1,
                "verdict": str(step.verdict if step else Verdict.INTENT_EVOLUTION),
                "kinds": kinds,
                "before": _place(step.spot) if step else None,
                "after": _place(spot),
            }
        ]


def _passed(spot: Spot, before: Version, hunks: Sequence[Hunk]) -> Spot | None:
    """The element moved by lines above it, or None when a difference touches or borders it."""
    return _shifted(spot, before, hunks, heads_too=True)


def _shifted(spot: Spot, before: Version, hunks: Sequence[Hunk], *, heads_too: bool) -> Spot | None:
    lines = _lines_passed((spot.start_line, spot.end_line), hunks)
    if lines is None:
        return None
    around = [_lines_passed(head, hunks) for head in spot.heads]
    if heads_too and None in around:
        return None
    known = tuple(head for head in around if head is not None)
    return spot._replace(version=before, start_line=lines[0], end_line=lines[1], heads=known)


def _lines_passed(lines: tuple[int, int], hunks: Iterable[Hunk]) -> tuple[int, int] | None:
    start, end = lines[0] - 1, lines[1]
    shift = 0
    for hunk in hunks:
        if hunk.after_end < start:
            shift = hunk.before_end - hunk.after_end
        elif hunk.after_start <= end:
            return None
    return lines[0] + shift, lines[1] + shift


def _range_back(
    spot: Spot, before: Version, hunks: Sequence[Hunk], versions: Versions
) -> _Before | None:
    """Lines one step back, as `git log -L` does: a difference maps as a whole."""
    start, end = _lines_back(spot.start_line - 1, spot.end_line, hunks)
    if start >= end:
        return None
    there = spot._replace(version=before, start_line=start + 1, end_line=end)
    mine = versions.lines(spot.version)[spot.start_line - 1 : spot.end_line]
    theirs = versions.lines(before)[start:end]
    if mine == theirs:
        return _Before(there, [], Verdict.UNCHANGED)
    if [line.split() for line in mine] == [line.split() for line in theirs]:
        return _Before(there, ["formatting"], Verdict.INTENT_EVOLUTION)
    return _Before(there, ["body"], Verdict.INTENT_EVOLUTION)


def _lines_back(start: int, end: int, hunks: Sequence[Hunk]) -> tuple[int, int]:
    """Lines `start <= i < end` on the before side; a difference reached into counts whole."""
    first, last = start, end
    for hunk in hunks:
        shift = hunk.before_end - hunk.after_end
        if hunk.after_end <= start:
            first = start + shift
        elif hunk.after_start < start:
            first = hunk.before_start
        if hunk.after_start < end:
            last = end + shift if hunk.after_end < end else hunk.before_end
    return first, last


def _place(spot: Spot) -> Json:
    return {
        "path": spot.version.path,
        "start_line": spot.start_line,
        "end_line": spot.end_line,
        "name": spot.name,
    }
