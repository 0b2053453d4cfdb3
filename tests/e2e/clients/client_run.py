"""Installing a CLI once, and running it where only loopback exists."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from client_wires import Call, Model
from warm import command_folder

if TYPE_CHECKING:
    from client_table import Client

CACHE = Path(__file__).parents[3] / ".cache" / "npm"
RUN_TIMEOUT_S = 150
_OUT_OF_REACH = frozenset(
    {"ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH"}
    | {"ETIMEDOUT", "ERR_SOCKET_TIMEOUT", "FETCH_ERROR", "E502", "E503", "E504"}
)
_START = str(Path(__file__).with_name("client_start.py"))


class Run(NamedTuple):
    """One finished run: what was printed, and what the model was told."""

    exit_code: int
    stdout: str
    stderr: str
    heard: list[str]
    requests: list[Any]


def executables() -> str:
    """The directory of this interpreter's console scripts, `tracer` among them."""
    return os.path.dirname(sys.executable)


def install(client: Client) -> str:
    """The CLI's program, installed once into the checkout's `.cache`.

    Skips the calling test when npm is missing or the registry is out of reach, and only then.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    name = client.package.removeprefix("@").replace("/", "-").replace("@", "-")
    place = CACHE / name
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # parallel test processes install once
        if not place.is_dir():
            _install_into(place, client)
    found = sorted(place.glob(client.program))
    assert found, f"{place} holds no {client.program}; delete it and run again"
    return str(found[0])


def _install_into(place: Path, client: Client) -> None:
    npm = shutil.which("npm", path=executables() + os.pathsep + os.environ.get("PATH", ""))
    if npm is None:
        pytest.skip(f"npm is not installed, so {client.package} cannot be fetched")
    partial = place.with_name(f"{place.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    environment = os.environ | {
        "PATH": os.path.dirname(npm) + os.pathsep + os.environ.get("PATH", "")
    }
    options = ["--no-audit", "--no-fund", "--no-save", "--fetch-retries=1"]
    if not client.scripts:
        options.append("--ignore-scripts")
    done = subprocess.run(
        [npm, "install", "--prefix", str(partial), *options, client.package],
        env=environment, cwd=partial, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        if any(code in done.stderr for code in _OUT_OF_REACH):
            pytest.skip(f"the npm registry is out of reach, so {client.package} is not there")
        pytest.fail(f"npm install {client.package} failed:\n{done.stderr}")
    partial.rename(place)


def isolation() -> list[str]:
    """The command prefix that leaves only loopback in reach, or nothing where that is refused."""
    for prefix in (["unshare", "-n"], ["unshare", "-rn"]):
        if shutil.which(prefix[0]) is None:
            return []
        if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0:
            return prefix
    return []


def converse(client: Client, root: Path, home: Path, steps: list[Call]) -> Run:
    """Run the CLI in `root` until the script is over, in an otherwise empty environment."""
    program = install(client)
    prefix = isolation()
    if not prefix:
        pytest.skip("this system lets nobody unshare the network, and some of these CLIs call home")
    client.prepare(root, home)
    place = {"{root}": str(root), "{home}": str(home)}
    arguments = [_filled(word, place) for word in client.arguments]
    start = [program, *arguments]
    if client.node:
        start = [_node(), program, *arguments]
    elif arguments[0] == "-c":
        start = ["sh", "-c", arguments[1], program]
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = subprocess.Popen(
            [*prefix, sys.executable, _START, str(theirs.fileno()), *start],
            cwd=root,
            env=_environment(client, home, place),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        _, sockets, _, _ = socket.recv_fds(ours, 1, 1)
    if not sockets:
        _, stderr = process.communicate()
        pytest.fail(f"{client.agent} could not be started: {stderr}")
    filled = [json.loads(_filled(json.dumps(list(step)), place)) for step in steps]
    calls = [Call(*step) for step in filled]
    with Model(socket.socket(fileno=sockets[0]), client.wire, calls) as model:
        try:
            stdout, stderr = process.communicate(timeout=RUN_TIMEOUT_S)
        finally:
            process.kill()
    return Run(process.returncode, stdout, stderr, model.heard, model.requests)


def _filled(text: str, place: dict[str, str]) -> str:
    for name, value in place.items():
        text = text.replace(name, value)
    return text


def _node() -> str:
    found = shutil.which("node", path=executables() + os.pathsep + os.environ.get("PATH", ""))
    if found is None:
        pytest.skip("node is not installed")
    return found


def _environment(client: Client, home: Path, place: dict[str, str]) -> dict[str, str]:
    """All the CLI and its hooks get to see of ours."""
    temporary = home.parent / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    cache = CACHE / "unpacked"
    cache.mkdir(exist_ok=True)
    made = {
        "HOME": str(home),
        "TRACER_HELPER": "off",
        "PATH": executables() + ":/usr/local/bin:/usr/bin:/bin",
        "TMPDIR": str(temporary),
        "XDG_CACHE_HOME": str(cache),
    } | {name: _filled(value, place) for name, value in client.environment.items()}
    return made | {"PATH": f"{command_folder(made)}:{made['PATH']}"}
