"""Processes of the `tracer` command that need not load its modules first.

A start of the command takes longer than most commands do: half of the time of the end-to-end tests
went into loading the same modules a thousand times. `Warm` keeps one process that has loaded them
and forks it for each command, so each still runs in a process of its own, with its own arguments,
environment, folder, streams and exit code. What only a fresh process shows (whether a command
loads all it needs, in the right order) is seen because the first call of each kind is one:
`finished` decides.

Hooks of git, and those of real agents, run the command by its name. `command_folder` has one of
that name which asks the same process (`ask_warm.py`), so that a commit of a test does not load all
modules either; there, too, the first call of each kind is a fresh process.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from contextlib import suppress
from typing import Any

_LATER = ("tracer.mcp", "tracer.exchange.tables")  # load what is an extra
_MESSAGE = 1 << 20
_CHANGES = (
    ("a.py", b"def f():\n    return 1\n", b"def f():\n    return 2\n"),
    ("a.ts", b"export const f = () => 1;\n", b"export const f = () => 2;\n"),
    ("a.go", b"package a\n\nvar a = 1\n", b"package a\n\nvar a = 2\n"),
)
_SEEN: set[tuple[str, ...]] = set()
_WARM: list[Warm] = []


class Warm:
    """The process that is forked, started with the environment of the first command."""

    def __init__(self, environment: dict[str, str]) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.folder = tempfile.mkdtemp(prefix="w-")
        door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, door:
            door.bind(os.path.join(self.folder, "door"))
            door.listen()
            passed = theirs.fileno(), door.fileno()
            self._process = subprocess.Popen(
                [sys.executable, __file__, *map(str, passed)],
                env=environment,
                pass_fds=passed,
                stdin=subprocess.DEVNULL,
            )
        self._channel = ours
        self._put_command()

    def _put_command(self) -> None:
        """The command that asks at the door; another process than this one makes none."""
        os.mkdir(os.path.join(self.folder, "bin"))
        command = os.path.join(self.folder, "bin", "tracer")
        with open(os.path.join(os.path.dirname(__file__), "ask_warm.py"), encoding="utf-8") as file:
            text = file.read()
        real = os.path.join(os.path.dirname(sys.executable), "tracer")
        with open(command, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable} -ISE\n{text}")
            file.write(f"\n\nmain({os.path.join(self.folder, 'door')!r}, {real!r})\n")
        os.chmod(command, 0o755)

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
        shutil.rmtree(self.folder, ignore_errors=True)


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


def command_folder(environment: dict[str, str]) -> str:
    """A folder with a `tracer` that starts at once, but for the first call of each kind."""
    return os.path.join(_warm(environment).folder, "bin")


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


def _serve(channel: socket.socket, door: socket.socket) -> None:
    """Fork for each request until nobody asks any more."""
    _load()
    gc.collect()
    gc.freeze()  # a child that looks through these objects would copy them
    while True:
        for ready in select.select([channel, door], [], [])[0]:
            if ready is channel:
                message, descriptors, _, _ = socket.recv_fds(channel, _MESSAGE, 4)
                if not message:
                    return
            else:
                caller, _ = door.accept()
                with caller:
                    message, descriptors, _, _ = socket.recv_fds(caller, _MESSAGE, 4)
            _fork(message, descriptors, [channel, door], is_hook=ready is door)
            for descriptor in descriptors:
                os.close(descriptor)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG) != (0, 0):
                    pass


def _fork(
    message: bytes, descriptors: list[int], own: list[socket.socket], *, is_hook: bool
) -> None:
    """Have a child be the command; a caller at the door who came first does that itself."""
    if len(descriptors) < 4:
        return
    request = json.loads(message)
    if is_hook and _is_first(tuple(request["argv"])):
        os.write(descriptors[-1], b"first")
    elif os.fork() == 0:
        for one in own:
            one.close()
        _command(request, descriptors)


def _load() -> None:
    """All of tracer but what needs extras, and the tables that most tests use."""
    package = importlib.import_module("tracer")
    for module in pkgutil.walk_packages(package.__path__, "tracer."):
        if not module.name.startswith(_LATER):
            importlib.import_module(module.name)
    importlib.import_module("ruamel.yaml")
    specs = importlib.import_module("tracer.agents.spec")
    for agent in specs.agent_names():
        specs.load_spec(agent)
    commits = importlib.import_module("tracer.vcs.commits")
    ann = commits.Commit("", "", (), "Ann", "ann@example.org", "", 0, "")
    importlib.import_module("tracer.vcs.contributors").contributor_of(ann)
    for path, before, after in _CHANGES:
        package.classify(package.ChangeSet.from_texts({path: before}, {path: after}))


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
    _serve(*(socket.socket(fileno=int(number)) for number in sys.argv[1:]))
