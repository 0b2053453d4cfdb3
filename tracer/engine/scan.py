"""Which files a shell command changed: the tree's status before it and after it.

The payload of a shell call names no files. In a git repository git compares the status of the
files with its index, before the command and after it (`vcs/differences`): a file that is as the
index has it both times was not touched. Files that differ are remembered with their status and
text by the pre-hook; what another one held before is the index's blob. Elsewhere the status of
every file is kept.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from tracer.engine import pending
from tracer.engine.content import content_of
from tracer.engine.disk import Times, file_stat, read_file
from tracer.ledger import Stat
from tracer.model.disk import read_object, write_atomically
from tracer.model.workspace import SIDECAR
from tracer.vcs import Git, git_dir
from tracer.vcs.differences import added_to, differences, hidden, keep_index

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tracer.ledger import Index
    from tracer.model.workspace import Workspace

_SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "__pycache__"})
_PREFIX = f"{SIDECAR}/"
_UNDER_WAY_S = 600.0  # longer than agents let a command run


def tree_stats(workspace: Workspace) -> dict[str, Times]:
    """{path: stat} of every traceable file: tracked, or untracked and not ignored.

    Symbolic links, the sidecar and files over 32 MiB are left out.
    Cost: one git process and one lstat a file; without git a walk that skips the usual
    vendored directories.
    """
    paths = Git(workspace.root).files() if git_dir(workspace.root) else _walk(workspace.root)
    return {path: entry for path, entry in _stats(workspace, paths).items() if entry is not None}


def before_shell(workspace: Workspace, index: Index) -> dict[str, Any]:
    """What a post-hook needs to tell what a command changed, as JSON values.

    Files that git has as they are need not be read; others are, once: the index keeps their
    text until their status changes. `stats` has null for a file that git misses.
    """
    if git_dir(workspace.root) is None:
        stats = _stats(workspace, _walk(workspace.root))
        return {"stats": stats, "contents": _contents(workspace, index, stats)}
    name = keep_index(workspace.root, _copies(workspace))
    copy = os.path.join(_copies(workspace), name)
    found = differences(workspace.root, copy)
    overlooked = _overlooked(workspace, copy)
    stats = _stats(workspace, [*found.edited, *found.untracked, *overlooked])
    return {"index": name, "stats": stats, "contents": _contents(workspace, index, stats)}


def moved_since(workspace: Workspace, seen: dict[str, Any]) -> dict[str, str | None]:
    """The files whose status is not as `before_shell` saw it, with git's blob of the text before.

    Cost: as `before_shell`; two more processes where the command changed git's index.
    """
    earlier = {path: entry and tuple(entry) for path, entry in seen["stats"].items()}
    if "index" not in seen:
        now = _stats(workspace, {*_walk(workspace.root), *earlier})
        return {path: None for path in now if now[path] != earlier.get(path)}
    copy: str | None = os.path.join(_copies(workspace), seen["index"])
    if seen["index"] != "none" and not os.path.exists(str(copy)):
        copy = None  # the call took days: git's own index is all there is
    found = differences(workspace.root, copy)
    paths = [*earlier, *found.edited, *found.untracked]
    if copy is not None and keep_index(workspace.root, _copies(workspace)) != seen["index"]:
        paths += added_to(workspace.root, copy)
    moved: dict[str, str | None] = {}
    for path, entry in _stats(workspace, paths).items():
        if path in earlier:
            if entry != earlier[path]:
                moved[path] = None
        elif entry is not None or found.edited.get(path) is not None:
            moved[path] = found.edited.get(path)
    return moved


def moved_by_open_commands(workspace: Workspace, session: str | None) -> set[str]:
    """The files that moved while commands of other sessions than this one are under way.

    Their post-hooks say whose that is. A command that was silent for ten minutes was cancelled.
    Cost: nothing where there is none, else as `moved_since` for each.
    """
    found: set[str] = set()
    for _, document in pending.others(workspace, None):
        is_another = "scan" in document and document.get("session") != session
        if is_another and is_under_way(document):
            found |= moved_since(workspace, document["scan"]).keys()
    return found


def is_under_way(document: Mapping[str, Any]) -> bool:
    """Whether the command whose pre-hook kept `document` may run still, or was cancelled."""
    return time.time() - float(document.get("at", 0)) < _UNDER_WAY_S


def changed_by_shell(
    workspace: Workspace, index: Index, seen: dict[str, Any], moved: Mapping[str, str | None]
) -> dict[str, tuple[bytes | None, bytes | None]]:
    """{path: (text before, text after)} of the files of `moved_since` whose text changed.

    A file whose earlier text cannot be had any more counts as new.
    """
    changed: dict[str, tuple[bytes | None, bytes | None]] = {}
    with Git(workspace.root) as git:
        for path, blob in sorted(moved.items()):
            content = seen["contents"].get(path)
            before = index.text(content) if content else None
            if blob is not None:
                before = git.objects.blob(blob)
            after = read_file(os.path.join(workspace.root, path))
            if before != after:
                changed[path] = (before, after)
    return changed


def _walk(root: str) -> list[str]:
    found = []
    for directory, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in _SKIPPED)
        here = os.path.relpath(directory, root)
        found += [name if here == "." else f"{here}/{name}" for name in sorted(files)]
    return [path.replace(os.sep, "/") for path in found]


def _stats(workspace: Workspace, paths: Iterable[str]) -> dict[str, Times | None]:
    """The status of each path once, the sidecar's aside; None for what is no plain file."""
    root = workspace.root + os.sep
    return {path: file_stat(root + path) for path in paths if not path.startswith(_PREFIX)}


def _contents(
    workspace: Workspace, index: Index, stats: Mapping[str, Times | None]
) -> dict[str, str]:
    """The content of each file that is there; its text is kept in the index."""
    known = index.known_stats()
    contents: dict[str, str] = {}
    fresh: dict[str, Stat] = {}
    for path, entry in stats.items():
        kept = known.get(path)
        if entry is None:
            continue
        if kept is not None and kept[:3] == entry:
            contents[path] = kept.content
            continue
        text = read_file(os.path.join(workspace.root, path))
        if text is not None:
            contents[path] = content_of(text)
            index.put_text(contents[path], text)
            fresh[path] = Stat(*entry, contents[path])
    if fresh:
        index.put_stats(fresh)
    return contents


def _copies(workspace: Workspace) -> str:
    """Where copies of git's index are."""
    return os.path.join(workspace.index, "git-index")


def _overlooked(workspace: Workspace, copy: str) -> list[str]:
    """The files that git was told to overlook, by a copy of its index; asked once a copy."""
    path = f"{copy}.overlooked"
    found = read_object(path).get("paths")
    if not isinstance(found, list):
        found = hidden(workspace.root, copy)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        import json  # noqa: PLC0415 - after a change of git's index

        write_atomically(path, json.dumps({"paths": found}).encode())
    return found
