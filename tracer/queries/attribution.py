"""The attribution of one file version: the ledger's, history's, or both joined.

In this order: the state the ledger has for exactly these bytes; the ledger's last state of the
file carried to the text on disk, where edits no hook has reported yet are nobody's; git
history, which stops at the newest commit whose bytes the ledger knows and goes on there with
the ledger.

What a commit holds is answered from what every clone of it has, the commit and the ledger, so
that all clones say the same. Texts that only this clone has seen, and commits that were rebased
away and lie in its object store still, tell of what is not committed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify import classify
from tracer.engine.calls import state_before
from tracer.engine.content import content_of
from tracer.engine.memory import News, recall
from tracer.engine.outside import givers
from tracer.lineage import baseline, carry
from tracer.matching import match
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.changes import ChangeSet
from tracer.model.enums import Method, SourceKind
from tracer.queries.files import read_if_file
from tracer.queries.history import blame_history
from tracer.queries.intent_files import moved_on
from tracer.queries.joining import joined
from tracer.queries.recalled import (
    UNSEEN,
    covering,
    is_new,
    recalled,
    was_earlier,
    without_unasked,
)
from tracer.queries.sources import (
    Parts,
    Sources,
    lines_of,
    parts_by_line,
    parts_of,
)
from tracer.syntax import parse
from tracer.vcs import is_shallow_boundary, unreachable, vanished

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from tracer.ledger import Index
    from tracer.model.workspace import Workspace
    from tracer.vcs import Git

_VERSIONS = 200  # of one file looked at for bytes the ledger knows
_RENAMES = 8  # of a file that are followed to such bytes
_OF_COMMITS = frozenset({SourceKind.COMMIT, SourceKind.BASELINE})


class _Moved(NamedTuple):
    """Files that left their last known states: texts by path, and those states."""

    before: dict[str, bytes]
    after: dict[str, bytes]
    states: dict[str, FileState]


class Attribution:
    """Attribution of the files of one workspace.

    `index` is None without a ledger, `git` without a repository. With `by_memory`, this clone's
    own memory tells of committed texts too: more is known then, and another clone knows less.
    """

    def __init__(
        self,
        workspace: Workspace,
        index: Index | None,
        git: Git | None,
        *,
        by_memory: bool = False,
    ) -> None:
        self._workspace = workspace
        self._index = index
        self._git = git
        self._by_memory = by_memory
        self._moved: _Moved | None = None
        self._carried: dict[str, FileState] = {}
        self.changed: dict[int, Touch] = {}  # by line, what history said of the last file asked
        self.progress: Callable[[int, int], None] | None = None  # hears of a long walk
        self.notes: tuple[str, ...] = ()  # what this clone could not tell of it
        self._when = Sources(workspace, index, git).when

    def of(  # noqa: PLR0913 - what limits the question
        self,
        path: str,
        text: bytes,
        *,
        revision: str | None = None,
        lines: Iterable[int] | None = None,
        merges: bool = False,
        shares: bool = True,
    ) -> FileState:
        """The state of `path`, which holds `text` at `revision` (on disk when None).

        `lines` limits what history is asked; the state may cover these lines only. With
        `merges` history does not look behind merges of two changed versions, without `shares` only
        for whose a line is.
        """
        index = self._index
        if index is None:
            return self._found(path, text, revision, lines, merges=merges, shares=shares)
        if revision is None and not self._by_memory:
            revision = self._committed(path, text)
        state = index.state(content_of(text), path)
        if state is None:
            state = self._found(path, text, revision, lines, merges=merges, shares=shares)
            state = self._recalled(index, path, text, revision, state)
        state = state._replace(path=path)
        return state if revision is None else self._reachable(state, revision, lines)

    def _committed(self, path: str, text: bytes) -> str | None:
        """The commit that is checked out, when a file on disk is what it holds."""
        head = self._git.resolve_or_none("HEAD") if self._git is not None else None
        if head is None or self._git is None or self._git.blob_at(head, path) != text:
            return None
        return head

    def _reachable(self, state: FileState, revision: str, lines: Iterable[int] | None) -> FileState:
        """The state with history's word for what names commits that `revision` does not have.

        They were rebased away, or belong to another branch: other clones never see them.
        """
        wanted = None if lines is None else set(lines)
        named: dict[str, set[int]] = {}
        for line, credit in parts_of(state):
            for source in (credit.origin, credit.last):
                if source.kind in _OF_COMMITS and (wanted is None or line in wanted):
                    named.setdefault(source.id, set()).add(line)
        if self._git is None or not named:
            return state
        lost = unreachable(self._git, named, revision)
        if not lost:
            return state
        asked = set().union(*(named[name] for name in lost))
        answer = blame_history(self._workspace, state.path, revision, lines=asked).state
        known = {line: parts for line, parts in parts_by_line(answer).items() if line in asked}
        return _replaced(state, known, lost)

    def _found(  # noqa: PLR0913 - see of
        self,
        path: str,
        text: bytes,
        revision: str | None,
        lines: Iterable[int] | None,
        *,
        merges: bool,
        shares: bool,
    ) -> FileState:
        """The state of a text that no record describes."""
        index = self._index
        self.changed, self.notes = {}, ()
        base = None
        if index is not None:
            base = self._newest_known(path, revision)
            if revision is None and not self._was_committed_over(path):
                state = self._unseen(path, text)
                if state is not None:
                    return state
        if self._git is None:
            count = text.count(b"\n") + bool(text and not text.endswith(b"\n"))
            return baseline(path, content_of(text), count, None)
        answer = blame_history(
            self._workspace,
            path,
            revision,
            lines=lines,
            base=base,
            merges=merges,
            shares=shares,
            progress=self.progress,
        )
        self.notes = answer.notes
        self.changed = {
            line: touch
            for line, touch in answer.changed.items()
            if touch.kind is not SourceKind.BASELINE
        }
        if not base:
            return answer.state
        return joined(answer.state, text, self._of_commit, self._when)

    def _recalled(
        self, index: Index, path: str, text: bytes, revision: str | None, state: FileState
    ) -> FileState:
        """The state with what the ledger knew under another name, or before it was rewritten.

        A rebase, a squash or a cherry-pick makes new commits of code that records describe:
        where a record of before the commit wrote it, that record is its origin.
        """
        if revision is not None and self._git is not None and not self._by_memory:
            return recalled(index, self._git, path, text, revision, state)
        tree = parse(text, path=path)

        def read(place: str) -> bytes | None:
            if revision is not None and self._git is not None:
                return self._git.blob_at(revision, place)
            return read_if_file(os.path.join(self._workspace.root, place))

        def is_earlier(new: Credit, known: Credit) -> bool:
            return was_earlier(index, self._git, new, known)

        states = {path: covering(state, text)}
        news = News(states, {path: text}, {path: tree}, is_new, UNSEEN, read, is_earlier)
        found = recall(index, news).get(path)
        return state if found is None else without_unasked(found)

    def _newest_known(self, path: str, revision: str | None) -> str | None:
        """The newest commit at which the ledger knows the bytes of `path`, or of what it was."""
        git, index = self._git, self._index
        start = git.resolve_or_none(revision or "HEAD") if git is not None else None
        for _ in range(_RENAMES):
            if git is None or index is None or start is None:
                return None
            first = None
            for row in git.path_graph(start, path)[:_VERSIONS]:
                first = row
                text = git.blob_at(row[0], path)
                if text is not None and index.state(content_of(text), path) is not None:
                    return row[0]
            if first is None or first.parents or is_shallow_boundary(git.root, first.id):
                return None
            parents = (git.commit(first.id) or first).parents
            start = parents[0] if parents else None
            names = [c.before_path for c in git.changes(start, first.id) if c.after_path == path]
            if start is None or not names or names[0] is None or names[0] == path:
                return None
            path = names[0]
        return None

    def _was_committed_over(self, path: str) -> bool:
        """Whether a commit changed the file after the ledger last saw it: git knows by whom."""
        git, index = self._git, self._index
        if git is None or index is None:
            return False
        text = git.blob_at("HEAD", path)
        return text is not None and not index.knows(content_of(text), path)

    def _unseen(self, path: str, text: bytes) -> FileState | None:
        """The ledger's last states carried to what is on disk, without recording anything.

        All files that left their last known state are matched together, because a person may
        have moved code between them. None when the ledger cannot say anything about `path`.
        """
        if path not in self._carried:
            moved = self._moved_on()
            if not moved.before:
                return None
            before, after, states = dict(moved.before), dict(moved.after), dict(moved.states)
            after[path] = text
            if path not in before and self._git is not None and self._index is not None:
                committed = self._git.blob_at("HEAD", path)
                if committed == text:
                    return None
                if committed is not None:
                    before[path] = committed
                    states[path] = state_before(self._workspace, self._index, path, committed)
                else:
                    self._add_vanished(before, states)
            self._add_givers(before, after, states)
            self._carried |= _carry(_Moved(before, after, states))
        return self._carried[path]

    def _add_vanished(self, before: dict[str, bytes], states: dict[str, FileState]) -> None:
        """Add committed files that are gone: one may be on disk under another name."""
        start = self._git.resolve_or_none("HEAD") if self._git is not None else None
        if self._git is None or self._index is None or start is None:
            return
        for path, text in vanished(self._git, start).items():
            if path not in before and not self._index.records_touching(path):
                before[path] = text
                states[path] = state_before(self._workspace, self._index, path, text)

    def _add_givers(
        self, before: dict[str, bytes], after: dict[str, bytes], states: dict[str, FileState]
    ) -> None:
        """Add committed files that no record knows, out of which code went into the others."""
        head = self._git.resolve_or_none("HEAD") if self._git is not None else None
        if self._git is None or self._index is None or head is None:
            return
        pairs = {path: (before.get(path), after.get(path)) for path in before.keys() | after.keys()}
        found = givers(self._workspace, self._index, self._git, pairs, pairs, head)
        for path, (then, now) in found.items():
            if then is not None and now is not None:
                before[path], after[path] = then, now
                states[path] = state_before(self._workspace, self._index, path, then)

    def _moved_on(self) -> _Moved:
        """The files the ledger knows whose bytes on disk are others now; looked for once."""
        index = self._index
        if self._moved is None and index is not None:
            self._moved = _Moved({}, {}, {})
            for path, now in sorted(moved_on(self._workspace, index).items()):
                state = index.latest_state(path)
                if state is None or (now is None and index.has_left(path)):
                    continue
                if self._was_committed_over(path):
                    self._add_committed(path, now)
                    continue
                earlier = index.text(state.content)
                if earlier is not None:
                    self._moved.before[path] = earlier
                    self._moved.states[path] = state
                    if now is not None:
                        self._moved.after[path] = now
        return self._moved or _Moved({}, {}, {})

    def _add_committed(self, path: str, now: bytes | None) -> None:
        """Add what became of a file since a commit that no record knows: git has the rest."""
        text = self._git.blob_at("HEAD", path) if self._git is not None else None
        if text is None or text == now or self._git is None or self._moved is None:
            return
        told = self.changed, self.notes
        self._moved.before[path] = text
        self._moved.states[path] = self.of(path, text, revision=self._git.resolve("HEAD"))
        self.changed, self.notes = told
        if now is not None:
            self._moved.after[path] = now

    def _of_commit(self, commit: str, path: str) -> tuple[bytes, FileState] | None:
        """A file's text at a commit and the ledger's state of it, if there is one."""
        assert self._git is not None
        assert self._index is not None
        text = self._git.blob_at(commit, path)
        state = self._index.state(content_of(text), path) if text is not None else None
        if text is None or state is None:
            return None
        if not self._by_memory:
            # Before an owner is chosen: who is newer must not depend on what this clone has kept.
            state = self._reachable(state._replace(path=path), commit, None)
        return text, state


def _replaced(state: FileState, known: dict[int, Parts], lost: Collection[str]) -> FileState:
    """The state with what is `known` by line in the place of credits that name `lost` commits."""
    runs: list[LineRun] = []
    mixed: list[MixedLine] = []
    for run in state.runs:
        names = {run.credit.origin.id, run.credit.last.id}
        if names.isdisjoint(lost):
            runs.append(run)
            continue
        for line, credit in lines_of(run):
            parts = known.get(line, [])
            if credit.origin.id not in lost and parts:
                runs.append(LineRun(line, line, credit._replace(last=parts[0][1].last)))
            elif len(parts) > 1:
                mixed.append(MixedLine(line, tuple(parts)))
            else:
                runs.append(LineRun(line, line, parts[0][1] if parts else _nobodys(credit)))
    for entry in state.mixed:
        now = known.get(entry.line, [])
        parts = []
        for leaves, credit in entry.parts:
            better = now[0][1] if now else _nobodys(credit)
            if credit.origin.id in lost:
                parts.append((leaves, better))
            elif credit.last.id in lost:
                parts.append((leaves, credit._replace(last=better.last)))
            else:
                parts.append((leaves, credit))
        mixed.append(MixedLine(entry.line, tuple(parts)))
    return state._replace(runs=tuple(sorted(runs)), mixed=tuple(sorted(mixed)))


def _nobodys(credit: Credit) -> Credit:
    """The credit of code of which no clone can say more than that it is there."""
    nothing = Source("", SourceKind.UNKNOWN, credit.origin.path)
    return Credit(nothing, credit.line, Touch("", SourceKind.UNKNOWN, ""), Method.UNKNOWN)


def _carry(moved: _Moved) -> dict[str, FileState]:
    """The states of the files after, by path."""
    mapping = match(ChangeSet.from_texts(moved.before, moved.after))
    verdict = classify(mapping)
    contents = {path: content_of(text) for path, text in moved.after.items()}
    done = carry(
        mapping,
        moved.states,
        contents,
        UNSEEN,
        kept=verdict.kept,
        rules=verdict.rules,
        removed=verdict.removed,
    )
    return {state.path: state for state in done.states}
