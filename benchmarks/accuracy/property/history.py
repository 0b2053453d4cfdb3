"""The same edits as commits of a repository without a ledger, held against history's answer."""

from __future__ import annotations

import os
import subprocess
import tempfile
from typing import TYPE_CHECKING

from benchmarks.accuracy.property.edits import EDITS
from benchmarks.accuracy.property.judge import Judged, judge
from benchmarks.accuracy.property.world import START, World
from tracer.history.blame import blame_history
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from tracer.model.attribution import Credit

# Code that comes back after several commits is new to history, which walks one step at a time.
KINDS = tuple(sorted(kind for kind in EDITS if not kind.startswith("revert")))


def run_history(language: str, seed: int, commits: int) -> Judged:
    """One edit a commit, by one author; the origin of a leaf is the commit of its edit."""
    world = World(language, seed)
    labels: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="tracer-history-") as root:

        def git(*arguments: str) -> str:
            who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
            command = ["git", *who, *arguments]
            done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
            return done.stdout.strip()

        git("init", "-q")
        for number in range(commits + 1):
            name = f"e{number}" if number else START
            while number and EDITS[world.random.choice(KINDS)](world, name) is None:
                pass
            texts = world.texts()
            for path in set(os.listdir(root)) - texts.keys() - {".git"}:
                os.unlink(os.path.join(root, path))
            for path, text in texts.items():
                with open(os.path.join(root, path), "wb") as file:
                    file.write(text)
            git("add", "-A")
            git("commit", "-q", "--allow-empty", "-m", name)
            labels[git("rev-parse", "HEAD")] = name

        def origin(credit: Credit) -> set[str]:
            return {labels.get(credit.origin.id, "nobody")}

        judged = Judged(0, 0, 0, [])
        workspace = Workspace(os.path.realpath(root))
        for path, text in world.texts().items():
            state = blame_history(workspace, path, "HEAD").state
            judged += judge(world, path, state, text, origin)
        return judged
