"""A repository in which people and agents work, and whose each line is by every query."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from project import Project

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 1_760_000_000  # of the first commit; each later one is made a minute after


class Team(Project):
    """One clone; `person` says who commits and types, agents work through their hooks.

    With `by_tracer=False` nobody ran `tracer init`. Commits get their times from a clock that
    `tick` turns where `is_late` asks for it; else they are made now.
    """

    def __init__(
        self, base: Path, *, clone_of: Path | None = None, depth: int = 0, ledger: str = "file"
    ) -> None:
        super().__init__(base, new=clone_of is None)
        self.person, self.calls, self.salt = "Bob", 0, os.path.basename(base)
        self.ledger = ledger
        if clone_of is not None:
            self.home.mkdir(parents=True)
            options = ("--depth", str(depth)) if depth else ()
            self.run("git", "clone", "-q", *options, f"file://{clone_of}", str(self.root), cwd=base)

    def environment(self) -> dict[str, str]:
        name = getattr(self, "person", "Bob")
        return {**super().environment(), "GIT_AUTHOR_NAME": name, "GIT_COMMITTER_NAME": name}

    def begin(self, files: dict[str, str], person: str = "Zoe") -> None:
        """A repository with a commit of `files` by a person, then tracer and three intents."""
        self.git("init", "-q", "-b", "main")
        self.person = person
        self.commit(files, "Begin")
        self.person = "Bob"
        self.tracer("init", "--ledger", self.ledger)
        for name in ("INT-1", "INT-2", "INT-3"):
            self.tracer("intent", "add", name, "--scope", "**")
        self.save("tracer")

    def save(self, message: str = "work", *, person: str | None = None) -> str:
        """The id of a commit of everything, by a person."""
        before = self.person
        self.person = person or before
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        self.person = before
        return self.git("rev-parse", "HEAD").strip()

    def agent(
        self,
        intent: str,
        files: dict[str, str | None] | None = None,
        *,
        command: str | None = None,
        session: str | None = None,
        turn: str | None = None,
    ) -> None:
        """One call of an agent: it writes files (None deletes one), or runs a command."""
        session = session or f"of-{intent}"
        self._event("post", session, kind="mcp", tool="select_active_intent", intent_id=intent)
        self.calls += 1
        what: dict[str, Any] = {"turn_id": turn} if turn else {}
        if command is not None:
            what |= {"kind": "shell", "tool": "bash", "command": command}
        else:
            assert files is not None
            what |= {
                "kind": "file_edit",
                "targets": [
                    {"path": path, "op": "edit" if text is not None else "delete", "after": text}
                    for path, text in files.items()
                ],
            }
        assert self._event("pre", session, **what)["decision"] != "deny"
        if command is not None:
            done = self.run("sh", "-c", command)
            assert done.returncode == 0, (done.stdout + done.stderr).decode()
        for path, text in (files or {}).items():
            if text is None:
                (self.root / path).unlink()
            else:
                self.write(path, text)
        self._event("post", session, **what)

    def _event(self, phase: str, session: str, **fields: Any) -> dict[str, Any]:
        event = {
            "schema": "tracer.event/1",
            "phase": phase,
            "agent": "acme",
            "session_id": f"{self.salt}-{session}",
            "call_id": f"{self.salt}-{self.calls}",
            "cwd": str(self.root),
            "contributor": {"entity_type": "AI", "model_identifier": "acme-1"},
            **fields,
        }
        done = self.hook("generic", json.dumps(event).encode())
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    def read(self, path: str) -> str:
        return (self.root / path).read_text()

    def blame(self, path: str, *options: str) -> list[dict[str, Any]]:
        return self.report("blame", path, *options)["lines"]

    def whose(self, path: str, *options: str) -> dict[str, str]:
        """{line: the intent or person it is of} for the lines of a file that say something.

        A text that stands in several lines has all of theirs, in order.
        """
        found: dict[str, list[str]] = {}
        for row, text in zip(self.blame(path, *options), self.read(path).splitlines(), strict=True):
            if text.strip():
                found.setdefault(text.strip(), []).append(owner(row))
        return {text: " ".join(names) for text, names in found.items()}

    def owners(self, path: str, *options: str) -> list[str]:
        """The owners of a file's lines that say something, in order, each stretch once."""
        found: list[str] = []
        for row, text in zip(self.blame(path, *options), self.read(path).splitlines(), strict=True):
            if text.strip() and (not found or found[-1] != owner(row)):
                found.append(owner(row))
        return found

    def of_intent(self, intent: str) -> set[tuple[str, str]]:
        """(path, line) of the code of an intent by `blame-by-intent`."""
        found = set()
        for item in self.report("blame-by-intent", intent)["ranges"]:
            lines = self.read(item["path"]).splitlines()
            for line in lines[item["start_line"] - 1 : item["end_line"]]:
                if line.strip():
                    found.add((item["path"], line.strip()))
        return found


def owner(row: dict[str, Any]) -> str:
    """The intent that a line serves, else who wrote it, `-` when nobody knows."""
    origin = row["origin"]
    return origin["intent_id"] or origin["contributor"]["name"] or "-"
