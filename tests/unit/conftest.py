"""Small real repositories, made with the git executable."""

from __future__ import annotations

import os
import subprocess
from typing import Any

import pytest

from tracer import engine
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame


class Repo:
    """A repository in a temporary directory, with dates that grow by one minute a commit."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.clock = 1_700_000_000
        os.makedirs(root, exist_ok=True)

    def git(self, *arguments: str, cwd: str | None = None, stdin: str | None = None) -> str:
        env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Ada",
            "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada",
            "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_AUTHOR_DATE": f"{self.clock} +0200",
            "GIT_COMMITTER_DATE": f"{self.clock} +0200",
        }
        settings = ("-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main")
        done = subprocess.run(
            ["git", *settings, *arguments],
            cwd=cwd or self.root,
            env=env,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def write(self, path: str, text: str | bytes) -> None:
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)

    def commit(self, message: str = "change", **files: str) -> str:
        """Write the files (`a__py` is a.py), commit everything, and return the commit's id."""
        for name, text in files.items():
            self.write(name.replace("__", "."), text)
        self.clock += 60
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repo(tmp_path) -> Repo:
    made = Repo(str(tmp_path / "repo"))
    made.git("init", "-q")
    return made


class Traced:
    """A repository with a sidecar. `agent` writes through the engine, `repo` behind its back."""

    def __init__(self, repo) -> None:
        self.repo = repo
        self.workspace = Workspace(os.path.realpath(repo.root))
        os.makedirs(self.workspace.sidecar, exist_ok=True)
        self.calls = 0

    def agent(self, intent: str | None = "INT-001", **files: str | None) -> list[dict[str, Any]]:
        """The records of one call that writes the files (`a__py` is a.py; None deletes)."""
        texts = {name.replace("__", "."): text for name, text in files.items()}
        return self.agent_writes(texts, intent)

    def agent_writes(
        self, texts: dict[str, str | None], intent: str | None = "INT-001"
    ) -> list[dict[str, Any]]:
        self.calls += 1
        event = Event(
            phase=Phase.PRE,
            kind=ActionKind.FILE_EDIT,
            agent="acme",
            session_id="s1",
            cwd=self.workspace.root,
            turn_id=str(self.calls),
            call_id=f"c{self.calls}",
            contributor=Contributor(EntityType.AI, "acme-1"),
            targets=tuple(
                Target(path, "delete" if text is None else "edit") for path, text in texts.items()
            ),
        )
        engine.before_call(self.workspace, event)
        for path, text in texts.items():
            if text is None:
                os.unlink(os.path.join(self.workspace.root, path))
            else:
                self.repo.write(path, text)
        return engine.after_call(self.workspace, event._replace(phase=Phase.POST), intent_id=intent)

    def lines(self, path: str, rev: str | None = None) -> list[tuple[str, str | None, str | None]]:
        """(method, model or name, intent) of every line."""
        rows = blame(self.workspace, path, rev=rev).document["lines"]
        return [
            (
                row["method"],
                row["origin"]["contributor"]["model_identifier"]
                or row["origin"]["contributor"]["name"],
                row["origin"]["intent_id"],
            )
            for row in rows
        ]


@pytest.fixture
def traced(repo) -> Traced:
    return Traced(repo)


@pytest.fixture
def make_traced():
    """What makes a traced repository in a directory; its ledger is not in git."""

    def make(root: str) -> Traced:
        made = Repo(root)
        made.git("init", "-q")
        made.write(".gitignore", ".orchestration/\n")
        return Traced(made)

    return make
