"""Processes of the `tracer` command that need not load its modules first.

A start of the command takes longer than most commands do: half of the time of the end-to-end tests
went into loading the same modules a thousand times. `Warm` keeps one process that has loaded them
and forks it for each command, so each still runs in a process of its own, with its own arguments,
environment, folder, streams and exit code. What only a fresh process shows (whether a command
loads all it needs, in the right order) is seen because the first call of each kind is one:
`finished` decides.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import socket
import subprocess
import sys
import threading
import traceback
from contextlib import suppress
from typing import Any

_LATER = ("tracer.mcp", "tracer.exchange.tables")  # load what is an extra
_MESSAGE = 1 << 20
_SEEN: set[tuple[str, ...]] = set()
_WARM: list[Warm] = []


class Warm:
    """The process that is forked, started with the environment of the first command."""

    def __init__(self, environment: dict[str, str]) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                env=environment,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        self._channel = ours

    def run(
        self,
        command: tuple[str, ...],
        cwd: str,
        environment: dict[str, str],
        stdin: bytes,
        timeout_s: float | None = None,
    ) -> subprocess.CompletedProcess[bytes]:
        """The finished command; it may not read more than it is given.

        Raises: subprocess.TimeoutExpired, and leaves the command running.
        """
        out, err = (os.memfd_create(name) for name in ("out", "err"))
        source, sink = os.pipe()
        status, ended = os.pipe()
        request = json.dumps({"argv": command, "cwd": cwd, "env": environment}).encode()
        socket.send_fds(self._channel, [request], [source, out, err, ended])
        os.close(source)
        os.close(ended)
        writer = threading.Thread(target=_fill, args=(sink, stdin))
        writer.start()
        if not select.select([status], [], [], timeout_s)[0]:
            raise subprocess.TimeoutExpired(command, timeout_s or 0)
        code = os.read(status, 16)
        writer.join()
        texts = [os.pread(fd, os.fstat(fd).st_size, 0) for fd in (out, err)]
        for fd in (status, out, err):
            os.close(fd)
        assert code, f"{command} was killed: {texts[1].decode()}"
        return subprocess.CompletedProcess(command, int(code), *texts)

    def stop(self) -> None:
        """Ends the process."""
        self._channel.close()
        self._process.wait()


def finished(
    command: tuple[str, ...], cwd: str, environment: dict[str, str], stdin: bytes, timeout_s: float
) -> subprocess.CompletedProcess[bytes]:
    """A command that has ended. `tracer` is forked, but the first call of each kind is not.

    With `TRACER_HELPER=on` a hook is a process of its own, which asks tracer's helper.

    Raises: subprocess.TimeoutExpired.
    """
    is_helped = command[1:2] == ("hook",) and environment.get("TRACER_HELPER") == "on"
    if is_helped:
        command = (os.path.join(os.path.dirname(sys.executable), command[0]), *command[1:])
    if command[0] == "tracer" and sys.platform == "linux" and not _is_first(command):
        return _warm(environment).run(command, cwd, environment, stdin, timeout_s)
    return subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        input=stdin,
        capture_output=True,
        timeout=timeout_s,
        check=False,
    )


def _is_first(command: tuple[str, ...]) -> bool:
    """Whether no such command was run before: the first one shows that it loads what it needs."""
    kind = command[:4] if command[1:2] == ("hook",) else command[:2]
    is_first = kind not in _SEEN
    _SEEN.add(kind)
    return is_first


def _warm(environment: dict[str, str]) -> Warm:
    """The one process of these tests, started with the environment of the first command."""
    if not _WARM:
        _WARM.append(Warm(environment))
        atexit.register(_WARM[0].stop)
    return _WARM[0]


def _fill(sink: int, text: bytes) -> None:
    with os.fdopen(sink, "wb") as pipe:
        try:
            pipe.write(text)
        except BrokenPipeError:
            return


def _serve(channel: socket.socket) -> None:
    """Fork for each request until nobody asks any more."""
    _load()
    gc.collect()
    gc.freeze()  # a child that looks through these objects would copy them
    while True:
        message, descriptors, _, _ = socket.recv_fds(channel, _MESSAGE, 4)
        if not message:
            return
        if os.fork() == 0:
            channel.close()
            _command(json.loads(message), descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass


def _load() -> None:
    """All of tracer but what needs extras, and the grammar that most tests use."""
    package = importlib.import_module("tracer")
    for module in pkgutil.walk_packages(package.__path__, "tracer."):
        if not module.name.startswith(_LATER):
            importlib.import_module(module.name)
    package.parse(b"x = 1\n", "python")


def _command(request: dict[str, Any], descriptors: list[int]) -> None:
    """Be the command: what a console script does, and the end of the process."""
    *streams, ended = descriptors
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    sys.argv = request["argv"]
    code: Any = 0
    try:
        importlib.import_module("tracer.cli.entry").main()
    except SystemExit as end:
        code = end.code or 0
    except BaseException:  # noqa: BLE001 - as the interpreter does
        traceback.print_exc()
        code = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(ended, str(code).encode())
    os._exit(0)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
