"""What each session keeps of a refactoring in several calls: its state and its texts."""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import TYPE_CHECKING

from tracer.intents.session import session_key
from tracer.model.disk import read_object, write_atomically
from tracer.model.named_tuple import NamedTuple
from tracer.policy.proposal import read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_STATE = "state.json"
_KEPT_S = 7 * 24 * 3600


class Unfinished(NamedTuple):
    """Calls that together may be a refactoring.

    `before` names the texts of their files when the first began, by their hashes, None for a file
    that was not there; `left` what the latest call left of them. `records` are those of the
    calls, `declared` the class the latest one declared, `is_whole` whether nothing has to be
    said of it. `told` is what the agent was told to be missing, empty while it works on it.
    """

    intent_id: str | None
    turn_id: str | None
    declared: str | None
    before: dict[str, str | None]
    left: dict[str, str | None] = {}  # noqa: RUF012 - never changed in place
    records: tuple[str, ...] = ()
    is_whole: bool = False
    told: str = ""


def of(workspace: Workspace, event: Event) -> Unfinished | None:
    """What the session of the event has begun, if anything."""
    return stored(directory_of(workspace, event))


def stored(directory: str) -> Unfinished | None:
    """What is kept in a directory, if it is one of these."""
    state = read_object(os.path.join(directory, _STATE))
    try:
        found = Unfinished(**state) if state else None
    except TypeError:  # another version's file
        return None
    return None if found is None else found._replace(records=tuple(found.records))


def keep(
    workspace: Workspace, event: Event, known: Unfinished, texts: Iterable[bytes] = ()
) -> None:
    """Remember what the session has begun, and texts of it that are new.

    Raises: OSError where that cannot be written.
    """
    directory = directory_of(workspace, event)
    os.makedirs(directory, exist_ok=True)
    for text in texts:
        path = os.path.join(directory, key_of(text))
        if not os.path.exists(path):
            write_atomically(path, text)
    write_atomically(os.path.join(directory, _STATE), json.dumps(known._asdict()).encode())


def forget(workspace: Workspace, event: Event) -> None:
    """What the session has begun is done, or is nobody's any more."""
    remove(directory_of(workspace, event))


def sweep(workspace: Workspace) -> None:
    """Forget what no session has gone on with for a week."""
    for directory in directories(workspace):
        try:
            if os.stat(directory).st_mtime < time.time() - _KEPT_S:
                remove(directory)
        except OSError:  # gone meanwhile
            continue


def remove(directory: str) -> None:
    """Forget what is kept there."""
    try:
        for name in os.listdir(directory):
            os.unlink(os.path.join(directory, name))
        os.rmdir(directory)
    except OSError:  # never begun, or another hook of the session is at it
        return


def directories(workspace: Workspace) -> list[str]:
    """Where the sessions keep what they have begun."""
    around = os.path.join(workspace.index, "unfinished")
    try:
        return [os.path.join(around, name) for name in sorted(os.listdir(around))]
    except OSError:  # nobody began anything
        return []


def kept_text(workspace: Workspace, event: Event, key: str | None) -> bytes | None:
    """A text that the session keeps."""
    return None if key is None else read(os.path.join(directory_of(workspace, event), key))


def key_of(text: bytes) -> str:
    """The name under which a text is kept."""
    return hashlib.sha256(text).hexdigest()


def directory_of(workspace: Workspace, event: Event) -> str:
    """Where the session of the event keeps what it has begun."""
    session = session_key(event.agent, event.session_id)
    return os.path.join(workspace.index, "unfinished", session)
