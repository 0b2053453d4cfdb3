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
from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.engine.disk import read_file
from tracer.engine.earlier_versions import recall
from tracer.engine.left_behind import is_left_behind
from tracer.engine.states import recorded, state_before
from tracer.engine.untracked_sources import partners
from tracer.engine.values import News
from tracer.history.blame import blame_history
from tracer.lineage import baseline
from tracer.model.named_tuple import NamedTuple
from tracer.queries.carried import carried
from tracer.queries.committed import Asked
from tracer.queries.head import in_head
from tracer.queries.intent_files import moved_on
from tracer.queries.ledger_recall import UNSEEN, Led, covering, is_new, was_earlier, without_unasked
from tracer.queries.origin_json import Sources
from tracer.syntax import parse
from tracer.vcs import vanished
from tracer.vcs.files import read_if_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tracer.ledger import Index
    from tracer.model.attribution import Credit, FileState, Touch
    from tracer.model.workspace import Workspace
    from tracer.vcs import Git


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
        self.changed: Mapping[int, Touch] = {}  # by line, what history said of the last file asked
        self.progress: Callable[[int, int], None] | None = None  # hears of a long walk
        self.notes: tuple[str, ...] = ()  # what this clone could not tell of it
        self.sources = Sources(workspace, index, git)  # of what its states name

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
        index, committed = self._index, self.sources.committed
        self.changed, self.notes = {}, ()
        self.sources.notes.clear()
        asked = Asked(merges=merges, shares=shares, progress=self.progress)
        if index is None:
            return self._by_history(path, text, revision, lines, asked)
        if revision is None and not self._by_memory:
            revision = self._committed(path, text)
        if revision is not None and committed is not None and not self._by_memory:
            answer = committed.of(path, text, revision, lines, asked)
            self.changed, self.notes = answer.changed, answer.notes
            return answer.state
        state = recorded(self._workspace, index, path, content_of(text))
        if state is None:
            state = self._found(path, text, revision, lines, asked)
            state = self._recalled(index, path, text, revision, state)
        state = state._replace(path=path)
        return state if self._by_memory else self._as_committed(state, text)

    def _committed(self, path: str, text: bytes) -> str | None:
        """The commit that is checked out, when a file on disk is what it holds."""
        head = self._git.resolve_or_none("HEAD") if self._git is not None else None
        if head is None or self._git is None or self._git.blob_at(head, path) != text:
            return None
        return head

    def _as_committed(self, state: FileState, text: bytes) -> FileState:
        """The state of a text on disk with HEAD's word for what it holds of HEAD's lines."""
        head = self._git.resolve_or_none("HEAD") if self._git is not None else None
        committed = self.sources.committed
        if self._git is None or self._index is None or head is None or committed is None:
            return state
        return in_head(state, text, head, (self._index, self._git, committed))

    def _found(
        self,
        path: str,
        text: bytes,
        revision: str | None,
        lines: Iterable[int] | None,
        asked: Asked,
    ) -> FileState:
        """The state of a text that no record describes."""
        if revision is None:
            state = self._unseen(path, text)
            if state is not None:
                return state
        return self._by_history(path, text, revision, lines, asked)

    def _by_history(
        self,
        path: str,
        text: bytes,
        revision: str | None,
        lines: Iterable[int] | None,
        asked: Asked,
    ) -> FileState:
        """The state by git's history, taken on by the ledger where there is one."""
        if self._git is None:
            count = text.count(b"\n") + bool(text and not text.endswith(b"\n"))
            return baseline(path, content_of(text), count, None)
        committed = self.sources.committed
        if committed is not None:
            base = committed.newest_known(path)
            answer = committed.by_history(path, text, revision, lines, base=base, asked=asked)
            self.changed, self.notes = answer.changed, answer.notes
            return answer.state
        plain = blame_history(
            self._workspace,
            path,
            revision,
            lines=lines,
            merges=asked.merges,
            shares=asked.shares,
            progress=asked.progress,
        )
        self.changed, self.notes = plain.changed, plain.notes
        self.sources.cuts.update(plain.cuts)
        return plain.state

    def _recalled(
        self, index: Index, path: str, text: bytes, revision: str | None, state: FileState
    ) -> FileState:
        """The state of a text on disk with what this clone remembers of its new lines."""
        tree = parse(text, path=path)

        def read(place: str) -> bytes | None:
            if revision is not None and self._git is not None:
                return self._git.blob_at(revision, place)
            return read_if_file(os.path.join(self._workspace.root, place))

        led: Led = {}

        def is_earlier(new: Credit, known: Credit) -> bool:
            return was_earlier(index, self._git, new, known, led)

        states = {path: covering(state, text)}
        news = News(states, {path: text}, {path: tree}, is_new, UNSEEN, read, is_earlier)
        found = recall(index, news).get(path)
        return state if found is None else without_unasked(found)

    def _was_committed_over(self, path: str) -> bool:
        """Whether a commit changed the file after the ledger last saw it: git knows by whom."""
        git, index = self._git, self._index
        if git is None or index is None:
            return False
        text = git.blob_at("HEAD", path)
        return text is not None and not index.knows(content_of(text), path)

    def _is_left_behind(self, path: str, earlier: bytes | None, now: bytes | None) -> bool:
        """Whether the ledger's last version of a file has no part in what is on disk."""
        if earlier is None or now is None or self._git is None or self._index is None:
            return False
        head = self._git.resolve_or_none("HEAD")
        return is_left_behind(self._index, self._git, path, earlier, now, head)

    def _unseen(self, path: str, text: bytes) -> FileState | None:
        """The ledger's last states carried to what is on disk, without recording anything.

        All files that left their last known state are matched together, because a person may
        have moved code between them. None when the ledger cannot say anything about `path`.
        """
        if path not in self._carried:
            moved = self._moved_on()
            if not moved.before and not self._is_new(path):
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
            self._add_partners(before, after, states)
            if not before:
                return None
            self._carried |= carried(before, after, states)
        return self._carried[path]

    def _is_new(self, path: str) -> bool:
        """Whether no commit has the file: code in it may come out of files that one has."""
        return self._git is not None and self._git.blob_at("HEAD", path) is None

    def _add_vanished(self, before: dict[str, bytes], states: dict[str, FileState]) -> None:
        """Add committed files that are gone: one may be on disk under another name."""
        start = self._git.resolve_or_none("HEAD") if self._git is not None else None
        if self._git is None or self._index is None or start is None:
            return
        for path, text in vanished(self._git, start).items():
            if path not in before and not self._index.records_touching(path):
                before[path] = text
                states[path] = state_before(self._workspace, self._index, path, text)

    def _add_partners(
        self, before: dict[str, bytes], after: dict[str, bytes], states: dict[str, FileState]
    ) -> None:
        """Add committed versions that no record knows, which exchanged code with the others."""
        head = self._git.resolve_or_none("HEAD") if self._git is not None else None
        if self._git is None or self._index is None or head is None:
            return
        pairs = {path: (before.get(path), after.get(path)) for path in before.keys() | after.keys()}
        unknown, newer = partners(self._workspace, self._index, self._git, pairs, pairs, head)
        then = {path: text for path, (text, _) in unknown.items() if text is not None} | newer
        for path, text in then.items():
            now = read_file(os.path.join(self._workspace.root, path))
            if now is not None:
                before[path], after[path] = text, now
                states[path] = state_before(self._workspace, self._index, path, text)

    def _moved_on(self) -> _Moved:
        """The files the ledger knows whose bytes on disk are others now; looked for once."""
        index = self._index
        if self._moved is None and index is not None:
            self._moved = _Moved({}, {}, {})
            for path, now in sorted(moved_on(self._workspace, index).items()):
                state = index.latest_state(path)
                if state is None or (now is None and index.has_left(path)):
                    continue
                earlier = index.text(state.content)
                if self._was_committed_over(path) or self._is_left_behind(path, earlier, now):
                    self._add_committed(path, now)
                    continue
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
