"""Asking a helper for the answer to a hook, and starting one where there is none.

Whatever goes wrong, the caller handles the event itself: until the whole answer is here nothing
has reached the agent. Where the child that answers was killed after it had written, that is a hook
asked twice, and the change may be recorded twice; none is lost.
"""

from __future__ import annotations

import _socket
import os
import sys
import time

from tracer.helper import place, wire

READY = b"+"  # a child of the helper's has looked at the caller, and takes its request
_CONNECT_S, _READY_S, _ANSWER_S = 0.25, 1.0, 90.0
PEER = 12  # bytes: process, user, group


class Asked:
    """One attempt to have a hook answered by a helper."""

    def __init__(self) -> None:
        self.may_start = False
        self._connection: _socket.socket | None = None
        self._key = b""

    def connect(self) -> bool:
        """Whether a helper of this user's is ready for a request."""
        if not place.is_wanted():
            return False
        self._key = place.key()
        folder = place.directory()
        if folder is None:
            self.may_start = place.directory(make=True) is not None
            return False
        path = os.path.join(folder, place.name_of(self._key))
        connection = connected(path)
        if connection is None:
            self.may_start = True
            return False
        self._connection = connection
        return is_ready(connection)

    def ask(self, arguments: list[str], stdin: bytes) -> tuple[int, bytes, bytes] | None:
        """What `tracer hook ARGUMENTS` says: exit code, stdout, stderr; None without all of it."""
        if self._connection is None or len(stdin) > wire.MOST // 2:
            return None
        here = -1
        try:
            here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
            parts = hook_request(self._key, arguments, stdin)
            self._connection.settimeout(_ANSWER_S)
            wire.with_descriptors(self._connection, wire.packed(parts), [0, 1, 2, here])
            answer = wire.received(self._connection)
        except OSError:
            return None
        finally:
            if here >= 0:
                os.close(here)
            self._connection.close()
        if answer is None or len(answer) != 3 or len(answer[0]) != 1:  # noqa: PLR2004 - a reply's
            return None
        return answer[0][0], answer[1], answer[2]


def hook_request(own_key: bytes, arguments: list[str], stdin: bytes) -> list[bytes]:
    """The parts of a request: what a process of its own would have been started with."""
    words = b"\0".join(os.fsencode(word) for word in arguments)
    variables = b"\0".join(name + b"=" + value for name, value in os.environb.items())
    return [b"hook", own_key, words, variables, stdin]


def connected(path: str) -> _socket.socket | None:
    """A connection to the helper at `path`; None without one that may be believed.

    It has to run as this user, and unconfined: what an agent's command puts there decides nothing.
    """
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.settimeout(_CONNECT_S)
        connection.connect(path)
        raw = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, PEER)
    except OSError:
        connection.close()
        return None
    process, user = (int.from_bytes(raw[at : at + 4], sys.byteorder) for at in (0, 4))
    if user != os.getuid() or is_bounded(process):
        connection.close()
        return None
    return connection


def is_ready(connection: _socket.socket) -> bool:
    """Whether the helper takes a request of this process's."""
    try:
        connection.settimeout(_READY_S)
        return connection.recv(1) == READY
    except OSError:
        return False


def start() -> None:
    """Start a helper that outlives this process.

    Unless somebody has tried a moment ago, or the user has as many as there may be.
    """
    folder = place.directory()
    if folder is None or is_bounded("self"):
        return
    lock = os.path.join(folder, f"{place.name_of(place.key())}{place.LOCK}")
    try:
        if abs(time.time() - os.stat(lock).st_mtime) < place.START_S:
            return
    except OSError:  # nobody has ever tried
        pass
    try:
        if place.is_full(folder):
            return
        os.close(os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
        os.utime(lock)
        spawn()
    except (OSError, NotImplementedError):
        return


def spawn(*arguments: str) -> int:
    """Start a helper process; its id. Raises: OSError, NotImplementedError."""
    code = (
        f"import sys; sys.path[:] = {place.search_path()!r}; "
        "from tracer.cli.helper_process import main; main()"
    )
    kept = place.environment_at_start()
    kept |= {k: os.environ[k] for k in ("HOME", "PATH", "XDG_RUNTIME_DIR") if k in os.environ}
    return os.posix_spawn(
        sys.executable,
        [sys.executable, *place.options(), "-c", code, *arguments],
        kept,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in range(3)
        ],
        setsid=True,
    )


def is_bounded(process: int | str) -> bool:
    """Whether a process can never gain rights, as all that agents' confined commands start."""
    try:
        with open(f"/proc/{process}/status", "rb") as file:
            return b"\nNoNewPrivs:\t0\n" not in file.read()
    except OSError:
        return True
