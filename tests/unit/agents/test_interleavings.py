"""Two agents and a person on one file, in every order their steps can take: nothing is lost.

INTERLEAVINGS=1000 runs a thousand of them; the default is a sample.
"""

# ruff: noqa: E501 - scripts are read by line

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tracer.agents.run import run
from tracer.intents import select
from tracer.ledger import verify
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame

COUNT = int(os.environ.get("INTERLEAVINGS", "40"))
START = "".join(f"def {name}():\n    return 0\n\n\n" for name in ("one", "two", "three"))


class Actor:
    """A session that edits one function of the file: it reads, asks, writes, reports."""

    def __init__(self, workspace: Workspace, name: str, function: str) -> None:
        self.workspace = workspace
        self.name = name
        self.function = function
        self.path = Path(workspace.root, "a.py")
        self.text = ""
        self.value = 1
        self.step = 0

    def send(self, phase: str, kind: str = "file_edit", **more: Any) -> str:
        event = {
            "schema": "tracer.event/1", "phase": phase, "kind": kind, "agent": self.name, "session_id": self.name,
            "call_id": f"c{self.value}", "cwd": self.workspace.root, "targets": [{"path": "a.py", "op": "edit", **more}],
            "contributor": {"entity_type": "AI", "model_identifier": f"model-{self.name}"},
        }  # fmt: skip
        answer = json.loads(run("generic", json.dumps(event).encode()).stdout)
        return str((answer["error"] or {}).get("error_code", answer["decision"]))

    @property
    def is_done(self) -> bool:
        return self.step > 3

    def go(self) -> None:
        """The next step; a refusal as stale leads back to reading."""
        if self.step == 0:
            self.text = self.path.read_text()
            self.send("post", "read")
        elif self.step == 1:
            head, mark, tail = self.text.partition(f"def {self.function}():\n    return 0\n")
            assert mark
            self.text = f"{head}def {self.function}():\n    return '{self.name}'\n{tail}"
            said = self.send("pre", after=self.text)
            if said != "none":
                assert said == "STALE_FILE"
                self.step, self.value = 0, self.value + 1
                return
            # The tool writes at once after its hook: only another agent could come in between.
            self.path.write_text(self.text)
        elif self.step == 2:
            pass  # time passes between the write and the hook that reports it
        else:
            assert self.send("post", after=self.text) == "none"
        self.step += 1


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository in `enforce` with an intent for each agent."""
    root = tmp_path / "repo"
    (root / ".orchestration").mkdir(parents=True)
    (root / ".orchestration/config.yaml").write_text("mode: enforce\n")
    (root / ".orchestration/active_intents.yaml").write_text(
        "active_intents:\n- {id: INT-A, owned_scope: ['**']}\n- {id: INT-B, owned_scope: ['**']}\n"
    )
    (root / "a.py").write_text(START)
    identity = ["-c", "user.name=Ann", "-c", "user.email=a@example.com"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "start"]):
        subprocess.run(["git", *command], cwd=root, check=True, capture_output=True)
    monkeypatch.chdir(root)
    return Workspace(str(root.resolve()))


def test_no_edit_is_lost_and_no_writer_is_wrong(workspace: Workspace) -> None:
    """Each function ends with its own writer's text and credit; the person's is no agent's."""
    chance = random.Random(3)
    path = Path(workspace.root, "a.py")
    for name in ("A", "B"):
        select(workspace, name, name, f"INT-{name}")
    for number in range(COUNT):
        # Back to the start, as a person would undo it; each round is recorded anew.
        path.write_text(START)
        actors = [Actor(workspace, "A", "one"), Actor(workspace, "B", "two")]
        for actor in actors:
            actor.value = number * 100 + 1
        person_waits = True
        while person_waits or not all(actor.is_done for actor in actors):
            waiting = [actor for actor in actors if not actor.is_done]
            if person_waits and (not waiting or chance.random() < 0.15):
                text = path.read_text()
                path.write_text(
                    text.replace(
                        "def three():\n    return 0", f"def three():\n    return 'P{number}'"
                    )
                )
                person_waits = False
            elif waiting:
                chance.choice(waiting).go()
        expected = START.replace("return 0", "return 'A'", 1).replace("return 0", "return 'B'", 1)
        assert path.read_text() == expected.replace("return 0", f"return 'P{number}'", 1), number
        lines = blame(workspace, "a.py").document["lines"]
        writers = [lines[n]["origin"].get("intent_id") for n in (1, 5, 9)]
        assert writers == ["INT-A", "INT-B", None], (number, writers)
        assert {lines[n]["method"] for n in (1, 5)} <= {"observed", "carried"}
    assert verify(workspace).ok
