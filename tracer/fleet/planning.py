"""What a repository is now, and the tasks that its part of the warehouse is made of.

A task is named by all that its output depends on, so a plan made anew names those that are there
already by the same names. Every cut is stable under growth: a record more, a commit more or a file
changed leaves all other tasks what they are.

- `ledger`: a run of `LEDGER_LINES` lines. A ledger grows at its end.
- `intents`: the registry, small and whole.
- `lines`: who owns which lines of the files in a bucket now, and so after any commit or record.
  Files fall into buckets by their paths; there are as many as fit the repository.
- `definitions`: what the files in a bucket define.
- `history`: a run of `COMMITS` commits, in the order of the main line (`walk`).
- `origins`: lines by origin in git's history, by buckets again; reads what `history` made.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

from tracer.fleet import walk
from tracer.fleet.sources import fetch
from tracer.fleet.stamps import code_stamp
from tracer.fleet.tables import FORMAT
from tracer.intents import load
from tracer.ledger import verify
from tracer.ledger.storage import archived_names, open_ledger
from tracer.model.errors import TracerError, VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.model.workspace import Workspace
from tracer.syntax.detect import detect
from tracer.vcs import Git, git_dir, ledger_tips
from tracer.vcs import head as head_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.fleet.sources import Source

Json = dict[str, Any]

LEDGER_LINES = 10_000
FILES = 256  # in a bucket, about
COMMITS = 256
_URL = "Check its `url:`, and that git may read it without asking"
_CORRUPT = "Run `git fsck` there, or clone it anew"
_OF_CODE = {"definitions", "lines", "history", "origins"}


class Task(NamedTuple):
    """One piece of work: stateless, and named by its input.

    `name` begins with its kind. `root` is where the repository is on this machine, which the output
    does not depend on; `after` are tasks whose output it reads. `grown_from` is one that is done
    and may be its beginning: then only the rest is work, with the same result. `stamp` is that of
    the code that must do it, empty where any does.
    """

    name: str
    kind: str
    repository: str
    root: str
    inputs: Json
    after: tuple[str, ...] = ()
    grown_from: str = ""
    stamp: str = ""


class Plan(NamedTuple):
    """A repository's tasks, in order; or, with `problem`, why it cannot be taken in."""

    source: Source
    seen: Json
    head: str
    tasks: tuple[Task, ...] = ()
    problem: str = ""
    fix: str = ""


def glance(source: Source, *, history: bool) -> Json:
    """What changes when anything does that a sync would take in. Cost: some ten small files."""
    workspace = Workspace(os.path.realpath(source.root))
    directory = git_dir(workspace.root)
    return {
        "root": workspace.root,
        "head": head_of(workspace.root, directory) if directory else None,
        "index": _stat(os.path.join(directory, "index")) if directory else None,
        "shallow": _stat(os.path.join(directory, "shallow")) if directory else None,
        "ledger": _stat(workspace.ledger),
        "archive": archived_names(workspace.ledger),
        "tips": ledger_tips(workspace.root, directory) if directory else {},
        "intents": _stat(workspace.intents),
        "history": history,
        "code": code_stamp(),
        "format": FORMAT,
    }


def plan(source: Source, *, history: bool) -> Plan:
    """The tasks of a repository as it is now. Never raises what a repository can cause.

    Cost: a reading of the ledger, which must verify, and git's list of files (and of commits).
    """
    seen: Json = {}
    try:
        fetch(source)
        refused = _refused(source)
        seen = glance(source, history=history)
        if refused is not None:
            return Plan(source, seen, "", problem=refused[0], fix=refused[1])
        workspace = Workspace(os.path.realpath(source.root))
        with Git(workspace.root) as git:
            head = git.resolve("HEAD")
            tasks = [*_ledger_tasks(source, workspace), *_now_tasks(source, workspace, git, head)]
            if history:
                tasks += _history_tasks(source, git, head)
    except TracerError as error:
        fix = error.fix or (_URL if source.url else "")
        return Plan(source, seen, "", problem=error.message, fix=fix)
    except OSError as error:
        return Plan(source, seen, "", problem=f"{source.root}: {error.strerror}")
    return Plan(source, seen, head, tuple(tasks))


def _refused(source: Source) -> tuple[str, str] | None:
    """Why a repository cannot be taken in, and what to do about it."""
    root = source.root
    if not os.path.isdir(root):
        return "missing: there is no such directory", "Clone it there, or name another path"
    if git_dir(root) is None or not os.path.exists(os.path.join(root, ".git")):
        return "no git repository with files", "Name a clone that has files checked out"
    workspace = Workspace(os.path.realpath(root))
    with Git(workspace.root) as git:
        if git.resolve_or_none("HEAD") is None:
            return _no_commit(git)
        if git.shallow():
            return "shallow: its history is cut off", "Run `git fetch --unshallow` there"
        try:
            git.run("rev-list", "--count", "HEAD")  # fails where commits or trees are corrupt
            git.run("ls-tree", "-r", "-t", "HEAD")
        except VcsError as error:
            return f"corrupt: {error.message}", _CORRUPT
    return _doubted(workspace)


def _doubted(workspace: Workspace) -> tuple[str, str] | None:
    """Why a ledger, if there is one, cannot be relied on."""
    if not os.path.exists(workspace.ledger) and not archived_names(workspace.ledger):
        return None
    found = verify(workspace)
    if found.ok:
        return None
    first = found.problems[0]
    return (
        f"its ledger does not verify: line {first.line}: {first.problem}: {first.detail}",
        "Run `tracer verify` there",
    )


def _no_commit(git: Git) -> tuple[str, str]:
    try:
        is_empty = not git.run("for-each-ref", "--count=1").strip()
    except TracerError:
        is_empty = False
    if is_empty:
        return "no commits", "Commit something, or leave it out"
    if _is_unborn(git):
        return "no commits on the branch checked out", "Check out one that has some"
    return "corrupt: HEAD names no commit that is there", _CORRUPT


def _is_unborn(git: Git) -> bool:
    """Whether HEAD names a branch that nothing was committed to yet."""
    try:
        branch = os.fsdecode(git.run("symbolic-ref", "--quiet", "HEAD").rstrip(b"\n"))
        is_there = git.run("for-each-ref", branch)
        path = os.fsdecode(git.run("rev-parse", "--git-path", branch).rstrip(b"\n"))
    except TracerError:
        return False
    return not is_there and not os.path.lexists(os.path.join(git.root, path))


def _task(source: Source, kind: str, inputs: Json, after: Iterable[str] = ()) -> Task:
    stamp = code_stamp() if kind in _OF_CODE else ""
    waits = tuple(after)
    identity = json.dumps(
        [FORMAT, stamp, kind, source.name, inputs, waits], sort_keys=True, ensure_ascii=True
    )
    digest = hashlib.blake2b(identity.encode(), digest_size=16).hexdigest()
    root = os.path.realpath(source.root)
    return Task(f"{kind}-{digest}", kind, source.name, root, inputs, waits, stamp=stamp)


def _ledger_tasks(source: Source, workspace: Workspace) -> Iterator[Task]:
    """The segments of the ledger, and the registry as the ledger leaves it."""
    ledger = open_ledger(workspace.ledger)
    if ledger is not None:
        with ledger:
            start, number, first = 0, 1, 1
            digest = hashlib.blake2b(digest_size=16)
            for line in ledger.lines():
                if not line.is_terminated:
                    break
                if number - first == LEDGER_LINES:
                    yield _segment(source, start, first, number, digest.hexdigest())
                    start, first, digest = line.start, number, hashlib.blake2b(digest_size=16)
                digest.update(line.raw + b"\n")
                number = line.number + 1
            if number > first:
                yield _segment(source, start, first, number, digest.hexdigest())
    if os.path.exists(workspace.intents):
        yield _task(source, "intents", {"rows": _intents(workspace)})


def _segment(source: Source, start: int, first: int, stop: int, digest: str) -> Task:
    inputs = {"start": start, "first": first, "stop": stop, "digest": digest}
    return _task(source, "ledger", inputs)


def _intents(workspace: Workspace) -> list[Json]:
    return [
        {
            "intent_id": intent.id,
            "name": intent.name,
            "status": intent.status.value,
            "parent": intent.parent,
            "specifications": " ".join(f"{s.type}:{s.value}" for s in intent.related_specs) or None,
            "created_at": intent.created_at,
        }
        for intent in load(workspace).intents
    ]


def _now_tasks(source: Source, workspace: Workspace, git: Git, head: str) -> Iterator[Task]:
    """Lines and definitions, as they are now."""
    inputs = {"head": head, "ledger": _ledger_digest(workspace), "edits": _edits(workspace, git)}
    count = buckets_for(sum(entry.kind == "blob" for entry in git.tree(head)))
    for number in range(count):
        yield _task(source, "lines", inputs | {"bucket": number, "buckets": count})
    for bucket in _buckets(git, head):
        yield _task(source, "definitions", {"files": bucket})


def _ledger_digest(workspace: Workspace) -> str:
    """One hash over all lines of the ledger."""
    digest = hashlib.blake2b(digest_size=16)
    ledger = open_ledger(workspace.ledger)
    if ledger is not None:
        with ledger:
            for line in ledger.lines():
                digest.update(line.raw + b"\n")
    return digest.hexdigest()


def _edits(workspace: Workspace, git: Git) -> str:
    """A hash of what the files differ in from the commit; empty where they do not."""
    raw = git.run("status", "--porcelain", "-z", "--no-renames")
    paths = [entry[3:] for entry in raw.split(b"\0") if entry[:2].strip()]
    digest = hashlib.blake2b(raw, digest_size=16)
    for path in paths:
        try:
            with open(os.path.join(os.fsencode(workspace.root), path), "rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        except OSError:
            continue  # gone, or a directory
    return digest.hexdigest() if paths else ""


def _buckets(git: Git, head: str) -> list[list[list[str]]]:
    """[path, blob] of the files with a grammar, in buckets by path; no empty ones."""
    files = sorted(
        [entry.path, entry.id]
        for entry in git.tree(head)
        if entry.kind == "blob" and detect(entry.path, b"").definitions
    )
    count = buckets_for(len(files))
    buckets: list[list[list[str]]] = [[] for _ in range(count)]
    for path, blob in files:
        buckets[bucket_of(path, count)].append([path, blob])
    return [bucket for bucket in buckets if bucket]


def buckets_for(files: int) -> int:
    """Into how many buckets so many files fall: a power of two, so that growth splits each."""
    count = 1
    while count * FILES < files:
        count *= 2
    return count


def bucket_of(path: str, count: int) -> int:
    """The bucket of a path, counted from 0."""
    key = hashlib.blake2b(path.encode("utf-8", "surrogateescape"), digest_size=4).digest()
    return int.from_bytes(key, "big") % count


def _history_tasks(source: Source, git: Git, head: str) -> Iterator[Task]:
    """Runs of commits, and then what their steps say of the lines now."""
    commits = walk.ordered(git, head)
    runs = [
        _task(source, "history", {"first": first, "commits": commits[first : first + COMMITS]})
        for first in range(0, len(commits), COMMITS)
    ]
    yield from runs
    names = [run.name for run in runs]
    for bucket in _buckets(git, head):
        yield _task(source, "origins", {"head": head, "files": bucket}, names)


def _stat(path: str) -> list[int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return [found.st_size, found.st_mtime_ns, found.st_ino]
