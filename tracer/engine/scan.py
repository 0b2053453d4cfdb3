"""Which files a shell command changed: the tree's stats before it and after it.

The payload of a shell call names no files. Stats are compared with those of the pre-hook;
only files that differ are read. What a changed file held before comes from the index, from
the blob git had for it while it was clean, or was read by the pre-hook because it was neither.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.engine.disk import Times, file_stat, read_file
from tracer.ledger import Stat
from tracer.model.workspace import SIDECAR
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.model.workspace import Workspace

_SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "__pycache__"})


def tree_stats(workspace: Workspace) -> dict[str, Times]:
    """{path: stat} of every traceable file: tracked, or untracked and not ignored.

    Symbolic links, the sidecar and files over 32 MiB are left out.
    Cost: one git process and one lstat a file; without git a walk that skips the usual
    vendored directories.
    """
    paths = Git(workspace.root).files() if git_dir(workspace.root) else _walk(workspace.root)
    found: dict[str, Times] = {}
    prefix = SIDECAR + "/"
    for path in paths:
        if path.startswith(prefix):
            continue
        entry = file_stat(os.path.join(workspace.root, path))
        if entry is not None:
            found[path] = entry
    return found


def _walk(root: str) -> list[str]:
    found = []
    for directory, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in _SKIPPED)
        here = os.path.relpath(directory, root)
        found += [name if here == "." else f"{here}/{name}" for name in sorted(files)]
    return [path.replace(os.sep, "/") for path in found]


def before_shell(workspace: Workspace, index: Index) -> dict[str, Any]:
    """What a post-hook needs to tell what a command changed, as JSON values.

    Files that git has as they are need not be read; others are, once: the index keeps their
    text until their stat changes.
    """
    stats = tree_stats(workspace)
    blobs = _clean_blobs(workspace, stats)
    known = index.known_stats()
    contents: dict[str, str] = {}
    fresh: dict[str, Stat] = {}
    for path, entry in stats.items():
        kept = known.get(path)
        if kept is not None and kept[:3] == entry:
            contents[path] = kept.content
        elif path not in blobs:
            text = read_file(os.path.join(workspace.root, path))
            if text is not None:
                contents[path] = content_of(text)
                index.put_text(contents[path], text)
                fresh[path] = Stat(*entry, contents[path])
    if fresh:
        index.put_stats(fresh)
    return {"stats": stats, "contents": contents, "blobs": blobs}


def _clean_blobs(workspace: Workspace, stats: dict[str, Times]) -> dict[str, str]:
    """{path: blob id} of the tracked files that are on disk as git's index has them."""
    if not git_dir(workspace.root):
        return {}
    git = Git(workspace.root)
    dirty = set(git.run("diff-files", "--name-only", "-z", "--", ".").split(b"\0"))
    prefix = git.prefix.encode("utf-8", "surrogateescape")
    blobs = {}
    for line in git.run("ls-files", "-s", "-z", "--", ".").split(b"\0"):
        head, _, raw = line.partition(b"\t")
        path = raw.decode("utf-8", "surrogateescape")
        if path in stats and prefix + raw not in dirty:
            blobs[path] = head.split()[1].decode()
    return blobs


def changed_by_shell(
    workspace: Workspace, index: Index, seen: dict[str, Any]
) -> dict[str, tuple[bytes | None, bytes | None]]:
    """{path: (text before, text after)} of the files that differ from what `before_shell` saw.

    A file whose earlier text cannot be had any more counts as new.
    """
    stats = tree_stats(workspace)
    earlier: dict[str, Times] = {path: tuple(entry) for path, entry in seen["stats"].items()}
    changed: dict[str, tuple[bytes | None, bytes | None]] = {}
    for path in sorted(stats.keys() | earlier.keys()):
        if stats.get(path) == earlier.get(path):
            continue
        before = _text_before(workspace, index, seen, path) if path in earlier else None
        after = read_file(os.path.join(workspace.root, path)) if path in stats else None
        if before != after:
            changed[path] = (before, after)
    return changed


def _text_before(
    workspace: Workspace, index: Index, seen: dict[str, Any], path: str
) -> bytes | None:
    content = seen["contents"].get(path)
    text = index.text(content) if content else None
    if text is None and path in seen["blobs"]:
        with Git(workspace.root) as git:
            text = git.objects.blob(seen["blobs"][path])
    return text
