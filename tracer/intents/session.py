"""What one agent session has checked out, kept on disk so that parallel sessions never share it.

A session passes from `checkout_required` to `execution_authorized` when it checks an intent
out. The checkout ends when the agent stops (with `checkout: session` in the configuration,
when the session ends), when the intent is finished, or when another is checked out.
"""

from __future__ import annotations

import json
import os
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import xxhash

from tracer.intents.files import locked
from tracer.model.disk import read_object, write_atomically
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.workspace import Workspace

_FORMAT = 1
_NOTED_LIMIT = 256
_KEPT_S = 30 * 24 * 3600


class Stage(StrEnum):
    """The two stages of the handshake (REQUIREMENTS B4)."""

    CHECKOUT_REQUIRED = "checkout_required"
    EXECUTION_AUTHORIZED = "execution_authorized"


class SessionState(NamedTuple):
    """One agent session. `turn_id` is the turn of the checkout, where the agent tells it.

    `has_changed`: it changed something under that intent. `model` is the model the agent named
    when the session began, `began` the time of the first that was kept of it. `noted` are the
    would-be refusals already recorded in `observe`, so that each is recorded once.
    """

    agent: str
    session_id: str
    intent_id: str | None = None
    turn_id: str | None = None
    model: str | None = None
    noted: tuple[str, ...] = ()
    has_changed: bool = False
    began: float | None = None

    @property
    def stage(self) -> Stage:
        """Whether an intent is checked out."""
        return Stage.EXECUTION_AUTHORIZED if self.intent_id else Stage.CHECKOUT_REQUIRED

    def with_note(self, key: str) -> SessionState:
        """The state that remembers `key`; only the latest few hundred are kept."""
        return self._replace(noted=(*self.noted, key)[-_NOTED_LIMIT:])


def read(workspace: Workspace, agent: str, session_id: str) -> SessionState:
    """The state of the session; that of a new one when there is none, or it is damaged.

    Raises: InputError where something stands in the way of looking.
    """
    fresh = SessionState(agent, session_id)
    path = _path(workspace, agent, session_id)
    try:
        with open(path, "rb") as file:
            stored = json.load(file)
    except (FileNotFoundError, ValueError):
        return fresh
    except OSError as error:
        problem = f"{os.path.dirname(path)}: {error.strerror}"
        raise InputError(problem, fix="Delete .orchestration/.index; it is derived.") from error
    if not isinstance(stored, dict) or stored.get("format") != _FORMAT:
        return fresh
    if (stored.get("agent"), stored.get("session_id")) != (agent, session_id):
        return fresh  # another session whose name has the same hash
    return fresh._replace(
        intent_id=_text(stored.get("intent_id")),
        turn_id=_text(stored.get("turn_id")),
        model=_text(stored.get("model")),
        noted=tuple(str(key) for key in stored.get("noted") or ()),
        has_changed=stored.get("has_changed") is True,
        began=stored["began"] if isinstance(stored.get("began"), float) else None,
    )


def update(
    workspace: Workspace,
    agent: str,
    session_id: str,
    change: Callable[[SessionState], SessionState],
) -> SessionState:
    """The state after `change`, stored. Parallel hooks of one session change it one by one.

    Nothing is written when `change` changes nothing.
    Raises: OSError where the index directory cannot be written.
    """
    path = _path(workspace, agent, session_id)
    with locked(os.path.join(os.path.dirname(path), "lock")):
        before = read(workspace, agent, session_id)
        after = change(before)
        if after != before:
            if not os.path.exists(path):
                after = after._replace(began=time.time())
            document = {"format": _FORMAT, "stage": after.stage.value} | after._asdict()
            write_atomically(path, json.dumps(document).encode())
    return after


def others_on(workspace: Workspace, state: SessionState) -> bool:
    """Whether another session has the intent of this one checked out.

    Cost: one small file for each session of the last thirty days.
    """
    own = _path(workspace, state.agent, state.session_id)
    directory = os.path.dirname(own)
    try:
        names = os.listdir(directory)
    except OSError:
        return False
    paths = [os.path.join(directory, name) for name in names if name.endswith(".json")]
    return any(
        path != own and read_object(path).get("intent_id") == state.intent_id for path in paths
    )


def end(workspace: Workspace, agent: str, session_id: str) -> None:
    """Forget the session. One that is not known is already forgotten."""
    try:
        os.unlink(_path(workspace, agent, session_id))
    except FileNotFoundError:
        return


def sweep(workspace: Workspace, now: float | None = None) -> int:
    """The number of states removed: of sessions nothing was heard of for thirty days."""
    directory = os.path.dirname(_path(workspace, "", ""))
    oldest = (time.time() if now is None else now) - _KEPT_S
    removed = 0
    try:
        entries = list(os.scandir(directory))
    except OSError:
        return 0
    for entry in entries:
        if entry.name.endswith(".json") and entry.stat().st_mtime < oldest:
            os.unlink(entry.path)
            removed += 1
    return removed


def session_key(agent: str, session_id: str) -> str:
    """The name of a session's files: a hash, because its id is text from outside."""
    return xxhash.xxh3_128_hexdigest(json.dumps([agent, session_id]).encode())


def _path(workspace: Workspace, agent: str, session_id: str) -> str:
    return os.path.join(workspace.index, "sessions", f"{session_key(agent, session_id)}.json")


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
