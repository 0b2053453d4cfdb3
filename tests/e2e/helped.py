"""Whether the hooks of a run of tests are answered by tracer's helper: `TRACER_TEST_HELPER=on`.

Otherwise each handles its event itself. The helpers of a run have a runtime directory of their own,
which all its worlds share, and end with it; a run that asked for them and was served by none fails.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import time
from functools import cache

ASKED = "TRACER_TEST_HELPER"
_START_S = 60.0


def variables() -> dict[str, str]:
    """What the environment of a hook says of helpers in this run."""
    if os.environ.get(ASKED) != "on" or sys.platform != "linux":
        return {"TRACER_HELPER": "off"}
    return on()


def on() -> dict[str, str]:
    """The same for hooks that ask a helper, whatever the run does."""
    return {"TRACER_HELPER": "on", "XDG_RUNTIME_DIR": runtime()}


@cache
def runtime() -> str:
    """The runtime directory of this process's helpers; they are told to leave when it ends."""
    path = tempfile.mkdtemp(prefix="r-")
    atexit.register(_end, path)
    return path


def served() -> int:
    """How many requests the helpers of this process took."""
    return sum(one.served for one in _manage(runtime(), "running"))


def await_helper() -> None:
    """Wait until a helper answers: the hook that started it did not.

    Raises: AssertionError without one.
    """
    until = time.monotonic() + _START_S
    while not _manage(runtime(), "running"):
        assert time.monotonic() < until, "no helper answers"
        time.sleep(0.05)


def _end(path: str) -> None:
    left = _manage(path, "stop")
    if os.environ.get(ASKED) == "on":
        sys.stderr.write(f"helpers took {sum(one.served for one in left)} requests\n")
    shutil.rmtree(path, ignore_errors=True)


def _manage(path: str, word: str):
    from tracer.helper import manage

    saved = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = path
    try:
        return getattr(manage, word)()
    finally:
        if saved is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = saved
