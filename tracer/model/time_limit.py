"""A limit on the processor time of one piece of work, where the system has timers.

Not on the time that passes: on a busy machine an honest line would be refused.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from tracer.model.errors import TracerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


class TooLongError(TracerError):
    """The work took longer than it may."""


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """Run a block for so much processor time; only in the main thread, where signals arrive.

    Raises: TooLongError.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        raise TooLongError(f"{what} takes too long", fix="Write it shorter or simpler.")

    former = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)
