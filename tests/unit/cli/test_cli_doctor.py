"""`tracer doctor` says what really happens on this machine, each finding with its fix (G1)."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tracer.agents.setup import init
from tracer.cli import doctor
from tracer.cli.doctor import examine
from tracer.intents import approvals
from tracer.intents.approvals import Request
from tracer.model.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository on a machine with git and codex; the latency is not measured."""
    home = tmp_path / "home"
    programs = tmp_path / "bin"
    root = tmp_path / "repo"
    for directory in (home, programs, root / ".git"):
        directory.mkdir(parents=True)
    script = programs / "codex"
    script.write_text("#!/bin/sh\necho codex-cli 0.170.0\n")
    script.chmod(0o755)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setattr(doctor, "_latency", lambda _workspace: ("ok", "", ""))
    return Workspace(str(root.resolve()))


def findings(workspace: Workspace) -> dict[str, tuple[str, str, str]]:
    return {c["name"]: (c["status"], c["detail"], c["fix"]) for c in examine(workspace)}


def test_agents(workspace: Workspace) -> None:
    """G1: Only here; connected, not trusted; trusted; half removed; switched off."""
    init(workspace)
    found = findings(workspace)
    assert found["agent codex"][0] == "warn"
    assert "tracer init --agent codex" in found["agent codex"][2]
    assert "agent amp" not in found, "an agent nobody uses here is not listed"
    init(workspace, ["codex", "claude-code"])
    status, detail, fix = findings(workspace)["agent codex"]
    assert (status, "not trusted" in detail, "0.170.0" in detail) == ("warn", True, True)
    assert "/hooks" in fix
    trusted = Path(os.environ["HOME"], ".codex", "config.toml")
    trusted.parent.mkdir()
    trusted.write_text('[hooks.state."x"]\ntrusted_hash = "y"\n')
    assert findings(workspace)["agent codex"][0] == "ok"
    hooks = Path(workspace.root, ".codex/hooks.json")
    document = json.loads(hooks.read_text())
    del document["hooks"]["PreToolUse"]
    hooks.write_text(json.dumps(document))
    status, detail, _ = findings(workspace)["agent codex"]
    assert (status, "missing" in detail) == ("fail", True)
    Path(workspace.root, ".claude/settings.local.json").write_text('{ "disableAllHooks" : true }')
    status, detail, fix = findings(workspace)["agent claude-code"]
    assert (status, "settings.local.json" in fix) == ("fail", True)


def test_the_workspace(workspace: Workspace) -> None:
    """Broken limits, a lost parent, complaints of hooks, requests that wait."""
    init(workspace)
    found = findings(workspace)
    assert found["constraints"][0] == found["complaints"][0] == found["approvals"][0] == "ok"
    Path(workspace.sidecar, "constraints.sidecar.yaml").write_text("sidecar: {blocked_tools: 3}\n")
    Path(workspace.intents).write_text("active_intents:\n- {id: A, parent: B}\n")
    Path(workspace.index, "hook_errors.log").write_text("2026-11-22T00:00:00Z tracer: trace: x\n")
    now = time.time()
    approvals.submit(
        workspace, Request("", "command", "a", "s", None, "git push", "/", "w", now, now + 60)
    )
    found = findings(workspace)
    assert found["constraints"][0] == "fail"
    assert found["intents"][0] == "fail"
    assert found["complaints"][0] == "warn"
    assert "tracer approve" in found["approvals"][2]
    assert all(fix for status, _, fix in found.values() if status == "fail")


def test_the_package_of_the_mcp_server(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that was set up and cannot start: told, and a failure where it is needed."""
    monkeypatch.setattr(doctor, "find_spec", lambda _name: None)
    init(workspace)
    assert findings(workspace)["mcp"][:2] == ("warn", "the package of the MCP server is missing")
    init(workspace, ["claude-code"])
    status, detail, fix = findings(workspace)["mcp"]
    assert (status, detail.startswith("claude-code: an MCP server is set up")) == ("warn", True)
    assert "pip install 'intent-tracer[mcp]'" in fix
    assert "tracer intent select ID" in fix
    init(workspace, mode="enforce")
    assert findings(workspace)["mcp"][0] == "fail"
