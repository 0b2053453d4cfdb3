"""Who works in a world: people with editors, agents of the generic dialect, Claude Code."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from world import Clone, World


class Shell:
    """A directory in which commands run and files are written."""

    def __init__(self, world: World, path: Path) -> None:
        self.world = world
        self.path = path

    def run(self, *words: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """Run a command here."""
        return self.world.run_in(self.path, *words, **options)

    def put(self, path: str, text: str | bytes) -> None:
        """Write a whole file."""
        place = self.path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())

    def text(self, path: str) -> str:
        """What a file holds, line ends as they are."""
        return (self.path / path).read_bytes().decode()


class Editor:
    """What people and agents do to files; `change` is told before and after."""

    def __init__(self, clone: Clone) -> None:
        self.clone = clone
        self.world = clone.world

    def change(self, path: str, text: str | None, *, tool: str) -> None:
        """Let `path` hold `text` (None: no such file)."""
        raise NotImplementedError

    def write(self, path: str, text: str) -> None:
        """Write the whole file."""
        self.change(path, text, tool="write")

    def edit(self, path: str, *pairs: tuple[str, str]) -> None:
        """Replace each first text, which must stand there once, by the second."""
        text = self.clone.text(path)
        for before, after in pairs:
            assert text.count(before) == 1, f"flow is wrong: {before!r} is not once in {path}"
            text = text.replace(before, after)
        self.change(path, text, tool="edit")

    def append(self, path: str, text: str) -> None:
        """Add text at the end."""
        self.change(path, self.clone.text(path) + text, tool="edit")

    def prepend(self, path: str, text: str) -> None:
        """Add text at the beginning."""
        self.change(path, text + self.clone.text(path), tool="edit")

    def delete(self, path: str) -> None:
        """Delete the file."""
        self.change(path, None, tool="delete")


class Person(Editor):
    """A person: plain writes, and git under their own name."""

    def __init__(self, clone: Clone, who: str) -> None:
        super().__init__(clone)
        self.who = who

    def change(self, path: str, text: str | None, *, tool: str = "") -> None:
        """Save or delete, as an editor does; no hook hears of it."""
        del tool
        if text is None:
            (self.clone.path / path).unlink()
        else:
            self.clone.put(path, text)

    def git(self, *words: str, fails: bool = False) -> str:
        """Run git with this person as author and committer."""
        from world import MEMBERS

        name, mail = MEMBERS[self.who], f"{self.who}@example.org"
        env = {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": mail}
        env |= {"GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": mail}
        return self.clone.git(*words, fails=fails, env=env)

    def commit(self, message: str, *paths: str) -> str:
        """Stage `paths` (default: all) and commit as this person."""
        self.git("add", *(["--", *paths] if paths else ["-A"]))
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD").strip()


class Agent(Editor):
    """An agent whose host sends tracer's generic events before and after each call."""

    dialect = "generic"

    def __init__(
        self, clone: Clone, model: str, intent: str | None, *, session: str | None = None
    ) -> None:
        super().__init__(clone)
        self.model = model
        self.session = session or f"{model}-{intent}-{clone.path.name}"
        self.calls = 0
        self.turn = 1
        self.hooked = clone.traced
        self.seen: dict[str, str | None] = {}
        self.intent = intent
        self.select()

    # --- events -----------------------------------------------------------------------------

    def select(self, intent: str | None = None) -> None:
        """Check the intent out for this session, as the command line offers it."""
        self.intent = intent or self.intent
        self.due = False
        if self.hooked and self.intent:
            self.clone.tracer(
                "intent", "select", self.intent, "--agent", self.name, "--session", self.session
            )

    def begin(self) -> None:
        """Count a call; the first one of a new turn selects the intent again."""
        self.calls += 1
        if self.due:
            self.select()

    @property
    def name(self) -> str:
        """What the host calls itself."""
        return "acme-code"

    def event(self, phase: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Send one event; the answer."""
        body = {
            "schema": "tracer.event/1",
            "phase": phase,
            "kind": kind,
            "agent": self.name,
            "session_id": self.session,
            "turn_id": str(self.turn),
            "call_id": f"c{self.calls}",
            "cwd": str(self.clone.path),
            "model": self.model,
            "contributor": {"entity_type": "AI", "model_identifier": self.model},
            **fields,
        }
        return self.send(body)

    def send(self, body: dict[str, Any]) -> dict[str, Any]:
        """Give the hook an event on stdin; what it answers."""
        done = self.clone.run("tracer", "hook", "--agent", self.dialect, stdin=json.dumps(body))
        what = f"the hook of {self.dialect} at {body.get('phase') or body.get('hook_event_name')}"
        self.world.note(
            done.returncode == 0, f"{what} ended with {done.returncode}: {done.stderr[-300:]}"
        )
        if not done.stdout.strip():
            return {}
        try:
            answer = json.loads(done.stdout)
        except ValueError:
            self.world.note(False, f"{what} printed no JSON: {done.stdout[:200]}")
            return {}
        return answer if isinstance(answer, dict) else {}

    def refusal(self, answer: dict[str, Any]) -> str | None:
        """The code with which a call was refused, or None."""
        if answer.get("decision") not in {"deny", "ask"}:
            return None
        return (answer.get("error") or {}).get("error_code") or "REFUSED"

    def told(self, answer: dict[str, Any]) -> str:
        """All that a refusal says, for messages and for a request's name."""
        return json.dumps(answer.get("error") or answer)

    def allowed(self, answer: dict[str, Any], what: str, refused: str | None) -> bool:
        """Whether the call goes on; a refusal nobody expects is a finding."""
        code = self.refusal(answer)
        expected = refused if self.world.config.mode == "enforce" else None
        self.world.note(
            code == expected,
            f"{what}: expected {expected or 'to be allowed'}, got {code or 'allowed'} "
            f"{self.told(answer)[:300] if code else ''}",
        )
        return code is None

    # --- calls ------------------------------------------------------------------------------

    def change(
        self, path: str, text: str | None, *, tool: str = "write", refused: str | None = None
    ) -> None:
        """One call that writes or deletes one file."""
        del tool
        self.change_all({path: text}, refused=refused)

    def change_all(
        self, texts: dict[str, str | None], *, refused: str | None = None, **fields: Any
    ) -> bool:
        """One call that writes several files at once; whether it was let through."""
        self.begin()
        self.look(*texts)
        targets = [self.target(path, text) for path, text in texts.items()]
        kind = "delete" if all(text is None for text in texts.values()) else "file_edit"
        if self.hooked:
            answer = self.event("pre", kind, targets=targets, **fields)
            if not self.allowed(answer, f"edit of {', '.join(texts)}", refused):
                return False
        for path, text in texts.items():
            if text is None:
                (self.clone.path / path).unlink()
            else:
                self.clone.put(path, text)
            self.seen[path] = text
        if self.hooked:
            self.event("post", kind, targets=targets, **fields)
        return True

    def target(self, path: str, text: str | None) -> dict[str, Any]:
        """One file of a call, with the text it is to have."""
        there = (self.clone.path / path).exists()
        op = "delete" if text is None else "edit" if there else "create"
        return {"path": path, "op": op, **({} if text is None else {"after": text})}

    def look(self, *paths: str) -> None:
        """Read what this session does not know yet, as every agent does before it edits."""
        for path in paths:
            place = self.clone.path / path
            if not place.exists():
                continue
            text = place.read_bytes().decode(errors="replace")
            if self.hooked and self.seen.get(path) != text:
                self.read(path)
            self.seen[path] = text

    def read(self, path: str) -> None:
        """A call of the tool that reads a file."""
        target = [{"path": path, "op": "edit"}]
        self.event("pre", "read", targets=target)
        self.event("post", "read", targets=target)

    def sh(self, command: str, *, fails: bool = False, refused: str | None = None) -> str:
        """One shell call: the hook, the command itself, the hook again."""
        self.begin()
        if self.hooked and not self.pre_shell(command, refused):
            return ""
        done = self.clone.run("bash", "-c", command)
        holds = self.world.note(
            (done.returncode != 0) == fails,
            f"the agent's `{command}` ended with {done.returncode}: "
            f"{(done.stderr.strip() or done.stdout.strip())[-400:]}",
        )
        if self.hooked:
            self.post_shell(command, done)
        if not holds:
            from world import Stopped

            raise Stopped
        return done.stdout

    def pre_shell(self, command: str, refused: str | None) -> bool:
        """Ask; where a person must approve, the person does, and the agent asks again."""
        answer = self.event("pre", "shell", command=command)
        if refused is None and self.refusal(answer) == "APPROVAL_REQUIRED":
            request = re.search(r"\bA-\d+\b", self.told(answer))
            self.world.note(request is not None, f"`{command}`: the refusal names no request")
            if request:
                self.clone.at_terminal("approve", request.group())
                answer = self.event("pre", "shell", command=command)
        return self.allowed(answer, f"`{command}`", refused)

    def post_shell(self, command: str, done: subprocess.CompletedProcess[str]) -> None:
        """Tell how it ended."""
        if done.returncode:
            self.event("post_failure", "shell", command=command, error=done.stderr[-200:])
        else:
            self.event("post", "shell", command=command)

    def commit(self, message: str, *paths: str) -> str:
        """The agent commits through its shell."""
        what = " ".join(f"'{path}'" for path in paths) or "-A"
        self.sh(f"git add {what} && git commit -q -m '{message}'")
        return self.clone.git("rev-parse", "HEAD").strip()

    def stop(self) -> dict[str, Any]:
        """The turn ends; what the hook answers."""
        answer = self.event("stop", "other") if self.hooked else {}
        self.turn += 1
        self.due = True
        return answer


class Claude(Agent):
    """Claude Code, by the events its real command line sends."""

    dialect = "claude-code"

    @property
    def name(self) -> str:
        """The name under which tracer knows it."""
        return "claude-code"

    def event(self, phase: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Translate into Claude Code's payload and send it."""
        names = {"pre": "PreToolUse", "post": "PostToolUse", "post_failure": "PostToolUseFailure"}
        body: dict[str, Any] = {
            "session_id": self.session,
            "transcript_path": str(self._transcript()),
            "cwd": str(self.clone.path),
            "permission_mode": "default",
            "hook_event_name": names.get(phase, "Stop"),
        }
        if phase in names:
            body |= self._tool(phase, kind, fields)
        else:
            body["stop_hook_active"] = False
        return self.send(body)

    def _tool(self, phase: str, kind: str, fields: dict[str, Any]) -> dict[str, Any]:
        call: dict[str, Any] = {"tool_use_id": f"toolu_{self.session[-6:]}_{self.calls}"}
        if kind == "shell":
            call |= {"tool_name": "Bash", "tool_input": {"command": fields["command"]}}
            call["tool_response"] = {"stdout": "", "stderr": "", "interrupted": False}
            if phase == "post_failure":
                call["error"] = fields.get("error") or "exit 1"
        else:
            target = fields["targets"][0]
            path = str(self.clone.path / target["path"])
            if kind == "read":
                call |= {"tool_name": "Read", "tool_input": {"file_path": path}}
                call["tool_response"] = {"type": "text", "file": {"filePath": path}}
            else:
                call |= {"tool_name": "Write"}
                call["tool_input"] = {"file_path": path, "content": target["after"]}
                before = self.before
                call["tool_response"] = {
                    "type": "create" if before is None else "update",
                    "filePath": path,
                    "content": target["after"],
                    "structuredPatch": [],
                    "originalFile": before,
                    "userModified": False,
                }
        if phase != "post":
            call.pop("tool_response", None)
        return call

    before: str | None = None

    def change_all(
        self, texts: dict[str, str | None], *, refused: str | None = None, **fields: Any
    ) -> bool:
        """One Write call for each file; a deletion goes through the shell, as it does there."""
        through = True
        for path, text in texts.items():
            place = self.clone.path / path
            if text is None:
                self.sh(f"rm '{path}'", refused=refused)
                continue
            self.before = place.read_bytes().decode() if place.exists() else None
            through &= super().change_all({path: text}, refused=refused, **fields)
        return through

    def refusal(self, answer: dict[str, Any]) -> str | None:
        """Claude Code's own words for a refusal."""
        decision = answer.get("hookSpecificOutput") or {}
        if decision.get("permissionDecision") not in {"deny", "ask"}:
            return None
        reason = str(decision.get("permissionDecisionReason"))
        if decision["permissionDecision"] == "ask":
            return None  # its user says yes
        code = re.search(r"\b[A-Z]+(?:_[A-Z]+)+\b", reason)
        return code.group() if code else "REFUSED"

    def told(self, answer: dict[str, Any]) -> str:
        """The reason it is given."""
        return json.dumps(answer.get("hookSpecificOutput") or answer)

    def _transcript(self) -> Path:
        from pathlib import Path

        folder = Path(self.world.env["HOME"]) / ".claude" / "projects" / "flow"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.session}.jsonl"
        line = {"type": "assistant", "message": {"role": "assistant", "model": self.model}}
        file.write_text(json.dumps(line) + "\n")
        return file
