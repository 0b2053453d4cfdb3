"""The texts of a file around a call: before it, as its edits began, and right after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.engine.states import blob_of, head_of
from tracer.vcs import Git

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.ledger import Index
    from tracer.model.events import Target
    from tracer.model.workspace import Workspace


def since(index: Index, path: str, kept: Mapping[str, Any], before: bytes | None) -> bytes | None:
    """The text this call started from: what another call left meanwhile, else `before`.

    Calls of parallel sessions overlap; what one of them has recorded is not the other's.
    """
    if "at" not in kept:
        return before
    entries = index.records_touching(path)
    if not entries or _milliseconds(entries[-1].id) < int(kept["at"] * 1000):
        return before
    state = index.latest_state(path)
    if state is None:
        return None  # deleted or moved away meanwhile
    text = index.text(state.content)
    return before if text is None else text


def _milliseconds(record_id: str) -> int:
    """When a record was made: ids are UUIDs of version 7, which begin with the time."""
    try:
        return int(record_id.replace("-", "")[:12], 16)
    except ValueError:
        return 0  # a record of another tool: not made during this call


def text_before(
    workspace: Workspace,
    index: Index,
    path: str,
    saved: Mapping[str, str | None],
    target: Target | None,
) -> bytes | None:
    """The text of a file before the call: from the hook, the payload, the index or git's HEAD."""
    if path in saved:
        content = saved[path]
        return index.text(content) if content else None
    if target is not None and target.before is not None:
        return target.before.encode("utf-8", "surrogateescape")
    if target is not None and target.op == "create":
        return None
    state = index.latest_state(path)
    text = index.text(state.content) if state is not None else None
    if text is not None:
        return text
    with Git(workspace.root) as git:
        return blob_of(git, path, head_of(workspace))


def text_after(target: Target, before: bytes | None, now: bytes | None) -> bytes | None:
    """What the call itself wrote, when the payload tells and the disk already moved on.

    Where the payload's text and the disk agree but for line ends, the disk is right: some
    agents report LF for a CRLF file.
    """
    if target.op == "delete" or (target.move_to is not None and now is None):
        return None
    told: str | None = target.after
    if told is None and target.edits and before is not None:
        told = _edited(before, target)
    if told is None or now is None:
        return now
    text = told.encode("utf-8", "surrogateescape")
    if _plain(text) == _plain(now):
        return now
    return text


def _edited(before: bytes, target: Target) -> str | None:
    """`before` with the target's edits, or None where one of them does not fit."""
    try:
        text = before.decode("utf-8")
    except UnicodeDecodeError:
        return None
    for edit in target.edits:
        if not edit.before or edit.before not in text:
            return None
        text = text.replace(edit.before, edit.after, -1 if edit.replace_all else 1)
    return text


def _plain(text: bytes) -> bytes:
    return text.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").rstrip(b"\n")
