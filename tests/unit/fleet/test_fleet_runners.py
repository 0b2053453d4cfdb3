"""A worker that is killed is replaced, and its work is done by another."""

from __future__ import annotations

import os
import signal
import threading
import time

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
    if number > 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_killed_worker(tmp_path) -> None:
    """Every result comes, once."""
    pieces = [(number, str(tmp_path / "mark")) for number in range(5)]
    assert sorted(run(fragile, pieces, runner="processes", jobs=2)) == [0, 1, 2, 3, 4]


def test_work_that_kills_every_worker() -> None:
    """One clear error, after all other work is done."""
    done: set[int] = set()
    pieces = [(1,), *((-number,) for number in range(12)), (2,)]
    with pytest.raises(InputError, match="killed 3 times over each of 2 tasks"):
        done.update(run(deadly, pieces, runner="processes", jobs=2))
    assert done == {-number for number in range(12)}


def own_number(pause: float) -> int:
    time.sleep(pause)
    return os.getpid()


def test_a_worker_killed_while_it_waits() -> None:
    """Nobody waits for the word that it should have passed on: it may hold the queue's lock."""
    for _ in range(4):
        found = run(own_number, [(0.02,)] * 6, runner="processes", jobs=2)
        workers = [next(found) for _ in range(6)]
        time.sleep(0.05)  # all of them wait for work, one of them in the queue
        for worker in set(workers[:1]):
            os.kill(worker, signal.SIGKILL)
        ended = threading.Thread(target=list, args=(found,), daemon=True)
        ended.start()
        ended.join(20)
        assert not ended.is_alive()


def test_nothing_of_a_pool_is_left() -> None:
    """Its threads are gone with it: at the interpreter's end they print tracebacks."""
    before = set(threading.enumerate())
    assert sorted(run(abs, [(1,), (2,), (3,)], runner="processes", jobs=2)) == [1, 2, 3]
    assert set(threading.enumerate()) <= before
