"""Whether a call changed what governs the agents, where no gate could see it beforehand.

The files are hashed before a command runs and compared after it. What tracer itself wrote
meanwhile, for another session, is known by its hash and is no finding.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import TYPE_CHECKING

from tracer.intents.registry import IGNORE_FILE
from tracer.intents.store_stamp import written_by_tracer
from tracer.model.disk import read_object, read_regular, write_atomically
from tracer.model.errors import TracerError
from tracer.model.workspace import SIDECAR
from tracer.policy.circuit import key_of
from tracer.policy.facts import GOVERNING
from tracer.vcs import blob_at, common_dir, git_dir

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_UNDER_WAY_S = 600.0  # a command that was cancelled has no end
_LARGEST = 1 << 24  # bytes of a governing file
_MOST_FILES = 500  # in one protected directory
_GIT_FILES = ("config.worktree", "info/attributes", "commondir")
# Sections and keys of git's configuration that git's own commands write all day. Others run
# programs or say where to find more configuration.
_DAILY = (b"branch", b"remote", b"submodule", b"user", b"extensions", b"maintenance", b"gc", b"lfs")
_RUNS = (b"uploadpack", b"receivepack", b"vcs", b"proxy", b"update", b"program", b"worktreeconfig")


def before(workspace: Workspace, event: Event, protected: Iterable[str], mode: str) -> None:
    """Remember what governs the agents. Raises: OSError where that cannot be written."""
    path = _path(workspace, event)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    kept = {"mode": mode, "files": _state(workspace, protected)}
    write_atomically(path, json.dumps(kept).encode())


def mode_before(workspace: Workspace, event: Event) -> str | None:
    """The mode in which the call began, as `before` was told."""
    mode = read_object(_path(workspace, event)).get("mode")
    return mode if isinstance(mode, str) else None


def began(workspace: Workspace, event: Event) -> float | None:
    """When the pre-hook of the call ran, in seconds since 1970; None where there was none."""
    try:
        return os.stat(_path(workspace, event)).st_mtime
    except OSError:
        return None


def is_under_way(workspace: Workspace) -> bool:
    """Whether a command of an agent runs in the workspace just now, as far as hooks tell."""
    oldest = time.time() - _UNDER_WAY_S
    try:
        with os.scandir(os.path.join(workspace.index, "control")) as entries:
            return any(entry.stat().st_mtime > oldest for entry in entries)
    except OSError:
        return False


def after(workspace: Workspace, event: Event, protected: Iterable[str]) -> list[str]:
    """The governing files that are not as before the call, sorted."""
    path = _path(workspace, event)
    known = read_object(path).get("files") or {}
    try:
        os.unlink(path)
    except OSError:
        return []
    now = _state(workspace, protected)
    found = {name for name in known.keys() | now.keys() if known.get(name) != now.get(name)}
    ledger = f"{SIDECAR}/agent_trace.jsonl"
    if ledger in found and int(now.get(ledger) or 0) >= int(known.get(ledger) or 0):
        found.discard(ledger)  # it only grew
    elif ledger in found and _is_another_branch(workspace, ledger):
        found.discard(ledger)
    return sorted(name for name in found if not written_by_tracer(workspace, now.get(name), name))


def _is_another_branch(workspace: Workspace, ledger: str) -> bool:
    """Whether a shorter ledger is what git has checked out, and nothing of its branch is gone."""
    from tracer.engine.sealing import reverted  # noqa: PLC0415 - few teams track the ledger
    from tracer.ledger.settings import is_tracked  # noqa: PLC0415 - as above

    if not is_tracked(workspace):
        return False
    try:
        committed = blob_at(workspace.root, "HEAD", ledger) or b""
        if not committed:
            return False  # no branch holds one: nothing was checked out
        is_whole = read_regular(workspace.ledger, _LARGEST).startswith(committed)
        return is_whole and not reverted(workspace)
    except (OSError, TracerError):
        return False


def _state(workspace: Workspace, protected: Iterable[str]) -> dict[str, str]:
    """{path: hash} of the files that are there; of the ledger its size."""
    names = [f"{SIDECAR}/{name}" for name in GOVERNING if name != ".index/mode"]
    names.append(IGNORE_FILE)
    for name in protected:
        names += _inside(workspace.root, name) if name.endswith("/") else [name]
    state = _git_state(workspace)
    for name in names:
        digest = _hash(os.path.join(workspace.root, name))
        if digest is not None:
            state[name] = digest
    try:
        state[f"{SIDECAR}/agent_trace.jsonl"] = str(os.path.getsize(workspace.ledger))
    except OSError:
        return state
    return state


def _inside(root: str, name: str) -> list[str]:
    """The files in a protected directory and those below it, as many as anybody has."""
    found: list[str] = []
    waiting = [name.rstrip("/")]
    while waiting and len(found) < _MOST_FILES:
        at = waiting.pop()
        try:
            with os.scandir(os.path.join(root, at)) as entries:
                for entry in sorted(entries, key=lambda item: item.name):
                    path = f"{at}/{entry.name}"
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(path)
                    else:
                        found.append(path)
        except OSError:
            continue
    return found


def _git_state(workspace: Workspace) -> dict[str, str]:
    """{path: hash} of git's hooks, attributes and what of its configuration runs programs."""
    own = git_dir(workspace.root)
    if own is None:
        return {}
    state = {}
    common = common_dir(own)
    modules = os.path.join(common, "modules")
    inner = sorted(os.listdir(modules)) if os.path.isdir(modules) else []
    places = [(".git", common), (".git", own)] if own != common else [(".git", common)]
    places += [(f".git/modules/{name}", os.path.join(modules, name)) for name in inner]
    for shown, directory in places:
        for name in (*_GIT_FILES, *_inside(directory, "hooks/")):
            digest = _hash(os.path.join(directory, name))
            if digest is not None:
                state[f"{shown}/{name}"] = digest
        try:
            raw = read_regular(os.path.join(directory, "config"), _LARGEST)
        except OSError:
            continue
        state[f"{shown}/config"] = hashlib.sha256(_running(raw)).hexdigest()
    return state


def _running(raw: bytes) -> bytes:
    """The lines of a git configuration that are not written by everyday commands."""
    kept, is_daily = [], False
    for line in raw.splitlines():
        text = line.strip()
        if text.startswith(b"["):
            is_daily = text[1:].partition(b"]")[0].split(b" ")[0].lower() in _DAILY
            key = text.partition(b"]")[2].strip()
            if not is_daily:
                kept.append(text)
            text = key
        runs = any(word in text.lower() for word in _RUNS)
        if text and (not is_daily or runs or text.endswith(b"\\")):
            kept.append(text)
    return b"\n".join(kept)


def _hash(path: str) -> str | None:
    try:
        return hashlib.sha256(read_regular(path, _LARGEST)).hexdigest()
    except OSError:
        return None


def _path(workspace: Workspace, event: Event) -> str:
    call = event.call_id or key_of(event)
    key = hashlib.sha256(f"{event.agent}\0{event.session_id}\0{call}".encode()).hexdigest()
    return os.path.join(workspace.index, "control", f"{key[:32]}.json")
