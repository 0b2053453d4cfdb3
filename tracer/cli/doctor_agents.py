"""What `tracer doctor` says of each agent: is it here, connected, trusted, and which version."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from tracer.agents.install import is_installed, plan
from tracer.agents.spec import Spec, agent_names, load_spec
from tracer.model.errors import TracerError

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

_VERSION_S = 10.0
_ALWAYS = "claude-code"  # shown even where nothing of it is found: the one the README begins with


def agent_checks(workspace: Workspace) -> list[dict[str, str]]:
    """A finding for each agent that is connected, or seems to be used here."""
    checks = []
    for name in agent_names():
        spec = load_spec(name)
        if not spec.get("install"):
            continue
        try:
            found = _agent(workspace, name, spec)
        except TracerError as error:
            found = ("fail", error.message, error.fix)
        except (OSError, subprocess.SubprocessError) as error:
            found = ("fail", str(error), "")
        if found is not None:
            status, detail, fix = found
            checks.append({"name": f"agent {name}", "status": status, "detail": detail, "fix": fix})
    return checks


def _agent(workspace: Workspace, name: str, spec: Spec) -> tuple[str, str, str] | None:
    title = spec.get("title", name)
    connect = f"Run `tracer init --agent {name}`"
    program = next((path for word in spec.get("program", ()) if (path := shutil.which(word))), None)
    if not is_installed(workspace, name):
        if _some_of_it(workspace, name):
            return "fail", f"{title}: some of its hooks are missing or changed", connect
        if program is None and name != _ALWAYS:
            return None
        return "warn", f"{title}: not connected", connect
    version = f", {_version(program)}" if program else ""
    off = _switched_off(workspace, spec)
    if off is not None:
        return "fail", f"{title}: {off} switches hooks off", f"Take the setting out of {off}"
    trust = spec.get("trust")
    if trust is not None and not _is_trusted(workspace, trust):
        return "warn", f"{title}: hooks in place{version}, not trusted yet", spec["notes"][0]
    seen = f" (tested with {spec['seen']})" if spec.get("seen") else " (never run by us)"
    notes = "; ".join(spec.get("notes", ()))
    return "ok", f"{title}: hooks in place{version}{seen}", notes


def _some_of_it(workspace: Workspace, name: str) -> bool:
    """Whether a file of the agent's already names tracer."""
    return any(
        before is not None and b"hook --agent " + name.encode() in before
        for _, before, _ in plan(workspace, name)
    )


def _version(program: str) -> str:
    done = subprocess.run(
        [program, "--version"],
        capture_output=True,
        text=True,
        timeout=_VERSION_S,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return (done.stdout.strip().splitlines() or ["version unknown"])[0]


def _switched_off(workspace: Workspace, spec: Spec) -> str | None:
    """The file of the agent's that says no hook may run, or None."""
    for file, words in spec.get("switched_off", {}).items():
        path = os.path.join(workspace.root, os.path.expanduser(file))
        text = "".join(_text(path).split())
        if any(word in text for word in words):
            return str(file)
    return None


def _is_trusted(workspace: Workspace, rule: dict[str, str]) -> bool:
    """Whether the agent's own file says that it trusts what is here."""
    path = os.path.expanduser(rule["file"])
    return rule["mentions"].replace("{root}", workspace.root) in _text(path)


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
