"""The helpers of this user that run: how they do, and telling them to leave."""

from __future__ import annotations

import json
import os
from contextlib import suppress

from tracer.helper import place, wire
from tracer.helper.client import connected, is_ready
from tracer.model.named_tuple import NamedTuple


class Status(NamedTuple):
    """One helper: its process, when it began (seconds since 1970), and the requests it took.

    `is_ours`: whether it would answer hooks that run as this command does.
    """

    pid: int
    since: int
    served: int
    is_ours: bool


def running() -> list[Status]:
    """All helpers of this user that answer, by their process."""
    return _told(b"status")


def stop() -> list[Status]:
    """Tell all helpers of this user to leave; those that will. What they are doing they finish."""
    return _told(b"stop")


def _told(word: bytes) -> list[Status]:
    folder = place.directory()
    if folder is None:
        return []
    own = place.name_of(place.key())
    names = sorted(n.removesuffix(place.LOCK) for n in os.listdir(folder) if n.endswith(place.LOCK))
    found = []
    for name in names:
        answer = _answer(os.path.join(folder, name), word)
        if answer is not None:
            told = json.loads(answer)
            found.append(Status(told["pid"], told["since"], told["served"], name == own))
    return sorted(found)


def _answer(path: str, word: bytes) -> bytes | None:
    connection = connected(path)
    if connection is None:
        return None
    try:
        if is_ready(connection):
            with suppress(OSError):
                connection.sendall(wire.packed([word]))
                parts = wire.received(connection)
                return parts[0] if parts else None
    finally:
        connection.close()
    return None
