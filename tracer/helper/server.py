"""The helper: it waits, forks, and forgets. It never reads a request itself.

What a request says is read by the child that answers it, so that a slow or hostile caller holds up
nobody, and nothing of one call is left for the next. Two children, the spares, are made while
nobody waits (`ahead`), for a tool is often done as soon as it may begin; a caller who comes when
there is none waits for a fork. The helper leaves after ten idle minutes, and when a child finds
that tracer's own files are other ones now.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from tracer.helper import place, wire
from tracer.helper.ahead import Ahead, made_ahead, message
from tracer.helper.bounds import Bounds
from tracer.helper.client import PEER, READY
from tracer.model import waits
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.helper.stamp import Stamp

    Handle = Callable[[list[str], bytes], tuple[int, bytes, bytes]]

IDLE_S = 600.0
_LEAVE = 9  # the exit code of a child after which the helper leaves
_WAITING = 128  # callers whose connection is not taken yet
_REQUEST_S = 30.0
_SPARES = 2  # a call has two hooks
_FILES = 4  # stdin, stdout, stderr, working directory
_PARTS = 5


class Place(NamedTuple):
    """The socket that is listened to, and the lock that says whose it is."""

    path: str
    listener: socket.socket
    lock: int


def take_place() -> Place | None:
    """The socket of this process's key; None where another helper has it, or it cannot be had."""
    folder = place.directory(make=True)
    if folder is None:
        return None
    path = os.path.join(folder, place.name_of(place.key()))
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        lock = os.open(path + place.LOCK, flags, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(lock), os.stat(path + place.LOCK)):
            return None  # taken away between the two lines above
        with suppress(FileNotFoundError):
            os.unlink(path)  # of a helper that was killed: the lock was free
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        os.umask(0o177)
        listener.bind(path)
        os.umask(0o077)
        listener.listen(_WAITING)
    except OSError:
        return None
    listener.setblocking(False)
    return Place(path, listener, lock)


def leave_place(taken: Place) -> None:
    """Take the socket away while the lock still says that it is this process's."""
    with suppress(OSError):
        os.unlink(taken.path)
    with suppress(OSError):
        os.utime(taken.lock, (0, 0))  # another may be started at once
    taken.listener.close()
    os.close(taken.lock)


class Helper:
    """Serves one socket until it is idle, stopped or outdated."""

    def __init__(
        self,
        taken: Place,
        stamp: Stamp,
        handle: Handle,
        prepare: Callable[[socket.socket], Handle],
        idle: float = IDLE_S,
    ) -> None:
        """`prepare` gives what handles a hook in a process that waits for it on a line."""
        self._taken = taken
        self._stamp = stamp
        self._handle = handle
        self._prepare = prepare
        self._idle = idle
        self._bounds = Bounds(os.getpid())
        self._since = time.time()
        self._served = 0
        self._leaves = False
        self._spares: list[Ahead] = []
        self._working: set[int] = set()  # children that have a caller

    def serve(self) -> None:
        """Answer until there is a reason to leave."""
        listener = self._taken.listener.fileno()
        reading, writing = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # which wakes `select` up
        signal.signal(signal.SIGTERM, lambda *_: self._leave())
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        gc.collect()
        gc.freeze()  # a child's collector leaves the helper's pages shared
        try:
            while not self._leaves:
                if not self._working:
                    self._make_spares()
                ready, _, _ = select.select([listener, reading], [], [], self._idle)
                if not ready:
                    return
                if reading in ready:
                    with suppress(BlockingIOError):
                        os.read(reading, 1 << 12)
                    self._reap()
                if listener in ready:
                    self._take()
        finally:
            signal.set_wakeup_fd(-1)
            for spare in self._spares:
                spare.close()

    def _leave(self) -> None:
        self._leaves = True

    def _reap(self) -> None:
        """Let ended children go, and hear what they found out."""
        with suppress(ChildProcessError):
            while True:
                child, status = os.waitpid(-1, os.WNOHANG)
                if not child:
                    return
                self._working.discard(child)
                for gone in [spare for spare in self._spares if spare.process == child]:
                    gone.close()
                    self._spares.remove(gone)
                self._leaves |= os.waitstatus_to_exitcode(status) == _LEAVE

    def _make_spares(self) -> None:
        """Fork the children of the callers who come next."""
        with suppress(OSError):
            while len(self._spares) < _SPARES:
                self._spares.append(made_ahead(self._in_spare))

    def _take(self) -> None:
        """Give the next caller a child. One who can have none handles the event alone."""
        try:
            connection, _ = self._taken.listener.accept()
        except OSError:
            return
        self._served += 1
        told = [str(self._served).encode()]  # which a process made before cannot know
        spare = self._spares.pop(0) if self._spares else None
        with connection:
            if spare is None or not spare.tell(told, [connection.fileno()]):
                try:
                    spare = made_ahead(lambda _: self._in_child(connection))
                except OSError:
                    return
                spare.close()
        self._working.add(spare.process)

    def _detach(self) -> None:
        """Be no part of the helper any more."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self._taken.listener.close()
        os.close(self._taken.lock)
        os.setsid()

    def _in_spare(self, line: socket.socket) -> int:
        """Make ready for a caller, and wait; the exit code that tells the helper what to do."""
        self._detach()
        for other in self._spares:
            other.close()
        self._handle = self._prepare(line)
        told = message(line, 1)
        if told is None:
            return 0
        self._served = int(told.parts[0])
        return self._answer(socket.socket(fileno=told.files[0]))

    def _in_child(self, connection: socket.socket) -> int:
        """Answer a caller who came when there was no spare."""
        self._detach()
        for other in self._spares:
            other.close()
        return self._answer(connection)

    def _answer(self, connection: socket.socket) -> int:
        """Answer one caller; the exit code that tells the helper what to do."""
        helper = os.getppid()
        if not self._stamp.holds():
            return _LEAVE
        connection.settimeout(_REQUEST_S)
        umask = self._umask_of(connection)
        if umask is None:
            return 0
        connection.sendall(READY)
        begin, files = wire.descriptors_from(connection, _FILES)
        request = wire.received(connection, begin)
        if request is None:
            return 0
        if request[:1] != [b"hook"]:
            return self._manage(connection, request, helper)
        if len(request) != _PARTS or len(files) != _FILES or request[1] != place.key():
            return 0
        arguments = become(request, files, umask)
        code, stdout, stderr = self._handle(arguments, request[4])
        connection.settimeout(_REQUEST_S)
        connection.sendall(wire.packed([bytes([code]), stdout, stderr]))
        connection.close()
        waits.let_go()
        _await_children()
        return 0

    def _umask_of(self, connection: socket.socket) -> int | None:
        """The umask of a caller who may be served: the same user, within the same bounds."""
        raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER)
        process, user = (int.from_bytes(raw[at : at + 4], sys.byteorder) for at in (0, 4))
        if user != os.getuid():
            return None
        try:
            caller = Bounds(process)
        except (OSError, ValueError):
            return None
        return caller.umask if self._bounds.hold_for(caller) else None

    def _manage(self, connection: socket.socket, request: list[bytes], helper: int) -> int:
        """Say how the helper does, and whether it leaves now."""
        told = {"pid": helper, "since": int(self._since), "served": self._served - 1}
        connection.sendall(wire.packed([json.dumps(told).encode()]))
        return _LEAVE if request == [b"stop"] else 0


def _await_children() -> None:
    """Let children that have answered go: who inherits them may be no process that does."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(1)  # which ends this process: one that goes on alone is not waited for
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def become(request: list[bytes], files: list[int], umask: int) -> list[str]:
    """Be the process that the caller would have been; its arguments."""
    for stream in range(3):
        os.dup2(files[stream], stream)
    os.fchdir(files[3])
    for descriptor in files:
        os.close(descriptor)
    os.umask(umask)
    os.environb.clear()
    for variable in request[3].split(b"\0"):
        name, _, value = variable.partition(b"=")
        if name:
            os.environb[name] = value
    time.tzset()
    arguments = [os.fsdecode(word) for word in request[2].split(b"\0")] if request[2] else []
    sys.argv[:] = ["tracer", "hook", *arguments]
    return arguments
