"""The compiled command answers as Python does, or leaves it to Python."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from helper_world import ROOT

from tracer.helper import place, wire
from tracer.native.build import NotBuiltError, build_command

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("cc"), reason="built on Linux, by a C compiler"
)
SCRIPT = "git-merge-tracer"


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """An installation's folder of commands."""
    folder = tmp_path_factory.mktemp("bin")
    build_command(str(folder))
    return folder


@pytest.fixture
def command(built: Path, monkeypatch) -> Path:
    """The compiled command, beside a script that names the interpreter."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (built / SCRIPT).write_text(f"#!{sys.executable}\n")
    return built / "tracer"


def run(command: Path, *words: str, stdin: bytes = b"", **more) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(command), *words], input=stdin, capture_output=True, check=False, timeout=120, **more
    )


def test_a_hook_is_answered_without_python(warm, command) -> None:
    """Once Python has left a note, the helper's answer is all that a hook needs."""
    warm.start()
    stdin = json.dumps(warm.event("prompt")).encode()
    slow = run(command, "hook", "--agent", "generic", stdin=stdin, cwd=warm.root)
    assert slow.returncode == 0, slow.stderr
    (command.parent / SCRIPT).write_text("#!/nowhere/python\n")
    fast = run(command, "hook", "--agent", "generic", stdin=stdin, cwd=warm.root)
    assert (fast.returncode, fast.stdout, fast.stderr) == (0, slow.stdout, slow.stderr)
    told = run(command, "hook", "--agent", "nobody", stdin=b"{}", cwd=warm.root)
    assert told.returncode == 1
    assert told.stderr.startswith(b"tracer: hook: ")
    for variables in ({"LC_ALL": "C"}, {place.SWITCH: "off"}):  # another helper's, nobody's
        done = run(command, "hook", "--agent", "generic", env=os.environ | variables)
        assert b"cannot run" in done.stderr, variables


def test_a_helper_that_breaks_off_leaves_all_to_python(warm, command) -> None:
    """What was read of the event is given back; half an answer is none."""
    folder = place.directory(make=True)
    assert folder is not None
    name = place.name_of(place.key())
    stdin = json.dumps(warm.event("prompt", note="x" * 300_000)).encode()
    for answer in (b"", wire.packed([b"\0", b"no", b""])[:-1], wire.packed([b"\0", b"no"])):
        place.leave_note(str(command))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(os.path.join(folder, name))
            listener.listen()
            thread = threading.Thread(target=break_off, args=(listener, answer))
            thread.start()
            done = run(command, "hook", "--agent", "generic", stdin=stdin, cwd=warm.root)
            thread.join()
        os.unlink(os.path.join(folder, name))
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["decision"] == "none"


def break_off(listener: socket.socket, answer: bytes) -> None:
    """Take the compiled command's whole request, and not its successor's."""
    connection, _ = listener.accept()
    with connection:
        connection.sendall(b"+")
        assert wire.received(connection) is not None
        connection.sendall(answer)
    listener.close()


def test_other_commands_are_pythons(command, tmp_path) -> None:
    """With the same arguments, and with no module of the working directory in the way."""
    for name in ("tracer", "click", "os"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken')\n")
    done = run(command, "no such", "it's", cwd=tmp_path)
    assert b"No such command 'no such'" in done.stderr
    done = run(command, "hook", "--help", cwd=tmp_path)
    assert done.stdout.startswith(b"Usage: tracer hook")
    link = tmp_path / "linked"
    link.symlink_to(command)
    assert run(link, "--version").stdout.startswith(b"tracer ")


SHELL = """#!/bin/sh
'''exec' "{}" "$0" "$@"
"""


@pytest.mark.parametrize("script", ["#!{} -B\n", SHELL, None])
def test_the_interpreter_is_the_installations(command, script) -> None:
    """However the installer has written it down, or beside the command."""
    above = Path(sys.executable).parent
    if script is None:
        (command.parent / SCRIPT).unlink()
        (command.parent / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        (command.parent / "python").chmod(0o755)
    else:
        (command.parent / SCRIPT).write_text(script.format(above / "python"))
    done = run(command, "--version")
    assert done.stdout.startswith(b"tracer "), done.stderr


def test_without_streams_there_is_one_error(command, tmp_path) -> None:
    """A hook without stdin is Python's to answer; no file of the command's takes its place."""
    line = f"exec {command} hook --agent generic <&-"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, cwd=tmp_path, check=False)
    assert done.returncode == 1
    assert done.stderr == b"tracer: hook: stdin, stdout or stderr is closed\n"


def test_no_other_script_is_replaced(monkeypatch, tmp_path) -> None:
    """A command of the same name that somebody else put there stays."""
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    with pytest.raises(NotBuiltError):
        build_command()
    (tmp_path / "tracer").write_text("#!/bin/sh\n")
    with pytest.raises(NotBuiltError):
        build_command()
    assert (tmp_path / "tracer").read_text() == "#!/bin/sh\n"
    (tmp_path / "tracer").write_text("from tracer.cli.start import main\n")
    assert Path(build_command()).read_bytes()[:4] == b"\x7fELF"
