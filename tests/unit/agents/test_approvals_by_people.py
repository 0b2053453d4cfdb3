"""Who approves is proved, or it opens nothing (D5, D7)."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from agent_session import repository

from tracer.agents.run import run
from tracer.intents import load, presence, select
from tracer.ledger import read, verify

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals are POSIX ones here")
REGISTRY = "active_intents:\n- {id: INT-1, name: x, status: IN_PROGRESS, owned_scope: ['src/**']}\n"
SPAWN = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
TRACER = str(Path(sys.executable).with_name("tracer"))
PUSH = {"command": "git push origin main"}


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository in `enforce`, where Codex, which cannot ask, wants to push."""
    for name in ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CODEX_SANDBOX", "CODEX_CI", "GEMINI_CLI", "CURSOR_AGENT", "OPENCODE"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    files = {
        "src/a.py": "x = 1\n",
        ".orchestration/config.yaml": "mode: enforce\n",
        ".orchestration/active_intents.yaml": REGISTRY,
    }
    workspace = repository(tmp_path / "repo", files)
    monkeypatch.chdir(workspace.root)
    select(workspace, "codex", "s1", "INT-1", turn_id="1")
    assert "tracer approve A-1" in (pushes(workspace) or "")
    return workspace


def hook(workspace: Workspace, phase: str, given: dict[str, Any], call: str) -> str | None:
    body = {
        "hook_event_name": phase, "session_id": "s1", "turn_id": "1", "cwd": workspace.root,
        "tool_name": "Bash", "tool_input": given, "tool_use_id": call, "tool_response": "",
    }  # fmt: skip
    answer = run("codex", json.dumps(body).encode())
    return answer.stdout.decode() or None


def pushes(workspace: Workspace) -> str | None:
    """What the agent hears when it wants to push; None where it may."""
    return hook(workspace, "PreToolUse", PUSH, "c1")


def runs(*words: str, terminal: bool = False, **environment: str) -> int:
    """The exit code of a command; `terminal` gives it one of its own."""
    command = [sys.executable, "-c", SPAWN, *words] if terminal else list(words)
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60,
        start_new_session=True, env={**os.environ, **environment},
    )  # fmt: skip
    return done.returncode


def approvals(workspace: Workspace) -> list[tuple[str, str | None]]:
    assert verify(workspace).ok
    found = [record for _, record in read(workspace) if isinstance(record, dict)]
    return [
        (r["approval"]["answer"], r["approval"].get("proof"))
        for r in found
        if r["event"] == "approval"
    ]


def test_d5_a_person_at_a_terminal_approves(repo: Workspace) -> None:
    """Once, and the record says how it is known."""
    assert runs(TRACER, "approve", "A-1", terminal=True) == 0
    assert approvals(repo) == [("approved", "terminal")]
    assert pushes(repo) is None


def test_d5_a_script_without_a_terminal_only_claims(repo: Workspace) -> None:
    """Recorded, with no effect; a person may still say yes, and anybody no."""
    assert runs(TRACER, "approve", "A-1") == 5
    assert approvals(repo) == [("claimed", None)]
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")
    assert runs(TRACER, "approve", "A-1", terminal=True) == 0
    assert pushes(repo) is None


@pytest.mark.parametrize("mark", ["CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE"])
def test_d5_an_agents_command_is_no_person(repo: Workspace, mark: str) -> None:
    """Not in a terminal that it made itself, either."""
    assert runs(TRACER, "approve", "A-1", terminal=True, **{mark: "1"}) == 5
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")


@pytest.mark.parametrize("name", ["claude", "codex", "gemini"])
def test_d5_what_an_agent_started_is_no_person(repo: Workspace, name: str, tmp_path: Path) -> None:
    """With an empty environment and a terminal of its own: the process tree tells."""
    script = tmp_path / "help.sh"
    script.write_text(f"exec env -i PATH=$PATH {TRACER} approve A-1\n")
    agent = tmp_path / name
    shutil.copy(shutil.which("bash") or "/bin/bash", agent)
    inner = f"{sys.executable} -c '{SPAWN}' sh {script}; echo $? > {tmp_path}/code"
    assert runs(str(agent), "-c", inner, terminal=True) == 0
    assert (tmp_path / "code").read_text().strip() == "5"
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")


@pytest.mark.parametrize(
    "words",
    [
        ("intent", "add", "INT-9", "--scope", "**"), ("intent", "renew", "INT-1", "--expires", "2099-01-01"),
        ("intent", "abandon", "INT-1"), ("intent", "rotate", "--older-than", "0"),
    ],
)  # fmt: skip
def test_d7_an_agents_command_changes_no_intent(repo: Workspace, words: tuple[str, ...]) -> None:
    """Neither under an agent's mark nor while a command of an agent is under way."""
    before = Path(repo.intents).read_bytes()
    assert runs(TRACER, *words, CLAUDECODE="1") == 5
    assert hook(repo, "PreToolUse", {"command": "make it"}, "c2") is None
    assert runs(TRACER, *words) == 5
    assert Path(repo.intents).read_bytes() == before
    hook(repo, "PostToolUse", {"command": "make it"}, "c2")
    assert runs(TRACER, *words) == 0, "a person's script, when no agent is at it"


@pytest.mark.parametrize(
    "words", [("uninit",), ("init", "--mode", "observe"), ("--no-pager", "uninit")]
)
def test_d7_an_agents_command_does_not_take_tracer_out(
    repo: Workspace, words: tuple[str, ...]
) -> None:
    """Neither the hooks nor the mode, where the gates are on; a person's command does."""
    before = Path(repo.config).read_bytes()
    assert runs(TRACER, *words, CLAUDECODE="1") == 5
    assert hook(repo, "PreToolUse", {"command": "make it"}, "c2") is None
    assert runs(TRACER, *words) == 5
    assert Path(repo.config).read_bytes() == before
    assert runs(TRACER, *words, terminal=True) == 0


def test_d5_a_wider_scope_needs_a_person_too(repo: Workspace) -> None:
    """A claim gives nothing."""
    assert runs(TRACER, "intent", "expand", "INT-1", "--scope", "**", "--reason", "x") == 0
    assert runs(TRACER, "approve", "A-2") == 5
    intent = load(repo).get("INT-1")
    assert intent is not None
    assert intent.owned_scope == ("src/**",)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["/usr/bin/claude"], "claude"), (["claude", "-p"], "claude"), (["codex.exe"], "codex"),
        (["node", "/lib/node_modules/@openai/codex/bin/codex.js"], "codex"),
        (["node", "--x", "/n/node_modules/@x/claude/cli.mjs"], "claude"), (["sh", "/opt/claude"], "claude"),
        (["vim", "claude"], None), (["/home/claude/bin/vim"], None), (["bash"], None), ([], None), (["git", "codex"], None),
    ],
)  # fmt: skip
def test_an_agents_program_is_known_by_its_command_line(
    words: list[str], expected: str | None
) -> None:
    """And a file, a user or an argument of that name is none."""
    assert presence._program_in(words, {"claude", "codex"}) == expected
