"""The real Claude Code CLI on a scripted model: installed from npm, run with loopback only."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from scripted_model import ScriptedModel, Step
from warm import command_folder

VERSION = "2.1.330"
PACKAGE = f"@anthropic-ai/claude-code@{VERSION}"
CACHE = Path(__file__).parents[3] / ".cache" / "npm"
TOOLS = "Write,Edit,Read,Bash,mcp__tracer__select_active_intent"
RUN_TIMEOUT_S = 120
# What npm prints when it cannot talk to the registry; any other failure is ours to mend.
_OUT_OF_REACH = frozenset(
    {"ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH"}
    | {"ETIMEDOUT", "ERR_SOCKET_TIMEOUT", "FETCH_ERROR", "E502", "E503", "E504"}
)
_LOOPBACK = str(Path(__file__).with_name("loopback.py"))


class Conversation(NamedTuple):
    """One finished run: what the CLI printed, and the model with all it received."""

    exit_code: int
    stdout: str
    stderr: str
    model: ScriptedModel
    isolated: bool


def executables() -> str:
    """The directory of this interpreter's console scripts, `tracer` among them."""
    return os.path.dirname(sys.executable)


def install() -> str:
    """The CLI's native executable, installed once into the checkout's `.cache`.

    Skips the calling test when npm is missing or the registry is out of reach, and only then.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    place = CACHE / f"claude-code-{VERSION}"
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # parallel test processes install once
        if not place.is_dir():
            _install_into(place)
    found = sorted(place.glob("node_modules/@anthropic-ai/claude-code-*/claude"))
    assert len(found) == 1, f"{place} holds {len(found)} executables; delete it and run again"
    return str(found[0])


def _install_into(place: Path) -> None:
    """Have npm fill `place`, in one step: a cut-off download leaves no half of it."""
    npm = shutil.which("npm", path=executables() + os.pathsep + os.environ.get("PATH", ""))
    if npm is None:
        pytest.skip(f"npm is not installed, so {PACKAGE} cannot be fetched: no real CLI to test")
    partial = place.with_name(f"{place.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    # npm of some releases needs its own `node` first on the PATH.
    environment = os.environ | {
        "PATH": os.path.dirname(npm) + os.pathsep + os.environ.get("PATH", "")
    }
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--fetch-retries=1"]
    done = subprocess.run(
        [npm, "install", "--prefix", str(partial), *options, PACKAGE],
        env=environment,
        cwd=partial,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode != 0:
        if any(code in done.stderr for code in _OUT_OF_REACH):
            pytest.skip(f"the npm registry is out of reach, so {PACKAGE} could not be fetched")
        pytest.fail(f"npm install {PACKAGE} failed:\n{done.stderr}")
    partial.rename(place)


def isolation() -> list[str]:
    """The command prefix that leaves only loopback in reach, or nothing where that is refused.

    Root may unshare the network outright; others through a user namespace of their own, which
    some systems and containers forbid. Then the run is made without: the CLI's own switches
    still keep it on loopback, but nothing enforces it.
    """
    for prefix in (["unshare", "-n"], ["unshare", "-rn"]):
        if shutil.which(prefix[0]) is None:
            return []
        if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0:
            return prefix
    return []


def converse(repository: Path, home: Path, prompt: str, steps: list[Step]) -> Conversation:
    """Run the CLI in `repository` until the script is over, in an otherwise empty environment."""
    prefix = isolation()
    ours, theirs = socket.socketpair()
    command = [
        *prefix,
        *(sys.executable, _LOOPBACK, str(theirs.fileno())),
        *(install(), "-p", prompt),
        *("--mcp-config", str(repository / ".mcp.json"), "--allowedTools", TOOLS),
    ]
    with ours, theirs:
        process = subprocess.Popen(
            command,
            cwd=repository,
            env=_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        _, sockets, _, _ = socket.recv_fds(ours, 1, 1)
    if not sockets:
        _, stderr = process.communicate()
        pytest.fail(f"the CLI could not be started: {stderr}")
    with ScriptedModel(socket.socket(fileno=sockets[0]), steps) as model:
        try:
            stdout, stderr = process.communicate(timeout=RUN_TIMEOUT_S)
        finally:
            process.kill()
    return Conversation(process.returncode, stdout, stderr, model, bool(prefix))


def _environment(home: Path) -> dict[str, str]:
    """All the CLI and its hooks get to see of ours."""
    temporary = home / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    made = {
        "HOME": str(home),
        "TRACER_HELPER": "off",
        "PATH": executables() + ":/usr/local/bin:/usr/bin:/bin",
        "TMPDIR": str(temporary),
        "ANTHROPIC_API_KEY": "dummy",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    return made | {"PATH": f"{command_folder(made)}:{made['PATH']}"}
