"""What the ledger knew of code that a commit holds: by hashes of lines, so that all clones agree.

A rebase, a squash or a cherry-pick makes new commits of code that records describe, and so does
whoever edits without a hook and commits. Where a record of before the commit says whose lines are
that stand in it unchanged, they are still theirs.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tracer.engine.other_clones import cuts_by_hash, recall_by_hash
from tracer.engine.values import News
from tracer.lineage import Maker
from tracer.model.attribution import Credit, FileState, LineRun, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.vcs import is_shallow_boundary, unreachable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tracer.ledger import Index
    from tracer.vcs import Git
    from tracer.vcs.commits import Commit

Led = dict[tuple[str, str], bool]  # whether a commit led to another one

# Edits found on disk that no record tells of: changed outside any hook, by nobody we know.
UNSEEN = Maker("", SourceKind.UNKNOWN, Method.RECONCILED)

# Lines nobody asked about, while a state has to have all.
_UNASKED = Source("", SourceKind.RECORD, "")
_COMMIT_KINDS = frozenset({SourceKind.COMMIT.value, SourceKind.BASELINE.value})
_MOST_GIVERS = 40  # files of one commit
_MOST_COMMITS = 100  # of one second
_A_SECOND = 1.0  # what a commit's time may be behind the record's of the same moment


def recalled(  # noqa: PLR0913, PLR0917 - a file at a commit, and who may know of it
    index: Index,
    git: Git,
    path: str,
    text: bytes,
    revision: str,
    state: FileState,
    *,
    is_rewritten: bool = False,
) -> FileState:
    """The state of a file at a commit, with what records say of lines that it credits to commits.

    `is_rewritten`: the commits are gone that knew where code of the file came from.
    Cost: the records of before the commit at the file's path are read, at most 200.
    """
    commit = git.commit(revision)
    if commit is None:
        return state

    led: Led = {}

    def is_earlier(new: Credit, known: Credit) -> bool:
        return was_earlier(index, git, new, known, led)

    news = News(
        {path: covering(state, text)},
        {path: text},
        {},
        # Lines are known by runs of them, of which only some may be asked about.
        lambda credit: is_new(credit) or credit.origin == _UNASKED,
        UNSEEN,
        lambda place: git.blob_at(revision, place),
        is_earlier,
    )
    until = datetime.fromtimestamp(commit.time + _A_SECOND, UTC)
    givers: Sequence[str] = ()
    if is_rewritten or is_shallow_boundary(git.root, commit.id):
        # What commits before it changed is not known: code may have come out of any file.
        givers = index.paths_left(_MOST_GIVERS, unseen=False, until=until)
    elif commit.parents:
        givers = _changed_beside(git, commit.id, commit.parents[0], path)
    found = recall_by_hash(index, news, by_all=True, until=until, givers=givers).get(path)
    return state if found is None else without_unasked(found)


def cuts_recalled(index: Index, git: Git, place: tuple[str, str], line: bytes) -> list[Credit]:
    """What records of before a commit say of a line of its file that somebody took code from.

    `place` is the commit and the path. Cost: see `cuts_by_hash`.
    """
    revision, path = place
    commit = git.commit(revision)
    if commit is None:
        return []
    until = datetime.fromtimestamp(commit.time + _A_SECOND, UTC)
    return cuts_by_hash(index, path, line, until)


def _changed_beside(git: Git, commit: str, parent: str | None, path: str) -> tuple[str, ...]:
    """The other files that a commit changed, if they are few; code may have come out of them."""
    changes = git.changed_in(commit, parent)
    if len(changes) > _MOST_GIVERS:
        return ()
    paths = (change.after_path for change in changes)
    return tuple(sorted(other for other in paths if other is not None and other != path))


def was_earlier(index: Index, git: Git | None, new: Credit, known: Credit, led: Led) -> bool:
    """Whether code was known before the commit that a credit names brought it.

    Of a commit that is known to have it the new one must be a descendant: what was rebased away is
    in this clone only. `led` keeps which are.
    """
    if known.origin.kind is SourceKind.UNKNOWN or new.origin == _UNASKED:
        return False
    if new.origin.kind is SourceKind.UNKNOWN or git is None:
        return True
    commit = git.commit(new.origin.id)
    if commit is None:
        return False
    if known.origin.kind is not SourceKind.RECORD:
        older = git.commit(known.origin.id)
        if older is None or older.time > commit.time or older.id == commit.id:
            return False
        pair = older.id, commit.id
        if pair not in led:
            led[pair] = not unreachable(git, [older.id], commit.id)
        return led[pair]
    return was_recorded_before(index, git, known.origin.id, commit.id)


def was_recorded_before(index: Index, git: Git, identity: str, revision: str) -> bool:
    """Whether a record was made before a commit."""
    commit = git.commit(revision)
    if commit is None:
        return False
    record = index.entry(identity)
    if record is None:
        return False
    moment = datetime.fromisoformat(record.timestamp).timestamp()
    if not commit.time <= moment < commit.time + _A_SECOND:
        return moment < commit.time
    # Of one second: what was checked out when the record was made, and the commits that it
    # credits code to, say which came first.
    whole = index.record(identity) or {}
    base = (whole.get("vcs") or {}).get("revision_id")
    known = [*([base] if isinstance(base, str) else []), *credited_commits(whole)]
    return not any(_stands_on(git, sha, commit) for sha in known)


def credited_commits(record: Mapping[str, Any]) -> list[str]:
    """The commits that a record credits code to, sorted: all were there when it was made."""
    found: set[str] = set()
    for file in record.get("files") or ():
        for credit in file.get("credits") or ():
            if credit.get("origin_kind") in _COMMIT_KINDS:
                found.add(credit["origin"])
    return sorted(found)


def _stands_on(git: Git, revision: str, commit: Commit) -> bool:
    """Whether a revision is a commit, or was made upon it in the same second or later."""
    work, seen = [revision], set[str]()
    while work and len(seen) < _MOST_COMMITS:
        sha = work.pop()
        if sha == commit.id:
            return True
        found = None if sha in seen else git.commit(sha)
        seen.add(sha)
        if found is not None and found.time >= commit.time:
            work += found.parents
    return False


def is_new(credit: Credit) -> bool:
    """Whether nobody but a commit, or nobody at all, is known to have written code."""
    return credit.origin.kind in {SourceKind.COMMIT, SourceKind.UNKNOWN}


def covering(state: FileState, text: bytes) -> FileState:
    """A state of all lines: those that are missing are nobody's who could be asked."""
    count = text.count(b"\n") + bool(text and not text.endswith(b"\n"))
    covered = {line for run in state.runs for line in range(run.start_line, run.end_line + 1)}
    covered.update(entry.line for entry in state.mixed)
    nothing = Credit(_UNASKED, 1, Touch("", SourceKind.RECORD, ""), Method.UNKNOWN)
    runs = [LineRun(n, n, nothing) for n in range(1, count + 1) if n not in covered]
    return state._replace(runs=tuple(sorted([*state.runs, *runs])))


def without_unasked(state: FileState) -> FileState:
    """A state without the lines that `covering` added."""
    runs = tuple(run for run in state.runs if run.credit.origin != _UNASKED)
    return state._replace(runs=runs)
