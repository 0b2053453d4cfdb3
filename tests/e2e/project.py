"""A throw-away repository with the installed `tracer` command, as a person would have it."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from helped import variables as helper_variables
from warm import finished

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

TIMEOUT_S = 60


class Project:
    """A git repository with a first commit, a home of its own, and `tracer` on the PATH."""

    def __init__(self, base: Path, *, new: bool = True) -> None:
        self.root = base / "repo"
        self.home = base / "home"
        if new:
            self.root.mkdir()
            self.home.mkdir()

    @property
    def ledger_path(self) -> Path:
        return self.root / ".orchestration" / "agent_trace.jsonl"

    def environment(self) -> dict[str, str]:
        """All that commands see: nothing of the person who runs the tests."""
        scripts = os.path.dirname(sys.executable)
        return {
            "HOME": str(self.home),
            "PATH": f"{scripts}:/usr/local/bin:/usr/bin:/bin",
            **helper_variables(),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Pat Person",
            "GIT_AUTHOR_EMAIL": "pat@example.org",
            "GIT_COMMITTER_NAME": "Pat Person",
            "GIT_COMMITTER_EMAIL": "pat@example.org",
        }

    def run(
        self, *command: str, stdin: bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """The finished process, whatever its exit code."""
        return finished(command, str(cwd or self.root), self.environment(), stdin, TIMEOUT_S)

    def git(self, *arguments: str, cwd: Path | None = None) -> str:
        """What git printed; it must succeed."""
        done = self.run("git", *arguments, cwd=cwd)
        assert done.returncode == 0, (done.stdout + done.stderr).decode()
        return done.stdout.decode()

    def commit(self, files: dict[str, str], message: str) -> str:
        """The id of a commit by a person that adds or changes `files`."""
        for path, text in files.items():
            self.write(path, text)
        self.git("add", "-A")
        self.git("commit", "-qm", message)
        return self.git("rev-parse", "HEAD").strip()

    def write(self, path: str, content: str | bytes) -> Path:
        """The file at `path` below the root, written as given, its folders made."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def tracer(self, *arguments: str, cwd: Path | None = None) -> str:
        """What `tracer` printed; it must succeed."""
        done = self.run("tracer", *arguments, cwd=cwd)
        assert done.returncode == 0, (arguments, done.stdout.decode(), done.stderr.decode())
        return done.stdout.decode()

    def report(self, *arguments: str, cwd: Path | None = None) -> dict[str, Any]:
        """The JSON document of a query."""
        return json.loads(self.tracer(*arguments, "--json", cwd=cwd))

    def hook(
        self, agent: str, payload: bytes, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """The agent's answer to one event."""
        return self.run("tracer", "hook", "--agent", agent, stdin=payload, cwd=cwd)

    def records(self) -> list[dict[str, Any]]:
        """The ledger, first record first, without lines that are no record."""
        found = []
        for line in self.ledger_path.read_bytes().splitlines():
            with suppress(ValueError):
                found.append(json.loads(line))
        return [record for record in found if "event" in record]
