"""Before a tool call: what it could change is remembered. Imports next to nothing."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from tracer.engine import pending
from tracer.engine.announced import announcement
from tracer.engine.content import content_of
from tracer.engine.disk import read_file
from tracer.ledger import Index, make_index_dir
from tracer.ledger.settings import is_tracked
from tracer.model.enums import ActionKind
from tracer.model.errors import VcsError
from tracer.model.workspace import SIDECAR
from tracer.vcs import git_dir, head, reflog_end, stashes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

WRITES = frozenset({ActionKind.FILE_EDIT, ActionKind.DELETE, ActionKind.MOVE})
# Another MCP server's tool, or one nobody described, may write anything: watched like a shell.
WATCHED = frozenset({ActionKind.SHELL, ActionKind.MCP, ActionKind.OTHER})
_MOST_NAMED = 1000  # files of one command


def before_call(
    workspace: Workspace, event: Event, *, writes: Iterable[str] = (), no_others: bool = False
) -> None:
    """Remember the state of what a call may change. Nothing is recorded.

    `writes` are the files, as absolute paths, that the words of a command name as written;
    `no_others` says that it writes nothing else.
    Cost: for an edit one read of each target; for a shell command one git listing and the
    stats of the tree.
    """
    make_index_dir(workspace)
    with Index.open(workspace) as index:
        if event.kind in WRITES:
            files: dict[str, str | None] = {}
            for path in _paths(workspace, event):
                text = read_file(os.path.join(workspace.root, path))
                files[path] = None
                if text is not None:
                    files[path] = content = content_of(text)
                    index.put_text(content, text)
            announced = announcement(workspace, event)
            pending.keep(workspace, event, {"files": files, **announced})
        elif event.kind in WATCHED:
            from tracer.engine.scan import before_shell  # noqa: PLC0415 - git, which edits do not need

            scan = before_shell(workspace, index)
            kept = {
                "session": event.session_id,
                "scan": scan,
                "reflog": reflog_end(workspace.root),
                "head": head(workspace.root) if git_dir(workspace.root) else None,
                "stash": stashes(workspace.root),
            }
            places = list(islice(writes, _MOST_NAMED + 1))
            named = [workspace.relative(path, event.cwd) for path in places[:_MOST_NAMED]]
            if found := [path for path in named if path is not None]:
                kept["writes"] = found
                if (
                    no_others
                    and len(places) <= _MOST_NAMED
                    and not _runs_others(workspace, event, places)
                ):
                    kept["no_others"] = True
            if is_tracked(workspace) and _makes_room(workspace, event.command):
                kept["laid_aside"] = True
            pending.keep(workspace, event, kept)


def _runs_others(workspace: Workspace, event: Event, writes: Iterable[str]) -> bool:
    """Whether a command may change files that its words do not name after all.

    Git runs the hooks of the team; what writes a directory above the workspace writes all of it.
    """
    root = workspace.root + os.sep
    return re.search(r"\bgit\b", event.command or "") is not None or any(
        root.startswith(os.path.join(os.path.realpath(path), "")) for path in writes
    )


def _makes_room(workspace: Workspace, command: str | None) -> bool:
    """Take what git's index does not have out of a tracked ledger, where a command may mind it."""
    from tracer.ledger.aside import is_replacing, lay_aside  # noqa: PLC0415 - few teams track it
    from tracer.vcs import INDEX, Git  # noqa: PLC0415 - as above

    if not is_replacing(command) or git_dir(workspace.root) is None:
        return False
    path = f"{SIDECAR}/{os.path.basename(workspace.ledger)}"
    with suppress(OSError, VcsError), Git(workspace.root) as git:  # then git says what it cannot do
        staged = git.blob_at(INDEX, path)
        if lay_aside(workspace, staged or b"") and staged is not None:
            git.run("update-index", "--", path)  # an abort asks the times of a file, not its text
    return True


def _paths(workspace: Workspace, event: Event) -> list[str]:
    """Workspace paths of an event's targets, both ends of moves; outside ones left out."""
    found = []
    for target in event.targets:
        for path in (target.path, target.move_to):
            relative = workspace.relative(path, event.cwd) if path else None
            if relative is not None and relative not in found:
                found.append(relative)
    return found
