"""What a call is about to make of its files (D9)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.model.changes import ChangeSet

if TYPE_CHECKING:
    from tracer.model.events import Event, Target
    from tracer.model.workspace import Workspace


def change_set(workspace: Workspace, event: Event) -> ChangeSet | None:
    """The change a call proposes to the files on disk; None where a text cannot be foreseen."""
    before: dict[str, bytes] = {}
    after: dict[str, bytes] = {}
    for target in event.targets:
        path = workspace.relative(target.path, event.cwd)
        if path is None:
            continue
        text = after[path] if path in after else read(os.path.join(workspace.root, path))
        if text is not None and path not in before:
            before[path] = text
        made = proposed(target, text)
        if target.op == "delete":
            after.pop(path, None)
            continue
        if made is None:
            return None
        end = workspace.relative(target.move_to, event.cwd) if target.move_to else path
        after.pop(path, None)
        if end is not None:
            after[end] = made
    return ChangeSet.from_texts(before, after) if before or after else None


def proposed(target: Target, text: bytes | None) -> bytes | None:
    """The text of one file after the call; None where an edit does not fit what is there."""
    if target.after is not None:
        return target.after.encode("utf-8", "surrogateescape")
    if text is None:
        return None
    made = text
    for edit in target.edits:
        before, after = _as_on_disk(edit.before, made), _as_on_disk(edit.after, made)
        if not before or before not in made:
            return None
        made = made.replace(before, after, -1 if edit.replace_all else 1)
    return made if target.edits or target.op == "move" else None


def _as_on_disk(text: str, disk: bytes) -> bytes:
    """The text with the line ends of the file: agents write LF also for a CRLF file."""
    raw = text.encode("utf-8", "surrogateescape")
    if b"\r\n" in disk and b"\r\n" not in raw:
        raw = raw.replace(b"\n", b"\r\n")
    return raw


def read(path: str) -> bytes | None:
    """The file's bytes, None where there is none to read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None
