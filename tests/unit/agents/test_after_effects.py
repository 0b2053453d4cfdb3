"""What follows a call, with the real engine: approvals, decisions, checks, lessons (D5, E3-E5)."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from agent_session import repository

from tracer.agents.asking import decided
from tracer.agents.brain import HEADING, teach
from tracer.agents.decisions import line_of
from tracer.agents.run import run
from tracer.agents.settling import settle
from tracer.intents import approvals, select
from tracer.intents.approvals import Answer
from tracer.ledger import read, verify
from tracer.model.enums import ActionKind, Phase
from tracer.model.events import Event, Target

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

REGISTRY = """\
active_intents:
- {id: INT-001, name: Prices, status: IN_PROGRESS, owned_scope: ['**']}
"""


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository in `enforce`; session s1 of each agent has INT-001."""
    files = {
        "src/a.py": "def f():\n    return 1\n",
        ".orchestration/config.yaml": "mode: enforce\n",
        ".orchestration/active_intents.yaml": REGISTRY,
    }
    workspace = repository(tmp_path / "repo", files)
    monkeypatch.chdir(workspace.root)
    for agent in ("claude-code", "codex", "gemini-cli"):
        select(workspace, agent, "s1", "INT-001")
    return workspace


def hook(workspace: Workspace, agent: str, event: str, tool: str, given: Any, **more: Any) -> Any:
    """The parsed answer of an agent that speaks Claude's dialect."""
    body = {
        "hook_event_name": event, "session_id": "s1", "cwd": workspace.root, "tool_name": tool,
        "tool_input": given, "transcript_path": "/home/dev/.x/s1.jsonl", "tool_use_id": "t1",
    }  # fmt: skip
    answer = run(agent, json.dumps(body | more).encode())
    assert answer.exit_code == 0
    return json.loads(answer.stdout) if answer.stdout else None


def records(workspace: Workspace, kind: str) -> list[dict[str, Any]]:
    found = [record for _, record in read(workspace) if isinstance(record, dict)]
    assert verify(workspace).ok
    return [record for record in found if record["event"] == kind]


def log_of(workspace: Workspace) -> str:
    return Path(workspace.sidecar, "governance_ledger.md").read_text("utf-8")


def test_d5_the_queue_of_an_agent_that_cannot_ask(repo: Workspace) -> None:
    """Refused with a request's name, approved by a person, run once, all of it on record."""
    push = {"command": "git push origin main"}
    answer = hook(repo, "codex", "PreToolUse", "Bash", push)
    said = answer["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    refusal = json.loads(said["permissionDecisionReason"])
    assert refusal["error_code"] == "APPROVAL_REQUIRED"
    assert "tracer approve A-1" in refusal["required_action"]
    made, _ = decided(repo, "A-1", Answer.APPROVED, by="ann", note="once")
    assert made.decided_by == "ann"
    assert hook(repo, "codex", "PreToolUse", "Bash", push, tool_use_id="t2") is None
    hook(repo, "codex", "PostToolUse", "Bash", push, tool_use_id="t2", tool_response="ok")
    again = hook(repo, "codex", "PreToolUse", "Bash", push, tool_use_id="t3")
    assert "A-2" in again["hookSpecificOutput"]["permissionDecisionReason"]
    (approval,) = records(repo, "approval")
    assert approval["approval"]["by"] == "ann"
    assert approval["approval"]["subject_hash"].startswith("sha256:")
    assert "git push" not in json.dumps(approval["approval"]["subject_hash"])
    assert "status=OK event=approval" in log_of(repo)
    decided(repo, "A-2", Answer.REJECTED, by="ann", note=None)
    rejected = hook(repo, "codex", "PreToolUse", "Bash", push, tool_use_id="t4")
    assert "HITL_REJECTED" in rejected["hookSpecificOutput"]["permissionDecisionReason"]
    assert "status=DENIED event=approval" in log_of(repo)


def test_d5_an_agent_that_asks_its_user(repo: Workspace) -> None:
    """The prompt is the agent's; that the call ran is the user's yes. Headless modes get the queue."""
    push = {"command": "git push origin main"}
    answer = hook(repo, "claude-code", "PreToolUse", "Bash", push)
    assert answer["hookSpecificOutput"]["permissionDecision"] == "ask"
    (asked,) = records(repo, "approval")
    assert (asked["approval"]["answer"], asked["approval"]["by"]) == ("pending", None)
    hook(repo, "claude-code", "PostToolUse", "Bash", push, tool_response={"stdout": ""})
    _, approval = records(repo, "approval")
    assert approval["approval"]["answer"] == "approved"
    assert approval["approval"]["by"] == "the agent's prompt"
    mode = {"permission_mode": "bypassPermissions", "tool_use_id": "t9"}
    answer = hook(repo, "claude-code", "PreToolUse", "Bash", {"command": "git push -f"}, **mode)
    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_d5_an_approval_lets_one_of_two_calls_run(
    repo: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hooks that both saw the yes: the first spends it, the other is told to ask again."""
    push = {"command": "git push origin main"}
    hook(repo, "codex", "PreToolUse", "Bash", push)
    decided(repo, "A-1", Answer.APPROVED, by="ann", note=None)
    seen_by_both = approvals.answer_to

    def racing(place: Workspace, asked: approvals.Request, **more: Any) -> Answer | None:
        return seen_by_both(place, asked, **more) if more.get("use") else Answer.APPROVED

    monkeypatch.setattr(approvals, "answer_to", racing)
    assert hook(repo, "codex", "PreToolUse", "Bash", push, tool_use_id="t2") is None
    late = hook(repo, "codex", "PreToolUse", "Bash", push, tool_use_id="t3")
    assert "APPROVAL_REQUIRED" in late["hookSpecificOutput"]["permissionDecisionReason"]


def test_d5_requests_expire(repo: Workspace) -> None:
    """A request nobody answered is gone after its time."""
    hook(repo, "codex", "PreToolUse", "Bash", {"command": "git push"})
    assert [request.id for request in approvals.requests(repo)] == ["A-1"]
    assert approvals.requests(repo, time.time() + 31 * 60) == []


def write(workspace: Workspace, text: str, name: str = "src/a.py", **more: Any) -> Any:
    """A whole write with both its hooks."""
    given = {"file_path": name, "content": text}
    before = hook(workspace, "claude-code", "PreToolUse", "Write", given, **more)
    assert before is None, before
    Path(workspace.root, name).write_text(text)
    return hook(workspace, "claude-code", "PostToolUse", "Write", given, tool_response={}, **more)


def test_e3_one_line_for_each_decision(repo: Workspace) -> None:
    """Status, tool, intent, task, class, revision, paths; nothing in a value breaks out."""
    write(repo, "def f():\n    return 2\n", prompt_id="p1")
    hook(repo, "claude-code", "PreToolUse", "Write", {"file_path": "/etc/x", "content": ""})
    lines = [line for line in log_of(repo).splitlines() if line.startswith("- ")]
    assert "status=OK event=mutation tool=Write intent=INT-001 class=INTENT_EVOLUTION" in lines[0]
    assert "task=p1" in lines[0]
    assert "paths=src/a.py" in lines[0]
    assert "status=DENIED event=refusal code=PATH_OUTSIDE_WORKSPACE" in lines[1]
    bad = line_of({"event": "note", "tool": {"tool": "x\n- status=OK [l](u) `c` | <b>"}})
    assert "\n" not in bad
    assert not set("`[]|<") & set(bad)


CHECKS = """\
mode: enforce
quality_seconds: 20
shared_brain: AGENT.md
quality:
- {name: tidy, command: "PYTHON tidy.py {files}", files: ['*.py'], formats: true}
- {name: rules, command: "PYTHON rules.py {files}", files: ['*.py']}
- {name: never, command: "exit 1", files: ['*.rs']}
"""


def test_e5_checks_run_and_a_formatter_s_edits_are_its_own(repo: Workspace) -> None:
    """The formatter is credited with what it did; a failure goes back as structured context."""
    root = Path(repo.root)
    (root / "tidy.py").write_text(
        "import sys\nfor p in sys.argv[1:]:\n"
        "    t = open(p).read()\n    open(p, 'w').write(t.replace('x=1', 'x = 1') + '\\n# end\\n')\n"
    )
    (root / "rules.py").write_text(
        "import sys\nprint('src/a.py:1: no <b>markup</b> `here`')\nsys.exit(1)\n"
    )
    Path(repo.config).write_text(CHECKS.replace("PYTHON", sys.executable))
    answer = write(repo, "x=1\n")
    context = json.loads(answer["hookSpecificOutput"]["additionalContext"])
    (failed,) = context["quality"]
    assert (failed["name"], failed["status"]) == ("rules", "failed")
    assert "no <b>markup</b>" in failed["output"]
    assert (root / "src/a.py").read_text() == "x = 1\n\n# end\n"
    mutations = [
        r for r in records(repo, "mutation") if r["files"][0]["relative_path"] == "src/a.py"
    ]
    assert [r["tool"]["name"] for r in mutations] == ["claude-code", "tracer"]
    assert mutations[1]["tool"]["tool"] == "tidy"
    contributor = mutations[1]["files"][0]["conversations"][0]["contributor"]
    assert contributor == {"entity_type": "UNKNOWN", "name": "tidy"}
    (quality,) = records(repo, "quality")
    assert quality["steps"] == [
        {"name": "tidy", "status": "ok"},
        {"name": "rules", "status": "failed"},
    ]
    assert "status=FAILED event=quality" in log_of(repo)
    brain = (root / "AGENT.md").read_text()
    assert HEADING in brain
    assert '- "rules failed: src/a.py:1: no' in brain
    assert "<b>" not in brain
    assert "`" not in brain
    assert write(repo, "x=1\n", tool_use_id="t2") is not None, "the formatted file is not stale"
    assert (root / "AGENT.md").read_text() == brain, "a lesson is learned once"


def test_e5_the_time_box(repo: Workspace) -> None:
    """A check that takes too long is ended and reported; a missing one is told apart."""
    Path(repo.config).write_text(
        "mode: enforce\nquality_seconds: 1\nquality:\n"
        "- {name: absent, command: no-such-program-here}\n- {name: slow, command: sleep 600}\n"
    )
    began = time.monotonic()
    context = write(repo, "y = 1\n")["hookSpecificOutput"]["additionalContext"]
    assert time.monotonic() - began < 300
    states = {item["name"]: item["status"] for item in json.loads(context)["quality"]}
    assert states == {"absent": "missing", "slow": "timeout"}


def test_e4_a_lesson_keeps_to_its_heading(tmp_path: Path) -> None:
    """What people wrote around it stays; line ends too."""
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"# Ours\r\n\r\nText.\r\n")
    assert teach(str(path), ["one", "two", "one"])
    assert teach(str(path), ["three"])
    text = path.read_bytes().decode()
    assert text.startswith("# Ours\r\n\r\nText.\r\n")
    assert text.count(HEADING) == 1
    assert [line for line in text.split("\r\n") if line.startswith("- ")] == [
        '- "one"',
        '- "two"',
        '- "three"',
    ]
    path.write_text(f'# A\n\n{HEADING}\n\n- "old"\n\n## B\n\nend\n')
    teach(str(path), ["new"])
    assert path.read_text().endswith('- "old"\n- "new"\n\n## B\n\nend\n')


def test_a_patch_in_a_shell_that_has_no_post_event(repo: Workspace) -> None:
    """Codex says nothing after it; the session's next event records it, under the intent."""
    patch = (
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.py\n@@\n-    return 1\n"
        "+    return 7\n*** End Patch\nEOF"
    )
    assert hook(repo, "codex", "PreToolUse", "Bash", {"command": patch}) is None
    Path(repo.root, "src/a.py").write_text("def f():\n    return 7\n")
    assert records(repo, "mutation") == []
    hook(repo, "codex", "PreToolUse", "Bash", {"command": "make"}, tool_use_id="t2")
    (made,) = records(repo, "mutation")
    assert (made["intent_id"], made["tool"]["call_id"]) == ("INT-001", "t1")
    assert records(repo, "reconcile") == []


def test_a_post_event_before_the_file_is_on_disk(tmp_path: Path) -> None:
    """The hook looks again for a while, and no longer (microsoft/vscode#315926)."""
    path = tmp_path / "a.py"
    path.write_text("old\n")
    event = Event(
        Phase.POST, ActionKind.FILE_EDIT, "copilot", "s1", str(tmp_path), targets=(Target("a.py", "edit", after="new\n"),)
    )  # fmt: skip
    assert not settle(event, 30)
    late = threading.Timer(0.1, lambda: path.write_bytes(b"new\r\n"))
    late.start()
    assert settle(event, 5000)
    late.join()


def test_one_call_two_hooks_one_record(repo: Workspace) -> None:
    """An agent that fires a hook twice: one refusal, one mutation."""
    outside = {"file_path": "/etc/x", "content": ""}
    for _ in range(2):
        hook(repo, "claude-code", "PreToolUse", "Write", outside)
    assert len(records(repo, "refusal")) == 1
    given = {"file_path": "src/a.py", "content": "z = 1\n"}
    for _ in range(2):
        assert hook(repo, "claude-code", "PreToolUse", "Write", given, tool_use_id="t5") is None
    Path(repo.root, "src/a.py").write_text("z = 1\n")
    for _ in range(2):
        hook(repo, "claude-code", "PostToolUse", "Write", given, tool_use_id="t5", tool_response={})
    assert len(records(repo, "mutation")) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"cursor_version": "1"},
        {"transcript_path": "/home/dev/.cursor/projects/x.jsonl"},
        {"transcript_path": None, "timestamp": "2026-11-21T22:00:09.399Z"},
    ],
)
def test_claude_s_hooks_run_by_another_host_leave_the_event_to_its_own(
    repo: Workspace, more: dict[str, Any]
) -> None:
    """Cursor and Copilot run them too; their own adapter answers."""
    outside = {"file_path": "/etc/x", "content": ""}
    assert hook(repo, "claude-code", "PreToolUse", "Write", outside, **more) is None
    assert records(repo, "refusal") == []
