"""A worker that is killed is replaced, and its work is done by another."""

from __future__ import annotations

import os
import signal

import pytest

from tracer.fleet.runners import run
from tracer.model.errors import InputError


def fragile(number: int, mark: str) -> int:
    """Die by a signal the first time, of one piece; give the number."""
    if number == 2 and not os.path.exists(mark):
        with open(mark, "w"):
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def deadly(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_killed_worker(tmp_path) -> None:
    """Every result comes, once."""
    pieces = [(number, str(tmp_path / "mark")) for number in range(5)]
    assert sorted(run(fragile, pieces, runner="processes", jobs=2)) == [0, 1, 2, 3, 4]


def test_work_that_kills_every_worker() -> None:
    """One clear error."""
    with pytest.raises(InputError, match="workers were killed 3 times; 2 tasks are not done"):
        list(run(deadly, [(1,), (2,)], runner="processes", jobs=2))
