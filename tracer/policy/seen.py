"""What each session last saw of a file, so that it cannot write over somebody's fresh change.

One small file for each session and path below the index, so that no hook waits for another and
a look-up costs one read. Parallel sessions and subagents have their own.
"""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

import xxhash

from tracer.intents.session import session_key
from tracer.model.disk import read_object, write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_KEPT_S = 7 * 24 * 3600
_RESERVED_S = 30.0
_REPORTED_S = 5.0  # a host that lives has told of its write by then
_LARGEST = 32 * 1024 * 1024  # bytes; what the engine traces


def note(workspace: Workspace, event: Event, paths: Iterable[str], *, new: bool = True) -> None:
    """Remember the present state of files the session read or wrote.

    `paths` are relative to the workspace. Without `new` only files it has seen before count.
    An index that cannot be written only means that nothing is remembered.
    """
    for path in paths:
        entry = _entry(workspace, event, path)
        if not new and not os.path.exists(entry):
            continue
        state = _state(os.path.join(workspace.root, path))
        try:
            if state is None:
                os.unlink(entry)
            else:
                os.makedirs(os.path.dirname(entry), exist_ok=True)
                write_atomically(entry, json.dumps({"path": path} | state).encode())
        except OSError:
            continue


def is_stale(workspace: Workspace, event: Event, path: str) -> bool:
    """Whether the file is another than the one the session last saw.

    A file it never saw, or that is gone, is not stale. A touched file with the same text is not.
    """
    known = read_object(_entry(workspace, event, path))
    try:
        stat = os.stat(os.path.join(workspace.root, path))
    except OSError:
        return False
    if not known:
        return False
    if [stat.st_size, stat.st_mtime_ns] == [known.get("size"), known.get("mtime")]:
        return False
    now = _state(os.path.join(workspace.root, path))
    return now is not None and now["hash"] != known.get("hash")


def reserve(workspace: Workspace, event: Event, paths: Iterable[str]) -> str | None:
    """The first of the files that another session is just writing; None when all are ours now.

    A reservation lasts from the pre-hook to the post-hook of a call. A call that was cancelled has
    no post-hook: then until its session hears from its user or stops, and at most half a minute. Of
    a host that died after its write, five seconds, where the other has read what it wrote.
    """
    wanted = sorted(set(paths))
    for number, path in enumerate(wanted):
        if not _take(workspace, event, path):
            release(workspace, event, wanted[:number])
            return path
    return None


def release(workspace: Workspace, event: Event, paths: Iterable[str]) -> None:
    """Give back what `reserve` took."""
    for path in paths:
        entry = _reservation(workspace, path)
        try:
            with open(entry, encoding="utf-8") as file:
                if file.read() == _session(event):
                    os.unlink(entry)
        except OSError:
            continue


def release_all(workspace: Workspace, event: Event) -> None:
    """Give back all that the session took: none of its calls is under way."""
    session = _session(event)
    try:
        entries = list(os.scandir(os.path.join(workspace.index, "writing")))
    except OSError:
        return
    for entry in entries:
        try:
            with open(entry.path, encoding="utf-8") as file:
                if file.read() == session:
                    os.unlink(entry.path)
        except OSError:
            continue


def _take(workspace: Workspace, event: Event, path: str) -> bool:
    entry = _reservation(workspace, path)
    session = _session(event)
    for _ in range(2):
        try:
            os.makedirs(os.path.dirname(entry), exist_ok=True)
            handle = os.open(entry, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            try:
                with open(entry, encoding="utf-8") as file:
                    owner = file.read()
                if owner in (session, ""):
                    os.utime(entry)
                    return True
                since = os.stat(entry)
                age = time.time() - since.st_mtime
                if age < _REPORTED_S or (
                    age < _RESERVED_S
                    and not _has_read_since(workspace, event, path, since.st_mtime_ns)
                ):
                    return False
                os.unlink(entry)
            except OSError:
                continue  # given back meanwhile
        except OSError:
            return True  # nowhere to write it down: not worth holding the agent up
        else:
            return _signed(handle, entry, session)
    return False


def _has_read_since(workspace: Workspace, event: Event, path: str, since: int) -> bool:
    """Whether the file was written after a time (in ns), and the session has seen it since."""
    known = read_object(_entry(workspace, event, path))
    try:
        stat = os.stat(os.path.join(workspace.root, path))
    except OSError:
        return False
    is_seen = [stat.st_size, stat.st_mtime_ns] == [known.get("size"), known.get("mtime")]
    return is_seen and stat.st_mtime_ns > since


def _signed(handle: int, entry: str, session: str) -> bool:
    """Write into a reservation whose it is. One that a full disk leaves empty would hold up all."""
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(session)
    except OSError:
        try:
            os.unlink(entry)
        except OSError:
            return True  # empty, so nobody's: see `_take`
    return True


def _reservation(workspace: Workspace, path: str) -> str:
    name = xxhash.xxh3_128_hexdigest(path.encode("utf-8", "surrogateescape"))
    return os.path.join(workspace.index, "writing", name)


def _session(event: Event) -> str:
    return session_key(event.agent, event.session_id)


def settle(workspace: Workspace, event: Event, since: float) -> None:
    """Take over what a command of the session did to files it had seen.

    They are those changed on disk since the command began (`since`, seconds since 1970).
    """
    directory = os.path.dirname(_entry(workspace, event, ""))
    try:
        entries = list(os.scandir(directory))
    except OSError:
        return
    changed = []
    for entry in entries:
        path = read_object(entry.path).get("path")
        try:
            if path and os.stat(os.path.join(workspace.root, path)).st_mtime >= since:
                changed.append(path)
        except OSError:
            continue
    note(workspace, event, changed)


def sweep(workspace: Workspace, now: float | None = None) -> int:
    """The number of sessions forgotten, of which nothing was heard for a week."""
    from shutil import rmtree  # noqa: PLC0415 - once a session

    oldest = (time.time() if now is None else now) - _KEPT_S
    removed = 0
    try:
        entries = list(os.scandir(os.path.join(workspace.index, "seen")))
    except OSError:
        return 0
    for entry in entries:
        if entry.stat().st_mtime < oldest:
            rmtree(entry.path, ignore_errors=True)
            removed += 1
    return removed


def _entry(workspace: Workspace, event: Event, path: str) -> str:
    name = xxhash.xxh3_128_hexdigest(path.encode("utf-8", "surrogateescape"))
    return os.path.join(workspace.index, "seen", _session(event), name)


def _state(path: str) -> dict[str, Any] | None:
    """The file's stat and hash; None where there is no file that is traced."""
    try:
        with open(path, "rb") as file:
            stat = os.fstat(file.fileno())
            if stat.st_size > _LARGEST:
                return None
            digest = xxhash.xxh3_128_hexdigest(file.read())
    except OSError:
        return None
    return {"size": stat.st_size, "mtime": stat.st_mtime_ns, "hash": digest}
