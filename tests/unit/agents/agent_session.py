"""An agent's session as tests speak it, and an engine that takes notes."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

from tracer.agents.run import Answer, run
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from tracer.model.events import Event

GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com")


def repository(root: Path, files: dict[str, str]) -> Workspace:
    """A git repository with the files in its first commit, on the branch main."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "start"]):
        subprocess.run([*GIT, *command], cwd=root, check=True, capture_output=True)
    return Workspace(os.path.realpath(root))


class NotingEngine:
    """Stands for `tracer.engine`: remembers its calls, and fails where a test asks for it."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.events: list[Event] = []
        self.notes: list[tuple[str, str | None, dict[str, Any]]] = []
        self.related: list[tuple[tuple[str, str], ...]] = []
        self.written: list[str] = []
        self.failing: frozenset[str] = frozenset()

    def _called(self, name: str, event: Event | None = None) -> None:
        self.calls.append(name)
        if event is not None:
            self.events.append(event)
        if name in self.failing:
            raise OSError(30, "Read-only file system", "index.sqlite3")

    def before_call(self, _workspace: Workspace, event: Event, **_: object) -> None:
        self._called("before_call", event)

    def after_call(
        self, _workspace: Workspace, event: Event, *, related: tuple[tuple[str, str], ...]
    ) -> list[dict[str, Any]]:
        self._called("after_call", event)
        self.related.append(related)
        files = [{"relative_path": p, "mutation_class": "INTENT_EVOLUTION"} for p in self.written]
        gap = {"id": "gap", "event": "reconcile", "files": []}
        return [gap, {"id": "record", "event": "mutation", "files": files}] if files else []

    def reconcile(self, _workspace: Workspace, **_: Any) -> list[dict[str, Any]]:
        self._called("reconcile")
        return []

    def note(self, _workspace: Workspace, event: Event, kind: str, **fields: Any) -> dict[str, Any]:
        self._called(f"note {kind}")
        self.notes.append((kind, event.intent_id, fields))
        return {"id": f"note-{len(self.notes)}"}

    @property
    def refusals(self) -> list[tuple[str, bool]]:
        """(error code, enforced) of every refusal noted."""
        return [
            (fields["refusal"]["error_code"], fields["enforced"])
            for kind, _, fields in self.notes
            if kind == "refusal"
        ]


class Session:
    """One agent session in a workspace: sends events, gives the answers."""

    def __init__(self, workspace: Workspace, engine: NotingEngine) -> None:
        self.workspace = workspace
        self.engine = engine
        self.calls = 0

    def path(self, name: str) -> str:
        return f"{self.workspace.root}/{name}"

    def claude(self, event: str, tool: str | None = None, **more: Any) -> Answer:
        """The answer to an event of Claude Code; `more` are fields, those of the tool last."""
        tool_input = more.pop("tool_input", {})
        payload = {
            "session_id": "s1",
            "transcript_path": "/home/dev/.claude/projects/-repo/s1.jsonl",
            "cwd": self.workspace.root,
            "hook_event_name": event,
            "prompt_id": "p1",
        }
        if tool is not None:
            self.calls += 1
            call = {"tool_name": tool, "tool_input": tool_input, "tool_use_id": f"t{self.calls}"}
            payload |= call
        return run("claude-code", json.dumps(payload | more).encode(), engine=self.engine)

    def write(self, name: str, event: str = "PreToolUse", **more: Any) -> Answer:
        tool_input = {"file_path": self.path(name), "content": "x = 1\n"}
        return self.claude(event, "Write", tool_input=tool_input, **more)

    def bash(self, command: str, event: str = "PreToolUse", **more: Any) -> Answer:
        return self.claude(event, "Bash", tool_input={"command": command}, **more)

    def select(self, intent: str, event: str = "PostToolUse", **more: Any) -> Answer:
        tool = "mcp__tracer__select_active_intent"
        return self.claude(event, tool, tool_input={"intent_id": intent}, **more)

    def generic(self, **fields: Any) -> dict[str, Any]:
        """The answer document to an event of the generic dialect."""
        event = {"agent": "acme", "session_id": "s1", "cwd": self.workspace.root} | fields
        answer = run("generic", json.dumps(event).encode(), engine=self.engine)
        assert answer.exit_code == 0
        return json.loads(answer.stdout)


def refusal_of(answer: Answer) -> dict[str, Any] | None:
    """The refusal object in an answer to Claude Code; None for no opinion."""
    assert answer.exit_code == 0
    if not answer.stdout:
        return None
    output = json.loads(answer.stdout)["hookSpecificOutput"]
    assert output["permissionDecision"] == "deny"
    return json.loads(output["permissionDecisionReason"])


def context_of(answer: Answer) -> str | None:
    """The text for the model in an answer of Claude Code's."""
    assert answer.exit_code == 0
    if not answer.stdout:
        return None
    return json.loads(answer.stdout)["hookSpecificOutput"]["additionalContext"]
