"""The rows of a run of commits, and of lines by origin in git's history.

What a commit did to lines depends on it and its parents alone, so runs are worked on apart. Their
steps, put together, are what one walk would have worked out: a walk that finds them parses nothing,
and where it does not find one it works it out itself. Either way its answer is the same, across
renames, moves between files and code that came back (`tests/unit/fleet/test_history_rows.py`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tracer.fingerprint import fingerprint
from tracer.fleet.file_rows import parsed_text
from tracer.history.backfill import steps_of_commit
from tracer.history.blame import blame_history, origin_facts
from tracer.history.cache import HistoryCache
from tracer.history.versions import Versions
from tracer.lineage import line_owner
from tracer.model.enums import Rung
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.queries.credits import parts_by_line
from tracer.syntax import parse
from tracer.syntax.detect import detect
from tracer.syntax.names import elements
from tracer.vcs import contributor_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tracer.model.workspace import Workspace
    from tracer.vcs import Commit, Git, PathChange

Json = dict[str, Any]
Row = tuple[str, Json]

_KEPT = 200  # versions looked at before what is remembered of them is let go of


class StepStore(HistoryCache):
    """A history cache in memory, whose values come from the warehouse and go there."""

    def __init__(self, known: dict[bytes, bytes] | None = None) -> None:
        super().__init__(None)
        self._known = known or {}
        self.made: dict[bytes, bytes] = {}

    def get(self, key: bytes) -> bytes | None:
        """The value of a key, or None."""
        found = self.made.get(key)
        return found if found is not None else self._known.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        """Keep a value."""
        self.made[key] = value


class Run(NamedTuple):
    """Commits one after the other, the place of the first on the walk, and rows of earlier ones.

    `known` gives, by table, all rows of the first commits of the run, or is empty.
    """

    first: int
    commits: list[str]
    known: Mapping[str, Callable[[], Iterable[Json]]]


def history_rows(repository: str, workspace: Workspace, git: Git, run: Run) -> Iterator[Row]:
    """(table, row) of a run of commits: `commits` and `introductions`, and then its `steps`.

    Cost: a parse, match and lineage of every changed file of every commit that is not known, and
    three rungs of it. Memory: by the files of the largest commit.
    """
    store = StepStore()
    for row in _rows_of(run, "steps"):
        store.made[row["key"]] = row["value"]
    done = 0
    for row in _rows_of(run, "commits"):
        done += 1
        yield "commits", row
    for row in _rows_of(run, "introductions"):
        yield "introductions", row
    versions = Versions(workspace, git, cache=store)
    looked_at = 0
    for position, identity in enumerate(run.commits[done:], run.first + done):
        commit = git.commit(identity)
        if commit is None:
            raise InputError(
                f"{repository}: commit {identity[:12]} is missing", fix="Run `git fsck` there"
            )
        changes = git.changes(commit.parents[0] if commit.parents else None, identity)
        yield "commits", _commit(repository, commit, position, len(changes))
        for row in _introduced(repository, git, commit, changes):
            yield "introductions", row
        looked_at += steps_of_commit(versions, identity)
        if looked_at >= _KEPT:  # what is kept of versions is for the commits next to them
            versions, looked_at = Versions(workspace, git, cache=store), 0
    for key, value in sorted(store.made.items()):
        yield "steps", {"repository": repository, "key": key, "value": value}


def _commit(repository: str, commit: Commit, position: int, files: int) -> Json:
    """The row of a commit that changed so many files."""
    who = contributor_of(commit)
    return {
        "repository": repository,
        "commit_id": commit.id,
        "position": position,
        "timestamp": commit.timestamp,
        "intent_id": commit.intent_id,
        "entity_type": who.entity_type.value,
        "model_identifier": who.model_identifier,
        "contributor": who.name,
        "parents": len(commit.parents),
        "files": files,
    }


def _rows_of(run: Run, table: str) -> Iterable[Json]:
    return run.known[table]() if table in run.known else ()


def _introduced(
    repository: str, git: Git, commit: Commit, changes: Iterable[PathChange]
) -> Iterator[Json]:
    """The definitions that a commit brought; a merge brings none that its sides did not."""
    if len(commit.parents) > 1:
        return
    shared = {"repository": repository, "commit_id": commit.id, "timestamp": commit.timestamp}
    for change in changes:
        for row in _new_definitions(git, change):
            yield shared | row


def _new_definitions(git: Git, change: PathChange) -> Iterator[Json]:
    """Definitions of a file that did not stand in the one before, or read otherwise there."""
    if change.after_path is None or change.after_id is None or not change.is_text:
        return
    before = _definitions(git, change.before_path, change.before_id)
    for name, digest in sorted(_definitions(git, change.after_path, change.after_id) - before):
        yield {"path": change.after_path, "name": name, "alpha_hash": digest}


def _definitions(git: Git, path: str | None, blob: str | None) -> set[tuple[str, str]]:
    """(name, hash at `ALPHA`) of the definitions of a file version."""
    if path is None or blob is None or not detect(path, b"").definitions:
        return set()
    text = parsed_text(git, blob)
    if text is None:
        return set()
    tree = parse(text, path=path)
    prints = fingerprint(tree)
    return {
        (element.name, prints.digest(Rung.ALPHA, element.row).hex()) for element in elements(tree)
    }


def origin_rows(
    repository: str,
    workspace: Workspace,
    head: str,
    paths: Iterable[str],
    known: dict[bytes, bytes],
) -> Iterator[Json]:
    """The lines of files at `head` by the commit that gave them their meaning.

    `known` are the steps of the history. Cost: a walk of each path's commits.
    """
    for path in paths:
        store = StepStore(known)
        told = blame_history(workspace, path, head, cache=store)
        last: Json | None = None
        times = {key: float(commit.time) for key, commit in told.commits.items()}
        when = partial(_moment, times)
        for line, parts in sorted(parts_by_line(told.state).items()):
            owner = line_owner(parts, when, (path, line))
            now = _origin(repository, path, owner.origin, told.commits.get(owner.origin.id))
            if last is not None and last["end_line"] + 1 == line and now == _facts(last):
                last["end_line"] = line
                last["lines"] += 1
                continue
            if last is not None:
                yield last
            last = now | {"start_line": line, "end_line": line, "lines": 1}
        if last is not None:
            yield last


def _moment(times: dict[str, float], identity: str, _credit: object) -> float:
    return times.get(identity, 0.0)


def _origin(repository: str, path: str, origin: Any, commit: Any) -> Json:
    facts = origin_facts(commit)
    return {
        "repository": repository,
        "path": path,
        "commit_id": origin.id or None,
        "origin_path": origin.path,
        "intent_id": facts["intent_id"],
        "entity_type": facts["contributor"]["entity_type"],
        "contributor": facts["contributor"]["name"],
    }


def _facts(row: Json) -> Json:
    return {key: value for key, value in row.items() if not key.endswith(("_line", "lines"))}
