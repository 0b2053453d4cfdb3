"""What all tests share: no user's cache, no helper that outlives them, and memory for files.

Thousands of small ledgers are written and synced, each of which waits for a disk otherwise. Where
memory has no room, temporary files are on disk.

A process that has collected all tests holds a million objects that stay. The collector looks
through them no more often than the command's own does, and not at all at those that were there
before the first test.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tracer.cli.entry import COLLECT_EVERY

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY = "/dev/shm"
ROOM = 4 << 30  # bytes; a run takes a quarter of it
DISK = "TRACER_TESTS_ON_DISK"  # where temporary files were before; workers are told by it

gc.set_threshold(COLLECT_EVERY)
os.environ["TRACER_CACHE"] = "off"
os.environ["TRACER_HELPER"] = "off"
os.environ.setdefault(DISK, tempfile.gettempdir())
if os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("TMPDIR", MEMORY)
    tempfile.tempdir = os.environ["TMPDIR"]  # pytest has asked for it before, and remembers


def pytest_collection_finish() -> None:
    """Leave what stays until the end out of every later look."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module")
def on_disk() -> Iterator[Path]:
    """A folder on disk, for what a confined command may not write to: it may write to memory."""
    with tempfile.TemporaryDirectory(dir=os.environ[DISK], ignore_cleanup_errors=True) as folder:
        yield Path(folder)
