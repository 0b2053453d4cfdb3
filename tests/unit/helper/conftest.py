"""A runtime directory of its own for each test, and helpers that end with it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from helper_world import HOOK, Warm

from tracer.helper import manage, place

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def warm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A place for helpers that nobody else uses; all are ended afterwards."""
    if sys.platform != "linux":
        pytest.skip("helpers run on Linux only")
    runtime = tempfile.mkdtemp(prefix="t-")
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
    monkeypatch.setenv(place.SWITCH, "on")
    for command in (["git", "init", "-q"], [*HOOK[:3], "init"]):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    made = Warm(runtime, tmp_path)
    yield made
    left = {one.pid for one in manage.stop()}
    for process in made.started:
        with suppress(OSError):
            if process not in left:
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
    shutil.rmtree(runtime, ignore_errors=True)
