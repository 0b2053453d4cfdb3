"""How long a recording may wait and last: one whose agent waits for nothing has time.

A hook that goes on alone (`agents/watchdog`) calls `alone` in its process. It then waits for an
earlier recording that is still under way, and says at once when a call changed so many files that
no agent should wait for them. Or it answers first and records then (`agents/late`).
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from tracer.model.disk import LOCK_TIMEOUT_S
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.workspace import Workspace

MANY = 1_000  # files, which take some 2 s
ENTRY = ".json"
_ALONE_S = 300.0


class _Waiting(NamedTuple):
    """Who waits for this process: until when, and how it hears that it need not."""

    until: float
    tell: Callable[[], None]
    answer: Callable[[Any], None] | None


_waiting: list[_Waiting] = []  # none where this process does not go on alone


def alone(
    seconds: float, tell: Callable[[], None], answer: Callable[[Any], None] | None = None
) -> None:
    """Nobody waits for this process after so many seconds, or once `tell` or `answer` was called.

    `answer` hands over an answer before all that it is about is done.
    """
    _waiting[:] = [_Waiting(time.monotonic() + seconds, tell, answer)]


def may_answer() -> bool:
    """Whether this process may answer now and go on afterwards."""
    return bool(_waiting) and _waiting[0].answer is not None and not is_late()


def answered(answer: object) -> None:
    """Hand the answer to who waits; nobody does from now on."""
    if _waiting and _waiting[0].answer is not None:
        tell = _waiting[0].answer
        _waiting[0] = _waiting[0]._replace(until=0.0, answer=None)
        tell(answer)


def lock_s() -> float:
    """Seconds to wait for an earlier recording."""
    return _ALONE_S if _waiting else LOCK_TIMEOUT_S


def changed(files: int) -> None:
    """Tell who waits that so many files are to be recorded, when they are many."""
    if files > MANY and not is_late() and _waiting:
        _waiting[0].tell()
        _waiting[0] = _waiting[0]._replace(until=0.0)


def is_late() -> bool:
    """Whether nobody waits any more, so that what is answered reaches nobody."""
    return bool(_waiting) and time.monotonic() > _waiting[0].until


def let_go() -> None:
    """Let go of the standard streams: whoever reads them to their end waits no longer."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def directory(workspace: Workspace) -> str:
    """Where hooks that answer first write down what is to be recorded."""
    return os.path.join(workspace.index, "late")


def left(workspace: Workspace) -> list[str]:
    """The names of what is still to be recorded, oldest first. Cost: a look into a directory."""
    try:
        names = os.listdir(directory(workspace))
    except OSError:  # no hook ever answered first
        return []
    return sorted(name for name in names if name.endswith(ENTRY))
