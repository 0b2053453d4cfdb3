"""Commits of which the ledger can say nothing that git does not: no walk of history is needed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.model.attribution import Credit, FileState, LineRun, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.queries.ledger_recall import recalled

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.vcs import Git

A_MOMENT = 2  # seconds that a commit and a record may lie apart and be of one moment


class PlainCommits:
    """Which commit stands for lines that were there at a revision, each file looked at once.

    `received` are the files to which a commit may have brought code of others: of where it came
    from the ledger may say something.
    """

    def __init__(
        self, index: Index | None, git: Git | None, received: frozenset[str] = frozenset()
    ) -> None:
        self._index = index
        self._git = git
        self._received = received
        self._named: dict[tuple[str, str], str | None] = {}
        self._imports: bool | None = None

    def named(self, revision: str, path: str) -> str | None:
        """The commit to name for lines of a file that no commit changed for an intent.

        It cites none: a revision that does so did it for other files, and the last commit that
        changed this one is named. None where only history can say whose the lines are.
        """
        place = revision, path
        if place not in self._named:
            is_plain = path not in self._received and self._says_nothing(revision, path)
            self._named[place] = self._without_intent(revision, path) if is_plain else None
        return self._named[place]

    def _without_intent(self, revision: str, path: str) -> str | None:
        git = self._git
        commit = git.commit(revision) if git is not None else None
        if git is not None and commit is not None and commit.intent_id is not None:
            newest = git.path_graph(revision, path)[:1]
            commit = git.commit(newest[0].id) if newest else None
        return commit.id if commit is not None and commit.intent_id is None else None

    def _has_imports(self, index: Index) -> bool:
        """Whether anything was imported, or claimed, about commits."""
        if self._imports is None:
            self._imports = bool(index.imported_paths())
        return self._imports

    def _says_nothing(self, revision: str, path: str) -> bool:
        git, index = self._git, self._index
        if git is None or index is None or self._has_imports(index):
            return index is None
        text = git.blob_at(revision, path)
        commit = git.commit(revision)
        if text is None or commit is None:
            return False
        first = index.first_entry()
        if first is None or seconds(first.timestamp) > commit.time + A_MOMENT:
            return True
        count = text.count(b"\n") + (not text.endswith(b"\n"))
        touch = Touch(revision, SourceKind.COMMIT, "")
        credit = Credit(Source(revision, SourceKind.COMMIT, path), 1, touch, Method.INFERRED)
        state = FileState(path, content_of(text), (LineRun(1, count, credit),))
        return recalled(index, git, path, text, revision, state) == state


def seconds(timestamp: str) -> float:
    """A record's timestamp in Unix seconds; a leap second is the one before it."""
    return datetime.fromisoformat(timestamp.replace(":60.", ":59.")).timestamp()
