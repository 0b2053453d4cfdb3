"""Blame without a ledger: the commit that gave each leaf of a file its meaning.

The same engine that follows an agent's edits forward walks the history of git backwards
(DESIGN §6): origin is the commit, contributor its author or the agent that signed it, intent
its trailer. How it is known is always `inferred`, or `unknown` where this clone cannot say.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tracer.history.blame_walk import Walk
from tracer.history.bracket_lines import bracket_heads, settle_brackets
from tracer.history.cache import HistoryCache
from tracer.history.versions import WORKTREE, Version, Versions
from tracer.lineage import NEW, Segments, fold, line_owner
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git, contributor_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tracer.model.attribution import Cut
    from tracer.model.workspace import Workspace
    from tracer.vcs import Commit


class HistoryBlame(NamedTuple):
    """The attribution of one file version from git history.

    `revision` is the commit asked about, None for the working tree. `commits` holds every
    commit the state names. `notes` say what this clone could not tell. `changed` has for lines
    with code the commit that last changed their words, `cuts` where a line then stood that a commit
    took code from, by the commit and the origin of a leaf that the line kept.
    Origins of code that is not committed, and of code older than a shallow clone's history,
    have the kind `unknown`; their id is empty, or the oldest commit known to have the code.
    """

    state: FileState
    revision: str | None
    commits: dict[str, Commit]
    changed: Mapping[int, Touch]
    notes: tuple[str, ...] = ()
    cuts: Mapping[Cut, tuple[str, int]] = MappingProxyType({})


def blame_history(  # noqa: PLR0913 - what limits the question
    workspace: Workspace,
    path: str,
    rev: str | None = None,
    *,
    lines: Iterable[int] | None = None,
    base: str | None = None,
    merges: bool = False,
    shares: bool = True,
    progress: Callable[[int, int], None] | None = None,
    cache: HistoryCache | None = None,
) -> HistoryBlame:
    """Who wrote each line of `path` at `rev` (the working tree by default), by history alone.

    `path` is POSIX and relative to the workspace. `lines` (1-based) limits the question; the
    state then covers those lines only. Code older than the commit `base` is credited to it,
    with the kind `baseline`. With `merges`, what a merge of two changed versions
    brought to its first parent belongs to the merge. Without `shares` every leaf of a line has the
    credit of the line's owner, which costs a third. `progress` hears how many leaves are answered.
    `cache` is asked for what commits did in the place of the workspace's.
    Cost: one walk of the path's commits; a parse, match and classify for each commit whose
    text difference touches code that is still unresolved.
    Raises: InputError when there is no such file; VcsError when git cannot answer.
    """
    with Git(workspace.root) as git, cache or HistoryCache.of(workspace) as kept_steps:
        base = git.resolve(base) if base else None
        versions = Versions(workspace, git, base=base, merges=merges, cache=kept_steps)
        revision = git.resolve(rev) if rev is not None else None
        start = start_version(versions, path, revision)
        text = versions.text(start) or b""
        segments = Segments(versions.tree(start))
        wanted = None if lines is None else sorted(set(lines))
        asked = None if wanted is None else _with_code(segments, wanted)
        heads = (
            ()
            if shares
            else sorted({i for _, o, head in bracket_heads(segments) for i in (o, *head)})
        )
        walk = Walk(versions, start, segments, asked, progress, shares=shares, kept=heads)
        credited = walk.run()
        for index in settle_brackets(segments, credited):
            origin = credited[index].origin
            walk.changed[segments.line[index]] = Touch(origin.id, origin.kind, NEW)
        state = _state(versions, path, text, segments, credited)
        if wanted is not None:
            state = _only(state, wanted)
        notes = tuple(sorted(versions.notes))
        commits = _commits(git, credited.values(), walk.changed.values())
        return HistoryBlame(state, revision, commits, walk.changed, notes, walk.cuts())


def origin_facts(commit: Commit | None) -> dict[str, Any]:
    """What CONTRACT.md's `origin` says of a commit beside id and place: intent, who, when.

    An unknown commit gives unknown facts.
    """
    if commit is None:
        return {
            "intent_id": None,
            "contributor": {"entity_type": "UNKNOWN", "model_identifier": None, "name": None},
            "timestamp": None,
        }
    who = contributor_of(commit)
    return {
        "intent_id": commit.intent_id,
        "contributor": {
            "entity_type": who.entity_type.value,
            "model_identifier": who.model_identifier,
            "name": who.name,
        },
        "timestamp": commit.timestamp,
    }


def start_version(versions: Versions, path: str, revision: str | None) -> Version:
    """The version asked about.

    Raises: InputError when the file is not there.
    """
    if revision is None:
        start = Version(WORKTREE, path)
        if versions.text(start) is not None:
            return start
        raise InputError(f"{path}: no such file", fix="Name a file of the working tree.")
    found = versions.latest(revision, path)
    if found is None or versions.text(found) is None:
        raise InputError(
            f"{path}: no such file at {revision[:12]}", fix="Name a file of that revision."
        )
    return found


def _with_code(segments: Segments, lines: Iterable[int]) -> list[int]:
    """The lines, and those whose credit they take.

    For a blank line that is the next with code, for brackets alone their construct's.
    """
    occupied = sorted(set(segments.line))
    found = set(lines)
    for line in tuple(found):
        at = bisect_left(occupied, line)
        if occupied:
            found.add(occupied[min(at, len(occupied) - 1)])
    for indices, opening, head in bracket_heads(segments):
        if segments.line[indices[0]] in found:
            found.update(segments.line[index] for index in (opening, *head))
    return sorted(found)


def _state(
    versions: Versions, path: str, text: bytes, segments: Segments, credited: dict[int, Credit]
) -> FileState:
    """The state of the whole file; code that was not asked about has an unknown credit."""

    def when(commit: str, _: Credit) -> float:
        return versions.time(commit)

    def owner(entry: MixedLine) -> Credit:
        return line_owner(entry.parts, when, (path, entry.line))

    content = "sha256:" + hashlib.sha256(text).hexdigest()
    nothing = Source("", SourceKind.UNKNOWN, path)
    unasked = Credit(nothing, 1, Touch("", SourceKind.UNKNOWN, NEW), Method.UNKNOWN)
    found = [credited.get(i, unasked) for i in range(len(segments))]
    return fold(path, content, segments, found, owner=owner)


def _only(state: FileState, lines: Iterable[int]) -> FileState:
    """The state of some lines."""
    wanted = set(lines)
    runs: list[LineRun] = []
    for run in state.runs:
        for line in range(run.start_line, run.end_line + 1):
            if line not in wanted:
                continue
            if runs and runs[-1].end_line == line - 1 and runs[-1].start_line >= run.start_line:
                runs[-1] = runs[-1]._replace(end_line=line)
            else:
                grown = run.credit.line + line - run.start_line
                runs.append(LineRun(line, line, run.credit._replace(line=grown)))
    mixed = tuple(entry for entry in state.mixed if entry.line in wanted)
    return state._replace(runs=tuple(runs), mixed=mixed)


def _commits(git: Git, credited: Iterable[Credit], changed: Iterable[Touch]) -> dict[str, Commit]:
    """Every commit the credits and the changes name."""
    names = {name for credit in credited for name in (credit.origin.id, credit.last.id)}
    names |= {touch.id for touch in changed}
    found = {name: git.commit(name) for name in names if name != WORKTREE}
    return {name: commit for name, commit in found.items() if commit is not None}
