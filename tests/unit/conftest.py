"""Small real repositories, made with the git executable."""

from __future__ import annotations

import os
import subprocess

import pytest


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
