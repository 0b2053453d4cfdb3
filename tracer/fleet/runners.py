"""Who does the work: this process, a pool of processes, or a Ray cluster. Functions stay the same.

A runner takes (function, arguments) and yields results as they come, in any order. A worker that
dies is replaced and its work given to another; what kills workers again and again is an error.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for
from typing import TYPE_CHECKING, Any

from tracer.fleet.storage import needs_extra
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Work = Callable[..., Any]

# What it looks like when a worker, or the process that makes them, was killed.
_DIED = (BrokenProcessPool, ConnectionError, EOFError)
_DEATHS = 3  # of workers over one piece of work
_AHEAD = 2  # pieces that wait for each worker, so that none waits for this process
_LOADED = ["tracer.fleet.planning", "tracer.fleet.tasks", "tracer.fleet.ledger_rows",
           "tracer.fleet.file_rows", "tracer.fleet.history_rows"]  # fmt: skip
_STORE = 80 << 20  # bytes for Ray's objects: tasks are small and results are notes
_PAUSE_S = 0.5
_END_S = 5.0  # for the pool's own thread, once its workers are dead
_KEPT = 64  # pieces a worker does before a fresh one takes its place, with fresh memory


def run(
    work: Work, pieces: Sequence[tuple[Any, ...]], *, runner: str, jobs: int | None
) -> Iterator[Any]:
    """The results of `work(*piece)`, as they come.

    Raises: InputError when workers die over the same pieces; UsageError where Ray is not installed.
    """
    jobs = jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs
    if runner == "ray":
        yield from _on_ray(work, pieces)
    elif jobs == 1 or len(pieces) <= 1:
        for piece in pieces:
            yield work(*piece)
    else:
        yield from _in_pool(work, pieces, jobs or os.cpu_count() or 1)


def _in_pool(work: Work, pieces: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[Any]:
    """Results out of processes. A broken pool is made anew for what it left undone.

    What was at work when it broke is done after all else and alone, so that what kills workers,
    or takes the memory of all, keeps nothing else from being done.
    """
    left = dict(enumerate(pieces))
    alone: dict[int, tuple[Any, ...]] = {}
    idle_deaths = 0  # before any piece was at work
    while left and idle_deaths < _DEATHS:
        running: dict[Any, int] = {}
        try:
            for number, result in _until_broken(work, left, jobs, running):
                del left[number]
                yield result
        except _DIED:
            time.sleep(_PAUSE_S)  # until the system has seen the last of them
            alone |= {number: left.pop(number) for number in running.values()}
            idle_deaths += not running
    undone = len(left)
    for piece in alone.values():
        results = _alone(work, piece)
        undone += not results
        yield from results
    if undone:
        raise InputError(
            f"workers were killed {_DEATHS} times over each of {undone} tasks",
            fix="Give them more memory, and sync again; all else is done and nothing is lost",
        )


def _alone(work: Work, piece: tuple[Any, ...]) -> list[Any]:
    """Run one task in a process of its own; an empty list if each is killed."""
    for _ in range(_DEATHS):
        try:
            return [result for _, result in _until_broken(work, {0: piece}, 1, {})]
        except _DIED:
            time.sleep(_PAUSE_S)
    return []


def _until_broken(
    work: Work, left: dict[int, tuple[Any, ...]], jobs: int, running: dict[Any, int]
) -> Iterator[tuple[int, Any]]:
    """The number and result of each piece, as they come. `running` has what is at work."""
    pool = ProcessPoolExecutor(
        min(jobs, len(left)),
        mp_context=_context(),
        max_tasks_per_child=_KEPT,
        initializer=_end_with_parent,
    )
    try:
        waiting = iter(list(left.items()))
        while True:
            for number, piece in waiting:
                running[pool.submit(work, *piece)] = number
                if len(running) >= jobs * _AHEAD:
                    break
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                yield running.pop(future), result
    finally:
        _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the workers, who have nothing left to do, instead of asking them to.

    An idle worker holds the lock of the queue that the word would come by: where it was killed, the
    others never hear it, and whoever waits for them waits for ever.
    """
    workers = list((pool._processes or {}).values())  # noqa: SLF001 - `kill_workers` from 3.14 on
    manager: Any = pool._executor_manager_thread  # noqa: SLF001
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()
    if manager is not None:
        manager.join(_END_S)  # else it closes what the interpreter wakes it by at its own end


def _context() -> Any:
    """How workers start: forked from a process that has tracer loaded and no threads.

    Forked from this one they would have the locks of pyarrow's threads and not the threads.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context: Any = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    return context


def _end_with_parent() -> None:
    """Let this worker end when the process that gives it work was killed."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _on_ray(work: Work, pieces: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """Results out of a Ray cluster: the one RAY_ADDRESS names, else one on this machine."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise needs_extra("Ray", error) from error
    if not ray.is_initialized():
        address = os.environ.get("RAY_ADDRESS")
        here: dict[str, Any] = {"object_store_memory": _STORE, "include_dashboard": False}
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.ERROR,
            **({} if address else here),
        )
    remote = ray.remote(max_retries=_DEATHS)(work)
    cluster: Any = ray
    most = int(cluster.cluster_resources().get("CPU", 1)) * _AHEAD
    waiting = iter(pieces)
    running: list[Any] = []
    try:
        while True:
            for piece in waiting:
                running.append(remote.remote(*piece))
                if len(running) >= most:
                    break
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    except ray.exceptions.RayError as error:
        why = " ".join(str(error).split())[:200]
        raise InputError(f"Ray: {why}", fix="Sync again; what is done stays done") from error
