"""A hook that answers in time, whatever happens to it.

An agent lets a call run when its hook takes too long or dies. So the hook works in a child
process, and its parent, which does nothing but wait, answers when the child has not, or was
killed: what may write is then refused in `enforce` (D11). After a call the child is not killed
but goes on alone, so that a command that changed thousands of files is recorded all the same; it
says so itself as soon as it knows that they are many. The
parent gives itself as little to do as possible: it reads the mode and renders one refusal, in
another child with a limit of its own. A helper has made the child that works before (`begin`).

Where processes cannot be forked (Windows) the hook works alone.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from tracer.agents.payload import glean
from tracer.agents.render import Answer
from tracer.agents.spec import load_spec
from tracer.model import waits
from tracer.model.enums import Phase
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[str, bytes], Answer]
    # Has a process that is there already do a task, as `worked` does, with its answer written to
    # the file given; the process, or None where one must be forked.
    Begin = Callable[["Task", int], int | None]

BEFORE_S = 20.0  # an answer before a call; agents wait 30 to 60 seconds
_LIMITS = {"post": 8.0, "post_failure": 8.0, "stop": 45.0}  # it then goes on alone
_LAST_S = 3.0
_NOTED_S = 1.5  # so that an answer after a call takes 10 seconds at most
_ENDED = "it ended with status"
_HEADER = 12  # three lengths of four bytes
_ANSWERS, _LATER = b"A", b"L"  # what a child says first
_MANY = "the call changed many files"


class Task(NamedTuple):
    """An event, the seconds for it, and whether it is recorded even when nobody waits any more."""

    agent: str
    stdin: bytes
    seconds: float
    goes_on: bool


def watched(agent: str, stdin: bytes, begin: Begin | None = None) -> Answer:
    """The answer to the event in `stdin` within the time that agents wait.

    `begin` hands it to a process that is there already.

    Raises: UsageError for an agent nobody described.
    """
    spec = load_spec(agent)
    from tracer.agents.run import run, unanswered, waiting  # noqa: PLC0415 - as said

    if not hasattr(os, "fork"):
        return run(agent, stdin)
    entry = spec["events"].get(glean(stdin, spec)[0])
    is_before = entry is None or entry["phase"] == Phase.PRE.value
    limit = BEFORE_S if is_before else _LIMITS.get(entry["phase"], BEFORE_S)
    answer, why = _asked(Task(agent, stdin, limit, not is_before), run, begin)
    if answer is None and not is_before and not why.startswith(_ENDED):
        line = f"tracer: hook: {why}; it goes on, and its records come later\n"
        _asked(Task(agent, stdin, _NOTED_S, goes_on=False), waiting)
        return Answer(stderr=line.encode())
    if answer is None:
        last = Task(agent, stdin, _LAST_S, goes_on=False)
        answer, _ = _asked(last, lambda name, event: unanswered(name, event, why))
    return answer or Answer(stderr=f"tracer: hook: {why}\n".encode(), exit_code=2 * is_before)


def _asked(task: Task, work: Work, begin: Begin | None = None) -> tuple[Answer | None, str]:
    """What a child answers within so many seconds; None, and why, where it does not.

    One that `goes_on` is left to finish alone: it leaves the agent's process group, and hands its
    answer to nobody. Once its answer is here nobody waits for such a one, nor for one that was
    there already: it may have more to do, and letting go of its memory takes longer than a short
    hook.
    """
    reading, writing = os.pipe()
    child = begin(task, writing) if begin else None
    is_ours = child is None
    if child is None:
        child = os.fork()
        if child == 0:
            os.close(reading)
            worked(task, work, writing)
    os.close(writing)
    seconds, goes_on = task.seconds, task.goes_on
    try:
        raw = _read(reading, time.monotonic() + seconds)
    finally:
        os.close(reading)
    answer = _unpacked(raw) if raw is not None else None
    if goes_on and (raw is None or raw[:1] == _LATER):
        return None, _MANY if raw else f"it did not answer within {seconds:g} seconds"
    if answer is None:
        _kill(child)
    elif goes_on or not is_ours:
        return answer, ""
    _, status = os.waitpid(child, 0)
    if raw is None:
        return None, f"it did not answer within {seconds:g} seconds"
    return answer, "" if answer else f"{_ENDED} {status}"


def worked(task: Task, work: Work, writing: int) -> NoReturn:
    """Work in the child, hand the answer over, and end without any of the parent's duties."""
    code, is_handed_over = 1, False

    def hand_over(answer: Answer) -> None:
        nonlocal is_handed_over
        if not is_handed_over:
            is_handed_over = True
            with suppress(BrokenPipeError):  # nobody waits any more
                _write(writing, _packed(answer))

    try:
        if task.goes_on:
            _leave_agent()
            waits.alone(task.seconds, lambda: _go_on(writing), hand_over)
        hand_over(work(task.agent, task.stdin))
        code = 0
    except BaseException as error:  # noqa: BLE001 - the parent only sees that there is no answer
        os.write(2, f"tracer: hook: {type(error).__name__}: {error}\n".encode(errors="replace"))
    finally:
        os._exit(code)


def _packed(answer: Answer) -> bytes:
    parts = (answer.stdout, answer.stderr, answer.exit_code.to_bytes(1, "little"))
    return b"".join([_ANSWERS, *(len(p).to_bytes(4, "little") for p in parts), *parts])


def _leave_agent() -> None:
    """Leave the agent's process group and its pipes, so that the agent does not wait."""
    os.setsid()
    waits.let_go()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _go_on(writing: int) -> None:
    """Tell the parent not to wait; it may have stopped already."""
    with suppress(OSError):
        _write(writing, _LATER)


def _write(descriptor: int, raw: bytes) -> None:
    while raw:
        raw = raw[os.write(descriptor, raw) :]


def _read(descriptor: int, until: float) -> bytes | None:
    """All that the child writes, up to a word that it goes on; None where it is out of time."""
    raw = b""
    while True:
        left = until - time.monotonic()
        ready, _, _ = select.select([descriptor], [], [], max(left, 0))
        if not ready:
            return None
        part = os.read(descriptor, 1 << 16)
        raw += part
        if raw[:1] == _LATER:
            return _LATER
        if not part or _unpacked(raw) is not None:
            return raw


def _unpacked(raw: bytes) -> Answer | None:
    raw = raw.removeprefix(_ANSWERS)
    sizes = [int.from_bytes(raw[at : at + 4], "little") for at in range(0, _HEADER, 4)]
    if len(raw) < _HEADER or len(raw) != _HEADER + sum(sizes):
        return None
    stdout = raw[_HEADER : _HEADER + sizes[0]]
    stderr = raw[_HEADER + sizes[0] : _HEADER + sizes[0] + sizes[1]]
    return Answer(stdout, stderr, raw[-1])


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except OSError:  # ended meanwhile
        return
