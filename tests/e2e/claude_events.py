"""Claude Code as its hooks see it: payloads in the shape the CLI sends, without the CLI.

The shapes are those of the captured conversation with Claude Code 2.1.330.
"""

from __future__ import annotations

import itertools
import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from project import Project

_SESSIONS = itertools.count()  # so that no two agents of a test make calls of the same id
SESSION = "6d7fe41e-83d3-4d6e-bd3a-e43232cfc427"


class Answer(NamedTuple):
    """What a hook said."""

    exit_code: int
    stdout: bytes
    stderr: str

    @property
    def decision(self) -> str | None:
        """allow, deny, ask, or None for no opinion."""
        return self._specific().get("permissionDecision")

    @property
    def reason(self) -> str:
        """Why the call was refused."""
        return str(self._specific().get("permissionDecisionReason", ""))

    def _specific(self) -> dict[str, Any]:
        answer = json.loads(self.stdout) if self.stdout.strip() else {}
        return dict(answer.get("hookSpecificOutput", {}))

    def assert_harmless(self) -> None:
        """Exit code 0, no output or one JSON object, at most one line of complaint.

        Claude Code takes 2 for a refusal and shows people every other code as a hook error.
        """
        assert self.exit_code == 0, self
        assert not self.stdout.strip() or isinstance(json.loads(self.stdout), dict)
        assert "Traceback" not in self.stderr, self.stderr
        assert len(self.stderr.splitlines()) <= 1, self.stderr


class Claude:
    """One session of the agent in a repository."""

    def __init__(self, project: Project, cwd: Path | None = None) -> None:
        self.project = project
        self.cwd = cwd or project.root
        self._prefix = f"toolu_{next(_SESSIONS)}"
        self._calls = 0

    def payload(self, event: str, **fields: Any) -> bytes:
        """One event as the CLI writes it to the hook's standard input."""
        common = {
            "session_id": SESSION,
            "transcript_path": "/nowhere/transcript.jsonl",
            "cwd": str(self.cwd),
            "permission_mode": "default",
            "hook_event_name": event,
        }
        return json.dumps(common | fields).encode()

    def send(self, payload: bytes) -> Answer:
        """The answer to a payload, whatever it is."""
        done = self.project.hook("claude-code", payload, cwd=self.cwd)
        return Answer(done.returncode, done.stdout, done.stderr.decode(errors="replace"))

    def select(self, intent: str) -> Answer:
        """The handshake, through the MCP tool's own hooks."""
        call = {
            "tool_name": "mcp__tracer__select_active_intent",
            "tool_input": {"intent_id": intent},
            "tool_use_id": self.next_call(),
        }
        self.send(self.payload("PreToolUse", **call))
        return self.send(self.payload("PostToolUse", **call, tool_response="{}"))

    def next_call(self) -> str:
        """The id of a new call."""
        self._calls += 1
        return f"{self._prefix}_{self._calls}"

    def last_call(self) -> str:
        """The id of the call made last."""
        return f"{self._prefix}_{self._calls}"

    def write(
        self, path: str, text: str, *, then: Callable[[Path], None] = lambda _: None
    ) -> tuple[Answer, Answer | None]:
        """A whole Write call: pre-hook, the write unless refused, `then`, post-hook."""
        file = self.cwd / path
        call = {
            "tool_name": "Write",
            "tool_input": {"file_path": str(file), "content": text},
            "tool_use_id": self.next_call(),
        }
        before = file.read_text() if file.is_file() else None
        pre = self.send(self.payload("PreToolUse", **call))
        if pre.decision == "deny":
            return pre, None
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        then(file)
        response = {
            "type": "create" if before is None else "update",
            "filePath": str(file),
            "content": text,
            "structuredPatch": [],
            "originalFile": before,
            "userModified": False,
        }
        return pre, self.send(self.payload("PostToolUse", **call, tool_response=response))

    def shell(self, command: str, act: Callable[[], None]) -> tuple[Answer, Answer]:
        """A whole Bash call; `act` does what the command is said to do."""
        call = {
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "run it"},
            "tool_use_id": self.next_call(),
        }
        pre = self.send(self.payload("PreToolUse", **call))
        act()
        response = {"stdout": "", "stderr": "", "interrupted": False, "isImage": False}
        return pre, self.send(self.payload("PostToolUse", **call, tool_response=response))

    def read(self, path: str) -> Answer:
        """The pre-hook's answer to a Read, which nothing may hold up."""
        call = {"tool_name": "Read", "tool_input": {"file_path": os.path.join(self.cwd, path)}}
        return self.send(self.payload("PreToolUse", **call, tool_use_id=self.next_call()))
