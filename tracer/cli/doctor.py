"""What `tracer doctor` looks at: whether everything a hook needs is there and works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tracer.agents import journal
from tracer.agents.install import is_installed
from tracer.agents.spec import agent_names, agents_with_server, load_spec
from tracer.cli.doctor_agents import agent_checks
from tracer.cli.words import counted
from tracer.intents import approvals, load
from tracer.ledger import verify
from tracer.model.errors import TracerError
from tracer.model.package import DISTRIBUTION, install_command
from tracer.policy import Mode, load_config
from tracer.policy.constraints import load_constraints

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.workspace import Workspace

Check = dict[str, str]

_RUNS = 5  # of a hook, the fastest counts: the machine may be busy
_SLOW_MS = 500  # a person notices
_COMPILED = b"\x7fELF"  # how a program of Linux begins


def examine(workspace: Workspace) -> list[Check]:
    """Everything looked at, in the order a person would repair it."""
    checks = [
        _guarded("git", lambda: _git(workspace)),
        _guarded("command", _command),
        _guarded("sidecar", lambda: _sidecar(workspace)),
        _guarded("intents", lambda: _intents(workspace)),
        _guarded("constraints", lambda: _constraints(workspace)),
        *agent_checks(workspace),
        _guarded("confinement", lambda: _confinement(workspace)),
        _guarded("mcp", lambda: _mcp(workspace)),
        _guarded("ledger", lambda: _ledger(workspace)),
        _guarded("git hooks", lambda: _git_hooks(workspace)),
        _guarded("hook", lambda: _latency(workspace)),
        _guarded("helper", _helper),
        _guarded("core", _core),
        _guarded("complaints", lambda: _complaints(workspace)),
        _guarded("approvals", lambda: _approvals(workspace)),
    ]
    return [dict(check) for check in checks]


def _guarded(name: str, check: Callable[[], tuple[str, str, str]]) -> Check:
    """The result of one check; one that cannot be made has failed."""
    try:
        status, detail, fix = check()
    except TracerError as error:
        status, detail, fix = "fail", error.message, error.fix
    except (OSError, subprocess.SubprocessError) as error:
        status, detail, fix = "fail", str(error), ""
    return {"name": name, "status": status, "detail": detail, "fix": fix}


def _git(workspace: Workspace) -> tuple[str, str, str]:
    path = shutil.which("git")
    if path is None:
        return "fail", "git is not installed", "Install git 2.31 or newer"
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
    if not os.path.exists(os.path.join(workspace.root, ".git")):
        return "warn", f"{workspace.root} is not the top of a repository", "Run `git init` there"
    return "ok", done.stdout.strip(), ""


def _git_hooks(workspace: Workspace) -> tuple[str, str, str]:
    from tracer.agents.git_setup import missing_hooks  # noqa: PLC0415 - loaded when needed

    missing = missing_hooks(workspace) if workspace.is_initialised else []
    if missing:
        return "warn", f"without tracer: {', '.join(missing)}", "Run `tracer init`"
    return "ok", "nothing stands in front of tracer's part", ""


def _command() -> tuple[str, str, str]:
    found = shutil.which("tracer")
    if found is None:
        fix = f"Put it there, say with `pipx install {DISTRIBUTION}`: agents call it by name"
        return "fail", "`tracer` is not on the PATH", fix
    with open(found, "rb") as file:
        is_compiled = file.read(len(_COMPILED)) == _COMPILED
    return "ok", f"{found}, {'compiled' if is_compiled else 'a script: hooks start Python'}", ""


def _sidecar(workspace: Workspace) -> tuple[str, str, str]:
    if not workspace.is_initialised:
        return "warn", "no .orchestration/ yet: nothing is recorded", "Run `tracer init`"
    if not os.access(workspace.sidecar, os.W_OK):
        return "fail", f"{workspace.sidecar} cannot be written", "Make it writable"
    if os.path.lexists(workspace.index) and not os.path.isdir(workspace.index):
        return "fail", f"{workspace.index} is no directory", "Delete it: it is derived"
    return "ok", f"mode {load_config(workspace).mode}", ""


def _intents(workspace: Workspace) -> tuple[str, str, str]:
    registry = load(workspace)
    open_ = len(registry.selectable(time.time()))
    if not registry.intents:
        return "warn", "none", "Run `tracer intent add ID --name NAME --scope GLOB`"
    lost = [intent.id for intent in registry.intents if registry.lost_parent(intent) is not None]
    if lost:
        return "fail", f"{', '.join(lost)}: the parent is gone", "Correct `parent` in the registry"
    return "ok", f"{len(registry.intents)}, {open_} of them open", ""


def _constraints(workspace: Workspace) -> tuple[str, str, str]:
    limits = load_constraints(workspace)
    return "ok", f"{len(limits.tools)} tools blocked, {len(limits.paths)} paths denied", ""


def _complaints(workspace: Workspace) -> tuple[str, str, str]:
    """What hooks wrote down because agents show it to nobody."""
    try:
        with open(os.path.join(workspace.index, journal.NAME), encoding="utf-8") as file:
            lines = [line.rstrip() for line in file if " tracer: " in line]
    except FileNotFoundError:
        lines = []
    if not lines:
        return "ok", "hooks had nothing to complain about", ""
    fix = f"Read {journal.SHOWN}; delete it when it is dealt with"
    return "warn", f"{len(lines)}, the latest: {lines[-1]}", fix


def _approvals(workspace: Workspace) -> tuple[str, str, str]:
    waiting = [r for r in approvals.requests(workspace) if r.answer == "pending"]
    if waiting:
        return "warn", f"{counted(len(waiting), 'request')} for a person", "Run `tracer approve`"
    return "ok", "nothing waits", ""


def _confinement(workspace: Workspace) -> tuple[str, str, str]:
    """Whether commands can be confined, where the team wants that."""
    from tracer.agents.confinement import availability, can_rewrite  # noqa: PLC0415 - few need it

    config, why = load_config(workspace), availability()
    if not config.confine:
        return "ok", "possible here; `confine` is off" if why is None else f"off; {why}", ""
    if why is not None:
        return "fail", f"`confine: true`, and {why}", "Set `confine: false`, or use another system"
    if config.mode is not Mode.ENFORCE:
        return "warn", "`confine: true` has no effect in `observe`", "Set `mode: enforce`"
    connected = [name for name in agent_names() if is_installed(workspace, name)]
    free = [name for name in connected if not can_rewrite(load_spec(name))]
    if free:
        fix = "Their commands meet the gates and the post-hook only; records say `confined: no`"
        return "warn", f"no command of {', '.join(free)} runs confined", fix
    return "ok", "commands run confined", ""


def _mcp(workspace: Workspace) -> tuple[str, str, str]:
    """Whether the server can start that agents' settings name."""
    if find_spec("mcp") is not None:
        return "ok", "`tracer mcp` can run", ""
    fix = f"Run `{install_command('mcp')}`, or let agents run `tracer intent select ID`"
    waiting = [name for name in agents_with_server() if is_installed(workspace, name)]
    if not waiting:
        return "warn", "the package of the MCP server is missing", fix
    detail = f"{', '.join(waiting)}: an MCP server is set up, but its package is missing"
    is_strict = load_config(workspace).mode is Mode.ENFORCE
    return ("fail" if is_strict else "warn"), detail, fix


def _ledger(workspace: Workspace) -> tuple[str, str, str]:
    if not os.path.exists(workspace.ledger):
        return "ok", "empty", ""
    found = verify(workspace)
    if not found.ok:
        first = found.problems[0]
        return "fail", f"line {first.line}: {first.problem}", "Run `tracer verify`"
    return "ok", f"{counted(found.records, 'record')}, every hash chain holds", ""


def _latency(workspace: Workspace) -> tuple[str, str, str]:
    """How long an agent waits for a hook, measured on an event that changes nothing."""
    event = {
        "schema": "tracer.event/1",
        "phase": "pre",
        "kind": "read",
        "agent": "doctor",
        "session_id": "doctor",
        "cwd": workspace.root,
    }
    code = "from tracer.cli.entry import hook; raise SystemExit(hook(['--agent', 'generic']))"
    bare = min(_timed([sys.executable, "-c", "pass"], b"") for _ in range(_RUNS))
    stdin = json.dumps(event).encode()
    hook = min(_timed([sys.executable, "-c", code], stdin) for _ in range(_RUNS))
    text = f"answers in {hook:.0f} ms; an empty Python program takes {bare:.0f} ms"
    return ("warn" if hook > _SLOW_MS else "ok"), text, ""


def _helper() -> tuple[str, str, str]:
    """Whether hooks are answered by a process that has tracer loaded; nothing depends on it."""
    from tracer.cli.commands.helper import line_of  # noqa: PLC0415 - when needed
    from tracer.helper import manage, place  # noqa: PLC0415

    if not place.is_wanted():
        off = f"switched off by {place.SWITCH}={os.environ.get(place.SWITCH, '')}"
        return "ok", off if place.is_switched_off() else "hooks here do without", ""
    ours = [line_of(one) for one in manage.running() if one.is_ours]
    return "ok", ours[0] if ours else "none runs; the next hook starts one", ""


def _core() -> tuple[str, str, str]:
    """Whether trees and digests are made by the native core; both ways make the same bytes."""
    from tracer import native  # noqa: PLC0415 - when needed

    core, reason = native.state()
    return "ok", "native" if core is not None else f"pure Python ({reason})", ""


def _timed(command: list[str], stdin: bytes) -> float:
    """Milliseconds the command took."""
    start = time.perf_counter()
    subprocess.run(command, input=stdin, capture_output=True, check=True)
    return (time.perf_counter() - start) * 1000
