"""`tracer log` without a range: what happened in a project, or to a file or directory of it.

Commits and the ledger's records of changes in one list, newest first. A commit stands where git's
history has it, a record at its time.
"""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracer.ledger import Problem, read, settled_by
from tracer.model.enums import EntityType, Verdict
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git, contributor_of, git_dir

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.model.workspace import Workspace
    from tracer.vcs import Commit

Json = dict[str, Any]

_CHANGES = frozenset({"mutation", "reconcile", "import"})
_AHEAD = 64  # commits read at once


class _Told(NamedTuple):
    """A record or commit, and when it was: seconds since 1970."""

    time: float
    entry: Json


def project_log(
    workspace: Workspace,
    path: str = "",
    *,
    rev: str | None = None,
    limit: int | None = None,
    ledger_of: Workspace | None = None,
) -> Iterator[Json]:
    """The commits of `rev` (HEAD; or `REV..REV`) and the records of changes, newest first.

    An entry has `id`, `kind` (`commit` or `record`), `timestamp`, `contributor`, `intent_ids`,
    `mutation_class` (of records; null of commits, which nobody measured), `summary`, and `paths`
    of a record's files. With `path` those of a file, through renames that git or a record tells,
    or of a directory. With `rev` only records that are no younger than it. `ledger_of` is the
    workspace around a repository that has no ledger of its own. At most `limit` are told.
    Cost: one git process, one reading of the ledger; a commit is read when it is taken.
    Raises: InputError where there is neither git nor a ledger; VcsError for an unknown revision.
    """
    has_git = git_dir(workspace.root) is not None
    ledger = ledger_of or workspace
    if not has_git and not os.path.exists(ledger.ledger):
        raise InputError(
            f"{workspace.root}: neither a ledger nor a git repository",
            fix="Run `tracer init`, then let an agent work",
        )
    return _told(_joined((workspace, ledger), path, rev, has_git=has_git), workspace, path, limit)


def _told(
    entries: Iterable[Json], workspace: Workspace, path: str, limit: int | None
) -> Iterator[Json]:
    """At most `limit` entries; an error for a path that never was."""
    count = 0
    for entry in entries:
        if limit is not None and count >= limit:
            return
        count += 1
        yield entry
    if not count and path and not os.path.lexists(os.path.join(workspace.root, path)):
        raise InputError(
            f"{path}: no commit and no record knows it", fix="Name a file or directory of yours"
        )


def _joined(
    places: tuple[Workspace, Workspace], path: str, rev: str | None, *, has_git: bool
) -> Iterator[Json]:
    workspace, ledger = places
    with Git(workspace.root) as git:
        start = end = None
        if has_git:
            first, dots, last = (rev or "").partition("..")
            end = git.resolve(first or "HEAD") if dots else None
            wanted = (last.lstrip(".") or "HEAD") if dots else rev
            start = git.resolve(wanted) if wanted is not None else git.resolve_or_none("HEAD")
        prefix = os.path.relpath(workspace.root, ledger.root).replace(os.sep, "/")
        inside = path if prefix == "." else f"{prefix}/{path}".rstrip("/")
        records = _records(ledger, inside)
        if rev is not None and start is not None and (commit := git.commit(start)) is not None:
            since = git.commit(end) if end is not None else None
            records = [
                one
                for one in records
                if one.time <= commit.time and (since is None or one.time > since.time)
            ]
        for made in _commits(git, start, path, end) if start is not None else ():
            while records and records[-1].time >= made.time:
                yield records.pop().entry
            yield made.entry
        yield from (one.entry for one in reversed(records))


def _commits(git: Git, start: str, path: str, end: str | None) -> Iterator[_Told]:
    """The commits that touched a path, in git's order; not `end` and what came before it."""
    arguments = ["log", "--format=%H", start, *([f"^{end}"] if end is not None else [])]
    if path and git.objects.blob(f"{start}:{git.prefix}{path}") is not None:
        arguments.insert(1, "--follow")  # of one file only, says git
    shas = git.run(*arguments, "--", path or ".").decode("ascii").split()
    for i, sha in enumerate(shas):
        if i % _AHEAD == 0:
            git.read_ahead(shas[i : i + _AHEAD])
        commit = git.commit(sha)
        if commit is not None:
            yield _Told(commit.time, _of_commit(commit))


def _of_commit(commit: Commit) -> Json:
    who = contributor_of(commit)
    return {
        "id": commit.id,
        "kind": "commit",
        "timestamp": commit.timestamp,
        "contributor": {
            "entity_type": str(who.entity_type),
            "model_identifier": who.model_identifier,
            "name": who.name,
        },
        "intent_ids": list(dict.fromkeys(commit.values("intent"))),
        "mutation_class": None,
        "summary": commit.subject,
        "paths": None,
    }


def _records(workspace: Workspace, path: str) -> list[_Told]:
    """The records of changes, oldest first; those of a path, under its earlier names too."""
    found: list[Json] = []
    classes: dict[str, str] = {}
    for _, record in read(workspace) if os.path.exists(workspace.ledger) else ():
        if isinstance(record, Problem):
            continue
        classes.update(settled_by(record))
        if record["event"] in _CHANGES and record.get("files"):
            found.append(record)
    found.sort(key=lambda record: str(record["timestamp"]))
    if path:
        found = _of_path(found, path)
    return [
        _Told(_seconds(record["timestamp"]), _of_record(record, classes.get(record["id"])))
        for record in found
    ]


def _of_path(records: list[Json], path: str) -> list[Json]:
    """The records that touched a file or a directory; from the newest back, names are followed."""
    names, kept = {path}, []
    for record in reversed(records):
        touched = [
            file
            for file in record["files"]
            if any(_is_in(place, names) for place in (file["relative_path"], _before(file)))
        ]
        if touched:
            kept.append(record)
        names |= {_before(file) for file in touched if file["relative_path"] in names} - {""}
    return kept[::-1]


def _before(file: Json) -> str:
    return file.get("before_path") or ""


def _is_in(place: str, names: set[str]) -> bool:
    return place in names or any(place.startswith(f"{name}/") for name in names)


def _of_record(record: Json, completed: str | None) -> Json:
    paths = [str(file["relative_path"]) for file in record["files"]]
    who = record.get("contributor") or next(
        (
            conversation["contributor"]
            for file in record["files"]
            for conversation in file["conversations"]
            if conversation.get("contributor")
        ),
        {"entity_type": EntityType.UNKNOWN.value},
    )
    intent = record.get("intent_id")
    measured = completed or record.get("mutation_class")
    return {
        "id": record["id"],
        "kind": "record",
        "timestamp": record["timestamp"],
        "contributor": who,
        "intent_ids": [intent] if intent else [],
        "mutation_class": str(Verdict(measured)) if measured else None,
        "summary": _EVENTS[record["event"]],
        "paths": paths,
    }


_EVENTS = {
    "mutation": "changed",
    "reconcile": "found changed outside any hook",
    "import": "taken over from another tool",
}


def _seconds(timestamp: str) -> float:
    return datetime.fromisoformat(timestamp).timestamp()
