"""The attribution of one file version: the ledger's, history's, or both joined.

In this order: the state the ledger has for exactly these bytes; the ledger's last state of the
file carried to the text on disk, where edits no hook has reported yet are nobody's; git
history, which stops at the newest commit whose bytes the ledger knows and goes on there with
the ledger.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.classify import classify
from tracer.engine.calls import state_before
from tracer.engine.content import content_of
from tracer.lineage import Maker, baseline, carry
from tracer.matching import match
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine
from tracer.model.changes import ChangeSet
from tracer.model.enums import Method, SourceKind
from tracer.queries.files import read_if_file
from tracer.queries.history import blame_history
from tracer.queries.sources import credits_by_line, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.ledger import Index
    from tracer.model.workspace import Workspace
    from tracer.vcs import Git

_VERSIONS = 200  # of one file looked at for bytes the ledger knows

# Edits found on disk that no record tells of: changed outside any hook, by nobody we know.
_UNSEEN = Maker("", SourceKind.UNKNOWN, Method.RECONCILED)


class Attribution:
    """Attribution of the files of one workspace.

    `index` is None without a ledger, `git` without a repository.
    """

    def __init__(self, workspace: Workspace, index: Index | None, git: Git | None) -> None:
        self._workspace = workspace
        self._index = index
        self._git = git

    def of(
        self,
        path: str,
        text: bytes,
        *,
        revision: str | None = None,
        lines: Iterable[int] | None = None,
    ) -> FileState:
        """The state of `path`, which holds `text` at `revision` (on disk when None).

        `lines` limits what history is asked; the state may cover these lines only.
        """
        index = self._index
        base = None
        if index is not None:
            state = index.state(content_of(text), path)
            if state is not None:
                return state._replace(path=path)
            base, content = self._newest_known(path, revision)
            latest = index.latest_state(path) if revision is None else None
            if revision is None and not (latest is not None and latest.content == content):
                state = self._unseen(path, text)
                if state is not None:
                    return state
        if self._git is None:
            count = text.count(b"\n") + bool(text and not text.endswith(b"\n"))
            return baseline(path, content_of(text), count, None)
        answer = blame_history(self._workspace, path, revision, lines=lines, base=base)
        return self._joined(answer.state) if base else answer.state

    def _newest_known(self, path: str, revision: str | None) -> tuple[str | None, str | None]:
        """(commit, content) of the newest version of `path` whose bytes the ledger knows."""
        git, index = self._git, self._index
        if git is None or index is None:
            return None, None
        start = git.resolve_or_none(revision or "HEAD")
        commits = [entry[0] for entry in git.path_graph(start, path)[:_VERSIONS]] if start else []
        for commit in commits:
            text = git.blob_at(commit, path)
            if text is not None and index.state(content_of(text), path) is not None:
                return commit, content_of(text)
        return None, None

    def _unseen(self, path: str, text: bytes) -> FileState | None:
        """The ledger's last states carried to what is on disk, without recording anything.

        All files that left their last known state are matched together, because a person may
        have moved code between them. None when the ledger cannot say anything about `path`.
        """
        index = self._index
        assert index is not None
        before: dict[str, bytes] = {}
        after = {path: text}
        states: dict[str, FileState] = {}
        for known in {*index.paths(), path}:
            now = text if known == path else read_if_file(os.path.join(self._workspace.root, known))
            state = index.latest_state(known)
            if state is None or (now is not None and content_of(now) == state.content):
                continue
            earlier = index.text(state.content)
            if earlier is not None:
                before[known], states[known] = earlier, state
                if now is not None:
                    after[known] = now
        if not before:
            return None
        if path not in before and self._git is not None:
            committed = self._git.blob_at("HEAD", path)
            if committed == text:
                return None
            if committed is not None:
                before[path] = committed
                states[path] = state_before(self._workspace, index, path, committed)
        return self._carried(path, before, after, states)

    @staticmethod
    def _carried(
        path: str, before: dict[str, bytes], after: dict[str, bytes], states: dict[str, FileState]
    ) -> FileState:
        mapping = match(ChangeSet.from_texts(before, after))
        verdict = classify(mapping)
        contents = {name: content_of(text) for name, text in after.items()}
        done = carry(mapping, states, contents, _UNSEEN, kept=verdict.kept, rules=verdict.rules)
        return next(state for state in done.states if state.path == path)

    def _joined(self, state: FileState) -> FileState:
        """History's state with the ledger's credits where history stopped."""
        known: dict[tuple[str, str], dict[int, Credit]] = {}

        def join(credit: Credit) -> Credit:
            if credit.origin.kind is not SourceKind.BASELINE:
                return credit
            place = (credit.origin.id, credit.origin.path)
            if place not in known:
                known[place] = self._ledger_lines(*place)
            found = known[place].get(credit.line)
            if found is None:
                return credit
            if found.method is Method.OBSERVED:
                found = found._replace(method=Method.CARRIED)
            passed_by = credit.last.id == credit.origin.id
            return found if passed_by else found._replace(last=credit.last)

        runs = tuple(
            LineRun(line, line, join(credit))
            for run in state.runs
            for line, credit in lines_of(run)
        )
        mixed = tuple(
            MixedLine(entry.line, tuple((leaves, join(credit)) for leaves, credit in entry.parts))
            for entry in state.mixed
        )
        return state._replace(runs=runs, mixed=mixed)

    def _ledger_lines(self, commit: str, path: str) -> dict[int, Credit]:
        """The ledger's credit for each line of a file at a commit; empty when it knows none."""
        assert self._git is not None
        assert self._index is not None
        text = self._git.blob_at(commit, path)
        state = self._index.state(content_of(text), path) if text is not None else None
        return dict(credits_by_line(state)) if state is not None else {}
