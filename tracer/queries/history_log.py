"""The life of one element by git history alone, newest change first.

A commit whose text difference stays away from the element passes it on unread. Where the
difference reaches it, the engine says which node it was before, and the parts that differ
name the change. A merge is no change of its own: the element is followed into the parent that
has it so, or into all that have it.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.model.enums import Verdict
from tracer.model.spans import LineRange
from tracer.queries.history import origin_facts, start_version
from tracer.queries.history_carry import CarryStep, File, windows
from tracer.queries.history_element import (
    RANGE,
    Element,
    element_at,
    kinds_of,
    partner,
    same_element,
)
from tracer.queries.history_origins import origins_of
from tracer.queries.history_versions import WORKTREE, Version, Versions
from tracer.queries.history_window import whole, window
from tracer.queries.ranges import element_named, lines_meant
from tracer.vcs import Git

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.model.workspace import Workspace
    from tracer.queries.history_lines import Hunk
    from tracer.syntax import SyntaxTree

Json = dict[str, Any]

_HARMLESS = frozenset(("rename", "moved", "file_moved", "formatting", "documentation"))


class Spot(NamedTuple):
    """Where the element stands in one version. Lines 1-based, inclusive."""

    version: Version
    start_line: int
    end_line: int
    kind: str
    name: str | None


class _Before(NamedTuple):
    """An element one step back, and what the step did to it."""

    spot: Spot
    kinds: list[str]
    verdict: Verdict


def log_history(
    workspace: Workspace,
    path: str,
    spec: str,
    rev: str | None = None,
    *,
    all_kinds: bool = False,
) -> Json:
    """CONTRACT's `log` document for the element `spec` means (git's `-L`, without the file).

    `START,END` that are exactly the lines of a definition or block (or START alone, a
    definition's first line) mean that element; other lines are followed as a range.
    Commits that only changed layout are left out unless `all_kinds`.
    Raises: InputError when there is no such file, line or name; UsageError for a bad spec.
    """
    with Git(workspace.root) as git:
        versions = Versions(workspace, git)
        revision = git.resolve(rev) if rev is not None else None
        start = start_version(versions, path, revision)
        spot = _first_spot(versions.tree(start), start, spec)
        found = _Log(versions).run(spot)
        changes = [
            change | _facts(git, change["revision"])
            for change in found
            if all_kinds or change["kinds"] != ["formatting"]
        ]
        return {
            "element": {
                "path": path,
                "name": spot.name,
                "kind": spot.kind,
                "start_line": spot.start_line,
                "end_line": spot.end_line,
            },
            "changes": changes,
            "notes": sorted(versions.notes),
        }


def _first_spot(tree: SyntaxTree, version: Version, spec: str) -> Spot:
    """The element a person means."""
    if spec.startswith(":"):
        named = element_named(tree, version.path, spec[1:])
        lines = tree.lines(named.outer)
        return Spot(version, lines.start_line, lines.end_line, named.kind, named.name)
    lines = lines_meant(tree, version.path, spec)
    if "," not in spec:
        lines = LineRange(lines.start_line, lines.start_line)
    element = element_at(tree, lines)
    if element is None:
        lines = lines_meant(tree, version.path, spec)
        return Spot(version, lines.start_line, lines.end_line, RANGE, None)
    lines = tree.lines(element.outer)
    return Spot(version, lines.start_line, lines.end_line, element.kind, element.name)


def _facts(git: Git, revision: str | None) -> Json:
    """Who, when and why, of a change."""
    commit = git.commit(revision) if revision else None
    return origin_facts(commit) | {"summary": commit.subject if commit else None}


class _Log:
    """One walk. Spots wait by the time of their commit, newest first."""

    def __init__(self, versions: Versions) -> None:
        self._versions = versions
        self._queue: list[tuple[int, int, Spot]] = []
        self._seen: set[Spot] = set()
        self._changes: list[Json] = []

    def run(self, spot: Spot) -> list[Json]:
        """The changes, newest first; the introduction last."""
        self._push(spot)
        while self._queue:
            self._step(heapq.heappop(self._queue)[2])
        return self._changes

    def _push(self, spot: Spot) -> None:
        if spot not in self._seen:
            self._seen.add(spot)
            order = -self._versions.time(spot.version.commit)
            heapq.heappush(self._queue, (order, len(self._seen), spot))

    def _step(self, spot: Spot) -> None:
        """Take the element one commit back."""
        versions, version = self._versions, spot.version
        if versions.is_boundary(version):
            return
        origins = origins_of(versions, version)
        reached: list[tuple[Version, list[Hunk]]] = []
        for before in origins.versions:
            hunks = versions.hunks(before, version)
            passed = _passed(spot, before, hunks)
            if passed is not None:
                if before.path != version.path:
                    self._note(spot, _Before(passed, ["file_moved"], Verdict.AST_REFACTOR))
                self._push(passed)
                return
            reached.append((before, hunks))
        found = [step for step in (self._back(spot, *pair) for pair in reached) if step]
        if not found:
            found = self._from_elsewhere(spot, origins.versions)
        if found:
            self._follow(spot, found)
        elif not origins.has_gap and not versions.is_shallow(version.commit):
            self._note(spot, None)

    def _follow(self, spot: Spot, found: list[_Before]) -> None:
        """Go on where the element was. Several parents have it: a merge, no change of its own."""
        if len(found) == 1 and found[0].kinds:
            self._note(spot, found[0])
        for step in found:
            self._push(step.spot)

    def _back(self, spot: Spot, before: Version, hunks: Sequence[Hunk]) -> _Before | None:
        """The element in one version before, when the difference reaches it."""
        versions, version = self._versions, spot.version
        if spot.kind == RANGE:
            return _range_back(spot, before, hunks, versions)
        texts = window(
            version.path, versions.text(before) or b"", versions.text(version) or b"", hunks
        )
        step = CarryStep([(before.path, version.path, texts)])
        return _element_back(step, spot, [before])

    def _from_elsewhere(self, spot: Spot, known: Sequence[Version]) -> list[_Before]:
        """The element in another file that the same commit changed."""
        versions, version = self._versions, spot.version
        if spot.kind == RANGE:
            return []
        lines = versions.lines(version)[spot.start_line - 1 : spot.end_line]
        text = versions.text(version) or b""
        for parent in versions.commits_before(version.commit):
            others = versions.elsewhere(version, parent, lines)
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
            files += windows(others)
            places += [versions.latest(parent, other.path) for other in others]
            step = _element_back(CarryStep(files), spot, places)
            return [step] if step else []
        return []

    def _note(self, spot: Spot, step: _Before | None) -> None:
        """Write a change down."""
        commit = spot.version.commit
        parents = self._versions.commits_before(commit)
        self._changes.append(
            {
                "revision": commit if commit != WORKTREE else None,
                "parent": parents[0] if parents else None,
                "verdict": str(step.verdict if step else Verdict.INTENT_EVOLUTION),
                "kinds": step.kinds if step else ["introduced"],
                "before": _place(step.spot) if step else None,
                "after": _place(spot),
            }
        )


def _passed(spot: Spot, before: Version, hunks: Iterable[Hunk]) -> Spot | None:
    """The element moved by lines above it, or None when a difference touches or borders it."""
    start, end = spot.start_line - 1, spot.end_line
    shift = 0
    for hunk in hunks:
        if hunk.after_end < start:
            shift = hunk.before_end - hunk.after_end
        elif hunk.after_start <= end:
            return None
    return spot._replace(
        version=before, start_line=spot.start_line + shift, end_line=spot.end_line + shift
    )


def _element_back(step: CarryStep, spot: Spot, places: Sequence[Version | None]) -> _Before | None:
    """The element before a step; None when the step introduced it."""
    mapping = step.mapping
    tree = mapping.after.trees[0]
    lines_a = step.lines_after[0]
    line = next((i + 1 for i, full in enumerate(lines_a) if full == spot.start_line - 1), None)
    element = same_element(tree, spot.kind, spot.name, line) if line is not None else None
    if element is None:
        return None
    before = partner(mapping, 0, element)
    if before is None:
        return None
    file, origin = before
    place = places[file]
    if place is None:
        return None
    span = mapping.before.trees[file].lines(origin.outer)
    lines_b = step.lines_before[file]
    there = Spot(
        place, lines_b[span.start_line - 1] + 1, lines_b[span.end_line - 1] + 1,
        origin.kind, origin.name,
    )  # fmt: skip
    kinds = kinds_of(mapping, before, (0, element))
    return _Before(there, kinds, _verdict(step, element, kinds))


def _verdict(step: CarryStep, element: Element, kinds: list[str]) -> Verdict:
    """The strongest verdict on a change inside the element; by its kinds when there is none."""
    tree = step.mapping.after.trees[0]
    span = tree.lines(element.outer)
    strongest = Verdict.UNCHANGED
    for file in step.verdict.files:
        if file.after != step.mapping.after.paths[0]:
            continue
        for change in file.changes:
            place = change.after
            if (
                place is not None
                and place.start_line <= span.end_line
                and place.end_line >= span.start_line
                and change.verdict.strength > strongest.strength
            ):
                strongest = change.verdict
    if not _HARMLESS.issuperset(kinds) or strongest is Verdict.UNCHANGED:
        return Verdict.AST_REFACTOR if _HARMLESS.issuperset(kinds) else Verdict.INTENT_EVOLUTION
    return strongest


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
        return _Before(there, ["formatting"], Verdict.AST_REFACTOR)
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
